package db_test

import (
	"database/sql"
	"testing"

	"github.com/google/go-cmp/cmp"
)

// older runs a test on a database as a program before the migration left it, with rows for the migration to meet.
func older(t *testing.T, migration string, rows []string, test func(t *testing.T, d *sql.DB)) {
	t.Helper()
	for _, engine := range []string{"sqlite", "postgres"} {
		t.Run(engine, func(t *testing.T) {
			t.Parallel()
			url := address(t, engine)
			if err := open(t, url).Close(); err != nil {
				t.Fatal(err)
			}
			d := raw(t, engine, url)
			step(t, d, migration, false)
			for _, row := range rows {
				if _, err := d.ExecContext(t.Context(), row); err != nil {
					t.Fatalf("%s: %v", row, err)
				}
			}
			step(t, d, migration, true)
			test(t, d)
		})
	}
}

// pairs are the two columns of a query.
func pairs(t *testing.T, d *sql.DB, statement string) map[string]string {
	t.Helper()
	rows, err := d.QueryContext(t.Context(), statement)
	if err != nil {
		t.Fatal(err)
	}
	defer rows.Close()
	found := map[string]string{}
	for rows.Next() {
		var key, value string
		if err := rows.Scan(&key, &value); err != nil {
			t.Fatal(err)
		}
		found[key] = value
	}
	if err := rows.Err(); err != nil {
		t.Fatal(err)
	}
	return found
}

// A transfer that was declared before its order was settled by one is decided; any other waits. What the bank's screen
// had set aside as a donation waits for an order and a receipt.
func TestLateMoneyOfAnOlderProgramWaitsOnce(t *testing.T) {
	t.Parallel()
	rows := []string{
		`INSERT INTO users (id, name, password_hash, locale, created_at, updated_at) VALUES ('u', 'Tan', '', 'en', 1, 1)`,
		`INSERT INTO bank_statements (id, name, sha256, state, uploaded_by, created_at) VALUES ('s', 'a.csv', 'x', 'ready', 'u', 1)`,
	}
	for _, o := range []struct{ id, method, status, decided string }{
		{"settled", "2001", "approved", "9"},
		{"before", "2001", "approved", "4"}, // an earlier transfer settled it: this one is a second
		{"cash", "1", "approved", "9"},
		{"rejected", "2001", "rejected", "9"},
	} {
		rows = append(rows,
			`INSERT INTO invoices (id, number, cart_id, payment_reference, user_id, status, sub_total, payer_name, locale, created_at, updated_at)
				VALUES ('`+o.id+`', '`+o.id+`', 'cart-`+o.id+`', '`+o.id+`', 'u', 'paid', 100, '', 'en', 1, 1)`,
			`INSERT INTO payments (id, invoice_id, method, status, amount, decided_at, created_at)
				VALUES ('`+o.id+`', '`+o.id+`', `+o.method+`, '`+o.status+`', 100, `+o.decided+`, 3)`)
	}
	for _, id := range []string{"settled", "before", "cash", "rejected", "no-order"} {
		rows = append(rows, `INSERT INTO unclaimed_transfers (id, user_id, cart_id, reference, amount, created_at) VALUES ('`+id+`', 'u', 'cart-`+id+`', '`+id+`', 100, 5)`)
	}
	for i, l := range [][3]string{{"gift", "ignored", "donation"}, {"other", "ignored", "interest"}, {"used", "matched", ""}} {
		rows = append(rows, `INSERT INTO bank_lines (id, statement_id, position, hash, state, reason, booked_at, has_time, amount, description, payer, reference, code, raw)
			VALUES ('`+l[0]+`', 's', `+string(rune('1'+i))+`, '`+l[0]+`', '`+l[1]+`', '`+l[2]+`', 5, 0, 100, '', '', '', '', '')`)
	}
	older(t, "00012_late_money.sql", rows, func(t *testing.T, d *sql.DB) {
		got := pairs(t, d, `SELECT id, CASE resolved_at WHEN 0 THEN 'waits' ELSE 'decided for ' || invoice_id END FROM unclaimed_transfers`)
		want := map[string]string{"settled": "decided for settled", "before": "waits", "cash": "waits", "rejected": "waits", "no-order": "waits"}
		if diff := cmp.Diff(want, got); diff != "" {
			t.Error(diff)
		}
		got = pairs(t, d, `SELECT id, state || ' ' || late FROM bank_lines`)
		if diff := cmp.Diff(map[string]string{"gift": "open gift", "other": "ignored ", "used": "matched "}, got); diff != "" {
			t.Error(diff)
		}
	})
}

// A cart under whose live code the thirty days ended is open again, unless its owner has another.
func TestCartsThatEndedUnderTheirCodeAreOpenAgain(t *testing.T) {
	t.Parallel()
	var rows []string
	for _, u := range []string{"alone", "again"} {
		rows = append(rows, `INSERT INTO users (id, name, password_hash, locale, created_at, updated_at) VALUES ('`+u+`', 'Tan', '', 'en', 1, 1)`,
			`INSERT INTO carts (id, user_id, status, payment_reference, created_at, updated_at) VALUES ('`+u+`', '`+u+`', 'expired', '`+u+`', 1, 1)`,
			`INSERT INTO holds (id, cart_id, user_id, total, qr_payload, image_token, created_at, qr_expires_at, expires_at) VALUES ('`+u+`', '`+u+`', '`+u+`', 1, '', '', 7, 8, 9)`)
	}
	rows = append(rows, `INSERT INTO carts (id, user_id, status, payment_reference, created_at, updated_at) VALUES ('new', 'again', 'open', 'new', 1, 1)`)
	older(t, "00014_tax_spans_and_held_carts.sql", rows, func(t *testing.T, d *sql.DB) {
		got := pairs(t, d, `SELECT id, status || ' ' || updated_at FROM carts`)
		if diff := cmp.Diff(map[string]string{"alone": "open 7", "again": "expired 1", "new": "open 1"}, got); diff != "" {
			t.Error(diff)
		}
	})
}

// Letters that were waiting are tried for three days too; jobs keep their number of tries.
func TestLettersOfAnOlderProgramAreTriedForThreeDays(t *testing.T) {
	t.Parallel()
	var rows []string
	for _, d := range [][2]string{{"mail", "ready"}, {"sms", "ready"}, {"job", "ready"}, {"mail", "dead"}} {
		rows = append(rows, `INSERT INTO outbox (id, kind, args, state, run_at, created_at) VALUES ('`+d[0]+d[1]+`', '`+d[0]+`', '', '`+d[1]+`', 1, 1000)`)
	}
	older(t, "00026_outbox_limits.sql", rows, func(t *testing.T, d *sql.DB) {
		got := pairs(t, d, `SELECT id, CAST(give_up_at AS TEXT) FROM outbox`)
		if diff := cmp.Diff(map[string]string{"mailready": "259201000", "smsready": "259201000", "jobready": "0", "maildead": "0"}, got); diff != "" {
			t.Error(diff)
		}
	})
}
