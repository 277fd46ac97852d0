package bank_test

import (
	"fmt"
	"slices"
	"strings"
	"testing"
	"time"

	"shanmen/internal/base/clock"
	"shanmen/internal/base/money"
	"shanmen/internal/sales/bank"
	"shanmen/internal/sales/invoice"
	"shanmen/internal/testkit"
)

// oil is an unpaid order of so many bottles of lamp oil. The payment method is "cash", "pay-now" without a picture, or
// "picture".
func oil(t testing.TB, a *testkit.App, c *testkit.Client, bottles int, way string) *invoice.View {
	t.Helper()
	f := a.Item(t, "lamp-oil", "bottle", "quantity", bottles)
	cents := money.Cents(a.Count(t, "SELECT price FROM offering_options WHERE id = $1", f["optionId"])) * money.Cents(bottles)
	switch way {
	case "picture":
		v, _ := c.BuyByTransfer(cents, f)
		return v
	case "pay-now":
		c.Fill(f).Want(200)
		return c.OrderByPayNow(cents).Order()
	}
	return c.BuyFor(cents, f)
}

// credit is a row of DBS's file: the amount received, from whom, with which description. A negative amount went out.
type credit struct {
	cents   money.Cents
	payer   string
	message string
	day     time.Time // zero: today
}

func dbs(a *testkit.App, rows ...credit) []byte {
	var b strings.Builder
	b.WriteString("Account Details For:,Temple Account 999-99999-9\nStatement as at:,21 Nov 2026\n\n")
	b.WriteString("Transaction Date,Transaction Code,Description,Transaction Ref1,Transaction Ref2,Transaction Ref3,Status,Debit Amount,Credit Amount\n")
	for _, r := range rows {
		day := r.day
		if day.IsZero() {
			day = a.Clock.Now()
		}
		ref1, ref2, ref3 := "Incoming PayNow Ref 8812", "From: "+r.payer, "OTHR "+r.message
		in, out := fmt.Sprintf("%d.%02d", r.cents/100, r.cents%100), ""
		if r.cents < 0 {
			in, out = "", fmt.Sprintf("%d.%02d", -r.cents/100, -r.cents%100)
		}
		fmt.Fprintf(&b, "%s,ICT,%s %s %s,%s,%s,%s,Settled,%s,%s\n", day.In(clock.Singapore).Format("02 Jan 2006"), ref1, ref2, ref3, ref1, ref2, ref3, out, in)
	}
	return []byte(b.String())
}

const statements = "/api/admin/bank/statement"

func upload(t testing.TB, c *testkit.Client, data []byte) (up bank.Uploaded) {
	t.Helper()
	c.Upload(statements, testkit.File{Name: "statement.csv", Data: data}).Want(200).JSON(&up)
	return up
}

// bring uploads a statement and waits until it is processed.
func bring(t testing.TB, a *testkit.App, c *testkit.Client, rows ...credit) bank.Statement {
	t.Helper()
	up := upload(t, c, dbs(a, rows...))
	a.Drain(t)
	return statement(t, c, up.ID)
}

func statement(t testing.TB, c *testkit.Client, id string) (s bank.Statement) {
	t.Helper()
	c.Get(statements + "/" + id).Want(200).JSON(&s)
	return s
}

func lines(t testing.TB, c *testkit.Client, id, tab string) []bank.Line {
	t.Helper()
	var l bank.Lines
	c.Get(statements + "/" + id + "/line?limit=100&tab=" + tab).Want(200).JSON(&l)
	return l.Items
}

func approveAll(t testing.TB, a *testkit.App, c *testkit.Client, s bank.Statement) bank.Statement {
	t.Helper()
	c.Post(statements+"/"+s.ID+"/approve", map[string]any{"count": s.Tallies.Certain.Count, "sum": s.Tallies.Certain.Sum}).Want(200)
	a.Drain(t)
	return statement(t, c, s.ID)
}

func status(t testing.TB, a *testkit.App, v *invoice.View) string {
	t.Helper()
	row, err := a.DB.Read().Invoice(t.Context(), v.ID)
	if err != nil {
		t.Fatal(err)
	}
	return row.Status
}

func tally(s bank.Statement) string {
	x := s.Tallies
	return fmt.Sprintf("certain %d likely %d several %d none %d matched %d ignored %d debit %d known %d", x.Certain.Count, x.Likely.Count, x.Several.Count, x.None.Count, x.Matched.Count, x.Ignored.Count, x.Debit.Count, s.Known)
}

func TestAStatementIsUploadedMatchedApprovedAndUndone(t *testing.T) {
	t.Parallel()
	testkit.Each(t, func(t *testing.T, a *testkit.App) {
		m, c := a.Member(t), a.Staff(t, "treasurer")
		waits, pictured := oil(t, a, m, 1, "cash"), oil(t, a, m, 2, "picture")
		rejected := oil(t, a, m, 3, "picture")
		c.Reject(a.PendingPayment(t, rejected.ID), "unreadable").Want(200)
		a.Clock.Advance(31 * time.Second) // its letter leaves
		rows := []credit{
			{waits.Due, "TAN BEE LENG", strings.ToLower(waits.PaymentReference), time.Time{}},
			{pictured.Due, "TAN BEE LENG", "PayNow " + pictured.PaymentReference[:5] + " " + pictured.PaymentReference[5:], time.Time{}},
			{rejected.Due, "TAN BEE LENG", rejected.PaymentReference, time.Time{}},
			{777_77, "SITI AMINAH", "PayNow transfer", time.Time{}},
			{-12_00, "SP SERVICES", "GIRO", time.Time{}},
			{5_00, "ONG", "incense", time.Time{}},
			{5_00, "ONG", "incense", time.Time{}},
		}
		s := bring(t, a, c, rows...)
		if got, want := tally(s), "certain 3 likely 0 several 0 none 3 matched 0 ignored 0 debit 1 known 0"; got != want || s.State != bank.Ready {
			t.Fatalf("%s: %s, want %s", s.State, got, want)
		}
		if n := a.Count(t, "SELECT count(*) FROM bank_statements WHERE file_key <> ''"); n != 0 {
			t.Error("a file is kept that has been read")
		}

		t.Run("OKTheSameFileAgainChangesNothing", func(t *testing.T) {
			up := upload(t, c, dbs(a, rows...))
			if !up.Known || up.ID != s.ID || a.Count(t, "SELECT count(*) FROM bank_statements") != 1 {
				t.Errorf("%+v", up)
			}
		})
		t.Run("OKOverlappingLinesAreRecognised", func(t *testing.T) {
			other := bring(t, a, c, append([]credit{{9_00, "LIM", "new", time.Time{}}}, rows...)...)
			if got, want := tally(other), "certain 0 likely 0 several 0 none 1 matched 0 ignored 0 debit 0 known 7"; got != want {
				t.Errorf("%s, want %s", got, want)
			}
			if n := a.Count(t, "SELECT count(*) FROM bank_lines WHERE state <> 'known'"); n != 8 {
				t.Errorf("%d lines count", n)
			}
		})
		t.Run("ErrCertainChanged", func(t *testing.T) {
			if r := c.Post(statements+"/"+s.ID+"/approve", map[string]any{"count": 2, "sum": 1}).Want(400); r.Code() != "certain-changed" {
				t.Error(r.Code())
			}
		})
		t.Run("OKApproveAll", func(t *testing.T) {
			mails := len(a.Mails(t))
			s = approveAll(t, a, c, s)
			if got, want := tally(s), "certain 0 likely 0 several 0 none 3 matched 3 ignored 0 debit 1 known 0"; got != want || s.State != bank.Ready {
				t.Errorf("%s: %s, want %s", s.State, got, want)
			}
			for _, v := range []*invoice.View{waits, pictured, rejected} {
				if got := status(t, a, v); got != invoice.Paid {
					t.Errorf("%s is %s", v.Number, got)
				}
			}
			if n := a.Count(t, "SELECT count(*) FROM official_receipts WHERE voided_at = 0"); n != 3 {
				t.Errorf("%d receipts", n)
			}
			if n := a.Count(t, "SELECT count(*) FROM payments WHERE status = 'approved' AND method = 2001 AND unseen = 0"); n != 3 {
				t.Errorf("%d payments are approved", n)
			}
			if n := len(a.Mails(t)); n != mails {
				t.Errorf("%d letters left at once", n-mails)
			}
			a.Clock.Advance(31 * time.Second)
			if n := len(a.Mails(t)); n != mails+3 {
				t.Errorf("%d letters left after half a minute", n-mails)
			}
		})
		t.Run("OKUndoRestoresEverything", func(t *testing.T) {
			mails := len(a.Mails(t))
			c.Post(statements+"/"+s.ID+"/undo", nil).Want(200)
			a.Drain(t)
			if s = statement(t, c, s.ID); s.State != bank.Undone || s.Tallies != (bank.Tallies{}) {
				t.Errorf("%s: %s", s.State, tally(s))
			}
			for v, want := range map[*invoice.View]string{waits: invoice.AwaitingPayment, pictured: invoice.UnderVerification, rejected: invoice.Rejected} {
				if got := status(t, a, v); got != want {
					t.Errorf("%s is %s, want %s", v.Number, got, want)
				}
			}
			if n := a.Count(t, "SELECT count(*) FROM official_receipts WHERE voided_at = 0"); n != 0 {
				t.Errorf("%d receipts count", n)
			}
			if n := a.Count(t, "SELECT count(*) FROM invoices WHERE paid <> 0"); n != 0 {
				t.Errorf("%d orders have money", n)
			}
			a.Clock.Advance(31 * time.Second)
			if n := len(a.Mails(t)); n != mails+3 {
				t.Errorf("%d payers were told that their receipt does not count", n-mails)
			}
		})
		t.Run("OKTheOtherStatementStandsIn", func(t *testing.T) {
			var all bank.Statements
			c.Get(statements).Want(200).JSON(&all)
			i := slices.IndexFunc(all.Items, func(s bank.Statement) bool { return s.State == bank.Ready })
			if got, want := tally(all.Items[i]), "certain 3 likely 0 several 0 none 4 matched 0 ignored 0 debit 1 known 0"; got != want {
				t.Errorf("%s, want %s", got, want)
			}
			again := approveAll(t, a, c, all.Items[i])
			if again.Tallies.Matched.Count != 3 || status(t, a, waits) != invoice.Paid {
				t.Errorf("%s", tally(again))
			}
			mails := len(a.Mails(t))
			a.Clock.Advance(31 * time.Second)
			if n := len(a.Mails(t)); n != mails+3 {
				t.Errorf("%d letters about the second settlement", n-mails)
			}
		})
		for _, action := range []string{"bank.upload", "bank.approve", "bank.undo", "payment.bank", "payment.bank-undo"} {
			if a.Count(t, "SELECT count(*) FROM audit_entries WHERE action = $1", action) == 0 {
				t.Errorf("no entry of %s", action)
			}
		}
	})
}
