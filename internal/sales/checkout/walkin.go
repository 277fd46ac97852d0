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

// WalkIn is an order that the counter enters for a devotee who stands there.
type WalkIn struct {
	ActorID  string
	Locale   locale.Locale   // of letters and papers
	UserID   string          // the member whose account it goes to; "": nobody's
	Payer    account.Contact // as it was written down; of a member the account says it
	Items    []cart.ItemIn
	Amount   money.Cents  // cents: the total that was shown
	Method   money.Method // money.Cash or money.PayNow
	Received *money.Cents // cents that were put down; cash only
}

// Sold is what became of a walk-in. Change (cents) is what goes back to who paid in cash.
type Sold struct {
	InvoiceID string       `json:"invoiceId"`
	Change    *money.Cents `json:"change,omitempty"`
}

// Sell makes the invoice of a walk-in by the rules of a member's checkout, in one transaction: prices
// and places are today's, forms are checked, the total must be what was shown (44062). Cash settles it at
// once and belongs to the clerk's open shift; PayNow leaves it to wait for its money. A refusal leaves
// nothing behind.
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

// sell is one walk-in whose input is good.
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
		change, err := s.Payments.TakeCash(ctx, tx, made.ID, w.ActorID, *w.Received) // which sends the receipt
		if err != nil {
			return nil, err
		}
		done.Change = &change
	} else {
		if _, err := s.openPayment(ctx, tx, o, made.ID); err != nil {
			return nil, err
		}
		if err := tellReceived(ctx, tx, o, n, made.Invoice); err != nil {
			return nil, err
		}
	}
	return done, audit.Note(ctx, tx, "walk-in.order", "invoice:"+made.ID,
		nil, map[string]any{"number": made.Number, "total": made.SubTotal, "method": o.method, "account": o.userID != ""})
}

// readWalkIn checks all of a walk-in but its items.
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

// linesOfWalkIn prices the items in the transaction, and says what is wrong with which.
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
		if w.UserID == "" && q.Term != "" { // nobody could be asked for the next term
			wrong = append(wrong, fault.Field{Path: at + "term", Code: "term-needs-account"})
		}
		lines = append(lines, q.Line)
	}
	return lines, wrong, nil
}
