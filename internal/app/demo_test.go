package app

import (
	"maps"
	"net/http"
	"net/http/httptest"
	"os"
	"path/filepath"
	"strings"
	"testing"
	"time"

	"github.com/wneessen/go-mail"

	"shanmen/internal/base/locale"
	"shanmen/internal/offer/form"
	"shanmen/internal/offer/position"
	"shanmen/internal/platform/db/query"
	"shanmen/internal/platform/httpd"
	"shanmen/internal/sales/invoice"
	"shanmen/internal/sales/subscription"
)

// A demonstration's staff log in without a second factor permanently. So its pages say that it is a demonstration also
// when it is started without the flag; its outbox, which shows people's codes, is then absent.
func TestADemonstrationStaysMarkedWithoutTheDemoFlag(t *testing.T) {
	t.Parallel()
	dir := filepath.Join(t.TempDir(), "data")
	if err := open(t, dir, true).Close(); err != nil {
		t.Fatal(err)
	}
	a := opened(t, dir, false)
	public := httptest.NewServer(a.Handler)
	defer public.Close()
	if _, page := fetch(t, public.URL+"/"); !strings.Contains(page, `"demo":true`) {
		t.Error("the page does not say that it is a demonstration")
	}
	if status, _ := fetch(t, public.URL+"/demo/outbox"); status != http.StatusNotFound {
		t.Errorf("the outbox is served: %d", status)
	}
}

// In the demonstration's outbox one sees messages as their readers do, and can follow the links in mails and texts.
func TestTheDemonstrationOutboxShowsMailsAsRecipientsSeeThem(t *testing.T) {
	t.Parallel()
	dir := filepath.Join(t.TempDir(), "data")
	a := open(t, dir, true)
	letter := mail.NewMsg()
	for _, err := range []error{letter.From("office@temple.example"), letter.To("a@example.sg")} {
		if err != nil {
			t.Fatal(err)
		}
	}
	letter.Subject("Please confirm")
	letter.SetBodyString(mail.TypeTextPlain, "Open http://temple.example/confirm")
	letter.AddAlternativeString(mail.TypeTextHTML, `<html><body style="margin:0"><img src="cid:seal" alt=""><a href="http://temple.example/confirm" style="color:red">Confirm</a></body></html>`)
	if err := letter.EmbedReader("seal.png", strings.NewReader("png"), mail.WithFileContentID("<seal>"), mail.WithFileContentType("image/png")); err != nil {
		t.Fatal(err)
	}
	if err := os.MkdirAll(filepath.Join(dir, "mail"), 0o700); err != nil {
		t.Fatal(err)
	}
	if err := letter.WriteToFile(filepath.Join(dir, "mail", "0199.eml")); err != nil {
		t.Fatal(err)
	}
	if err := os.MkdirAll(filepath.Join(dir, "sms"), 0o700); err != nil {
		t.Fatal(err)
	}
	if err := os.WriteFile(filepath.Join(dir, "sms", "0198"), []byte("+6591234567\nSee <it>: http://temple.example/x?a=1 in time"), 0o600); err != nil {
		t.Fatal(err)
	}
	public := httptest.NewServer(a.Handler)
	defer public.Close()
	_, page := fetch(t, public.URL+"/demo/outbox")
	for _, want := range []string{
		`<a href="http://temple.example/confirm" style="color:red">Confirm</a>`, `<img src="/demo/outbox/0199/seal.png" alt="">`,
		`See &lt;it&gt;: <a href="http://temple.example/x?a=1">http://temple.example/x?a=1</a> in time`,
	} {
		if !strings.Contains(page, want) {
			t.Errorf("the page lacks %s:\n%s", want, page)
		}
	}
	if status, seal := fetch(t, public.URL+"/demo/outbox/0199/seal.png"); status != http.StatusOK || seal != "png" {
		t.Errorf("the seal of a letter: %d %q", status, seal)
	}
}

// The demonstration has a member with half a year of history, so that there is something to see before anything is
// ordered.
func TestADemonstrationHasAMemberWithHalfAYearOfHistory(t *testing.T) {
	t.Parallel()
	dir := filepath.Join(t.TempDir(), "data")
	a := open(t, dir, true)
	began := time.Now()
	if err := a.LiveInDemo(t.Context()); err != nil {
		t.Fatal(err)
	}
	t.Logf("it took %s", time.Since(began).Round(time.Millisecond))
	member := httpd.As(t.Context(), a.newPeople[""], locale.EN)

	orders, err := a.Invoices.List(member, &invoice.ListIn{Page: 1, PageSize: 50})
	if err != nil {
		t.Fatal(err)
	}
	states := map[string]int{}
	for _, o := range orders.Items {
		states[o.Status]++
	}
	want := map[string]int{
		invoice.AwaitingPayment: 2, invoice.UnderVerification: 1, invoice.Rejected: 1, invoice.Paid: 2,
		invoice.Refunded: 1, invoice.Cancelled: 1, invoice.Expired: 1,
	}
	if !maps.Equal(states, want) {
		t.Errorf("orders: %v, want %v", states, want)
	}
	var newest time.Time
	for _, o := range orders.Items {
		if o.CreatedAt.After(newest) {
			newest = o.CreatedAt
		}
	}
	if time.Since(newest) > 3*time.Hour || newest.After(time.Now()) {
		t.Errorf("the newest order is of %s", newest)
	}

	lamps, err := position.LampsOf(member, a.DB.Read(), a.Clock.Now(), a.newPeople[""].UserID)
	if err != nil {
		t.Fatal(err)
	}
	if len(lamps) != 1 || lamps[0].Code != "A-05-08" {
		t.Errorf("lamps: %+v", lamps)
	}
	yearly, err := a.Subscriptions.List(member, &struct{}{})
	if err != nil {
		t.Fatal(err)
	}
	if len(yearly.Items) != 1 || yearly.Items[0].Status != subscription.Active {
		t.Errorf("subscriptions: %+v", yearly.Items)
	}
	book, err := a.Family.List(member, &struct{}{})
	if err != nil {
		t.Fatal(err)
	}
	if len(book.Items) != 6 {
		t.Errorf("%d people in the family book", len(book.Items))
	}
	lists, err := a.DB.Read().CeremoniesAhead(t.Context(), query.CeremoniesAheadParams{Which: "now", Most: 10})
	if err != nil || len(lists) != 1 {
		t.Fatalf("%d lists of names: %v", len(lists), err)
	}
	on, err := a.DB.Read().ListEntryCounts(t.Context(), lists[0].ID)
	if err != nil || on.Collected != 2 {
		t.Errorf("%d names wait on the list: %v", on.Collected, err)
	}
	for state, want := range map[string]int64{form.Open: 2, form.Done: 1} {
		if n, err := a.DB.Read().InboxCount(t.Context(), query.InboxCountParams{State: state}); err != nil || n != want {
			t.Errorf("%d letters are %s: %v", n, state, err)
		}
	}
	n, there, err := a.Carts.Count(member, a.DB.Read(), a.newPeople[""])
	if err != nil || n != 0 {
		t.Errorf("%d items lie in the cart (%v): %v", n, there, err)
	}
	if err := a.Close(); err != nil {
		t.Fatal(err)
	}

	again := opened(t, dir, true)
	if err := again.LiveInDemo(t.Context()); err != nil {
		t.Fatal(err)
	}
	if after, err := again.Invoices.List(member, &invoice.ListIn{Page: 1, PageSize: 50}); err != nil || after.Total != orders.Total {
		t.Errorf("the second start has %d orders, the first had %d: %v", after.Total, orders.Total, err)
	}
}
