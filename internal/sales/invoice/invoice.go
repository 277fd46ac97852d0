// Package invoice keeps what a checkout made of a cart: a numbered, frozen copy of its items, and
// the one way in which its status may move.
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

// Who moved an invoice.
const (
	ByMember = "member"
	ByOffice = "office"
	BySystem = "system"
	ByBank   = "bank" // somebody of the office, by the bank's statement
)

// The series of numbers, and what their numbers begin with where the office has set nothing.
const (
	SeriesInvoice = "INV"
	SeriesReceipt = "OR"
)

// Service is the member's view of invoices.
type Service struct {
	DB    *db.DB
	Clock clock.Clock
	Steps StepsOf // of the lists and places above
}

// Invoice is a row and its items, for those who work with it.
type Invoice struct {
	query.Invoice
	Items []query.InvoiceItem
}

// Due is what is still to be paid, in cents.
func (v Invoice) Due() money.Cents { return DueOf(v.Status, v.SubTotal, v.Invoice.Paid) }

// DueOf is the same of an order that is told in parts. Of a paid one nothing is due: a small rest may have been let go.
func DueOf(status string, total, paid money.Cents) money.Cents {
	if status == Paid || status == Refunded {
		return 0
	}
	return max(total-paid, 0)
}

// Payable tells whether the member may pay it now: it waits for its money or was rejected, and its
// days, if they are counted, are not over.
func (v Invoice) Payable(now time.Time) bool {
	return (v.Status == AwaitingPayment || v.Status == Rejected) && v.Due() > 0 && (v.ExpiresAt == 0 || clock.MillisOf(now) < v.ExpiresAt)
}

// PayNowCode is the text of a PayNow code that asks for what is due, until the invoice expires. The
// temple must have a UEN.
func PayNowCode(v Invoice, site content.Facts) (string, error) {
	ask := paynow.Params{UEN: site.UEN, PayeeName: site.PayeeName, Cents: v.Due(), Reference: v.PaymentReference}
	if v.ExpiresAt > 0 {
		ask.Expires = v.ExpiresAt.Time()
	}
	return paynow.Payload(ask)
}

// Payer is who pays, as written on invoice and receipt. It is frozen with the items.
type Payer struct {
	Name, ChineseName string
	Mobile, Email     string // "" when unknown
}

// What an invoice is made of.
const (
	FromCart    = "cart"
	FromWalkIn  = "walk-in" // at the counter, without a cart
	FromRenewal = "renewal" // the next period of a subscription
	FromLate    = "late"    // a transfer that found no order, kept as a donation
)

// New is what an invoice is made of.
type New struct {
	Origin    string // FromCart, FromWalkIn, FromRenewal or FromLate
	OriginID  string // what it is made of; at most one invoice is made of anything
	UserID    string // "" for a walk-in
	Locale    locale.Locale
	Reference string
	Payer     Payer
	Items     []NewItem
	Status    string
	ExpiresAt time.Time // zero: does not expire
	Stands    time.Time // of a renewal: however it moves, it does not expire before; zero: the office's setting counts
	By        string    // ByMember, ByOffice or BySystem
	ActorID   string
	At        time.Time
}

// NewItem is one line. Its amount is UnitPrice × Quantity.
type NewItem struct {
	OfferingID, OptionID string
	Title, OptionTitle   locale.Text
	Quantity             int64
	UnitPrice            money.Cents
	Term                 string // "", "monthly", "yearly"
	FormKey              string
	FormVersion          int64
	Form                 string // JSON values as they were sent
	Limited              bool   // stock was taken, and goes back when the invoice ends unpaid
}

// Create writes an invoice with its number and its first line of the timeline, and returns it as it
// was written, without the sheets of its items: whoever shows it reads them once the transaction has ended. The number's
// row stays locked until then: do it late.
func Create(ctx context.Context, tx *db.Tx, n New) (Record, error) {
	at := clock.MillisOf(n.At)
	made := Record{Invoice: Invoice{Invoice: query.Invoice{
		ID: id.New(), Origin: n.Origin, OriginID: n.OriginID, Status: n.Status, Locale: string(n.Locale),
		PaymentReference: n.Reference, PayerName: n.Payer.Name, PayerChinese: n.Payer.ChineseName,
		PayerMobile: n.Payer.Mobile, PayerEmail: n.Payer.Email, CreatedAt: at, UpdatedAt: at,
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

// NextNumber gives the next number of a series, such as INV-2026-000123. Years are Singapore's. The office
// sets the prefix; each prefix counts for itself in each year. A transaction that rolls back gives its
// number back with it, so there are no gaps.
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

// Upcoming is what NextNumber would give now, for those who set the prefix. It takes nothing.
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

// ReceiptNumbers tells how many numbers of official receipts were given in the year of a moment, and how many of them no
// paper has. Numbers are unique and never taken back, so that none is missing where there are as many papers as numbers.
func ReceiptNumbers(ctx context.Context, r db.Reader, at time.Time) (given, missing int64, err error) {
	year := at.In(clock.Singapore).Year()
	prefix, err := content.Prefix(ctx, r, SeriesReceipt)
	if err != nil {
		return 0, 0, err
	}
	row, err := r.ReceiptNumbers(ctx, query.ReceiptNumbersParams{
		Series: prefix, Year: int64(year), Start: fmt.Sprintf("%s-%04d-", prefix, year),
		Since: int64(clock.MillisOf(time.Date(year, time.January, 1, 0, 0, 0, 0, clock.Singapore))),
	})
	if errors.Is(err, db.ErrNoRows) {
		return 0, 0, nil
	}
	if err != nil {
		return 0, 0, fmt.Errorf("numbers of receipts: %w", err)
	}
	return row.Last, row.Last - row.Papers, nil
}

// Load reads an invoice with its items. fault.NotFound when there is none.
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

// Lock reads the row and keeps every other change of the invoice waiting until the transaction ends.
// fault.NotFound when there is none.
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

// Expiry is when an invoice that waits for its money from now on expires, by the office's setting.
func Expiry(ctx context.Context, r db.Reader, now time.Time) (time.Time, error) {
	days, err := content.Expiry(ctx, r)
	return now.Add(days), err
}
