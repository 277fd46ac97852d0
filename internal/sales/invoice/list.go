package invoice

import (
	"context"
	"fmt"
	"net/http"
	"slices"
	"strconv"
	"time"

	"shanmen/internal/base/clock"
	"shanmen/internal/base/fault"
	"shanmen/internal/base/locale"
	"shanmen/internal/base/money"
	"shanmen/internal/base/paynow"
	"shanmen/internal/platform/db/query"
	"shanmen/internal/platform/httpd"
)

// GetIn identifies an invoice; without an id it is the latest.
type GetIn struct {
	ID string `query:"id"`
}

// Get answers with an own invoice.
func (s *Service) Get(ctx context.Context, in *GetIn) (*View, error) {
	return s.own(ctx, httpd.VisitorOf(ctx), in.ID)
}

func (s *Service) own(ctx context.Context, v httpd.Visitor, invoiceID string) (*View, error) {
	found, err := Own(ctx, s.DB.Read(), v.UserID, invoiceID)
	if err != nil {
		return nil, err
	}
	return s.WithSteps(ctx, found, httpd.LocaleOf(ctx))
}

// WithSteps reads an invoice with the progress of its items. The caller has checked whose it is.
func (s *Service) WithSteps(ctx context.Context, invoiceID string, l locale.Locale) (*View, error) {
	rec, err := read(ctx, s.DB.Read(), invoiceID)
	if err != nil {
		return nil, err
	}
	out := rec.View(l)
	steps, err := s.Steps(ctx, s.DB.Read(), s.Clock.Now(), rec.Invoice)
	for i := range out.Items {
		out.Items[i].Steps = steps[out.Items[i].ID]
	}
	return out, err
}

// ListIn filters and pages the list.
type ListIn struct {
	Page     int64  `query:"page" default:"1" minimum:"1" maximum:"100000"`
	PageSize int64  `query:"pageSize" default:"20" minimum:"1" maximum:"100"`
	Status   string `query:"status"`
	Year     int    `query:"year" doc:"In Singapore's time"`
}

// List is a page of own invoices: unpaid ones, then the rest, each newest first.
type List struct {
	Items    []Row   `json:"items"`
	Page     int64   `json:"page"`
	PageSize int64   `json:"pageSize"`
	Total    int64   `json:"total"`
	Years    []int64 `json:"years" doc:"Years with own invoices, latest first, independent of the filter"`
	ToPay    ToPay   `json:"toPay" doc:"Independent of the filter"`
}

// ToPay is the total that the member still has to pay.
type ToPay struct {
	Count  int64       `json:"count" doc:"Number of invoices"`
	Amount money.Cents `json:"amount" doc:"Cents"`
}

// Row is one invoice of a list.
type Row struct {
	ID               string      `json:"id"`
	Number           string      `json:"number"`
	Status           string      `json:"status" enum:"awaiting-payment,under-verification,paid,rejected,expired,cancelled,refunded"`
	Currency         string      `json:"currency" enum:"SGD"`
	SubTotal         money.Cents `json:"subTotal" doc:"Cents"`
	Paid             money.Cents `json:"paid"`
	Due              money.Cents `json:"due"`
	PaymentReference string      `json:"paymentReference"`
	CreatedAt        time.Time   `json:"createdAt"`
	ExpiresAt        *time.Time  `json:"expiresAt,omitempty"`
	Title            string      `json:"title" doc:"Title of the first item"`
	ItemCount        int64       `json:"itemCount"`
	ReceiptNumber    string      `json:"receiptNumber,omitempty"`
	ReceiptURL       string      `json:"receiptUrl,omitempty"`
}

var statuses = []string{AwaitingPayment, UnderVerification, Paid, Rejected, Expired, Cancelled, Refunded}

// List lists the caller's own invoices.
func (s *Service) List(ctx context.Context, in *ListIn) (*List, error) {
	return s.list(ctx, httpd.VisitorOf(ctx).UserID, *in)
}

func (s *Service) list(ctx context.Context, userID string, in ListIn) (*List, error) {
	if in.Status != "" && !slices.Contains(statuses, in.Status) {
		return nil, fault.At("status", "not-a-choice")
	}
	since, before := clock.Millis(0), int64(1)<<52
	if in.Year != 0 {
		if in.Year < 2000 || in.Year > 9998 {
			return nil, fault.At("year", "invalid-value")
		}
		since = clock.MillisOf(time.Date(in.Year, 1, 1, 0, 0, 0, 0, clock.Singapore))
		before = time.Date(in.Year+1, 1, 1, 0, 0, 0, 0, clock.Singapore).UnixMilli()
	}
	r := s.DB.Read()
	out := &List{Items: []Row{}, Page: in.Page, PageSize: in.PageSize}
	var err error
	out.Total, err = r.InvoiceListCount(ctx, query.InvoiceListCountParams{UserID: &userID, Status: in.Status, Since: since, Before: clock.Millis(before)})
	if err != nil {
		return nil, fmt.Errorf("list invoices: %w", err)
	}
	rows, err := r.InvoiceList(ctx, query.InvoiceListParams{
		UserID: &userID, Status: in.Status, Since: since, Before: clock.Millis(before), Most: in.PageSize, Skip: (in.Page - 1) * in.PageSize,
	})
	if err != nil {
		return nil, fmt.Errorf("list invoices: %w", err)
	}
	if out.Years, err = r.InvoiceYears(ctx, &userID); err != nil {
		return nil, fmt.Errorf("years of invoices: %w", err)
	}
	if out.Years == nil {
		out.Years = []int64{}
	}
	due, err := r.InvoicesToPay(ctx, &userID)
	if err != nil {
		return nil, fmt.Errorf("invoices to pay: %w", err)
	}
	out.ToPay = ToPay{due.Count, money.Cents(due.Amount)}
	l := httpd.LocaleOf(ctx)
	for _, v := range rows {
		row := Row{
			ID: v.ID, Number: v.Number, Status: v.Status, Currency: money.Currency, SubTotal: v.SubTotal, Paid: v.Paid,
			Due: DueOf(v.Status, v.SubTotal, v.Paid), PaymentReference: v.PaymentReference, CreatedAt: v.CreatedAt.Time(),
			Title: locale.Text{EN: v.TitleEn, ZH: v.TitleZh}.In(l), ItemCount: v.Items, ReceiptNumber: v.ReceiptNumber,
		}
		if v.ExpiresAt > 0 {
			t := v.ExpiresAt.Time()
			row.ExpiresAt = &t
		}
		if v.ReceiptNumber != "" {
			row.ReceiptURL = ReceiptURL(v.ID)
		}
		out.Items = append(out.Items, row)
	}
	return out, nil
}

// Code draws the reference of an own invoice as a QR code for the counter's scanner.
func (s *Service) Code(w http.ResponseWriter, r *http.Request) error {
	found, err := Own(r.Context(), s.DB.Read(), httpd.VisitorOf(r.Context()).UserID, r.PathValue("id"))
	if err != nil {
		return err
	}
	v, err := Load(r.Context(), s.DB.Read(), found)
	if err != nil {
		return err
	}
	png, err := paynow.PNG(v.PaymentReference, 8)
	if err != nil {
		return err
	}
	h := w.Header()
	h.Set("Content-Type", "image/png")
	h.Set("Content-Length", strconv.Itoa(len(png)))
	h.Set("Cache-Control", "private, no-store")
	_, _ = w.Write(png)
	return nil
}
