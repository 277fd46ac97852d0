// Package invoice stores what checkout makes of a cart: a numbered, frozen copy of its items, and the allowed
// transitions of its status.
package invoice

import (
	"context"
	"errors"
	"fmt"
	"time"

	"shanmen/internal/base/clock"
	"shanmen/internal/base/id"
	"shanmen/internal/base/locale"
	"shanmen/internal/base/money"
	"shanmen/internal/base/paynow"
	"shanmen/internal/offer/content"
	"shanmen/internal/offer/form"
	"shanmen/internal/platform/db"
	"shanmen/internal/platform/db/query"
	"shanmen/internal/platform/lookup"
)

// The statuses.
const (
	AwaitingPayment   = "awaiting-payment"
	UnderVerification = "under-verification"
	Paid              = "paid"
	Rejected          = "rejected"
	Expired           = "expired"
	Cancelled         = "cancelled"
	Refunded          = "refunded"
)

// Who made a transition.
const (
	ByMember = "member"
	ByOffice = "office"
	BySystem = "system"
	ByBank   = "bank" // staff, through a bank statement
	// ByProvider is a payment provider that confirmed a payment.
	ByProvider = "provider"
)

// The number series, and their default prefixes.
const (
	SeriesInvoice = "INV"
	SeriesReceipt = "OR"
)

// Service has the member's calls about invoices.
type Service struct {
	DB    *db.DB
	Clock clock.Clock
	Steps StepsOf // from higher packages
}

// Invoice is a row with its items.
type Invoice struct {
	query.Invoice
	Items []query.InvoiceItem
}

// Due is the amount still to be paid, in cents.
func (v Invoice) Due() money.Cents { return DueOf(v.Status, v.SubTotal, v.Invoice.Paid) }

// DueOf is the amount due of an order given by status, total and paid amount. A paid order has nothing due: a small rest may have been waived.
func DueOf(status string, total, paid money.Cents) money.Cents {
	if status == Paid || status == Refunded {
		return 0
	}
	return max(total-paid, 0)
}

// Payable returns whether the member can pay it now: it waits for money or was rejected, and has not expired.
func (v Invoice) Payable(now time.Time) bool {
	return (v.Status == AwaitingPayment || v.Status == Rejected) && v.Due() > 0 && (v.ExpiresAt == 0 || clock.MillisOf(now) < v.ExpiresAt)
}

// PayNowCode is the payload of a PayNow code for the amount due, until the invoice expires. The temple must have a UEN.
func PayNowCode(v Invoice, site content.Facts) (string, error) {
	ask := paynow.Params{UEN: site.UEN, PayeeName: site.PayeeName, Cents: v.Due(), Reference: v.PaymentReference}
	if v.ExpiresAt > 0 {
		ask.Expires = v.ExpiresAt.Time()
	}
	return paynow.Payload(ask)
}

// Payer is the payer as printed on invoice and receipt, frozen with the items.
type Payer struct {
	Name, ChineseName string
	Mobile, Email     string // "" when unknown
}

// The origins of an invoice.
const (
	FromCart    = "cart"
	FromWalkIn  = "walk-in" // at the counter, without a cart
	FromRenewal = "renewal" // the next term of a subscription
	FromLate    = "late"    // a transfer without an order, kept as a donation
)

// New is the input for an invoice.
type New struct {
	Origin    string // FromCart, FromWalkIn, FromRenewal or FromLate
	OriginID  string // id of the origin; each origin has at most one invoice
	UserID    string // "" without an account
	Locale    locale.Locale
	Reference string
	Payer     Payer
	Items     []NewItem
	Status    string
	ExpiresAt time.Time    // zero: does not expire
	Stands    time.Time    // of a renewal: it never expires before; zero: the office's setting applies
	Method    money.Method // of the payment that is opened with it; 0: of none
	By        string       // ByMember, ByOffice or BySystem
	ActorID   string
	At        time.Time
}

// NewItem is an item. Its amount is UnitPrice × Quantity.
type NewItem struct {
	OfferingID, OptionID string
	Title, OptionTitle   locale.Text
	Quantity             int64
	UnitPrice            money.Cents
	Term                 string // "", "monthly", "yearly"
	FormKey              string
	FormVersion          int64
	Form                 string // JSON values as sent
	Limited              bool   // stock was taken, to be returned if the invoice ends unpaid
}

// The methods of an order's payments, of those that are not voided: the column invoices.methods. The database adds those
// of later payments (migration 577).
const (
	ByCash   = 1
	ByPayNow = 2
	ByBoth   = ByCash | ByPayNow
)

// Methods is the set of one method; none of 0.
func Methods(m money.Method) int64 {
	switch m {
	case 0:
		return 0
	case money.Cash:
		return ByCash
	}
	return ByPayNow
}

// Create inserts an invoice with its number and first timeline event, and returns it without the sheets of its items,
// which are read after the transaction. The number's row is locked until then: call it late.
func Create(ctx context.Context, tx *db.Tx, n New) (Record, error) {
	at := clock.MillisOf(n.At)
	made := Record{Invoice: Invoice{Invoice: query.Invoice{
		ID: id.New(), Origin: n.Origin, OriginID: n.OriginID, Status: n.Status, Locale: string(n.Locale),
		PaymentReference: n.Reference, PayerName: n.Payer.Name, PayerChinese: n.Payer.ChineseName,
		PayerMobile: n.Payer.Mobile, PayerEmail: n.Payer.Email, CreatedAt: at, UpdatedAt: at, Methods: Methods(n.Method),
	}}}
	var reading string
	if n.UserID != "" {
		made.UserID = &n.UserID
		var err error
		if reading, err = tx.UserReading(ctx, n.UserID); err != nil {
			return Record{}, fmt.Errorf("reading of a payer: %w", err)
		}
	}
	if !n.ExpiresAt.IsZero() {
		made.ExpiresAt = clock.MillisOf(n.ExpiresAt)
	}
	if !n.Stands.IsZero() {
		made.StandsUntil = clock.MillisOf(n.Stands)
	}
	for i, it := range n.Items {
		made.Items = append(made.Items, it.row(made.ID, int64(i+1)))
		made.SubTotal += it.UnitPrice * money.Cents(it.Quantity)
	}
	rd := form.NewReader(tx.Queries)
	var err error
	for i, it := range n.Items {
		if made.Items[i].Fund, err = rd.Fund(ctx, it.FormKey, it.FormVersion, it.Form); err != nil {
			return Record{}, err
		}
	}
	if made.Number, err = NextNumber(ctx, tx, SeriesInvoice, n.At); err != nil {
		return Record{}, err
	}
	if err := tx.InvoiceAdd(ctx, query.InvoiceAddParams(made.Invoice.Invoice)); err != nil {
		return Record{}, fmt.Errorf("add invoice: %w", err)
	}
	for _, it := range made.Items {
		if err := tx.InvoiceItemAdd(ctx, query.InvoiceItemAddParams(it)); err != nil {
			return Record{}, fmt.Errorf("add invoice item: %w", err)
		}
	}
	if err := lookup.Add(ctx, tx, lookup.Invoice, made.ID, at, wordsOf(made.Invoice.Invoice, reading)); err != nil {
		return Record{}, err
	}
	first, err := writeTimeline(ctx, tx, n.At, Transition{InvoiceID: made.ID, To: n.Status, By: n.By, ActorID: n.ActorID})
	made.Events = append(made.Events, first)
	return made, err
}

func (it NewItem) row(invoiceID string, position int64) query.InvoiceItem {
	return query.InvoiceItem{
		ID: id.New(), InvoiceID: invoiceID, Position: position, OfferingID: it.OfferingID, OptionID: it.OptionID,
		TitleEn: it.Title.EN, TitleZh: it.Title.ZH, OptionTitleEn: it.OptionTitle.EN, OptionTitleZh: it.OptionTitle.ZH,
		Quantity: it.Quantity, UnitPrice: it.UnitPrice, Amount: it.UnitPrice * money.Cents(it.Quantity),
		Term: it.Term, FormKey: it.FormKey, FormVersion: it.FormVersion, Form: it.Form, Limited: it.Limited,
	}
}

// NextNumber returns the next number of a series, such as INV-2026-000123. Years are Singapore's. The office sets the
// prefix; each prefix has its own count per year. A rolled back transaction returns its number, so there are no gaps.
func NextNumber(ctx context.Context, tx *db.Tx, series string, at time.Time) (string, error) {
	year := at.In(clock.Singapore).Year()
	prefix, err := content.Prefix(ctx, tx.Queries, series)
	if err != nil {
		return "", err
	}
	n, err := tx.NextNumber(ctx, query.NextNumberParams{Series: prefix, Year: int64(year)})
	if err != nil {
		return "", fmt.Errorf("number: %w", err)
	}
	return numberOf(prefix, year, n), nil
}

func numberOf(prefix string, year int, n int64) string {
	return fmt.Sprintf("%s-%04d-%06d", prefix, year, n)
}

// Upcoming is what NextNumber would return now, for setting the prefix. It takes nothing.
func Upcoming(ctx context.Context, r db.Reader, series string, at time.Time) (string, error) {
	year := at.In(clock.Singapore).Year()
	prefix, err := content.Prefix(ctx, r, series)
	if err != nil {
		return "", err
	}
	last, err := r.LastNumber(ctx, query.LastNumberParams{Series: prefix, Year: int64(year)})
	if err != nil && !errors.Is(err, db.ErrNoRows) {
		return "", fmt.Errorf("number: %w", err)
	}
	return numberOf(prefix, year, last+1), nil
}

// Load reads an invoice with its items, or returns fault.NotFound.
func Load(ctx context.Context, r db.Reader, invoiceID string) (Invoice, error) {
	row, err := r.Invoice(ctx, invoiceID)
	if err != nil {
		return Invoice{}, missing(err)
	}
	items, err := r.InvoiceItems(ctx, row.ID)
	if err != nil {
		return Invoice{}, fmt.Errorf("invoice items: %w", err)
	}
	return Invoice{row, items}, nil
}

// Lock locks and reads the row until the transaction ends. fault.NotFound for an unknown invoice.
func Lock(ctx context.Context, tx *db.Tx, invoiceID string) (query.Invoice, error) {
	row, err := tx.InvoiceLock(ctx, invoiceID)
	return row, missing(err)
}

func missing(err error) error {
	if err != nil {
		return db.NotFound(fmt.Errorf("invoice: %w", err))
	}
	return nil
}

// Expiry is when an invoice that becomes unpaid now will expire, by the office's setting.
func Expiry(ctx context.Context, r db.Reader, now time.Time) (time.Time, error) {
	days, err := content.Expiry(ctx, r)
	return now.Add(days), err
}
