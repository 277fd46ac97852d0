// Package desk is the treasurer's payment desk: the queue, one payment beside its order, and the decision.
//
// An open payment is claimed for two minutes, renewed while the page is open: colleagues see the name, and "next" skips
// it, but a claim locks nothing. Deciding is package payment's; the row's lock orders two treasurers, the second is
// refused, and both are in the audit trail. After a decision the answer reads the whole payment again.
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

// RejectReason is a coded reason of a rejection with its sentence as devotees read it now.
type RejectReason struct {
	Code string      `json:"code"`
	Text locale.Text `json:"text"`
}

// PaymentDetail is all that a decision needs.
type PaymentDetail struct {
	QueueRow
	cart.Said
	Invoice    *invoice.View     `json:"invoice"`
	Links      *chat.Links       `json:"links,omitempty" doc:"To the payer's telephone"`
	Mobile     string            `json:"mobile"`
	Email      string            `json:"email"`
	Pictures   []payment.Picture `json:"pictures"`
	Lookalikes []Lookalike       `json:"lookalikes"`
	Earlier    []EarlierPicture  `json:"earlier" doc:"Pictures for the same order that were rejected, the newest first"`
	Member     *MemberAtDesk     `json:"member,omitempty" doc:"Absent of a guest and of the counter's orders"`
	Bank       bank.Seen         `json:"bank"`
	Reason     string            `json:"reason,omitempty"`
	Reasons    []RejectReason    `json:"reasons" doc:"What it can be rejected for, the most frequent first"`
	Note       string            `json:"note,omitempty"`
	Despite    string            `json:"despite,omitempty" doc:"Why it was approved although something spoke against it"`
	DecidedBy  string            `json:"decidedBy,omitempty" doc:"Name"`
	Excess     money.Cents       `json:"excess" doc:"Cents that came in above what was due"`
	ExcessAs   string            `json:"excessAs,omitempty" enum:"donation,refund" doc:"Absent while nobody has decided what becomes of the excess"`
	UndoUntil  *time.Time        `json:"undoUntil,omitempty" doc:"Until then who decided may take it back"`
}

// EarlierPicture is a picture for the same order that was rejected.
type EarlierPicture struct {
	PaymentID string    `json:"paymentId"`
	URL       string    `json:"url,omitempty"`
	SentAt    time.Time `json:"sentAt"`
	DecidedAt time.Time `json:"decidedAt"`
	DecidedBy string    `json:"decidedBy,omitempty" doc:"Name"`
	Reason    string    `json:"reason" doc:"A code of payment.reason.*"`
	Note      string    `json:"note,omitempty"`

	Differs *payment.Differing `json:"differs,omitempty" doc:"Where it differs from this payment's; absent where that cannot be told"`
}

// MemberAtDesk is what a reviewer wants to know of who ordered.
type MemberAtDesk struct {
	Since  time.Time `json:"since"`
	Orders int64     `json:"orders" doc:"Others than this"`
	Paid   int64     `json:"paid" doc:"Of them"`
}

// Payment is one payment with pictures, items, look-alikes and what the bank says of it.
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
		out.Reasons = append(out.Reasons, RejectReason{code, locale.Text{EN: s.Messages.T(locale.EN, key, nil), ZH: s.Messages.T(locale.ZH, key, nil)}})
	}
	if until := p.DecidedAt.Time().Add(payment.UndoWindow); p.DecidedAt > 0 && p.DecidedBy == httpd.VisitorOf(ctx).UserID && s.Clock.Now().Before(until) {
		out.UndoUntil = &until
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

// before adds what was before a payment: rejected pictures of its order, and the member's other orders.
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

// decided makes a decision about a payment in a transaction of its own, and answers how the payment stands.
func (s *Service) decided(ctx context.Context, paymentID, action string, do func(ctx context.Context, tx *db.Tx, actorID string) (payment.Decision, error)) (*Decided, error) {
	actor := httpd.VisitorOf(ctx).UserID
	d, err := db.WriteValue(ctx, s.DB, func(ctx context.Context, tx *db.Tx) (payment.Decision, error) { return do(ctx, tx, actor) })
	if refused, ok := fault.Of(err); ok && refused.Kind == fault.KindInvalid && len(refused.Fields) == 0 {
		return nil, s.recordRefused(ctx, paymentID, actor, action, refused)
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

// recordRefused writes into the trail that a decision was refused because of what has become of the payment, and answers
// the refusal: who came second also wanted something.
func (s *Service) recordRefused(ctx context.Context, paymentID, actorID, action string, refused *fault.Error) error {
	err := s.DB.Write(ctx, func(ctx context.Context, tx *db.Tx) error {
		return audit.Record(ctx, tx, s.Clock.Now(), audit.Entry{
			ActorID: actorID, Action: action + "-refused", Subject: "payment:" + paymentID, After: map[string]any{"code": refused.Code},
		})
	})
	if err != nil {
		return err
	}
	return refused
}

type approveIn struct {
	ID   string `path:"id"`
	Body struct {
		AmountReceived *money.Cents `json:"amountReceived,omitempty" minimum:"1" maximum:"20000000" doc:"Cents; what was due when left out"`
		Despite        string       `json:"despite,omitempty" maxLength:"200" doc:"Why, although another transfer seems to be the same or the amounts differ; kept with the payment"`
	}
}

// Approve settles a payment under verification. One that no statement shows is marked: the day's report counts it. Where
// another transfer seems to be the same one it wants a reason, "despite-missing", and keeps it with the payment.
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
		Note   string `json:"note,omitempty" doc:"The reviewer's own words, for the member"`
	}
}

// Reject refuses a payment under verification, with a reason.
func (s *Service) Reject(ctx context.Context, in *rejectIn) (*Decided, error) {
	return s.decided(ctx, in.ID, "payment.reject", func(ctx context.Context, tx *db.Tx, actor string) (payment.Decision, error) {
		return s.Payments.Reject(ctx, tx, in.ID, actor, in.Body.Reason, in.Body.Note)
	})
}

// Undo takes back one's own decision within 30 seconds.
func (s *Service) Undo(ctx context.Context, in *httpd.ByID) (*Decided, error) {
	return s.decided(ctx, in.ID, "payment.undo", func(ctx context.Context, tx *db.Tx, actor string) (payment.Decision, error) {
		return s.Payments.Undo(ctx, tx, in.ID, actor)
	})
}
