package httpd_test

import (
	"context"
	"testing"
	"time"

	"shanmen/internal/testkit"
)

// On PostgreSQL forty calls about one cart waited for its row with a connection each, and nobody else's call got one.
// Now one of them waits there, and the others before they take a connection.
func TestCallsOfOneVisitorWaitBeforeTheyTakeAConnection(t *testing.T) {
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
	for range 30 { // until all of them are there, and longer
		others.Post("/api/member/session/end-others", map[string]any{}).Want(200)
		if n := a.DB.SQL().Stats().InUse; n > 3 { // the lock's, the first call's, and a job's
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
