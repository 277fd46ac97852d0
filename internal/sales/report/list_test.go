package report_test

import (
	"slices"
	"testing"

	"shanmen/internal/base/money"
	"shanmen/internal/sales/report"
	"shanmen/internal/testkit"
)

// Every figure links to the list that it is the sum of, page by page.
func TestEveryFigureOpensItsList(t *testing.T) {
	t.Parallel()
	testkit.Each(t, func(t *testing.T, a *testkit.App) {
		sell(t, a, traps[:3])
		treasurer := a.Staff(t, "treasurer")
		a.Exec(t, `UPDATE payments SET excess = 33, excess_as = 'donation' WHERE id = 'pay-order-00'`)
		a.Exec(t, `UPDATE official_receipts SET voided_at = issued_at, void_reason = 'refunded' WHERE id = 'receipt-order-01'`)
		a.Exec(t, `UPDATE invoices SET status = 'expired' WHERE id = 'order-02'`)
		a.Exec(t, `INSERT INTO invoice_events (id, invoice_id, at, status, by_whom) VALUES ('e1', 'order-02', $1, 'expired', 'system')`, noon)
		walk := func(query string) (numbers []string, sum money.Cents) {
			for after := ""; ; {
				var l report.FigureRows
				treasurer.Get("/api/admin/report/list" + today + "&limit=1&" + query + "&after=" + after).Want(200).JSON(&l)
				for _, r := range l.Items {
					numbers, sum = append(numbers, r.InvoiceID), sum+r.Amount
				}
				if after = l.Next; after == "" {
					slices.Sort(numbers)
					return numbers, sum
				}
			}
		}
		all := []string{"order-00", "order-01", "order-02"}
		var figures report.Report
		treasurer.Get("/api/admin/report" + today).Want(200).JSON(&figures)
		for query, want := range map[string][]string{
			"of=payments": all, "of=payments&method=paynow": all, "of=payments&method=cash": nil, "of=payments&clerk=nobody": all, "of=payments&clerk=x": nil,
			"of=payments&offering=lamp": all, "of=payments&offering=x": nil, "of=payments&category=x": nil, "of=payments&above=donation": {"order-00"}, "of=payments&above=held": nil,
			"of=payments&unseen=true": all, "of=refunds": all, "of=refunds&method=cash&reason=other": all, "of=refunds&reason=mistake": nil, "of=transfers-back": nil, "of=excess-back": nil,
			"of=receipts": all, "of=voided": {"order-01"}, "of=expired": {"order-02"}, "of=cancelled": nil,
		} {
			if got, _ := walk(query); !slices.Equal(got, want) {
				t.Errorf("%q: %v, want %v", query, got, want)
			}
		}
		if _, sum := walk("of=payments"); sum != figures.Taken.Amount {
			t.Errorf("payments are %d, the figure %d", sum, figures.Taken.Amount)
		}
		if _, sum := walk("of=refunds"); sum != figures.Back.Amount {
			t.Errorf("refunds are %d, the figure %d", sum, figures.Back.Amount)
		}
		treasurer.Get("/api/admin/report/list" + today + "&of=nothing").Want(400)
		// Offerings no longer in the catalogue have their list too.
		a.Exec(t, `UPDATE invoice_items SET offering_id = (SELECT min(id) FROM offerings) WHERE invoice_id <> 'order-01'`)
		a.Exec(t, `UPDATE invoice_items SET offering_id = 'nowhere' WHERE invoice_id = 'order-01'`)
		for _, of := range []string{"payments", "refunds"} {
			if got, _ := walk("offering=gone&of=" + of); !slices.Equal(got, []string{"order-01"}) {
				t.Errorf("%s of what is gone: %v", of, got)
			}
		}
	})
}
