package ceremony

import (
	"context"
	"errors"
	"fmt"
	"time"

	"shanmen/internal/base/clock"
	"shanmen/internal/base/fault"
	"shanmen/internal/base/locale"
	"shanmen/internal/offer/form"
	"shanmen/internal/platform/audit"
	"shanmen/internal/platform/db"
	"shanmen/internal/platform/db/query"
	"shanmen/internal/sales/invoice"
)

// system is the actor of an automatic closing.
const system = "system"

// close closes a list: afterwards only items ordered before join it automatically. A running list is collected now. A
// closed one stays as it is.
func (s *Service) close(ctx context.Context, tx *db.Tx, ceremonyID, by string) error {
	c, err := lock(ctx, tx, ceremonyID)
	if err != nil || c.ClosedAt > 0 {
		return err
	}
	if by == system && (c.ClosesAt == 0 || c.ClosesAt > s.now()) { // its cut-off was changed meanwhile
		return nil
	}
	c.ClosedAt = s.now()
	if err := tx.CeremonyClose(ctx, query.CeremonyCloseParams{ClosedAt: c.ClosedAt, ClosedBy: by, ID: c.ID}); err != nil {
		return fmt.Errorf("close a list: %w", err)
	}
	if c.Gathers == Running {
		if err := s.startFill(ctx, tx, c); err != nil {
			return err
		}
	} else if err := s.allDone(ctx, tx, c); err != nil {
		return err
	}
	return audit.Note(ctx, tx, "ceremony.close", "ceremony:"+c.ID, nil, map[string]any(nil))
}

// allDone marks a closed list as done, once something on it is marked and nothing is left.
func (s *Service) allDone(ctx context.Context, tx *db.Tx, c query.Ceremony) error {
	marks, err := tx.DoneMarksOf(ctx, c.ID)
	if err != nil || len(marks) == 0 || c.ClosedAt == 0 {
		return err
	}
	left, err := tx.CeremonyNotDone(ctx, c.ID)
	if err != nil || left > 0 {
		return err
	}
	return tx.CeremonyDoneAt(ctx, query.CeremonyDoneAtParams{DoneAt: s.now(), ID: c.ID})
}

// CloseDue closes the lists whose cut-off has passed.
func (s *Service) CloseDue(ctx context.Context) error {
	ids, err := s.DB.Read().CeremoniesToClose(ctx, s.now())
	if err != nil {
		return fmt.Errorf("lists to close: %w", err)
	}
	var failed error
	for _, one := range ids {
		failed = errors.Join(failed, s.DB.Write(ctx, func(ctx context.Context, tx *db.Tx) error { return s.close(ctx, tx, one, system) }))
	}
	ended, err := s.DB.Read().CeremoniesToEnd(ctx, s.now()-clock.Millis(endedAfter.Milliseconds()))
	if err != nil {
		return errors.Join(failed, fmt.Errorf("lists to end: %w", err))
	}
	for _, one := range ended {
		failed = errors.Join(failed, s.DB.Write(ctx, func(ctx context.Context, tx *db.Tx) error { return s.end(ctx, tx, one) }))
	}
	return failed
}

// endedAfter is how long after its start a ceremony with nothing left to mark counts as done.
const endedAfter = 24 * time.Hour

// end marks a ceremony as done whose last entry was withdrawn, or which has none.
func (s *Service) end(ctx context.Context, tx *db.Tx, ceremonyID string) error {
	c, err := lock(ctx, tx, ceremonyID)
	if err != nil || c.DoneAt > 0 || c.ClosedAt == 0 {
		return err
	}
	left, err := tx.CeremonyNotDone(ctx, c.ID)
	if err != nil || left > 0 {
		return err
	}
	return tx.CeremonyDoneAt(ctx, query.CeremonyDoneAtParams{DoneAt: s.now(), ID: c.ID})
}

// reopen reopens a closed list until its first entry is done: "done-begun". It stays open until closed by hand, because
// its cut-off has passed. Entries that waited for a decision join.
func (s *Service) reopen(ctx context.Context, tx *db.Tx, ceremonyID string) error {
	c, err := lock(ctx, tx, ceremonyID)
	if err != nil || c.ClosedAt == 0 {
		return err
	}
	marks, err := tx.DoneMarksOf(ctx, c.ID)
	if err != nil {
		return fmt.Errorf("marks: %w", err)
	}
	if len(marks) > 0 {
		return fault.Invalid("done-begun")
	}
	closes := c.ClosesAt
	if closes > 0 && closes <= s.now() {
		closes = 0
	}
	change := query.CeremonyChangeParams{TitleEn: c.TitleEn, TitleZh: c.TitleZh, Script: c.Script, Paper: c.Paper, StartsAt: c.StartsAt, ClosesAt: closes, ID: c.ID}
	if err := tx.CeremonyChange(ctx, change); err != nil {
		return err
	}
	if err := tx.CeremonyClose(ctx, query.CeremonyCloseParams{ID: c.ID}); err != nil {
		return fmt.Errorf("reopen a list: %w", err)
	}
	if c.DoneAt > 0 { // it had ended automatically: items bought since then without a list belong to it
		if err := tx.CeremonyDoneAt(ctx, query.CeremonyDoneAtParams{ID: c.ID}); err != nil {
			return fmt.Errorf("reopen a list: %w", err)
		}
		if c.Gathers == Bought {
			if err := s.startFill(ctx, tx, c); err != nil {
				return err
			}
		}
	}
	waiting, err := tx.LateJoins(ctx, query.LateJoinsParams{UpdatedAt: s.now(), CeremonyID: c.ID})
	if err != nil {
		return fmt.Errorf("what waited: %w", err)
	}
	return audit.Note(ctx, tx, "ceremony.reopen", "ceremony:"+c.ID, nil, map[string]any{"joined": waiting})
}

// The decisions about an entry ordered after closing.
const (
	lateIn     = "in"
	lateNext   = "next"
	lateCannot = "cannot"
)

// decideLate decides about a waiting entry. Lock order: its invoice, the lists by id, the entry. The devotee is
// notified. Refusals: "late-decided", "no-next-ceremony", "list-done".
func (s *Service) decideLate(ctx context.Context, tx *db.Tx, entryID, decision string) error {
	e, err := tx.ListEntry(ctx, entryID)
	if err != nil {
		return db.NotFound(err)
	}
	v, err := invoice.Load(ctx, tx.Queries, e.InvoiceID)
	if err != nil {
		return err
	}
	if v.Invoice, err = invoice.Lock(ctx, tx, e.InvoiceID); err != nil {
		return err
	}
	var it query.InvoiceItem
	for _, one := range v.Items {
		if one.ID == e.ItemID {
			it = one
		}
	}
	ids := []string{e.CeremonyID}
	var next *query.CeremonySource
	if decision == lateNext {
		if next, err = s.next(ctx, tx.Queries, e.CeremonyID, it, v.CreatedAt); err != nil {
			return err
		}
		if next == nil {
			return fault.Invalid("no-next-ceremony")
		}
		if ids = append(ids, next.CeremonyID); ids[1] < ids[0] {
			ids[0], ids[1] = ids[1], ids[0]
		}
	}
	lists := map[string]query.Ceremony{}
	for _, one := range ids {
		if lists[one], err = lock(ctx, tx, one); err != nil {
			return err
		}
	}
	if e, err = lockEntry(ctx, tx, e.ID); err != nil {
		return err
	}
	here := lists[e.CeremonyID]
	switch {
	case e.Late != waitsLate || e.State != Collected || v.Status != invoice.Paid:
		return fault.Invalid("late-decided")
	case decision == lateIn && here.DoneAt > 0:
		return fault.Invalid("list-done")
	}
	told, to := here, query.ListEntryStateParams{State: e.State, Late: paidLate, UpdatedAt: s.now(), ID: e.ID}
	switch decision {
	case lateNext:
		told = lists[next.CeremonyID]
		if told.ClosedAt > 0 || told.DoneAt > 0 { // closed meanwhile
			return fault.Invalid("no-next-ceremony")
		}
		to.State, to.Late, to.WithdrawnWhy = Withdrawn, inTime, whyMoved
	case lateCannot:
		to.State, to.Late, to.WithdrawnWhy = Withdrawn, refusedLate, whyCannot
	}
	if err := tx.ListEntryState(ctx, to); err != nil {
		return fmt.Errorf("entry: %w", err)
	}
	if decision == lateNext { // this copy only: others need their own decisions
		if err := s.takeCopies(ctx, tx, told, *next, v.Invoice, it, inTime, form.NewReader(tx.Queries), e.Copy, e.Copy); err != nil {
			return err
		}
	}
	l := locale.Locale(v.Locale)
	params := map[string]string{"number": v.Number, "ceremony": titleOf(told, l), "date": s.dateOf(told, l)}
	if err := s.Payments.Tell(ctx, tx, v.Invoice, "ceremony-late-"+decision, "late-entry:"+e.ItemID+":"+decision+":"+told.ID, s.Clock.Now(), params); err != nil {
		return err
	}
	return audit.Note(ctx, tx, "ceremony.late", "ceremony:"+e.CeremonyID, nil, map[string]any{"entry": e.ID, "decision": decision})
}

func titleOf(c query.Ceremony, l locale.Locale) string {
	return locale.Text{EN: c.TitleEn, ZH: c.TitleZh}.In(l)
}
