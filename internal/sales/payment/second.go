package payment

import (
	"context"
	"errors"
	"fmt"
	"strings"
	"time"

	"shanmen/internal/base/clock"
	"shanmen/internal/base/fault"
	"shanmen/internal/base/id"
	"shanmen/internal/base/money"
	"shanmen/internal/offer/content"
	"shanmen/internal/platform/audit"
	"shanmen/internal/platform/db"
	"shanmen/internal/platform/db/query"
)

// A refund above the office's limit needs two people: one asks and pays it out, another approves. Parts of one order
// count together.

// Approval is the input for a second person's approval.
type Approval struct {
	Subject string       // SubjectOfInvoice, or a late money subject
	Method  money.Method // of the refund
	Amount  money.Cents
	Reason  string // of RefundReasons
	Note    string // free text for the payer; required with "other"
	ActorID string
}

// ApprovalDays is how many days an approval is valid.
const ApprovalDays = 7

// Why an unused approval is no longer valid.
const (
	ApprovalExpired = "expired" // it has expired
	ApprovalChanged = "changed" // the order has changed since it was approved
)

// SubjectOfInvoice is the subject of an order's refund.
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

// namesOf are all subjects of a refund's money, its own first: late money may have two.
func (s *Service) namesOf(ctx context.Context, r db.Reader, subject string) ([]string, error) {
	kind, of, _ := strings.Cut(subject, ":")
	if kind == "invoice" {
		return []string{subject}, nil
	}
	names, err := s.Late.Names(ctx, r, kind, of)
	if errors.Is(err, fault.NotFound()) { // no amount is undecided any more
		return []string{subject}, nil
	}
	return names, err
}

// ApprovalsOf are the open request and the unused approval for a refund.
func (s *Service) ApprovalsOf(ctx context.Context, r db.Reader, subject string) (out []query.RefundApproval, err error) {
	names, err := s.namesOf(ctx, r, subject)
	if err != nil {
		return nil, fmt.Errorf("names of late money: %w", err)
	}
	for _, name := range names {
		rows, err := r.RefundApprovalsOfSubject(ctx, name)
		if err != nil {
			return nil, fmt.Errorf("approvals: %w", err)
		}
		out = append(out, rows...)
	}
	return out, nil
}

// standing describes the current state of what is refunded: an approval is valid as long as it stays equal. Late money
// is waiting or decided.
func (s *Service) standing(ctx context.Context, r db.Reader, subject string) (string, error) {
	invoiceID, ok := strings.CutPrefix(subject, SubjectOfInvoice(""))
	if !ok {
		kind, of, _ := strings.Cut(subject, ":")
		_, err := s.Late.Waits(ctx, r, kind, of)
		if errors.Is(err, fault.NotFound()) {
			return "decided", nil
		}
		return "late", err
	}
	v, err := r.Invoice(ctx, invoiceID)
	if err != nil {
		return "", fmt.Errorf("order of a refund: %w", err)
	}
	h, err := BalanceOf(ctx, r, invoiceID)
	return fmt.Sprintf("%s %d %d %d", v.Status, v.SubTotal, h.Order, h.Excess), err
}

// ApprovalEnded returns why an unused approval is no longer valid: "" for a valid one, and for a request.
func (s *Service) ApprovalEnded(ctx context.Context, r db.Reader, row query.RefundApproval) (string, error) {
	if row.Approved == 0 {
		return "", nil
	}
	if row.DecidedAt <= s.approvedSince() {
		return ApprovalExpired, nil
	}
	now, err := s.standing(ctx, r, row.Subject)
	if err != nil || now == row.Stands {
		return "", err
	}
	return ApprovalChanged, nil
}

// approvedSince is the time of the oldest approval that can still be valid.
func (s *Service) approvedSince() clock.Millis {
	return clock.MillisOf(s.Clock.Now().Add(-ApprovalDays * 24 * time.Hour))
}

// giveable refuses what no refund could pay: more than received, missing, or decided money, with the refund's own
// refusals.
func (s *Service) giveable(ctx context.Context, tx *db.Tx, a Approval) error {
	kind, of, _ := strings.Cut(a.Subject, ":")
	if kind != "invoice" {
		most, err := s.Late.Waits(ctx, tx.Queries, kind, of)
		if err == nil && a.Amount > most {
			err = fault.Invalid("refund-too-much").With("most", money.Format(most))
		}
		return err
	}
	v, h, err := lockHeld(ctx, tx, of)
	if err != nil {
		return err
	}
	_, err = Refund{Amount: a.Amount, Reason: a.Reason}.extent(v, h)
	return err
}

// needsSecond refuses a refund above the limit without another person's approval ("refund-needs-second", with limit).
// An approval covers one refund of exactly this amount, method, reason and note, for ApprovalDays, while the order is
// unchanged.
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
	subject := subjectOf(row)
	stands, err := s.standing(ctx, tx.Queries, subject)
	if err != nil {
		return err
	}
	names, err := s.namesOf(ctx, tx.Queries, subject)
	if err != nil {
		return err
	}
	for _, name := range names {
		n, err := tx.RefundApprovalUse(ctx, query.RefundApprovalUseParams{
			RefundID: row.ID, Subject: name, Method: row.Method, Amount: row.Amount, Reason: row.Reason, Note: row.Note,
			Since: int64(s.approvedSince()), ActorID: row.ActorID, Stands: stands,
		})
		if err != nil {
			return fmt.Errorf("second person: %w", err)
		}
		if n > 0 {
			return nil
		}
	}
	return fault.Invalid("refund-needs-second").With("limit", money.Format(limit))
}

// AskSecond asks a second person to approve a possible refund; an impossible one is refused like the refund. Only one
// request per order is open ("already-asked"); it replaces an ended approval.
func (s *Service) AskSecond(ctx context.Context, tx *db.Tx, a Approval) error {
	a.Note = strings.TrimSpace(a.Note)
	if err := (Refund{Method: a.Method, Amount: a.Amount, Reason: a.Reason, Note: a.Note}).check(); err != nil {
		return err
	}
	if err := s.giveable(ctx, tx, a); err != nil {
		return err
	}
	if err := s.dropEnded(ctx, tx, a.Subject); err != nil {
		return err
	}
	now := s.Clock.Now()
	row := query.RefundApprovalAddParams{
		ID: id.New(), Subject: a.Subject, Method: a.Method, Amount: a.Amount, Reason: a.Reason, Note: a.Note, AskedBy: a.ActorID, AskedAt: clock.MillisOf(now),
	}
	live, err := s.ApprovalsOf(ctx, tx.Queries, a.Subject)
	if err != nil {
		return err
	}
	if len(live) > 0 {
		return fault.Invalid("already-asked")
	}
	err = tx.RefundApprovalAdd(ctx, row)
	if db.IsUnique(err) {
		return fault.Invalid("already-asked")
	}
	if err != nil {
		return fmt.Errorf("ask a second person: %w", err)
	}
	return audit.Note(ctx, tx, "refund.ask", a.Subject, nil, map[string]any{"amount": a.Amount, "method": a.Method, "reason": a.Reason})
}

// dropEnded deletes an ended approval; the audit trail keeps who gave it.
func (s *Service) dropEnded(ctx context.Context, tx *db.Tx, subject string) error {
	rows, err := s.ApprovalsOf(ctx, tx.Queries, subject)
	if err != nil {
		return err
	}
	for _, row := range rows {
		ended, err := s.ApprovalEnded(ctx, tx.Queries, row)
		if err != nil {
			return err
		}
		if ended == "" {
			continue
		}
		if _, err := tx.RefundApprovalWithdraw(ctx, row.ID); err != nil {
			return fmt.Errorf("end an approval: %w", err)
		}
	}
	return nil
}

// DecideSecond approves or refuses a colleague's request: one's own is refused with "refund-own", a decided one with
// "already-decided-once". A refund that became impossible is not approved.
func (s *Service) DecideSecond(ctx context.Context, tx *db.Tx, approvalID, actorID string, approve bool) error {
	a, err := tx.RefundApproval(ctx, approvalID)
	if err != nil {
		return db.NotFound(fmt.Errorf("approval: %w", err))
	}
	if a.AskedBy == actorID {
		return fault.Invalid("refund-own")
	}
	stands := ""
	if approve && a.DecidedAt == 0 {
		if err := s.giveable(ctx, tx, Approval{Subject: a.Subject, Amount: a.Amount, Reason: a.Reason}); err != nil {
			return err
		}
		if stands, err = s.standing(ctx, tx.Queries, a.Subject); err != nil {
			return err
		}
	}
	now := s.Clock.Now()
	n, err := tx.RefundApprovalDecide(ctx, query.RefundApprovalDecideParams{
		DecidedBy: actorID, DecidedAt: clock.MillisOf(now), Approved: db.Bit(approve), Stands: stands, ID: a.ID,
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
	return audit.Note(ctx, tx, action, a.Subject, nil, map[string]any{"amount": a.Amount, "method": a.Method, "reason": a.Reason, "asked": a.AskedBy})
}

// WithdrawSecond withdraws a request or an unused approval.
func (s *Service) WithdrawSecond(ctx context.Context, tx *db.Tx, approvalID string) error {
	a, err := tx.RefundApproval(ctx, approvalID)
	if err != nil {
		return db.NotFound(fmt.Errorf("approval: %w", err))
	}
	n, err := tx.RefundApprovalWithdraw(ctx, approvalID)
	if err != nil {
		return fmt.Errorf("withdraw: %w", err)
	}
	if n == 0 {
		return fault.Invalid("already-decided-once")
	}
	return audit.Note(ctx, tx, "refund.withdraw", a.Subject, map[string]any{"amount": a.Amount, "method": a.Method}, nil)
}
