package officekit

import (
	"testing"

	"shanmen/internal/base/money"
	"shanmen/internal/sales/invoice"
	"shanmen/internal/testkit"
)

// Bottle is an order of oil that waits for cash.
func Bottle(t testing.TB, a *testkit.App, c *testkit.Client) *invoice.View {
	t.Helper()
	return c.BuyFor(1000, a.Item(t, "lamp-oil", "bottle"))
}

// Fields is a body of JSON.
type Fields = map[string]any

// Aunt is a payer without an account.
var Aunt = Fields{"name": "Lim Siew Hong", "chineseName": "林秀红", "mobile": "8123 4567", "email": "aunt@example.com"}

// WalkIn is a family's lamp for 88 dollars in cash; more pairs change it.
func WalkIn(t *testing.T, a *testkit.App, more ...any) Fields {
	t.Helper()
	body := Fields{
		"locale": "en", "payer": Aunt, "items": []Fields{a.Item(t, "light-lamp", "family", "form", testkit.People("陈𠮷䶮", "林大明"))},
		"paymentAmount": 8800, "method": money.Cash, "amountReceived": 10000,
	}
	for i := 0; i+1 < len(more); i += 2 {
		if more[i+1] == nil {
			delete(body, more[i].(string))
		} else {
			body[more[i].(string)] = more[i+1]
		}
	}
	return body
}
