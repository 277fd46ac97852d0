package app_test

import (
	"context"
	"strings"
	"testing"

	"shanmen/internal/account"
	"shanmen/internal/db"
	"shanmen/internal/locale"
	"shanmen/internal/testkit"
	"shanmen/internal/testkit/htmlcheck"
)

// rendered is a page as the server sends it.
type rendered struct {
	id     string
	as     *testkit.Client // who may see it
	path   string          // with its language
	locale locale.Locale
	html   string
}

// everyPage is each page of the table in both languages, as those see it who may.
func everyPage(t *testing.T, a *testkit.App) (out []rendered) {
	t.Helper()
	member := a.Member(t)
	member.Fill(a.Item(t, "lamp-oil", "bottle")).Want(200)
	var first struct {
		Invoice struct{ ID string }
	}
	member.Post("/api/payment/new/cash", map[string]any{"paymentAmount": 1000, "currency": "SGD"}).Want(200).JSON(&first)
	member.Fill(a.Item(t, "lamp-oil", "bottle")).Want(200)
	guest := a.Guest()
	staff := a.Staff(t, "counter")
	forgetful := a.Guest()
	forgetful.Post("/api/auth/forget-password", map[string]any{"identifier": "91234567"}).Want(200)
	names := strings.NewReplacer(":key", "", ":id", first.Invoice.ID)
	for _, p := range a.HTTP.Pages() {
		if p.Path == "" || p.ID == "about-us" {
			continue
		}
		path := names.Replace(p.Path)
		switch p.ID {
		case "about-us-key":
			path = "/about-us/history"
		case "blessing-service-key":
			path = "/blessing-service/light-lamp"
		case "event-key":
			path = "/event/full-moon-chanting"
		case "member-reset-email":
			path += "?ticket=" + ticket(t, a, account.TicketNewAddress)
		case "member-confirm":
			path += "?ticket=" + ticket(t, a, account.TicketConfirmAddress)
		case "member-undo-email":
			path += "?ticket=" + ticket(t, a, account.TicketUndoAddress)
		case "member-renewal":
			path += "?ticket=" + ticket(t, a, account.TicketRenewal)
		case "find-my-lamp-places":
			path += "?ticket=" + ticket(t, a, account.TicketLamps)
		case "order":
			var invoiceID string
			if err := a.DB.SQL().QueryRowContext(t.Context(), "SELECT id FROM invoices ORDER BY id LIMIT 1").Scan(&invoiceID); err != nil {
				t.Fatal(err)
			}
			path += "?ticket=" + ticketAbout(t, a, account.TicketOrder, invoiceID)
		}
		c := member
		if p.ID == "member-login" || p.ID == "member-registration" {
			c = guest
		} else if p.ID == "member-reset-password" {
			c = forgetful
		} else if p.ID == "member-second-factor" {
			c = staff
		}
		for _, l := range locale.All {
			out = append(out, rendered{p.ID, c, l.Path(path), l, string(c.Get(l.Path(path)).Want(200).Body)})
		}
	}
	return out
}

// Every page of the table renders on the server, in both languages, for those who may see it.
func TestEveryPageRenders(t *testing.T) {
	a := testkit.New(t, "sqlite")
	for _, p := range everyPage(t, a) {
		if strings.Contains(p.html, `data-render="client"`) {
			t.Errorf("%s did not render on the server", p.path)
		}
		if !strings.Contains(p.html, `<html lang="`+p.locale.Tag()+`"`) {
			t.Errorf("%s is in another language", p.path)
		}
		for _, problem := range htmlcheck.Problems(p.html) {
			t.Errorf("%s: %s", p.path, problem)
		}
	}
	if n := a.SSR.Stats().Failures; n != 0 {
		t.Errorf("%d pages failed to render", n)
	}
}

// ticket is a live one, about an e-mail address of the demonstration's member.
func ticket(t *testing.T, a *testkit.App, purpose string) string {
	t.Helper()
	return ticketAbout(t, a, purpose, "mei@example.com")
}

func ticketAbout(t *testing.T, a *testkit.App, purpose, subject string) string {
	t.Helper()
	token, err := db.WriteValue(t.Context(), a.DB, func(ctx context.Context, tx *db.Tx) (string, error) {
		userID, err := testkit.UserID(ctx, tx.Queries, "+6591234567")
		if err != nil {
			return "", err
		}
		return a.Accounts.IssueTicket(ctx, tx, purpose, userID, subject)
	})
	if err != nil {
		t.Fatal(err)
	}
	return token
}
