package print

import (
	"context"
	"errors"
	"fmt"
	"time"

	"shanmen/internal/base/clock"
	"shanmen/internal/base/fault"
	"shanmen/internal/offer/position"
	"shanmen/internal/people/account"
	"shanmen/internal/platform/audit"
	"shanmen/internal/platform/db"
	"shanmen/internal/platform/db/query"
	"shanmen/internal/platform/httpd"
	"shanmen/internal/platform/media"
	"shanmen/internal/platform/outbox"
	"shanmen/internal/rites/ceremony"
)

func ofMillis(d time.Duration) clock.Millis { return clock.Millis(d.Milliseconds()) }

// act is an idempotent action on a locked run. It answers with the run's new state.
func (s *Service) act(ctx context.Context, id string, do func(ctx context.Context, tx *db.Tx, run query.PrintRun, by string) error) (*RunView, error) {
	by := httpd.VisitorOf(ctx).UserID
	_, err := httpd.WriteOnce(ctx, s.DB, func(ctx context.Context, tx *db.Tx) (*struct{}, error) {
		run, err := tx.PrintRunLock(ctx, id)
		if err != nil {
			return nil, db.NotFound(err)
		}
		return nil, do(ctx, tx, run, by)
	})
	if err != nil {
		return nil, err
	}
	return s.Run(ctx, &runIn{ID: id})
}

// movedOn refuses an action that a run's state does not allow: "run-accepted" and "run-cancelled" with who did so,
// otherwise "run-not-ready".
func movedOn(ctx context.Context, tx *db.Tx, run query.PrintRun) error {
	code := map[string]string{Accepted: "run-accepted", Cancelled: "run-cancelled"}[run.State]
	if code == "" {
		return fault.Invalid("run-not-ready")
	}
	who, err := account.NameOf(ctx, tx.Queries, run.EndedBy)
	if err != nil {
		return err
	}
	return fault.Invalid(code).With("who", who)
}

// Cancel cancels a run: none of it counts as printed, its entries wait for another one, and its file is deleted.
func (s *Service) Cancel(ctx context.Context, in *runIn) (*RunView, error) {
	return s.act(ctx, in.ID, func(ctx context.Context, tx *db.Tx, run query.PrintRun, by string) error {
		if run.State == Accepted || run.State == Cancelled {
			return movedOn(ctx, tx, run)
		}
		if _, err := tx.PrintPiecesEnd(ctx, query.PrintPiecesEndParams{Outcome: dropped, RunID: run.ID}); err != nil {
			return fmt.Errorf("pieces: %w", err)
		}
		if err := s.end(ctx, tx, run, Cancelled, by); err != nil {
			return err
		}
		if run.StorageKey != "" {
			if err := s.fileGone(ctx, tx, run.ID, run.StorageKey, true); err != nil {
				return err
			}
		} else if err := tx.PrintLabelsBlank(ctx, run.ID); err != nil {
			return err
		}
		return audit.Note(ctx, tx, "run.cancel", "run:"+run.ID, nil, map[string]any{"run": run.No, "status": run.State})
	})
}

func (s *Service) end(ctx context.Context, tx *db.Tx, run query.PrintRun, state, by string) error {
	return tx.PrintRunEnd(ctx, query.PrintRunEndParams{State: state, EndedAt: s.now(), EndedBy: by, ID: run.ID})
}

// fileGone enqueues the deletion of a run's file, so that an unavailable storage cannot leave it behind.
func (s *Service) fileGone(ctx context.Context, tx *db.Tx, runID, key string, labels bool) error {
	n, err := tx.PrintRunFileGone(ctx, query.PrintRunFileGoneParams{ID: runID, StorageKey: key})
	if err != nil || n == 0 {
		return err
	}
	if labels {
		if err := tx.PrintLabelsBlank(ctx, runID); err != nil {
			return err
		}
	}
	_, err = outbox.Add(ctx, tx, outbox.Job{Kind: media.KindForgetFiles, Args: []string{key}, NotBefore: s.Clock.Now()})
	return err
}

// Again draws a run again after a failure, a crash, or when its file has expired. Its pieces keep their numbers and
// positions.
func (s *Service) Again(ctx context.Context, in *runIn) (*RunView, error) {
	return s.act(ctx, in.ID, func(ctx context.Context, tx *db.Tx, run query.PrintRun, _ string) error {
		if run.State != Failed && !s.stuck(run) && (run.State != Ready || run.StorageKey != "") {
			return movedOn(ctx, tx, run)
		}
		if err := tx.PrintRunQueue(ctx, query.PrintRunQueueParams{Now: s.now(), ID: run.ID}); err != nil {
			return fmt.Errorf("run: %w", err)
		}
		if err := s.queueDraw(ctx, tx, run.ID); err != nil {
			return err
		}
		return audit.Note(ctx, tx, "run.again", "run:"+run.ID, nil, map[string]any{"run": run.No})
	})
}

// SheetRange is a range of sheets, from 1, both ends included.
type SheetRange struct {
	From int64 `json:"from" minimum:"1"`
	To   int64 `json:"to" minimum:"1"`
}

type acceptRunIn struct {
	ID   string `path:"id" maxLength:"64"`
	Body struct {
		Spoiled []SheetRange `json:"spoiled,omitempty" maxItems:"50" doc:"Numbers of the spoiled sheets; empty if all are good"`
	}
}

// Accept records that a run's sheets printed well, except the spoiled ones. Pieces corrected since do not count, and
// pieces withdrawn since must be pulled. Refusals: "run-sheets" at spoiled; those of movedOn.
func (s *Service) Accept(ctx context.Context, in *acceptRunIn) (*RunView, error) {
	return s.act(ctx, in.ID, func(ctx context.Context, tx *db.Tx, run query.PrintRun, by string) error {
		if run.State != Ready || run.Kind == List {
			return movedOn(ctx, tx, run)
		}
		for _, r := range in.Body.Spoiled {
			if r.From < 1 || r.To < r.From || r.To > run.Sheets {
				return fault.InvalidFields([]fault.Field{{Path: "spoiled", Code: "run-sheets", Params: map[string]any{"max": run.Sheets}}})
			}
			err := tx.PrintSheetsSpoiled(ctx, query.PrintSheetsSpoiledParams{RunID: run.ID, FromSheet: r.From, ToSheet: r.To})
			if err != nil {
				return fmt.Errorf("spoiled sheets: %w", err)
			}
		}
		if err := s.count(ctx, tx, run); err != nil {
			return err
		}
		if err := tx.PrintPiecesReplaced(ctx, run.ID); err != nil {
			return fmt.Errorf("replaced papers: %w", err)
		}
		n, err := tx.PrintPiecesEnd(ctx, query.PrintPiecesEndParams{Outcome: good, RunID: run.ID})
		if err != nil {
			return fmt.Errorf("pieces: %w", err)
		}
		if err := s.end(ctx, tx, run, Accepted, by); err != nil {
			return err
		}
		return audit.Note(ctx, tx, "run.accept", "run:"+run.ID, nil, map[string]any{"run": run.No, "count": n})
	})
}

// count marks the entries of all waiting pieces as printed, locking them in number order like payments and refunds do.
// Pieces that no longer count get their outcome.
func (s *Service) count(ctx context.Context, tx *db.Tx, run query.PrintRun) error {
	pieces, err := tx.PrintPiecesByNumber(ctx, run.ID)
	if err != nil {
		return fmt.Errorf("pieces: %w", err)
	}
	for _, p := range pieces {
		outcome, err := s.countOne(ctx, tx, p)
		if err != nil {
			return err
		}
		if outcome == good {
			continue
		}
		if err := tx.PrintPieceEnd(ctx, query.PrintPieceEndParams{Outcome: outcome, RunID: run.ID, Seq: p.Seq}); err != nil {
			return fmt.Errorf("piece: %w", err)
		}
	}
	return nil
}

func (s *Service) countOne(ctx context.Context, tx *db.Tx, p query.PrintPiece) (outcome string, err error) {
	if p.UseID != "" {
		hangs, err := position.LabelHangs(ctx, tx, p.UseID)
		if err != nil || hangs {
			return good, err
		}
		return withdrawn, nil
	}
	counts, err := ceremony.Accepted(ctx, tx, s.now(), p.EntryID, p.Revision)
	if err != nil || counts {
		return good, err
	}
	e, err := tx.ListEntry(ctx, p.EntryID)
	switch {
	case errors.Is(err, db.ErrNoRows):
		return withdrawn, nil
	case err != nil:
		return "", fmt.Errorf("entry: %w", err)
	case e.State == ceremony.Withdrawn:
		return withdrawn, ceremony.AcceptedLate(ctx, tx, s.now(), e.ID, p.Revision)
	case e.Late > 1:
		return withdrawn, nil
	case e.State == ceremony.Done && e.PrintedRevision == p.Revision:
		return good, nil
	}
	return stale, nil
}

type reprintIn struct {
	ID   string `path:"id" maxLength:"64"`
	Body struct {
		Which   string  `json:"which" enum:"spoiled,stale,chosen" doc:"spoiled, stale: all such pieces; chosen: good pieces that were damaged or lost later"`
		Pieces  []int64 `json:"pieces,omitempty" maxItems:"100" doc:"Numbers of the pieces in the run"`
		Why     string  `json:"why,omitempty" enum:",damaged,lost" doc:"Reason, for which=chosen"`
		OffsetX int64   `json:"offsetX,omitempty" minimum:"-200" maximum:"200"`
		OffsetY int64   `json:"offsetY,omitempty" minimum:"-200" maximum:"200"`
	}
}

// Reprint creates a run of pieces of an accepted one, with the newest version of its layout and the current texts; an
// unchecked entry waits until it is checked. Refusals: as MakeRun; "run-not-ready".
func (s *Service) Reprint(ctx context.Context, in *reprintIn) (*RunView, error) {
	type made struct{ ID string }
	b := in.Body
	out, err := httpd.WriteOnce(ctx, s.DB, func(ctx context.Context, tx *db.Tx) (*made, error) {
		run, err := tx.PrintRun(ctx, in.ID)
		if err != nil {
			return nil, db.NotFound(err)
		}
		if run.State != Accepted {
			return nil, fault.Invalid("run-not-ready")
		}
		d := draftOf(run)
		d.Which, d.First, d.OffsetX, d.OffsetY = "chosen", 1, b.OffsetX, b.OffsetY
		d.Why = map[string]string{spoiled: "spoiled", stale: "corrected", "chosen": b.Why}[b.Which]
		if run.Source == OfHall {
			h, err := hallOf(ctx, tx.Queries, run.SourceID)
			if err != nil {
				return nil, err
			}
			d.SourceID = h.Key
		}
		if d.Entries, err = reprinted(ctx, tx, run, b.Which, b.Pieces); err != nil {
			return nil, err
		}
		id, err := s.makeRun(ctx, tx, d, httpd.VisitorOf(ctx).UserID)
		return &made{id}, err
	})
	if err != nil {
		return nil, err
	}
	return s.Run(ctx, &runIn{ID: out.ID})
}

// reprinted are the entries, or uses, of a run's pieces.
func reprinted(ctx context.Context, tx *db.Tx, run query.PrintRun, which string, chosen []int64) (ids []string, err error) {
	wanted := map[int64]bool{}
	for _, seq := range chosen {
		wanted[seq] = true
	}
	outcome := which
	if which == "chosen" {
		outcome = good
	}
	rows, err := tx.PrintPieces(ctx, query.PrintPiecesParams{RunID: run.ID, Outcome: outcome, Most: mostPieces})
	if err != nil {
		return nil, fmt.Errorf("pieces: %w", err)
	}
	for _, row := range rows {
		p := row.PrintPiece
		if which != "chosen" || wanted[p.Seq] {
			ids = append(ids, p.EntryID+p.UseID)
		}
	}
	if len(ids) == 0 {
		return nil, fault.Invalid("run-nothing")
	}
	return ids, nil
}
