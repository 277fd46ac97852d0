package checkout

import (
	"context"
	"encoding/json"
	"fmt"

	"shanmen/internal/base/fault"
	"shanmen/internal/base/locale"
	"shanmen/internal/offer/position"
	"shanmen/internal/people/account"
	"shanmen/internal/platform/db"
	"shanmen/internal/sales/cart"
	"shanmen/internal/sales/invoice"
	"shanmen/internal/sales/late"
)

// OrderOfCart creates the order for late money of a cart, and books the money: with the cart's reference and the prices
// that the office chose. Offerings closed or withdrawn since are allowed if there is stock ("no-place-left"); chosen
// positions that are taken are replaced by the nearest, and the payer is notified. Refusals: "cart-empty", "cart-paid"
// if the cart has become an order meanwhile.
func (s *Service) OrderOfCart(ctx context.Context, tx *db.Tx, in late.CartArrival) (invoiceID string, err error) {
	c, err := tx.CartLock(ctx, in.CartID)
	if err != nil {
		return "", db.NotFound(fmt.Errorf("cart: %w", err))
	}
	if c.Status == "paid" {
		return "", fault.Invalid("cart-paid")
	}
	if c.UserID == nil {
		return "", fault.NotFound()
	}
	now := s.Clock.Now()
	if _, err := cart.EndHold(ctx, tx, c.ID, now); err != nil {
		return "", err
	}
	lines, err := cart.Lines(ctx, tx.Queries, c.ID, nil, now)
	if err != nil {
		return "", err
	}
	if len(lines) == 0 {
		return "", fault.Invalid("cart-empty")
	}
	for i := range lines {
		if in.Prices == late.PricesThen {
			lines[i].Price = late.ThenPrice(lines[i])
		}
	}
	chosen, err := giveWay(ctx, tx, lines)
	if err != nil {
		return "", err
	}
	if ok, err := takePlaces(ctx, tx, lines, now); err != nil {
		return "", err
	} else if !ok {
		return "", fault.Invalid("no-place-left")
	}
	u, err := account.Find(ctx, tx.Queries, *c.UserID)
	if err != nil {
		return "", err
	}
	who, err := payer(ctx, tx.Queries, u.ID)
	if err != nil {
		return "", err
	}
	expires, err := invoice.Expiry(ctx, tx.Queries, now)
	if err != nil {
		return "", err
	}
	l := u.Locale
	if l == "" {
		l = locale.EN
	}
	n := invoice.New{
		Origin: invoice.FromCart, OriginID: c.ID, Reference: c.PaymentReference, UserID: u.ID, Locale: l, Payer: who, Items: frozen(lines),
		By: invoice.ByOffice, ActorID: in.ActorID, At: now,
		Status: invoice.AwaitingPayment, ExpiresAt: expires,
	}
	made, err := invoice.Create(ctx, tx, n)
	if err != nil {
		return "", err
	}
	if err := book(ctx, tx, lines, made.Items); err != nil {
		return "", err
	}
	for i, l := range lines {
		if err := position.TellInstead(ctx, tx, now, l.Uses, chosen[i]); err != nil {
			return "", err
		}
	}
	if err := cart.MarkPaid(ctx, tx, c.ID, now); err != nil {
		return "", err
	}
	return made.ID, s.Payments.BookArrival(ctx, tx, made.ID, in.Arrival)
}

// giveWay replaces taken chosen positions by the nearest. It returns the original choices per line.
func giveWay(ctx context.Context, tx *db.Tx, lines []cart.Line) ([][]string, error) {
	chosen, all := make([][]string, len(lines)), []string{}
	for i, l := range lines {
		chosen[i] = l.WishedFor()
		all = append(all, chosen[i]...)
	}
	for i := range lines {
		if len(chosen[i]) == 0 {
			continue
		}
		near, err := position.Nearest(ctx, tx, lines[i].OptionID, chosen[i], all)
		if err != nil {
			return nil, err
		}
		wishes, err := json.Marshal(near)
		if err != nil {
			return nil, fmt.Errorf("places: %w", err)
		}
		lines[i].Wishes, all = string(wishes), append(all, near...)
	}
	return chosen, nil
}
