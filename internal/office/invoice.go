package office

import (
	"context"
	"errors"
	"net/http"

	"shanmen/internal/clock"
	"shanmen/internal/db"
	"shanmen/internal/fault"
	"shanmen/internal/httpd"
	"shanmen/internal/invoice"
	"shanmen/internal/media"
)

// InvoiceRow is an invoice that the counter found.
type InvoiceRow struct {
	ID           string        `json:"id"`
	Number       string        `json:"number"`
	Reference    string        `json:"paymentReference"`
	Status       string        `json:"status"`
	Payer        string        `json:"payer"`
	PayerChinese string        `json:"payerChinese"`
	Mobile       string        `json:"mobile"`
	SubTotal     int64         `json:"subTotal"`
	Due          int64         `json:"due"`
	CreatedAt    string        `json:"createdAt"`
	Invoice      *invoice.View `json:"invoice,omitempty" doc:"Whole, when only one was found"`
}

// InvoiceRows are at most 50.
type InvoiceRows struct {
	Items []InvoiceRow `json:"items"`
}

type findIn struct {
	Q string `query:"q" minLength:"2" maxLength:"100" required:"true"`
}

// FindInvoices finds by number, reference, name in either script, or mobile.
func (s *Service) FindInvoices(ctx context.Context, in *findIn) (*InvoiceRows, error) {
	q := contains(in.Q)
	if q == "" {
		return &InvoiceRows{Items: []InvoiceRow{}}, nil
	}
	r := s.DB.Read()
	rows, err := r.PaymentInvoices(ctx, q)
	if err != nil {
		return nil, err
	}
	out := &InvoiceRows{Items: []InvoiceRow{}}
	for _, v := range rows {
		out.Items = append(out.Items, InvoiceRow{
			ID: v.ID, Number: v.Number, Reference: v.PaymentReference, Status: v.Status, Payer: v.PayerName, PayerChinese: v.PayerChinese,
			Mobile: v.PayerMobile, SubTotal: v.SubTotal, Due: max(0, v.SubTotal-v.Paid),
			CreatedAt: clock.FromMillis(v.CreatedAt).Format("2006-01-02T15:04:05Z"),
		})
	}
	if len(out.Items) == 1 {
		out.Items[0].Invoice, err = invoice.ViewOf(ctx, r, out.Items[0].ID, httpd.LocaleOf(ctx))
	}
	return out, err
}

type takeCashIn struct {
	ID   string `path:"id"`
	Body struct {
		AmountReceived int64 `json:"amountReceived" minimum:"1" maximum:"10000000" doc:"Cents that the devotee put down"`
	}
}

// CashTaken is the settled invoice and what goes back to the devotee.
type CashTaken struct {
	Invoice *invoice.View `json:"invoice"`
	Change  int64         `json:"change" doc:"Cents"`
}

// TakeCash settles an invoice with cash at the counter.
func (s *Service) TakeCash(ctx context.Context, in *takeCashIn) (*CashTaken, error) {
	actor := httpd.VisitorOf(ctx).UserID
	change, err := db.WriteValue(ctx, s.DB, func(ctx context.Context, tx *db.Tx) (*int64, error) {
		return httpd.Once(ctx, tx, func() (*int64, error) {
			change, err := s.Payments.TakeCash(ctx, tx, in.ID, actor, in.Body.AmountReceived)
			return &change, err
		})
	})
	if err != nil {
		return nil, err
	}
	view, err := invoice.ViewOf(ctx, s.DB.Read(), in.ID, httpd.LocaleOf(ctx))
	return &CashTaken{Invoice: view, Change: *change}, err
}

// ReceiptImage serves a member's picture to those who check it.
func (s *Service) ReceiptImage(w http.ResponseWriter, r *http.Request) error {
	m, err := s.DB.Read().UploadImage(r.Context(), r.PathValue("image"))
	if err != nil {
		return notFound(err)
	}
	return media.Serve(w, r, s.Files, m.StorageKey, m.Name, false)
}

func notFound(err error) error {
	if errors.Is(err, db.ErrNoRows) {
		return fault.NotFound()
	}
	return err
}
