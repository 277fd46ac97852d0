package app_test

import (
	"context"
	"slices"
	"strings"
	"testing"
	"time"

	"shanmen/internal/platform/admission"
	"shanmen/internal/testkit"
)

// On PostgreSQL forty calls for one cart used to wait for its row with a connection each, and no other call got a
// connection. Now one call waits for the row, and the others wait before they take a connection.
func TestCallsOfOneVisitorQueueBeforeTakingADatabaseConnection(t *testing.T) {
	t.Parallel()
	a := testkit.New(t, "postgres")
	c, others := a.NewMember(t, "Tan Bee Leng", "+6591110001"), a.NewMember(t, "Lim Ah Hock", "+6591110002")
	item := a.Item(t, "lamp-oil", "bottle")
	c.Fill(item).Want(200)
	ctx, cancel := context.WithTimeout(t.Context(), time.Minute)
	defer cancel()
	lock, err := a.DB.SQL().BeginTx(ctx, nil)
	if err != nil {
		t.Fatal(err)
	}
	if _, err := lock.ExecContext(ctx, "UPDATE carts SET method = method"); err != nil {
		t.Fatal(err)
	}
	const calls = 40
	answers := make(chan int, calls)
	for range calls {
		go func() { answers <- c.Fill(item).Status }()
	}
	for range 30 { // until all calls have arrived, and longer
		others.Post("/api/member/session/end-others", map[string]any{}).Want(200)
		if n := a.DB.SQL().Stats().InUse; n > 3 { // the lock's connection, the first call's, and a job's
			t.Errorf("%d connections are taken", n)
			break
		}
	}
	if err := lock.Rollback(); err != nil {
		t.Fatal(err)
	}
	for range calls {
		if status := <-answers; status != 200 {
			t.Errorf("status %d", status)
		}
	}
	if n := a.Count(t, "SELECT count(*) FROM cart_items"); n != calls+1 {
		t.Errorf("%d items", n)
	}
}

// A guest who sends many calls at once does not delay others behind the same address.
func TestOneGuestCannotUseUpTheTurnsOfAnAddress(t *testing.T) {
	t.Parallel()
	a := testkit.New(t, "postgres")
	c, others := a.Guest(), a.Guest()
	others.Header = c.Header.Clone() // behind the same address
	item := a.Item(t, "lamp-oil", "bottle")
	c.Fill(item).Want(200)
	lock, err := a.DB.SQL().BeginTx(t.Context(), nil)
	if err != nil {
		t.Fatal(err)
	}
	if _, err := lock.ExecContext(t.Context(), "UPDATE carts SET method = method"); err != nil {
		t.Fatal(err)
	}
	const calls = 40
	answers, other := make(chan int, calls), make(chan int, 1)
	for range calls {
		go func() { answers <- c.Fill(item).Status }()
	}
	elsewhere := a.Guest()
	for range 300 { // until all calls have arrived, and longer
		elsewhere.Get("/api/event?from=2026-01-01").Want(200)
	}
	go func() { other <- others.Post("/api/form/awaiting", map[string]any{"form": "contact"}).Status }()
	select {
	case status := <-other:
		if status != 400 {
			t.Errorf("status %d", status)
		}
	case <-time.After(10 * time.Second):
		t.Error("somebody else waits")
	}
	if err := lock.Rollback(); err != nil {
		t.Fatal(err)
	}
	for range calls {
		if status := <-answers; status != 200 {
			t.Errorf("status %d", status)
		}
	}
}

// Documents, whole orders, the data of personal pages and the calendar are made for two calls of a visitor at a time,
// and for four of guests behind one address: fifty at once took all the server's time.
func TestExpensiveReadsOfOneVisitorTakeTurns(t *testing.T) {
	t.Parallel()
	a := testkit.New(t, "postgres")
	c, others := a.NewMember(t, "Tan Bee Leng", "+6591110001"), a.NewMember(t, "Lim Ah Hock", "+6591110002")
	order := c.Buy(a.Item(t, "lamp-oil", "bottle")).ID
	papers := min(2, a.Admission.Gate(admission.Papers).Limit().Running)
	for _, read := range []struct {
		who   *testkit.Client
		path  string
		table string
		most  int
	}{
		{c, "/api/invoice/" + order + "/invoice.pdf?language=both", "invoices", papers},
		{c, "/api/invoice?id=" + order, "invoices", 2},
		{c, "/member/profile/invoices/" + order + "/_payload.json", "invoices", 2},
		{a.Guest(), "/api/event?from=2026-01-01", "event_dates", 4},
		{a.Guest(), "/api/event/vesak/calendar.ics?date=2026-01-01", "events", 4},
	} {
		lock, err := a.DB.SQL().BeginTx(t.Context(), nil)
		if err != nil {
			t.Fatal(err)
		}
		if _, err := lock.ExecContext(t.Context(), "LOCK TABLE "+read.table+" IN ACCESS EXCLUSIVE MODE"); err != nil {
			t.Fatal(err)
		}
		const calls = 20
		answers := make(chan int, calls)
		for range calls {
			go func() { answers <- read.who.Get(read.path).Status }()
		}
		// Some rounds more after the most calls wait, in which one too many would arrive, but not so many that the
		// database's patience ends on a busy machine.
		waiting, more := 0, 8
		for range 30 {
			others.Post("/api/member/session/end-others", map[string]any{}).Want(200)
			n := int(a.Count(t, "SELECT count(*) FROM pg_stat_activity WHERE datname = current_database() AND wait_event_type = 'Lock'"))
			if waiting = max(waiting, n); waiting >= read.most {
				more--
			}
			if more == 0 {
				break
			}
		}
		if waiting < 1 || waiting > read.most {
			t.Errorf("%s: %d at once, want %d at most", read.path, waiting, read.most)
		}
		if err := lock.Rollback(); err != nil {
			t.Fatal(err)
		}
		for range calls {
			if status := <-answers; status != 200 && status != 404 {
				t.Errorf("%s: status %d", read.path, status)
			}
		}
	}
}

// Every call that makes a document, a whole order, the calendar or an unlimited list is limited in concurrency.
func TestEveryExpensiveReadIsMarked(t *testing.T) {
	t.Parallel()
	a := testkit.New(t, "sqlite")
	others := []string{"/api/event/calendar.ics", "/api/admin/run/{id}/file.pdf"} // cached like pages; an existing file
	for _, call := range a.HTTP.Calls() {
		paper := strings.HasSuffix(call.Path, ".pdf") || strings.Contains(call.Path, "/statement/") && strings.HasSuffix(call.Path, "/{file}")
		whole := slices.Contains([]string{"/api/invoice", "/api/admin/order/{id}"}, call.Path)
		calendar := strings.HasSuffix(call.Path, ".ics") || strings.HasPrefix(call.Path, "/api/event")
		export := strings.Contains(call.Path, "/export") || strings.HasSuffix(call.Path, ".xlsx") || strings.Contains(call.Path, "/statements/")
		want := call.Method == "GET" && (paper || whole || calendar || export) && !slices.Contains(others, call.Path)
		if want && !call.Dear {
			t.Errorf("%s %s takes no turn", call.Method, call.Path)
		}
	}
}
