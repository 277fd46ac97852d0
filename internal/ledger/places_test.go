package ledger_test

import (
	"fmt"
	"testing"

	"shanmen/internal/offer/position"
	"shanmen/internal/testkit"
	"shanmen/internal/testkit/moneyrules"
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
			for _, r := range moneyrules.Places {
				n += a.Count(t, "SELECT count(*) FROM ("+r.Breaks+") broken")
			}
			return n
		}
		a.Exec(t, `INSERT INTO subscriptions (id, user_id, item_id, status, offering_id, option_id, term, quantity, unit_price, limited, starts_at, period, ends_at, created_at, updated_at)
			SELECT 'a-subscription', user_id, 'former', 2, 'light-lamp', $1, 'yearly', 1, 18800, 0, 1, 1, 2, 1, 2 FROM invoices`, w.lamp)
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
