package desk_test

import (
	"context"
	"fmt"
	"runtime"
	"slices"
	"strings"
	"sync"
	"testing"
	"time"

	"shanmen/internal/base/clock"
	"shanmen/internal/base/money"
	paymentdesk "shanmen/internal/office/desk"
	"shanmen/internal/platform/db"
	"shanmen/internal/platform/db/query"
	"shanmen/internal/sales/bankline"
	"shanmen/internal/testkit"
	"shanmen/internal/testkit/officekit"
)

// credits is a statement of today whose lines match orders with certainty, or probably.
func credits(t *testing.T, a *testkit.App, classes map[string]string, cents money.Cents) {
	t.Helper()
	now := clock.MillisOf(a.Clock.Now())
	a.Write(t, func(ctx context.Context, tx *db.Tx) error {
		_, err := tx.BankStatementAdd(ctx, query.BankStatementAddParams{
			ID: "statement", Sha256: "x", State: "ready", Total: int64(len(classes)), FromAt: now.Add(-time.Hour), ThroughAt: now, CreatedAt: now,
		})
		if err != nil {
			return err
		}
		for invoiceID, class := range classes {
			line := query.BankLine{ID: "line-" + invoiceID, StatementID: "statement", Hash: invoiceID, State: "open", Class: class, BookedAt: now, Amount: cents}
			if _, err := bankline.Add(ctx, tx, line); err != nil {
				return err
			}
			if err := tx.BankMatchAdd(ctx, query.BankMatchAddParams{LineID: line.ID, InvoiceID: invoiceID, State: "proposed", Amount: cents}); err != nil {
				return err
			}
		}
		return nil
	})
}

// Payments that the bank confirms without conflict are approved in one step, if unchanged since they were listed; the
// others wait for a decision one by one. Each approval can be undone as usual.
func TestBankConfirmedPaymentsAreApprovedTogether(t *testing.T) {
	t.Parallel()
	testkit.Each(t, func(t *testing.T, a *testkit.App) {
		pay := func(n uint64, says int64) (string, string) {
			v, id := officekit.Lamp{Payer: fmt.Sprintf("Payer %d", n), Mobile: fmt.Sprintf("+658111%04d", n), Picture: officekit.Receipt(t, n, 0), Says: says}.Pay(t, a)
			a.Clock.Advance(2 * time.Minute)
			return v.ID, id
		}
		sureA, a1 := pay(1, 0)
		sureB, a2 := pay(2, 0)
		differs, b1 := pay(3, 8000)
		likely, b2 := pay(4, 0)
		_, b3 := pay(5, 0) // the bank statement does not contain it
		twice, former := pay(6, 0)
		v, again := officekit.Lamp{Payer: "Payer 7", Mobile: "+6581110007", Picture: officekit.Receipt(t, 6, 0)}.Pay(t, a) // the very same picture
		credits(t, a, map[string]string{sureA: "certain", sureB: "certain", differs: "certain", likely: "likely", twice: "likely", v.ID: "certain"}, 8800)
		desk := a.Staff(t, "treasurer")
		var f paymentdesk.Figures
		desk.Get("/api/admin/payment/figures").Want(200).JSON(&f)
		if f.Confirmed.Count != 2 || f.Confirmed.Sum != 2*8800 {
			t.Fatalf("confirmed: %+v", f.Confirmed)
		}
		const path = "/api/admin/payment/approve-confirmed"
		for _, other := range []map[string]any{{"count": 3, "sum": 2 * 8800}, {"count": 2, "sum": 8800}} {
			if r := desk.Post(path, other); r.Code() != "confirmed-changed" {
				t.Errorf("%v: %d %s", other, r.Status, r.Body)
			}
		}
		if n := len(queue(t, desk, "status=approved").Items); n != 0 {
			t.Errorf("%d are approved by another sum than was looked at", n)
		}
		var done paymentdesk.ApprovedTogether
		desk.Header.Set("Idempotency-Key", "approve-what-is-confirmed")
		first := desk.Post(path, map[string]any{"count": 2, "sum": 2 * 8800}).Want(200)
		first.JSON(&done)
		if r := desk.Post(path, map[string]any{"count": 2, "sum": 2 * 8800}); r.Status != 200 || string(r.Body) != string(first.Body) { // its answer was lost
			t.Errorf("sent again: %d %s", r.Status, r.Body)
		}
		desk.Header.Del("Idempotency-Key")
		if len(done.Approved) != 2 || done.Sum != 2*8800 || done.LeftOut != 0 || done.Approved[0].ID != a1 || done.Approved[0].InvoiceNumber == "" {
			t.Errorf("%+v", done)
		}
		if got, want := idsOf(queue(t, desk, "status=pending")), []string{b1, b2, b3, former, again}; !slices.Equal(got, want) {
			t.Errorf("waiting: %v, want %v", got, want)
		}
		if n := a.Count(t, "SELECT count(*) FROM payments WHERE status = 'approved' AND unseen = 0 AND received = 8800"); n != 2 {
			t.Errorf("%d are approved as seen in the bank", n)
		}
		if n := a.Count(t, "SELECT count(*) FROM audit_entries WHERE action = 'payment.approve' AND actor_id = $1", a.UserID(t, "treasurer")); n != 2 {
			t.Errorf("%d approvals in the trail", n)
		}
		// One of them is undone: the payment waits again, and so does its statement line.
		desk.Post("/api/admin/payment/"+a2+"/undo", map[string]any{}).Want(200)
		if got := idsOf(queue(t, desk, "status=pending")); !slices.Contains(got, a2) {
			t.Errorf("taken back: %v", got)
		}
		desk.Get("/api/admin/payment/figures").Want(200).JSON(&f)
		if f.Confirmed.Count != 1 || f.Confirmed.Sum != 8800 {
			t.Errorf("confirmed again: %+v", f.Confirmed)
		}
		// Nothing is left to approve with the outdated list.
		if r := desk.Post(path, map[string]any{"count": 2, "sum": 2 * 8800}); r.Code() != "confirmed-changed" {
			t.Errorf("%d %s", r.Status, r.Body)
		}
	})
}

// The first try of a call collides with another transaction after it has read the payments, and meanwhile another call
// with its key approves them. The retry returns these approvals.
func TestARetriedApprovalReturnsWhatAnotherCallWithItsKeyApproved(t *testing.T) {
	t.Parallel()
	a := testkit.New(t, "postgres")
	v, paymentID := officekit.Lamp{Picture: officekit.Receipt(t, 1, 0)}.Pay(t, a)
	credits(t, a, map[string]string{v.ID: "certain"}, 8800)
	desk := a.Staff(t, "treasurer")
	approve := func(key string) *testkit.Response {
		desk.Header.Set("Idempotency-Key", key)
		return desk.Post("/api/admin/payment/approve-confirmed", map[string]any{"count": 1, "sum": 8800})
	}
	first := approve("first").Want(200)
	actor := a.UserID(t, "treasurer")
	desk.Post("/api/admin/payment/"+paymentID+"/undo", map[string]any{}).Want(200)

	a.Exec(t, `CREATE SEQUENCE answers`)
	a.Exec(t, `CREATE FUNCTION collide_once() RETURNS trigger LANGUAGE plpgsql AS $$ BEGIN
		IF nextval('answers') = 1 THEN
			PERFORM pg_advisory_xact_lock(1);
			RAISE EXCEPTION 'collision' USING ERRCODE = '40001';
		END IF;
		RETURN NEW; END $$`)
	a.Exec(t, `CREATE TRIGGER collide_once BEFORE UPDATE ON idempotency_keys FOR EACH ROW EXECUTE FUNCTION collide_once()`)
	held, err := a.DB.SQL().Conn(t.Context())
	if err != nil {
		t.Fatal(err)
	}
	defer held.Close()
	if _, err := held.ExecContext(t.Context(), `SELECT pg_advisory_lock(1)`); err != nil {
		t.Fatal(err)
	}
	waiting := func(n int64) {
		t.Helper()
		for deadline := time.Now().Add(30 * time.Second); a.Count(t, `SELECT count(*) FROM pg_stat_activity WHERE datname = current_database() AND wait_event_type = 'Lock'`) < n; {
			if time.Now().After(deadline) {
				t.Fatalf("fewer than %d transactions wait", n)
			}
			runtime.Gosched()
		}
	}
	var second *testkit.Response
	var other error
	var calls sync.WaitGroup
	calls.Go(func() { second = approve("second") })
	waiting(1)
	calls.Go(func() {
		other = a.TryExec(t, `WITH stored AS (
				INSERT INTO idempotency_keys (scope, key, body_hash, response, created_at)
				SELECT scope, 'second', body_hash, response, created_at FROM idempotency_keys WHERE key = 'first' ON CONFLICT DO NOTHING RETURNING key)
			UPDATE payments SET status = 'approved', decided_by = $1 WHERE id = $2 AND EXISTS (SELECT 1 FROM stored)`, actor, paymentID)
	})
	waiting(2)
	if _, err := held.ExecContext(t.Context(), `SELECT pg_advisory_unlock(1)`); err != nil {
		t.Fatal(err)
	}
	calls.Wait()
	if other != nil {
		t.Fatal(other)
	}
	if !strings.Contains(string(first.Body), paymentID) || string(second.Want(200).Body) != string(first.Body) {
		t.Errorf("%s, the first call %s", second.Body, first.Body)
	}
}
