package subscription

import (
	"context"
	"fmt"

	"shanmen/internal/base/clock"
	"shanmen/internal/base/fault"
	"shanmen/internal/base/locale"
	"shanmen/internal/platform/db"
	"shanmen/internal/platform/db/query"
	"shanmen/internal/sales/invoice"
)

// Export returns a user's subscriptions with terms and names, in English; nil if there are none.
func (s *Service) Export(ctx context.Context, userID string) (any, error) {
	rd, err := s.reader(ctx, locale.EN)
	if err != nil {
		return nil, err
	}
	rows, err := rd.r.SubscriptionsOfUser(ctx, userID)
	if err != nil || len(rows) == 0 {
		return nil, err
	}
	out := make([]*Detail, 0, len(rows))
	for _, sub := range rows {
		d, err := rd.detail(ctx, sub)
		if err != nil {
			return nil, fmt.Errorf("export subscription: %w", err)
		}
		d.FormDefinition = nil // the temple's questions are not personal data
		out = append(out, d)
	}
	return out, nil
}

// CancelAll cancels a user's active subscriptions when the account is closed. They last to the end of their paid terms;
// payments under verification stay with the office. Nobody is notified.
func (s *Service) CancelAll(ctx context.Context, tx *db.Tx, userID string) error {
	rows, err := tx.SubscriptionsOfUser(ctx, userID)
	if err != nil {
		return fmt.Errorf("subscriptions to cancel: %w", err)
	}
	for _, row := range rows {
		if row.Status != Active {
			continue
		}
		sub, _, err := s.lockWithRenewal(ctx, tx, row.ID)
		if err != nil {
			return err
		}
		if sub.Status != Active { // changed since it was read
			continue
		}
		if err := s.dropRenewal(ctx, tx, sub, invoice.Cancelled, invoice.ByMember, userID); err != nil {
			return err
		}
		if err := s.end(ctx, tx, &sub, Cancelled, invoice.ByMember); err != nil {
			return err
		}
	}
	return nil
}

// Erase blanks the names of a user's subscriptions. Their periods are kept with the invoices, as the law requires, and
// so are, on the invoices, the names of paid terms that are not over. Refused while one is active: cancel first.
func (s *Service) Erase(ctx context.Context, tx *db.Tx, userID string) error {
	rows, err := tx.SubscriptionsOfUser(ctx, userID)
	if err != nil {
		return fmt.Errorf("subscriptions to erase: %w", err)
	}
	for _, row := range rows {
		if row.Status == Active {
			return fault.Invalid("illegal-transition")
		}
	}
	err = tx.SubscriptionTermsFreeze(ctx, query.SubscriptionTermsFreezeParams{UserID: userID, Now: clock.MillisOf(s.Clock.Now())})
	if err != nil {
		return fmt.Errorf("names of what is paid: %w", err)
	}
	if err := tx.SubscriptionsErase(ctx, userID); err != nil {
		return fmt.Errorf("erase subscriptions: %w", err)
	}
	if err := tx.SubscriptionTermsErase(ctx, userID); err != nil {
		return fmt.Errorf("erase terms: %w", err)
	}
	return nil
}
