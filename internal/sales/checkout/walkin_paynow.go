package checkout

import (
	"context"
	"time"

	"shanmen/internal/base/fault"
	"shanmen/internal/base/money"
	"shanmen/internal/base/paynow"
	"shanmen/internal/offer/content"
	"shanmen/internal/platform/db"
	"shanmen/internal/sales/invoice"
)

// CounterCode is the PayNow code shown at the counter.
type CounterCode struct {
	Payload   string
	Amount    money.Cents
	Reference string
	Payee     string
	Expires   time.Time // zero: never
}

// CodeForCounter creates the code of any unpaid invoice. fault.NotFound if nothing is to be paid by PayNow.
func CodeForCounter(ctx context.Context, r db.Reader, invoiceID string, now time.Time) (CounterCode, error) {
	v, err := invoice.Load(ctx, r, invoiceID)
	if err != nil {
		return CounterCode{}, err
	}
	site, err := content.Site(ctx, r)
	if err != nil {
		return CounterCode{}, err
	}
	if !v.Payable(now) || site.UEN == "" {
		return CounterCode{}, fault.NotFound()
	}
	payload, err := invoice.PayNowCode(v, site)
	c := CounterCode{Payload: payload, Amount: v.Due(), Reference: v.PaymentReference, Payee: site.PayeeName}
	if v.ExpiresAt > 0 {
		c.Expires = v.ExpiresAt.Time()
	}
	return c, err
}

// Picture draws the code as PNG, large enough to scan across the counter.
func (c CounterCode) Picture() ([]byte, error) { return paynow.PNG(c.Payload, qrScale) }
