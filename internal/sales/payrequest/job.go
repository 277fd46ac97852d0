package payrequest

import (
	"context"
	"errors"
	"fmt"
	"strconv"
	"time"

	"shanmen/internal/base/clock"
	"shanmen/internal/base/id"
	"shanmen/internal/platform/db"
	"shanmen/internal/platform/db/query"
	"shanmen/internal/platform/job"
	"shanmen/internal/sales/provider"
)

const (
	looksAtOnce = 20            // of a round
	compareAt   = 4 * time.Hour // of the day in Singapore
	compareDays = 3             // a day is compared again, because payments of one night may be listed in the next
)

// Look asks the provider about the requests that are due, for those who closed their page. The first failure ends the
// round: the provider is probably not there.
func (s *Service) Look(ctx context.Context) error {
	if s.provider == nil {
		return nil
	}
	rows, err := s.DB.Read().PayRequestsDue(ctx, query.PayRequestsDueParams{Now: int64(clock.MillisOf(s.Clock.Now())), Most: looksAtOnce})
	if err != nil {
		return fmt.Errorf("payment requests: %w", err)
	}
	for _, row := range rows {
		err := s.look(ctx, row)
		switch {
		case errors.Is(err, errAsked):
		case errors.Is(err, provider.ErrUnknown):
			s.Log.Warn("the payment provider does not know a code that it made", "request", row.RequestID)
		case err != nil:
			return err
		}
	}
	if len(rows) == looksAtOnce {
		return job.ErrMore
	}
	return nil
}

// CompareDays compares the payments of the provider with ours, once a day over all replicas: what is missing is booked, or
// becomes late money. Payments without one of our orders are the temple's business elsewhere, such as a terminal.
func (s *Service) CompareDays(ctx context.Context) error {
	lister, can := s.provider.(provider.Lister)
	if !can {
		return nil
	}
	now := s.Clock.Now()
	due, err := s.takeDay(ctx, now)
	if err != nil || !due {
		return err
	}
	var failed []error // about single payments: the others are compared all the same
	err = lister.List(ctx, now.AddDate(0, 0, -compareDays), now, func(l provider.Listed) error {
		if err := s.compare(ctx, l); err != nil {
			failed = append(failed, fmt.Errorf("payment %s: %w", l.ID, err))
		}
		return ctx.Err()
	})
	if err := errors.Join(append(failed, err)...); err != nil {
		return errors.Join(fmt.Errorf("compare with the provider: %w", err), s.planDay(ctx, now.Add(time.Hour)))
	}
	return nil
}

// takeDay returns whether this replica compares now, and plans the next time.
func (s *Service) takeDay(ctx context.Context, now time.Time) (bool, error) {
	was, err := s.DB.Read().Setting(ctx, "provider-day")
	if err != nil && !errors.Is(err, db.ErrNoRows) {
		return false, fmt.Errorf("plan of the comparison: %w", err)
	}
	ms, _ := strconv.ParseInt(was, 10, 64) // without one: long ago
	if clock.Millis(ms).Time().After(now) {
		return false, nil
	}
	day := now.In(clock.Singapore)
	next := time.Date(day.Year(), day.Month(), day.Day(), 0, 0, 0, 0, clock.Singapore).Add(compareAt)
	if !next.After(now) {
		next = next.AddDate(0, 0, 1)
	}
	n, err := db.WriteValue(ctx, s.DB, func(ctx context.Context, tx *db.Tx) (int64, error) {
		return tx.PlanProviderDay(ctx, query.PlanProviderDayParams{Next: strconv.FormatInt(next.UnixMilli(), 10), Was: was})
	})
	return n == 1, err
}

// planDay plans the next comparison, after a failure.
func (s *Service) planDay(ctx context.Context, at time.Time) error {
	return s.DB.Write(ctx, func(ctx context.Context, tx *db.Tx) error {
		return tx.PutSetting(ctx, query.PutSettingParams{Key: "provider-day", Value: strconv.FormatInt(at.UnixMilli(), 10)})
	})
}

// compare looks for a listed payment among ours.
func (s *Service) compare(ctx context.Context, l provider.Listed) error {
	r := s.DB.Read()
	_, err := r.ProviderPaymentKnown(ctx, query.ProviderPaymentKnownParams{Provider: s.provider.Name(), PaymentID: l.ID})
	if !errors.Is(err, db.ErrNoRows) {
		return err
	}
	req, err := r.PayRequestOf(ctx, query.PayRequestOfParams{Provider: s.provider.Name(), RequestID: l.RequestID})
	if errors.Is(err, db.ErrNoRows) {
		req, err = s.adopt(ctx, l)
	}
	if err != nil || req.ID == "" {
		return err
	}
	s.counts.add(&s.counts.Missing)
	s.Log.Warn("the payment provider lists a payment that was missing here", "request", req.RequestID)
	return s.Confirm(ctx, req.ID, l.Payment)
}

// adopt stores a request that the provider made for one of our orders and that is not here, because its answer was lost.
// Without an order of that reference it is none of ours.
func (s *Service) adopt(ctx context.Context, l provider.Listed) (query.PayRequest, error) {
	if l.RequestID == "" || l.Reference == "" {
		return query.PayRequest{}, nil
	}
	v, err := s.DB.Read().InvoiceOfReference(ctx, l.Reference)
	if errors.Is(err, db.ErrNoRows) {
		return query.PayRequest{}, nil
	}
	if err != nil {
		return query.PayRequest{}, err
	}
	now := clock.MillisOf(s.Clock.Now())
	row := query.PayRequest{ID: id.New(), Provider: s.provider.Name(), RequestID: l.RequestID, InvoiceID: v.ID, Amount: l.Amount, CreatedAt: now, ExpiresAt: now, State: Over}
	if !l.At.IsZero() { // it was made before it was paid
		row.CreatedAt = min(now, clock.MillisOf(l.At))
	}
	err = s.DB.Write(ctx, func(ctx context.Context, tx *db.Tx) error {
		return tx.PayRequestAdd(ctx, query.PayRequestAddParams{
			ID: row.ID, Provider: row.Provider, RequestID: row.RequestID, InvoiceID: row.InvoiceID, Amount: row.Amount, CreatedAt: row.CreatedAt, ExpiresAt: row.ExpiresAt, State: row.State,
		})
	})
	return row, err
}
