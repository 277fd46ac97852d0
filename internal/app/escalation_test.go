package app_test

import (
	"net/http"
	"strings"
	"testing"

	"github.com/danielgtaylor/huma/v2"

	"shanmen/internal/platform/httpd"
	"shanmen/internal/testkit"
)

// claims are body fields with which a caller might try to raise their rights or lower a price.
var claims = map[string]any{
	"role": "admin", "roles": []string{"admin"}, "isAdmin": true, "admin": true, "status": "active", "id": "none", "userId": "none",
	"memberId": "none", "price": 1, "unitPrice": 1, "subTotal": 1, "mobileVerified": true, "emailConfirmed": true, "passwordHash": "x",
}

// own is a call with a JSON body that a member may make.
func own(a *testkit.App, c httpd.Call) bool {
	right := c.Access.String()
	if !unsafe(c.Method) || c.Multipart || strings.HasPrefix(right, "staff") {
		return false
	}
	path := a.HTTP.OpenAPI().Paths[c.Path]
	if path == nil {
		return false
	}
	for method, o := range map[string]*huma.Operation{"POST": path.Post, "PUT": path.Put, "DELETE": path.Delete} {
		if method == c.Method && o != nil && o.RequestBody != nil {
			return true
		}
	}
	return false
}

// P05: nobody gets a right, a state or a price by naming it in a body. Unknown fields are refused by name, and the
// stored data is unchanged.
func TestP05NoRequestBodyGrantsARightOrChangesAPrice(t *testing.T) {
	t.Parallel()
	testkit.One(t, func(t *testing.T, a *testkit.App) {
		c := a.Member(t)
		c.Fill(a.Item(t, "lamp-oil", "bottle")).Want(200)
		state := func() [4]int64 {
			return [4]int64{
				a.Count(t, "SELECT count(*) FROM user_roles"), a.Count(t, "SELECT count(*) FROM users WHERE status = 'active'"),
				a.Count(t, "SELECT count(*) FROM invoices"), a.Count(t, "SELECT count(*) FROM users WHERE mobile_verified = 1"),
			}
		}
		before, cart := state(), string(c.Get("/api/cart/checkout").Want(200).Body)
		tried := 0
		for _, call := range a.HTTP.Calls() {
			if !own(a, call) {
				continue
			}
			path := strings.NewReplacer("{id}", "none").Replace(call.Path)
			for field, value := range claims {
				r := c.Do(call.Method, path, map[string]any{field: value})
				if r.Status != http.StatusBadRequest || r.FieldCodes()[field] != "unknown-field" {
					t.Errorf("%s %s with %s: %d %s", call.Method, call.Path, field, r.Status, r.Body)
				}
				tried++
			}
		}
		if tried < 200 {
			t.Errorf("only %d attempts: where are the calls?", tried)
		}
		if after := state(); after != before {
			t.Errorf("before %v, after %v", before, after)
		}
		if after := string(c.Get("/api/cart/checkout").Want(200).Body); after != cart {
			t.Errorf("the cart was\n%s\nand is\n%s", cart, after)
		}
		c.Get("/api/admin/payment").Want(403)

		// Nor inside a list, nor beside valid fields, which are then not saved either.
		item := a.Item(t, "lamp-oil", "bottle")
		item["unitPrice"] = 1
		if r := c.Fill(item); r.Status != http.StatusBadRequest {
			t.Errorf("a price in the cart: %d %s", r.Status, r.Body)
		}
		r := c.Post("/api/member/update/profile", map[string]any{"name": "Tan the Great", "roles": []string{"admin"}})
		if r.Status != http.StatusBadRequest || strings.Contains(string(c.Get("/api/auth/identity").Body), "Tan the Great") {
			t.Errorf("half of it was taken: %d %s", r.Status, r.Body)
		}
	})
}
