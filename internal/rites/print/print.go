// Package print manages print layouts of tablets, labels and petitions, and print runs. A run has checked and paid
// entries of a list; a piece counts as printed only when a person has confirmed its paper (decision 36).
//
// make.go creates a run in one transaction under the ceremony's row: pick.go takes entries that are paid, checked and
// in no other run, and leaves out what cannot be printed. A job (draw.go) draws the PDF into an unnamed file and stores
// it, if no newer drawing exists. act.go confirms a run: entries are locked in the order of their numbers, and each
// piece counts with the revision that is on its paper.
package print

import (
	"encoding/json"
	"fmt"
	"log/slog"
	"time"

	"shanmen/internal/base/clock"
	"shanmen/internal/base/locale"
	"shanmen/internal/people/account"
	"shanmen/internal/platform/db"
	"shanmen/internal/platform/media"
)

// Service has the calls of layouts and print runs.
type Service struct {
	DB       *db.DB
	Clock    clock.Clock
	Files    media.Store
	Accounts *account.Service
	Messages *locale.Messages
	Log      *slog.Logger
}

// List is the kind of a run that is a name list: nothing of it counts as printed.
const List = "list"

// The sources of runs.
const (
	OfCeremony = "ceremony"
	OfHall     = "hall" // labels of its positions
)

// The states of a run.
const (
	Queued    = "queued"
	Running   = "running"
	Ready     = "ready"
	Accepted  = "accepted"
	Cancelled = "cancelled"
	Failed    = "failed"
)

// The outcomes of a piece.
const (
	waits     = ""
	good      = "good"
	spoiled   = "spoiled"
	stale     = "stale"     // printed, and corrected since: to be printed again
	withdrawn = "withdrawn" // printed, and withdrawn since: to be pulled
	replaced  = "replaced"  // replaced by the paper of a later run
	blank     = "blank"     // left empty: corrected or withdrawn before it was drawn
	dropped   = "dropped"   // cancelled with its run
)

// KeptFor is how long a run's file is stored.
const KeptFor = 14 * 24 * time.Hour

const (
	mostPieces  = 5000 // maximum pieces of a run; the rest needs another one
	mostLeftOut = 200  // maximum listed in a run
	mostSpoiled = 50   // maximum ranges of sheets
	stuckAfter  = 30 * time.Second
	beatEvery   = time.Second
)

func (s *Service) now() clock.Millis { return clock.MillisOf(s.Clock.Now()) }

func asJSON(v any) string {
	b, err := json.Marshal(v)
	if err != nil {
		panic(err) // cannot fail: plain values
	}
	return string(b)
}

func fromJSON[T any](text string) (v T, err error) {
	if err = json.Unmarshal([]byte(text), &v); err != nil {
		err = fmt.Errorf("stored JSON: %w", err)
	}
	return v, err
}
