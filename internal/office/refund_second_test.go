package office_test

import (
	"slices"
	"testing"

	"shanmen/internal/invoice"
	"shanmen/internal/money"
	"shanmen/internal/office"
	"shanmen/internal/testkit"
	"shanmen/internal/testkit/mutant"
)

// dear is a paid order of S$880.00.
func dear(t *testing.T, a *testkit.App, desk *testkit.Client) *invoice.View {
	t.Helper()
	var items []fields
	for range 10 {
		items = append(items, a.Item(t, "light-lamp", "family", "form", testkit.People("陈𠮷䶮")))
	}
	return desk.Post("/api/admin/walk-in", walkIn(t, a, "items", items, "paymentAmount", 88000, "amountReceived", 88000)).Order()
}

func refundOf(desk *testkit.Client, v *invoice.View, amount money.Cents, method money.Method) *testkit.Response {
	return desk.Refund(v.ID, method, amount, "asked-by-devotee")
}

func askSecond(desk *testkit.Client, v *invoice.View, amount money.Cents, method money.Method) *testkit.Response {
	return desk.Post("/api/admin/refund-approval", fields{"kind": "invoice", "id": v.ID, "method": method, "amount": amount, "reason": "asked-by-devotee"})
}

func decide(desk *testkit.Client, id string, approve bool) *testkit.Response {
	return desk.Post("/api/admin/refund-approval/"+id+"/decide", fields{"approve": approve})
}

func TestALargeRefundNeedsASecondPerson(t *testing.T) {
	t.Parallel()
	testkit.Each(t, func(t *testing.T, a *testkit.App) {
		counter, treasurer, admin := a.Staff(t, "counter"), a.Staff(t, "treasurer"), a.Staff(t, "admin")
		v := dear(t, a, treasurer)
		if code := refundOf(treasurer, v, 60000, money.Cash).Code(); code != "refund-needs-second" {
			t.Fatalf("above the limit: %q", code)
		}
		var asked office.RefundApprovals
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
		treasurer.Post("/api/admin/refund-approval/"+asked.Items[0].ID+"/withdraw", fields{}).Want(200).JSON(&asked)
		if len(asked.Items) != 0 {
			t.Errorf("withdrawn: %+v", asked)
		}
		a.Exec(t, "INSERT INTO settings (key, value) VALUES ('refund-limit', '0')")
		refundOf(treasurer, v, 10000, money.Cash).Want(200)
	})
}

func TestRefundsByTransferAreAListToWorkOff(t *testing.T) {
	t.Parallel()
	testkit.Each(t, func(t *testing.T, a *testkit.App) {
		treasurer := a.Staff(t, "treasurer")
		v := dear(t, a, treasurer)
		refundOf(treasurer, v, 10000, money.PayNow).Want(200)
		refundOf(treasurer, v, 5000, money.Cash).Want(200)
		var list office.RefundTransfers
		treasurer.Get("/api/admin/refund-transfer").Want(200).JSON(&list)
		if list.ToDo != 1 || len(list.Items) != 1 || list.Items[0].Amount != 10000 || list.Items[0].Order.Number != v.Number || list.Items[0].DoneAt != nil {
			t.Fatalf("%+v", list)
		}
		path := "/api/admin/refund-transfer/" + list.Items[0].ID + "/done"
		treasurer.Post(path, fields{"reference": " "}).Want(400)
		treasurer.Post(path, fields{"reference": "FT26112500123"}).Want(200).JSON(&list)
		if list.ToDo != 0 || len(list.Items) != 0 {
			t.Errorf("after it: %+v", list)
		}
		if got := treasurer.Post(path, fields{"reference": "again"}).Code(); got != "already-decided-once" {
			t.Errorf("twice: %q", got)
		}
		treasurer.Get("/api/admin/refund-transfer?done=true").Want(200).JSON(&list)
		if len(list.Items) != 1 || list.Items[0].Reference != "FT26112500123" || list.Items[0].DoneBy == "" {
			t.Errorf("done: %+v", list)
		}
	})
}

// One approval is one refund, however many press at once.
func TestRaceOneApprovalIsOneRefund(t *testing.T) {
	mutant.Declare(t, mutant.Change("RefundApprovalUse", " AND refund_id = ''", ""))
	testkit.Each(t, func(t *testing.T, a *testkit.App) {
		treasurer, admin := a.Staff(t, "treasurer"), a.Staff(t, "admin")
		v := dear(t, a, treasurer)
		refundOf(treasurer, v, 50000, money.Cash).Want(200)
		var asked office.RefundApprovals
		askSecond(treasurer, v, 10000, money.Cash).Want(200).JSON(&asked)
		decide(admin, asked.Items[0].ID, true).Want(200)
		codes := make([]string, 3)
		testkit.AtOnce(3, func(i int) { codes[i] = refundOf(treasurer, v, 10000, money.Cash).Code() })
		slices.Sort(codes)
		if !slices.Equal(codes, []string{"", "refund-needs-second", "refund-needs-second"}) {
			t.Errorf("answers %q", codes)
		}
	})
}

// Of two who decide at once one does.
func TestRaceASecondPersonDecidesOnce(t *testing.T) {
	mutant.Declare(t, mutant.Change("RefundApprovalDecide", " AND decided_at = 0", ""))
	testkit.Each(t, func(t *testing.T, a *testkit.App) {
		counter := a.Staff(t, "counter")
		desks := []*testkit.Client{a.Staff(t, "treasurer"), a.Staff(t, "admin")}
		v := dear(t, a, counter)
		var asked office.RefundApprovals
		askSecond(counter, v, 60000, money.Cash).Want(200).JSON(&asked)
		codes := make([]string, 2)
		testkit.AtOnce(2, func(i int) { codes[i] = decide(desks[i], asked.Items[0].ID, i == 0).Code() })
		slices.Sort(codes)
		if !slices.Equal(codes, []string{"", "already-decided-once"}) {
			t.Errorf("answers %q", codes)
		}
	})
}
