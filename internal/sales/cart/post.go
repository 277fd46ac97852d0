package cart

import (
	"bytes"
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"slices"
	"time"

	"shanmen/internal/base/clock"
	"shanmen/internal/base/fault"
	"shanmen/internal/base/id"
	"shanmen/internal/base/money"
	"shanmen/internal/offer/form"
	"shanmen/internal/offer/offering"
	"shanmen/internal/offer/position"
	"shanmen/internal/platform/db"
	"shanmen/internal/platform/db/query"
	"shanmen/internal/platform/httpd"
)

// PostIn is the body of POST /api/cart.
type PostIn struct {
	Body struct {
		Currency string   `json:"currency" enum:"SGD"`
		Items    []ItemIn `json:"items" doc:"Items to add or change; others stay"`
	}
}

// ItemIn adds an item, or changes the one with its id. Absent fields of a changed item stay.
type ItemIn struct {
	ID         string          `json:"id,omitempty" doc:"Id of the item to change"`
	OfferingID string          `json:"offeringId"`
	OptionID   string          `json:"optionId"`
	Quantity   int64           `json:"quantity" doc:"1 to 99"`
	Amount     *money.Cents    `json:"amount,omitempty" doc:"Cents per unit, only for options whose amount the donor chooses; ignored for others"`
	Term       *string         `json:"term,omitempty" doc:"once, monthly or yearly, as the option offers; absent: once"`
	Positions  *[]string       `json:"positions,omitempty" doc:"Ids of the chosen positions, at most one per unit; they are reserved only once the QR code is shown or the order is placed; absent: unchanged"`
	Form       json.RawMessage `json:"form,omitempty" doc:"Values of the offering's form, keyed by field"`
}

// Post adds and changes items and answers with the whole cart. A refusal leaves the cart unchanged. Concurrent calls
// from two tabs lose nothing, because each waits for the cart's row.
func (s *Service) Post(ctx context.Context, in *PostIn) (*View, error) {
	if len(in.Body.Items) == 0 {
		return nil, fault.At("items", "required")
	}
	if len(in.Body.Items) > MaxItems {
		return nil, fault.Invalid("cart-full").With("max", MaxItems)
	}
	now, v := s.Clock.Now(), httpd.VisitorOf(ctx)
	setCookie := func() {}
	done, err := httpd.WriteOnce(ctx, s.DB, func(ctx context.Context, tx *db.Tx) (*posted, error) {
		owner := OwnerOf(v)
		if owner.UserID == "" {
			var err error
			if owner.SessionID, setCookie, err = s.Accounts.EnsureSession(ctx, tx); err != nil {
				return nil, err
			}
		}
		c, err := lockOrOpen(ctx, tx, owner, now)
		if err != nil {
			return nil, err
		}
		if err := changed(ctx, tx, c, now); err != nil {
			return nil, err
		}
		if err := put(ctx, tx, c, in.Body.Items, now); err != nil {
			return nil, err
		}
		c.UpdatedAt = clock.MillisOf(now)
		view, err := ViewOf(ctx, tx.Queries, c, httpd.LocaleOf(ctx), now)
		return &posted{c.ID, view}, err
	})
	if err != nil {
		return nil, err
	}
	setCookie()
	if done.view != nil {
		return done.view, nil
	}
	return db.WriteValue(ctx, s.DB, func(ctx context.Context, tx *db.Tx) (*View, error) {
		c, err := tx.CartLock(ctx, done.ID)
		if errors.Is(err, db.ErrNoRows) { // discarded since
			return NoCart(), nil
		}
		if err != nil {
			return nil, err
		}
		return ViewOf(ctx, tx.Queries, c, httpd.LocaleOf(ctx), now)
	})
}

// posted is the stored result of a post; its answer is the current cart, which may be long.
type posted struct {
	ID   string `json:"id"`
	view *View  // of the request that has just posted
}

// put writes the items into a locked cart, all or none.
func put(ctx context.Context, tx *db.Tx, c Cart, items []ItemIn, now time.Time) error {
	rows, err := linesOf(ctx, tx, c.ID, now)
	if err != nil {
		return fmt.Errorf("cart items: %w", err)
	}
	p := newPutting(tx.Queries, now, offering.OnSite)
	for _, row := range rows {
		p.there[row.ID] = row
		p.places[row.OptionID] += row.Quantity
		p.bytes += len(row.Form)
	}
	named := map[string]bool{}
	for _, row := range rows {
		if slices.ContainsFunc(items, func(in ItemIn) bool { return in.ID == row.ID }) {
			continue
		}
		for _, one := range (Line{CartLinesRow: row}).WishedFor() {
			p.wished[one] = true
		}
	}
	for i, in := range items {
		at := fmt.Sprintf("items[%d].", i)
		if in.ID == "" {
			if len(p.there) >= MaxItems {
				return fault.Invalid("cart-full").With("max", MaxItems)
			}
			in.ID = id.New()
			p.there[in.ID] = query.CartLinesRow{}
			if err := p.item(ctx, tx, at, c.ID, in, nil); err != nil {
				return err
			}
			continue
		}
		old, ok := p.there[in.ID]
		if !ok || old.ID == "" || named[in.ID] {
			p.say(at+"id", "not-in-cart", nil)
			continue
		}
		named[in.ID] = true
		p.bytes -= len(old.Form)
		p.places[old.OptionID] -= old.Quantity
		if err := p.item(ctx, tx, at, c.ID, in, &old); err != nil {
			return err
		}
	}
	if p.bytes > MaxForms {
		return fault.Invalid("cart-too-long")
	}
	return fault.InvalidFields(p.wrong)
}

type putting struct {
	r       db.Reader
	now     time.Time
	channel string // the sales channel: offering.OnSite, AtCounter
	there   map[string]query.CartLinesRow
	places  map[string]int64 // quantity per option in the cart
	wished  map[string]bool  // positions chosen in the cart
	wrong   []fault.Field
	bytes   int // size of the forms in the cart
	found   int // number of errors, of which wrong holds only the first
}

func newPutting(r db.Reader, now time.Time, channel string) *putting {
	return &putting{r: r, now: now, channel: channel, there: map[string]query.CartLinesRow{}, places: map[string]int64{}, wished: map[string]bool{}}
}

func (p *putting) say(path, code string, params map[string]any) {
	if p.found++; len(p.wrong) == fault.MaxFields {
		return
	}
	p.wrong = append(p.wrong, fault.Field{Path: path, Code: code, Params: params})
}

// item validates one item against the current catalogue and writes it if valid.
func (p *putting) item(ctx context.Context, tx *db.Tx, at, cartID string, in ItemIn, old *query.CartLinesRow) error {
	before := p.found
	c, err := p.check(ctx, at, in, old)
	if err != nil || p.found > before {
		return err
	}
	p.bytes += len(c.form)
	if old == nil {
		return tx.CartItemAdd(ctx, query.CartItemAddParams{
			ID: in.ID, CartID: cartID, OfferingID: c.OfferingID, OptionID: c.OptionID, Quantity: c.quantity, UnitPrice: c.price,
			AmountGiven: c.given, Term: c.term, FormKey: c.FormKey, FormVersion: c.version, Form: c.form, Wishes: c.wishes, CreatedAt: clock.MillisOf(p.now),
		})
	}
	return tx.CartItemChange(ctx, query.CartItemChangeParams{
		OfferingID: c.OfferingID, OptionID: c.OptionID, Quantity: c.quantity, UnitPrice: c.price, AmountGiven: c.given,
		Term: c.term, FormKey: c.FormKey, FormVersion: c.version, Form: c.form, Wishes: c.wishes, ID: in.ID,
	})
}

// checked is a validated item with the current data of its option.
type checked struct {
	offering.Facts
	quantity   int64
	price      money.Cents  // for one
	given      *money.Cents // if the visitor chose the price
	term, form string
	version    int64  // of the form
	wishes     string // JSON ids of positions
}

// check validates one item against the current catalogue.
func (p *putting) check(ctx context.Context, at string, in ItemIn, old *query.CartLinesRow) (c checked, err error) {
	if in.Quantity < 1 || in.Quantity > MaxQuantity {
		p.say(at+"quantity", "quantity-range", map[string]any{"min": 1, "max": MaxQuantity})
		in.Quantity = 1 // so that the other fields are checked too
	}
	c.quantity = in.Quantity
	c.Facts, err = offering.Price(ctx, p.r, p.now, in.OptionID)
	if errors.Is(err, fault.NotFound()) || err == nil && c.OfferingID != in.OfferingID {
		p.say(at+"optionId", "unknown-option", nil)
		return c, nil
	}
	if err != nil {
		return c, err
	}
	f := facts{c.Price, c.Min, c.Max, c.State, c.Terms}
	if c.EnquiryOnly || !slices.Contains(c.Channels, p.channel) {
		f.state = offering.Withdrawn
	}
	if reason := f.closed(); reason != "" {
		p.say(at+"optionId", "item-"+reason, nil)
		return c, nil
	}
	p.places[c.OptionID] += in.Quantity
	if c.PerOrder != nil && p.places[c.OptionID] > *c.PerOrder {
		p.say(at+"quantity", "most-per-order", map[string]any{"max": *c.PerOrder})
	}
	if c.Remaining != nil && p.places[c.OptionID] > *c.Remaining {
		p.say(at+"optionId", "item-sold-out", map[string]any{"remaining": *c.Remaining})
	}
	c.price = p.price(at, f, &in, old)
	c.given = in.Amount
	c.term = p.term(at, f, in, old)
	if c.wishes, err = p.wishes(ctx, at, c.Facts, in, old); err != nil {
		return c, err
	}
	c.form, c.version, err = p.form(ctx, at, c.Facts, in, old)
	return c, err
}

// wishes checks the chosen positions of an item.
func (p *putting) wishes(ctx context.Context, at string, f offering.Facts, in ItemIn, old *query.CartLinesRow) (string, error) {
	var ids []string
	switch {
	case f.PositionBy != position.ByDevotee:
	case in.Positions != nil:
		ids = *in.Positions
	case old != nil && old.OptionID == in.OptionID:
		_ = json.Unmarshal([]byte(old.Wishes), &ids)
		ids = ids[:min(len(ids), int(in.Quantity))]
	}
	if len(ids) > int(min(in.Quantity, MaxQuantity)) {
		p.say(at+"positions", "too-many-parts", map[string]any{"max": in.Quantity})
		return "[]", nil
	}
	for i, one := range ids {
		w, err := position.Wished(ctx, p.r, f.OptionID, one, "")
		if err != nil {
			return "", err
		}
		switch {
		case w.Code == "" || p.wished[one]:
			p.say(fmt.Sprintf("%spositions[%d]", at, i), "position-unknown", nil)
		case !w.Free && in.Positions != nil: // one chosen earlier is reported in the cart
			p.say(fmt.Sprintf("%spositions[%d]", at, i), "position-taken", map[string]any{"code": w.Code, "others": w.Nearby()})
		}
		p.wished[one] = true
	}
	if len(ids) == 0 {
		return "[]", nil
	}
	b, err := json.Marshal(ids)
	return string(b), err
}

func (p *putting) price(at string, f facts, in *ItemIn, old *query.CartLinesRow) money.Cents {
	if f.price != nil {
		in.Amount = nil // a fixed price cannot be chosen
	} else if in.Amount == nil && old != nil && old.OptionID == in.OptionID {
		in.Amount = old.AmountGiven
	}
	price, reason := f.priceFor(in.Amount)
	switch {
	case reason == "":
	case in.Amount == nil:
		p.say(at+"amount", "required", nil)
	case *in.Amount < f.least():
		p.say(at+"amount", "amount-too-small", map[string]any{"min": money.Format(f.least())})
	default:
		p.say(at+"amount", "amount-too-large", map[string]any{"max": money.Format(f.most())})
	}
	return price
}

func (p *putting) term(at string, f facts, in ItemIn, old *query.CartLinesRow) string {
	term := ""
	if in.Term != nil {
		term = *in.Term
	} else if old != nil && old.OptionID == in.OptionID {
		term = old.Term
	}
	if term == offering.Once {
		term = ""
	}
	if !f.has(term) {
		if in.Term == nil {
			p.say(at+"term", "required", nil)
		} else {
			p.say(at+"term", "not-a-choice", nil)
		}
	}
	return term
}

// form validates the values with the newest version of the offering's form. They are stored byte for byte as sent.
func (p *putting) form(ctx context.Context, at string, opt offering.Facts, in ItemIn, old *query.CartLinesRow) (entry string, version int64, err error) {
	values := bytes.TrimSpace(in.Form)
	given := len(values) > 0 && !bytes.Equal(values, []byte("null"))
	if opt.FormKey == "" {
		if given && !bytes.Equal(values, []byte("{}")) {
			p.say(at+"form", "unknown-field", nil)
		}
		return "", 0, nil
	}
	if !given && old != nil && old.FormKey == opt.FormKey {
		values = []byte(old.Form)
	}
	def, err := form.Latest(ctx, p.r, opt.FormKey)
	if err != nil {
		return "", 0, fmt.Errorf("form of an offering: %w", err)
	}
	for _, w := range form.Validate(def, values, form.Options{NameCapacity: opt.NameCapacity, Now: p.now}) {
		path := at + "form"
		if w.Path != "" {
			path += "." + w.Path
		}
		p.say(path, w.Code, w.Params)
	}
	return string(values), def.Version, nil
}
