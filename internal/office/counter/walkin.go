package counter

import (
	"context"
	"encoding/json"
	"errors"
	"net/http"
	"strconv"
	"time"

	"shanmen/internal/base/fault"
	"shanmen/internal/base/locale"
	"shanmen/internal/base/money"
	"shanmen/internal/people/account"
	"shanmen/internal/platform/httpd"
	"shanmen/internal/sales/cart"
	"shanmen/internal/sales/checkout"
	"shanmen/internal/sales/invoice"
)

// WalkInItem is one item of a counter order.
type WalkInItem struct {
	OfferingID string          `json:"offeringId" maxLength:"64"`
	OptionID   string          `json:"optionId" maxLength:"64"`
	Quantity   int64           `json:"quantity" doc:"1 to 99"`
	Amount     *money.Cents    `json:"amount,omitempty" doc:"Cents for one, for options with an open amount"`
	Term       *string         `json:"term,omitempty" doc:"once, monthly or yearly, as the option offers; absent: once. Others than once need userId"`
	Positions  *[]string       `json:"positions,omitempty" maxItems:"99" doc:"Ids of the chosen positions (/api/place); absent: the next free ones"`
	Form       json.RawMessage `json:"form,omitempty" doc:"Values of the offering's form, keyed by field"`
}

func (it WalkInItem) itemIn() cart.ItemIn {
	return cart.ItemIn{OfferingID: it.OfferingID, OptionID: it.OptionID, Quantity: it.Quantity, Amount: it.Amount, Term: it.Term, Positions: it.Positions, Form: it.Form}
}

func itemsIn(items []WalkInItem) []cart.ItemIn {
	out := make([]cart.ItemIn, 0, len(items))
	for _, it := range items {
		out = append(out, it.itemIn())
	}
	return out
}

// WalkInPayer is the payer as stated.
type WalkInPayer struct {
	Name        string `json:"name,omitempty" maxLength:"500" doc:"Name; this, the Chinese name, or both are required"`
	ChineseName string `json:"chineseName,omitempty" maxLength:"500"`
	Mobile      string `json:"mobile,omitempty" maxLength:"100"`
	Email       string `json:"email,omitempty" maxLength:"500"`
}

// WalkInIn is the body of POST /api/admin/walk-in.
type WalkInIn struct {
	Body struct {
		Locale         string       `json:"locale" enum:"en,zh" doc:"Language of messages and documents"`
		Payer          WalkInPayer  `json:"payer"`
		UserID         string       `json:"userId,omitempty" maxLength:"64" doc:"Member whose account gets the order and provides the payer's data"`
		Items          []WalkInItem `json:"items"`
		PaymentAmount  money.Cents  `json:"paymentAmount" doc:"Total in cents as shown; error 44062 if it has changed"`
		Method         money.Method `json:"method" enum:"1,2001" doc:"1 cash, 2001 PayNow"`
		AmountReceived *money.Cents `json:"amountReceived,omitempty" maximum:"10000000" doc:"Cents handed over, for cash; at least the total"`
	}
}

// WalkInMade is a counter order: settled, or waiting for its transfer.
type WalkInMade struct {
	Invoice *invoice.View `json:"invoice"`
	Change  *money.Cents  `json:"change,omitempty" doc:"Change in cents"`
	QR      *WalkInQR     `json:"qr,omitempty" doc:"Present while the transfer is awaited"`
}

// WalkInQR is the PayNow code for the devotee's phone.
type WalkInQR struct {
	Payload   string      `json:"payload" doc:"The text of the QR code"`
	ImageURL  string      `json:"imageUrl" doc:"PNG"`
	Amount    money.Cents `json:"amount" doc:"Cents"`
	Reference string      `json:"reference"`
	Payee     string      `json:"payee" doc:"Payee's name as shown by the banking app"`
	ExpiresAt *time.Time  `json:"expiresAt,omitempty"`
}

// SellWalkIn creates an order for a devotee at the counter. Cash settles it at once and needs an open shift
// ("shift-not-open").
func (s *Service) SellWalkIn(ctx context.Context, in *WalkInIn) (*WalkInMade, error) {
	b := in.Body
	sold, err := s.Checkout.Sell(ctx, checkout.WalkIn{
		ActorID: httpd.VisitorOf(ctx).UserID, Locale: locale.Locale(b.Locale), UserID: b.UserID, Payer: account.Contact(b.Payer),
		Items: itemsIn(b.Items), Amount: b.PaymentAmount, Method: b.Method, Received: b.AmountReceived,
	})
	if err != nil {
		return nil, err
	}
	out, err := s.walkIn(ctx, sold.InvoiceID)
	if err != nil {
		return nil, err
	}
	out.Change = sold.Change
	return out, nil
}

// WalkIn answers with a counter order, with its PayNow code while it waits for its transfer.
func (s *Service) WalkIn(ctx context.Context, in *httpd.ByID) (*WalkInMade, error) {
	return s.walkIn(ctx, in.ID)
}

func (s *Service) walkIn(ctx context.Context, invoiceID string) (*WalkInMade, error) {
	r := s.DB.Read()
	v, err := invoice.ViewOf(ctx, r, invoiceID, httpd.LocaleOf(ctx))
	if err != nil {
		return nil, err
	}
	out := &WalkInMade{Invoice: v}
	code, err := checkout.CodeForCounter(ctx, r, invoiceID, s.Clock.Now())
	switch {
	case isNotFound(err): // nothing to pay
		return out, nil
	case err != nil:
		return nil, err
	}
	out.QR = &WalkInQR{
		Payload: code.Payload, ImageURL: "/api/admin/walk-in/" + v.ID + "/pay-now.png", Amount: code.Amount, Reference: code.Reference,
		Payee: code.Payee, ExpiresAt: v.ExpiresAt,
	}
	return out, nil
}

// WalkInCode draws the PayNow code of an unpaid invoice.
func (s *Service) WalkInCode(w http.ResponseWriter, r *http.Request) error {
	code, err := checkout.CodeForCounter(r.Context(), s.DB.Read(), r.PathValue("id"), s.Clock.Now())
	if err != nil {
		return err
	}
	png, err := code.Picture()
	if err != nil {
		return err
	}
	h := w.Header()
	h.Set("Content-Type", "image/png")
	h.Set("Content-Length", strconv.Itoa(len(png)))
	h.Set("Cache-Control", "private, no-store")
	_, err = w.Write(png)
	return err
}

// WalkInPicture receives a photo of the devotee's phone.
func (s *Service) WalkInPicture(w http.ResponseWriter, r *http.Request) error {
	return s.Payments.PhotographAtCounter(w, r, r.PathValue("id"))
}

// WalkInPriceIn is the body of POST /api/admin/walk-in/price.
type WalkInPriceIn struct {
	Body struct {
		Items []WalkInItem `json:"items"`
	}
}

// WalkInPrices are items at today's prices.
type WalkInPrices struct {
	Items []WalkInPrice `json:"items" doc:"In the order of the request"`
	Total money.Cents   `json:"total" doc:"Total of the available items, in cents"`
}

// WalkInPrice is one of them.
type WalkInPrice struct {
	Price  money.Cents   `json:"price" doc:"Cents per unit"`
	Amount money.Cents   `json:"amount" doc:"Cents"`
	Reason string        `json:"reason,omitempty" enum:"withdrawn,not-open,closed,sold-out,term,quantity,amount,form" doc:"Why it cannot be ordered as it is"`
	Wrong  []WalkInWrong `json:"wrong,omitempty"`
}

// WalkInWrong is the error of one field, with its path within the item.
type WalkInWrong struct {
	Field string `json:"field" doc:"form.people[0].name"`
	Code  string `json:"code"`
	Title string `json:"title"`
}

// PriceWalkIn calculates prices and errors of items; it changes nothing.
func (s *Service) PriceWalkIn(ctx context.Context, in *WalkInPriceIn) (*WalkInPrices, error) {
	quoted, err := cart.Quote(ctx, s.DB.Read(), itemsIn(in.Body.Items), s.Clock.Now())
	if err != nil {
		return nil, err
	}
	out := &WalkInPrices{Items: make([]WalkInPrice, 0, len(quoted))}
	for _, q := range quoted {
		p := WalkInPrice{Price: q.Price, Amount: q.Line.Amount(), Reason: q.Reason}
		for _, f := range q.Wrong {
			p.Wrong = append(p.Wrong, WalkInWrong{f.Path, f.Code, s.Messages.T(httpd.LocaleOf(ctx), "fault."+f.Code, f.Params)})
		}
		if q.Reason == "" {
			out.Total += p.Amount
		}
		out.Items = append(out.Items, p)
	}
	return out, nil
}

func isNotFound(err error) bool { return errors.Is(err, fault.NotFound()) }
