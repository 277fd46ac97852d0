package counter_test

import (
	"fmt"
	"net/url"
	"strings"
	"testing"
	"time"

	counterdesk "shanmen/internal/office/counter"
	"shanmen/internal/sales/invoice"
	"shanmen/internal/sales/payment"
	"shanmen/internal/testkit"
	"shanmen/internal/testkit/officekit"
)

func TestTheCounterFindsOrdersByReferenceNameOrMobile(t *testing.T) {
	t.Parallel()
	testkit.Each(t, func(t *testing.T, a *testkit.App) {
		member, counter := a.Member(t), a.Staff(t, "counter") // Tan Bee Leng 陈美玲, 9123 4567
		other := a.NewMember(t, "Lim 林大山", "+6581112222")
		v := officekit.Bottle(t, a, member)
		officekit.Bottle(t, a, other)
		find := func(q string) (found counterdesk.InvoiceRows) {
			t.Helper()
			counter.Get("/api/admin/invoice?q=" + url.QueryEscape(q)).Want(200).JSON(&found)
			return found
		}
		for _, q := range []string{
			v.PaymentReference, strings.ToLower(v.PaymentReference), v.Number, strings.ToLower(v.Number), "9123 4567", "+65 9123 4567",
			"tan", "bee leng", "陈美玲", "美玲", "cml", "CML",
		} {
			if found := find(q); found.Total != 1 || len(found.Items) != 1 || found.Items[0].Number != v.Number || found.Items[0].Invoice == nil {
				t.Errorf("%q found %+v", q, found)
			}
		}
		for _, q := range []string{"zzz", "王小明", "%%", "__"} {
			if found := find(q); found.Total != 0 || len(found.Items) != 0 {
				t.Errorf("%q found %+v", q, found)
			}
		}
	})
}

func TestCounterSearchIsPaged(t *testing.T) {
	t.Parallel()
	testkit.Each(t, func(t *testing.T, a *testkit.App) {
		member, counter := a.Member(t), a.Staff(t, "counter")
		var made []string
		for range 5 {
			made = append(made, officekit.Bottle(t, a, member).Number) // at the same clock time: the id decides the order
		}
		var seen []string
		after := ""
		for pages := 1; ; pages++ {
			var found counterdesk.InvoiceRows
			counter.Get("/api/admin/invoice?q=tan&limit=2&after=" + after).Want(200).JSON(&found)
			if found.Total != 5 || found.More {
				t.Errorf("page %d: %+v", pages, found)
			}
			for _, row := range found.Items {
				seen = append(seen, row.Number)
			}
			if after = found.Next; after == "" {
				break
			}
			if pages > 3 {
				t.Fatal("the pages do not end")
			}
		}
		if len(seen) != 5 || fmt.Sprint(seen) != fmt.Sprint([]string{made[4], made[3], made[2], made[1], made[0]}) {
			t.Errorf("found %v of %v", seen, made)
		}
		counter.Get("/api/admin/invoice?q=tan&after=nonsense").Want(400)
	})
}

func TestTheCounterPrintsAReceipt(t *testing.T) {
	t.Parallel()
	testkit.One(t, func(t *testing.T, a *testkit.App) {
		member, counter := a.Member(t), a.Staff(t, "counter")
		v := member.BuyFor(8800, a.Item(t, "light-lamp", "family", "form", testkit.People("陈𠮷䶮")))
		path := "/api/admin/invoice/" + v.ID
		counter.Get(path + "/paper").Want(404) // nothing is paid yet
		counter.TakeCash(v.ID, 8800).Want(200)
		var paper counterdesk.ReceiptPaper
		counter.Get(path + "/paper").Want(200).JSON(&paper)
		if paper.Number != "OR-2026-000001" || paper.Invoice != v.Number || paper.Method != "cash" || paper.Locale != "en" || paper.Total != 8800 ||
			paper.Payer.ChineseName != "陈美玲" || paper.Temple.Name.ZH == "" || paper.Temple.Name.EN == "" || paper.Deductible || paper.GST != nil {
			t.Errorf("paper: %+v", paper)
		}
		if len(paper.Items) != 1 || paper.Items[0].Title.ZH != "光明灯" || len(paper.Items[0].Names) != 1 || paper.Items[0].Names[0] != "陈𠮷䶮" {
			t.Errorf("items: %+v", paper.Items)
		}
		if paper.Clerk != "Counter" || paper.Copy {
			t.Errorf("taken by %q, copy %v", paper.Clerk, paper.Copy)
		}
		a.Clock.Advance(24 * time.Hour) // what is printed from the next day on is a copy
		a.Staff(t, "treasurer").Get(path + "/paper").Want(200).JSON(&paper)
		if paper.Clerk != "Counter" || !paper.Copy {
			t.Errorf("a day later: taken by %q, copy %v", paper.Clerk, paper.Copy)
		}
	})
}

func TestAReceiptIsMailedToAGivenAddress(t *testing.T) {
	t.Parallel()
	testkit.One(t, func(t *testing.T, a *testkit.App) {
		member, counter := a.NewMember(t, "陈𠮷䶮", "+6587654321"), a.Staff(t, "counter") // without an address
		order := func() (v *invoice.View, took counterdesk.CashTaken) {
			t.Helper()
			v = officekit.Bottle(t, a, member)
			counter.TakeCash(v.ID, 1000).Want(200).JSON(&took)
			return v, took
		}
		mail := func(v *invoice.View, address string) *testkit.Response {
			return counter.Post("/api/admin/invoice/"+v.ID+"/receipt-mail", map[string]any{"email": address})
		}
		to := func(address string) (n int) {
			for _, m := range a.Mails(t) {
				if m.GetToString()[0] == "<"+address+">" && len(m.GetAttachments()) == 1 {
					n++
				}
			}
			return n
		}
		t.Run("OK", func(t *testing.T) {
			v, _ := order()
			mail(v, "wrong@example.com").Want(200)
			mail(v, " right@example.com ").Want(200) // said better, before it left
			a.Clock.Advance(payment.UndoWindow)
			if to("right@example.com") != 1 || to("wrong@example.com") != 0 {
				t.Errorf("%d right, %d wrong", to("right@example.com"), to("wrong@example.com"))
			}
			mail(v, "again@example.com").Want(200)
			if to("again@example.com") != 1 {
				t.Error("a second copy, later, did not leave")
			}
		})
		t.Run("OKNoMailForAnUndonePayment", func(t *testing.T) {
			v, took := order()
			mail(v, "undone@example.com").Want(200)
			counter.Post("/api/admin/cash/"+took.PaymentID+"/undo", nil).Want(200)
			a.Clock.Advance(payment.UndoWindow)
			if n := to("undone@example.com"); n != 0 {
				t.Errorf("%d mails", n)
			}
		})
		t.Run("ErrNoAddress", func(t *testing.T) {
			v, _ := order()
			if codes := mail(v, "not an address").Want(400).FieldCodes(); codes["email"] != "email-invalid" {
				t.Errorf("%v", codes)
			}
		})
		t.Run("ErrNothingPaid", func(t *testing.T) { mail(officekit.Bottle(t, a, member), "x@example.com").Want(404) })
	})
}
