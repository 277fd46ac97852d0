package app_test

import (
	"encoding/json"
	"strings"
	"testing"

	"github.com/danielgtaylor/huma/v2"

	"shanmen/internal/people/account"
	"shanmen/internal/testkit"
)

// The browser reads a page's data as the TypeScript type generated from pageData. A field missing in the type is an
// error too: nobody could use it.
func TestPageDataTypesMatchTheirRoutes(t *testing.T) {
	a := testkit.New(t, "sqlite")
	api, schemas := a.Contract()
	member := a.Member(t)
	var subscribed struct{ Items []struct{ ID string } }
	a.TakeCash(t, member.BuyFor(18800, a.Item(t, "light-lamp", "grand", "term", "yearly", "form", testkit.People("陈大文"))))
	member.Get("/api/subscription").Want(200).JSON(&subscribed)
	var renewed struct{ InvoiceID string }
	member.Post("/api/subscription/"+subscribed.Items[0].ID+"/renew", nil).Want(200).JSON(&renewed)
	path := huma.NewPathBuffer(nil, 0)
	for _, p := range everyPage(t, a) {
		if p.id == "about-us" {
			continue
		}
		url, query, _ := strings.Cut(p.path, "?")
		switch p.id {
		case "home":
			url = strings.TrimSuffix(url, "/")
		case "member-profile-subscriptions-id":
			url = url[:strings.LastIndex(url, "/")+1] + subscribed.Items[0].ID
		case "find-my-lamp-places":
			query = "ticket=" + ticketAbout(t, a, account.TicketLamps, "+6591234567")
		case "order":
			query = "ticket=" + ticketAbout(t, a, account.TicketOrder, renewed.InvoiceID)
		case "member-renewal":
			query = "ticket=" + ticketAbout(t, a, account.TicketRenewal, renewed.InvoiceID)
		}
		var payload struct{ Data any }
		if err := json.Unmarshal(p.as.Get(url+"/_payload.json?"+query).Want(200).Body, &payload); err != nil {
			t.Fatal(err)
		}
		schema := schemas[p.id]
		if schema == nil {
			if fields, ok := payload.Data.(map[string]any); !ok || len(fields) > 0 {
				t.Errorf("%s answers %v, and pageData does not name its type", p.path, payload.Data)
			}
			continue
		}
		var found huma.ValidateResult
		path.Reset()
		huma.Validate(api.Components.Schemas, schema, path, huma.ModeReadFromServer, payload.Data, &found)
		for _, problem := range found.Errors {
			t.Errorf("%s: %v", p.path, problem)
		}
	}
}
