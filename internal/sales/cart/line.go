package cart

import (
	"context"
	"encoding/json"
	"fmt"
	"slices"
	"time"

	"shanmen/internal/base/clock"
	"shanmen/internal/base/locale"
	"shanmen/internal/base/money"
	"shanmen/internal/offer/form"
	"shanmen/internal/offer/offering"
	"shanmen/internal/offer/position"
	"shanmen/internal/platform/db"
	"shanmen/internal/platform/db/query"
)

// The states of an item compared with the current catalogue.
const (
	StateOK          = "ok"
	StateChanged     = "changed"     // payable, at another price than was shown
	StateUnavailable = "unavailable" // not payable as it is
)

// Why an item is unavailable.
const (
	ReasonWithdrawn = "withdrawn" // no longer offered, or not in this channel
	ReasonNotOpen   = "not-open"
	ReasonClosed    = "closed"
	ReasonSoldOut   = "sold-out"
	ReasonTerm      = "term"     // the option no longer has this term
	ReasonQuantity  = "quantity" // above the current maximum per order
	ReasonAmount    = "amount"   // the open amount is outside the current limits
	ReasonPlace     = "place"    // the chosen position is taken
	ReasonForm      = "form"     // the form has changed and refuses the answers
)

// Line is an item with the current data of its option.
type Line struct {
	query.CartLinesRow
	Title, OptionTitle locale.Text
	Price              money.Cents     // cents for one, current or held
	State              string          // StateOK, StateChanged or StateUnavailable
	Reason             string          // of StateUnavailable
	Limited            bool            // the option has limited stock
	Held               bool            // price and stock are held
	Uses               []string        // uses of positions that a checkout took for it
	Wished             []position.Wish // chosen positions
}

// WishedFor lists the ids of the chosen positions, at most one per copy.
func (l Line) WishedFor() (ids []string) {
	if l.Wishes == "" { // the temple chooses
		return nil
	}
	_ = json.Unmarshal([]byte(l.Wishes), &ids)
	return ids[:min(int64(len(ids)), l.Quantity)]
}

// Amount is the line's total in cents.
func (l Line) Amount() money.Cents { return l.Price * money.Cents(l.Quantity) }

// Shown is the line's total when the visitor last saw it, in cents.
func (l Line) Shown() money.Cents { return l.UnitPrice * money.Cents(l.Quantity) }

// Lines reads a cart's items with current prices, all of one moment. Within a live hold an item has its held price and
// stock.
func Lines(ctx context.Context, r db.Reader, cartID string, hold *Hold, now time.Time) ([]Line, error) {
	rows, err := linesOf(ctx, r, cartID, now)
	if err != nil {
		return nil, fmt.Errorf("cart items: %w", err)
	}
	held := map[string]query.HoldItem{}
	over := map[string]int64{} // per option, what the cart's own expired hold still has: available to this cart until released
	if hold != nil {
		for _, it := range hold.Items {
			switch {
			case hold.Live(now):
				held[it.CartItemID] = it
			case it.Limited:
				over[it.OptionID] += it.Quantity
			}
		}
	}
	wanted := map[string]int64{} // per option, the quantity in the cart
	out := make([]Line, 0, len(rows))
	for _, row := range rows {
		l := Line{
			CartLinesRow: row, State: StateOK, Price: row.UnitPrice,
			Title:       locale.Text{EN: row.TitleEn, ZH: row.TitleZh},
			OptionTitle: locale.Text{EN: row.OptionTitleEn, ZH: row.OptionTitleZh},
		}
		if it, ok := held[row.ID]; ok {
			l.Held, l.Price, l.Limited = true, it.UnitPrice, it.Limited
		} else {
			if n := over[row.OptionID]; n > 0 && row.Remaining != nil {
				n += *row.Remaining
				l.Remaining = &n
			}
			l.judge(now, wanted)
		}
		if err := l.findPlaces(ctx, r, hold); err != nil {
			return nil, err
		}
		if !l.Held {
			if err := l.judgeForm(ctx, r, now); err != nil {
				return nil, err
			}
		}
		out = append(out, l)
	}
	return out, nil
}

// linesOf reads a cart's items with their current prices.
func linesOf(ctx context.Context, r db.Reader, cartID string, now time.Time) ([]query.CartLinesRow, error) {
	rows, err := r.CartLines(ctx, query.CartLinesParams{CartID: cartID, Now: int64(clock.MillisOf(now))})
	for i, row := range rows {
		rows[i].Price = offering.PriceNow(row.Price, money.Cents(row.PriceNow))
	}
	return rows, err
}

// findPlaces reads the chosen positions: whether each is free, or held by this cart. Held ones can be paid in any case.
func (l *Line) findPlaces(ctx context.Context, r db.Reader, hold *Hold) error {
	if l.PositionBy != position.ByDevotee {
		return nil
	}
	for _, one := range l.WishedFor() {
		w, err := position.Wished(ctx, r, l.OptionID, one, hold.id())
		if err != nil {
			return err
		}
		l.Wished = append(l.Wished, w)
		if !l.Held && l.State != StateUnavailable && !w.Free {
			l.State, l.Reason = StateUnavailable, ReasonPlace
		}
	}
	return nil
}

// judgeForm asks again only if the form's newest version refuses the answers. Otherwise they keep their version.
func (l *Line) judgeForm(ctx context.Context, r db.Reader, now time.Time) error {
	if l.State == StateUnavailable || l.FormAsked == "" || l.FormAsked == l.FormKey && l.FormNewest == l.FormVersion {
		return nil
	}
	def, err := form.Latest(ctx, r, l.FormAsked)
	if err != nil {
		return fmt.Errorf("form of a cart's item: %w", err)
	}
	if !form.Accepts(def, json.RawMessage(l.Form), l.NameCapacity, now) {
		l.State, l.Reason = StateUnavailable, ReasonForm
	}
	return nil
}

func (l *Line) judge(now time.Time, wanted map[string]int64) {
	f := facts{price: l.CartLinesRow.Price, min: l.MinAmount, max: l.MaxAmount, state: offering.StateAt(now, l.OpensAt, l.ClosesAt)}
	if !l.Published || !l.Active || !l.Listed || l.EnquiryOnly || !offering.SoldAt(l.Channels, offering.OnSite) {
		f.state = offering.Withdrawn
	}
	_ = json.Unmarshal([]byte(l.Terms), &f.terms) // none: no term is valid
	l.Limited = l.Remaining != nil
	price, reason := f.priceFor(l.AmountGiven)
	if r := f.closed(); r != "" {
		reason = r
	} else if reason == "" && !f.has(l.Term) {
		reason = ReasonTerm
	}
	if reason == "" {
		wanted[l.OptionID] += l.Quantity
		switch n := wanted[l.OptionID]; {
		case l.Limited && n > *l.Remaining:
			reason = ReasonSoldOut
		case l.PerOrder != nil && n > *l.PerOrder:
			reason = ReasonQuantity
		}
	}
	switch {
	case reason != "":
		l.State, l.Reason = StateUnavailable, reason
	case price != l.UnitPrice || l.PriceBefore != nil && *l.PriceBefore != price:
		l.State = StateChanged
	}
	if price > 0 {
		l.Price = price
	}
}

// facts are the catalogue's current data of an option.
type facts struct {
	price, min, max *money.Cents
	state           offering.State
	terms           []string
}

// closed returns why the option cannot be ordered now, "" if it can. Stock is counted for the whole cart.
func (f facts) closed() string {
	switch f.state {
	case offering.Withdrawn:
		return ReasonWithdrawn
	case offering.Soon:
		return ReasonNotOpen
	case offering.Closed:
		return ReasonClosed
	}
	return ""
}

// priceFor is the unit price in cents: the fixed price, or the given amount if it is within the option's limits.
func (f facts) priceFor(given *money.Cents) (price money.Cents, reason string) {
	if f.price != nil {
		return *f.price, ""
	}
	if given == nil || *given < f.least() || *given > f.most() {
		return 0, ReasonAmount
	}
	return *given, ""
}

func (f facts) least() money.Cents {
	if f.min != nil {
		return *f.min
	}
	return 1
}

func (f facts) most() money.Cents {
	if f.max != nil {
		return *f.max
	}
	return MaxAmount
}

// has returns whether the option is sold for a term; "" is once.
func (f facts) has(term string) bool {
	if term == "" {
		term = offering.Once
	}
	return slices.Contains(f.terms, term)
}

// Total is the sum of the lines' amounts, in cents.
func Total(lines []Line) (sum money.Cents) {
	for _, l := range lines {
		sum += l.Amount()
	}
	return sum
}

// Stands returns whether a cart may be paid with an amount: every item is available, and the amount is their current
// total. If a price has changed since it was shown, only an amount different from the old total shows that the visitor
// has seen the new one.
func Stands(lines []Line, amount money.Cents) bool {
	moved, shown := false, money.Cents(0)
	for _, l := range lines {
		if l.State == StateUnavailable {
			return false
		}
		moved = moved || !l.Held && l.Price != l.UnitPrice
		shown += l.Shown()
	}
	return amount == Total(lines) && (!moved || amount != shown)
}

// AcceptPrices stores current prices in a locked cart after a payment found them changed, and keeps the old ones for
// display until the item is changed. The next payment then succeeds.
func AcceptPrices(ctx context.Context, tx *db.Tx, lines []Line) error {
	for _, l := range lines {
		if l.Held || l.Price == l.UnitPrice {
			continue
		}
		if err := tx.CartItemReprice(ctx, query.CartItemRepriceParams{UnitPrice: l.Price, ID: l.ID}); err != nil {
			return fmt.Errorf("reprice cart item: %w", err)
		}
	}
	return nil
}
