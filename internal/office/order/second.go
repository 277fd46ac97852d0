package order

import (
	"context"
	"fmt"
	"net/http"
	"strings"
	"time"

	"shanmen/internal/base/clock"
	"shanmen/internal/base/fault"
	"shanmen/internal/base/keyset"
	"shanmen/internal/base/money"
	"shanmen/internal/offer/content"
	"shanmen/internal/people/account"
	"shanmen/internal/platform/db"
	"shanmen/internal/platform/db/query"
	"shanmen/internal/platform/httpd"
	"shanmen/internal/sales/payment"
	"shanmen/internal/sales/payrequest"
)

// RefundApproval is a large refund that waits for a second person, or that is approved and not yet paid out.
type RefundApproval struct {
	ID        string       `json:"id"`
	Order     *RefundOrder `json:"order,omitempty" doc:"Order number; absent for a transfer without an order"`
	Subject   string       `json:"subject"`
	Method    money.Method `json:"method" enum:"1,2001"`
	Amount    money.Cents  `json:"amount"`
	Reason    string       `json:"reason" doc:"A code of refund.reason.*"`
	Note      string       `json:"note,omitempty" doc:"Message to the payer"`
	AskedBy   string       `json:"askedBy" doc:"Name of the person who asked"`
	AskedAt   time.Time    `json:"askedAt"`
	Mine      bool         `json:"mine" doc:"Requested by the user: somebody else must decide"`
	Approved  bool         `json:"approved"`
	DecidedBy string       `json:"decidedBy,omitempty" doc:"Name of the person who decided"`
	ByMe      bool         `json:"byMe" doc:"Approved by the user: somebody else must make the refund"`
	Ended     string       `json:"ended,omitempty" enum:"expired,changed" doc:"Why the approval is no longer valid: 7 days have passed, or the order has changed"`
}

// RefundOrder is the order of a refund.
type RefundOrder struct {
	ID           string `json:"id"`
	Number       string `json:"number"`
	Payer        string `json:"payer"`
	PayerChinese string `json:"payerChinese"`
}

// RefundApprovals are the approvals not used yet.
type RefundApprovals struct {
	Limit money.Cents      `json:"limit" doc:"Amount in cents above which a second person must approve; 0: never"`
	Items []RefundApproval `json:"items" doc:"The oldest first"`
	Next  string           `json:"next,omitempty" doc:"Cursor of the next page"`
	Total int64            `json:"total" doc:"Exact up to 10,000"`
	More  bool             `json:"more" doc:"True if there are more results than total"`
}

type approvalsIn struct {
	keyset.Ask
	Subject string `query:"subject" maxLength:"80" doc:"Only for this subject: invoice:, transfer: or line: and its id"`
}

// RefundApprovals lists refunds that wait for approval or payout.
func (s *Service) RefundApprovals(ctx context.Context, in *approvalsIn) (*RefundApprovals, error) {
	r, me := s.DB.Read(), httpd.VisitorOf(ctx).UserID
	limit, err := content.RefundLimit(ctx, r)
	if err != nil {
		return nil, err
	}
	rows, out, err := s.approvals(ctx, r, in)
	if err != nil {
		return nil, err
	}
	out.Limit = limit
	for _, row := range rows {
		a := RefundApproval{
			ID: row.ID, Subject: row.Subject, Method: row.Method, Amount: row.Amount, Reason: row.Reason, Note: row.Note, AskedAt: row.AskedAt.Time(),
			Mine: row.AskedBy == me, Approved: row.Approved == 1, ByMe: row.DecidedBy == me,
		}
		if a.Ended, err = s.Payments.ApprovalEnded(ctx, r, row); err != nil {
			return nil, err
		}
		if a.AskedBy, err = account.NameOf(ctx, r, row.AskedBy); err != nil {
			return nil, err
		}
		if row.DecidedBy != "" {
			if a.DecidedBy, err = account.NameOf(ctx, r, row.DecidedBy); err != nil {
				return nil, err
			}
		}
		if id, ok := strings.CutPrefix(row.Subject, "invoice:"); ok {
			if a.Order, err = refundOrder(ctx, r, id); err != nil {
				return nil, err
			}
		}
		out.Items = append(out.Items, a)
	}
	return out, nil
}

// approvals reads those of one subject, or a page of all with their count.
func (s *Service) approvals(ctx context.Context, r db.Reader, in *approvalsIn) ([]query.RefundApproval, *RefundApprovals, error) {
	out := &RefundApprovals{Items: []RefundApproval{}}
	if in.Subject != "" {
		rows, err := s.Payments.ApprovalsOf(ctx, r, in.Subject)
		out.Total = int64(len(rows))
		return rows, out, err
	}
	after, err := keyset.Parse(in.After)
	if err != nil {
		return nil, nil, err
	}
	rows, err := r.RefundApprovalsLive(ctx, query.RefundApprovalsLiveParams{AfterAt: int64(after.At), AfterID: after.ID, Most: in.Limit + 1})
	if err != nil {
		return nil, nil, fmt.Errorf("approvals: %w", err)
	}
	counted, err := r.RefundApprovalsLiveCount(ctx)
	if err != nil {
		return nil, nil, fmt.Errorf("approvals: %w", err)
	}
	out.Total, out.More = keyset.Total(counted)
	if int64(len(rows)) > in.Limit {
		rows = rows[:in.Limit]
		last := rows[len(rows)-1]
		out.Next = keyset.Key{At: last.AskedAt, ID: last.ID}.String()
	}
	return rows, out, nil
}

func refundOrder(ctx context.Context, r db.Reader, invoiceID string) (*RefundOrder, error) {
	v, err := r.Invoice(ctx, invoiceID)
	if err != nil {
		return nil, fmt.Errorf("order of a refund: %w", err)
	}
	return &RefundOrder{ID: v.ID, Number: v.Number, Payer: v.PayerName, PayerChinese: v.PayerChinese}, nil
}

type askSecondIn struct {
	Body struct {
		Kind   string       `json:"kind" enum:"invoice,transfer,line" doc:"The kind of money to refund"`
		ID     string       `json:"id" maxLength:"64"`
		Method money.Method `json:"method" enum:"1,2001"`
		Amount money.Cents  `json:"amount" minimum:"1" maximum:"20000000" doc:"Cents"`
		Reason string       `json:"reason" doc:"A code of refund.reason.*"`
		Note   string       `json:"note,omitempty" doc:"Message to the payer; the refund must repeat it exactly"`
	}
}

// AskSecond asks a second person to approve a refund, and answers with the request.
func (s *Service) AskSecond(ctx context.Context, in *askSecondIn) (*RefundApprovals, error) {
	b := in.Body
	if err := cashOnly(ctx, b.Method); err != nil {
		return nil, err
	}
	subject := b.Kind + ":" + b.ID
	_, err := httpd.WriteOnce(ctx, s.DB, func(ctx context.Context, tx *db.Tx) (*struct{}, error) {
		return nil, s.Payments.AskSecond(ctx, tx, payment.Approval{
			Subject: subject, Method: b.Method, Amount: b.Amount, Reason: b.Reason, Note: b.Note, ActorID: httpd.VisitorOf(ctx).UserID,
		})
	})
	if err != nil {
		return nil, err
	}
	return s.RefundApprovals(ctx, &approvalsIn{Subject: subject})
}

type decideSecondIn struct {
	ID   string `path:"id" maxLength:"64"`
	Body struct {
		Approve bool `json:"approve"`
	}
}

// DecideSecond approves or refuses a refund that a colleague asked for.
func (s *Service) DecideSecond(ctx context.Context, in *decideSecondIn) (*RefundApprovals, error) {
	_, err := httpd.WriteOnce(ctx, s.DB, func(ctx context.Context, tx *db.Tx) (*struct{}, error) {
		return nil, s.Payments.DecideSecond(ctx, tx, in.ID, httpd.VisitorOf(ctx).UserID, in.Body.Approve)
	})
	if err != nil {
		return nil, err
	}
	return s.RefundApprovals(ctx, &approvalsIn{Ask: keyset.Ask{Limit: 25}})
}

// WithdrawSecond withdraws one's own request, or an unused approval.
func (s *Service) WithdrawSecond(ctx context.Context, in *httpd.ByID) (*RefundApprovals, error) {
	v := httpd.VisitorOf(ctx)
	_, err := httpd.WriteOnce(ctx, s.DB, func(ctx context.Context, tx *db.Tx) (*struct{}, error) {
		a, err := tx.RefundApproval(ctx, in.ID)
		if err != nil {
			return nil, db.NotFound(err)
		}
		if a.AskedBy != v.UserID && !v.Has("treasurer") {
			return nil, fault.NotFound()
		}
		return nil, s.Payments.WithdrawSecond(ctx, tx, in.ID)
	})
	if err != nil {
		return nil, err
	}
	return s.RefundApprovals(ctx, &approvalsIn{Ask: keyset.Ask{Limit: 25}})
}

// RefundTransfer is a refund by bank transfer.
type RefundTransfer struct {
	ID        string       `json:"id" doc:"Refund id"`
	Order     *RefundOrder `json:"order,omitempty" doc:"Order number; absent for a transfer without an order"`
	Amount    money.Cents  `json:"amount"`
	Reason    string       `json:"reason" doc:"A code of refund.reason.*"`
	At        time.Time    `json:"at" doc:"When it was decided"`
	By        string       `json:"by" doc:"Name of who decided it"`
	DoneAt    *time.Time   `json:"doneAt,omitempty"`
	DoneBy    string       `json:"doneBy,omitempty" doc:"Name; empty for refunds older than this list"`
	Reference string       `json:"reference,omitempty" doc:"Reference at the bank"`
	// Provider is the payment provider's part.
	Provider *payrequest.AtProvider `json:"provider,omitempty" doc:"Present if the payment provider has the money, or was asked"`
	payment.RefundProof
}

// RefundTransfers is a page of them.
type RefundTransfers struct {
	Items []RefundTransfer `json:"items"`
	Next  string           `json:"next,omitempty" doc:"Cursor of the next page"`
	ToDo  int64            `json:"toDo" doc:"Number of refunds still to be transferred, at most 10,000"`
	Total int64            `json:"total"`
	More  bool             `json:"more"`
}

type refundTransfersIn struct {
	keyset.Ask
	Done bool `query:"done" doc:"Refunds already transferred, latest first; otherwise those still to be transferred, oldest first"`
}

// RefundTransfers lists refunds by transfer: to do, or done.
func (s *Service) RefundTransfers(ctx context.Context, in *refundTransfersIn) (*RefundTransfers, error) {
	after, err := keyset.Parse(in.After)
	if err != nil {
		return nil, err
	}
	r, out := s.DB.Read(), &RefundTransfers{Items: []RefundTransfer{}}
	counted, err := r.RefundTransfersOpenCount(ctx)
	if err != nil {
		return nil, fmt.Errorf("refunds to transfer: %w", err)
	}
	out.ToDo, out.More = keyset.Total(counted)
	out.Total = out.ToDo
	var rows []query.RefundTransfersOpenRow
	if in.Done {
		if after.ID == "" {
			after.At = clock.MillisOf(s.Clock.Now().AddDate(100, 0, 0))
		}
		done, err := r.RefundTransfersDone(ctx, query.RefundTransfersDoneParams{AfterAt: int64(after.At), AfterID: after.ID, Most: in.Limit + 1})
		if err != nil {
			return nil, fmt.Errorf("refunds transferred: %w", err)
		}
		for _, row := range done {
			rows = append(rows, query.RefundTransfersOpenRow(row))
		}
	} else if rows, err = r.RefundTransfersOpen(ctx, query.RefundTransfersOpenParams{AfterAt: int64(after.At), AfterID: after.ID, Most: in.Limit + 1}); err != nil {
		return nil, fmt.Errorf("refunds to transfer: %w", err)
	}
	if int64(len(rows)) > in.Limit {
		rows = rows[:in.Limit]
		last := rows[len(rows)-1]
		at := last.At
		if in.Done {
			at = last.DoneAt
		}
		out.Next = keyset.Key{At: at, ID: last.RefundID}.String()
	}
	for _, row := range rows {
		t := RefundTransfer{ID: row.RefundID, Amount: row.Amount, Reason: row.Reason, At: row.At.Time(), DoneAt: row.DoneAt.Moment(), Reference: row.Reference}
		if t.RefundProof, err = payment.ProofOf(ctx, r, row.RefundID); err != nil {
			return nil, err
		}
		if t.Provider, err = s.PayRequests.RefundAt(ctx, r, row.RefundID); err != nil {
			return nil, err
		}
		if t.By, err = account.NameOf(ctx, r, row.ActorID); err != nil {
			return nil, err
		}
		if row.DoneBy != "" {
			if t.DoneBy, err = account.NameOf(ctx, r, row.DoneBy); err != nil {
				return nil, err
			}
		}
		if row.InvoiceID != nil {
			if t.Order, err = refundOrder(ctx, r, *row.InvoiceID); err != nil {
				return nil, err
			}
		}
		out.Items = append(out.Items, t)
	}
	return out, nil
}

type transferDoneIn struct {
	ID   string `path:"id" maxLength:"64"`
	Body struct {
		Reference string `json:"reference" maxLength:"100" doc:"Reference at the bank, to find it on the statement; may be empty if a picture proves the transfer"`
	}
}

// TransferDone records that a refund was transferred.
func (s *Service) TransferDone(ctx context.Context, in *transferDoneIn) (*RefundTransfers, error) {
	_, err := httpd.WriteOnce(ctx, s.DB, func(ctx context.Context, tx *db.Tx) (*struct{}, error) {
		if err := s.PayRequests.ByHand(ctx, tx, in.ID); err != nil {
			return nil, err
		}
		return nil, s.Payments.TransferDone(ctx, tx, in.ID, in.Body.Reference, httpd.VisitorOf(ctx).UserID)
	})
	if err != nil {
		return nil, err
	}
	return s.RefundTransfers(ctx, &refundTransfersIn{Ask: keyset.Ask{Limit: 50}})
}

// RefundAtProvider lets the payment provider give a refund back.
func (s *Service) RefundAtProvider(ctx context.Context, in *httpd.ByID) (*RefundTransfers, error) {
	_, err := httpd.WriteOnce(ctx, s.DB, func(ctx context.Context, tx *db.Tx) (*struct{}, error) {
		return nil, s.PayRequests.AskRefund(ctx, tx, in.ID, httpd.VisitorOf(ctx).UserID)
	})
	if err != nil {
		return nil, err
	}
	return s.RefundTransfers(ctx, &refundTransfersIn{Ask: keyset.Ask{Limit: 50}})
}

// RefundProof uploads pictures that prove a refund's transfer.
func (s *Service) RefundProof(w http.ResponseWriter, r *http.Request) error {
	return s.Payments.TakeRefundProof(w, r, r.PathValue("id"))
}

type removeProofIn struct {
	ID    string `path:"id" maxLength:"64"`
	Image string `path:"image" maxLength:"64"`
}

// RemoveRefundProof removes such a picture.
func (s *Service) RemoveRefundProof(ctx context.Context, in *removeProofIn) (*payment.RefundProof, error) {
	_, err := httpd.WriteOnce(ctx, s.DB, func(ctx context.Context, tx *db.Tx) (*struct{}, error) {
		return nil, s.Payments.RemoveRefundProof(ctx, tx, in.ID, in.Image)
	})
	if err != nil {
		return nil, err
	}
	out, err := payment.ProofOf(ctx, s.DB.Read(), in.ID)
	return &out, err
}
