package report_test

import (
	"archive/zip"
	"bytes"
	"context"
	"io"
	"strings"
	"testing"
	"time"

	"shanmen/internal/base/clock"
	"shanmen/internal/base/money"
	"shanmen/internal/platform/db"
	"shanmen/internal/sales/payment"
	"shanmen/internal/sales/report"
	"shanmen/internal/testkit"
)

// buys pays for lamp oil in cash and returns the invoice's id and the receipt's number.
func buys(t *testing.T, a *testkit.App, member, counter *testkit.Client, quantity int) (id, receipt string) {
	t.Helper()
	v := member.Buy(a.Item(t, "lamp-oil", "bottle", "quantity", quantity))
	return v.ID, counter.TakeCash(v.ID, v.SubTotal).Order().OfficialReceipt.Number
}

func TestAMembersYearlyStatement(t *testing.T) {
	testkit.Each(t, func(t *testing.T, a *testkit.App) {
		a.Clock.Set(time.Date(2025, 12, 31, 23, 59, 59, 0, clock.Singapore))
		last, other := a.NewMember(t, "Tan Mei Ling", "+6581110001"), a.NewMember(t, "Lim Ah Kow", "+6581110002")
		counter := a.Staff(t, "counter")
		if last.Get("/api/member/statement/2025.pdf").Status != 404 {
			t.Error("a statement without a receipt")
		}
		_, before := buys(t, a, last, counter, 1)
		a.Clock.Advance(time.Second) // the new year
		_, first := buys(t, a, last, counter, 2)
		partID, part := buys(t, a, last, counter, 3)
		wholeID, whole := buys(t, a, last, counter, 4)
		_, others := buys(t, a, other, counter, 5)
		price := a.Count(t, "SELECT price FROM offering_options WHERE id = $1", a.Option(t, "lamp-oil", "bottle"))
		desk := a.Staff(t, "treasurer")
		for id, amount := range map[string]int64{partID: price, wholeID: 4 * price} {
			desk.Refund(id, money.PayNow, money.Cents(amount), "mistake").Want(200)
		}
		// A payment that was undone was never received.
		insert(t, a, func(b bulk) {
			b.rows("official_receipts", receiptCols, [][]any{{"undone", "OR-2026-000099", partID, "p", a.Clock.Now().UnixMilli(), "", a.Clock.Now().UnixMilli(), "undone"}})
		})

		text := testkit.PDFText(t, last.Get("/api/member/statement/2026.pdf?language=both").Want(200).Body)
		sum := func(n int64) string { return dollars(money.Cents(n * price)) }
		for _, want := range []string{"Yearly statement", "年度收据汇总", "Tan Mei Ling", first, part, whole, sum(2), "Refund", sum(-1), sum(-4), sum(9), sum(-5),
			sum(4), "Not a tax-deductible receipt"} {
			if !strings.Contains(text, want) {
				t.Errorf("%q is not on the statement: %s", want, text)
			}
		}
		for _, not := range []string{before, others, "OR-2026-000099", "Lim Ah Kow"} {
			if strings.Contains(text, not) {
				t.Errorf("%q is on the statement", not)
			}
		}
		if text := testkit.PDFText(t, last.Get("/api/member/statement/2025.pdf?language=zh").Want(200).Body); !strings.Contains(text, before) || strings.Contains(text, first) || strings.Contains(text, "Receipt no.") {
			t.Errorf("the year before: %s", text)
		}
		if a.Guest().Get("/api/member/statement/2026.pdf").Status != 401 || last.Get("/api/member/statement/26.pdf").Status != 404 {
			t.Error("ErrStranger, ErrYear: a statement was given")
		}

		var found report.Members
		desk.Get("/api/admin/report/member?q=81110001").Want(200).JSON(&found)
		if len(found.Items) != 1 || len(found.Items[0].Years) != 2 || found.Items[0].Years[0] != (report.YearOfMember{Year: 2026, Receipts: 3}) {
			t.Fatalf("found %+v", found)
		}
		if text := testkit.PDFText(t, desk.Get("/api/admin/report/statement/"+found.Items[0].ID+"/2026.pdf").Want(200).Body); !strings.Contains(text, whole) {
			t.Errorf("the office's: %s", text)
		}
		var years report.Years
		desk.Get("/api/admin/report/year").Want(200).JSON(&years)
		if len(years.Years) != 2 || years.Years[0] != 2026 {
			t.Errorf("years %v", years)
		}
		files := unzip(t, desk.Get("/api/admin/report/statements/2026.zip?language=en").Want(200).Body)
		if len(files) != 2 {
			t.Fatalf("%d statements", len(files))
		}
		for name, file := range files {
			wants := map[bool]string{true: others, false: whole}[strings.Contains(name, "Lim Ah Kow")]
			if !strings.Contains(testkit.PDFText(t, file), wants) {
				t.Errorf("%s lacks %s", name, wants)
			}
		}
		if n := a.Count(t, "SELECT count(*) FROM audit_entries WHERE action = 'export.accounts' AND subject = 'export:statements'"); n != 1 {
			t.Errorf("%d batches in the trail", n)
		}
	})
}

// The statement shows what each receipt shows: without what went back before it, and without what was waived.
func TestAStatementAgreesWithItsReceipts(t *testing.T) {
	testkit.Each(t, func(t *testing.T, a *testkit.App) {
		a.SetPrice(t, a.Option(t, "lamp-oil", "bottle"), 10000)
		counter, desk := a.Staff(t, "counter"), a.Staff(t, "treasurer")
		shows := func(c *testkit.Client, sums, nots []string) {
			t.Helper()
			text := testkit.PDFText(t, c.Get("/api/member/statement/2026.pdf?language=en").Want(200).Body)
			for _, want := range sums {
				if !strings.Contains(text, want) {
					t.Errorf("%q is not on the statement: %s", want, text)
				}
			}
			for _, not := range nots {
				if strings.Contains(text, not) {
					t.Errorf("%q is on the statement: %s", not, text)
				}
			}
		}
		early := a.NewMember(t, "Tan Mei Ling", "+6581110001")
		v := early.Buy(a.Item(t, "lamp-oil", "bottle"))
		counter.TakeCash(v.ID, 4000).Want(200)
		desk.Refund(v.ID, money.PayNow, 4000, "mistake").Want(200)
		a.Clock.Advance(time.Second)
		counter.TakeCash(v.ID, 10000).Want(200)
		shows(early, []string{dollars(10000)}, []string{dollars(4000), dollars(6000)})
		desk.Refund(v.ID, money.PayNow, 3000, "mistake").Want(200) // in the moment of the receipt
		shows(early, []string{dollars(-3000), dollars(7000)}, []string{dollars(4000)})

		short := a.NewMember(t, "Lim Ah Kow", "+6581110002")
		v = short.Buy(a.Item(t, "lamp-oil", "bottle"))
		a.Write(t, func(ctx context.Context, tx *db.Tx) error {
			_, err := a.Payments.BookFromBank(ctx, tx, payment.Arrived{
				InvoiceID: v.ID, Amount: 9850, Waive: 150, Reason: "some cents", At: a.Clock.Now(), ActorID: a.UserID(t, "treasurer"),
			})
			return err
		})
		shows(short, []string{dollars(9850)}, []string{dollars(10000)})
		desk.Refund(v.ID, money.PayNow, 9850, "mistake").Want(200)
		shows(short, []string{dollars(9850), dollars(-9850), dollars(0)}, []string{dollars(150)})
	})
}

func unzip(t *testing.T, data []byte) map[string][]byte {
	t.Helper()
	z, err := zip.NewReader(bytes.NewReader(data), int64(len(data)))
	if err != nil {
		t.Fatal(err)
	}
	out := map[string][]byte{}
	for _, f := range z.File {
		r, err := f.Open()
		if err != nil {
			t.Fatal(err)
		}
		if out[f.Name], err = io.ReadAll(r); err != nil {
			t.Fatal(err)
		}
	}
	return out
}

func dollars(cents money.Cents) string { return money.Format(cents) }
