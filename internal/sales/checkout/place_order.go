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

// Paid is the answer of both payment calls. Its items have no sheets: reading the forms would cost a fifth of a
// checkout, and the order's page, which comes next, has them.
type Paid struct {
	Invoice *invoice.View `json:"invoice"`
}

// order is a payment call with validated input.
type order struct {
	buyer
	method    money.Method
	amount    money.Cents // cents that the member agreed to pay
	invoiceID string      // invoice to pay instead of the cart
	fileID    string      // "": the picture follows
	declared  *money.Cents
	at        time.Time // time of the transfer; zero for cash
	atRaw     string

	cart.Said

	badFile error // what refuses the picture; filled in within pay's transaction, as what follows
	payer   invoice.Payer
	expires time.Time // of an invoice that waits for its money
	limits  content.OrderLimits
}

// placed is the stored result of a payment call: the answer is built from it, so that a repeated call shows the
// invoice's current state.
type placed struct {
	InvoiceID string `json:"invoiceId"`
	// made is the invoice written by this very call, to save reading it again. It is never stored.
	made *invoice.Record
}

// pay runs one payment call in one transaction: it pays an invoice, places the order of a cart, or declares a transfer
// whose cart is gone. The transaction reads all it needs: SQLite's writer keeps its pages, a reader's are outdated by
// every commit.
func (s *Service) pay(ctx context.Context, o order) (*Paid, error) {
	done, err := httpd.WriteOnce(ctx, s.DB, func(ctx context.Context, tx *db.Tx) (_ *placed, err error) {
		o, now := o, s.Clock.Now()
		if o.payer, err = payer(ctx, tx.Queries, o.userID); err != nil {
			return nil, err
		}
		if o.limits, err = content.ReadOrderLimits(ctx, tx.Queries); err != nil {
			return nil, err
		}
		o.expires = now.Add(o.limits.Expiry)
		var own query.Invoice
		var b basket
		if o.invoiceID != "" {
			own, err = lockOwn(ctx, tx, o)
		} else {
			b, err = lock(ctx, tx, o.buyer, now)
		}
		if err == nil {
			err = o.findPicture(ctx, tx, b.ID)
		}
		switch {
		case err != nil:
			return nil, err
		case o.invoiceID != "":
			return s.payInvoice(ctx, tx, o, own, now)
		case len(b.lines) > 0:
			return s.placeOrder(ctx, tx, o, b, now)
		}
		return declareLeft(ctx, tx, o, now)
	})
	if err != nil {
		return nil, err
	}
	if done.made != nil {
		return &Paid{done.made.View(o.locale)}, nil
	}
	v, err := invoice.ViewOf(ctx, s.DB.Read(), done.InvoiceID, o.locale)
	if err != nil {
		return nil, err
	}
	for i := range v.Items {
		v.Items[i].Sheet = nil
	}
	return &Paid{v}, nil
}

// findPicture checks the picture that a payment names. A refusal is kept in badFile, and each case returns it at its
// place in the order of checks. If the payment names no picture, that of a transfer for a changed cart is used.
func (o *order) findPicture(ctx context.Context, tx *db.Tx, cartID string) error {
	named := o.fileID != ""
	if !named && o.method == money.PayNow && cartID != "" {
		t, err := tx.TransferOfCart(ctx, cartID)
		if err != nil && !errors.Is(err, db.ErrNoRows) {
			return err
		}
		o.fileID = t.UploadID
	}
	if o.fileID == "" {
		return nil
	}
	err := payment.CheckUpload(ctx, tx.Queries, o.userID, o.fileID)
	switch {
	case !errors.Is(err, fault.Invalid("receipt-unknown")):
		return err
	case named:
		o.badFile = err
	default:
		o.fileID = "" // it was used by another payment
	}
	return nil
}

// placeOrder turns a locked cart into an order: look at today's prices and places, take the places, make the invoice
// with its number, open the payment with its picture, clear the cart, remember it in the session, queue the mail.
func (s *Service) placeOrder(ctx context.Context, tx *db.Tx, o order, b basket, now time.Time) (*placed, error) {
	if o.badFile != nil {
		return nil, o.badFile
	}
	if !cart.Stands(b.lines, o.amount) {
		return nil, b.refusePayment(ctx, tx, o, now, errChanged)
	}
	if !b.held(now) {
		if err := b.refuseOverLimit(ctx, tx, o.limits, o.userID, o.fileID != "", now); err != nil {
			return nil, b.refusePayment(ctx, tx, o, now, err)
		}
	}
	if b.few(o.limits, now) {
		if soon := now.Add(o.limits.FewHours); soon.Before(o.expires) {
			o.expires = soon
		}
	}
	if ok, err := b.reservePlaces(ctx, tx, now); err != nil {
		return nil, err
	} else if !ok {
		return nil, b.refusePayment(ctx, tx, o, now, errChanged)
	}
	n := invoice.New{
		Origin: invoice.FromCart, OriginID: b.ID, Reference: b.PaymentReference, UserID: o.userID, Locale: o.locale, Payer: o.payer, Items: frozen(b.lines),
		By: invoice.ByMember, ActorID: o.userID, At: now, Method: o.method,
		Status: invoice.AwaitingPayment, ExpiresAt: o.expires,
	}
	if o.fileID != "" {
		n.Status, n.ExpiresAt = invoice.UnderVerification, time.Time{}
	}
	made, err := invoice.Create(ctx, tx, n)
	if err != nil {
		return nil, err
	}
	if err := book(ctx, tx, b.lines, made.Items); err != nil {
		return nil, err
	}
	attempt, err := s.openPayment(ctx, tx, o, made.ID)
	if err != nil {
		return nil, err
	}
	if err := cart.MarkPaid(ctx, tx, b.ID, now); err != nil {
		return nil, err
	}
	if o.fileID != "" {
		if err := late.Claim(ctx, tx, now, b.ID, made.ID); err != nil {
			return nil, err
		}
	}
	if err := remember(ctx, tx, o.buyer, b.ID, now); err != nil {
		return nil, err
	}
	done := &placed{InvoiceID: made.ID}
	if o.fileID == "" { // otherwise there are pictures, written before
		made.Payments = append(made.Payments, attempt)
		done.made = &made
	}
	return done, s.tellReceived(ctx, tx, o, n, made.Invoice)
}

// reservePlaces takes the places, unless a live hold has them: then the invoice takes the hold over. ok is false when there
// are not enough.
func (b *basket) reservePlaces(ctx context.Context, tx *db.Tx, now time.Time) (ok bool, err error) {
	if b.held(now) {
		if err := b.endRest(ctx, tx); err != nil {
			return false, err
		}
		kept, err := position.OfHold(ctx, tx.Queries, b.hold.ID)
		if err != nil {
			return false, err
		}
		for i := range b.lines {
			b.lines[i].Uses = kept[b.lines[i].ID]
		}
		return true, cart.ForgetHold(ctx, tx, b.hold)
	}
	if b.hold != nil { // expired
		if _, err := cart.EndHold(ctx, tx, b.ID, now); err != nil {
			return false, err
		}
	}
	return takePlaces(ctx, tx, b.lines, now)
}

// refusePayment refuses in a transaction that commits: what the member says to have transferred already stays known, and a
// cart that changed shows how.
func (b basket) refusePayment(ctx context.Context, tx *db.Tx, o order, now time.Time, why error) error {
	if _, refused := fault.Of(why); !refused {
		return why
	}
	if err := b.keepTransfer(ctx, tx, o, now); err != nil {
		return err
	}
	if errors.Is(why, errChanged) {
		return b.refuse(ctx, tx)
	}
	return db.CommitWith(why)
}

// keepTransfer stores the transfer that the member declares, if a QR code was shown.
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

// declare stores a transfer for a cart whose QR code was shown.
func declare(ctx context.Context, tx *db.Tx, c cart.Cart, o order, uploadID string, now time.Time) error {
	at := clock.MillisOf(o.at)
	return late.Declare(ctx, tx, now, late.Declared{
		UserID: o.userID, OriginID: c.ID, Reference: c.PaymentReference, Asked: *c.QrShownTotal, Declared: o.declared, At: &at, UploadID: uploadID,
	})
}

// declareLeft answers a payment without a cart. It keeps the picture of a transfer for the cart that the member's last code
// was shown for, when that cart was emptied, given up or has ended: "transfer-kept". Otherwise the session's last cart may
// have become an order a moment ago, by the same press of a button, and the picture went with it.
func declareLeft(ctx context.Context, tx *db.Tx, o order, now time.Time) (*placed, error) {
	if o.fileID != "" && o.badFile == nil {
		c, err := tx.CheckoutLeftCart(ctx, &o.userID)
		if err != nil && !errors.Is(err, db.ErrNoRows) {
			return nil, fmt.Errorf("cart of the last code: %w", err)
		}
		if err == nil && c.Status != "paid" && c.UpdatedAt >= clock.MillisOf(now.Add(-oldestTransfer)) {
			if _, err := tx.CartLock(ctx, c.ID); err != nil { // locked like in the office, which may be deciding about it
				return nil, fmt.Errorf("cart of the last code: %w", err)
			}
			if err := declare(ctx, tx, c, o, o.fileID, now); err != nil {
				return nil, err
			}
			return nil, db.CommitWith(fault.Invalid("transfer-kept"))
		}
	}
	invoiceID, err := tx.CheckoutRemembered(ctx, query.CheckoutRememberedParams{
		SessionID: o.sessionID, Since: clock.MillisOf(now.Add(-24 * time.Hour)), UserID: &o.userID,
	})
	if errors.Is(err, db.ErrNoRows) {
		return nil, fault.Invalid("cart-empty")
	}
	return &placed{InvoiceID: invoiceID}, err
}

// openPayment inserts the payment.
func (s *Service) openPayment(ctx context.Context, tx *db.Tx, o order, invoiceID string) (query.Payment, error) {
	return payment.Open(ctx, tx, s.Clock, payment.New{
		InvoiceID: invoiceID, First: o.invoiceID == "", Method: o.method, Amount: o.amount, DeclaredAmount: o.declared, Said: o.Said,
		TransactionAt: o.at, TransactionRaw: o.atRaw, UserID: o.userID, UploadID: o.fileID,
	})
}

// byOption is the common order of taking stock, to avoid deadlocks.
func byOption(lines []cart.Line) []*cart.Line {
	out := make([]*cart.Line, 0, len(lines))
	for i := range lines {
		out = append(out, &lines[i])
	}
	slices.SortStableFunc(out, func(a, b *cart.Line) int { return strings.Compare(a.OptionID, b.OptionID) })
	return out
}
