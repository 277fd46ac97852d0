package invoice

import (
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"time"

	"shanmen/internal/clock"
	"shanmen/internal/db"
	"shanmen/internal/db/query"
	"shanmen/internal/fault"
	"shanmen/internal/locale"
	"shanmen/internal/money"
)

// View is an invoice as the API answers it, with titles in the caller's language.
type View struct {
	ID               string        `json:"id"`
	Number           string        `json:"number" doc:"INV-2026-000123"`
	Status           string        `json:"status" enum:"awaiting-payment,under-verification,paid,rejected,expired,cancelled,refunded"`
	Locale           string        `json:"locale" doc:"Of mails and documents"`
	Currency         string        `json:"currency" enum:"SGD"`
	SubTotal         int64         `json:"subTotal" doc:"Cents"`
	Paid             int64         `json:"paid" doc:"Cents"`
	Due              int64         `json:"due" doc:"Cents"`
	PaymentReference string        `json:"paymentReference"`
	CodeURL          string        `json:"codeUrl" doc:"PNG of the reference as a QR code, for the counter"`
	PayNowURL        string        `json:"payNowUrl,omitempty" doc:"PNG of the PayNow QR code for what is due; 404 when PayNow is not offered"`
	Payer            PayerView     `json:"payer"`
	CreatedAt        time.Time     `json:"createdAt"`
	ExpiresAt        *time.Time    `json:"expiresAt,omitempty"`
	Items            []ItemView    `json:"items"`
	Payments         []PaymentView `json:"payments" doc:"Oldest first"`
	OfficialReceipt  *ReceiptView  `json:"officialReceipt,omitempty"`
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
	UnitPrice   int64           `json:"unitPrice"`
	Amount      int64           `json:"amount"`
	Term        string          `json:"term,omitempty" enum:"monthly,yearly" doc:"Absent: once"`
	FormKey     string          `json:"formKey,omitempty"`
	FormVersion int64           `json:"formVersion,omitempty"`
	Form        json.RawMessage `json:"form,omitempty"`
}

// PaymentView is one attempt to settle the invoice.
type PaymentView struct {
	ID                  string      `json:"id"`
	Method              int64       `json:"method" enum:"1,2001" doc:"1 cash, 2001 PayNow"`
	Status              string      `json:"status" enum:"pending,approved,rejected,voided"`
	Amount              int64       `json:"amount" doc:"Cents due when it was made"`
	DeclaredAmount      *int64      `json:"declaredAmount,omitempty"`
	TransactionDateTime string      `json:"transactionDateTime,omitempty" doc:"As it was sent, with its zone"`
	Reason              string      `json:"reason,omitempty"`
	Note                string      `json:"note,omitempty"`
	CreatedAt           time.Time   `json:"createdAt"`
	Images              []ImageView `json:"images,omitempty"`
}

// ImageView is one picture of a transfer.
type ImageView struct {
	ID     string `json:"id"`
	Name   string `json:"name"`
	Width  int64  `json:"width"`
	Height int64  `json:"height"`
	URL    string `json:"url" doc:"For its owner and the treasurer"`
}

// ReceiptView is the official receipt.
type ReceiptView struct {
	Number   string    `json:"number" doc:"OR-2026-000123"`
	IssuedAt time.Time `json:"issuedAt"`
	URL      string    `json:"url" doc:"PDF"`
}

// EventView is one step of the timeline.
type EventView struct {
	At     time.Time `json:"at"`
	Status string    `json:"status"`
	By     string    `json:"by" enum:"member,office,system"`
}

// ReceiptURL is where an invoice's official receipt is downloaded.
func ReceiptURL(invoiceID string) string { return "/api/invoice/" + invoiceID + "/receipt.pdf" }

// ViewOf reads an invoice for showing. Whose it is, the caller has checked. fault.NotFound when
// there is none.
func ViewOf(ctx context.Context, r db.Reader, invoiceID string, l locale.Locale) (*View, error) {
	inv, err := Load(ctx, r, invoiceID)
	if err != nil {
		return nil, err
	}
	v := &View{
		ID: inv.ID, Number: inv.Number, Status: inv.Status, Locale: inv.Locale, Currency: money.Currency,
		SubTotal: inv.SubTotal, Paid: inv.Invoice.Paid, Due: inv.Due(), PaymentReference: inv.PaymentReference,
		CodeURL:   "/api/invoice/" + inv.ID + "/code.png",
		Payer:     PayerView{inv.PayerName, inv.PayerChinese, inv.PayerMobile, inv.PayerEmail},
		CreatedAt: clock.FromMillis(inv.CreatedAt), Items: make([]ItemView, 0, len(inv.Items)), Payments: []PaymentView{},
	}
	if inv.Status == AwaitingPayment || inv.Status == Rejected {
		v.PayNowURL = "/api/payment/pay-now/qr/" + inv.ID + ".png"
	}
	if inv.ExpiresAt > 0 {
		t := clock.FromMillis(inv.ExpiresAt)
		v.ExpiresAt = &t
	}
	for _, it := range inv.Items {
		v.Items = append(v.Items, itemView(it, l))
	}
	if err := v.addPayments(ctx, r); err != nil {
		return nil, err
	}
	receipt, err := r.InvoiceReceipt(ctx, inv.ID)
	if err == nil {
		v.OfficialReceipt = &ReceiptView{receipt.Number, clock.FromMillis(receipt.IssuedAt), ReceiptURL(inv.ID)}
	} else if !errors.Is(err, db.ErrNoRows) {
		return nil, fmt.Errorf("official receipt: %w", err)
	}
	events, err := r.InvoiceEvents(ctx, inv.ID)
	if err != nil {
		return nil, fmt.Errorf("invoice timeline: %w", err)
	}
	for _, e := range events {
		v.Timeline = append(v.Timeline, EventView{clock.FromMillis(e.At), e.Status, e.ByWhom})
	}
	return v, nil
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

func (v *View) addPayments(ctx context.Context, r db.Reader) error {
	rows, err := r.InvoicePayments(ctx, v.ID)
	if err != nil {
		return fmt.Errorf("payments: %w", err)
	}
	images := map[string][]ImageView{}
	pictures, err := r.InvoiceImages(ctx, v.ID)
	if err != nil {
		return fmt.Errorf("receipt pictures: %w", err)
	}
	for _, m := range pictures {
		images[m.PaymentID] = append(images[m.PaymentID], ImageView{m.ID, m.Name, m.Width, m.Height, "/api/upload/receipt/" + m.ID})
	}
	for _, p := range rows {
		v.Payments = append(v.Payments, PaymentView{
			ID: p.ID, Method: p.Method, Status: p.Status, Amount: p.Amount, DeclaredAmount: p.DeclaredAmount,
			TransactionDateTime: p.TransactionRaw, Reason: p.Reason, Note: p.Note, CreatedAt: clock.FromMillis(p.CreatedAt),
			Images: images[p.ID],
		})
	}
	return nil
}

// Own is the member's invoice of that id, or the latest when id is "". fault.NotFound when there is
// none, or it is another's.
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
