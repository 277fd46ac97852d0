package ceremony

import (
	"cmp"
	"context"
	"errors"
	"fmt"
	"maps"
	"slices"

	"shanmen/internal/base/clock"
	"shanmen/internal/base/id"
	"shanmen/internal/offer/form"
	"shanmen/internal/platform/db"
	"shanmen/internal/platform/db/query"
	"shanmen/internal/platform/lookup"
	"shanmen/internal/sales/invoice"
)

// Paid runs in the transaction in which an invoice becomes paid. Each of its items joins one list that collects it, and
// entries withdrawn by an earlier undo come back under their numbers.
func (s *Service) Paid(ctx context.Context, tx *db.Tx, invoiceID string) error {
	v, err := invoice.Load(ctx, tx.Queries, invoiceID)
	if err != nil {
		return err
	}
	if err := s.comeBack(ctx, tx, v.ID); err != nil {
		return err
	}
	lists, of := map[string]query.Ceremony{}, make([][]query.CeremonySource, len(v.Items))
	for i, it := range v.Items {
		sources, err := tx.SourcesTaking(ctx, query.SourcesTakingParams{OfferingID: it.OfferingID, OrderedAt: int64(v.CreatedAt)})
		if err != nil {
			return fmt.Errorf("lists of an item: %w", err)
		}
		of[i] = sourcesOf(sources, it, v.CreatedAt)
		for _, one := range of[i] {
			lists[one.CeremonyID] = query.Ceremony{}
		}
	}
	for _, ceremonyID := range slices.Sorted(maps.Keys(lists)) {
		if lists[ceremonyID], err = lock(ctx, tx, ceremonyID); err != nil {
			return err
		}
	}
	rd := form.NewReader(tx.Queries)
	for i, it := range v.Items {
		to, err := s.listFor(ctx, tx, lists, of[i], v.Invoice, it)
		if err != nil {
			return err
		}
		if to == nil {
			continue
		}
		if err := s.take(ctx, tx, lists[to.CeremonyID], to.CeremonySource, v.Invoice, it, to.late, rd); err != nil {
			return err
		}
	}
	return nil
}

// joining is a list that an item joins, and how late.
type joining struct {
	query.CeremonySource
	late int64
	list query.Ceremony
}

// listFor is the list, among locked ones, that an item joins: the next ceremony that takes it automatically, otherwise
// the one on which it waits for a decision; nil if none.
func (s *Service) listFor(ctx context.Context, tx *db.Tx, lists map[string]query.Ceremony, sources []query.CeremonySource, v query.Invoice, it query.InvoiceItem) (*joining, error) {
	var all []joining
	for _, one := range sources {
		c := lists[one.CeremonyID]
		late, joins, err := s.lateness(ctx, tx, c, v, it)
		if err != nil {
			return nil, err
		}
		if joins {
			all = append(all, joining{one, late, c})
		}
	}
	if len(all) == 0 {
		return nil, nil
	}
	best := slices.MinFunc(all, func(a, b joining) int {
		return cmp.Or(
			cmp.Compare(b2i(a.late == waitsLate), b2i(b.late == waitsLate)),
			cmp.Compare(b2i(v.CreatedAt > a.list.ClosedAt), b2i(v.CreatedAt > b.list.ClosedAt)), // it was open at the time of the order
			cmp.Compare(b2i(a.list.DoneAt > 0), b2i(b.list.DoneAt > 0)),
			cmp.Compare(a.list.StartsAt, b.list.StartsAt), cmp.Compare(a.list.ID, b.list.ID),
		)
	})
	return &best, nil
}

func b2i(b bool) int {
	if b {
		return 1
	}
	return 0
}

// sourcesOf lists the sources that match an item, one per ceremony: an option's source before one for the whole
// offering.
func sourcesOf(all []query.CeremonySource, it query.InvoiceItem, ordered clock.Millis) []query.CeremonySource {
	best := map[string]query.CeremonySource{}
	for _, one := range all {
		if one.OptionID != "" && one.OptionID != it.OptionID || ordered < one.OrderedFromAt || one.OrderedUntil > 0 && ordered >= one.OrderedUntil {
			continue
		}
		if had, there := best[one.CeremonyID]; !there || had.OptionID == "" {
			best[one.CeremonyID] = one
		}
	}
	out := make([]query.CeremonySource, 0, len(best))
	for _, key := range slices.Sorted(maps.Keys(best)) {
		out = append(out, best[key])
	}
	return out
}

// lateness is how late an item comes to a locked list. One ordered after closing goes to the next open list; without
// one, it waits for a decision.
func (s *Service) lateness(ctx context.Context, tx *db.Tx, c query.Ceremony, v query.Invoice, it query.InvoiceItem) (late int64, joins bool, err error) {
	switch {
	case c.ClosedAt == 0:
		return inTime, true, nil
	case v.CreatedAt <= c.ClosedAt && c.DoneAt == 0:
		return paidLate, true, nil
	case v.CreatedAt <= c.ClosedAt: // the list is done: needs a decision
		return waitsLate, true, nil
	}
	next, err := s.next(ctx, tx.Queries, c.ID, it, v.CreatedAt)
	return waitsLate, next == nil, err
}

// next is the source of the next open list that matches an item; nil if none.
func (s *Service) next(ctx context.Context, r db.Reader, but string, it query.InvoiceItem, ordered clock.Millis) (*query.CeremonySource, error) {
	rows, err := r.CeremonyNextWith(ctx, query.CeremonyNextWithParams{OfferingID: it.OfferingID, But: but})
	if err != nil {
		return nil, fmt.Errorf("next list: %w", err)
	}
	for _, n := range rows {
		one := query.CeremonySource{CeremonyID: n.ID, OfferingID: it.OfferingID, OptionID: n.OptionID, Kind: n.Kind, OrderedFromAt: n.OrderedFromAt, OrderedUntil: n.OrderedUntil}
		if len(sourcesOf([]query.CeremonySource{one}, it, ordered)) > 0 {
			return &one, nil
		}
	}
	return nil, nil
}

// take adds every copy of an item to a locked list, unless it is there. A bought item is on only one list of bought
// items.
func (s *Service) take(ctx context.Context, tx *db.Tx, c query.Ceremony, source query.CeremonySource, v query.Invoice, it query.InvoiceItem, late int64, rd *form.Reader) error {
	return s.takeCopies(ctx, tx, c, source, v, it, late, rd, 1, it.Quantity)
}

// takeCopies is take for the copies from first to last.
func (s *Service) takeCopies(ctx context.Context, tx *db.Tx, c query.Ceremony, source query.CeremonySource, v query.Invoice, it query.InvoiceItem, late int64, rd *form.Reader, first, last int64) error {
	sheet, err := rd.Sheet(ctx, it.FormKey, it.FormVersion, it.Form)
	if err != nil {
		return fmt.Errorf("form of an item: %w", err)
	}
	text := textOf(source.Kind, sheet, payerOf(v), c.StartsAt)
	_, marks, err := s.looked(ctx, tx.Queries, c, source.Kind, 0, text, payerOf(v))
	if err != nil {
		return err
	}
	now, raw := s.now(), asJSON(text)
	for n := first; n <= last; n++ {
		if c.Gathers == Bought {
			there, err := tx.ListEntryElsewhere(ctx, query.ListEntryElsewhereParams{ItemID: it.ID, Copy: n})
			if err != nil {
				return fmt.Errorf("lists of an item: %w", err)
			}
			if there > 0 {
				continue
			}
		}
		_, err := tx.ListEntryOfItem(ctx, query.ListEntryOfItemParams{CeremonyID: c.ID, ItemID: it.ID, Copy: n})
		if err == nil {
			continue
		}
		if !errors.Is(err, db.ErrNoRows) {
			return fmt.Errorf("entry of an item: %w", err)
		}
		no, err := tx.CeremonyNumber(ctx, c.ID)
		if err != nil {
			return fmt.Errorf("number of an entry: %w", err)
		}
		sitting, err := sittingFor(ctx, tx, c.ID, it.ID, n)
		if err != nil {
			return err
		}
		row := query.ListEntryAddParams{
			ID: id.New(), CeremonyID: c.ID, No: no, InvoiceID: v.ID, ItemID: it.ID, Copy: n, Sitting: sitting, Kind: source.Kind, Original: raw,
			TextHash: hashOf(raw), Late: late, Marks: asJSON(marks), Sponsor: v.PayerName, CreatedAt: now,
		}
		added, err := tx.ListEntryAdd(ctx, row)
		if err != nil {
			return fmt.Errorf("entry: %w", err)
		}
		if added == 0 {
			continue
		}
		if err := keepSigns(ctx, tx, c.ID, row.ID, no, sheet); err != nil {
			return err
		}
		words := lookup.Words{Names: append(namesOf(text), v.PayerName, v.PayerChinese), Numbers: []string{v.Number}}
		if err := lookup.Add(ctx, tx, foundIn(c.ID), row.ID, now, words); err != nil {
			return err
		}
	}
	return nil
}

// foundIn is the search kind of one list's entries.
func foundIn(ceremonyID string) lookup.Kind { return lookup.Kind("entry:" + ceremonyID) }

// comeBack restores entries withdrawn as unpaid, under their numbers.
func (s *Service) comeBack(ctx context.Context, tx *db.Tx, invoiceID string) error {
	entries, err := tx.ListEntriesOfInvoice(ctx, invoiceID)
	if err != nil {
		return fmt.Errorf("entries of an invoice: %w", err)
	}
	for _, e := range entries {
		if e, err = lockEntry(ctx, tx, e.ID); err != nil {
			return err
		}
		switch {
		case e.WithdrawnWhy != whyUnpaid:
			continue
		case e.State == Done:
			err = tx.ListEntryWhy(ctx, query.ListEntryWhyParams{ID: e.ID})
		default:
			if e, err = paperGone(ctx, tx, e); err != nil {
				return err
			}
			state, late := stateOf(e), e.Late
			if c, err := find(ctx, tx.Queries, e.CeremonyID); err != nil {
				return err
			} else if c.DoneAt > 0 {
				state, late = Collected, waitsLate
			}
			err = tx.ListEntryState(ctx, query.ListEntryStateParams{State: state, Late: late, UpdatedAt: s.now(), ID: e.ID})
		}
		if err != nil {
			return fmt.Errorf("entry: %w", err)
		}
	}
	return nil
}

// paperGone is a restored entry without the paper that was pulled meanwhile.
func paperGone(ctx context.Context, tx *db.Tx, e query.CeremonyEntry) (query.CeremonyEntry, error) {
	if e.OutAt == 0 || e.PrintedRevision == 0 {
		return e, nil
	}
	e.PrintedRevision = 0
	if err := tx.ListEntryPaperGone(ctx, e.ID); err != nil {
		return e, fmt.Errorf("paper of an entry: %w", err)
	}
	return e, nil
}

// stateOf derives an entry's state from what was checked and printed.
func stateOf(e query.CeremonyEntry) string {
	switch e.Revision {
	case e.PrintedRevision:
		return Printed
	case e.CheckedRevision:
		return Checked
	}
	return Collected
}

// Unpaid runs in the transaction in which an invoice stops being paid. Its entries are withdrawn, except those already
// offered.
func (s *Service) Unpaid(ctx context.Context, tx *db.Tx, invoiceID string) error {
	v, err := tx.Invoice(ctx, invoiceID)
	if err != nil {
		return fmt.Errorf("invoice: %w", err)
	}
	why := whyUnpaid
	if v.Status == invoice.Refunded {
		why = whyRefunded
	}
	entries, err := tx.ListEntriesOfInvoice(ctx, invoiceID)
	if err != nil {
		return fmt.Errorf("entries of an invoice: %w", err)
	}
	return s.withdrawAll(ctx, tx, entries, why)
}

// ImportUndone withdraws the entries of an imported lamp that is removed, except those already offered.
func (s *Service) ImportUndone(ctx context.Context, tx *db.Tx, subscriptionID string) error {
	entries, err := tx.ListEntriesOfItem(ctx, subscriptionID)
	if err != nil {
		return fmt.Errorf("entries of a lamp: %w", err)
	}
	return s.withdrawAll(ctx, tx, entries, whyOffice)
}

func (s *Service) withdrawAll(ctx context.Context, tx *db.Tx, entries []query.CeremonyEntry, why string) error {
	for _, e := range entries {
		e, err := lockEntry(ctx, tx, e.ID)
		if err != nil {
			return err
		}
		switch {
		case e.State == Done:
			err = tx.ListEntryWhy(ctx, query.ListEntryWhyParams{WithdrawnWhy: why, ID: e.ID})
		case e.State == Withdrawn && e.WithdrawnWhy != whyUnpaid:
		default:
			err = tx.ListEntryState(ctx, query.ListEntryStateParams{State: Withdrawn, WithdrawnWhy: why, Late: e.Late, UpdatedAt: s.now(), ID: e.ID})
		}
		if err != nil {
			return fmt.Errorf("entry: %w", err)
		}
	}
	return nil
}
