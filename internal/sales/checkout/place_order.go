package checkout

import (
	"context"
	"errors"
	"fmt"
	"slices"
	"strings"
	"time"

	"shanmen/internal/base/clock"
	"shanmen/internal/base/fault"
	"shanmen/internal/base/money"
	"shanmen/internal/offer/content"
	"shanmen/internal/offer/position"
	"shanmen/internal/platform/db"
	"shanmen/internal/platform/db/query"
	"shanmen/internal/platform/httpd"
	"shanmen/internal/sales/cart"
	"shanmen/internal/sales/invoice"
	"shanmen/internal/sales/late"
	"shanmen/internal/sales/payment"
)

// Paid is the answer of both payment calls. Its items have no sheets: reading the forms would cost a fifth of a checkout,
// and the order's own page, which comes next, has them.
type Paid struct {
	Invoice *invoice.View `json:"invoice"`
}

// order is a payment call with its input checked.
type order struct {
	buyer
	method    money.Method
	amount    money.Cents // cents that the member agrees to pay
	invoiceID string      // to pay in place of the cart
	fileID    string      // "" : the picture follows
	declared  *money.Cents
	at        time.Time // of the transfer; zero for cash
	atRaw     string

	cart.Said

	payer   invoice.Payer // filled in by pay
	expires time.Time     // of an invoice that waits for its money; filled in by pay
	limits  content.OrderLimits
}

// placed is what a payment call's key remembers: the answer is made anew from it, so that a repeated
// call shows the invoice as it stands then.
type placed struct {
	InvoiceID string `json:"invoiceId"`
	// made is the invoice that this very call wrote, when nothing but what it wrote is to be shown. It
	// saves reading it again, and is never remembered.
	made *invoice.Record
}

// pay runs one payment call in one transaction. A changed cart commits too: prices as they now stand
// and an unclaimed transfer are what the refusal leaves behind. Whatever nobody else changes is read
// before, and the answer after: on SQLite all payments pass through one writer.
func (s *Service) pay(ctx context.Context, o order) (*Paid, error) {
	r := s.DB.Read()
	pays, err := payer(ctx, r, o.userID)
	if err != nil {
		return nil, err
	}
	o.payer = pays
	if o.limits, err = content.ReadOrderLimits(ctx, r); err != nil {
		return nil, err
	}
	o.expires = s.Clock.Now().Add(o.limits.Expiry)
	var refused kept
	done, err := db.WriteValue(ctx, s.DB, func(ctx context.Context, tx *db.Tx) (*placed, error) {
		refused = kept{}
		done, err := httpd.Once(ctx, tx, func() (*placed, error) {
			done, err := s.placeOrder(ctx, tx, o)
			return &done, err
		})
		if errors.Is(err, errChanged) || errors.As(err, &refused) {
			return nil, nil
		}
		return done, err
	})
	if err == nil && done == nil {
		if err = refused.why; err == nil {
			err = fault.CartItemChanged()
		}
	}
	if err != nil {
		return nil, err
	}
	if done.made != nil {
		return &Paid{done.made.View(o.locale)}, nil
	}
	v, err := invoice.ViewOf(ctx, r, done.InvoiceID, o.locale)
	if err != nil {
		return nil, err
	}
	for i := range v.Items {
		v.Items[i].Sheet = nil
	}
	return &Paid{v}, nil
}

// kept refuses a payment in a transaction that commits, because the transfer that was declared stays known.
type kept struct{ why error }

func (k kept) Error() string { return k.why.Error() }

// placeOrder turns a cart into an order: lock the cart, look at today's prices and places, take the places, make the
// invoice with its number, open the payment with its picture, clear the cart, remember it in the
// session, queue the mail.
func (s *Service) placeOrder(ctx context.Context, tx *db.Tx, o order) (placed, error) {
	now := s.Clock.Now()
	if o.invoiceID != "" {
		invoiceID, err := s.payInvoice(ctx, tx, o, now)
		return placed{InvoiceID: invoiceID}, err
	}
	b, ok, err := lock(ctx, tx, o.buyer, now)
	if err != nil {
		return placed{}, err
	}
	if !ok {
		if err := keepLeft(ctx, tx, o, now); err != nil {
			return placed{}, err
		}
		invoiceID, err := paidBefore(ctx, tx, o.buyer, now)
		return placed{InvoiceID: invoiceID}, err
	}
	if err := b.findPicture(ctx, tx, &o); err != nil {
		return placed{}, err
	}
	if !cart.Stands(b.lines, o.amount) {
		return placed{}, b.refusePayment(ctx, tx, o, now)
	}
	if !b.held(now) {
		if err := b.refuseOverLimit(ctx, tx, o.limits, o.userID, o.fileID != "", now); err != nil {
			return placed{}, b.refuseCapped(ctx, tx, o, now, err)
		}
	}
	if b.few(o.limits, now) {
		if soon := now.Add(o.limits.FewHours); soon.Before(o.expires) {
			o.expires = soon
		}
	}
	if err := b.reservePlaces(ctx, tx, now); errors.Is(err, errChanged) {
		return placed{}, b.refusePayment(ctx, tx, o, now)
	} else if err != nil {
		return placed{}, err
	}
	n := invoice.New{
		Origin: invoice.FromCart, OriginID: b.ID, Reference: b.PaymentReference, UserID: o.userID, Locale: o.locale, Payer: o.payer, Items: frozen(b.lines),
		By: invoice.ByMember, ActorID: o.userID, At: now,
		Status: invoice.AwaitingPayment, ExpiresAt: o.expires,
	}
	if o.fileID != "" {
		n.Status, n.ExpiresAt = invoice.UnderVerification, time.Time{}
	}
	made, err := invoice.Create(ctx, tx, n)
	if err != nil {
		return placed{}, err
	}
	if err := book(ctx, tx, b.lines, made.Items); err != nil {
		return placed{}, err
	}
	attempt, err := s.openPayment(ctx, tx, o, made.ID)
	if err != nil {
		return placed{}, err
	}
	if err := cart.MarkPaid(ctx, tx, b.ID, now); err != nil {
		return placed{}, err
	}
	if o.fileID != "" {
		if err := late.Claim(ctx, tx, now, b.ID, made.ID); err != nil {
			return placed{}, err
		}
	}
	if err := remember(ctx, tx, o.buyer, b.ID, now); err != nil {
		return placed{}, err
	}
	done := placed{InvoiceID: made.ID}
	if o.fileID == "" { // else there are pictures, written before
		made.Payments = append(made.Payments, attempt)
		done.made = &made
	}
	return done, tellReceived(ctx, tx, o, n, made.Invoice)
}

// paidBefore answers a payment without a cart: the session's last one may have been paid a moment
// ago, by the same press of a button.
func paidBefore(ctx context.Context, tx *db.Tx, who buyer, now time.Time) (invoiceID string, err error) {
	invoiceID, err = tx.CheckoutRemembered(ctx, query.CheckoutRememberedParams{
		SessionID: who.sessionID, Since: clock.MillisOf(now.Add(-24 * time.Hour)), UserID: &who.userID,
	})
	if errors.Is(err, db.ErrNoRows) {
		return "", fault.Invalid("cart-empty")
	}
	return invoiceID, err
}

// findPicture checks the picture that the payment names. A transfer that met a changed cart brings
// its own picture when the payment names none.
func (b basket) findPicture(ctx context.Context, tx *db.Tx, o *order) error {
	if o.method != money.PayNow {
		return nil
	}
	if o.fileID != "" {
		return payment.CheckUpload(ctx, tx.Queries, o.userID, o.fileID)
	}
	t, err := tx.TransferOfCart(ctx, b.ID)
	if errors.Is(err, db.ErrNoRows) || err == nil && t.UploadID == "" {
		return nil
	}
	if err != nil {
		return err
	}
	switch err := payment.CheckUpload(ctx, tx.Queries, o.userID, t.UploadID); {
	case err == nil:
		o.fileID = t.UploadID
	case !errors.Is(err, fault.Invalid("receipt-unknown")): // it went with another payment
		return err
	}
	return nil
}

// reservePlaces takes the places, unless a live hold has them: then the invoice takes the hold over.
func (b *basket) reservePlaces(ctx context.Context, tx *db.Tx, now time.Time) error {
	if b.held(now) {
		if err := b.endRest(ctx, tx); err != nil {
			return err
		}
		kept, err := position.OfHold(ctx, tx.Queries, b.hold.ID)
		if err != nil {
			return err
		}
		for i := range b.lines {
			b.lines[i].Uses = kept[b.lines[i].ID]
		}
		return cart.ForgetHold(ctx, tx, b.hold)
	}
	if b.hold != nil { // its time is over
		if _, err := cart.EndHold(ctx, tx, b.ID, now); err != nil {
			return err
		}
	}
	ok, err := takePlaces(ctx, tx, b.lines, now)
	if err == nil && !ok {
		err = errChanged
	}
	return err
}

// refusePayment is refuse, and keeps what the member says to have transferred already.
func (b basket) refusePayment(ctx context.Context, tx *db.Tx, o order, now time.Time) error {
	if err := b.keepTransfer(ctx, tx, o, now); err != nil {
		return err
	}
	return b.refuse(ctx, tx)
}

// refuseCapped refuses beyond a cap, and keeps what the member says to have transferred already.
func (b basket) refuseCapped(ctx context.Context, tx *db.Tx, o order, now time.Time, capped error) error {
	if _, refused := fault.Of(capped); !refused {
		return capped
	}
	if err := b.keepTransfer(ctx, tx, o, now); err != nil {
		return err
	}
	return kept{capped}
}

// keepTransfer keeps what the member says to have transferred already, if a code was shown.
func (b basket) keepTransfer(ctx context.Context, tx *db.Tx, o order, now time.Time) error {
	if o.method == money.PayNow && b.QrShownTotal != nil {
		upload := o.fileID
		if upload == "" {
			upload = b.UploadID
		}
		if err := declare(ctx, tx, b.Cart, o, upload, now); err != nil {
			return err
		}
		if upload != "" && upload != b.UploadID {
			if err := tx.CartPutUpload(ctx, query.CartPutUploadParams{UploadID: upload, ID: b.ID}); err != nil {
				return err
			}
		}
	}
	return nil
}

// declare keeps a transfer for a cart whose code was shown.
func declare(ctx context.Context, tx *db.Tx, c cart.Cart, o order, uploadID string, now time.Time) error {
	at := clock.MillisOf(o.at)
	return late.Declare(ctx, tx, now, late.Declared{
		UserID: o.userID, OriginID: c.ID, Reference: c.PaymentReference, Asked: *c.QrShownTotal, Declared: o.declared, At: &at, UploadID: uploadID,
	})
}

// keepLeft keeps the picture of a transfer for the cart that the member's last code was shown for, when that cart was
// emptied, given up or has ended, and answers "transfer-kept". It keeps nothing when there is no such cart.
func keepLeft(ctx context.Context, tx *db.Tx, o order, now time.Time) error {
	if o.method != money.PayNow || o.fileID == "" {
		return nil
	}
	c, err := tx.CheckoutLeftCart(ctx, &o.userID)
	if errors.Is(err, db.ErrNoRows) || err == nil && (c.Status == "paid" || c.UpdatedAt < clock.MillisOf(now.Add(-oldestTransfer))) {
		return nil
	}
	if err != nil {
		return fmt.Errorf("cart of the last code: %w", err)
	}
	err = payment.CheckUpload(ctx, tx.Queries, o.userID, o.fileID)
	if errors.Is(err, fault.Invalid("receipt-unknown")) {
		return nil // it went with the order that the same press has made
	}
	if err != nil {
		return err
	}
	if _, err := tx.CartLock(ctx, c.ID); err != nil { // as the office does, who may be deciding about it
		return fmt.Errorf("cart of the last code: %w", err)
	}
	if err := declare(ctx, tx, c, o, o.fileID, now); err != nil {
		return err
	}
	return kept{fault.Invalid("transfer-kept")}
}

// openPayment records the attempt to pay.
func (s *Service) openPayment(ctx context.Context, tx *db.Tx, o order, invoiceID string) (query.Payment, error) {
	return payment.Open(ctx, tx, s.Clock, payment.New{
		InvoiceID: invoiceID, First: o.invoiceID == "", Method: o.method, Amount: o.amount, DeclaredAmount: o.declared, Said: o.Said,
		TransactionAt: o.at, TransactionRaw: o.atRaw, UserID: o.userID, UploadID: o.fileID,
	})
}

// byOption is the order in which everybody takes from stock, so that two never wait for each other.
func byOption(lines []cart.Line) []*cart.Line {
	out := make([]*cart.Line, 0, len(lines))
	for i := range lines {
		out = append(out, &lines[i])
	}
	slices.SortStableFunc(out, func(a, b *cart.Line) int { return strings.Compare(a.OptionID, b.OptionID) })
	return out
}
