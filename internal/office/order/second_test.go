package order_test

import (
	"slices"
	"testing"
	"time"

	"shanmen/internal/base/money"
	"shanmen/internal/office/order"
	"shanmen/internal/sales/invoice"
	"shanmen/internal/testkit"
	"shanmen/internal/testkit/mutant"
	"shanmen/internal/testkit/officekit"
	"shanmen/internal/testkit/together"
)

// dear is a paid order of S$880.00.
func dear(t *testing.T, a *testkit.App, desk *testkit.Client) *invoice.View {
	t.Helper()
	var items []officekit.Fields
	for range 10 {
		items = append(items, a.Item(t, "light-lamp", "family", "form", testkit.People("陈𠮷䶮")))
	}
	return desk.Post("/api/admin/walk-in", officekit.WalkIn(t, a, "items", items, "paymentAmount", 88000, "amountReceived", 88000)).Order()
}

func refundOf(desk *testkit.Client, v *invoice.View, amount money.Cents, method money.Method) *testkit.Response {
	return desk.Refund(v.ID, method, amount, "asked-by-devotee")
}

func askSecond(desk *testkit.Client, v *invoice.View, amount money.Cents, method money.Method) *testkit.Response {
	return desk.Post("/api/admin/refund-approval", officekit.Fields{"kind": "invoice", "id": v.ID, "method": method, "amount": amount, "reason": "asked-by-devotee"})
}

func decide(desk *testkit.Client, id string, approve bool) *testkit.Response {
	return desk.Post("/api/admin/refund-approval/"+id+"/decide", officekit.Fields{"approve": approve})
}

func TestALargeRefundNeedsASecondPerson(t *testing.T) {
	t.Parallel()
	testkit.Each(t, func(t *testing.T, a *testkit.App) {
		counter, treasurer, admin := a.Staff(t, "counter"), a.Staff(t, "treasurer"), a.Staff(t, "admin")
		v := dear(t, a, treasurer)
		if code := refundOf(treasurer, v, 60000, money.Cash).Code(); code != "refund-needs-second" {
			t.Fatalf("above the limit: %q", code)
		}
		var asked order.RefundApprovals
		askSecond(treasurer, v, 60000, money.Cash).Want(200).JSON(&asked)
		if len(asked.Items) != 1 || !asked.Items[0].Mine || asked.Items[0].Order.Number != v.Number || asked.Limit != 50000 {
			t.Fatalf("%+v", asked)
		}
		id := asked.Items[0].ID
		for code, r := range map[string]*testkit.Response{
			"refund-own": decide(treasurer, id, true), "already-asked": askSecond(treasurer, v, 10000, money.Cash), "forbidden": decide(counter, id, true),
			"refund-needs-second": refundOf(treasurer, v, 60000, money.Cash),
		} {
			if got := r.Code(); got != code {
				t.Errorf("%q, not %q", got, code)
			}
		}
		decide(admin, id, true).Want(200)
		if got := decide(admin, id, false).Code(); got != "already-decided-once" {
			t.Errorf("decided again: %q", got)
		}
		for name, r := range map[string]*testkit.Response{
			"another amount": refundOf(treasurer, v, 60001, money.Cash), "another way": refundOf(treasurer, v, 60000, money.PayNow), "who approved": refundOf(admin, v, 60000, money.Cash),
		} {
			if got := r.Code(); got != "refund-needs-second" && !(name == "who approved" && got == "drawer-short") {
				t.Errorf("%s: %q", name, got)
			}
		}
		refundOf(treasurer, v, 60000, money.Cash).Want(200)
		if got := refundOf(treasurer, v, 10000, money.Cash).Code(); got != "refund-needs-second" { // parts count together
			t.Errorf("a part more: %q", got)
		}
		askSecond(treasurer, v, 10000, money.Cash).Want(200).JSON(&asked)
		decide(admin, asked.Items[0].ID, false).Want(200)
		if got := refundOf(treasurer, v, 10000, money.Cash).Code(); got != "refund-needs-second" {
			t.Errorf("refused: %q", got)
		}
		askSecond(treasurer, v, 10000, money.Cash).Want(200).JSON(&asked)
		treasurer.Post("/api/admin/refund-approval/"+asked.Items[0].ID+"/withdraw", officekit.Fields{}).Want(200).JSON(&asked)
		if len(asked.Items) != 0 {
			t.Errorf("withdrawn: %+v", asked)
		}
		a.Exec(t, "INSERT INTO settings (key, value) VALUES ('refund-limit', '0')")
		refundOf(treasurer, v, 10000, money.Cash).Want(200)
	})
}

func TestRefundsByTransferAreATodoList(t *testing.T) {
	t.Parallel()
	testkit.Each(t, func(t *testing.T, a *testkit.App) {
		treasurer := a.Staff(t, "treasurer")
		v := dear(t, a, treasurer)
		refundOf(treasurer, v, 10000, money.PayNow).Want(200)
		refundOf(treasurer, v, 5000, money.Cash).Want(200)
		var list order.RefundTransfers
		treasurer.Get("/api/admin/refund-transfer").Want(200).JSON(&list)
		if list.ToDo != 1 || len(list.Items) != 1 || list.Items[0].Amount != 10000 || list.Items[0].Order.Number != v.Number || list.Items[0].DoneAt != nil {
			t.Fatalf("%+v", list)
		}
		path := "/api/admin/refund-transfer/" + list.Items[0].ID + "/done"
		treasurer.Post(path, officekit.Fields{"reference": " "}).Want(400)
		treasurer.Post(path, officekit.Fields{"reference": "FT26112500123"}).Want(200).JSON(&list)
		if list.ToDo != 0 || len(list.Items) != 0 {
			t.Errorf("after it: %+v", list)
		}
		if got := treasurer.Post(path, officekit.Fields{"reference": "again"}).Code(); got != "already-decided-once" {
			t.Errorf("twice: %q", got)
		}
		treasurer.Get("/api/admin/refund-transfer?done=true").Want(200).JSON(&list)
		if len(list.Items) != 1 || list.Items[0].Reference != "FT26112500123" || list.Items[0].DoneBy == "" {
			t.Errorf("done: %+v", list)
		}
	})
}

// One approval permits one refund, however many people click at once.
func TestRaceOneApprovalGivesOneRefund(t *testing.T) {
	mutant.Declare(t, mutant.Change("RefundApprovalUse", "= CAST($9 AS TEXT) AND refund_id = ''", "<> CAST($9 AS TEXT) || '?'"))
	testkit.Each(t, func(t *testing.T, a *testkit.App) {
		treasurer, admin := a.Staff(t, "treasurer"), a.Staff(t, "admin")
		v := dear(t, a, treasurer)
		refundOf(treasurer, v, 50000, money.Cash).Want(200)
		var asked order.RefundApprovals
		askSecond(treasurer, v, 10000, money.Cash).Want(200).JSON(&asked)
		decide(admin, asked.Items[0].ID, true).Want(200)
		codes := make([]string, 3)
		together.AtOnce(3, func(i int) { codes[i] = refundOf(treasurer, v, 10000, money.Cash).Code() })
		slices.Sort(codes)
		if !slices.Equal(codes, []string{"", "refund-needs-second", "refund-needs-second"}) {
			t.Errorf("answers %q", codes)
		}
	})
}

// Of two people who decide at once, one decision counts.
func TestRaceTwoDecisionsAboutOneRefund(t *testing.T) {
	mutant.Declare(t, mutant.Change("RefundApprovalDecide", " AND decided_at = 0", ""))
	testkit.Each(t, func(t *testing.T, a *testkit.App) {
		counter := a.Staff(t, "counter")
		desks := []*testkit.Client{a.Staff(t, "treasurer"), a.Staff(t, "admin")}
		v := dear(t, a, counter)
		var asked order.RefundApprovals
		askSecond(counter, v, 60000, money.Cash).Want(200).JSON(&asked)
		codes := make([]string, 2)
		together.AtOnce(2, func(i int) { codes[i] = decide(desks[i], asked.Items[0].ID, i == 0).Code() })
		slices.Sort(codes)
		if !slices.Equal(codes, []string{"", "already-decided-once"}) {
			t.Errorf("answers %q", codes)
		}
	})
}

// approved requests a refund and has somebody else approve it; it returns the request's id.
func approved(t *testing.T, asks, approves *testkit.Client, v *invoice.View, amount money.Cents) string {
	t.Helper()
	var asked order.RefundApprovals
	askSecond(asks, v, amount, money.Cash).Want(200).JSON(&asked)
	decide(approves, asked.Items[0].ID, true).Want(200)
	return asked.Items[0].ID
}

// The refund must equal what was approved: the test changes, one at a time, each value that the payer reads or
// accounting uses.
func TestARefundMustMatchItsApprovalExactly(t *testing.T) {
	t.Parallel()
	testkit.Each(t, func(t *testing.T, a *testkit.App) {
		treasurer, admin := a.Staff(t, "treasurer"), a.Staff(t, "admin")
		v, other := dear(t, a, treasurer), dear(t, a, treasurer)
		ask := officekit.Fields{"kind": "invoice", "id": v.ID, "method": money.Cash, "amount": 60000, "reason": "other", "note": "The hall was closed."}
		if r := treasurer.Post("/api/admin/refund-approval", officekit.Fields{"kind": "invoice", "id": v.ID, "method": money.Cash, "amount": 60000, "reason": "other"}); r.Status != 400 {
			t.Errorf("other, without words: %d %s", r.Status, r.Body)
		}
		var asked order.RefundApprovals
		treasurer.Post("/api/admin/refund-approval", ask).Want(200).JSON(&asked)
		if got := asked.Items[0]; got.Reason != "other" || got.Note != "The hall was closed." {
			t.Errorf("%+v", got)
		}
		decide(admin, asked.Items[0].ID, true).Want(200)
		for name, r := range map[string]*testkit.Response{
			"order":  treasurer.Refund(other.ID, money.Cash, 60000, "other", "note", "The hall was closed."),
			"amount": treasurer.Refund(v.ID, money.Cash, 60001, "other", "note", "The hall was closed."),
			"way":    treasurer.Refund(v.ID, money.PayNow, 60000, "other", "note", "The hall was closed."),
			"reason": treasurer.Refund(v.ID, money.Cash, 60000, "mistake", "note", "The hall was closed."),
			"words":  treasurer.Refund(v.ID, money.Cash, 60000, "other", "note", "Anything I like."),
		} {
			if got := r.Code(); got != "refund-needs-second" {
				t.Errorf("another %s: %q", name, got)
			}
		}
		treasurer.Refund(v.ID, money.Cash, 60000, "other", "note", "The hall was closed.").Want(200)
	})
}

func TestARefundApprovalExpires(t *testing.T) {
	t.Parallel()
	testkit.Each(t, func(t *testing.T, a *testkit.App) {
		treasurer, admin := a.Staff(t, "treasurer"), a.Staff(t, "admin")
		for name, end := range map[string]func(v *invoice.View){
			"expired": func(*invoice.View) { a.Clock.Advance(7 * 24 * time.Hour) },
			"changed": func(v *invoice.View) { refundOf(treasurer, v, 5000, money.Cash).Want(200) },
		} {
			v := dear(t, a, treasurer)
			approved(t, treasurer, admin, v, 60000)
			end(v)
			treasurer, admin = a.Staff(t, "treasurer"), a.Staff(t, "admin")
			var list order.RefundApprovals
			treasurer.Get("/api/admin/refund-approval?subject=invoice:" + v.ID).Want(200).JSON(&list)
			if len(list.Items) != 1 || list.Items[0].Ended != name {
				t.Errorf("%s: %+v", name, list.Items)
			}
			if got := refundOf(treasurer, v, 60000, money.Cash).Code(); got != "refund-needs-second" {
				t.Errorf("%s: %q", name, got)
			}
			approved(t, treasurer, admin, v, 60000)
			refundOf(treasurer, v, 60000, money.Cash).Want(200)
		}
	})
}

func TestARefundApprovalNeedsAvailableMoney(t *testing.T) {
	t.Parallel()
	testkit.Each(t, func(t *testing.T, a *testkit.App) {
		treasurer, admin := a.Staff(t, "treasurer"), a.Staff(t, "admin")
		v := dear(t, a, treasurer)
		ask := func(kind, id string, amount money.Cents, reason string) *testkit.Response {
			return treasurer.Post("/api/admin/refund-approval", officekit.Fields{"kind": kind, "id": id, "method": money.PayNow, "amount": amount, "reason": reason})
		}
		for _, kind := range []string{"invoice", "transfer", "line"} {
			ask(kind, "no-such-id", 60000, "mistake").Want(404)
		}
		if got := ask("invoice", v.ID, 88001, "mistake").Code(); got != "refund-too-much" {
			t.Errorf("more than is held: %q", got)
		}
		if got := ask("invoice", v.ID, 60000, "overpaid").Code(); got != "refund-not-excess" {
			t.Errorf("no excess: %q", got)
		}
		var asked order.RefundApprovals
		askSecond(treasurer, v, 88000, money.Cash).Want(200).JSON(&asked)
		refundOf(treasurer, v, 5000, money.Cash).Want(200)
		if got := decide(admin, asked.Items[0].ID, true).Code(); got != "refund-too-much" {
			t.Errorf("more than is held by now: %q", got)
		}
		decide(admin, asked.Items[0].ID, false).Want(200)
	})
}

func TestRefundApprovalsArePagedOldestFirst(t *testing.T) {
	t.Parallel()
	testkit.Each(t, func(t *testing.T, a *testkit.App) {
		treasurer := a.Staff(t, "treasurer")
		var want, got []string
		for range 3 {
			v := dear(t, a, treasurer)
			a.Clock.Advance(time.Minute)
			askSecond(treasurer, v, 60000, money.Cash).Want(200)
			want = append(want, v.Number)
		}
		var list order.RefundApprovals
		for first := true; first || list.Next != ""; first = false {
			path := "/api/admin/refund-approval?limit=2&after=" + list.Next
			list = order.RefundApprovals{}
			treasurer.Get(path).Want(200).JSON(&list)
			if list.Total != 3 || list.More || len(list.Items) > 2 {
				t.Errorf("%+v", list)
			}
			for _, one := range list.Items {
				got = append(got, one.Order.Number)
			}
		}
		if !slices.Equal(got, want) {
			t.Errorf("%v, not %v", got, want)
		}
	})
}
