package db_test

import (
	"slices"
	"testing"

	"github.com/google/go-cmp/cmp"

	"shanmen/internal/lookup"
)

// What an older program has left is found by the very words that are written today.
func TestNumbersOfAnOlderProgramAreFound(t *testing.T) {
	t.Parallel()
	for _, engine := range []string{"sqlite", "postgres"} {
		t.Run(engine, func(t *testing.T) {
			t.Parallel()
			url := address(t, engine)
			if err := open(t, url).Close(); err != nil {
				t.Fatal(err)
			}
			d := raw(t, engine, url)
			exec := func(statement string, args ...any) {
				t.Helper()
				if _, err := d.ExecContext(t.Context(), statement, args...); err != nil {
					t.Fatal(err)
				}
			}
			const name = "00015_shares_and_receipt_numbers.sql"
			step(t, d, name, false)
			numbers := map[string][]string{
				"one": {"INV-2026-000123", "OR-2026-000123", "OR-2027-000045"}, "two": {"A2Z9-2026-100000", "QLR-2026-999999"}, "three": {"INV-2026-000007"},
			}
			var want []string
			for id, all := range numbers {
				exec(`INSERT INTO invoices (id, number, cart_id, payment_reference, status, sub_total, payer_name, locale, created_at, updated_at)
					VALUES ($1, $2, $1, $1, 'paid', 100, '', 'en', 5, 5)`, id, all[0])
				for _, receipt := range all[1:] {
					exec(`INSERT INTO official_receipts (id, number, invoice_id, payment_id, issued_at, issued_by, voided_at) VALUES ($1, $1, $2, '', 5, '', 6)`, receipt, id)
				}
				for _, term := range lookup.Terms(lookup.Words{Numbers: all}) {
					want = append(want, id+" "+term)
				}
			}
			step(t, d, name, true)
			rows, err := d.QueryContext(t.Context(), `SELECT subject || ' ' || term FROM search_terms WHERE kind = 'invoice' AND at = 5`)
			if err != nil {
				t.Fatal(err)
			}
			defer rows.Close()
			var got []string
			for rows.Next() {
				var s string
				if err := rows.Scan(&s); err != nil {
					t.Fatal(err)
				}
				got = append(got, s)
			}
			if err := rows.Err(); err != nil {
				t.Fatal(err)
			}
			slices.Sort(want)
			slices.Sort(got)
			if diff := cmp.Diff(want, got); diff != "" {
				t.Error(diff)
			}
		})
	}
}
