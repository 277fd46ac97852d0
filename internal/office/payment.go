// Package office is the temple's side: what volunteers see and do under /admin.
package office

import (
	"context"
	"log/slog"
	"math/bits"
	"net/url"
	"strings"
	"time"

	"shanmen/internal/account"
	"shanmen/internal/clock"
	"shanmen/internal/db"
	"shanmen/internal/db/query"
	"shanmen/internal/httpd"
	"shanmen/internal/invoice"
	"shanmen/internal/media"
	"shanmen/internal/payment"
)

// Service answers the office's calls.
type Service struct {
	DB       *db.DB
	Clock    clock.Clock
	Files    media.Store
	Log      *slog.Logger
	Payments *payment.Service
	Accounts *account.Service
	Base     *url.URL // of the site, for links that are shown
}

// QueueRow is a payment in the list.
type QueueRow struct {
	ID             string     `json:"id"`
	InvoiceNumber  string     `json:"invoiceNumber"`
	Reference      string     `json:"paymentReference"`
	Payer          string     `json:"payer"`
	PayerChinese   string     `json:"payerChinese"`
	Status         string     `json:"status" enum:"pending,approved,rejected,voided"`
	Amount         int64      `json:"amount" doc:"Cents that were due"`
	DeclaredAmount int64      `json:"declaredAmount" doc:"Cents that the member says were transferred"`
	TransactionAt  *time.Time `json:"transactionDateTime,omitempty"`
	CreatedAt      time.Time  `json:"createdAt"`
}

// Queue is a page of payments with the sum of all that match.
type Queue struct {
	Items    []QueueRow `json:"items"`
	Page     int64      `json:"page"`
	PageSize int64      `json:"pageSize"`
	Total    int64      `json:"total"`
	Sum      int64      `json:"sum" doc:"Cents of all that match"`
}

type queueIn struct {
	Status   string `query:"status" default:"pending" enum:"pending,approved,rejected,voided"`
	Q        string `query:"q" maxLength:"100"`
	Page     int64  `query:"page" default:"1" minimum:"1" maximum:"100000"`
	PageSize int64  `query:"pageSize" default:"20" minimum:"1" maximum:"100"`
}

// PaymentQueue lists PayNow payments with a picture, oldest first.
func (s *Service) PaymentQueue(ctx context.Context, in *queueIn) (*Queue, error) {
	q := contains(in.Q)
	r := s.DB.Read()
	total, err := r.PaymentQueueCount(ctx, query.PaymentQueueCountParams{Status: in.Status, Q: q})
	if err != nil {
		return nil, err
	}
	rows, err := r.PaymentQueue(ctx, query.PaymentQueueParams{Status: in.Status, Q: q, Most: in.PageSize, Skip: (in.Page - 1) * in.PageSize})
	if err != nil {
		return nil, err
	}
	out := &Queue{Items: []QueueRow{}, Page: in.Page, PageSize: in.PageSize, Total: total.Count, Sum: total.Amount}
	for _, p := range rows {
		out.Items = append(out.Items, QueueRow{
			ID: p.ID, InvoiceNumber: p.Number, Reference: p.PaymentReference, Payer: p.PayerName, PayerChinese: p.PayerChinese,
			Status: p.Status, Amount: p.Amount, DeclaredAmount: declared(p.DeclaredAmount, p.Amount),
			TransactionAt: moment(p.TransactionAt), CreatedAt: clock.FromMillis(p.CreatedAt),
		})
	}
	return out, nil
}

// contains makes a LIKE pattern of what was typed; "" matches everything. A number may be typed as
// people say it, 9123 4567.
func contains(q string) string {
	q = strings.ToLower(strings.TrimSpace(q))
	if m, ok := account.ParseMobile(q); ok {
		q = m.E164
	} else if strings.ContainsAny(q, "0123456789") {
		q = strings.Join(strings.Fields(q), "")
	}
	if q == "" {
		return ""
	}
	return "%" + strings.NewReplacer(`\`, `\\`, `%`, `\%`, `_`, `\_`).Replace(q) + "%"
}

func declared(n *int64, otherwise int64) int64 {
	if n == nil {
		return otherwise
	}
	return *n
}

func moment(ms *int64) *time.Time {
	if ms == nil {
		return nil
	}
	t := clock.FromMillis(*ms)
	return &t
}

// Picture is one receipt image of a payment.
type Picture struct {
	ID     string `json:"id"`
	URL    string `json:"url"`
	Width  int64  `json:"width"`
	Height int64  `json:"height"`
}

// Lookalike is a picture of another payment that equals or resembles one of this payment's.
type Lookalike struct {
	PaymentID     string    `json:"paymentId"`
	InvoiceNumber string    `json:"invoiceNumber"`
	Status        string    `json:"status"`
	URL           string    `json:"url"`
	Same          bool      `json:"same" doc:"The very same file; otherwise it looks alike"`
	CreatedAt     time.Time `json:"createdAt"`
}

// PaymentDetail is all that a decision needs.
type PaymentDetail struct {
	QueueRow
	Invoice    *invoice.View `json:"invoice"`
	Mobile     string        `json:"mobile"`
	Email      string        `json:"email"`
	Pictures   []Picture     `json:"pictures"`
	Lookalikes []Lookalike   `json:"lookalikes"`
	Reason     string        `json:"reason,omitempty"`
	Note       string        `json:"note,omitempty"`
	UndoUntil  *time.Time    `json:"undoUntil,omitempty" doc:"Until then who decided may take it back"`
}

type idIn struct {
	ID string `path:"id"`
}

// Payment is one payment with pictures, items and look-alikes.
func (s *Service) Payment(ctx context.Context, in *idIn) (*PaymentDetail, error) {
	r := s.DB.Read()
	p, err := r.Payment(ctx, in.ID)
	if err != nil {
		return nil, notFound(err)
	}
	v, err := r.Invoice(ctx, p.InvoiceID)
	if err != nil {
		return nil, err
	}
	out := &PaymentDetail{
		QueueRow: QueueRow{
			ID: p.ID, InvoiceNumber: v.Number, Reference: v.PaymentReference, Payer: v.PayerName, PayerChinese: v.PayerChinese,
			Status: p.Status, Amount: p.Amount, DeclaredAmount: declared(p.DeclaredAmount, p.Amount),
			TransactionAt: moment(p.TransactionAt), CreatedAt: clock.FromMillis(p.CreatedAt),
		},
		Mobile: v.PayerMobile, Email: v.PayerEmail, Reason: p.Reason, Note: p.Note, Pictures: []Picture{}, Lookalikes: []Lookalike{},
	}
	if until := clock.FromMillis(p.DecidedAt).Add(payment.UndoWindow); p.DecidedAt > 0 && p.DecidedBy == httpd.VisitorOf(ctx).UserID && s.Clock.Now().Before(until) {
		out.UndoUntil = &until
	}
	if out.Invoice, err = invoice.ViewOf(ctx, r, v.ID, httpd.LocaleOf(ctx)); err != nil {
		return nil, err
	}
	images, err := r.UploadImages(ctx, p.UploadID)
	if err != nil {
		return nil, err
	}
	for _, m := range images {
		out.Pictures = append(out.Pictures, Picture{m.ID, pictureURL(m.ID), m.Width, m.Height})
	}
	out.Lookalikes, err = lookalikes(ctx, r, p.ID, images)
	return out, err
}

func pictureURL(id string) string { return "/api/admin/receipt-image/" + id }

// nearBits is how many of 64 bits of two pictures' hashes may differ for them to look alike: the same
// screenshot sent through a chat stays below; two receipts of one bank differ by little more.
const nearBits = 3

func lookalikes(ctx context.Context, r db.Reader, paymentID string, images []query.UploadImage) ([]Lookalike, error) {
	others, err := r.PaymentPictures(ctx, paymentID)
	if err != nil {
		return nil, err
	}
	out := []Lookalike{}
	for _, o := range others {
		for _, m := range images {
			same := o.Sha256 == m.Sha256
			if !same && bits.OnesCount64(uint64(o.Dhash)^uint64(m.Dhash)) > nearBits {
				continue
			}
			out = append(out, Lookalike{o.PaymentID, o.Number, o.Status, pictureURL(o.ID), same, clock.FromMillis(o.CreatedAt)})
			break
		}
		if len(out) == 10 {
			break
		}
	}
	return out, nil
}

// Decided is the answer to a decision.
type Decided struct {
	Payment   *PaymentDetail `json:"payment"`
	Invoice   *invoice.View  `json:"invoice"`
	UndoUntil *time.Time     `json:"undoUntil,omitempty"`
}

func (s *Service) decided(ctx context.Context, do func(ctx context.Context, tx *db.Tx, actorID string) (payment.Decision, error)) (*Decided, error) {
	actor := httpd.VisitorOf(ctx).UserID
	d, err := db.WriteValue(ctx, s.DB, func(ctx context.Context, tx *db.Tx) (payment.Decision, error) {
		return do(ctx, tx, actor)
	})
	if err != nil {
		return nil, err
	}
	p, err := s.Payment(ctx, &idIn{d.PaymentID})
	if err != nil {
		return nil, err
	}
	out := &Decided{Payment: p, Invoice: p.Invoice}
	if !d.UndoUntil.IsZero() {
		out.UndoUntil = &d.UndoUntil
	}
	return out, nil
}

type approveIn struct {
	ID   string `path:"id"`
	Body struct {
		AmountReceived *int64 `json:"amountReceived,omitempty" minimum:"1" maximum:"20000000" doc:"Cents; what was due when left out"`
	}
}

// Approve settles a payment under verification.
func (s *Service) Approve(ctx context.Context, in *approveIn) (*Decided, error) {
	return s.decided(ctx, func(ctx context.Context, tx *db.Tx, actor string) (payment.Decision, error) {
		return s.Payments.Approve(ctx, tx, in.ID, actor, in.Body.AmountReceived)
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
	return s.decided(ctx, func(ctx context.Context, tx *db.Tx, actor string) (payment.Decision, error) {
		return s.Payments.Reject(ctx, tx, in.ID, actor, in.Body.Reason, in.Body.Note)
	})
}

// Undo takes back one's own decision within 30 seconds.
func (s *Service) Undo(ctx context.Context, in *idIn) (*Decided, error) {
	return s.decided(ctx, func(ctx context.Context, tx *db.Tx, actor string) (payment.Decision, error) {
		return s.Payments.Undo(ctx, tx, in.ID, actor)
	})
}
