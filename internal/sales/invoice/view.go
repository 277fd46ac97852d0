package invoice

import (
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"time"

	"shanmen/internal/base/fault"
	"shanmen/internal/base/locale"
	"shanmen/internal/base/money"
	"shanmen/internal/offer/form"
	"shanmen/internal/platform/db"
	"shanmen/internal/platform/db/query"
	"shanmen/internal/sales/cart"
)

// View is an invoice as the API answers it, with titles in the caller's language.
type View struct {
	ID               string        `json:"id"`
	Number           string        `json:"number" doc:"INV-2026-000123"`
	Status           string        `json:"status" enum:"awaiting-payment,under-verification,paid,rejected,expired,cancelled,refunded"`
	Locale           string        `json:"locale" doc:"Language of mails and documents"`
	Currency         string        `json:"currency" enum:"SGD"`
	SubTotal         money.Cents   `json:"subTotal" doc:"Cents"`
	Paid             money.Cents   `json:"paid" doc:"Cents"`
	Due              money.Cents   `json:"due" doc:"Cents"`
	PaymentReference string        `json:"paymentReference"`
	CodeURL          string        `json:"codeUrl" doc:"PNG of the reference as a QR code, for the counter"`
	InvoiceURL       string        `json:"invoiceUrl" doc:"PDF; language=en, zh or both, absent: the invoice's own"`
	PayNowURL        string        `json:"payNowUrl,omitempty" doc:"PNG of the PayNow QR code for what is due; 404 when PayNow is not offered"`
	Payer            PayerView     `json:"payer"`
	CreatedAt        time.Time     `json:"createdAt"`
	ExpiresAt        *time.Time    `json:"expiresAt,omitempty"`
	Items            []ItemView    `json:"items"`
	Payments         []PaymentView `json:"payments" doc:"Oldest first"`
	OfficialReceipt  *ReceiptView  `json:"officialReceipt,omitempty"`
	VoidReceipt      *VoidView     `json:"voidReceipt,omitempty" doc:"For a refunded order: its void receipt, which keeps its number"`
	Refunds          []RefundView  `json:"refunds,omitempty" doc:"Refunds, oldest first"`
	LateTransfer     *LateView     `json:"lateTransfer,omitempty" doc:"Late transfer that the office has not decided about yet"`
	Timeline         []EventView   `json:"timeline"`
}

// PayerView is who pays.
type PayerView struct {
	Name        string `json:"name"`
	ChineseName string `json:"chineseName,omitempty"`
	Mobile      string `json:"mobile,omitempty"`
	Email       string `json:"email,omitempty"`
}

// ItemView is one line.
type ItemView struct {
	ID          string          `json:"id"`
	OfferingID  string          `json:"offeringId"`
	Title       string          `json:"title"`
	OptionTitle string          `json:"optionTitle"`
	Quantity    int64           `json:"quantity"`
	UnitPrice   money.Cents     `json:"unitPrice"`
	Amount      money.Cents     `json:"amount"`
	Term        string          `json:"term,omitempty" enum:"monthly,yearly" doc:"Absent: one-time"`
	FormKey     string          `json:"formKey,omitempty"`
	FormVersion int64           `json:"formVersion,omitempty"`
	Form        json.RawMessage `json:"form,omitempty"`
	Places      []PlaceOfItem   `json:"places,omitempty"`
	Sheet       *form.Sheet     `json:"sheet,omitempty" doc:"The form's answers for display: the people it is for, and all others"`
	Steps       []ItemStep      `json:"steps,omitempty" doc:"Progress from payment to the ceremony; empty for an ended order"`
}

// PlaceOfItem is the current or future position of a lamp or tablet.
type PlaceOfItem struct {
	Code    string `json:"code" doc:"A-12-07"`
	Instead string `json:"instead,omitempty" doc:"The chosen position, if it was taken by somebody else before the payment arrived"`
}

// ItemStep is one of the four steps of an item: money received, names checked, paper written, and lamp lit or names
// offered.
type ItemStep struct {
	Step  string     `json:"step" enum:"received,checked,written,lit,offered"`
	State string     `json:"state" enum:"done,now,later,none" doc:"now: the current step; none: the step does not apply to this item"`
	At    *time.Time `json:"at,omitempty" doc:"Time when it was done; for a lamp or ceremony also the future time"`
	Done  int64      `json:"done" doc:"Number of units done"`
	Of    int64      `json:"of"`
	Why   string     `json:"why,omitempty" enum:"no-names,no-list,no-paper,late,cannot,withdrawn,again" doc:"Why the step does not apply, or is delayed"`
}

// StepsOf returns the steps of an invoice's items, by item.
type StepsOf func(ctx context.Context, r db.Reader, now time.Time, of Invoice) (map[string][]ItemStep, error)

// PaymentView is one payment.
type PaymentView struct {
	ID                  string       `json:"id"`
	Method              money.Method `json:"method" enum:"1,2001" doc:"1 cash, 2001 PayNow"`
	Status              string       `json:"status" enum:"pending,approved,rejected,voided"`
	Amount              money.Cents  `json:"amount" doc:"Amount due when the payment was made, in cents"`
	DeclaredAmount      *money.Cents `json:"declaredAmount,omitempty"`
	TransactionDateTime string       `json:"transactionDateTime,omitempty" doc:"As it was sent, with its zone"`
	Reason              string       `json:"reason,omitempty"`
	Note                string       `json:"note,omitempty"`
	CreatedAt           time.Time    `json:"createdAt"`
	Images              []ImageView  `json:"images,omitempty"`
	cart.Said
}

// ImageView is one picture of a transfer.
type ImageView struct {
	ID     string `json:"id"`
	Name   string `json:"name"`
	Width  int64  `json:"width"`
	Height int64  `json:"height"`
	URL    string `json:"url" doc:"URL, for its owner and the treasurer"`
}

// ReceiptView is the official receipt.
type ReceiptView struct {
	Number   string    `json:"number" doc:"OR-2026-000123"`
	IssuedAt time.Time `json:"issuedAt"`
	URL      string    `json:"url" doc:"PDF; language=en, zh or both, absent: the invoice's own"`
}

// VoidView is a voided official receipt.
type VoidView struct {
	ReceiptView
	VoidedAt time.Time `json:"voidedAt"`
}

// RefundView is a refund.
type RefundView struct {
	ID     string       `json:"id"`
	Method money.Method `json:"method" enum:"1,2001" doc:"1 cash, 2001 by transfer"`
	Amount money.Cents  `json:"amount" doc:"Cents"`
	Extent string       `json:"extent" enum:"whole,part,excess,transfer" doc:"transfer: late money that was never booked on the order"`
	Reason string       `json:"reason" enum:"ceremony-cancelled,asked-by-devotee,paid-twice,overpaid,mistake,other"`
	Note   string       `json:"note,omitempty" doc:"Message from the office"`
	At     time.Time    `json:"at"`
}

// LateView is a transfer that came after the order had ended or was paid otherwise, or with another amount.
type LateView struct {
	SentAt    time.Time `json:"sentAt"`
	Confirmed bool      `json:"confirmed,omitempty" doc:"A payment provider has the money; otherwise there is a picture of it"`
	Why       string    `json:"why" enum:"ended,paid,differs" doc:"Why the order does not have it: it had ended or was paid, or the amount is not the one due"`
}

// lateView says why an order does not have the money of a transfer.
func (rec *Record) lateView() *LateView {
	v := &LateView{rec.Late.CreatedAt.Time(), rec.Late.OriginID != rec.OriginID, "ended"}
	switch {
	case rec.Status == Paid || rec.Status == Refunded:
		v.Why = "paid"
	case v.Confirmed && (rec.Status == AwaitingPayment || rec.Status == Rejected):
		v.Why = "differs"
	}
	return v
}

// EventView is one event of the timeline.
type EventView struct {
	At     time.Time `json:"at"`
	Status string    `json:"status"`
	By     string    `json:"by" enum:"member,office,system,bank,provider"`
	Reason string    `json:"reason,omitempty" doc:"Reason code, if the office ended the order"`
}

// ReceiptURL is the download address of an invoice's official receipt.
func ReceiptURL(invoiceID string) string { return "/api/invoice/" + invoiceID + "/receipt.pdf" }

// Record is an invoice with its full history.
type Record struct {
	Invoice
	Payments []query.Payment // oldest first
	Images   []query.InvoiceImagesRow
	Receipt  *query.OfficialReceipt
	Void     *query.OfficialReceipt   // of a refunded order
	Refunds  []query.Refund           // oldest first
	Events   []query.InvoiceEvent     // oldest first
	Sheets   map[string]*form.Sheet   // by item
	Places   map[string][]PlaceOfItem // by item
	Late     *query.UnclaimedTransfer // undecided
}

// ViewOf reads an invoice for display. The caller has checked whose it is. fault.NotFound for an unknown invoice.
func ViewOf(ctx context.Context, r db.Reader, invoiceID string, l locale.Locale) (*View, error) {
	rec, err := read(ctx, r, invoiceID)
	if err != nil {
		return nil, err
	}
	return rec.View(l), nil
}

func read(ctx context.Context, r db.Reader, invoiceID string) (rec Record, err error) {
	if rec.Invoice, err = Load(ctx, r, invoiceID); err != nil {
		return Record{}, err
	}
	if err := rec.readSheets(ctx, r); err != nil {
		return Record{}, err
	}
	if err := rec.readPlaces(ctx, r); err != nil {
		return Record{}, err
	}
	if rec.Payments, err = r.InvoicePayments(ctx, rec.ID); err != nil {
		return Record{}, fmt.Errorf("payments: %w", err)
	}
	if rec.Images, err = r.InvoiceImages(ctx, rec.ID); err != nil {
		return Record{}, fmt.Errorf("receipt pictures: %w", err)
	}
	receipt, err := r.InvoiceReceipt(ctx, rec.ID)
	if err == nil {
		rec.Receipt = &receipt
	} else if !errors.Is(err, db.ErrNoRows) {
		return Record{}, fmt.Errorf("official receipt: %w", err)
	}
	if err := rec.readRefunds(ctx, r); err != nil {
		return Record{}, err
	}
	if err := rec.readLate(ctx, r); err != nil {
		return Record{}, err
	}
	if rec.Events, err = r.InvoiceEvents(ctx, rec.ID); err != nil {
		return Record{}, fmt.Errorf("invoice timeline: %w", err)
	}
	return rec, nil
}

// readSheets reads the forms of the items.
func (rec *Record) readSheets(ctx context.Context, r db.Reader) (err error) {
	sheets := form.NewReader(r)
	rec.Sheets = map[string]*form.Sheet{}
	for _, it := range rec.Items {
		if rec.Sheets[it.ID], err = sheets.Sheet(ctx, it.FormKey, it.FormVersion, it.Form); err != nil {
			return err
		}
	}
	return nil
}

// readPlaces reads the items' positions.
func (rec *Record) readPlaces(ctx context.Context, r db.Reader) error {
	rows, err := r.PositionCodesOfInvoice(ctx, rec.ID)
	if err != nil {
		return fmt.Errorf("places: %w", err)
	}
	rec.Places = map[string][]PlaceOfItem{}
	for _, row := range rows {
		rec.Places[row.ItemID] = append(rec.Places[row.ItemID], PlaceOfItem{row.Code, row.Instead})
	}
	return nil
}

// readLate adds a transfer declared when the invoice no longer waited for one. One declared for its cart, or before its
// end, belongs to the invoice itself. What a payment provider has is always added.
func (rec *Record) readLate(ctx context.Context, r db.Reader) error {
	if rec.Status == UnderVerification {
		return nil
	}
	t, err := r.LateAtProvider(ctx, rec.ID)
	if err == nil {
		rec.Late = &t
		return nil
	}
	if !errors.Is(err, db.ErrNoRows) {
		return fmt.Errorf("late money of the provider: %w", err)
	}
	t, err = r.TransferOfCart(ctx, rec.OriginID)
	if errors.Is(err, db.ErrNoRows) {
		return nil
	}
	if err != nil {
		return fmt.Errorf("late transfer: %w", err)
	}
	if waits := rec.Status == AwaitingPayment || rec.Status == Rejected; !waits || rec.ExpiresAt > 0 && t.CreatedAt >= rec.ExpiresAt {
		rec.Late = &t
	}
	return nil
}

// readRefunds adds refunds, and the receipt they voided.
func (rec *Record) readRefunds(ctx context.Context, r db.Reader) (err error) {
	if rec.Refunds, err = r.RefundsOfInvoice(ctx, &rec.ID); err != nil {
		return fmt.Errorf("refunds: %w", err)
	}
	if rec.Status != Refunded {
		return nil
	}
	receipts, err := r.ReceiptsOfInvoice(ctx, rec.ID)
	if err != nil {
		return fmt.Errorf("void receipt: %w", err)
	}
	if n := len(receipts); n > 0 {
		rec.Void = &receipts[n-1]
	}
	return nil
}

// View formats a record with titles in a language.
func (rec Record) View(l locale.Locale) *View {
	v := &View{
		ID: rec.ID, Number: rec.Number, Status: rec.Status, Locale: rec.Locale, Currency: money.Currency,
		SubTotal: rec.SubTotal, Paid: rec.Paid, Due: rec.Due(), PaymentReference: rec.PaymentReference,
		CodeURL: "/api/invoice/" + rec.ID + "/code.png", InvoiceURL: "/api/invoice/" + rec.ID + "/invoice.pdf",
		Payer:     PayerView{rec.PayerName, rec.PayerChinese, rec.PayerMobile, rec.PayerEmail},
		CreatedAt: rec.CreatedAt.Time(), Items: make([]ItemView, 0, len(rec.Items)), Payments: []PaymentView{},
	}
	if rec.Status == AwaitingPayment || rec.Status == Rejected {
		v.PayNowURL = "/api/payment/pay-now/qr/" + rec.ID + ".png"
	}
	if rec.ExpiresAt > 0 {
		t := rec.ExpiresAt.Time()
		v.ExpiresAt = &t
	}
	for _, it := range rec.Items {
		item := itemView(it, l)
		item.Sheet, item.Places = rec.Sheets[it.ID], rec.Places[it.ID]
		v.Items = append(v.Items, item)
	}
	images := map[string][]ImageView{}
	for _, m := range rec.Images {
		images[m.PaymentID] = append(images[m.PaymentID], ImageView{m.ID, m.Name, m.Width, m.Height, "/api/upload/receipt/" + m.ID})
	}
	for _, p := range rec.Payments {
		v.Payments = append(v.Payments, PaymentView{
			ID: p.ID, Method: p.Method, Status: p.Status, Amount: p.Amount, DeclaredAmount: p.DeclaredAmount, Said: cart.SaidOf(p),
			TransactionDateTime: p.TransactionRaw, Reason: p.Reason, Note: p.Note, CreatedAt: p.CreatedAt.Time(),
			Images: images[p.ID],
		})
	}
	if rec.Receipt != nil {
		v.OfficialReceipt = &ReceiptView{rec.Receipt.Number, rec.Receipt.IssuedAt.Time(), ReceiptURL(rec.ID)}
	}
	if rec.Void != nil {
		receipt := ReceiptView{rec.Void.Number, rec.Void.IssuedAt.Time(), ReceiptURL(rec.ID) + "?number=" + rec.Void.Number}
		v.VoidReceipt = &VoidView{receipt, rec.Void.VoidedAt.Time()}
	}
	for _, b := range rec.Refunds {
		v.Refunds = append(v.Refunds, RefundOf(b))
	}
	if rec.Late != nil {
		v.LateTransfer = rec.lateView()
	}
	for _, e := range rec.Events {
		v.Timeline = append(v.Timeline, EventOf(e))
	}
	return v
}

// RefundOf formats a refund.
func RefundOf(b query.Refund) RefundView {
	return RefundView{b.ID, b.Method, b.Amount, b.Extent, b.Reason, b.Note, b.At.Time()}
}

// EventOf formats a timeline event.
func EventOf(e query.InvoiceEvent) EventView {
	return EventView{e.At.Time(), e.Status, e.ByWhom, e.Reason}
}

func itemView(it query.InvoiceItem, l locale.Locale) ItemView {
	v := ItemView{
		ID: it.ID, OfferingID: it.OfferingID,
		Title:       locale.Text{EN: it.TitleEn, ZH: it.TitleZh}.In(l),
		OptionTitle: locale.Text{EN: it.OptionTitleEn, ZH: it.OptionTitleZh}.In(l),
		Quantity:    it.Quantity, UnitPrice: it.UnitPrice, Amount: it.Amount,
		Term: it.Term, FormKey: it.FormKey, FormVersion: it.FormVersion,
	}
	if it.Form != "" {
		v.Form = json.RawMessage(it.Form)
	}
	return v
}

// Own is the member's invoice with that id, or the latest for "". fault.NotFound if there is none, or it is another's.
func Own(ctx context.Context, r db.Reader, userID, invoiceID string) (string, error) {
	var found string
	var err error
	if invoiceID == "" {
		found, err = r.InvoiceLatest(ctx, &userID)
	} else {
		found, err = r.InvoiceOfUser(ctx, query.InvoiceOfUserParams{ID: invoiceID, UserID: &userID})
	}
	if userID == "" || errors.Is(err, db.ErrNoRows) {
		return "", fault.NotFound()
	}
	if err != nil {
		return "", fmt.Errorf("own invoice: %w", err)
	}
	return found, nil
}
