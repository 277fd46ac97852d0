package ledger_test

import (
	"fmt"
	"testing"

	"shanmen/internal/offer/position"
	"shanmen/internal/testkit"
)

// In every other temple the lamp is sold by positions: five of a row, and one tower more than is sold.

// stand gives the lamp its positions.
func (w *world) stand() {
	w.t.Helper()
	admin := &visitor{login: func() *testkit.Client { return w.a.Staff(w.t, "admin") }}
	w.put = &visitor{login: func() *testkit.Client { return w.a.Staff(w.t, "ritual") }, stays: staffStays}
	var halls position.Halls
	w.Trace = []string{"halls are built"}
	w.call(admin, "POST", "/api/admin/hall", map[string]any{"key": "main", "title": map[string]string{"en": "Main Hall", "zh": "大殿"}}).Want(200)
	w.call(admin, "POST", "/api/admin/hall/main/tower", map[string]any{
		"code": "A", "title": map[string]string{"en": "Tower A", "zh": "A 塔"}, "x": 10, "y": 50, "upwards": true, "rows": 2, "units": lampPlaces,
	}).Want(200).JSON(&halls)
	w.call(admin, "POST", "/api/admin/tower/"+halls.Items[0].Towers[0].ID+"/sell", map[string]any{
		"fromRow": 1, "toRow": 1, "optionId": w.lamp, "positionBy": "devotee", "lastsMonths": 12,
	}).Want(200)
}

// someUse is a random current use of a position in one of the states.
func (w *world) someUse(states string) (positionID string, ok bool) {
	if w.put == nil {
		return "", false
	}
	return pick(w, w.column("SELECT p.id FROM positions p JOIN position_uses u ON u.id = p.use_id WHERE u.state IN ("+states+") ORDER BY p.code"))
}

func (w *world) hangLabel() bool {
	id, ok := w.someUse("'booked', 'taken', 'kept'")
	if ok {
		w.post(w.put, "/api/admin/position/"+id+"/label", map[string]any{"hangs": w.IntN(4) > 0})
	}
	return ok
}

func (w *world) takeLabelDown() bool {
	id, ok := w.someUse("'clearing'")
	if ok {
		w.post(w.put, "/api/admin/position/"+id+"/clear", nil)
	}
	return ok
}

func (w *world) moveLamp() bool {
	id, ok := w.someUse("'held', 'booked', 'taken', 'kept', 'clearing'")
	if ok {
		w.post(w.put, "/api/admin/position/"+id+"/move", map[string]any{"code": fmt.Sprintf("A-%02d-%02d", 1+w.IntN(5)/4, 1+w.IntN(lampPlaces))})
	}
	return ok
}

func (w *world) takeOutOfUse() bool {
	if w.put == nil {
		return false
	}
	id, ok := pick(w, w.column("SELECT id FROM positions WHERE option_id IS NOT NULL ORDER BY code"))
	if ok {
		w.post(w.put, "/api/admin/position/"+id+"/usable", map[string]any{"usable": w.IntN(3) > 0})
	}
	return ok
}

// wishes are positions that a devotee chooses, free or not.
func (w *world) wishes() []string {
	if w.put == nil || w.IntN(2) == 0 {
		return nil
	}
	id, _ := pick(w, w.column("SELECT id FROM positions WHERE option_id IS NOT NULL ORDER BY code"))
	return []string{id}
}

// notLeft are the lamp's positions that are not sold and cannot be: a label still hangs there, or they are out of use.
func (w *world) notLeft() (n int64) {
	err := w.prepare(`SELECT (SELECT count(*) FROM position_uses WHERE state = 'clearing' AND ended_at = 0)
		+ (SELECT count(*) FROM positions WHERE usable = 0 AND use_id = '' AND option_id IS NOT NULL)`).QueryRowContext(w.t.Context()).Scan(&n)
	if err != nil {
		w.t.Fatal(err)
	}
	return n
}

// A lamp whose subscription had ended, and whose first payment was undone after a late renewal, is booked again: the
// former subscription's position does not reduce what the order may take. (Random play reaches this case once in some
// thousand temples.)
func TestAReleasedPlaceBelongsToItsSubscription(t *testing.T) {
	t.Parallel()
	testkit.Each(t, func(t *testing.T, a *testkit.App) {
		w := worldOf(t, a, 2)
		a.Exec(t, "UPDATE offering_options SET remaining = $1 WHERE id = $2", lampPlaces, w.lamp)
		m := a.NewMember(t, "Tan Bee Leng", mobileOf(0))
		w.stand()
		m.Fill(a.Item(t, "light-lamp", "grand", "term", "yearly", "form", map[string]any{"people": []any{map[string]any{"chineseName": "陈大文"}}})).Want(200)
		m.Post("/api/payment/new/cash", map[string]any{"paymentAmount": 18800, "currency": "SGD"}).Want(200)
		w.Begin("order")
		missed := func() (n int64) {
			for _, r := range placeRules {
				n += a.Count(t, "SELECT count(*) FROM ("+r.breaks+") broken")
			}
			return n
		}
		over := `INSERT INTO position_uses (id, position_id, state, invoice_id, item_id, copy, subscription_id, ended_at, ended_why, created_at)
			SELECT 'was-over', position_id, 'ended', invoice_id, item_id, copy, 'a-subscription', 2, 'over', 1 FROM position_uses WHERE state = 'booked'`
		a.Exec(t, over)
		w.check()
		if n := missed(); n != 0 {
			t.Errorf("%d rules are broken by a place that a subscription had", n)
		}
		a.Exec(t, "UPDATE position_uses SET subscription_id = '' WHERE id = 'was-over'")
		if missed() == 0 {
			t.Error("an order whose time was over has a place, and no rule says so")
		}
	})
}

// placeRules check lamps with positions, and find nothing for others.
var placeRules = []rule{
	{"what is left of an option is the number of its free places", `
		SELECT o.id || ': ' || o.remaining FROM offering_options o WHERE o.position_by <> ''
		AND o.remaining <> (SELECT count(*) FROM positions p WHERE p.option_id = o.id AND p.use_id = '' AND p.usable = 1)`},
	{"a place and its use know each other", `
		SELECT p.code FROM positions p WHERE p.use_id <> ''
		AND NOT EXISTS (SELECT 1 FROM position_uses u WHERE u.id = p.use_id AND u.position_id = p.id AND u.ended_at = 0)
		UNION ALL
		SELECT u.id FROM position_uses u WHERE u.ended_at = 0 AND NOT EXISTS (SELECT 1 FROM positions p WHERE p.id = u.position_id AND p.use_id = u.id)`},
	{"an order has a place for each of what it has of the stock, and only then", `
		SELECT v.number || ' ' || v.status || ' ' || i.quantity FROM invoice_items i JOIN invoices v ON v.id = i.invoice_id JOIN offering_options o ON o.id = i.option_id
		WHERE o.position_by <> '' AND NOT EXISTS (SELECT 1 FROM subscription_terms t WHERE t.item_id = i.id)
		AND (SELECT count(*) FROM position_uses u WHERE u.item_id = i.id AND u.ended_at = 0 AND u.state IN ('booked', 'taken'))
			<> CASE WHEN i.limited = 1 AND v.status IN ('awaiting-payment', 'under-verification', 'rejected', 'paid')
				AND NOT EXISTS (SELECT 1 FROM position_uses e WHERE e.item_id = i.id AND e.ended_why = 'over' AND e.subscription_id = '') THEN i.quantity ELSE 0 END`},
	{"a subscription has a place for each of what it has of the stock, and only then", `
		SELECT s.id || ' ' || s.quantity FROM subscriptions s JOIN offering_options o ON o.id = s.option_id
		WHERE o.position_by <> ''
		AND (SELECT count(*) FROM position_uses u WHERE u.item_id = s.item_id AND u.ended_at = 0 AND u.state IN ('taken', 'kept')) <> CASE WHEN s.limited = 1 THEN s.quantity ELSE 0 END`},
	{"a hold has a place for each of what it has of the stock", `
		SELECT h.hold_id FROM hold_items h JOIN offering_options o ON o.id = h.option_id
		WHERE o.position_by <> '' AND h.limited = 1
		AND h.quantity <> (SELECT count(*) FROM position_uses u WHERE u.hold_id = h.hold_id AND u.cart_item_id = h.cart_item_id AND u.ended_at = 0 AND u.state = 'held')`},
	{"what is paid is taken, what is not is booked", `
		SELECT v.number || ' ' || u.state FROM position_uses u JOIN invoices v ON v.id = u.invoice_id
		WHERE u.ended_at = 0 AND (u.state = 'booked' AND v.status = 'paid' OR u.state IN ('taken', 'kept') AND v.status <> 'paid' AND u.subscription_id = '')`},
}
