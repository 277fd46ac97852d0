// Package order is the office's list of orders and one order: its timeline, documents, and refunds. A refund above the
// limit needs a second person. Two clerks who press at the same moment make one refund, because package payment locks
// the invoice and adds up what is left.
package order

import (
	"context"
	"encoding/json"
	"fmt"
	"time"

	"shanmen/internal/base/clock"
	"shanmen/internal/base/money"
	"shanmen/internal/offer/form"
	"shanmen/internal/office/contact"
	"shanmen/internal/office/export"
	"shanmen/internal/office/trail"
	"shanmen/internal/people/chat"
	"shanmen/internal/platform/db"
	"shanmen/internal/platform/db/query"
	"shanmen/internal/platform/httpd"
	"shanmen/internal/sales/invoice"
	"shanmen/internal/sales/late"
	"shanmen/internal/sales/payment"
	"shanmen/internal/sales/payrequest"
)

// Service answers the calls about orders.
type Service struct {
	DB       *db.DB
	Clock    clock.Clock
	Payments *payment.Service
	Late     *late.Service
	Trail    *trail.Service
	Contact  *contact.Service
	Tables   *export.Service
	// PayRequests gives refunds back through the payment provider.
	PayRequests *payrequest.Service
}

// Order is everything about one order.
type Order struct {
	Invoice       *invoice.View       `json:"invoice"`
	MemberID      string              `json:"memberId,omitempty" doc:"Account that it belongs to; absent: none"`
	Names         map[string][]string `json:"names" doc:"Per item: the names in its form"`
	Money         Money               `json:"money"`
	Payments      []Payment           `json:"payments" doc:"Oldest first"`
	Receipts      []Receipt           `json:"receipts" doc:"Receipts, oldest first, including void ones"`
	Refunds       []Refund            `json:"refunds" doc:"Oldest first"`
	Timeline      []Event             `json:"timeline"`
	Subscriptions []Subscription      `json:"subscriptions"`
	Letters       bool                `json:"letters" doc:"The payer can be notified by mail or SMS"`
	Links         *chat.Links         `json:"links,omitempty" doc:"Links to call or message the payer"`
}

// Money is the state of the money received for the order, in cents.
type Money struct {
	Held     money.Cents `json:"held" doc:"Money booked on the order, which can be refunded, in cents"`
	Excess   money.Cents `json:"excess" doc:"Overpayment that is not decided yet, in cents"`
	Donated  money.Cents `json:"donated" doc:"Overpayment kept as a donation, in cents"`
	Refunded money.Cents `json:"refunded" doc:"Refunded amount, without refunds of late transfers, in cents"`
}

// Payment is one payment of the order.
type Payment struct {
	ID        string            `json:"id"`
	Method    money.Method      `json:"method" enum:"1,2001"`
	Status    string            `json:"status" enum:"pending,approved,rejected,voided"`
	Amount    money.Cents       `json:"amount" doc:"Amount due, in cents"`
	Received  *money.Cents      `json:"received,omitempty"`
	Excess    money.Cents       `json:"excess"`
	ExcessAs  string            `json:"excessAs,omitempty" enum:"donation,refund"`
	Reason    string            `json:"reason,omitempty"`
	Note      string            `json:"note,omitempty"`
	Unseen    bool              `json:"unseen" doc:"Approved without being on a statement"`
	CreatedAt time.Time         `json:"createdAt"`
	DecidedAt *time.Time        `json:"decidedAt,omitempty"`
	DecidedBy string            `json:"decidedBy,omitempty" doc:"Name of the person who decided"`
	Pictures  []payment.Picture `json:"pictures" doc:"Visible to the treasurer only"`
}

// Receipt is an official receipt of the order.
type Receipt struct {
	Number     string     `json:"number"`
	IssuedAt   time.Time  `json:"issuedAt"`
	IssuedBy   string     `json:"issuedBy,omitempty" doc:"Name of the person who issued it"`
	VoidedAt   *time.Time `json:"voidedAt,omitempty"`
	VoidReason string     `json:"voidReason,omitempty" doc:"A code of refund.void.*"`
	URL        string     `json:"url" doc:"PDF"`
}

// Refund is a refund of the order.
type Refund struct {
	invoice.RefundView
	By       string    `json:"by,omitempty" doc:"Name of the person who made the refund"`
	Transfer *Transfer `json:"transfer,omitempty" doc:"Absent for a cash refund"`
}

// Transfer is the progress of a refund by transfer.
type Transfer struct {
	DoneAt    *time.Time `json:"doneAt,omitempty" doc:"When it was transferred; absent: not yet"`
	DoneBy    string     `json:"doneBy,omitempty" doc:"Name of the person who made the transfer"`
	Reference string     `json:"reference,omitempty" doc:"Reference at the bank"`
	payment.RefundProof
}

// Event is a step in the order's history, with who did it.
type Event struct {
	invoice.EventView
	Who string `json:"who,omitempty" doc:"Name of the person"`
}

// Subscription is a subscription that started with an item of the order.
type Subscription struct {
	ID     string    `json:"id"`
	ItemID string    `json:"itemId"`
	Status int64     `json:"status" enum:"1,2,3"`
	Term   string    `json:"term" enum:"monthly,yearly"`
	Period int64     `json:"period" doc:"Term that the order is for"`
	EndsAt time.Time `json:"endsAt"`
}

// Order answers GET /api/admin/order/{id}.
func (s *Service) Order(ctx context.Context, in *httpd.ByID) (*Order, error) {
	r := s.DB.Read()
	v, err := invoice.Load(ctx, r, in.ID)
	if err != nil {
		return nil, err
	}
	out := &Order{Names: map[string][]string{}, Payments: []Payment{}, Receipts: []Receipt{}, Refunds: []Refund{}, Timeline: []Event{}, Subscriptions: []Subscription{}}
	if v.UserID != nil {
		out.MemberID = *v.UserID
	}
	o := &orderReader{Service: s, id: v.ID, namer: s.Trail.Namer(ctx), out: out}
	for _, read := range []func(context.Context) error{
		func(ctx context.Context) error { return o.names(ctx, v.Items) },
		o.view, o.money, o.payments, o.receipts, o.refunds, o.events, o.subscriptions, o.reach,
	} {
		if err := read(ctx); err != nil {
			return nil, fmt.Errorf("order: %w", err)
		}
	}
	row, err := r.Invoice(ctx, v.ID)
	if err != nil {
		return nil, fmt.Errorf("order: %w", err)
	}
	out.Links, err = s.Contact.Order(ctx, r, row)
	return out, err
}

// orderReader fills an Order, one part per method.
type orderReader struct {
	*Service
	id    string
	namer *trail.Namer
	out   *Order
}

func (o *orderReader) view(ctx context.Context) (err error) {
	o.out.Invoice, err = invoice.ViewOf(ctx, o.DB.Read(), o.id, httpd.LocaleOf(ctx))
	return err
}

func (o *orderReader) names(ctx context.Context, items []query.InvoiceItem) error {
	for _, it := range items {
		if it.FormKey == "" || it.Form == "" {
			continue
		}
		def, err := form.Load(ctx, o.DB.Read(), it.FormKey, it.FormVersion)
		if err != nil {
			return err
		}
		o.out.Names[it.ID] = form.Names(def, json.RawMessage(it.Form))
	}
	return nil
}

func (o *orderReader) money(ctx context.Context) error {
	h, err := payment.BalanceOf(ctx, o.DB.Read(), o.id)
	o.out.Money = Money{Held: h.Order, Excess: h.Excess, Donated: h.Donated}
	return err
}

func (o *orderReader) payments(ctx context.Context) error {
	r := o.DB.Read()
	rows, err := r.InvoicePayments(ctx, o.id)
	if err != nil {
		return err
	}
	images, err := r.InvoiceImages(ctx, o.id)
	if err != nil {
		return err
	}
	for _, p := range rows {
		row := Payment{
			ID: p.ID, Method: p.Method, Status: p.Status, Amount: p.Amount, Received: p.Received, Excess: p.Excess, ExcessAs: p.ExcessAs,
			Reason: p.Reason, Note: p.Note, Unseen: p.Unseen, CreatedAt: p.CreatedAt.Time(), DecidedAt: p.DecidedAt.Moment(), Pictures: []payment.Picture{},
		}
		if row.DecidedBy, err = o.namer.Person(ctx, p.DecidedBy); err != nil {
			return err
		}
		for _, m := range images {
			if m.PaymentID == p.ID {
				row.Pictures = append(row.Pictures, payment.PictureOf(m.ID, m.Width, m.Height))
			}
		}
		o.out.Payments = append(o.out.Payments, row)
	}
	return nil
}

func (o *orderReader) receipts(ctx context.Context) error {
	rows, err := o.DB.Read().ReceiptsOfInvoice(ctx, o.id)
	if err != nil {
		return err
	}
	for _, p := range rows {
		row := Receipt{
			Number: p.Number, IssuedAt: p.IssuedAt.Time(), VoidedAt: p.VoidedAt.Moment(), VoidReason: p.VoidReason,
			URL: invoice.ReceiptURL(o.id) + "?number=" + p.Number,
		}
		if row.IssuedBy, err = o.namer.Person(ctx, p.IssuedBy); err != nil {
			return err
		}
		o.out.Receipts = append(o.out.Receipts, row)
	}
	return nil
}

func (o *orderReader) refunds(ctx context.Context) error {
	rows, err := o.DB.Read().RefundsOfInvoice(ctx, &o.id)
	if err != nil {
		return err
	}
	for _, b := range rows {
		row := Refund{RefundView: invoice.RefundOf(b)}
		if row.By, err = o.namer.Person(ctx, b.ActorID); err != nil {
			return err
		}
		if b.Method == money.PayNow {
			if row.Transfer, err = o.transferOf(ctx, b.ID); err != nil {
				return err
			}
		}
		if b.Extent != payment.RefundTransfer {
			o.out.Money.Refunded += b.Amount
		}
		o.out.Refunds = append(o.out.Refunds, row)
	}
	return nil
}

func (o *orderReader) transferOf(ctx context.Context, refundID string) (*Transfer, error) {
	r := o.DB.Read()
	t, err := r.RefundTransferOf(ctx, refundID)
	if err != nil {
		return nil, fmt.Errorf("transfer of a refund: %w", err)
	}
	out := &Transfer{DoneAt: t.DoneAt.Moment(), Reference: t.Reference}
	if out.DoneBy, err = o.namer.Person(ctx, t.DoneBy); err != nil {
		return nil, err
	}
	out.RefundProof, err = payment.ProofOf(ctx, r, refundID)
	return out, err
}

func (o *orderReader) events(ctx context.Context) error {
	rows, err := o.DB.Read().InvoiceEvents(ctx, o.id)
	if err != nil {
		return err
	}
	for _, e := range rows {
		row := Event{EventView: invoice.EventOf(e)}
		if row.Who, err = o.namer.Person(ctx, e.ActorID); err != nil {
			return err
		}
		o.out.Timeline = append(o.out.Timeline, row)
	}
	return nil
}

func (o *orderReader) subscriptions(ctx context.Context) error {
	rows, err := o.DB.Read().OrderSubscriptions(ctx, o.id)
	if err != nil {
		return err
	}
	for _, row := range rows {
		o.out.Subscriptions = append(o.out.Subscriptions, Subscription{
			ID: row.ID, ItemID: row.TermItem, Status: row.Status, Term: row.Term, Period: row.TermPeriod, EndsAt: row.EndsAt.Time(),
		})
	}
	return nil
}

func (o *orderReader) reach(ctx context.Context) (err error) {
	o.out.Letters, err = o.Payments.Reachable(ctx, o.DB.Read(), o.id)
	return err
}
