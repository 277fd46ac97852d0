package ceremony

import (
	"context"
	"encoding/json"
	"fmt"
	"slices"

	"shanmen/internal/base/clock"
	"shanmen/internal/base/fault"
	"shanmen/internal/offer/form"
	"shanmen/internal/platform/db"
	"shanmen/internal/platform/db/query"
	"shanmen/internal/rites/tablet"
	"shanmen/internal/sales/invoice"
)

// Whether the names of an item can still be corrected: by the person who ordered it, by the office alone, or no more.
const (
	NamesOpen    = "open"
	NamesClosed  = "closed"
	NamesOffered = "offered"
)

// NamesOf tells whether the names of an item can still be corrected, and until when the first of its lists is open; 0: no
// list says when it closes. A list that is held again and again keeps a correction for the next time.
func (s *Service) NamesOf(ctx context.Context, r db.Reader, itemID string) (state string, until clock.Millis, err error) {
	entries, err := r.ListEntriesOfItem(ctx, itemID)
	if err != nil {
		return "", 0, fmt.Errorf("entries of an item: %w", err)
	}
	state = NamesOpen
	for _, e := range entries {
		if e.State == Withdrawn || e.InvoiceID == "" {
			continue
		}
		c, err := find(ctx, r, e.CeremonyID)
		if err != nil {
			return "", 0, err
		}
		switch {
		case e.State == Done && c.Gathers == Bought:
			return NamesOffered, 0, nil
		case e.State == Done:
		case s.closed(c):
			state = NamesClosed
		case c.ClosesAt > 0 && (until == 0 || c.ClosesAt < until):
			until = c.ClosesAt
		}
	}
	if state != NamesOpen {
		until = 0
	}
	return state, until, nil
}

// closed tells whether a list takes no more corrections of a devotee: from its cut-off on, also before the job has closed it.
func (s *Service) closed(c query.Ceremony) bool {
	return c.ClosedAt > 0 || c.ClosesAt > 0 && c.ClosesAt <= s.now()
}

// NamesChanged writes new answers of an item's form on its lists, in the transaction that changes its locked order. by is
// who of the office does it; "" is the devotee, who does so until the first list is closed: "names-list-closed". What was
// offered stays as it was: "names-offered". A text has to be checked anew, and what was printed of it printed again; where
// the office had corrected it too, it is marked.
func (s *Service) NamesChanged(ctx context.Context, tx *db.Tx, itemID string, values json.RawMessage, by string) error {
	entries, err := tx.ListEntriesOfItem(ctx, itemID)
	if err != nil {
		return fmt.Errorf("entries of an item: %w", err)
	}
	lists := map[string]query.Ceremony{}
	for _, e := range entries { // in the order of their lists
		if _, locked := lists[e.CeremonyID]; locked {
			continue
		}
		if lists[e.CeremonyID], err = lock(ctx, tx, e.CeremonyID); err != nil {
			return err
		}
	}
	state, _, err := s.NamesOf(ctx, tx.Queries, itemID)
	switch {
	case err != nil:
		return err
	case state == NamesOffered:
		return fault.Invalid("names-offered")
	case state == NamesClosed && by == "":
		return fault.Invalid("names-list-closed")
	}
	for _, e := range entries {
		if e, err = lockEntry(ctx, tx, e.ID); err != nil {
			return err
		}
		if e.State == Done || e.InvoiceID == "" || e.State == Withdrawn && e.WithdrawnWhy != whyUnpaid {
			continue
		}
		if err := s.rename(ctx, tx, lists[e.CeremonyID], e, values, by); err != nil {
			return err
		}
	}
	return nil
}

// rename writes new answers on one locked entry.
func (s *Service) rename(ctx context.Context, tx *db.Tx, c query.Ceremony, e query.CeremonyEntry, values json.RawMessage, by string) error {
	v, err := invoice.Load(ctx, tx.Queries, e.InvoiceID)
	if err != nil {
		return err
	}
	at := slices.IndexFunc(v.Items, func(it query.InvoiceItem) bool { return it.ID == e.ItemID })
	if at < 0 {
		return nil
	}
	sheet, err := form.NewReader(tx.Queries).Sheet(ctx, v.Items[at].FormKey, v.Items[at].FormVersion, string(values))
	if err != nil {
		return err
	}
	past, err := tx.Corrections(ctx, e.ID)
	if err != nil {
		return fmt.Errorf("corrections: %w", err)
	}
	state := Collected
	if e.State == Withdrawn { // it is right when its money comes again
		state = Withdrawn
	}
	var more []EntryMark
	if slices.ContainsFunc(past, func(p query.EntryCorrection) bool { return p.Reason != reasonDevotee }) {
		more = []EntryMark{{Code: markChangedBoth}}
	}
	var text tablet.Text
	if text, err = withOwn(e, textOf(e.Kind, sheet, payerOf(v.Invoice), c.StartsAt)); err != nil {
		return err
	}
	if err := s.revise(ctx, tx, e, text, state, reasonDevotee, by, more); err != nil {
		return err
	}
	return keepSigns(ctx, tx, c.ID, e.ID, e.No, sheet)
}
