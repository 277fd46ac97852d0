package invoice_test

import (
	"regexp"
	"slices"
	"strings"
	"testing"
	"time"

	"shanmen/internal/base/id"
	"shanmen/internal/sales/invoice"
	"shanmen/internal/testkit"
)

// things are records of one member.
type things struct{ invoice, unpaid, picture, spare, hold string }

// A place is a parameter that takes the id of a member's record. A stranger's request gets the same response as for a
// missing record; open names the office roles that may see it.
type place struct {
	name string
	id   func(things) string
	ask  func(c *testkit.Client, id string) *testkit.Response
	open []string
}

func get(path string) func(*testkit.Client, string) *testkit.Response {
	return func(c *testkit.Client, id string) *testkit.Response { return c.Get(strings.Replace(path, "{}", id, 1)) }
}

func post(path string) func(*testkit.Client, string) *testkit.Response {
	return func(c *testkit.Client, id string) *testkit.Response {
		return c.Post(strings.Replace(path, "{}", id, 1), nil)
	}
}

func pay(way, field string) func(*testkit.Client, string) *testkit.Response {
	return func(c *testkit.Client, id string) *testkit.Response {
		body := map[string]any{"paymentAmount": 1000, "currency": "SGD", field: id}
		if way == "pay-now" {
			body["transactionDateTime"] = testkit.Start.Format(time.RFC3339)
		}
		return c.Post("/api/payment/new/"+way, body)
	}
}

var (
	paid   = func(o things) string { return o.invoice }
	unpaid = func(o things) string { return o.unpaid }
	office = []string{"counter", "treasurer"}
)

// In the order in which an owner could request one after the other.
var places = []place{
	{"GET /api/invoice?id=", paid, get("/api/invoice?id={}"), nil},
	{"GET /api/invoice/{id}/code.png", unpaid, get("/api/invoice/{}/code.png"), nil},
	{"GET /api/invoice/{id}/invoice.pdf", paid, get("/api/invoice/{}/invoice.pdf?language=both"), office},
	{"GET /api/invoice/{id}/receipt.pdf", paid, get("/api/invoice/{}/receipt.pdf?language=zh"), office},
	{"GET /api/payment/pay-now/qr/{image}", unpaid, get("/api/payment/pay-now/qr/{}.png"), nil},
	{"GET /api/payment/pay-now/qr/{image} of a hold", func(o things) string { return o.hold }, get("/api/payment/pay-now/qr/{}.png"), nil},
	{"GET /api/upload/receipt/{image}", func(o things) string { return o.picture }, get("/api/upload/receipt/{}"), []string{"treasurer"}},
	{"page of an order", paid, get("/member/profile/invoices/{}/_payload.json"), nil},
	{"page of an order, Chinese", paid, get("/zh/member/profile/invoices/{}/_payload.json"), nil},
	{"page of a status", paid, get("/transaction/status/_payload.json?id={}"), nil},
	{"POST /api/payment/new/cash invoiceId", unpaid, pay("cash", "invoiceId"), nil},
	{"POST /api/payment/new/pay-now invoiceId", unpaid, pay("pay-now", "invoiceId"), nil},
	{"POST /api/payment/new/pay-now fileId", func(o things) string { return o.spare }, pay("pay-now", "fileId"), nil},
	{"POST /api/invoice/{id}/cancel", unpaid, post("/api/invoice/{}/cancel"), nil},
	{"GET /api/invoice/{id}/wall", paid, get("/api/invoice/{}/wall"), nil},
	{"GET /api/invoice/{id}/names", paid, get("/api/invoice/{}/names"), nil},
	{"POST /api/invoice/{id}/order-again", paid, post("/api/invoice/{}/order-again"), nil},
}

// belongings makes a member's records: an order paid with a picture, one in cash, a hold with its code, and an unused
// picture.
func belongings(t *testing.T, a *testkit.App, c *testkit.Client) (o things) {
	t.Helper()
	oil := a.Item(t, "lamp-oil", "bottle")
	c.Fill(oil).Want(200)
	u := c.SendReceipt(testkit.Screenshot(t))
	v := c.OrderByPayNow(1000, "fileId", u.FileID).Order()
	o.invoice, o.picture = v.ID, u.Files[0].ID
	a.Staff(t, "treasurer").Approve(v.Payments[0].ID).Want(200)
	o.unpaid = c.Buy(oil).ID
	o.spare = c.SendReceipt(testkit.Screenshot(t), o.unpaid).FileID
	c.Fill(oil).Want(200)
	var h struct{ ImageURL string }
	c.Post("/api/payment/pay-now/qr", nil).Want(200).JSON(&h)
	o.hold = strings.TrimSuffix(h.ImageURL[strings.LastIndex(h.ImageURL, "/")+1:], ".png")
	return o
}

// P01: every parameter that names an invoice, a picture or a code, requested by another member, a guest and the office:
// as if there were no such record.
func TestAnotherMembersOrderAnswers404(t *testing.T) {
	t.Parallel()
	testkit.One(t, func(t *testing.T, a *testkit.App) {
		known := func(method, path string) bool {
			return slices.ContainsFunc(places, func(p place) bool { return strings.HasPrefix(p.name, method+" "+path) })
		}
		for _, call := range a.HTTP.Calls() {
			mine := regexp.MustCompile(`^/api/(invoice|payment|upload)/.*\{`).MatchString(call.Path)
			own := call.Path == "/api/invoice/{id}/wall" || call.Path == "/api/invoice/{id}/names" || strings.HasPrefix(call.Path, "/api/payment/pay-now/code/") // strangers are tested in their own packages too
			if mine && !known(call.Method, call.Path) && !own {
				t.Errorf("%s %s takes an id: say here what a stranger gets", call.Method, call.Path)
			}
		}
		first, second := a.Member(t), a.NewMember(t, "Lim", "+6597770001")
		one, two := belongings(t, a, first), belongings(t, a, second)
		strangers := map[string]*testkit.Client{"guest": a.Guest(), "the other member": second}
		for _, role := range []string{"counter", "treasurer", "editor", "ritual", "admin"} {
			strangers[role] = a.Staff(t, role)
		}
		before := first.Order(one.unpaid)
		for _, p := range places {
			for who, c := range strangers {
				real := p.ask(c, p.id(one))
				if may := who == "admin" && p.open != nil || slices.Contains(p.open, who); may {
					if real.Status != 200 {
						t.Errorf("%s as %s: %d %s", p.name, who, real.Status, real.Body)
					}
					continue
				}
				made := p.ask(c, id.New())
				if strings.HasPrefix(p.name, "page") {
					if strings.Contains(string(real.Body), before.PaymentReference) || strings.Contains(string(real.Body), "陈美玲") && who != "the other member" {
						t.Errorf("%s as %s shows %s", p.name, who, real.Body)
					}
					made.Body, real.Body = nil, nil // their bodies contain the requested address
				}
				if real.Status != made.Status || string(real.Body) != string(made.Body) {
					t.Errorf("%s as %s: %d %s, for an id that nobody has %d %s", p.name, who, real.Status, real.Body, made.Status, made.Body)
				}
				if !strings.HasPrefix(p.name, "page") && real.Status < 400 {
					t.Errorf("%s as %s: %d", p.name, who, real.Status)
				}
			}
			if r := p.ask(second, p.id(two)); r.Status != 200 {
				t.Errorf("%s as its owner: %d %s", p.name, r.Status, r.Body)
			}
		}
		if after := first.Order(one.unpaid); after.Status != before.Status || len(after.Timeline) != len(before.Timeline) ||
			len(after.Payments) != len(before.Payments) {
			t.Errorf("a stranger changed the order: %+v", after)
		}
		for who, want := range map[string]int64{"the other member": 3, "counter": 0, "treasurer": 0, "admin": 0} {
			var list invoice.List
			strangers[who].Get("/api/invoice/list/member?userId=" + one.invoice + "&pageSize=100")
			strangers[who].Get("/api/invoice/list/member?pageSize=100").Want(200).JSON(&list)
			for _, row := range list.Items {
				if row.ID == one.invoice || row.ID == one.unpaid {
					t.Errorf("the list of %s has another's order", who)
				}
			}
			if list.Total > want {
				t.Errorf("the list of %s has %d orders", who, list.Total)
			}
		}
		strangers["guest"].Get("/api/invoice/list/member").Want(401)
	})
}

// P03: a picture is shown to its sender and to the treasurer, as long as it is stored; its address cannot be guessed,
// and there is no list.
func TestAPictureIsVisibleToItsOwnerAndTheTreasurer(t *testing.T) {
	t.Parallel()
	testkit.One(t, func(t *testing.T, a *testkit.App) {
		c := a.Member(t)
		o := belongings(t, a, c)
		u := c.SendReceipt(testkit.Screenshot(t), o.unpaid)
		unused := "/api/upload/receipt/" + u.Files[0].ID
		if u.Files[0].URL != unused {
			t.Errorf("address %s", u.Files[0].URL)
		}
		other, guest := a.NewMember(t, "Lim", "+6597770001"), a.Guest()
		t.Run("OKOwnerAndTreasurer", func(t *testing.T) {
			c.Get(unused).Want(200)
			a.Staff(t, "treasurer").Get(unused).Want(200)
			a.Staff(t, "treasurer").Get("/api/admin/receipt-image/" + u.Files[0].ID).Want(200)
		})
		t.Run("ErrOtherMembers", func(t *testing.T) {
			guest.Get(unused).Want(401)
			other.Get(unused).Want(404)
			for _, role := range []string{"counter", "editor", "ritual"} {
				a.Staff(t, role).Get(unused).Want(404)
				a.Staff(t, role).Get("/api/admin/receipt-image/" + u.Files[0].ID).Want(403)
			}
		})
		t.Run("ErrGuessedKeys", func(t *testing.T) {
			shape := regexp.MustCompile(`^[0-9a-f]{8}-[0-9a-f]{4}-7[0-9a-f]{3}-[89ab][0-9a-f]{3}-[0-9a-f]{12}$`) // 128 bits
			seen := map[string]bool{}
			for range 50 {
				key := id.New()
				if !shape.MatchString(key) || seen[key[len(key)-12:]] {
					t.Fatalf("id %s", key)
				}
				seen[key[len(key)-12:]] = true
			}
			last := u.Files[0].ID
			for _, guess := range []string{
				id.New(), last[:len(last)-1] + "0", last[:len(last)-1] + "1", "0", "-1", "1", "9223372036854775808", "x", "%00", "..%2f..%2fshanmen.db",
				"%2e%2e", u.FileID, last + ".jpg", strings.ToUpper(last), last + "%20", o.invoice,
			} {
				if guess == last {
					continue
				}
				if r := other.Get("/api/upload/receipt/" + guess); r.Status != 404 && r.Status != 400 {
					t.Errorf("%s: %d %s", guess, r.Status, r.Body)
				}
			}
		})
		t.Run("ErrListing", func(t *testing.T) {
			for _, path := range []string{"/api/upload/receipt/", "/api/upload/", "/api/upload", "/files/", "/files", "/receipt/", "/data/", "/api/admin/receipt-image/"} {
				r := other.Get(path)
				if r.Status == 200 || strings.Contains(string(r.Body), ".jpg") {
					t.Errorf("%s: %d %.100s", path, r.Status, r.Body)
				}
			}
		})
		t.Run("ErrAfterDeletion", func(t *testing.T) {
			a.Clock.Advance(25 * time.Hour)
			a.MustSweep(t)
			a.Drain(t)
			c, treasurer := a.Member(t), a.Staff(t, "treasurer") // the sessions have expired
			c.Get(unused).Want(404)
			treasurer.Get(unused).Want(404)
			treasurer.Get("/api/admin/receipt-image/" + u.Files[0].ID).Want(404)
			c.Get("/api/upload/receipt/" + o.picture).Want(200) // the picture of a payment is kept
		})
	})
}
