package officekit

import (
	"encoding/csv"
	"net/url"
	"strings"
	"testing"
	"time"

	"shanmen/internal/office/members"
	"shanmen/internal/sales/invoice"
	"shanmen/internal/testkit"
)

// Runs gives a member a subscription that lasts until a time.
func Runs(t *testing.T, a *testkit.App, id, userID string, ends time.Time) {
	t.Helper()
	a.Exec(t, `INSERT INTO subscriptions (id, user_id, item_id, status, offering_id, option_id, term, quantity, unit_price, limited, starts_at, period, ends_at, created_at, updated_at)
		SELECT $1, $2, $1, 1, id, 'o', 'yearly', 1, 8800, 0, 1, 1, $3, 1, 1 FROM offerings WHERE key = 'light-lamp'`, id, userID, ends.UnixMilli())
}

// TableOf reads a CSV file.
func TableOf(t *testing.T, r *testkit.Response) [][]string {
	t.Helper()
	rows, err := csv.NewReader(strings.NewReader(strings.TrimPrefix(string(r.Body), "\ufeff"))).ReadAll()
	if err != nil {
		t.Fatal(err)
	}
	return rows
}

// FoundMember is the one account that a search finds.
func FoundMember(t *testing.T, c *testkit.Client, q string) members.Row {
	t.Helper()
	var rows members.Rows
	c.Get("/api/admin/member?q=" + url.QueryEscape(q)).Want(200).JSON(&rows)
	if len(rows.Items) != 1 {
		t.Fatalf("%q finds %+v", q, rows.Items)
	}
	return rows.Items[0]
}

// Ordered is an unpaid order of the member, for the counter.
func Ordered(t *testing.T, a *testkit.App, c *testkit.Client) *invoice.View {
	t.Helper()
	return c.BuyFor(18800, a.Item(t, "light-lamp", "grand", "form", testkit.People("陈𠮷䶮")))
}

// SaveWordings changes the office's texts.
func SaveWordings(c *testkit.Client, pairs ...string) *testkit.Response {
	values := map[string]string{}
	for i := 0; i+1 < len(pairs); i += 2 {
		values[pairs[i]] = pairs[i+1]
	}
	return c.Put("/api/admin/wording", map[string]any{"values": values})
}

// LastLetter is the text of the last mail sent.
func LastLetter(t *testing.T, a *testkit.App) string {
	t.Helper()
	mails := a.Mails(t)
	return testkit.MailText(t, mails[len(mails)-1])
}
