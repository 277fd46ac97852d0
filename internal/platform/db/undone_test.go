package db_test

import (
	"slices"
	"testing"
)

// TestMigrationRemovesUndoneSubscriptions starts from a database that kept cancelled subscriptions whose first payment was
// undone: before and after they gave their place back, of an expired, a refunded and a paid order, and a removed one that a
// use of a position still names.
func TestMigrationRemovesUndoneSubscriptions(t *testing.T) {
	t.Parallel()
	for _, engine := range []string{"sqlite", "postgres"} {
		t.Run(engine, func(t *testing.T) {
			t.Parallel()
			old := before(t, engine, 599)
			old.exec(`ALTER TABLE invoice_items DROP COLUMN cancelled_by`)
			old.exec(`INSERT INTO users (id, name, password_hash, locale, created_at, updated_at) VALUES ('u', 'Tan', '', 'en', 1, 1)`)
			old.exec(`INSERT INTO halls (id, key, title_en, title_zh, created_at) VALUES ('h', 'h', '', '', 1)`)
			old.exec(`INSERT INTO towers (id, hall_id, code, title_en, title_zh, row_count, unit_count) VALUES ('t', 'h', 'A', '', '', 1, 9)`)
			for i, one := range []struct {
				id, status             string
				paidAt, limited, state any
			}{
				{"kept", "awaiting-payment", 0, 1, "taken"},
				{"swept", "rejected", 0, 0, "ended"},
				{"expired", "expired", 0, 0, "ended"},
				{"refunded", "refunded", 0, 0, "ended"},
				{"paid", "paid", 5, 1, "taken"},
			} {
				old.exec(`INSERT INTO invoices (id, number, origin, origin_id, user_id, status, locale, sub_total, payment_reference, payer_name, created_at, updated_at)
					VALUES ($1, $1, 'cart', $1, 'u', $2, 'en', 9, $1, 'Tan', 1, 1)`, one.id, one.status)
				old.exec(`INSERT INTO invoice_items (id, invoice_id, position, offering_id, option_id, title_en, title_zh, option_title_en, option_title_zh, quantity, unit_price, amount, term, limited)
					VALUES ($1, $1, 1, 'o', 'p', '', '', '', '', 1, 9, 9, 'yearly', 1)`, one.id)
				old.exec(`INSERT INTO subscriptions (id, user_id, item_id, status, offering_id, option_id, term, quantity, unit_price, limited, starts_at, period, ends_at, ended_by, created_at, updated_at)
					VALUES ($1, 'u', $1, 3, 'o', 'p', 'yearly', 1, 9, $2, 1, 1, 1, 'member', 1, 1)`, one.id, one.limited)
				old.exec(`INSERT INTO subscription_terms (subscription_id, period, invoice_id, item_id, starts_at, ends_at, paid_at) VALUES ($1, 1, $1, $1, 1, 2, $2)`, one.id, one.paidAt)
				old.exec(`INSERT INTO positions (id, tower_id, row_no, unit_no, code, fill) VALUES ($1, 't', 1, $2, $1, 1)`, one.id, i+1)
				old.exec(`INSERT INTO position_uses (id, position_id, state, invoice_id, item_id, subscription_id, from_at, until_at, ended_at, ended_why, created_at)
					VALUES ($1, $1, $2, $1, $1, $1, 3, 4, $3, $4, 1)`, one.id, one.state,
					map[bool]int{true: 5}[one.state == "ended"], map[bool]string{true: "over"}[one.state == "ended"])
			}
			old.exec(`UPDATE invoice_items SET limited = 0 WHERE id = 'kept'`) // its position was assigned by the office
			old.exec(`INSERT INTO position_uses (id, position_id, state, subscription_id, from_at, ended_at, created_at) VALUES ('moved', 'paid', 'ended', 'removed', 3, 4, 1)`)
			d := old.apply()
			for text, want := range map[string][]string{
				`SELECT id FROM subscriptions`: {"paid", "refunded"},
				`SELECT id || ' ' || limited || ' ' || cancelled_by FROM invoice_items`: {
					"expired 1 member", "kept 1 member", "paid 1 ", "refunded 1 ", "swept 0 member",
				},
				`SELECT id || ' ' || state || ' ' || ended_why || ' ' || subscription_id || ' ' || until_at FROM position_uses`: {
					"expired ended returned  4", "kept booked   0", "moved ended   0", "paid taken  paid 4", "refunded ended over refunded 4", "swept ended returned  4",
				},
			} {
				got := column(t, d, text)
				slices.Sort(got)
				if !slices.Equal(got, want) {
					t.Errorf("%s\n got %q\nwant %q", text, got, want)
				}
			}
		})
	}
}
