package bank_test

import (
	"context"
	"fmt"
	"net/url"
	"slices"
	"strings"
	"testing"
	"time"

	"shanmen/internal/base/money"
	orderdesk "shanmen/internal/office/order"
	audittrail "shanmen/internal/office/trail"
	"shanmen/internal/platform/db"
	"shanmen/internal/sales/bank"
	"shanmen/internal/sales/invoice"
	"shanmen/internal/sales/payment"
	"shanmen/internal/testkit"
)

func parts(of ...any) map[string]any {
	var out []map[string]any
	for i := 0; i < len(of); i += 2 {
		out = append(out, map[string]any{"invoiceId": of[i].(*invoice.View).ID, "amount": of[i+1]})
	}
	return map[string]any{"parts": out}
}

func linePath(l bank.Line, act string) string { return "/api/admin/bank/line/" + l.ID + "/" + act }

func seenOf(t testing.TB, a *testkit.App, paymentID string) bank.Seen {
	t.Helper()
	s, err := a.Bank.Seen(t.Context(), a.DB.Read(), paymentID, nil)
	if err != nil {
		t.Fatal(err)
	}
	return s
}

func TestLinesAreMatchedByHand(t *testing.T) {
	t.Parallel()
	testkit.Each(t, func(t *testing.T, a *testkit.App) {
		m, c := a.Member(t), a.Staff(t, "treasurer")
		first, second, third := oil(t, a, m, 1, "cash"), oil(t, a, m, 2, "cash"), oil(t, a, m, 4, "picture")
		s := bring(t, a, c,
			credit{first.Due + second.Due, "SITI AMINAH", "for two", time.Time{}},
			credit{third.Due - 1_00, "LIM", third.PaymentReference, time.Time{}},
			credit{4_00, "DBS", "interest", time.Time{}},
		)
		if got, want := tally(s), "certain 0 likely 1 several 0 none 2 matched 0 ignored 0 debit 0 known 0"; got != want {
			t.Fatalf("%s, want %s", got, want)
		}
		none := lines(t, c, s.ID, "none")
		both, interest := none[0], none[1]
		under := lines(t, c, s.ID, "likely")[0]

		t.Run("ErrTheAmountsDiffer", func(t *testing.T) {
			for _, body := range []map[string]any{parts(first, first.Due), parts(first, first.Due, first, second.Due), parts(first, first.Due, second, second.Due+1)} {
				if r := c.Post(linePath(both, "match"), body).Want(400); r.Code() != "parts-differ" {
					t.Errorf("%v: %s", body, r.Code())
				}
			}
		})
		t.Run("OKCandidateOrdersAreFound", func(t *testing.T) {
			for q, want := range map[string]string{"": "", first.Number: first.ID, second.PaymentReference[:6]: second.ID, "nobody at all": ""} {
				var found bank.Candidates
				c.Get(linePath(both, "candidate") + "?q=" + strings.ReplaceAll(q, " ", "+")).Want(200).JSON(&found)
				if want == "" && len(found.Items) != 0 || want != "" && (len(found.Items) != 1 || found.Items[0].InvoiceID != want) {
					t.Errorf("%q finds %+v", q, found.Items)
				}
			}
			var found bank.Candidates
			c.Get(linePath(under, "candidate")).Want(200).JSON(&found)
			if len(found.Items) != 1 || found.Items[0].InvoiceID != third.ID {
				t.Errorf("suggested are %+v", found.Items)
			}
		})
		t.Run("OKOneTransferForTwoOrders", func(t *testing.T) {
			key := c.Header
			key.Set("Idempotency-Key", "by-hand-1")
			var l bank.Line
			for range 2 { // repeating it changes nothing
				c.Post(linePath(both, "match"), parts(first, first.Due, second, second.Due)).Want(200).JSON(&l)
			}
			key.Del("Idempotency-Key")
			if l.State != "matched" || len(l.Candidates) != 2 || l.Candidates[1].Amount != second.Due || status(t, a, first) != invoice.Paid || status(t, a, second) != invoice.Paid {
				t.Errorf("%+v", l)
			}
			if r := c.Post(linePath(both, "match"), parts(first, first.Due, second, second.Due)).Want(400); r.Code() != "line-decided" {
				t.Error(r.Code())
			}
		})
		t.Run("OKLessThanDueLeavesTheRest", func(t *testing.T) {
			if strings.Join(under.Why, " ") != "reference under" {
				t.Error(under.Why)
			}
			c.Post(linePath(under, "match"), parts(third, third.Due-1_00)).Want(200)
			v := m.Order(third.ID)
			if v.Status != invoice.AwaitingPayment || v.Due != 1_00 {
				t.Errorf("%s, %d due", v.Status, v.Due)
			}
		})
		t.Run("OKAMatchIsUndone", func(t *testing.T) {
			for line, back := range map[string]map[*invoice.View]string{both.ID: {first: invoice.AwaitingPayment, second: invoice.AwaitingPayment}, under.ID: {third: invoice.UnderVerification}} {
				var l bank.Line
				c.Post("/api/admin/bank/line/"+line+"/undo", nil).Want(200).JSON(&l)
				if l.State != "open" || l.Class != bank.Likely || len(l.Candidates) != len(back) {
					t.Errorf("%+v", l)
				}
				for v, want := range back {
					if got := status(t, a, v); got != want {
						t.Errorf("%s is %s, want %s", v.Number, got, want)
					}
				}
			}
		})
		t.Run("OKAnIgnoredLineCanBeReopened", func(t *testing.T) {
			if f := c.Post(linePath(interest, "ignore"), map[string]any{"reason": "because"}).Want(400).FieldCodes(); f["reason"] != "not-a-choice" {
				t.Error(f)
			}
			c.Post(linePath(interest, "ignore"), map[string]any{"reason": "interest", "note": "of November"}).Want(200)
			if l := lines(t, c, s.ID, "ignored"); len(l) != 1 || l[0].Reason != "interest" || l[0].Note != "of November" || l[0].DecidedBy == "" {
				t.Errorf("%+v", l)
			}
			c.Post(linePath(interest, "undo"), nil).Want(200)
			if r := c.Post(linePath(interest, "undo"), nil).Want(400); r.Code() != "line-not-decided" || len(lines(t, c, s.ID, "none")) != 1 {
				t.Error(r.Code())
			}
		})
	})
}

func TestPaymentsShowWhetherTheBankHasThem(t *testing.T) {
	t.Parallel()
	testkit.Each(t, func(t *testing.T, a *testkit.App) {
		m, c := a.Member(t), a.Staff(t, "treasurer")
		v, missing, later := oil(t, a, m, 1, "picture"), oil(t, a, m, 2, "picture"), oil(t, a, m, 3, "picture")
		p, other, third := a.PendingPayment(t, v.ID), a.PendingPayment(t, missing.ID), a.PendingPayment(t, later.ID)
		if s := seenOf(t, a, p); s.State != bank.StateNone || s.Through != nil {
			t.Errorf("without a statement: %+v", s)
		}
		c.Approve(other).Want(200)
		if n := a.Count(t, "SELECT unseen FROM payments WHERE id = $1", other); n != 1 {
			t.Error("approved without the bank's word, and not marked")
		}
		s := bring(t, a, c, credit{v.Due, "TAN", v.PaymentReference, time.Time{}}, credit{missing.Due, "TAN", missing.PaymentReference, time.Time{}})
		if got, want := tally(s), "certain 1 likely 0 several 0 none 0 matched 1 ignored 0 debit 0 known 0"; got != want {
			t.Fatalf("%s, want %s", got, want)
		}
		if n := a.Count(t, "SELECT unseen FROM payments WHERE id = $1", other); n != 0 {
			t.Error("the bank has told of it, and it still counts as unseen")
		}
		for id, want := range map[string]string{p: bank.StateSeen, other: bank.StateSeen, third: bank.StateAbsent} {
			if got := seenOf(t, a, id); got.State != want || got.Through == nil || got.Through.After(a.Clock.Now()) {
				t.Errorf("%+v, want %s", got, want)
			}
		}

		// The program matched it, and logs this once for the whole statement.
		trail := func(by, action, subject string) int64 {
			return a.Count(t, "SELECT count(*) FROM audit_entries WHERE actor_id = $1 AND action = $2 AND subject = $3", by, action, subject)
		}
		if n := trail("system", "bank.seen", "bank-statement:"+s.ID); n != 1 {
			t.Errorf("%d entries of what the program saw", n)
		}
		admin := a.Staff(t, "admin")
		for subject, want := range map[string]int64{missing.Number: 1, "invoice:" + missing.ID: 1, v.Number: 0, later.Number: 0} {
			var found audittrail.Rows
			admin.Get("/api/admin/audit?action=bank.seen&subject=" + url.QueryEscape(subject)).Want(200).JSON(&found)
			if found.Total != want || len(found.Items) != int(want) {
				t.Errorf("the trail of %s has %+v", subject, found)
			}
		}

		// Approved at the desk, then listed among the certain ones: it is linked, not booked twice.
		c.Approve(p).Want(200)
		s = approveAll(t, a, c, s)
		if s.Tallies.Matched.Count != 2 || s.LeftOut != 0 || money.Cents(a.Count(t, "SELECT paid FROM invoices WHERE id = $1", v.ID)) != v.SubTotal {
			t.Errorf("%s", tally(s))
		}

		tied := lines(t, c, s.ID, "matched")
		i := slices.IndexFunc(tied, func(l bank.Line) bool { return l.Amount == v.SubTotal })
		if i < 0 || trail(a.UserID(t, "treasurer"), "bank.seen", "bank-line:"+tied[i].ID) != 1 {
			t.Errorf("no entry of the line that met an approved payment: %+v", tied)
		}

		// Its decision is undone at the desk: the line waits again.
		c.Post("/api/admin/payment/"+p+"/undo", nil).Want(200)
		c.Post("/api/admin/bank/compare", nil).Want(200)
		a.Drain(t)
		if s = statement(t, c, s.ID); s.Tallies.Certain.Count != 1 || s.Tallies.Matched.Count != 1 {
			t.Errorf("%s", tally(s))
		}

		// The import is undone: the approval stays, and counts as not seen on a statement again.
		c.Post(statements+"/"+s.ID+"/undo", nil).Want(200)
		a.Drain(t)
		if n := a.Count(t, "SELECT unseen FROM payments WHERE id = $1 AND status = 'approved'", other); n != 1 {
			t.Error("the statement is gone, and the payment is not unseen")
		}
		if got := seenOf(t, a, third); got.State != bank.StateNone {
			t.Errorf("%+v", got)
		}
	})
}

// The history of an order paid by a statement line says so, and who confirmed it.
func TestAnOrderShowsWhichBankLineSettledIt(t *testing.T) {
	t.Parallel()
	testkit.Each(t, func(t *testing.T, a *testkit.App) {
		m, c := a.Member(t), a.Staff(t, "treasurer")
		v, desk := oil(t, a, m, 1, "picture"), oil(t, a, m, 2, "picture")
		approveAll(t, a, c, bring(t, a, c, credit{v.Due, "TAN", v.PaymentReference, time.Time{}}))
		c.Approve(a.PendingPayment(t, desk.ID)).Want(200)
		for _, want := range []struct {
			of *invoice.View
			by string
		}{{v, invoice.ByBank}, {desk, invoice.ByOffice}} {
			var o orderdesk.Order
			c.Get("/api/admin/order/" + want.of.ID).Want(200).JSON(&o)
			last := o.Timeline[len(o.Timeline)-1]
			if last.Status != invoice.Paid || last.By != want.by || last.Who != o.Payments[0].DecidedBy || last.Who == "" {
				t.Errorf("want by %s: %+v", want.by, last)
			}
		}
	})
}

// Lines that others have decided meanwhile are left out of an approval, and kept by an undo.
func TestBankLinesFollowOrdersThatChangedMeanwhile(t *testing.T) {
	t.Parallel()
	testkit.Each(t, func(t *testing.T, a *testkit.App) {
		m, c := a.Member(t), a.Staff(t, "treasurer")
		kept, cash, expired := oil(t, a, m, 1, "cash"), oil(t, a, m, 2, "cash"), oil(t, a, m, 3, "cash")
		m.Post("/api/invoice/"+expired.ID+"/cancel", nil).Want(200)
		s := bring(t, a, c,
			credit{kept.Due, "TAN", kept.PaymentReference, time.Time{}},
			credit{cash.Due, "TAN", cash.PaymentReference, time.Time{}},
			credit{expired.Due, "TAN", expired.PaymentReference, time.Time{}},
		)
		if l := lines(t, c, s.ID, "none"); len(l) != 1 || l[0].Late != "cancelled" {
			t.Fatalf("%+v", l)
		}
		a.Staff(t, "counter").TakeCash(cash.ID, cash.Due).Want(200)
		s = approveAll(t, a, c, s)
		if s.LeftOut != 1 || s.Tallies.Matched.Count != 1 || s.State != bank.Ready {
			t.Errorf("left out %d: %s", s.LeftOut, tally(s))
		}
		if money.Cents(a.Count(t, "SELECT paid FROM invoices WHERE id = $1", cash.ID)) != cash.SubTotal {
			t.Error("paid twice")
		}
		c.Post("/api/admin/bank/compare", nil).Want(200)
		a.Drain(t)
		if l := lines(t, c, s.ID, "none"); len(l) != 2 || l[0].Late != "paid" {
			t.Errorf("the transfer for what cash has paid: %+v", l)
		}

		a.Write(t, func(ctx context.Context, tx *db.Tx) error {
			_, err := a.Payments.Refund(ctx, tx, payment.Refund{InvoiceID: kept.ID, Method: money.PayNow, Amount: kept.SubTotal, Reason: "asked-by-devotee", ActorID: "x"})
			return err
		})
		c.Post(statements+"/"+s.ID+"/undo", nil).Want(200)
		a.Drain(t)
		s = statement(t, c, s.ID)
		if s.State != bank.Undone || tally(s) != "certain 0 likely 0 several 0 none 0 matched 1 ignored 0 debit 0 known 0" {
			t.Errorf("%s: %s", s.State, tally(s))
		}
		if l := lines(t, c, s.ID, "matched"); len(l) != 1 || l[0].Candidates[0].InvoiceID != kept.ID || status(t, a, kept) != invoice.Refunded {
			t.Errorf("%+v", l)
		} else if r := c.Post(linePath(l[0], "undo"), nil).Want(400); r.Code() != "statement-busy" {
			t.Error(r.Code())
		}
	})
}

func TestNamedColumnsAreRemembered(t *testing.T) {
	t.Parallel()
	testkit.Each(t, func(t *testing.T, a *testkit.App) {
		m, c := a.Member(t), a.Staff(t, "treasurer")
		v, next := oil(t, a, m, 1, "cash"), oil(t, a, m, 2, "cash")
		file := func(v *invoice.View) []byte {
			return fmt.Appendf(nil, "Boat Quay Credit Union\nWhen;What;Who;Sum\n21.11.2026;%s;Tan;%d.%02d\n", v.PaymentReference, v.Due/100, v.Due%100)
		}
		up := upload(t, c, file(v))
		a.Drain(t)
		s := statement(t, c, up.ID)
		if s.State != bank.Unmapped || s.Columns == nil || len(s.Columns.Sample) == 0 {
			t.Fatalf("%+v", s)
		}
		layout := map[string]any{"bank": "Boat Quay", "headerRow": s.Columns.Guess.HeaderRow, "date": 0, "description": []int{1}, "credit": -1, "debit": -1, "amount": 3, "payer": 2, "reference": -1, "indicator": -1, "status": -1, "dateFormat": ""}
		wrong := map[string]any{"bank": "", "headerRow": s.Columns.Guess.HeaderRow, "date": 1, "description": []int{1}, "credit": -1, "debit": -1, "amount": 3, "payer": -1, "reference": -1, "indicator": -1, "status": -1, "dateFormat": ""}
		if r := c.Put(statements+"/"+s.ID+"/layout", wrong).Want(400); r.Code() != "layout-wrong" {
			t.Error(r.Code())
		}
		c.Put(statements+"/"+s.ID+"/layout", layout).Want(200)
		a.Drain(t)
		if s = statement(t, c, s.ID); s.State != bank.Ready || s.Tallies.Certain.Count != 1 || s.Bank != "Boat Quay" {
			t.Errorf("%+v", s)
		}
		again := statement(t, c, upload(t, c, file(next)).ID)
		a.Drain(t)
		if again = statement(t, c, again.ID); again.State != bank.Ready || again.Tallies.Certain.Count != 1 || again.Bank != "Boat Quay" {
			t.Errorf("the next statement of that bank: %+v", again)
		}
	})
}

func TestUnreadableStatementFilesAreRefused(t *testing.T) {
	t.Parallel()
	testkit.One(t, func(t *testing.T, a *testkit.App) {
		c := a.Staff(t, "treasurer")
		for code, data := range map[string][]byte{
			"invalid-fields":      {},
			"statement-too-large": make([]byte, 5<<20+1),
		} {
			if r := c.Upload(statements, testkit.File{Name: "x.csv", Data: data}).Want(400); r.Code() != code {
				t.Errorf("%s: %s", code, r.Body)
			}
		}
		if a.Count(t, "SELECT count(*) FROM bank_statements") != 0 {
			t.Error("a refused file left a statement")
		}
		for code, data := range map[string][]byte{
			"statement-unreadable": []byte("%PDF-1.7 not a table"),
			"statement-empty":      dbs(a),
		} {
			up := upload(t, c, data)
			a.Drain(t)
			if s := statement(t, c, up.ID); s.State != bank.Failed || s.Problem != code || s.Stuck {
				t.Errorf("%s: %+v", code, s)
			}
		}
		if n := a.Count(t, "SELECT count(*) FROM bank_statements WHERE file_key <> ''"); n != 0 {
			t.Error("a file is kept that nobody understands")
		}
		a.Guest().Get(statements).Want(401)
		a.Staff(t, "counter").Get(statements).Want(403)
		for _, path := range []string{statements + "/none", statements + "/none/line", "/api/admin/bank/line/none/candidate"} {
			c.Get(path).Want(404)
		}
	})
}

// A part payment approved by its picture is not booked again when the bank statement contains it, although the order
// still waits for the rest.
func TestALineIsLinkedToAnApprovedPartPayment(t *testing.T) {
	t.Parallel()
	testkit.Each(t, func(t *testing.T, a *testkit.App) {
		m, c := a.Member(t), a.Staff(t, "treasurer")
		v := oil(t, a, m, 2, "picture")
		half := v.Due / 2
		c.Approve(a.PendingPayment(t, v.ID), "amountReceived", half).Want(200)
		s := bring(t, a, c, credit{half, "SOMEBODY ELSE", "no reference", time.Time{}})
		var line bank.Line
		for _, tab := range []string{"likely", "several", "none", "certain"} {
			for _, l := range lines(t, c, s.ID, tab) {
				line = l
			}
		}
		if line.ID != "" { // otherwise it was matched automatically
			c.Post("/api/admin/bank/line/"+line.ID+"/match", map[string]any{"parts": []map[string]any{{"invoiceId": v.ID, "amount": half}}}).Want(200)
		}
		if paid := a.Count(t, "SELECT paid FROM invoices WHERE id = $1", v.ID); money.Cents(paid) != half {
			t.Errorf("%d of %d cents are booked of one transfer", paid, half)
		}
		if n := a.Count(t, "SELECT count(*) FROM payments WHERE invoice_id = $1 AND status = 'approved'", v.ID); n != 1 {
			t.Errorf("%d payments", n)
		}
	})
}
