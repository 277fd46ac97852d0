package editing_test

import (
	"testing"
	"time"

	"shanmen/internal/offer/event/rule"
	"shanmen/internal/testkit"
)

const bookedDates = "SELECT count(*) FROM event_dates d JOIN events e ON e.id = d.event_id WHERE e.key = 'evening' AND d.cancelled = 1"

// book orders incense for the next date of the event.
func book(t *testing.T, a *testkit.App) {
	t.Helper()
	a.Exec(t, `INSERT INTO invoices (id, number, origin, origin_id, status, locale, sub_total, payment_reference, payer_name, created_at, updated_at)
		VALUES ('order', 'INV-1', 'walk-in', 'desk', 'paid', 'en', 100, 'REF', 'Lim', $1, $1)`, a.Clock.Now().UnixMilli())
	a.Exec(t, `INSERT INTO invoice_items (id, invoice_id, position, offering_id, option_id, title_en, title_zh, option_title_en, option_title_zh, quantity, unit_price, amount)
		SELECT 'booked', 'order', 0, id, 'none', '', '', '', '', 1, 100, 100 FROM offerings WHERE key = 'incense'`)
}

// The offering leaves the event first, then the date is removed: a date that was booked stays, cancelled.
func TestABookedDateIsKeptAsCancelledAfterItsOfferingLeft(t *testing.T) {
	testkit.Each(t, func(t *testing.T, a *testkit.App) {
		editor := a.Staff(t, "editor")
		id := newEvent(t, editor, "evening", eventFields(map[string]string{"offering": "incense"}))
		editor.Publish(id, "en", "zh").Want(200)
		book(t, a)
		editor.Type(id, map[string]string{"offering": ""}).Want(200)
		editor.Publish(id, "en", "zh").Want(200)
		editor.Type(id, map[string]string{"rule": fortnight(func(r *rule.Rule) { r.LunarDays, r.Sessions[1].Only = []int{2}, nil })}).Want(200)
		editor.Publish(id, "en", "zh").Want(200)
		if n := a.Count(t, bookedDates); n != 1 {
			t.Errorf("%d cancelled dates, want the booked one", n)
		}
	})
}

// A booked date, cancelled because its offering left, still exists after the nightly renewal of the dates.
func TestACancelledBookedDateSurvivesTheNightlyRenewal(t *testing.T) {
	testkit.Each(t, func(t *testing.T, a *testkit.App) {
		editor := a.Staff(t, "editor")
		id := newEvent(t, editor, "evening", eventFields(map[string]string{"offering": "incense"}))
		editor.Publish(id, "en", "zh").Want(200)
		book(t, a)
		editor.Type(id, map[string]string{"offering": "", "rule": fortnight(func(r *rule.Rule) { r.LunarDays, r.Sessions[1].Only = []int{2}, nil })}).Want(200)
		editor.Publish(id, "en", "zh").Want(200)
		if n := a.Count(t, bookedDates); n != 1 {
			t.Fatalf("%d cancelled dates, want the booked one", n)
		}
		a.Clock.Advance(25 * time.Hour)
		if err := a.Events.Renew(t.Context()); err != nil {
			t.Fatal(err)
		}
		if n := a.Count(t, bookedDates); n != 1 {
			t.Errorf("%d cancelled dates after the night, want the booked one", n)
		}
	})
}

// Texts of an event whose dates are all past are published like others.
func TestAPastEventCanBePublishedAgain(t *testing.T) {
	testkit.Each(t, func(t *testing.T, a *testkit.App) {
		editor := a.Staff(t, "editor")
		id := newEvent(t, editor, "evening", eventFields(map[string]string{"rule": fortnight(func(r *rule.Rule) { r.Until = "2027-01-31" })}))
		editor.Publish(id, "en", "zh").Want(200)
		a.Clock.Advance(3 * 365 * 24 * time.Hour)
		editor = a.Staff(t, "editor")
		editor.Type(id, map[string]string{"title.en": "Evening chanting of 2026"}).Want(200)
		if r := editor.Publish(id, "en", "zh"); r.Status != 200 {
			t.Errorf("%d %s", r.Status, r.Body)
		}
	})
}
