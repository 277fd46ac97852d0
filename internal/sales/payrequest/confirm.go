package payrequest

import (
	"context"
	"errors"
	"fmt"
	"time"

	"shanmen/internal/base/clock"
	"shanmen/internal/base/fault"
	"shanmen/internal/base/id"
	"shanmen/internal/base/money"
	"shanmen/internal/platform/audit"
	"shanmen/internal/platform/db"
	"shanmen/internal/platform/db/query"
	"shanmen/internal/platform/httpd"
	"shanmen/internal/sales/invoice"
	"shanmen/internal/sales/late"
	"shanmen/internal/sales/month"
	"shanmen/internal/sales/provider"
)

// errAsked: somebody else asks the provider about this request just now.
var errAsked = errors.New("the provider is being asked already")

func (s *Service) due(row query.PayRequest) bool {
	return s.provider != nil && row.LookAt > 0 && row.LookAt <= clock.MillisOf(s.Clock.Now())
}

// look asks the provider about a request that is due, and books what it confirms. Whoever takes the look asks; errAsked
// for all others. After an error the request is due again later.
func (s *Service) look(ctx context.Context, row query.PayRequest) error {
	now := s.Clock.Now()
	next, state := s.after(row, now)
	n, err := db.WriteValue(ctx, s.DB, func(ctx context.Context, tx *db.Tx) (int64, error) {
		return tx.PayRequestLook(ctx, query.PayRequestLookParams{Now: int64(clock.MillisOf(now)), Next: int64(next), State: state, ID: row.ID, Was: row.State})
	})
	if err != nil {
		return fmt.Errorf("look at a payment request: %w", err)
	}
	if n == 0 {
		return errAsked
	}
	return s.settle(ctx, row)
}

// after is when a request is looked at next, 0 for never, and its state until then.
func (s *Service) after(row query.PayRequest, now time.Time) (next clock.Millis, state string) {
	ends := row.ExpiresAt.Time()
	state = row.State
	if state == Open && !now.Before(ends) {
		state = Past
	}
	if !now.Before(ends.Add(askFor)) {
		return 0, Over
	}
	return clock.MillisOf(now.Add(gap(now.Sub(row.CreatedAt.Time())))), state
}

// settle asks the provider about a request and books its payments.
func (s *Service) settle(ctx context.Context, row query.PayRequest) error {
	var found []provider.Payment
	err := httpd.Aside(ctx, func() (err error) {
		found, err = ask(ctx, s, findWithin, func(ctx context.Context) ([]provider.Payment, error) { return s.provider.Find(ctx, row.RequestID) })
		return err
	})
	if err != nil {
		return fmt.Errorf("look-up at the provider: %w", err)
	}
	for _, p := range found {
		if err := s.Confirm(ctx, row.ID, p); err != nil {
			return err
		}
	}
	return nil
}

// Confirm stores a payment that the provider has confirmed when asked, once: the second time it changes nothing. The
// payment settles its order if that waits for exactly this amount. If a transfer of the order with this amount was
// approved since the code was made and nothing else confirms it, it is that transfer's money, because somebody approved
// its screenshot first. Any other payment is late money: of another amount or currency, of an order that has ended or is
// paid, or that refuses the money, such as a renewal without a place.
func (s *Service) Confirm(ctx context.Context, requestID string, p provider.Payment) error {
	err := s.confirm(ctx, requestID, p, true)
	if _, refused := fault.Of(err); refused { // a new transaction, because the old one has booked a part
		s.Log.Warn("an order refuses money that the payment provider has", "request", requestID, "error", err)
		err = s.confirm(ctx, requestID, p, false)
	}
	return err
}

// confirm is Confirm; without book the order does not get the money.
func (s *Service) confirm(ctx context.Context, requestID string, p provider.Payment, book bool) error {
	return s.DB.Write(audit.As(ctx, audit.System), func(ctx context.Context, tx *db.Tx) error {
		req, err := tx.PayRequest(ctx, requestID)
		if err != nil {
			return fmt.Errorf("payment request: %w", err)
		}
		v, err := invoice.Lock(ctx, tx, req.InvoiceID)
		if err != nil {
			return err
		}
		now := s.Clock.Now()
		if _, err := month.Book(ctx, tx, clock.MillisOf(now), 0); err != nil { // its fee counts on this day
			return err
		}
		row := query.ProviderPayment{
			ID: id.New(), Provider: req.Provider, PaymentID: p.ID, PayRequestID: req.ID, Amount: p.Amount, Currency: p.Currency, Fee: p.Fee,
			PaidAt: clock.MillisOf(now), SeenAt: clock.MillisOf(now),
		}
		if !p.At.IsZero() && p.At.Before(now) {
			row.PaidAt = clock.MillisOf(p.At)
		}
		n, err := tx.ProviderPaymentAdd(ctx, query.ProviderPaymentAddParams{
			ID: row.ID, Provider: row.Provider, PaymentID: row.PaymentID, PayRequestID: row.PayRequestID, Amount: row.Amount, Currency: row.Currency,
			Fee: row.Fee, PaidAt: row.PaidAt, SeenAt: row.SeenAt,
		})
		if err != nil {
			return fmt.Errorf("payment of the provider: %w", err)
		}
		if n == 0 { // known already
			return nil
		}
		if err := tx.PayRequestPaid(ctx, req.ID); err != nil {
			return err
		}
		became, err := s.place(ctx, tx, row, req, v, book)
		if err != nil {
			return err
		}
		return audit.Note(ctx, tx, "payment.provider", "invoice:"+v.ID, map[string]any{"status": v.Status, "paid": v.Paid},
			map[string]any{"provider": row.Provider, "received": row.Amount, "currency": row.Currency, "as": became})
	})
}

// What a payment of the provider became, in the audit trail.
const (
	asBooked = "booked"
	asSeen   = "seen"
	asLate   = "late"
)

func (s *Service) place(ctx context.Context, tx *db.Tx, row query.ProviderPayment, req query.PayRequest, v query.Invoice, book bool) (became string, err error) {
	if row.Currency != money.Currency {
		return asLate, s.keepLate(ctx, tx, row, v)
	}
	seen, err := s.Payments.SeenByProvider(ctx, tx, v.ID, row, req.CreatedAt)
	if seen || err != nil {
		return asSeen, err
	}
	if book && waits(v.Status) && row.Amount == req.Amount && row.Amount == v.SubTotal-v.Paid {
		return asBooked, s.Payments.BookFromProvider(ctx, tx, v.ID, row)
	}
	return asLate, s.keepLate(ctx, tx, row, v)
}

func waits(status string) bool {
	return status == invoice.AwaitingPayment || status == invoice.UnderVerification || status == invoice.Rejected
}

func (s *Service) keepLate(ctx context.Context, tx *db.Tx, row query.ProviderPayment, v query.Invoice) error {
	transferID, err := late.KeepFromProvider(ctx, tx, s.Clock.Now(), row, v)
	if err != nil {
		return err
	}
	s.Log.Info("the payment provider has money that no order waits for: see Money to sort out", "order", v.Number)
	return tx.ProviderPaymentLate(ctx, query.ProviderPaymentLateParams{TransferID: transferID, ID: row.ID})
}
