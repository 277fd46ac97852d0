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

// Who can still correct the names of an item: the person who ordered it, only the office, or nobody.
const (
	NamesOpen    = "open"
	NamesClosed  = "closed"
	NamesOffered = "offered"
)

// NamesOf returns whether the names of an item can still be corrected, and until when the first of its lists is open;
// 0: no list has a cut-off. A recurring list uses a correction the next time.
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

// closed returns whether a list accepts no more corrections by devotees: from its cut-off on, even before the job has
// closed it.
func (s *Service) closed(c query.Ceremony) bool {
	return c.ClosedAt > 0 || c.ClosesAt > 0 && c.ClosesAt <= s.now()
}

// NamesChanged writes a corrected form to the item's list entries, in the transaction that changes its locked order. by
// is the staff member; "" is the devotee, who may do so until the first list is closed: "names-list-closed". Offered
// entries stay: "names-offered". Changed texts must be checked again, and printed ones printed again; if the office had
// corrected the text too, it is marked.
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
		if e.State == Done || e.InvoiceID == "" || e.State == Withdrawn && e.WithdrawnWhy != whyUnpaid && e.WithdrawnWhy != whyOffice {
			continue
		}
		if err := s.rename(ctx, tx, lists[e.CeremonyID], e, values, by); err != nil {
			return err
		}
	}
	return nil
}

// rename writes a corrected form to one locked entry.
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
	if e.State == Withdrawn { // so that it is right if it is paid again, or put back
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
