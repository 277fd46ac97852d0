package report_test

import (
	"context"
	"fmt"
	"testing"

	"shanmen/internal/base/money"
	"shanmen/internal/offer/form"
	"shanmen/internal/platform/db"
	"shanmen/internal/sales/report"
	"shanmen/internal/sales/till"
	"shanmen/internal/testkit"
)

// TestADonationIsSplitByItsFund: the fund of gifts is a line of the figures and exports, in the reader's language, with
// its present name; refunds are subtracted from it, and the lines add up to the money received.
func TestADonationIsSplitByItsFund(t *testing.T) {
	testkit.Each(t, func(t *testing.T, a *testkit.App) {
		desk := a.Staff(t, "treasurer")
		give := func(cents money.Cents, fund string) map[string]any {
			return a.Item(t, "donation", "open", "amount", cents, "form", map[string]any{"fund": fund, "chineseName": "陈𠮷"})
		}
		sell := func(cents money.Cents, items ...map[string]any) string {
			v := a.Member(t).BuyFor(cents, items...)
			a.TakeCash(t, v)
			return v.ID
		}
		sell(12_345, give(10_000, "upkeep"), give(2_345, "care"))
		sell(5_001, give(5_001, "upkeep"))
		both := sell(3_000, give(1_000, "study"), give(2_000, "care"))
		desk.Refund(both, money.PayNow, 2_500, "asked-by-devotee").Want(200) // all of care, half of study
		a.Write(t, func(ctx context.Context, tx *db.Tx) error {
			d, err := form.Latest(ctx, tx.Queries, "gift")
			if err != nil {
				return err
			}
			options := d.Fields[0].Options[:0]
			for _, o := range d.Fields[0].Options {
				switch o.Key {
				case "upkeep":
					o.Label.EN, o.Label.ZH = "Roof", "大殿屋顶"
				case "care":
					continue // no longer offered: its money keeps its name
				}
				options = append(options, o)
			}
			d.Fields[0].Options = options
			return form.Renew(ctx, tx, d, a.Clock.Now())
		})
		sell(700, give(700, "upkeep"))
		for lang, want := range map[string][]string{
			"en": {"Roof 15701 0", "Care for elders in need 4345 2000", "Dharma classes and printing 1000 500"},
			"zh": {"大殿屋顶 15701 0", "敬老济困 4345 2000", "弘法印经 1000 500"},
		} {
			desk.Locale = lang
			var r report.Report
			desk.Get("/api/admin/report" + today).Want(200).JSON(&r)
			var got []string
			var taken, back money.Cents
			for _, l := range r.ByOffering {
				if l.Fund == nil {
					t.Errorf("a line without its fund: %+v", l)
					continue
				}
				got = append(got, fmt.Sprintf("%s %d %d", l.Fund.Title, l.Taken, l.Back))
				taken, back = taken+l.Taken, back+l.Back
			}
			if fmt.Sprint(got) != fmt.Sprint(want) || taken != r.Taken.Amount || back != r.Back.Amount || !r.Ties {
				t.Errorf("%s: %q, not %q; %d and %d of %+v", lang, got, want, taken, back, r.Taken)
			}
		}
		rows := csvOf(t, desk.Get("/api/admin/report/export/offerings.csv"+today).Want(200))
		for i, want := range []string{"Roof 大殿屋顶 157.01 0.00 157.01", "Care for elders in need 敬老济困 43.45 20.00 23.45", "Dharma classes and printing 弘法印经 10.00 5.00 5.00"} {
			if got := rows[i+1]; fmt.Sprint(got[2], " ", got[3], " ", got[4], " ", got[5], " ", got[6]) != want {
				t.Errorf("row %d of the figures: %q", i+1, got)
			}
		}
		rows = csvOf(t, desk.Get("/api/admin/report/export/orders.csv"+today).Want(200))
		at, zh, amount := column(t, rows, "Fund (English)"), column(t, rows, "Fund (Chinese)"), column(t, rows, "Amount")
		sums := map[string]money.Cents{}
		for _, row := range rows[1:] {
			var d, c money.Cents
			_, _ = fmt.Sscanf(row[amount], "%d.%d", &d, &c)
			sums[row[at]+" "+row[zh]] += d*100 + c
		}
		if sums["Roof 大殿屋顶"] != 15_701 || sums["Care for elders in need 敬老济困"] != 4_345 || sums["Dharma classes and printing 弘法印经"] != 1_000 || len(sums) != 3 {
			t.Errorf("the export of orders: %v", sums)
		}
		var shift string
		query(t, a, "SELECT id FROM shifts", func(row []string) { shift = row[0] })
		var box till.ShiftReport
		desk.Locale = "en"
		desk.Get("/api/admin/shift/" + shift).Want(200).JSON(&box)
		boxed := map[string]money.Cents{}
		for _, o := range box.Categories[0].Offerings {
			boxed[o.Fund] = o.Amount
		}
		if len(box.Categories[0].Offerings) != 3 || boxed["Roof"] != 15_701 || boxed["Care for elders in need"] != 4_345 || boxed["Dharma classes and printing"] != 1_000 {
			t.Errorf("the report of the cash box: %+v", box.Categories)
		}
		// The figures stay when the names are erased with their owner's account.
		a.Exec(t, "UPDATE invoice_items SET form = ''")
		var r report.Report
		desk.Get("/api/admin/report" + today).Want(200).JSON(&r)
		if len(r.ByOffering) != 3 {
			t.Errorf("without the names: %+v", r.ByOffering)
		}
		var list report.FigureRows
		desk.Get("/api/admin/report/list" + today + "&of=payments&offering=" + r.ByOffering[0].Key + "&fund=care").Want(200).JSON(&list)
		if len(list.Items) != 2 {
			t.Errorf("%d payments have gifts for care, of two", len(list.Items))
		}
	})
}
