package checkout

import (
	"context"
	"encoding/base64"
	"errors"
	"net/http"
	"time"

	"shanmen/internal/base/fault"
	"shanmen/internal/base/locale"
	"shanmen/internal/base/money"
	"shanmen/internal/base/paynow"
	"shanmen/internal/offer/form"
	"shanmen/internal/platform/httpd"
	"shanmen/internal/sales/cart"
	"shanmen/internal/sales/invoice"
	"shanmen/internal/sales/payment"
	"shanmen/internal/sales/subscription"
)

// A renewal's link opens one invoice for anyone who has it, logged in or not: what it is for, how to pay it, and
// nothing else of the account.

// RenewalView is that invoice. Its two codes are embedded pictures, because their addresses need a login.
type RenewalView struct {
	Number           string            `json:"number"`
	Status           string            `json:"status" enum:"awaiting-payment,under-verification,paid,rejected,expired,cancelled,refunded"`
	Subscription     int64             `json:"subscription" enum:"1,2,3" doc:"1 active, 2 completed, 3 cancelled"`
	Title            string            `json:"title"`
	OptionTitle      string            `json:"optionTitle"`
	Term             string            `json:"term" enum:"monthly,yearly"`
	Quantity         int64             `json:"quantity"`
	Names            []string          `json:"names"`
	Sheet            *form.Sheet       `json:"sheet,omitempty" doc:"People it is for, and the other answers"`
	StartsAt         *time.Time        `json:"startsAt,omitempty" doc:"Start of the term"`
	EndsAt           *time.Time        `json:"endsAt,omitempty"`
	Currency         string            `json:"currency" enum:"SGD"`
	SubTotal         money.Cents       `json:"subTotal" doc:"Cents"`
	Due              money.Cents       `json:"due" doc:"Cents"`
	PaymentReference string            `json:"paymentReference"`
	ExpiresAt        *time.Time        `json:"expiresAt,omitempty"`
	Method           money.Method      `json:"method,omitempty" enum:"1,2001" doc:"Method of the pending payment"`
	Reason           string            `json:"reason,omitempty" doc:"Why the last payment was not accepted"`
	Note             string            `json:"note,omitempty"`
	PayNowCode       string            `json:"payNowCode,omitempty" doc:"The PayNow QR code for what is due, as a data URL; absent when PayNow is not offered or nothing is to be paid"`
	LateTransfer     *invoice.LateView `json:"lateTransfer,omitempty" doc:"Late transfer, as for an invoice"`
	CounterCode      string            `json:"counterCode" doc:"The reference as a QR code, as a data URL"`
}

// RenewalPage is the data of /member/renewal.
func (s *Service) RenewalPage(ctx context.Context, r httpd.PageRequest) (httpd.PageData, error) {
	of, err := s.Subscriptions.Renewal(ctx, r.Query.Get("ticket"))
	if err != nil {
		return httpd.PageData{}, err
	}
	v, err := s.renewalView(ctx, of, r.Locale)
	return httpd.PageData{Data: v}, err
}

func (s *Service) renewalView(ctx context.Context, of subscription.Renewal, l locale.Locale) (*RenewalView, error) {
	full, err := invoice.ViewOf(ctx, s.DB.Read(), of.InvoiceID, l)
	if err != nil {
		return nil, err
	}
	it := full.Items[0]
	v := &RenewalView{
		Number: full.Number, Status: full.Status, Subscription: of.Status, Title: it.Title, OptionTitle: it.OptionTitle, Term: it.Term,
		Quantity: it.Quantity, Names: of.Names, Sheet: of.Sheet.OnlyNames(), Currency: full.Currency, SubTotal: full.SubTotal, Due: full.Due,
		PaymentReference: full.PaymentReference, ExpiresAt: full.ExpiresAt, LateTransfer: full.LateTransfer,
	}
	if v.Names == nil {
		v.Names = []string{}
	}
	if !of.StartsAt.IsZero() {
		v.StartsAt, v.EndsAt = &of.StartsAt, &of.EndsAt
	}
	for _, p := range full.Payments { // oldest first
		switch p.Status {
		case payment.Pending:
			v.Method, v.Reason, v.Note = p.Method, "", ""
		case payment.Rejected:
			v.Reason, v.Note = p.Reason, p.Note
		}
	}
	if v.CounterCode, err = picture(full.PaymentReference, 8); err != nil {
		return nil, err
	}
	payload, err := s.invoicePayload(ctx, of.UserID, of.InvoiceID)
	if errors.Is(err, fault.NotFound()) {
		return v, nil
	}
	if err != nil {
		return nil, err
	}
	v.PayNowCode, err = picture(payload, qrScale)
	return v, err
}

func picture(text string, scale int) (string, error) {
	png, err := paynow.PNG(text, scale)
	return "data:image/png;base64," + base64.StdEncoding.EncodeToString(png), err
}

// RenewalPayNowIn is the body of POST /api/renewal/pay-now.
type RenewalPayNowIn struct {
	Body struct {
		Ticket              string       `json:"ticket" maxLength:"100" doc:"Ticket from the link"`
		PaymentAmount       money.Cents  `json:"paymentAmount" doc:"Amount due in cents"`
		Currency            string       `json:"currency" enum:"SGD"`
		TransactionDateTime string       `json:"transactionDateTime" maxLength:"64" doc:"As in POST /api/payment/new/pay-now"`
		FileID              string       `json:"fileId,omitempty" maxLength:"64" doc:"Id of the upload"`
		DeclaredAmount      *money.Cents `json:"declaredAmount,omitempty"`
		cart.Said
	}
}

// RenewalPayNow pays a ticket's invoice as PayNow does.
func (s *Service) RenewalPayNow(ctx context.Context, in *RenewalPayNowIn) (*RenewalView, error) {
	b := in.Body
	o := order{
		method: money.PayNow, amount: b.PaymentAmount, fileID: b.FileID, declared: b.DeclaredAmount,
		Said: b.Said, atRaw: b.TransactionDateTime,
	}
	return s.payRenewal(ctx, b.Ticket, o)
}

// RenewalCashIn is the body of POST /api/renewal/cash.
type RenewalCashIn struct {
	Body struct {
		Ticket        string      `json:"ticket" maxLength:"100" doc:"Ticket from the link"`
		PaymentAmount money.Cents `json:"paymentAmount" doc:"Amount due in cents"`
		Currency      string      `json:"currency" enum:"SGD"`
	}
}

// RenewalCash records that the invoice of a ticket will be paid at the counter.
func (s *Service) RenewalCash(ctx context.Context, in *RenewalCashIn) (*RenewalView, error) {
	return s.payRenewal(ctx, in.Body.Ticket, order{method: money.Cash, amount: in.Body.PaymentAmount})
}

func (s *Service) payRenewal(ctx context.Context, ticket string, o order) (*RenewalView, error) {
	of, err := s.Subscriptions.Renewal(ctx, ticket)
	if err != nil {
		return nil, err
	}
	if o.method == money.Cash {
		err = fault.InvalidFields(checkAmount("paymentAmount", o.amount))
	} else {
		err = o.readTransfer(s.Clock.Now())
	}
	if err != nil {
		return nil, err
	}
	o.buyer, o.invoiceID = buyer{userID: of.UserID, locale: httpd.LocaleOf(ctx)}, of.InvoiceID
	if _, err := s.pay(ctx, o); err != nil {
		return nil, err
	}
	return s.renewalView(ctx, of, o.locale)
}

// TicketHeader is the header with a renewal's ticket for uploads. In the address it would appear in other systems'
// logs.
const TicketHeader = "X-Renewal-Ticket"

// RenewalUpload receives the pictures of a transfer for the invoice of the ticket in TicketHeader.
func (s *Service) RenewalUpload(w http.ResponseWriter, r *http.Request) error {
	ticket := r.Header.Get(TicketHeader)
	of, err := s.Subscriptions.Renewal(r.Context(), ticket)
	if err != nil {
		return err
	}
	return s.Payments.UploadFor(w, r, of.UserID, ticket)
}
