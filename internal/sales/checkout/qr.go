package checkout

import (
	"context"
	"errors"
	"net/http"
	"strconv"
	"strings"
	"time"

	"shanmen/internal/base/clock"
	"shanmen/internal/base/fault"
	"shanmen/internal/base/id"
	"shanmen/internal/base/money"
	"shanmen/internal/base/paynow"
	"shanmen/internal/offer/content"
	"shanmen/internal/offer/position"
	"shanmen/internal/platform/db"
	"shanmen/internal/platform/db/query"
	"shanmen/internal/platform/httpd"
	"shanmen/internal/sales/cart"
	"shanmen/internal/sales/invoice"
)

// qrMargin is how long before its hold a QR code expires, so that somebody who scans it late can still finish.
const qrMargin = 15 * time.Minute

// qrScale is the pixels per module in the saved picture.
const qrScale = 10

// ShowQRIn may name the total that the visitor sees. Without it the last shown total counts.
type ShowQRIn struct {
	Body *struct {
		PaymentAmount *money.Cents `json:"paymentAmount,omitempty" doc:"Cents"`
	}
}

// ShowQR returns the QR code of the cart and holds its prices and stock, by default for an hour. While the code can be
// scanned, the same one is returned. Changes since it was shown are refused here (44062), before anybody transfers
// money.
func (s *Service) ShowQR(ctx context.Context, in *ShowQRIn) (*cart.HoldView, error) {
	now, who := s.Clock.Now(), buyerOf(ctx)
	site, err := content.Site(ctx, s.DB.Read())
	if err != nil {
		return nil, err
	}
	if site.UEN == "" {
		return nil, fault.Invalid("paynow-unavailable")
	}
	limits, err := content.ReadOrderLimits(ctx, s.DB.Read())
	if err != nil {
		return nil, err
	}
	return db.WriteValue(ctx, s.DB, func(ctx context.Context, tx *db.Tx) (*cart.HoldView, error) {
		b, err := lock(ctx, tx, who, now)
		if err != nil {
			return nil, err
		}
		if len(b.lines) == 0 {
			return nil, fault.Invalid("cart-empty")
		}
		if b.hold.QRLive(now) {
			return b.hold.View(b.PaymentReference), nil
		}
		if b, err = b.afresh(ctx, tx, now); err != nil {
			return nil, err
		}
		amount := b.shown()
		if in.Body != nil && in.Body.PaymentAmount != nil {
			amount = *in.Body.PaymentAmount
		}
		if !cart.Stands(b.lines, amount) {
			return nil, b.refuse(ctx, tx)
		}
		if err := b.refuseOverLimit(ctx, tx, limits, who.userID, false, now); err != nil {
			return nil, err
		}
		if b.few(limits, now) {
			if err := b.rest(ctx, tx, limits, site.Hold, now); err != nil {
				return nil, err
			}
		}
		if ok, err := takePlaces(ctx, tx, b.lines, now); err != nil {
			return nil, err
		} else if !ok {
			return nil, b.refuse(ctx, tx)
		}
		return b.keep(ctx, tx, site, now)
	})
}

// afresh ends a hold whose code can no longer be scanned, and checks prices and stock again.
func (b basket) afresh(ctx context.Context, tx *db.Tx, now time.Time) (basket, error) {
	if b.hold == nil {
		return b, nil
	}
	if _, err := cart.EndHold(ctx, tx, b.ID, now); err != nil {
		return b, err
	}
	b.hold = nil
	var err error
	b.lines, err = cart.Lines(ctx, tx.Queries, b.ID, nil, now)
	return b, err
}

// shown is the total last shown to the visitor, in cents.
func (b basket) shown() (sum money.Cents) {
	for _, l := range b.lines {
		sum += l.Shown()
	}
	return sum
}

// keep writes the hold of a basket whose stock was taken.
func (b basket) keep(ctx context.Context, tx *db.Tx, site content.Facts, now time.Time) (*cart.HoldView, error) {
	until := now.Add(site.Hold)
	expires := until.Add(-min(qrMargin, site.Hold/2))
	total := cart.Total(b.lines)
	payload, err := paynow.Payload(paynow.Params{
		UEN: site.UEN, PayeeName: site.PayeeName, Cents: total, Reference: b.PaymentReference, Expires: expires,
	})
	if err != nil {
		return nil, err
	}
	if err := cart.AcceptPrices(ctx, tx, b.lines); err != nil { // the code shows the agreed amount
		return nil, err
	}
	h := &cart.Hold{Hold: query.Hold{
		ID: id.New(), CartID: b.ID, UserID: *b.UserID, Total: total, QrPayload: payload, ImageToken: id.Token(),
		CreatedAt: clock.MillisOf(now), QrExpiresAt: clock.MillisOf(expires), ExpiresAt: clock.MillisOf(until),
	}}
	if err := tx.HoldAdd(ctx, query.HoldAddParams(h.Hold)); err != nil {
		return nil, err
	}
	for _, l := range b.lines {
		item := query.HoldItemAddParams{HoldID: h.ID, CartItemID: l.ID, OptionID: l.OptionID, Quantity: l.Quantity, UnitPrice: l.Price, Limited: l.Limited}
		if err := tx.HoldItemAdd(ctx, item); err != nil {
			return nil, err
		}
		if err := position.Keep(ctx, tx, l.Uses, h.ID, l.ID); err != nil {
			return nil, err
		}
	}
	if err := tx.CartPutQR(ctx, query.CartPutQRParams{Method: money.PayNow, QrShownTotal: &total, UpdatedAt: clock.MillisOf(now), ID: b.ID}); err != nil {
		return nil, err
	}
	return h.View(b.PaymentReference), nil
}

// QRImage draws a QR code of the member's own, named by the token of a hold or by the id of an unpaid invoice. It has
// its own address, so that a long press saves the picture.
func (s *Service) QRImage(w http.ResponseWriter, r *http.Request) error {
	name, ok := strings.CutSuffix(r.PathValue("image"), ".png")
	if !ok {
		return fault.NotFound()
	}
	userID := httpd.VisitorOf(r.Context()).UserID
	payload, err := s.heldPayload(r.Context(), userID, name)
	if errors.Is(err, fault.NotFound()) {
		payload, err = s.invoicePayload(r.Context(), userID, name)
	}
	if err != nil {
		return err
	}
	png, err := paynow.PNG(payload, qrScale)
	if err != nil {
		return err
	}
	head := w.Header()
	head.Set("Content-Type", "image/png")
	head.Set("Content-Length", strconv.Itoa(len(png)))
	head.Set("Content-Disposition", `inline; filename="paynow.png"`)
	head.Set("Cache-Control", "private, no-store")
	_, _ = w.Write(png)
	return nil
}

func (s *Service) heldPayload(ctx context.Context, userID, token string) (string, error) {
	h, err := s.DB.Read().HoldOfImage(ctx, query.HoldOfImageParams{ImageToken: token, UserID: userID})
	if errors.Is(err, db.ErrNoRows) || err == nil && clock.MillisOf(s.Clock.Now()) >= h.QrExpiresAt {
		return "", fault.NotFound()
	}
	return h.QrPayload, err
}

// invoicePayload is the PayNow payload for the amount due, until the invoice expires.
func (s *Service) invoicePayload(ctx context.Context, userID, invoiceID string) (string, error) {
	r := s.DB.Read()
	found, err := invoice.Own(ctx, r, userID, invoiceID)
	if err != nil {
		return "", err
	}
	v, err := invoice.Load(ctx, r, found)
	if err != nil {
		return "", err
	}
	site, err := content.Site(ctx, r)
	if err != nil {
		return "", err
	}
	if !v.Payable(s.Clock.Now()) || site.UEN == "" {
		return "", fault.NotFound()
	}
	return invoice.PayNowCode(v, site)
}
