package subscription

import (
	"context"
	"errors"
	"fmt"
	"math"
	"slices"
	"strconv"
	"time"

	"shanmen/internal/base/clock"
	"shanmen/internal/base/fault"
	"shanmen/internal/base/id"
	"shanmen/internal/base/keyset"
	"shanmen/internal/base/locale"
	"shanmen/internal/base/lunar"
	"shanmen/internal/base/money"
	"shanmen/internal/offer/offering"
	"shanmen/internal/offer/position"
	"shanmen/internal/people/account"
	"shanmen/internal/platform/db"
	"shanmen/internal/platform/db/query"
	"shanmen/internal/sales/invoice"
	"shanmen/internal/sales/subscription/term"
)

// withdrawnFor is how long an offering must be unavailable before its subscriptions end, so that hiding it briefly or
// by mistake ends nothing.
const withdrawnFor = 24 * time.Hour

// Work is one round of automatic changes: subscriptions whose offering is gone end, upcoming terms get invoices,
// reminders are sent, unpaid ones complete, and unused stock is returned. Each subscription has its own transaction and
// is checked again under its lock, so that replicas may run it at once and a failing one does not delay others.
func (s *Service) Work(ctx context.Context) error {
	set, err := readSettings(ctx, s.DB.Read())
	if err != nil {
		return err
	}
	var failed error
	for _, step := range []func(context.Context, settings) error{s.lookAtWithdrawn, s.renew, s.remind, s.complete, s.release} {
		failed = errors.Join(failed, step(ctx, set))
	}
	return failed
}

// pages reads due rows page by page and handles each in its own transaction. The next page starts after the last row,
// so that failing rows do not block others. isBenign returns whether an error that rolled back a row is no failure.
func pages[T any](ctx context.Context, s *Service, read func(after keyset.Key) ([]T, error), key func(T) keyset.Key,
	isBenign func(error) bool, do func(context.Context, *db.Tx, T) error,
) error {
	var failed error
	for after := (keyset.Key{At: math.MinInt64}); ; {
		rows, err := read(after)
		if err != nil {
			return errors.Join(failed, err)
		}
		for _, row := range rows {
			after = key(row)
			err := s.DB.Write(ctx, func(ctx context.Context, tx *db.Tx) error { return do(ctx, tx, row) })
			if err != nil && !isBenign(err) {
				failed = errors.Join(failed, fmt.Errorf("subscription %s: %w", after.ID, err))
			}
		}
		if len(rows) < pageOfWork || ctx.Err() != nil {
			return failed
		}
	}
}

// pageOfWork is the limit in the SQL queries of due rows.
const pageOfWork = 200

// isRefusal returns whether a rule refused, because another replica or the member was first.
func isRefusal(err error) bool {
	_, ok := fault.Of(err)
	return ok
}

func never(error) bool { return false }

func (s *Service) renewBefore(set settings) (yearly, monthly int64) {
	today := lunar.DayOf(s.Clock.Now())
	return today.Add(set.yearly).Time(0, 0).UnixMilli(), today.Add(set.monthly).Time(0, 0).UnixMilli()
}

// graceOver is the latest end of a term whose days of grace have passed.
func (s *Service) graceOver(set settings) clock.Millis {
	return clock.MillisOf(lunar.DayOf(s.Clock.Now()).Add(-set.grace-1).Time(0, 0))
}

// renew creates the invoices of upcoming terms.
func (s *Service) renew(ctx context.Context, set settings) error {
	yearly, monthly := s.renewBefore(set)
	due := func(after keyset.Key) ([]query.Subscription, error) {
		return s.DB.Read().SubscriptionsToRenew(ctx, query.SubscriptionsToRenewParams{Yearly: yearly, Monthly: monthly, Over: int64(s.graceOver(set)), AfterAt: int64(after.At), AfterID: after.ID})
	}
	err := pages(ctx, s, due, func(sub query.Subscription) keyset.Key { return keyset.Key{At: sub.EndsAt, ID: sub.ID} },
		func(err error) bool { return errors.Is(err, errWithdrawn) }, // handled by lookAtWithdrawn
		func(ctx context.Context, tx *db.Tx, seen query.Subscription) error {
			sub, still, err := lockDue(ctx, tx, seen)
			if err != nil || !still {
				return err
			}
			_, err = s.invoiceNext(ctx, tx, sub, set, invoice.BySystem)
			return err
		})
	if err != nil {
		return fmt.Errorf("renew: %w", err)
	}
	return nil
}

// lockDue locks a due subscription: other replicas wait, and then find it done.
func lockDue(ctx context.Context, tx *db.Tx, seen query.Subscription) (sub query.Subscription, still bool, err error) {
	if sub, err = lock(ctx, tx, seen.ID); err != nil {
		return sub, false, err
	}
	n, err := findNext(ctx, tx.Queries, sub)
	return sub, err == nil && sub.Status == Active && sub.Period == seen.Period && !n.there(), err
}

// originOf is the origin of a period's first invoice, which is UNIQUE: no period has two, whatever else fails.
func originOf(subscriptionID string, period, again int64) string {
	return fmt.Sprintf("%s:%d%s", subscriptionID, period, attempt(again))
}

// errWithdrawn: the option is no longer offered for this term.
var errWithdrawn = fault.Invalid("offering-withdrawn")

// facts are the current catalogue data of a subscription, and the price of its next term in cents: the current one, or
// the last open amount within current limits. Availability does not matter, because the subscription keeps its stock.
func (s *Service) facts(ctx context.Context, r db.Reader, sub query.Subscription) (f offering.Facts, price money.Cents, err error) {
	f, err = offering.Price(ctx, r, s.Clock.Now(), sub.OptionID)
	if errors.Is(err, fault.NotFound()) {
		return f, 0, errWithdrawn
	}
	if err != nil {
		return f, 0, err
	}
	if f.State == offering.Withdrawn || f.EnquiryOnly || !slices.Contains(f.Terms, sub.Term) {
		return f, sub.UnitPrice, errWithdrawn
	}
	price = sub.UnitPrice
	switch {
	case f.Price != nil:
		price = *f.Price
	case f.Min != nil && price < *f.Min:
		price = *f.Min
	case f.Max != nil && price > *f.Max:
		price = *f.Max
	}
	return f, price, nil
}

// invoiceNext creates the invoice of a locked subscription's next term, at the current price and with the last names.
// It takes and returns no stock, because the subscription holds it. The period's row in subscription_terms is UNIQUE,
// so that no period has two.
func (s *Service) invoiceNext(ctx context.Context, tx *db.Tx, sub query.Subscription, set settings, by string) (invoiceID string, err error) {
	now := s.Clock.Now()
	f, price, err := s.facts(ctx, tx.Queries, sub)
	if err != nil {
		return "", err
	}
	u, err := account.Find(ctx, tx.Queries, sub.UserID)
	if err != nil {
		return "", err
	}
	period := nextPeriod(sub)
	starts, ends := term.Span(dayAt(sub.StartsAt), sub.Term, period)
	again, err := s.givenUp(ctx, tx, sub.ID, period)
	if err != nil {
		return "", err
	}
	until := term.LastMoment(starts, set.grace)
	n := invoice.New{
		Origin: invoice.FromRenewal, OriginID: originOf(sub.ID, period, again), UserID: u.ID, Locale: u.Locale, Reference: id.Reference(),
		Payer:  invoice.Payer{Name: u.Name, ChineseName: u.ChineseName, Mobile: u.Mobile, Email: u.MailTo()},
		Status: invoice.AwaitingPayment, ExpiresAt: until, Stands: until, By: by, At: now,
		Items: []invoice.NewItem{{
			OfferingID: sub.OfferingID, OptionID: sub.OptionID, Title: f.Title, OptionTitle: f.OptionTitle,
			Quantity: sub.Quantity, UnitPrice: price, Term: sub.Term, FormKey: sub.FormKey, FormVersion: sub.FormVersion, Form: sub.Form,
		}},
	}
	if by == invoice.ByMember {
		n.ActorID = u.ID
	}
	made, err := invoice.Create(ctx, tx, n)
	if err != nil {
		return "", err
	}
	remind := term.NextReminder(starts, set.reminders, now)
	if _, late := term.Reached(starts, set.reminders, now); late && by == invoice.BySystem {
		remind = clock.MillisOf(now)
	}
	if again > 0 {
		err = tx.SubscriptionTermAgain(ctx, query.SubscriptionTermAgainParams{
			InvoiceID: made.ID, ItemID: made.Items[0].ID, Form: sub.Form, RemindAt: remind, SubscriptionID: sub.ID, Period: period,
		})
	} else {
		err = tx.SubscriptionTermAdd(ctx, query.SubscriptionTermAddParams{
			SubscriptionID: sub.ID, Period: period, InvoiceID: made.ID, ItemID: made.Items[0].ID, Form: sub.Form,
			StartsAt: clock.MillisOf(starts.Time(0, 0)), EndsAt: clock.MillisOf(ends.Time(0, 0)), RemindAt: remind,
		})
	}
	if err != nil {
		return "", fmt.Errorf("term %d: %w", period, err)
	}
	return made.ID, nil
}

// givenUp counts a period's cancelled or expired invoices. A period with a live invoice gets no other:
// "illegal-transition".
func (s *Service) givenUp(ctx context.Context, tx *db.Tx, subscriptionID string, period int64) (int64, error) {
	t, err := tx.SubscriptionTerm(ctx, query.SubscriptionTermParams{SubscriptionID: subscriptionID, Period: period})
	if errors.Is(err, db.ErrNoRows) {
		return 0, nil
	}
	if err != nil {
		return 0, fmt.Errorf("term %d: %w", period, err)
	}
	if t.InvoiceStatus != invoice.Cancelled && t.InvoiceStatus != invoice.Expired {
		return 0, fault.Invalid("illegal-transition")
	}
	return t.Invoices, nil
}

// remind sends due reminders, one per term however many were missed. Only the process that clears a row's reminder
// sends it.
func (s *Service) remind(ctx context.Context, set settings) error {
	now := s.Clock.Now()
	if !term.Awake(now) {
		return nil
	}
	due := func(after keyset.Key) ([]query.SubscriptionTerm, error) {
		return s.DB.Read().SubscriptionReminders(ctx, query.SubscriptionRemindersParams{Now: clock.MillisOf(now), AfterAt: int64(after.At), AfterID: after.ID})
	}
	err := pages(ctx, s, due, func(t query.SubscriptionTerm) keyset.Key {
		return keyset.Key{At: t.RemindAt, ID: t.SubscriptionID}
	}, never,
		func(ctx context.Context, tx *db.Tx, t query.SubscriptionTerm) error {
			claimed, err := tx.SubscriptionRemind(ctx, query.SubscriptionRemindParams{
				Next: term.NextReminder(dayAt(t.StartsAt), set.reminders, now), SubscriptionID: t.SubscriptionID, Period: t.Period, Due: t.RemindAt,
			})
			if err != nil || claimed == 0 {
				return err
			}
			before, ok := term.Reached(dayAt(t.StartsAt), set.reminders, now)
			if !ok { // the office has removed reminder days since
				return nil
			}
			return s.tellToRenew(ctx, tx, t, before)
		})
	if err != nil {
		return fmt.Errorf("remind: %w", err)
	}
	return nil
}

// complete ends subscriptions unpaid through their days of grace, with their open invoices.
func (s *Service) complete(ctx context.Context, set settings) error {
	now := clock.MillisOf(s.Clock.Now())
	due := func(after keyset.Key) ([]query.SubscriptionsToCompleteRow, error) {
		return s.DB.Read().SubscriptionsToComplete(ctx, query.SubscriptionsToCompleteParams{Over: s.graceOver(set), Now: now, AfterAt: int64(after.At), AfterID: after.ID})
	}
	end := func(ctx context.Context, tx *db.Tx, row query.SubscriptionsToCompleteRow) error {
		sub, open, err := s.lockWithRenewal(ctx, tx, row.ID)
		if err != nil || sub.Status != Active || sub.EndsAt > s.graceOver(set) || open.inOffice() || open.payable() && open.ExpiresAt > now {
			return err
		}
		if err := s.dropRenewal(ctx, tx, sub, invoice.Expired, invoice.BySystem, ""); err != nil {
			return err
		}
		if err := s.end(ctx, tx, &sub, Completed, invoice.BySystem); err != nil {
			return err
		}
		return s.tellEnd(ctx, tx, sub, "subscription-completed")
	}
	err := pages(ctx, s, due, func(row query.SubscriptionsToCompleteRow) keyset.Key {
		return keyset.Key{At: row.EndsAt, ID: row.ID}
	}, isRefusal, end)
	if err != nil {
		return fmt.Errorf("complete: %w", err)
	}
	return nil
}

// lookAtWithdrawn ends subscriptions whose offering is gone for a day, and resets those whose offering is back.
func (s *Service) lookAtWithdrawn(ctx context.Context, set settings) error {
	now := s.Clock.Now()
	yearly, monthly := s.renewBefore(set)
	before := clock.MillisOf(now.Add(-withdrawnFor))
	due := func(after keyset.Key) ([]query.SubscriptionsToLookAtRow, error) {
		return s.DB.Read().SubscriptionsToLookAt(ctx, query.SubscriptionsToLookAtParams{Yearly: yearly, Monthly: monthly, Before: int64(before), AfterAt: int64(after.At), AfterID: after.ID})
	}
	look := func(ctx context.Context, tx *db.Tx, row query.SubscriptionsToLookAtRow) error {
		sub, open, err := s.lockWithRenewal(ctx, tx, row.ID)
		if err != nil || sub.Status != Active || open.inOffice() {
			return err
		}
		_, _, err = s.facts(ctx, tx.Queries, sub)
		switch gone := errors.Is(err, errWithdrawn); {
		case err != nil && !gone:
			return err
		case !gone && sub.WithdrawnAt == 0:
			return nil
		case !gone:
			return tx.SubscriptionWithdrawn(ctx, query.SubscriptionWithdrawnParams{ID: sub.ID})
		case sub.WithdrawnAt == 0:
			return tx.SubscriptionWithdrawn(ctx, query.SubscriptionWithdrawnParams{WithdrawnAt: clock.MillisOf(now), ID: sub.ID})
		case sub.WithdrawnAt > before:
			return nil
		}
		if err := s.dropRenewal(ctx, tx, sub, invoice.Expired, invoice.BySystem, ""); err != nil {
			return err
		}
		if err := s.end(ctx, tx, &sub, Completed, invoice.BySystem); err != nil {
			return err
		}
		return s.tellEnd(ctx, tx, sub, "subscription-withdrawn")
	}
	err := pages(ctx, s, due, func(row query.SubscriptionsToLookAtRow) keyset.Key {
		return keyset.Key{At: row.EndsAt, ID: row.ID}
	}, isRefusal, look)
	if err != nil {
		return fmt.Errorf("withdrawn offerings: %w", err)
	}
	return nil
}

// release returns the stock of ended subscriptions once their paid term is over.
func (s *Service) release(ctx context.Context, _ settings) error {
	now := clock.MillisOf(s.Clock.Now())
	option := ""
	over := func(after keyset.Key) ([]query.Subscription, error) {
		return s.DB.Read().SubscriptionsToRelease(ctx, query.SubscriptionsToReleaseParams{Now: now, AfterOption: option, AfterID: after.ID})
	}
	last := func(sub query.Subscription) keyset.Key {
		option = sub.OptionID
		return keyset.Key{ID: sub.ID}
	}
	err := pages(ctx, s, over, last, never, func(ctx context.Context, tx *db.Tx, sub query.Subscription) error {
		n, err := tx.SubscriptionRelease(ctx, query.SubscriptionReleaseParams{ID: sub.ID, EndsAt: now})
		if err != nil || n == 0 {
			return err
		}
		return position.Release(ctx, tx, s.Clock.Now(), sub.ItemID, sub.OptionID, sub.Quantity, position.WhyOver)
	})
	if err != nil {
		return fmt.Errorf("places to give back: %w", err)
	}
	return nil
}

func nextPeriod(sub query.Subscription) int64 { return sub.Period + 1 }

func attempt(n int64) string {
	if n == 0 {
		return ""
	}
	return ":" + strconv.FormatInt(n+1, 10)
}

func dateOf(l locale.Locale, at clock.Millis) string { return locale.Date(l, at.Time()) }
