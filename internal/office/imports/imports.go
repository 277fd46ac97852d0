// Package imports reads a temple's earlier lists: members, lamps and past orders. The office assigns the columns of a
// file, checks its rows in a dry run, and imports them by the same code. An import creates no account, notice, invoice
// number or money (decision 31).
//
// upload.go reads the file (bankfile.Cells) and heading.go guesses its columns. A job (work.go) checks each row
// (judge.go) and writes it (make.go) in batches that are rolled back: this is the dry run. Importing runs the same code
// and commits; a job that stopped continues with the rows that are still ready. Claim gives a verified number what was
// imported for it.
package imports

import (
	"context"
	"errors"
	"fmt"
	"io"
	"log/slog"
	"time"

	"shanmen/internal/base/clock"
	"shanmen/internal/base/fault"
	"shanmen/internal/base/locale"
	"shanmen/internal/platform/db"
	"shanmen/internal/platform/db/query"
	"shanmen/internal/platform/media"
	"shanmen/internal/platform/outbox"
	"shanmen/internal/rites/ceremony"
	"shanmen/internal/sales/subscription"
)

// The kinds of lists.
const (
	Members = "members"
	Lamps   = "lamps"
	Orders  = "orders"
)

// The states of an import.
const (
	stateColumns   = "columns" // the columns must be confirmed
	stateReading   = "reading" // its rows are being checked
	stateReady     = "ready"
	stateImporting = "importing"
	stateDone      = "done"
	stateUndoing   = "undoing"
	stateUndone    = "undone"
	stateFailed    = "failed"
	stateGone      = "gone" // deleted without importing
)

// The classes of a row.
const (
	classReady      = "ready"
	classDecide     = "decide"     // needs an answer before it can be imported
	classUnreadable = "unreadable" // a value is invalid
	classKnown      = "known"      // created by an earlier import
	classOut        = "out"        // excluded by an answer
	classMade       = "made"
	classKept       = "kept" // stayed when the import was undone
)

// UndoFor is how long an import can be undone, and how long its rows are stored.
const UndoFor = 30 * 24 * time.Hour

// batch is how many rows one transaction writes, short enough that payments do not wait.
const batch = 200

// Service takes lists in.
type Service struct {
	DB            *db.DB
	Clock         clock.Clock
	Files         media.Store
	Subscriptions *subscription.Service
	Ceremonies    *ceremony.Service
	Messages      *locale.Messages
	Log           *slog.Logger
}

// KindWork is the outbox job that checks, imports or undoes, depending on the import's state.
const KindWork = "import-work"

type work struct {
	ImportID string `json:"importId"`
	ActorID  string `json:"actorId"`
}

func (s *Service) queue(ctx context.Context, tx *db.Tx, w work) error {
	job, err := outbox.Add(ctx, tx, outbox.Job{Kind: KindWork, Args: w, NotBefore: s.Clock.Now()})
	if err != nil {
		return err
	}
	return tx.ImportJob(ctx, query.ImportJobParams{JobID: job, ID: w.ImportID})
}

func (s *Service) open(ctx context.Context, key string) ([]byte, error) {
	f, err := s.Files.Open(ctx, key)
	if err != nil {
		return nil, fmt.Errorf("import's file: %w", err)
	}
	defer f.Close()
	return io.ReadAll(f)
}

// find reads an import, or returns fault.NotFound.
func find(ctx context.Context, r db.Reader, id string) (query.Import, error) {
	one, err := r.ImportByID(ctx, id)
	if errors.Is(err, db.ErrNoRows) {
		err = fault.NotFound()
	}
	return one, err
}

// lock locks an import for the transaction and refuses it in any other state: "import-busy".
func lock(ctx context.Context, tx *db.Tx, id string, states ...string) (query.Import, error) {
	one, err := tx.ImportLock(ctx, id)
	if err != nil {
		return one, db.NotFound(fmt.Errorf("import: %w", err))
	}
	for _, state := range states {
		if one.State == state {
			return one, nil
		}
	}
	return one, fault.Invalid("import-busy")
}
