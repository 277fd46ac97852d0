package db_test

import (
	"slices"
	"testing"
)

// TestMigrationSetsTheFundOfEarlierGifts starts from a database whose items had their fund only in their answers.
func TestMigrationSetsTheFundOfEarlierGifts(t *testing.T) {
	t.Parallel()
	for _, engine := range []string{"sqlite", "postgres"} {
		t.Run(engine, func(t *testing.T) {
			t.Parallel()
			old := before(t, engine, 481)
			old.exec(`INSERT INTO forms (key, version, definition, created_at) VALUES
				('gift', 1, '{"key":"gift","version":1,"fields":[{"key":"fund","type":"choice","options":[{"key":"hall"},{"key":"care"}]}]}', 1),
				('gift', 2, '{"key":"gift","version":2,"fields":[{"key":"fund","type":"choice","options":[{"key":"hall"}]}]}', 2),
				('words', 1, '{"key":"words","version":1,"fields":[{"key":"fund","type":"text"}]}', 1)`)
			old.exec(`INSERT INTO invoices (id, number, origin, origin_id, status, locale, sub_total, paid, payment_reference, payer_name, payer_chinese, created_at, updated_at)
				VALUES ('order', 'INV-1', 'cart', 'cart', 'paid', 'en', 9, 9, 'R', 'Tan', '', 1, 1)`)
			for i, item := range [][3]any{
				{"gift", 1, `{"fund":"hall"}`}, {"gift", 1, "{ \"wish\": \"\\u5e73\", \"fund\" : \"care\" }"}, {"gift", 2, `{"fund":"hall"}`}, {"gift", 2, `{"fund":"care"}`},
				{"gift", 1, ``}, {"gift", 1, `{"fund":null}`}, {"gift", 1, `{"fund":["hall"]}`}, {"words", 1, `{"fund":"hall"}`}, {"", 0, ``},
			} {
				old.exec(`INSERT INTO invoice_items (id, invoice_id, position, offering_id, option_id, title_en, title_zh, option_title_en, option_title_zh,
					quantity, unit_price, amount, form_key, form_version, form) VALUES ('item', 'order', $1, 'o', 'p', '', '', '', '', 1, 1, 1, $2, $3, $4)`,
					i+1, item[0], item[1], item[2])
			}
			got := column(t, old.apply(), `SELECT CAST(position AS TEXT) || ' ' || fund FROM invoice_items`)
			if want := []string{"1 hall", "2 care", "3 hall", "4 ", "5 ", "6 ", "7 ", "8 ", "9 "}; !slices.Equal(got, want) {
				t.Errorf("%q, not %q", got, want)
			}
		})
	}
}
