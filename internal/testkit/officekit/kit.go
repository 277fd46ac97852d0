// Package officekit has helpers shared by tests of several office packages.
package officekit

import (
	"net/url"
	"slices"
	"testing"

	"shanmen/internal/office/today"
	"shanmen/internal/office/trail"
	"shanmen/internal/people/chat"
	"shanmen/internal/sales/invoice"
	"shanmen/internal/testkit"
)

// TrailOf reads the audit trail with a query.
func TrailOf(t *testing.T, c *testkit.Client, query string) trail.Rows {
	t.Helper()
	var rows trail.Rows
	c.Get("/api/admin/audit?" + query).Want(200).JSON(&rows)
	return rows
}

// ChangeOf is an audit entry's change of one field.
func ChangeOf(row trail.Row, field string) string {
	for _, c := range row.Changes {
		if c.Field == field {
			return c.Before + " → " + c.After
		}
	}
	return ""
}

// Said is the prepared text of a chat link.
func Said(l *chat.Links) string {
	if l == nil {
		return ""
	}
	u, _ := url.Parse(l.WhatsApp)
	return u.Query().Get("text")
}

// Transferred is an order of the named devotee under verification, with the payment's id.
func Transferred(t *testing.T, a *testkit.App, c *testkit.Client) (v *invoice.View, paymentID string) {
	t.Helper()
	form := Fields{"people": []Fields{{"chineseName": "陈𠮷䶮"}, {"name": "Tan Bee Leng"}}}
	return c.BuyByTransfer(8800, a.Item(t, "light-lamp", "family", "form", form))
}

// TodayOf is a role's first page of the office.
func TodayOf(t *testing.T, a *testkit.App, role string) (out today.Today) {
	t.Helper()
	a.Staff(t, role).Get("/api/admin/today").Want(200).JSON(&out)
	return out
}

// WaitingFor is the open work of a kind, or nil.
func WaitingFor(o today.Today, what string) *today.Waiting {
	at := slices.IndexFunc(o.Waiting, func(w today.Waiting) bool { return w.What == what })
	if at < 0 {
		return nil
	}
	return &o.Waiting[at]
}
