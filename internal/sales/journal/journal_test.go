package journal_test

import (
	"archive/zip"
	"bytes"
	"crypto/sha256"
	"encoding/csv"
	"encoding/hex"
	"fmt"
	"io"
	"strings"
	"testing"
	"time"

	"github.com/google/go-cmp/cmp"

	"shanmen/internal/base/clock"
	"shanmen/internal/base/money"
	"shanmen/internal/sales/bank"
	"shanmen/internal/sales/invoice"
	"shanmen/internal/sales/journal"
	"shanmen/internal/sales/month"
	"shanmen/internal/sales/payrequest"
	"shanmen/internal/sales/report"
	"shanmen/internal/testkit"
	"shanmen/internal/testkit/hitpay"
)

const (
	statements = "/api/admin/bank/statement"
	november   = "2026-11"
	december   = "2026-12"
)

// oils is an order of lamp oil.
func oils(t testing.TB, a *testkit.App, c *testkit.Client, n int) *invoice.View {
	t.Helper()
	return c.Buy(a.Item(t, "lamp-oil", "bottle", "quantity", n))
}

// transferred is an order whose picture waits for the treasurer.
func transferred(t testing.TB, a *testkit.App, c *testkit.Client, n int) (v *invoice.View, paymentID string) {
	t.Helper()
	c.Fill(a.Item(t, "lamp-oil", "bottle", "quantity", n)).Want(200)
	v = c.OrderByPayNow(c.Cart().SubTotal, "fileId", c.SendReceipt(testkit.Screenshot(t)).FileID).Order()
	return v, v.Payments[0].ID
}

// inBank brings a statement with one credit and settles it.
func inBank(t testing.TB, a *testkit.App, desk *testkit.Client, cents money.Cents, reference string) bank.Line {
	t.Helper()
	day := a.Clock.Now().In(clock.Singapore).Format("02 Jan 2006")
	file := "Account Details For:,Temple Account 999-99999-9\nStatement as at:,21 Nov 2026\n\n" +
		"Transaction Date,Transaction Code,Description,Transaction Ref1,Transaction Ref2,Transaction Ref3,Status,Debit Amount,Credit Amount\n" +
		fmt.Sprintf("%s,ICT,%s,Incoming PayNow,From: TAN,OTHR %s,Settled,,%s\n", day, reference, reference, money.Decimal(cents))
	var up bank.Uploaded
	desk.Upload(statements, testkit.File{Name: "statement.csv", Data: []byte(file)}).Want(200).JSON(&up)
	a.Drain(t)
	desk.Post(statements+"/"+up.ID+"/approve", map[string]any{"count": 1, "sum": cents}).Want(200)
	a.Drain(t)
	var l bank.Lines
	desk.Get(statements + "/" + up.ID + "/line?limit=100&tab=matched").Want(200).JSON(&l)
	if len(l.Items) != 1 {
		t.Fatalf("%d lines are settled", len(l.Items))
	}
	return l.Items[0]
}

// nextMonth moves the clock to a day of the next month.
func nextMonth(t testing.TB, a *testkit.App, day int) {
	t.Helper()
	now := a.Clock.Now().In(clock.Singapore)
	to := time.Date(now.Year(), now.Month()+1, day, 10, 0, 0, 0, clock.Singapore)
	a.Clock.Advance(to.Sub(now))
}

func closeMonth(c *testkit.Client, of string) *testkit.Response {
	return c.Post("/api/admin/month/"+of+"/close", nil)
}

func reopenMonth(c *testkit.Client, of, reason string) *testkit.Response {
	return c.Post("/api/admin/month/"+of+"/reopen", map[string]any{"reason": reason})
}

func months(t testing.TB, c *testkit.Client) (m journal.Months) {
	t.Helper()
	c.Get("/api/admin/month").Want(200).JSON(&m)
	return m
}

func file(t testing.TB, c *testkit.Client, name string) []byte {
	t.Helper()
	return c.Get("/api/admin/journal/" + name).Want(200).Body
}

// money of a month as the report has it, without the present state.
func takings(t testing.TB, c *testkit.Client, of string) report.Takings {
	t.Helper()
	first, _ := month.Start(of)
	var r report.Report
	c.Get("/api/admin/report?from=" + of + "-01&to=" + first.AddDate(0, 1, -1).Format(time.DateOnly)).Want(200).JSON(&r)
	if !r.Ties {
		t.Errorf("the report of %s does not tie", of)
	}
	r.Takings.Unseen = report.Sum{}
	return r.Takings
}

// sums are debits less credits by account code.
func sums(t testing.TB, general []byte) map[string]money.Cents {
	t.Helper()
	rows, err := csv.NewReader(bytes.NewReader(bytes.TrimPrefix(general, []byte("\ufeff")))).ReadAll()
	if err != nil {
		t.Fatal(err)
	}
	if got := strings.Join(rows[0], ","); got != "Date,Document,Description,Account,Debit,Credit,Reference" {
		t.Errorf("the columns: %s", got)
	}
	out := map[string]money.Cents{}
	entries := map[string]money.Cents{}
	for _, row := range rows[1:] {
		n := cents(t, row[4]) - cents(t, row[5])
		out[row[3]] += n
		entries[row[6]] += n
	}
	for entry, n := range entries {
		if n != 0 {
			t.Errorf("%q does not add up: %d", entry, n)
		}
	}
	return out
}

func cents(t testing.TB, text string) money.Cents {
	t.Helper()
	var whole, part int64
	sign := int64(1)
	if strings.HasPrefix(text, "-") {
		sign, text = -1, text[1:]
	}
	if _, err := fmt.Sscanf(text, "%d.%d", &whole, &part); err != nil {
		t.Fatalf("%q: %v", text, err)
	}
	return money.Cents(sign * (whole*100 + part))
}

// same compares a journal with the report: what the methods hold is what stayed.
func same(t testing.TB, r report.Takings, general []byte, more money.Cents) {
	t.Helper()
	by := sums(t, general)
	if got, want := by["1010"]+by["1020"], r.Taken.Amount-r.Back.Amount+more; got != want {
		t.Errorf("cash and PayNow have %d, the report %d", got, want)
	}
}

func TestAClosedMonthStaysAsItIs(t *testing.T) {
	t.Parallel()
	testkit.Each(t, func(t *testing.T, a *testkit.App) {
		m, desk := a.Member(t), a.Staff(t, "treasurer")
		if got := months(t, desk); len(got.Items) != 0 || got.Next != nil {
			t.Errorf("without money: %+v", got)
		}
		cash := oils(t, a, m, 1)
		a.TakeCash(t, cash)
		more, paymentID := transferred(t, a, m, 2)
		desk.Approve(paymentID, "amountReceived", more.SubTotal+7_77).Want(200)
		byBank := oils(t, a, m, 3)
		line := inBank(t, a, desk, byBank.SubTotal, byBank.PaymentReference)
		desk.Refund(cash.ID, money.PayNow, 1_00, "mistake").Want(200)
		_, waiting := transferred(t, a, m, 4)

		if code := closeMonth(desk, november).Want(400).Code(); code != "month-running" {
			t.Errorf("a month that has not ended: %s", code)
		}
		nextMonth(t, a, 3)
		desk = a.Staff(t, "treasurer")
		open := months(t, desk)
		if open.Next == nil || open.Next.Month != november || open.Next.Waits.Receipts != 1 || open.Next.Waits.Excess != 1 || open.Next.Waits.Refunds != 1 {
			t.Fatalf("what waits: %+v", open.Next)
		}
		if code := closeMonth(desk, december).Want(400).Code(); code != "month-running" {
			t.Error(code)
		}
		if code := closeMonth(desk, "2026-10").Want(400).Code(); code != "month-order" {
			t.Error(code)
		}
		before := takings(t, desk, november)
		preview := file(t, desk, november+".csv")
		same(t, before, preview, 0)
		var closed journal.Months
		closeMonth(desk, november).Want(200).JSON(&closed)
		general, xero := file(t, desk, november+".csv"), file(t, desk, november+".xero")
		if !bytes.Equal(preview, general) {
			t.Error("the file changed by closing the month")
		}
		hash := sha256.Sum256(general)
		c := closed.Items[1].Closings[0]
		if closed.Items[1].State != journal.Closed || c.SHA256 != hex.EncodeToString(hash[:]) || c.Taken != before.Taken.Amount || !closed.Mine || closed.Reopen != november {
			t.Errorf("closed: %+v", closed.Items[1])
		}

		// What comes later counts on its day, and names the month.
		desk.Approve(waiting).Want(200)
		desk.Post("/api/admin/bank/line/"+line.ID+"/undo", nil).Want(200)
		desk.Post("/api/admin/late/excess/"+paymentID, map[string]any{"as": "donation"}).Want(200)
		desk.Refund(more.ID, money.PayNow, 2_00, "mistake").Want(200)
		later := takings(t, desk, december)
		if later.Back.Amount != byBank.SubTotal+2_00 || later.Donated.Amount != 7_77 {
			t.Errorf("December: back %d, donated %d", later.Back.Amount, later.Donated.Amount)
		}
		next := file(t, desk, december+".csv")
		same(t, later, next, 0)
		for _, want := range []string{byBank.Number, more.Number, "belongs to " + november, "属于" + november, "undone"} {
			if !strings.Contains(string(next), want) {
				t.Errorf("December's journal does not have %q:\n%s", want, next)
			}
		}
		stays := func(what string) {
			t.Helper()
			if diff := cmp.Diff(before, takings(t, desk, november)); diff != "" {
				t.Errorf("%s: the closed month changed (- before, + now):\n%s", what, diff)
			}
			if !bytes.Equal(general, file(t, desk, november+".csv")) || !bytes.Equal(xero, file(t, desk, november+".xero")) {
				t.Errorf("%s: the files of the closed month changed", what)
			}
		}
		stays("closed")

		// The lists behind the figures have the same sums.
		for _, of := range []struct {
			list, of string
			want     money.Cents
		}{{"payments", november, before.Taken.Amount}, {"refunds", november, before.Back.Amount}, {"payments", december, later.Taken.Amount}, {"refunds", december, later.Back.Amount}} {
			first, _ := month.Start(of.of)
			var rows report.FigureRows
			desk.Get("/api/admin/report/list?of=" + of.list + "&from=" + of.of + "-01&to=" + first.AddDate(0, 1, -1).Format(time.DateOnly)).Want(200).JSON(&rows)
			var sum money.Cents
			for _, r := range rows.Items {
				sum += r.Amount
			}
			if sum != of.want {
				t.Errorf("the %s of %s are %d, the figure %d", of.list, of.of, sum, of.want)
			}
		}

		for of, want := range map[string]int{november + "-01&to=2026-11-30&above=held": 1, november + "-01&to=2026-11-30&above=donation": 0, december + "-01&to=2026-12-31&above=donation": 1} {
			var rows report.FigureRows
			desk.Get("/api/admin/report/list?of=payments&from=" + of).Want(200).JSON(&rows)
			if len(rows.Items) != want {
				t.Errorf("the excess of %s has %d rows", of, len(rows.Items))
			}
		}

		// Opened again by a second person, with a reason; closed again it is the same.
		if code := reopenMonth(desk, november, "a mistake").Want(400).Code(); code != "month-own" {
			t.Error(code)
		}
		admin := a.Staff(t, "admin")
		if got := reopenMonth(admin, november, "  ").Want(400).FieldCodes(); got["reason"] != "required" {
			t.Errorf("without a reason: %v", got)
		}
		if code := reopenMonth(admin, "2026-10", "a mistake").Want(400).Code(); code != "month-latest" {
			t.Error(code)
		}
		var reopened journal.Months
		reopenMonth(admin, november, "a mistake").Want(200).JSON(&reopened)
		if m := reopened.Items[1]; m.State != journal.Open || m.Closings[0].Reason != "a mistake" || reopened.Reopen != "" {
			t.Errorf("opened again: %+v", reopened)
		}
		if code := reopenMonth(admin, november, "a mistake").Want(400).Code(); code != "month-not-closed" {
			t.Error(code)
		}
		stays("open again")
		closeMonth(desk, november).Want(200)
		stays("closed again")
		if n := a.Count(t, "SELECT count(*) FROM audit_entries WHERE action IN ('month.close', 'month.reopen')"); n != 3 {
			t.Errorf("%d entries in the audit trail", n)
		}
	})
}

func TestTheJournalIsWhatXeroImports(t *testing.T) {
	t.Parallel()
	testkit.One(t, func(t *testing.T, a *testkit.App) {
		m, desk := a.Member(t), a.Staff(t, "treasurer")
		desk.Put("/api/admin/account-code", map[string]any{"codes": map[string]string{"cash": "101-A", "tax-rate": "GST, 0% (SG)"}}).Want(200)
		a.TakeCash(t, oils(t, a, m, 1))
		day := a.Clock.Now().In(clock.Singapore)
		raw := file(t, desk, day.Format(time.DateOnly)+".xero")
		rows, err := csv.NewReader(bytes.NewReader(raw)).ReadAll()
		if err != nil {
			t.Fatal(err)
		}
		if got := strings.Join(rows[0], ","); got != "Narration,Date,Description,AccountCode,TaxRate,Amount" || len(rows) != 3 {
			t.Fatalf("%s, %d lines", got, len(rows)-1)
		}
		if r := rows[1]; r[1] != day.Format("02/01/2006") || r[3] != "101-A" || r[4] != "GST, 0% (SG)" || cents(t, r[5]) <= 0 || cents(t, r[5]) != -cents(t, rows[2][5]) || r[0] != rows[2][0] {
			t.Errorf("%q", rows[1:])
		}
		for _, gone := range []string{"2026-13.csv", "2026-11-31.csv", "2026-11.pdf", "x.csv", "2026.csv"} {
			desk.Get("/api/admin/journal/" + gone).Want(404)
		}
	})
}

func TestAccountCodesAreChecked(t *testing.T) {
	t.Parallel()
	testkit.One(t, func(t *testing.T, a *testkit.App) {
		desk := a.Staff(t, "treasurer")
		put := func(key, code string) *testkit.Response {
			return desk.Put("/api/admin/account-code", map[string]any{"codes": map[string]string{key: code}})
		}
		for _, wrong := range [][3]string{
			{"cash", "=1+1", "account-code"}, {"cash", "12345678901", "account-code"}, {"cash", "1 0", "account-code"}, {"cash", "现金", "account-code"},
			{"tax-rate", "=No", "tax-rate-name"}, {"tax-rate", strings.Repeat("x", 51), "tax-rate-name"}, {"moon", "1", "not-a-choice"},
		} {
			if got := put(wrong[0], wrong[1]).Want(400).FieldCodes(); got[wrong[0]] != wrong[2] {
				t.Errorf("%q: %v", wrong[1], got)
			}
		}
		codeOf := func(key string) (c journal.AccountCode) {
			var all journal.AccountCodes
			desk.Get("/api/admin/account-code").Want(200).JSON(&all)
			for _, one := range all.Items {
				if one.Key == key {
					c = one
				}
			}
			return c
		}
		put("cash", " 610 ").Want(200)
		if c := codeOf("cash"); c.Code != "610" || !c.Own {
			t.Errorf("%+v", c)
		}
		put("cash", "").Want(200)
		if c := codeOf("cash"); c.Code != "1010" || c.Own {
			t.Errorf("%+v", c)
		}
	})
}

// A month with many lines comes as several files, each of whole entries and adding up to zero.
func TestALongJournalIsSplitForXero(t *testing.T) {
	t.Parallel()
	testkit.One(t, func(t *testing.T, a *testkit.App) {
		a.TakeCash(t, oils(t, a, a.Member(t), 1))
		nextMonth(t, a, 2)
		desk := a.Staff(t, "treasurer")
		closeMonth(desk, november).Want(200)
		for i := range 400 {
			for side, amounts := range [][2]int{{100, 0}, {0, 100}} {
				a.Exec(t, `INSERT INTO journal_lines (closing_id, position, day, entry, document, account, code, tax_rate, description, of_month, debit, credit)
					SELECT id, $1, '2026-11-29', $2, '', 'cash', '1010', 'No Tax', 'x', '', $3, $4 FROM closed_months`, 1000+2*i+side, fmt.Sprintf("entry %d", i), amounts[0], amounts[1])
			}
		}
		raw := file(t, desk, november+".xero")
		z, err := zip.NewReader(bytes.NewReader(raw), int64(len(raw)))
		if err != nil {
			t.Fatal(err)
		}
		lines := 0
		for _, f := range z.File {
			r, err := f.Open()
			if err != nil {
				t.Fatal(err)
			}
			data, _ := io.ReadAll(r)
			rows, err := csv.NewReader(bytes.NewReader(data)).ReadAll()
			if err != nil {
				t.Fatal(err)
			}
			var sum money.Cents
			for _, row := range rows[1:] {
				sum += cents(t, row[5])
			}
			if sum != 0 || len(rows)-1 > 300 {
				t.Errorf("%s: %d lines, sum %d", f.Name, len(rows)-1, sum)
			}
			lines += len(rows) - 1
		}
		if len(z.File) != 3 || lines != 802 {
			t.Errorf("%d files, %d lines", len(z.File), lines)
		}
		if !bytes.Equal(raw, file(t, desk, november+".xero")) {
			t.Error("another ZIP")
		}
	})
}

// What a payment provider keeps is an expense of the day on which it confirmed the payment, and the report's income is
// not less.
func TestFeesOfAPaymentProviderAreInTheJournal(t *testing.T) {
	t.Parallel()
	testkit.EachConfirmed(t, func(t *testing.T, a *testkit.App, s *hitpay.Server) {
		s.Fee = func(of money.Cents) money.Cents { return of * 65 / 10000 }
		m := a.Member(t)
		m.Fill(a.Item(t, "lamp-oil", "bottle", "quantity", 4)).Want(200)
		v := m.OrderByPayNow(m.Cart().SubTotal).Order()
		m.Post("/api/payment/pay-now/code", map[string]any{"invoiceId": v.ID}).Want(200)
		if status, err := s.Post(t.Context(), a.URL+payrequest.WebhookPath, s.Pay(s.Requests(v.PaymentReference)[0].ID)); err != nil || status != 204 {
			t.Fatal(status, err)
		}
		fee := s.Fee(v.SubTotal)
		nextMonth(t, a, 2)
		desk := a.Staff(t, "treasurer")
		closeMonth(desk, november).Want(200)
		general := file(t, desk, november+".csv")
		r := takings(t, desk, november)
		same(t, r, general, -fee)
		if by := sums(t, general); r.Taken.Amount != v.SubTotal || by["6010"] != fee || by["1020"] != v.SubTotal-fee {
			t.Errorf("of %d the journal has %v, the report %d", v.SubTotal, by, r.Taken.Amount)
		}
	})
}

// A payment one second before the new year counts in December and one at midnight in January, whatever day it is in London.
// Both files have the same sums, and a category's title is no formula in either.
func TestTheYearEndsInSingapore(t *testing.T) {
	t.Parallel()
	testkit.Each(t, func(t *testing.T, a *testkit.App) {
		a.Exec(t, "UPDATE categories SET title_en = '=HYPERLINK(1)', title_zh = '@SUM(1)'")
		m := a.Member(t)
		last, first := oils(t, a, m, 1), oils(t, a, m, 2)
		midnight := time.Date(2027, 1, 1, 0, 0, 0, 0, clock.Singapore)
		a.Clock.Advance(midnight.Add(-time.Second).Sub(a.Clock.Now()))
		a.TakeCash(t, last)
		a.Clock.Advance(time.Second)
		a.TakeCash(t, first)
		desk := a.Staff(t, "treasurer")
		if code := closeMonth(desk, "2027-01").Want(400).Code(); code != "month-running" {
			t.Errorf("a month that has just begun: %s", code)
		}
		closeMonth(desk, december).Want(200)
		for of, want := range map[string]money.Cents{december: last.SubTotal, "2026-12-31": last.SubTotal, "2027-01": first.SubTotal, "2027-01-01": first.SubTotal} {
			general, xero := file(t, desk, of+".csv"), file(t, desk, of+".xero")
			if by := sums(t, general); by["1010"] != want || by["4000"] != -want {
				t.Errorf("%s: %v", of, by)
			}
			rows, err := csv.NewReader(bytes.NewReader(xero)).ReadAll()
			if err != nil {
				t.Fatal(err)
			}
			by := map[string]money.Cents{}
			for _, row := range rows[1:] {
				by[row[3]] += cents(t, row[5])
			}
			if diff := cmp.Diff(sums(t, general), by); diff != "" {
				t.Errorf("%s: the file for Xero has other sums: %s", of, diff)
			}
			for _, file := range [][]byte{general, xero} {
				if !bytes.Contains(file, []byte("'=HYPERLINK(1)")) {
					t.Errorf("%s has a formula:\n%s", of, file)
				}
			}
		}
	})
}

// Only the treasurer's roles see, close and open months.
func TestMonthsAreTheTreasurers(t *testing.T) {
	t.Parallel()
	testkit.One(t, func(t *testing.T, a *testkit.App) {
		a.TakeCash(t, oils(t, a, a.Member(t), 1))
		nextMonth(t, a, 2)
		others := map[int][]*testkit.Client{401: {a.Guest()}, 403: {a.NewMember(t, "Tan", "+6598880102"), a.Staff(t, "counter"), a.Staff(t, "editor"), a.Staff(t, "ritual")}}
		for want, clients := range others {
			for _, c := range clients {
				c.Get("/api/admin/month").Want(want)
				closeMonth(c, november).Want(want)
				reopenMonth(c, november, "mine").Want(want)
				c.Get("/api/admin/account-code").Want(want)
				c.Put("/api/admin/account-code", map[string]any{"codes": map[string]string{"cash": "1"}}).Want(want)
				c.Get("/api/admin/journal/" + november + ".csv").Want(want)
			}
		}
		desk := a.Staff(t, "treasurer")
		for _, name := range []string{"2026-13", "2026-1", "1999-12", "x"} {
			closeMonth(desk, name).Want(404)
			desk.Get("/api/admin/journal/" + name + ".csv").Want(404)
		}
		for _, file := range []string{"2026-11-31.csv", "2026-11%2F...csv", november, november + ".xlsx"} {
			desk.Get("/api/admin/journal/" + file).Want(404)
		}
	})
}
