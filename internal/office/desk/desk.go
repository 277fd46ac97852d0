// Package desk is the treasurer's payment desk: the queue, one payment beside its order, and the decision.
//
// An open payment is claimed for two minutes, renewed while the page is open: colleagues see the name, and "next" skips
// it, but a claim locks nothing. Package payment makes the decision; the row's lock orders two treasurers, the second
// is refused, and both are in the audit trail. After a decision the answer reads the whole payment again.
package desk

import (
	"context"
	"errors"
	"fmt"
	"strings"
	"time"

	"shanmen/internal/base/clock"
	"shanmen/internal/base/fault"
	"shanmen/internal/base/locale"
	"shanmen/internal/base/money"
	"shanmen/internal/office/claim"
	"shanmen/internal/office/contact"
	"shanmen/internal/people/account"
	"shanmen/internal/people/chat"
	"shanmen/internal/platform/audit"
	"shanmen/internal/platform/db"
	"shanmen/internal/platform/db/query"
	"shanmen/internal/platform/httpd"
	"shanmen/internal/platform/media"
	"shanmen/internal/sales/bank"
	"shanmen/internal/sales/cart"
	"shanmen/internal/sales/invoice"
	"shanmen/internal/sales/payment"
)

// Service answers the desk's calls.
type Service struct {
	DB       *db.DB
	Clock    clock.Clock
	Files    media.Store
	Payments *payment.Service
	Bank     *bank.Service
	Messages *locale.Messages
	Contact  *contact.Service
	Claims   *claim.Service
}

// RejectReason is a rejection code with the text that devotees get.
type RejectReason struct {
	Code string      `json:"code"`
	Text locale.Text `json:"text"`
}

// PaymentDetail is everything needed for a decision.
type PaymentDetail struct {
	QueueRow
	cart.Said
	Invoice    *invoice.View     `json:"invoice"`
	Links      *chat.Links       `json:"links,omitempty" doc:"Links to call or message the payer"`
	Mobile     string            `json:"mobile"`
	Email      string            `json:"email"`
	Pictures   []payment.Picture `json:"pictures"`
	Lookalikes []Lookalike       `json:"lookalikes"`
	Earlier    []EarlierPicture  `json:"earlier" doc:"Rejected pictures for the same order, newest first"`
	Member     *MemberAtDesk     `json:"member,omitempty" doc:"Absent for guests and for counter orders"`
	Bank       bank.Seen         `json:"bank"`
	Reason     string            `json:"reason,omitempty"`
	Reasons    []RejectReason    `json:"reasons" doc:"Possible rejection reasons, most frequent first"`
	Note       string            `json:"note,omitempty"`
	Despite    string            `json:"despite,omitempty" doc:"Reason given for approving it despite a conflict"`
	DecidedBy  string            `json:"decidedBy,omitempty" doc:"Name of the person who decided"`
	Excess     money.Cents       `json:"excess" doc:"Overpaid amount in cents"`
	ExcessAs   string            `json:"excessAs,omitempty" enum:"donation,refund" doc:"What was decided about the overpayment; absent while undecided"`
	UndoUntil  *time.Time        `json:"undoUntil,omitempty" doc:"The person who decided can undo it until then"`
}

// EarlierPicture is a rejected picture for the same order.
type EarlierPicture struct {
	PaymentID string    `json:"paymentId"`
	URL       string    `json:"url,omitempty"`
	SentAt    time.Time `json:"sentAt"`
	DecidedAt time.Time `json:"decidedAt"`
	DecidedBy string    `json:"decidedBy,omitempty" doc:"Name of the person who decided"`
	Reason    string    `json:"reason" doc:"A code of payment.reason.*"`
	Note      string    `json:"note,omitempty"`

	Differs *payment.Differing `json:"differs,omitempty" doc:"Areas where the pictures differ; absent if unknown"`
}

// MemberAtDesk is background about the member who ordered.
type MemberAtDesk struct {
	Since  time.Time `json:"since"`
	Orders int64     `json:"orders" doc:"Number of other orders"`
	Paid   int64     `json:"paid" doc:"Number of these that are paid"`
}

// Payment answers with one payment, its pictures, items, similar transfers and bank data.
func (s *Service) Payment(ctx context.Context, in *httpd.ByID) (*PaymentDetail, error) {
	r := s.DB.Read()
	p, err := r.Payment(ctx, in.ID)
	if err != nil {
		return nil, db.NotFound(err)
	}
	v, err := r.Invoice(ctx, p.InvoiceID)
	if err != nil {
		return nil, err
	}
	out := &PaymentDetail{
		QueueRow: QueueRow{
			ID: p.ID, InvoiceNumber: v.Number, Reference: v.PaymentReference, Payer: v.PayerName, PayerChinese: v.PayerChinese,
			Status: p.Status, Amount: p.Amount, DeclaredAmount: payment.DeclaredOr(p.DeclaredAmount, p.Amount), Received: p.Received,
			TransactionAt: clock.MomentOf(p.TransactionAt), CreatedAt: p.CreatedAt.Time(), DecidedAt: p.DecidedAt.Moment(),
			CutOff: cutOff(p.CutOff), Alike: p.Alike, Unseen: p.Unseen,
		},
		Said: cart.SaidOf(p), Mobile: v.PayerMobile, Email: v.PayerEmail, Reason: p.Reason, Note: p.Note, Despite: p.Despite, Pictures: []payment.Picture{}, Excess: p.Excess, ExcessAs: p.ExcessAs,
	}
	for _, code := range payment.Reasons {
		key := payment.ReasonKey(code)
		out.Reasons = append(out.Reasons, RejectReason{code, s.Messages.Both(key)})
	}
	if until := p.DecidedAt.Time().Add(payment.UndoWindow); p.DecidedAt > 0 && p.DecidedBy == httpd.VisitorOf(ctx).UserID && s.Clock.Now().Before(until) {
		late, err := payment.OfLateMoney(ctx, r, p)
		if err != nil {
			return nil, err
		}
		if !late {
			out.UndoUntil = &until
		}
	}
	if out.Bank, err = s.Bank.Seen(ctx, r, p.ID, nil); err != nil {
		return nil, err
	}
	out.Seen = out.Bank.State == bank.StateSeen
	if out.ClaimedBy, err = s.claimer(ctx, r, p); err != nil {
		return nil, err
	}
	if out.DecidedBy, err = account.NameOf(ctx, r, p.DecidedBy); err != nil {
		return nil, err
	}
	if out.Invoice, err = invoice.ViewOf(ctx, r, v.ID, httpd.LocaleOf(ctx)); err != nil {
		return nil, err
	}
	images, err := r.UploadImages(ctx, p.UploadID)
	if err != nil {
		return nil, err
	}
	for _, m := range images {
		out.Pictures = append(out.Pictures, payment.PictureOf(m.ID, m.Width, m.Height))
	}
	if out.Lookalikes, err = lookalikes(ctx, r, ofPayment{p, v.PaymentReference, out.Bank.Sure}, images); err != nil {
		return nil, err
	}
	if out.Links, err = s.Contact.Payment(ctx, r, v, p); err != nil {
		return nil, err
	}
	return out, s.before(ctx, r, p, out, images)
}

// before adds the history: rejected pictures of the order, and the member's other orders.
func (s *Service) before(ctx context.Context, r db.Reader, p query.Payment, out *PaymentDetail, images []query.UploadImage) error {
	earlier, err := r.DeskEarlier(ctx, query.DeskEarlierParams{InvoiceID: p.InvoiceID, ID: p.ID})
	if err != nil {
		return fmt.Errorf("earlier pictures: %w", err)
	}
	out.Earlier, out.Rejected = []EarlierPicture{}, int64(len(earlier))
	for _, e := range earlier {
		one := EarlierPicture{PaymentID: e.ID, URL: pictureOf(e.Picture), SentAt: e.CreatedAt.Time(), DecidedAt: e.DecidedAt.Time(), Reason: e.Reason, Note: e.Note}
		if one.DecidedBy, err = account.NameOf(ctx, r, e.DecidedBy); err != nil {
			return err
		}
		if one.Differs, err = payment.DiffersFrom(ctx, r, images, e.Picture); err != nil {
			return err
		}
		out.Earlier = append(out.Earlier, one)
	}
	m, err := r.DeskMember(ctx, p.InvoiceID)
	if errors.Is(err, db.ErrNoRows) {
		return nil
	}
	if err == nil {
		out.Member = &MemberAtDesk{Since: m.CreatedAt.Time(), Orders: m.Orders, Paid: m.Paid}
	}
	return err
}

// Decided is the answer to a decision.
type Decided struct {
	Payment   *PaymentDetail `json:"payment"`
	Invoice   *invoice.View  `json:"invoice"`
	UndoUntil *time.Time     `json:"undoUntil,omitempty"`
}

// decided runs a decision in its own transaction, and answers with the payment's new state.
func (s *Service) decided(ctx context.Context, paymentID, action string, do func(ctx context.Context, tx *db.Tx, actorID string) (payment.Decision, error)) (*Decided, error) {
	actor := httpd.VisitorOf(ctx).UserID
	d, err := db.WriteValue(ctx, s.DB, func(ctx context.Context, tx *db.Tx) (payment.Decision, error) { return do(ctx, tx, actor) })
	if refused, ok := fault.Of(err); ok && refused.Kind == fault.KindInvalid && len(refused.Fields) == 0 {
		return nil, s.recordRefused(ctx, paymentID, action, refused)
	}
	if err != nil {
		return nil, err
	}
	p, err := s.Payment(ctx, &httpd.ByID{ID: d.PaymentID})
	if err != nil {
		return nil, err
	}
	out := &Decided{Payment: p, Invoice: p.Invoice}
	if !d.UndoUntil.IsZero() {
		out.UndoUntil = &d.UndoUntil
	}
	return out, nil
}

// recordRefused audits a decision that was refused because the payment has changed, and returns the refusal: the second
// person's intention is recorded too.
func (s *Service) recordRefused(ctx context.Context, paymentID, action string, refused *fault.Error) error {
	err := s.DB.Write(ctx, func(ctx context.Context, tx *db.Tx) error {
		return audit.Note(ctx, tx, action+"-refused", "payment:"+paymentID, nil, map[string]any{"code": refused.Code})
	})
	if err != nil {
		return err
	}
	return refused
}

type approveIn struct {
	ID   string `path:"id"`
	Body struct {
		AmountReceived *money.Cents `json:"amountReceived,omitempty" minimum:"1" maximum:"20000000" doc:"Cents received; by default the amount due"`
		Despite        string       `json:"despite,omitempty" maxLength:"200" doc:"Reason for approving despite a similar transfer or a different amount; stored with the payment"`
	}
}

// Approve settles a payment under verification. One without a bank line is marked and counted in the day's report. If
// another transfer seems to be the same, it requires a reason ("despite-missing"), which is stored with the payment.
func (s *Service) Approve(ctx context.Context, in *approveIn) (*Decided, error) {
	return s.decided(ctx, in.ID, "payment.approve", func(ctx context.Context, tx *db.Tx, actor string) (payment.Decision, error) {
		seen, err := s.Bank.Seen(ctx, tx.Queries, in.ID, in.Body.AmountReceived)
		if err != nil {
			return payment.Decision{}, err
		}
		despite := strings.TrimSpace(in.Body.Despite)
		if despite == "" {
			other, err := stopped(ctx, tx.Queries, in.ID, seen.Sure)
			if err != nil {
				return payment.Decision{}, err
			}
			if other != nil {
				return payment.Decision{}, fault.Invalid("despite-missing").With("order", other.InvoiceNumber+other.Reference)
			}
		}
		d, err := s.Payments.Approve(ctx, tx, in.ID, actor, in.Body.AmountReceived, despite)
		if err != nil || seen.State == bank.StateSeen {
			return d, err
		}
		return d, tx.PaymentUnseen(ctx, query.PaymentUnseenParams{Unseen: 1, ID: in.ID})
	})
}

type rejectIn struct {
	ID   string `path:"id"`
	Body struct {
		Reason string `json:"reason" doc:"A code of payment.reason.*"`
		Note   string `json:"note,omitempty" doc:"Message from the reviewer to the member"`
	}
}

// Reject rejects a payment under verification, with a reason.
func (s *Service) Reject(ctx context.Context, in *rejectIn) (*Decided, error) {
	return s.decided(ctx, in.ID, "payment.reject", func(ctx context.Context, tx *db.Tx, actor string) (payment.Decision, error) {
		return s.Payments.Reject(ctx, tx, in.ID, actor, in.Body.Reason, in.Body.Note)
	})
}

// Undo undoes one's own decision within 30 seconds.
func (s *Service) Undo(ctx context.Context, in *httpd.ByID) (*Decided, error) {
	return s.decided(ctx, in.ID, "payment.undo", func(ctx context.Context, tx *db.Tx, actor string) (payment.Decision, error) {
		return s.Payments.Undo(ctx, tx, in.ID, actor)
	})
}
