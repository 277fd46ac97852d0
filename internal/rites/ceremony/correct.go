package ceremony

import (
	"context"
	"fmt"
	"slices"

	"shanmen/internal/base/clock"
	"shanmen/internal/base/fault"
	"shanmen/internal/people/account"
	"shanmen/internal/platform/audit"
	"shanmen/internal/platform/db"
	"shanmen/internal/platform/db/query"
	"shanmen/internal/platform/lookup"
	"shanmen/internal/rites/tablet"
	"shanmen/internal/sales/invoice"
)

// Reasons are the codes for a correction by the office.
var Reasons = []string{"typed-wrong", "house-format", "family-asked", "rare-character", "too-long"}

// reasonDevotee is the code for a change of the order's own names, by the devotee or by the office on the order.
const reasonDevotee = "devotee"

// onList refuses entries that cannot be changed: "entry-done", "entry-withdrawn", and "late-undecided" if a decision is
// needed.
func onList(e query.CeremonyEntry) error {
	switch {
	case e.State == Done:
		return fault.Invalid("entry-done")
	case e.State == Withdrawn:
		return fault.Invalid("entry-withdrawn")
	case e.Late == waitsLate:
		return fault.Invalid("late-undecided")
	}
	return nil
}

// seen refuses a caller who has not seen the newest text: "list-entry-changed", with who changed it.
func seen(ctx context.Context, tx *db.Tx, e query.CeremonyEntry, revision int64) error {
	if e.Revision == revision {
		return nil
	}
	last, err := tx.CorrectionLast(ctx, e.ID)
	if err != nil {
		return fmt.Errorf("last correction: %w", err)
	}
	who := ""
	if last.ByID != "" {
		if who, err = account.NameOf(ctx, tx.Queries, last.ByID); err != nil {
			return err
		}
	}
	return fault.Invalid("list-entry-changed").With("who", who)
}

// check marks an entry's text as correct: "entry-does-not-fit" if no layout of its paper can print it.
func (s *Service) check(ctx context.Context, tx *db.Tx, entryID string, revision int64) error {
	e, err := lockEntry(ctx, tx, entryID)
	if err != nil {
		return err
	}
	if err := onList(e); err != nil {
		return err
	}
	if err := seen(ctx, tx, e, revision); err != nil {
		return err
	}
	if err := s.printable(ctx, tx, e); err != nil {
		return err
	}
	e.CheckedRevision = e.Revision
	return tx.ListEntryChecked(ctx, query.ListEntryCheckedParams{State: stateOf(e), CheckedRevision: e.CheckedRevision, UpdatedAt: s.now(), ID: e.ID})
}

// printable refuses an entry whose text no layout of its paper can print.
func (s *Service) printable(ctx context.Context, tx *db.Tx, e query.CeremonyEntry) error {
	c, err := find(ctx, tx.Queries, e.CeremonyID)
	if err != nil || !c.Paper {
		return err
	}
	marks, err := s.marksOf(ctx, tx.Queries, c, e)
	if err == nil && doesNotFit(marks) {
		err = fault.Invalid("entry-does-not-fit")
	}
	return err
}

// uncheck removes a check, until the entry is printed: "entry-printed".
func (s *Service) uncheck(ctx context.Context, tx *db.Tx, entryID string) error {
	e, err := lockEntry(ctx, tx, entryID)
	if err != nil {
		return err
	}
	if err := onList(e); err != nil {
		return err
	}
	if e.State == Printed {
		return fault.Invalid("entry-printed")
	}
	return tx.ListEntryChecked(ctx, query.ListEntryCheckedParams{State: Collected, UpdatedAt: s.now(), ID: e.ID})
}

// correction is a change of a print text.
type correction struct {
	revision int64 // the revision that was seen
	text     tablet.Text
	reason   string
	right    bool // also mark it as checked
}

// correct changes an entry's print text and keeps the old one. A printed entry must be printed again.
func (s *Service) correct(ctx context.Context, tx *db.Tx, entryID string, n correction, by string) error {
	e, err := lockEntry(ctx, tx, entryID)
	if err != nil {
		return err
	}
	if err := onList(e); err != nil {
		return err
	}
	if err := seen(ctx, tx, e, n.revision); err != nil {
		return err
	}
	was, err := fromJSON[tablet.Text](e.Text)
	if err != nil {
		return err
	}
	if err := checkText(was, n.text); err != nil {
		return err
	}
	if err := unprintable(n.text); err != nil {
		return err
	}
	if !slices.Contains(Reasons, n.reason) {
		return fault.At("reason", "not-a-choice")
	}
	state := Collected
	if n.right || e.State == Printed {
		state = Checked
	}
	if err := s.revise(ctx, tx, e, n.text, state, n.reason, by, nil); err != nil {
		return err
	}
	return audit.Note(ctx, tx, "entry.correct", "ceremony:"+e.CeremonyID, nil, map[string]any{"entry": e.ID, "revision": e.Revision + 1, "reason": n.reason})
}

// revise writes the next revision of a locked entry. An equal text is no revision, and one that no layout can print
// stays unchecked.
func (s *Service) revise(ctx context.Context, tx *db.Tx, e query.CeremonyEntry, text tablet.Text, state, reason, by string, more []EntryMark) error {
	raw := asJSON(text)
	checked := int64(0)
	if raw == e.Text {
		if state == Checked {
			if err := s.printable(ctx, tx, e); err != nil {
				return err
			}
			e.CheckedRevision = e.Revision
			return tx.ListEntryChecked(ctx, query.ListEntryCheckedParams{State: stateOf(e), CheckedRevision: e.Revision, UpdatedAt: s.now(), ID: e.ID})
		}
		return nil
	}
	c, err := find(ctx, tx.Queries, e.CeremonyID)
	if err != nil {
		return err
	}
	by1, number, err := payerOfEntry(ctx, tx.Queries, e)
	if err != nil {
		return err
	}
	_, marks, err := s.looked(ctx, tx.Queries, c, e.Kind, e.Sitting, text, by1)
	if err != nil {
		return err
	}
	if state == Checked && c.Paper && doesNotFit(marks) {
		state = Collected
	}
	if state == Checked {
		checked = e.Revision + 1
	}
	now := s.now()
	err = tx.ListEntryText(ctx, query.ListEntryTextParams{
		State: state, Text: raw, TextHash: hashOf(raw), Revision: e.Revision + 1, CheckedRevision: checked, Marks: asJSON(append(marks, more...)), UpdatedAt: now, ID: e.ID,
	})
	if err != nil {
		return fmt.Errorf("revision: %w", err)
	}
	row := query.CorrectionAddParams{EntryID: e.ID, Revision: e.Revision + 1, Before: e.Text, After: raw, Reason: reason, ByID: by, At: now}
	if err := tx.CorrectionAdd(ctx, row); err != nil {
		return fmt.Errorf("correction: %w", err)
	}
	words := lookup.Words{Names: append(namesOf(text), by1.name, by1.chinese), Numbers: []string{number}}
	return lookup.Put(ctx, tx, foundIn(e.CeremonyID), e.ID, e.CreatedAt, words)
}

// payerOfEntry is who ordered an entry, and the order's number; without an order its sponsor.
func payerOfEntry(ctx context.Context, r db.Reader, e query.CeremonyEntry) (payer, string, error) {
	if e.InvoiceID == "" {
		return payer{name: e.Sponsor}, "", nil
	}
	v, err := r.Invoice(ctx, e.InvoiceID)
	if err != nil {
		return payer{}, "", fmt.Errorf("order of an entry: %w", err)
	}
	return payerOf(v), v.Number, nil
}

// withOwn carries over to a petition's new text what the office had written on it: its sponsor, address and wish, and
// what is printed before a name that still occurs.
func withOwn(e query.CeremonyEntry, text tablet.Text) (tablet.Text, error) {
	if e.Kind != kindPetition {
		return text, nil
	}
	original, err := fromJSON[tablet.Text](e.Original)
	if err != nil {
		return text, err
	}
	was, err := fromJSON[tablet.Text](e.Text)
	if err != nil {
		return text, err
	}
	keep := func(now *string, given, had string) {
		if *now == "" && given == "" {
			*now = had
		}
	}
	keep(&text.Sponsor, original.Sponsor, was.Sponsor)
	keep(&text.Address, original.Address, was.Address)
	keep(&text.Wish, original.Wish, was.Wish)
	for i := range text.People {
		p := &text.People[i]
		for _, old := range was.People {
			if old.Name != p.Name {
				continue
			}
			keep(&p.Relation, "", old.Relation)
			keep(&p.Birth, "", old.Birth)
			keep(&p.Age, "", old.Age)
			break
		}
	}
	return text, nil
}

// Accepted is called by package print when a paper was printed well. It counts only if its revision is still the
// entry's and the entry is still on the list.
func Accepted(ctx context.Context, tx *db.Tx, now clock.Millis, entryID string, revision int64) (counts bool, err error) {
	n, err := tx.ListEntryPrinted(ctx, query.ListEntryPrintedParams{UpdatedAt: now, ID: entryID, Revision: revision})
	if err != nil {
		return false, fmt.Errorf("printed: %w", err)
	}
	return n > 0, nil
}

// AcceptedLate is called by package print for a well-printed paper whose entry was refunded or withdrawn meanwhile: the
// paper must be pulled.
func AcceptedLate(ctx context.Context, tx *db.Tx, now clock.Millis, entryID string, revision int64) error {
	if _, err := tx.ListEntryPaperOut(ctx, query.ListEntryPaperOutParams{UpdatedAt: now, ID: entryID, Revision: revision}); err != nil {
		return fmt.Errorf("paper to pull: %w", err)
	}
	return nil
}

// ask records that the family was asked about an entry.
func (s *Service) ask(ctx context.Context, tx *db.Tx, entryID string) error {
	e, err := lockEntry(ctx, tx, entryID)
	if err == nil {
		err = onList(e)
	}
	if err != nil {
		return err
	}
	return tx.ListEntryAsked(ctx, query.ListEntryAskedParams{AskedAt: s.now(), ID: e.ID})
}

// withdraw withdraws an entry, or restores one that the office had withdrawn.
func (s *Service) withdraw(ctx context.Context, tx *db.Tx, entryID string, back bool) error {
	e, err := tx.ListEntry(ctx, entryID)
	if err != nil {
		return db.NotFound(err)
	}
	paid := true
	if e.InvoiceID != "" {
		v, err := invoice.Lock(ctx, tx, e.InvoiceID)
		if err != nil {
			return err
		}
		paid = v.Status == invoice.Paid
	}
	if e, err = lockEntry(ctx, tx, entryID); err != nil {
		return err
	}
	to := query.ListEntryStateParams{State: Withdrawn, WithdrawnWhy: whyOffice, Late: e.Late, UpdatedAt: s.now(), ID: e.ID}
	action := "entry.withdraw"
	if back {
		if e.State != Withdrawn || e.WithdrawnWhy != whyOffice || !paid {
			return fault.Invalid("entry-withdrawn")
		}
		if e, err = paperGone(ctx, tx, e); err != nil {
			return err
		}
		to.State, to.WithdrawnWhy, action = stateOf(e), "", "entry.put-back"
	} else if err := onList(e); err != nil {
		return err
	}
	if err := tx.ListEntryState(ctx, to); err != nil {
		return fmt.Errorf("entry: %w", err)
	}
	return audit.Note(ctx, tx, action, "ceremony:"+e.CeremonyID, nil, map[string]any{"entry": e.ID})
}

// takeOut records that the paper of a withdrawn entry was pulled.
func (s *Service) takeOut(ctx context.Context, tx *db.Tx, entryID string) error {
	e, err := lockEntry(ctx, tx, entryID)
	if err != nil {
		return err
	}
	if e.State != Withdrawn || e.PrintedRevision == 0 {
		return fault.Invalid("nothing-to-take-out")
	}
	if err := tx.ListEntryTakenOut(ctx, query.ListEntryTakenOutParams{OutAt: s.now(), ID: e.ID}); err != nil {
		return err
	}
	return audit.Note(ctx, tx, "entry.taken-out", "ceremony:"+e.CeremonyID, nil, map[string]any{"entry": e.ID})
}
