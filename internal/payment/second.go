package payment

import (
	"context"
	"errors"
	"fmt"

	"shanmen/internal/audit"
	"shanmen/internal/clock"
	"shanmen/internal/content"
	"shanmen/internal/db"
	"shanmen/internal/db/query"
	"shanmen/internal/fault"
	"shanmen/internal/id"
	"shanmen/internal/money"
)

// A refund above the limit of the office needs two people: one asks and gives the money back, another approves. They are
// never the same; parts of one order count together.

// Approval is what a second person is asked for.
type Approval struct {
	Subject string       // SubjectOfInvoice, or the like of late money
	Method  money.Method // as it shall go back
	Amount  money.Cents
	Reason  string // of RefundReasons
	ActorID string
}

// SubjectOfInvoice names an order as what a refund is of.
func SubjectOfInvoice(invoiceID string) string { return "invoice:" + invoiceID }

func subjectOf(row query.Refund) string {
	switch {
	case row.TransferID != "":
		return "transfer:" + row.TransferID
	case row.LineID != "":
		return "line:" + row.LineID
	}
	return SubjectOfInvoice(deref(row.InvoiceID))
}

// needsSecond refuses a refund above the limit that nobody else has approved ("refund-needs-second", with limit). An
// approval holds for one refund of just this amount and way.
func (s *Service) needsSecond(ctx context.Context, tx *db.Tx, row query.Refund) error {
	limit, err := content.RefundLimit(ctx, tx.Queries)
	if err != nil || limit == 0 {
		return err
	}
	all := row.Amount
	if row.InvoiceID != nil && row.Extent != RefundTransfer {
		before, err := tx.RefundsOfInvoice(ctx, row.InvoiceID)
		if err != nil {
			return fmt.Errorf("refunds before: %w", err)
		}
		for _, b := range before {
			all += b.Amount
		}
	}
	if all <= limit {
		return nil
	}
	n, err := tx.RefundApprovalUse(ctx, query.RefundApprovalUseParams{
		RefundID: row.ID, Subject: subjectOf(row), Method: row.Method, Amount: row.Amount, ActorID: row.ActorID,
	})
	if err != nil {
		return fmt.Errorf("second person: %w", err)
	}
	if n == 0 {
		return fault.Invalid("refund-needs-second").With("limit", money.Format(limit))
	}
	return nil
}

// AskSecond asks for a second person. Of one order one question is open at a time: "already-asked".
func (s *Service) AskSecond(ctx context.Context, tx *db.Tx, a Approval) error {
	if err := (Refund{Method: a.Method, Amount: a.Amount, Reason: a.Reason, Note: "."}).check(); err != nil {
		return err
	}
	now := s.Clock.Now()
	row := query.RefundApprovalAddParams{
		ID: id.New(), Subject: a.Subject, Method: a.Method, Amount: a.Amount, Reason: a.Reason, AskedBy: a.ActorID, AskedAt: clock.MillisOf(now),
	}
	err := tx.RefundApprovalAdd(ctx, row)
	if db.IsUnique(err) {
		return fault.Invalid("already-asked")
	}
	if err != nil {
		return fmt.Errorf("ask a second person: %w", err)
	}
	return audit.Record(ctx, tx, now, audit.Entry{
		ActorID: a.ActorID, Action: "refund.ask", Subject: a.Subject, After: map[string]any{"amount": a.Amount, "method": a.Method, "reason": a.Reason},
	})
}

// DecideSecond approves or refuses what another asked for: who asked is refused with "refund-own", and a question that
// is decided with "already-decided-once".
func (s *Service) DecideSecond(ctx context.Context, tx *db.Tx, approvalID, actorID string, approve bool) error {
	a, err := tx.RefundApproval(ctx, approvalID)
	if errors.Is(err, db.ErrNoRows) {
		return fault.NotFound()
	}
	if err != nil {
		return fmt.Errorf("approval: %w", err)
	}
	if a.AskedBy == actorID {
		return fault.Invalid("refund-own")
	}
	now := s.Clock.Now()
	n, err := tx.RefundApprovalDecide(ctx, query.RefundApprovalDecideParams{
		DecidedBy: actorID, DecidedAt: clock.MillisOf(now), Approved: flag(approve), ID: a.ID,
	})
	if err != nil {
		return fmt.Errorf("decide a refund: %w", err)
	}
	if n == 0 {
		return fault.Invalid("already-decided-once")
	}
	action := "refund.refuse"
	if approve {
		action = "refund.approve"
	}
	return audit.Record(ctx, tx, now, audit.Entry{
		ActorID: actorID, Action: action, Subject: a.Subject, After: map[string]any{"amount": a.Amount, "method": a.Method, "asked": a.AskedBy},
	})
}

// WithdrawSecond takes a question, or an approval that nobody has used, back.
func (s *Service) WithdrawSecond(ctx context.Context, tx *db.Tx, approvalID, actorID string) error {
	a, err := tx.RefundApproval(ctx, approvalID)
	if errors.Is(err, db.ErrNoRows) {
		return fault.NotFound()
	}
	if err != nil {
		return fmt.Errorf("approval: %w", err)
	}
	n, err := tx.RefundApprovalWithdraw(ctx, approvalID)
	if err != nil {
		return fmt.Errorf("withdraw: %w", err)
	}
	if n == 0 {
		return fault.Invalid("already-decided-once")
	}
	return audit.Record(ctx, tx, s.Clock.Now(), audit.Entry{
		ActorID: actorID, Action: "refund.withdraw", Subject: a.Subject, Before: map[string]any{"amount": a.Amount, "method": a.Method},
	})
}

func flag(yes bool) int64 {
	if yes {
		return 1
	}
	return 0
}
