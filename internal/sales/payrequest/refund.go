package payrequest

import (
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"time"

	"shanmen/internal/base/clock"
	"shanmen/internal/base/fault"
	"shanmen/internal/base/money"
	"shanmen/internal/platform/audit"
	"shanmen/internal/platform/db"
	"shanmen/internal/platform/db/query"
	"shanmen/internal/platform/outbox"
	"shanmen/internal/sales/payment"
	"shanmen/internal/sales/provider"
)

// KindRefund is the job that asks the provider for a refund.
const KindRefund = "provider-refund"

// The states of a refund at the provider.
const (
	RefundAsked   = "asked"
	RefundDone    = "done"
	RefundRefused = "refused" // nothing went back
	RefundUnsure  = "unsure"  // its answer was lost, and the provider shows no refund: a person looks
)

const (
	refundWithin = 15 * time.Second
	askAgain     = 10 * time.Minute // after this the office may look again
)

// AtProvider is what a refund by transfer has to do with the provider.
type AtProvider struct {
	Can    bool       `json:"can" doc:"The provider has the money and can give it back, or be asked again"`
	State  string     `json:"state,omitempty" enum:"asked,done,refused,unsure" doc:"Absent: it was not asked; unsure: its answer was lost, and a person must look at the provider's dashboard"`
	Answer string     `json:"answer,omitempty" doc:"In the provider's words"`
	At     *time.Time `json:"at,omitempty" doc:"Of the answer"`
	ByHand bool       `json:"byHand" doc:"It can be recorded as transferred, because the provider does not give it back meanwhile"`
}

// RefundAt returns what a refund by transfer has to do with the provider; nil: nothing.
func (s *Service) RefundAt(ctx context.Context, r db.Reader, refundID string) (*AtProvider, error) {
	row, err := r.ProviderRefundOf(ctx, refundID)
	switch {
	case errors.Is(err, db.ErrNoRows):
		if s.provider == nil {
			return nil, nil
		}
		_, err := s.source(ctx, r, refundID)
		if errors.Is(err, errNoSource) {
			return nil, nil
		}
		return &AtProvider{Can: true, ByHand: true}, err
	case err != nil:
		return nil, fmt.Errorf("refund at the provider: %w", err)
	}
	out := &AtProvider{State: row.State, Answer: row.Answer, At: row.AnsweredAt.Moment()}
	out.Can = s.provider != nil && s.again(row)
	out.ByHand = row.State != RefundAsked || s.again(row) && (row.Returned < 0 || s.provider == nil)
	return out, nil
}

// ByHand prepares a refund for being recorded as transferred by the office. If the provider was not asked yet, because
// each look-up fails, the request is cancelled; ProviderRefundBegin then finds nothing to do. If its answer was lost and
// no provider is configured any more, the state becomes unsure, because the job cannot retry.
func (s *Service) ByHand(ctx context.Context, tx *db.Tx, refundID string) error {
	err := tx.ProviderRefundByHand(ctx, query.ProviderRefundByHandParams{
		RefundID: refundID, Before: clock.MillisOf(s.Clock.Now().Add(-askAgain)), Gone: db.Bit(s.provider == nil),
	})
	if err != nil {
		return fmt.Errorf("refund by hand: %w", err)
	}
	return nil
}

// again returns whether a refund may be asked for once more: a refused one, or a look at one whose answer is missing.
func (s *Service) again(row query.ProviderRefundOfRow) bool {
	late := s.Clock.Now().Sub(row.AskedAt.Time()) >= askAgain
	return row.State == RefundRefused || row.State == RefundUnsure || row.State == RefundAsked && late
}

var errNoSource = errors.New("the provider has not got this money")

// source is the payment at the provider from which a refund by transfer can go back as a whole.
func (s *Service) source(ctx context.Context, r db.Reader, refundID string) (string, error) {
	b, err := r.RefundByID(ctx, refundID)
	if err != nil {
		return "", db.NotFound(fmt.Errorf("refund: %w", err))
	}
	fits := func(p query.ProviderPayment, given int64) bool {
		return p.Provider == s.provider.Name() && p.Currency == money.Currency && p.Amount-money.Cents(given) >= b.Amount
	}
	if b.Method != money.PayNow {
		return "", errNoSource
	}
	if b.Extent == payment.RefundTransfer {
		p, err := r.ProviderPaymentOfLate(ctx, b.TransferID)
		if errors.Is(err, db.ErrNoRows) || err == nil && !fits(plain(query.ProviderPaymentsOfOrderRow(p)), p.Given) {
			return "", errNoSource
		}
		return p.ID, err
	}
	if b.InvoiceID == nil {
		return "", errNoSource
	}
	all, err := r.ProviderPaymentsOfOrder(ctx, *b.InvoiceID)
	if err != nil {
		return "", fmt.Errorf("payments of the provider: %w", err)
	}
	for _, p := range all {
		if fits(plain(p), p.Given) {
			return p.ID, nil
		}
	}
	return "", errNoSource
}

func plain(p query.ProviderPaymentsOfOrderRow) query.ProviderPayment {
	return query.ProviderPayment{ID: p.ID, Provider: p.Provider, Amount: p.Amount, Currency: p.Currency}
}

// AskRefund lets the provider give a refund by transfer back, or looks again at one whose answer is missing. The job that
// asks follows the commit. Refusals: "refund-not-at-provider", "already-decided-once".
func (s *Service) AskRefund(ctx context.Context, tx *db.Tx, refundID, actorID string) error {
	if s.provider == nil {
		return fault.Invalid("refund-not-at-provider")
	}
	t, err := tx.RefundTransferLock(ctx, refundID)
	if err != nil {
		return db.NotFound(err)
	}
	if t.DoneAt > 0 {
		return fault.Invalid("already-decided-once")
	}
	now := s.Clock.Now()
	row, err := tx.ProviderRefundOf(ctx, refundID)
	switch {
	case err == nil && !s.again(row):
		return fault.Invalid("already-decided-once")
	case err != nil && !errors.Is(err, db.ErrNoRows):
		return fmt.Errorf("refund at the provider: %w", err)
	case err != nil || row.State == RefundRefused:
		from, err := s.source(ctx, tx.Queries, refundID)
		if errors.Is(err, errNoSource) {
			return fault.Invalid("refund-not-at-provider")
		}
		if err != nil {
			return err
		}
		b, err := tx.RefundByID(ctx, refundID)
		if err != nil {
			return err
		}
		err = tx.ProviderRefundAdd(ctx, query.ProviderRefundAddParams{RefundID: refundID, ProviderPaymentID: from, Amount: b.Amount, AskedBy: actorID, AskedAt: clock.MillisOf(now)})
		if db.IsUnique(err) { // another refund of this payment is under way
			return fault.Invalid("refund-under-way")
		}
		if err != nil {
			return fmt.Errorf("refund at the provider: %w", err)
		}
	}
	if _, err := outbox.Add(ctx, tx, outbox.Job{Kind: KindRefund, Args: []string{refundID}, NotBefore: now}); err != nil {
		return err
	}
	return audit.Note(ctx, tx, "refund.provider", "refund:"+refundID, nil, map[string]any{"refund": refundID})
}

// Refund is the handler of KindRefund. The provider is asked once: what it had given back before is stored first, and
// after a lost answer the sum that it has given back since tells whether it did. If it did not, a person looks, because
// the answer may only be late.
func (s *Service) Refund(ctx context.Context, _ string, args json.RawMessage) error {
	var ids []string
	if err := json.Unmarshal(args, &ids); err != nil || len(ids) != 1 {
		return outbox.Permanent(fmt.Errorf("refund at the provider: %s", args))
	}
	if s.provider == nil {
		return errors.New("no payment provider is set")
	}
	row, err := s.DB.Read().ProviderRefundOf(ctx, ids[0])
	if err != nil {
		return fmt.Errorf("refund at the provider: %w", err)
	}
	if row.State != RefundAsked && row.State != RefundUnsure {
		return nil
	}
	found, err := ask(ctx, s, refundWithin, func(ctx context.Context) ([]provider.Payment, error) { return s.provider.Find(ctx, row.RequestID) })
	if err != nil {
		return fmt.Errorf("look-up at the provider: %w", err)
	}
	var p provider.Payment
	for _, one := range found {
		if one.ID == row.PaymentID {
			p = one
		}
	}
	switch {
	case p.ID == "": // without its id, the look-up does not show what was refunded
		return fmt.Errorf("the provider does not name payment %s", row.PaymentID)
	case row.Returned >= 0 && p.Refunded >= row.Returned+row.Amount:
		return s.answer(ctx, row, RefundDone, "found", "")
	case row.Returned >= 0:
		return s.answer(ctx, row, RefundUnsure, "", "")
	case p.Refunded+row.Amount > p.Amount:
		return s.answer(ctx, row, RefundRefused, fmt.Sprintf("%s of %s was given back before", money.Format(p.Refunded), money.Format(p.Amount)), "")
	}
	begun := false
	got, err := ask(ctx, s, refundWithin, func(ctx context.Context) (provider.Refund, error) {
		n, err := db.WriteValue(ctx, s.DB, func(ctx context.Context, tx *db.Tx) (int64, error) {
			return tx.ProviderRefundBegin(ctx, query.ProviderRefundBeginParams{Returned: p.Refunded, RefundID: row.RefundID})
		})
		if err != nil || n == 0 { // 0: another replica asks
			return provider.Refund{}, err
		}
		begun = true
		return s.provider.Refund(ctx, row.PaymentID, row.Amount)
	})
	var refused provider.ErrRefused
	switch {
	case !begun: // also if too many questions are open: the provider was not asked
		return err
	case errors.As(err, &refused):
		return s.answer(ctx, row, RefundRefused, refused.Error(), "")
	case err != nil:
		return fmt.Errorf("refund at the provider, which may have been made: %w", err)
	}
	return s.answer(ctx, row, RefundDone, got.Status, got.ID)
}

// answer stores what became of a refund. One that went back is off the list of those to transfer.
func (s *Service) answer(ctx context.Context, row query.ProviderRefundOfRow, state, words, reference string) error {
	return s.DB.Write(audit.As(ctx, row.AskedBy), func(ctx context.Context, tx *db.Tx) error {
		n, err := tx.ProviderRefundAnswer(ctx, query.ProviderRefundAnswerParams{
			State: state, Answer: words, AnsweredAt: clock.MillisOf(s.Clock.Now()), RefundID: row.RefundID,
		})
		if err != nil || n == 0 {
			return err
		}
		if state != RefundDone {
			return nil
		}
		if reference == "" {
			reference = row.PaymentID
		}
		err = s.Payments.TransferDone(ctx, tx, row.RefundID, reference, row.AskedBy)
		if errors.Is(err, fault.Invalid("already-decided-once")) { // marked by hand, after its answer was lost
			return nil
		}
		return err
	})
}
