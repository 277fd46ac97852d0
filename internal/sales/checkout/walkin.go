package checkout

import (
	"context"
	"errors"
	"fmt"
	"time"

	"shanmen/internal/base/fault"
	"shanmen/internal/base/id"
	"shanmen/internal/base/locale"
	"shanmen/internal/base/money"
	"shanmen/internal/offer/content"
	"shanmen/internal/people/account"
	"shanmen/internal/platform/audit"
	"shanmen/internal/platform/db"
	"shanmen/internal/platform/httpd"
	"shanmen/internal/sales/cart"
	"shanmen/internal/sales/invoice"
)

// WalkIn is an order entered by the counter for a devotee.
type WalkIn struct {
	ActorID  string
	Locale   locale.Locale   // of notices and documents
	UserID   string          // the member whose account gets the order; "": none
	Payer    account.Contact // as entered; a member's account overrides it
	Items    []cart.ItemIn
	Amount   money.Cents  // cents: the total that the clerk saw
	Method   money.Method // money.Cash or money.PayNow
	Received *money.Cents // cents given; cash only
}

// Sold is the result of a walk-in. Change (cents) is returned to a cash payer.
type Sold struct {
	InvoiceID string       `json:"invoiceId"`
	Change    *money.Cents `json:"change,omitempty"`
}

// Sell creates the invoice of a walk-in by the rules of a member's checkout, in one transaction: current prices and
// stock, validated forms, and the total that was shown (44062). Cash settles it at once in the clerk's open shift; with
// PayNow it waits for its money. A refusal changes nothing.
func (s *Service) Sell(ctx context.Context, w WalkIn) (Sold, error) {
	r, now := s.DB.Read(), s.Clock.Now()
	o, wrong, err := s.readWalkIn(ctx, r, w)
	if err != nil {
		return Sold{}, err
	}
	if o.expires, err = invoice.Expiry(ctx, r, now); err != nil {
		return Sold{}, err
	}
	done, err := httpd.WriteOnce(ctx, s.DB, func(ctx context.Context, tx *db.Tx) (*Sold, error) {
		lines, badItems, err := linesOfWalkIn(ctx, tx, w, now)
		if err != nil {
			return nil, err
		}
		if err := fault.InvalidFields(append(badItems, wrong...)); err != nil {
			return nil, err
		}
		return s.sell(ctx, tx, w, o, lines, now)
	})
	if err != nil {
		return Sold{}, err
	}
	return *done, nil
}

// sell is a walk-in with validated input.
func (s *Service) sell(ctx context.Context, tx *db.Tx, w WalkIn, o order, lines []cart.Line, now time.Time) (*Sold, error) {
	if !cart.Stands(lines, o.amount) {
		return nil, errChanged
	}
	if ok, err := takePlaces(ctx, tx, lines, now); err != nil {
		return nil, err
	} else if !ok {
		return nil, errChanged
	}
	n := invoice.New{
		Origin: invoice.FromWalkIn, OriginID: id.New(), Reference: id.Reference(), UserID: o.userID, Locale: o.locale, Payer: o.payer, Items: frozen(lines),
		By: invoice.ByOffice, ActorID: w.ActorID, At: now, Status: invoice.AwaitingPayment, ExpiresAt: o.expires,
	}
	made, err := invoice.Create(ctx, tx, n)
	if err != nil {
		return nil, err
	}
	if err := book(ctx, tx, lines, made.Items); err != nil {
		return nil, err
	}
	done := &Sold{InvoiceID: made.ID}
	if o.method == money.Cash {
		change, err := s.Payments.TakeCash(ctx, tx, made.ID, w.ActorID, *w.Received) // also sends the receipt
		if err != nil {
			return nil, err
		}
		done.Change = &change
	} else {
		if _, err := s.openPayment(ctx, tx, o, made.ID); err != nil {
			return nil, err
		}
		if err := s.tellReceived(ctx, tx, o, n, made.Invoice); err != nil {
			return nil, err
		}
	}
	return done, audit.Note(ctx, tx, "walk-in.order", "invoice:"+made.ID,
		nil, map[string]any{"number": made.Number, "total": made.SubTotal, "method": o.method, "account": o.userID != ""})
}

// readWalkIn validates a walk-in except its items.
func (s *Service) readWalkIn(ctx context.Context, r db.Reader, w WalkIn) (o order, wrong []fault.Field, err error) {
	o = order{buyer: buyer{userID: w.UserID, locale: w.Locale}, method: w.Method, amount: w.Amount}
	if len(w.Items) == 0 {
		wrong = append(wrong, fault.Field{Path: "items", Code: "required"})
	}
	wrong = append(wrong, checkAmount("paymentAmount", w.Amount)...)
	if w.UserID != "" {
		_, err := account.InUse(ctx, r, w.UserID)
		if errors.Is(err, fault.NotFound()) {
			return o, append(wrong, fault.Field{Path: "userId", Code: "member-unknown"}), nil
		}
		if err != nil {
			return o, nil, err
		}
		if o.payer, err = payer(ctx, r, w.UserID); err != nil {
			return o, nil, err
		}
	} else {
		c, bad := account.CheckContact(w.Payer)
		for _, f := range bad {
			f.Path = "payer." + f.Path
			wrong = append(wrong, f)
		}
		o.payer = invoice.Payer(c)
	}
	switch {
	case w.Method == money.PayNow && w.Received != nil:
		wrong = append(wrong, fault.Field{Path: "amountReceived", Code: "invalid-value"})
	case w.Method == money.PayNow:
		site, err := content.Site(ctx, r)
		if err == nil && site.UEN == "" {
			err = fault.Invalid("paynow-unavailable")
		}
		return o, wrong, err
	case w.Received == nil:
		wrong = append(wrong, fault.Field{Path: "amountReceived", Code: "required"})
	case *w.Received < w.Amount:
		wrong = append(wrong, fault.Field{Path: "amountReceived", Code: "less-than-due"})
	}
	return o, wrong, nil
}

// linesOfWalkIn prices the items in the transaction and returns their errors.
func linesOfWalkIn(ctx context.Context, tx *db.Tx, w WalkIn, now time.Time) (lines []cart.Line, wrong []fault.Field, err error) {
	quoted, err := cart.Quote(ctx, tx.Queries, w.Items, now)
	if err != nil {
		return nil, nil, err
	}
	for i, q := range quoted {
		at := fmt.Sprintf("items[%d].", i)
		for _, f := range q.Wrong {
			f.Path = at + f.Path
			wrong = append(wrong, f)
		}
		if w.UserID == "" && q.Term != "" { // nobody could be asked to renew
			wrong = append(wrong, fault.Field{Path: at + "term", Code: "term-needs-account"})
		}
		lines = append(lines, q.Line)
	}
	return lines, wrong, nil
}
