package demo

import (
	"context"
	"encoding/json"
	"fmt"
	"time"

	"shanmen/internal/base/clock"
	"shanmen/internal/base/locale"
	"shanmen/internal/base/lunar"
	"shanmen/internal/base/money"
	"shanmen/internal/offer/family"
	"shanmen/internal/offer/form"
	"shanmen/internal/offer/offering"
	"shanmen/internal/office/counter"
	"shanmen/internal/office/desk"
	"shanmen/internal/office/inbox"
	"shanmen/internal/office/order"
	"shanmen/internal/platform/db"
	"shanmen/internal/platform/httpd"
	"shanmen/internal/rites/ceremony"
	"shanmen/internal/sales/cart"
	"shanmen/internal/sales/checkout"
	"shanmen/internal/sales/invoice"
	"shanmen/internal/sales/payment"
	"shanmen/internal/sales/till"
)

// Life holds the services through which the demonstration's people act. All share one clock, which is set to the time
// of each action.
type Life struct {
	DB         *db.DB
	Clock      *clock.Fake
	Family     *family.Service
	Carts      *cart.Service
	Checkout   *checkout.Service
	Payments   *payment.Service
	Desk       *desk.Service
	Orders     *order.Service
	Cash       *counter.Service
	Inbox      *inbox.Service
	Till       *till.Service
	Forms      *form.Service
	Ceremonies *ceremony.Service
	// The visitors who act.
	Member, Treasurer, Counter, Ritual, Editor httpd.Visitor
}

const (
	hour = time.Hour
	day  = 24 * hour
)

// Lead creates the member's history of the last half year: family, a renewing lamp, and an order in each state. The
// office has a ceremony list and messages. Every step runs the program's own code, with the clock at the time when a
// person would have done it.
func (l *Life) Lead(ctx context.Context, now time.Time) error {
	for _, act := range []struct {
		ago  time.Duration
		what string
		do   func(context.Context) error
	}{
		{150 * day, "family", l.writeFamily},
		{150*day - hour, "list of names", l.makeList(lunar.DayOf(now))},
		{149 * day, "yearly lamp", l.lightYearlyLamp},
		{92 * day, "cash at the counter", l.payCash},
		{61 * day, "refund", l.payAndBeRefunded},
		{44 * day, "expired order", l.letExpire},
		{30 * day, "cancelled order", l.orderAndCancel},
		{6 * day, "message that is answered", l.writeMessage(0)},
		{3 * day, "rejected transfer", l.sendUnreadable},
		{26 * hour, "transfer to come", l.promiseTransfer},
		{25 * hour, "cash to come", l.promiseCash},
		{20 * hour, "message in Chinese", l.writeMessage(1)},
		{3 * hour, "message in English", l.writeMessage(2)},
		{2 * hour, "transfer to check", l.sendTransfer},
	} {
		l.Clock.Set(now.Add(-act.ago))
		if err := act.do(ctx); err != nil {
			return fmt.Errorf("%s: %w", act.what, err)
		}
	}
	return nil
}

func (l *Life) as(ctx context.Context, v httpd.Visitor) context.Context {
	return httpd.As(ctx, v, locale.EN)
}

type person struct {
	Kind, Name, ChineseName, Relation string
	BirthDate, PassedOn               json.RawMessage
}

func (l *Life) writeFamily(ctx context.Context) error {
	people, err := read[[]person]("family.json")
	if err != nil {
		return err
	}
	for _, p := range people {
		in := family.AddIn{Body: family.Entry{
			Kind: p.Kind, Name: &p.Name, ChineseName: &p.ChineseName, Relation: &p.Relation, BirthDate: p.BirthDate, PassedOn: p.PassedOn,
		}}
		if _, err := l.Family.Add(l.as(ctx, l.Member), &in); err != nil {
			return err
		}
	}
	return nil
}

// wanted is one item of an order.
type wanted struct {
	offering, option, term string
	quantity               int64
	position               string // code of the chosen position
	form                   string
}

const (
	familyNames = `{"people":[{"chineseName":"陈美玲","name":"Tan Bee Leng","relation":"Myself"},{"chineseName":"林国华","name":"Lim Kok Hua","relation":"Husband or wife"},{"chineseName":"林家慧","name":"Lim Jia Hui","relation":"Daughter"}],"wish":"平安健康"}`
	sonsName    = `{"people":[{"chineseName":"林家伟","name":"Lim Jia Wei"}]}`
	mothersName = `{"people":[{"chineseName":"黄秀英","name":"Wong Siew Eng","relation":"Mother"}]}`
)

// fill adds one item to the member's cart.
func (l *Life) fill(ctx context.Context, w wanted) (*cart.View, error) {
	r := l.DB.Read()
	optionID, err := offering.FindOption(ctx, r, w.offering, w.option)
	if err != nil {
		return nil, err
	}
	facts, err := offering.Price(ctx, r, l.Clock.Now(), optionID)
	if err != nil {
		return nil, err
	}
	item := cart.ItemIn{OfferingID: facts.OfferingID, OptionID: optionID, Quantity: max(w.quantity, 1), Form: json.RawMessage(w.form)}
	if w.term != "" {
		item.Term = &w.term
	}
	if w.position != "" {
		places, err := r.PositionByCode(ctx, w.position)
		if err != nil || len(places) != 1 {
			return nil, fmt.Errorf("%d places %s: %w", len(places), w.position, err)
		}
		item.Positions = &[]string{places[0].ID}
	}
	var in cart.PostIn
	in.Body.Currency, in.Body.Items = "SGD", []cart.ItemIn{item}
	return l.Carts.Post(ctx, &in)
}

// orderForCash places an order to be paid in cash at the counter.
func (l *Life) orderForCash(ctx context.Context, w wanted) (*invoice.View, error) {
	ctx = l.as(ctx, l.Member)
	c, err := l.fill(ctx, w)
	if err != nil {
		return nil, err
	}
	var in checkout.CashIn
	in.Body.PaymentAmount, in.Body.Currency = c.SubTotal, "SGD"
	paid, err := l.Checkout.Cash(ctx, &in)
	if err != nil {
		return nil, err
	}
	return paid.Invoice, nil
}

// transfer places an order by PayNow, with a screenshot or without.
func (l *Life) transfer(ctx context.Context, w wanted, picture func(screen) ([]byte, error)) (*invoice.View, error) {
	ctx = l.as(ctx, l.Member)
	c, err := l.fill(ctx, w)
	if err != nil {
		return nil, err
	}
	if _, err := l.Checkout.ShowQR(ctx, &checkout.ShowQRIn{}); err != nil {
		return nil, err
	}
	l.Clock.Advance(3 * time.Minute)
	var in checkout.PayNowIn
	in.Body.PaymentAmount, in.Body.Currency, in.Body.TransactionDateTime = c.SubTotal, "SGD", l.Clock.Now().Format(time.RFC3339)
	if picture != nil {
		file, err := picture(screen{amount: c.SubTotal, reference: c.PaymentReference, at: l.Clock.Now()})
		if err != nil {
			return nil, err
		}
		if in.Body.FileID, err = l.upload(ctx, file); err != nil {
			return nil, err
		}
	}
	l.Clock.Advance(2 * time.Minute)
	paid, err := l.Checkout.PayNow(ctx, &in)
	if err != nil {
		return nil, err
	}
	return paid.Invoice, nil
}

// lightYearlyLamp orders a lamp that renews yearly, at a position the member chooses.
func (l *Life) lightYearlyLamp(ctx context.Context) error {
	v, err := l.transfer(ctx, wanted{offering: "light-lamp", option: "grand", term: offering.Yearly, position: "A-05-08", form: familyNames}, drawScreen)
	if err != nil {
		return err
	}
	l.Clock.Advance(2 * hour)
	payment, err := l.paymentOf(ctx, v)
	if err != nil {
		return err
	}
	return act(l.as(ctx, l.Treasurer), l.Desk.Approve, payment, nil)
}

// payCash takes cash for an order at the counter; the shift is closed in the evening.
func (l *Life) payCash(ctx context.Context) error {
	v, err := l.orderForCash(ctx, wanted{offering: "peace", option: "one", form: `{"people":[{"chineseName":"黄秀英","name":"Wong Siew Eng","relation":"Mother"}],"intention":"health"}`})
	if err != nil {
		return err
	}
	return l.serve(ctx, v, 5000, nil)
}

// payAndBeRefunded pays an order and refunds it.
func (l *Life) payAndBeRefunded(ctx context.Context) error {
	v, err := l.orderForCash(ctx, wanted{offering: "lamp-oil", option: "bottle", quantity: 2})
	if err != nil {
		return err
	}
	return l.serve(ctx, v, v.SubTotal, func(ctx context.Context) error {
		return act(ctx, l.Orders.Refund, v.ID, map[string]any{"method": money.Cash, "amount": v.SubTotal, "reason": "asked-by-devotee"})
	})
}

// serve runs a counter shift in which an order is paid.
func (l *Life) serve(ctx context.Context, v *invoice.View, given money.Cents, then func(context.Context) error) error {
	ctx = l.as(ctx, l.Counter)
	const float = 100_00
	if err := act(ctx, l.Till.Start, "", map[string]any{"float": float}); err != nil {
		return err
	}
	l.Clock.Advance(40 * time.Minute)
	if err := act(ctx, l.Cash.TakeCash, v.ID, map[string]any{"amountReceived": given}); err != nil {
		return err
	}
	l.Clock.Advance(5 * time.Minute)
	if then != nil {
		if err := then(ctx); err != nil {
			return err
		}
	}
	l.Clock.Advance(3 * hour)
	mine, err := l.Till.Mine(ctx, &struct{}{})
	if err != nil {
		return err
	}
	return act(ctx, l.Till.Close, mine.Shift.ID, map[string]any{"count": pieces(mine.Shift.Expected)})
}

// pieces breaks an amount down into notes and coins.
func pieces(of money.Cents) (out till.Count) {
	left := int64(of)
	for _, value := range till.Denominations {
		if n := left / value; n > 0 {
			out = append(out, till.Pieces{Value: value, Number: n})
			left -= n * value
		}
	}
	return out
}

// letExpire creates an order that expires unpaid.
func (l *Life) letExpire(ctx context.Context) error {
	v, err := l.orderForCash(ctx, wanted{offering: "incense", option: "flowers", form: mothersName})
	if err != nil {
		return err
	}
	l.Clock.Set(v.ExpiresAt.Add(time.Minute))
	return l.Payments.ExpireInvoices(ctx)
}

// orderAndCancel creates an order that the member cancels.
func (l *Life) orderAndCancel(ctx context.Context) error {
	v, err := l.orderForCash(ctx, wanted{offering: "light-lamp", option: "one", form: mothersName})
	if err != nil {
		return err
	}
	l.Clock.Advance(20 * time.Minute)
	_, err = l.Payments.Cancel(l.as(ctx, l.Member), &payment.CancelIn{ID: v.ID})
	return err
}

// sendUnreadable pays with an unreadable screenshot, which the office rejects.
func (l *Life) sendUnreadable(ctx context.Context) error {
	v, err := l.transfer(ctx, wanted{offering: "wisdom-lamp", option: "one", form: sonsName}, drawBlurred)
	if err != nil {
		return err
	}
	l.Clock.Advance(20 * hour)
	payment, err := l.paymentOf(ctx, v)
	if err != nil {
		return err
	}
	return act(l.as(ctx, l.Treasurer), l.Desk.Reject, payment, map[string]any{"reason": "unreadable"})
}

func (l *Life) promiseTransfer(ctx context.Context) error {
	_, err := l.transfer(ctx, wanted{offering: "light-lamp", option: "one", form: mothersName}, nil)
	return err
}

func (l *Life) promiseCash(ctx context.Context) error {
	_, err := l.orderForCash(ctx, wanted{offering: "lamp-oil", option: "bottle", quantity: 3})
	return err
}

func (l *Life) sendTransfer(ctx context.Context) error {
	_, err := l.transfer(ctx, wanted{offering: "light-lamp", option: "family", form: familyNames}, drawScreen)
	return err
}

// paymentOf returns the payment of an order that waits for the treasurer.
func (l *Life) paymentOf(ctx context.Context, v *invoice.View) (string, error) {
	p, err := l.DB.Read().PaymentPending(ctx, v.ID)
	if err != nil {
		return "", fmt.Errorf("payment of %s: %w", v.Number, err)
	}
	return p.ID, nil
}

// act makes an office call with the body that its page would send.
func act[In, Out any](ctx context.Context, call func(context.Context, *In) (*Out, error), id string, body map[string]any) error {
	raw, err := json.Marshal(map[string]any{"ID": id, "Body": body})
	if err != nil {
		return err
	}
	in := new(In)
	if err := json.Unmarshal(raw, in); err != nil {
		return err
	}
	_, err = call(ctx, in)
	return err
}
