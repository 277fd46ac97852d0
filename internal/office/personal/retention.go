package personal

import (
	"context"
	"errors"
	"fmt"
	"time"

	"shanmen/internal/base/clock"
	"shanmen/internal/offer/editing"
	"shanmen/internal/office/imports"
	"shanmen/internal/people/account"
	"shanmen/internal/platform/db"
	"shanmen/internal/platform/db/query"
	"shanmen/internal/rites/ceremony"
	"shanmen/internal/rites/print"
	"shanmen/internal/rites/wall"
	"shanmen/internal/sales/cart"
	"shanmen/internal/sales/payment"
)

const day24 = 24 * time.Hour

// Accounting records are kept until the end of the sixth year after theirs. The Charities Act 1994 requires five years
// from the end of the financial year, which may end a year after the record; IRAS requires less.
const accountingYears = 6

// Rule is the retention of one kind of data. docs/retention.md has a line for each, with the reason.
type Rule struct {
	Name  string
	Keep  time.Duration // counted from the time that the document names; 0 with Years
	Years int           // calendar years of Singapore after the record's; 0: Keep counts
	// Run deletes data older than a time; with guests, what is left after them. Nil: another sweep does so, with the limit
	// in Keep.
	Run func(ctx context.Context, tx *db.Tx, before time.Time) error

	guests *batches // nil: the rule does not concern orders without an account
	often  bool     // cheap, so it runs in every round of housekeeping; others run hourly
}

// batches delete a rule's data in parts, as orders without an account are due: there are many of them.
type batches struct {
	// due returns when the last of the next atOnce orders was made, of those made after a time and older than another; 0
	// without any.
	due func(ctx context.Context, r db.Reader, since, before clock.Millis) (int64, error)
	run func(ctx context.Context, tx *db.Tx, since clock.Millis, before time.Time) error // of orders made after since
}

func millis(q func(*db.Tx) func(context.Context, clock.Millis) error) func(context.Context, *db.Tx, time.Time) error {
	return func(ctx context.Context, tx *db.Tx, before time.Time) error {
		return q(tx)(ctx, clock.MillisOf(before))
	}
}

// Rules lists the retention of all data that is not kept as long as the account or the temple's own content.
func (s *Service) Rules() []Rule {
	return []Rule{
		{Name: "idempotency-keys", Keep: day24, often: true, Run: millis(func(tx *db.Tx) func(context.Context, clock.Millis) error { return tx.ForgetIdempotencyKeys })},
		{Name: "limits", often: true, Run: millis(func(tx *db.Tx) func(context.Context, clock.Millis) error { return tx.ForgetThrottles })},
		{Name: "presence", often: true, Run: millis(func(tx *db.Tx) func(context.Context, clock.Millis) error { return tx.ForgetPresence })},
		{Name: "taken-away", Keep: editing.KeptAway, Run: editing.ForgetTaken},
		{Name: "looks", often: true, Run: millis(func(tx *db.Tx) func(context.Context, clock.Millis) error { return tx.ForgetLooks })},
		{Name: "guest-sessions", Keep: account.GuestLife},
		{Name: "idle-guests", Keep: account.GuestIdle, Run: millis(func(tx *db.Tx) func(context.Context, clock.Millis) error { return tx.ForgetIdleGuests })},
		{Name: "holds", Keep: 0},
		{Name: "open-carts", Keep: cart.Lifetime},
		{Name: "loose-pictures", Keep: payment.UnusedFor},
		{Name: "stray-pictures", Keep: payment.StrayFor},
		{Name: "codes", Keep: day24, often: true, Run: millis(func(tx *db.Tx) func(context.Context, clock.Millis) error { return tx.ForgetCodes })},
		{Name: "ended-carts", Keep: 30 * day24, Run: millis(func(tx *db.Tx) func(context.Context, clock.Millis) error { return tx.ForgetCartItems })},
		{Name: "cart-references", Keep: 730 * day24, Run: millis(func(tx *db.Tx) func(context.Context, clock.Millis) error { return tx.ForgetCarts })},
		{Name: "dead-letters", Keep: 30 * day24, Run: millis(func(tx *db.Tx) func(context.Context, clock.Millis) error { return tx.BlankJobs })},
		{Name: "jobs", Keep: 90 * day24, Run: millis(func(tx *db.Tx) func(context.Context, clock.Millis) error { return tx.ForgetJobs })},
		{Name: "messages", Keep: 730 * day24, Run: millis(func(tx *db.Tx) func(context.Context, clock.Millis) error { return tx.ForgetFormEntries })},
		{Name: "addresses", Keep: 30 * day24, Run: millis(func(tx *db.Tx) func(context.Context, clock.Millis) error { return tx.ForgetAddressDays })},
		{Name: "pictures", Keep: 730 * day24, Run: s.Payments.ForgetPictures},
		{Name: "names", Keep: 400 * day24, Run: s.forgetClosedNames, guests: &batches{func(ctx context.Context, r db.Reader, since, before clock.Millis) (int64, error) {
			return r.NamesDue(ctx, query.NamesDueParams{Since: since, Before: before, Most: atOnce})
		}, s.forgetGuestNames}},
		{Name: "list-names", Keep: ceremony.KeptFor, Run: s.Ceremonies.ForgetNames},
		{Name: "wall-names", Keep: wall.KeptFor, Run: s.Wall.Forget},
		{Name: "print-files", Keep: print.KeptFor},
		{Name: "payers", Years: accountingYears, Run: forgetPayers(false), guests: &batches{func(ctx context.Context, r db.Reader, since, before clock.Millis) (int64, error) {
			return r.PayersDue(ctx, query.PayersDueParams{Since: since, Before: before, Most: atOnce})
		}, func(ctx context.Context, tx *db.Tx, _ clock.Millis, before time.Time) error {
			return forgetPayers(true)(ctx, tx, before)
		}}},
		{Name: "transfers", Years: accountingYears, Run: millis(func(tx *db.Tx) func(context.Context, clock.Millis) error { return tx.ForgetTransfers })},
		{Name: "statements", Years: accountingYears, Run: forgetStatements},
		{Name: "failed-logins", Keep: 365 * day24, Run: millis(func(tx *db.Tx) func(context.Context, clock.Millis) error { return tx.ForgetFailedLogins })},
		{Name: "audit", Years: accountingYears, Run: millis(func(tx *db.Tx) func(context.Context, clock.Millis) error { return tx.ForgetAudit })},
		{Name: "imports", Keep: imports.UndoFor},
		{Name: "letter-files", Keep: letterFiles},
	}
}

// forgetClosedNames deletes names of orders whose account is closed.
func (s *Service) forgetClosedNames(ctx context.Context, tx *db.Tx, before time.Time) error {
	return tx.BlankNames(ctx, query.BlankNamesParams{Closed: clock.MillisOf(before), Now: clock.MillisOf(s.Clock.Now())})
}

// forgetGuestNames deletes names of orders without an account, and of those whose account is closed.
func (s *Service) forgetGuestNames(ctx context.Context, tx *db.Tx, since clock.Millis, before time.Time) error {
	at := clock.MillisOf(before)
	of := query.BlankNamesParams{Since: since, Guests: at, Closed: at, Now: clock.MillisOf(s.Clock.Now())}
	if err := tx.BlankNames(ctx, of); err != nil {
		return err
	}
	return tx.NamesGone(ctx, query.NamesGoneParams{Since: since, Guests: at})
}

// forgetPayers deletes payers of orders whose account is closed, if guests is set those of orders without an account, and
// all notes of the office about payments, refunds, shifts and reopened months.
func forgetPayers(guests bool) func(context.Context, *db.Tx, time.Time) error {
	return func(ctx context.Context, tx *db.Tx, before time.Time) error {
		at := clock.MillisOf(before)
		of := query.BlankPayersParams{Closed: at}
		if guests {
			of.Guests = at
		}
		for range 2 { // two rounds: the first waits for a concurrent reindexing, the second deletes what that added
			if err := tx.ForgetPayerWords(ctx, query.ForgetPayerWordsParams(of)); err != nil {
				return err
			}
		}
		if err := tx.BlankPayers(ctx, of); err != nil {
			return err
		}
		if err := tx.ShiftsBlank(ctx, at); err != nil {
			return err
		}
		if err := tx.MonthReasonsBlank(ctx, at); err != nil {
			return err
		}
		if err := tx.BlankRefundNotes(ctx, at); err != nil {
			return err
		}
		return tx.BlankNotes(ctx, at)
	}
}

func forgetStatements(ctx context.Context, tx *db.Tx, before time.Time) error {
	if err := tx.ForgetBankLines(ctx, clock.MillisOf(before)); err != nil {
		return err
	}
	return tx.ForgetBankStatements(ctx, clock.MillisOf(before))
}

// Before is the time before which the rule deletes data at now.
func (r Rule) Before(now time.Time) time.Time {
	if r.Years > 0 {
		return time.Date(now.In(clock.Singapore).Year()-r.Years, 1, 1, 0, 0, 0, 0, clock.Singapore)
	}
	return now.Add(-r.Keep)
}

// slowEvery is the interval of rules whose retention is in days.
const slowEvery = time.Hour

// Retain erases closed accounts and deletes data at the end of its retention. Every rule has its own transaction, and a
// failing one does not stop others. Replicas may run it at once: everything is idempotent.
func (s *Service) Retain(ctx context.Context) error {
	now := s.Clock.Now()
	failed := s.EraseClosed(ctx)
	slow := now.UnixMilli()-s.swept.Load() >= slowEvery.Milliseconds()
	for _, r := range s.Rules() {
		if r.Run == nil || !r.often && !slow {
			continue
		}
		if err := s.run(ctx, r, r.Before(now)); err != nil {
			failed = errors.Join(failed, fmt.Errorf("retention of %s: %w", r.Name, err))
		}
	}
	if !slow {
		return failed
	}
	// File times are from the machine's clock, whatever the program's clock is.
	failed = errors.Join(failed, s.SweepLetters(clock.Real{}.Now().Add(-letterFiles)))
	if failed == nil {
		s.swept.Store(now.UnixMilli())
	}
	return failed
}

// atOnce is how many orders a transaction of retention takes. On 1 January the payers of a whole year are due; on a slow
// machine 15,000 orders take longer than a transaction may.
const atOnce = 500

// run deletes what a rule has due, the oldest orders first, in as many transactions as it needs.
func (s *Service) run(ctx context.Context, r Rule, before time.Time) error {
	write := func(run func(context.Context, *db.Tx, time.Time) error, before time.Time) error {
		return s.DB.Write(ctx, func(ctx context.Context, tx *db.Tx) error { return run(ctx, tx, before) })
	}
	for since := clock.Millis(0); r.guests != nil; {
		last, err := r.guests.due(ctx, s.DB.Read(), since, clock.MillisOf(before))
		if err != nil {
			return err
		}
		if last == 0 {
			break
		}
		until := clock.Millis(last).Time().Add(time.Millisecond) // the rules differ in whether an order of exactly that time is older
		if until.After(before) {
			until = before
		}
		err = write(func(ctx context.Context, tx *db.Tx, before time.Time) error {
			return r.guests.run(ctx, tx, since, before)
		}, until)
		if err != nil {
			return err
		}
		since = clock.Millis(last)
	}
	return write(r.Run, before)
}

const letterFiles = 30 * day24
