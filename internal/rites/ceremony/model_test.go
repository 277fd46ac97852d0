package ceremony_test

import (
	"context"
	"fmt"
	"testing"
	"time"

	"shanmen/internal/base/clock"
	"shanmen/internal/platform/db"
	"shanmen/internal/rites/ceremony"
	"shanmen/internal/testkit"
	"shanmen/internal/testkit/bucket"
	"shanmen/internal/testkit/model"
)

const (
	actsOfTemple = 45
	mostOrders   = 12 // open orders at once: enough for every action to have a subject
)

// TestEveryPaidNameIsOnExactlyOneList plays MODEL_TEMPLES temples (default 12) with random actions on each engine, from
// MODEL_SEED on, and checks after each action that every paid name is on one list, that none is unpaid, that numbers
// and originals stay, and that nobody is notified twice or about something undone. On PostgreSQL one temple of three has
// two replicas. MODEL_TRACE=1 prints the actions.
func TestEveryPaidNameIsOnExactlyOneList(t *testing.T) {
	t.Parallel()
	model.Seeds(t, model.Number(t, "MODEL_TEMPLES", 12), func(t *testing.T, seed int) {
		model.Same(t, playLists(t, "sqlite", seed), playLists(t, "postgres", seed))
	})
}

func playLists(t *testing.T, engine string, seed int) []string {
	t.Helper()
	var a *testkit.App
	if engine == "postgres" && seed%3 == 1 {
		a = testkit.NewReplicas(t, bucket.New(t, "temple").URL())
	} else {
		a = testkit.New(t, engine)
	}
	w := &listWorld{
		Player: model.NewPlayer(seed, 14), t: t, a: a, ritual: a.Staff(t, "ritual"), counter: a.Staff(t, "counter"),
		seen: map[string]entryOnce{}, orders: []string{}, source: ceremonyOf(t, a, "winter-solstice", "ancestors")["sources"].([]fields)[0],
	}
	for range actsOfTemple {
		w.step()
		if t.Failed() {
			t.Fatalf("%s, seed %d, the last acts:\n%s", engine, seed, w.Last())
		}
	}
	w.Tell(t)
	return w.Trace
}

// listWorld is a temple, and what must not change about its lists.
type listWorld struct {
	*model.Player
	t               *testing.T
	a               *testkit.App
	ritual, counter *testkit.Client
	source          fields
	orders          []string // ids, in the order in which they came
	lists           []string
	seen            map[string]entryOnce
	mails           int
}

// entryOnce is what never changes about an entry.
type entryOnce struct {
	ceremony, original string
	no                 int64
}

// listActs are actions on lists; one without a subject is skipped.
var listActs = []model.Act[*listWorld]{
	model.Do("order", 12, (*listWorld).order), model.Do("pay", 16, (*listWorld).pay), model.Do("undo cash", 5, (*listWorld).undoCash), model.Do("refund", 4, (*listWorld).refund),
	model.Do("cancel", 2, (*listWorld).cancel), model.Do("make", 4, (*listWorld).makeList), model.Do("change", 2, (*listWorld).changeList), model.Do("close", 6, (*listWorld).closeList), model.Do("reopen", 4, (*listWorld).reopen),
	model.Do("check", 14, (*listWorld).check), model.Do("uncheck", 2, (*listWorld).uncheck), model.Do("correct", 8, (*listWorld).correct), model.Do("print", 14, (*listWorld).print),
	model.Do("withdraw", 3, (*listWorld).withdraw), model.Do("put back", 3, (*listWorld).putBack), model.Do("take out", 3, (*listWorld).takeOut), model.Do("late", 8, (*listWorld).late),
	model.Do("done", 8, (*listWorld).done), model.Do("done chosen", 6, (*listWorld).doneChosen), model.Do("take back", 5, (*listWorld).takeBack), model.Do("sitting", 2, (*listWorld).moveSitting),
	model.Do("minutes", 5, (*listWorld).minutes), model.Do("half an hour", 4, (*listWorld).halfHour), model.Do("days", 2, (*listWorld).days),
}

// step does one random action that is possible, and checks all rules after it.
func (w *listWorld) step() {
	model.Step(w.Player, w, listActs)
	if w.a.Ceremonies.CloseDue(w.t.Context()) != nil {
		w.t.Error("lists are not closed")
	}
	w.a.Drain(w.t)
	w.holds()
}

// post sends an action; a refusal by a rule is accepted, anything else is a failure.
func (w *listWorld) post(c *testkit.Client, path string, body any) *testkit.Response {
	w.t.Helper()
	r := c.Post(path, body)
	code := ""
	if r.Status == 400 {
		code = r.Code()
	}
	w.Note("→ %d %s", r.Status, code)
	if r.Status != 200 && r.Status != 400 {
		w.t.Errorf("%s: %d", path, r.Status)
	}
	return r
}

// pick is one of the ids that a query returns, in a fixed order; "" when there is none.
func (w *listWorld) pick(statement string, args ...any) string {
	w.t.Helper()
	ids := w.column(statement, args...)
	if len(ids) == 0 {
		return ""
	}
	i := w.IntN(len(ids))
	w.Note("%d of %d", i, len(ids))
	return ids[i]
}

func (w *listWorld) column(statement string, args ...any) (out []string) {
	w.t.Helper()
	rows, err := w.a.DB.SQL().QueryContext(w.t.Context(), statement, args...)
	if err != nil {
		w.t.Fatal(err)
	}
	defer func() { _ = rows.Close() }()
	for rows.Next() {
		var one string
		if err := rows.Scan(&one); err != nil {
			w.t.Fatal(err)
		}
		out = append(out, one)
	}
	if err := rows.Err(); err != nil {
		w.t.Fatal(err)
	}
	return out
}

var surnamesOf = []string{"欧阳", "林", "符", "郭", "陈", "𠮷"}

func (w *listWorld) order() bool {
	if len(w.orders) >= mostOrders {
		w.orders = w.orders[1:]
	}
	n := int64(1 + w.IntN(3))
	surname := surnamesOf[w.IntN(len(surnamesOf))]
	item := solstice(w.t, w.a, surname, int(n))
	r := w.counter.Post("/api/admin/walk-in", fields{
		"locale": "en", "payer": fields{"name": "Family " + surname, "email": fmt.Sprintf("family%d@example.org", w.IntN(4))},
		"items": []fields{item}, "paymentAmount": 5000 * n, "method": 2001,
	})
	if r.Status != 200 {
		w.t.Errorf("order: %d %s", r.Status, r.Body)
		return true
	}
	var v struct {
		Invoice struct{ ID string } `json:"invoice"`
	}
	r.JSON(&v)
	w.orders = append(w.orders, v.Invoice.ID)
	w.Note("%d × %s", n, surname)
	return true
}

// ofOrders is one of the orders in a state.
func (w *listWorld) ofOrders(states string) string {
	var ids []string
	for _, one := range w.orders {
		if w.a.Count(w.t, "SELECT count(*) FROM invoices WHERE id = $1 AND status IN ("+states+")", one) > 0 {
			ids = append(ids, one)
		}
	}
	if len(ids) == 0 {
		return ""
	}
	return ids[w.IntN(len(ids))]
}

func (w *listWorld) pay() bool {
	id := w.ofOrders("'awaiting-payment'")
	if id == "" {
		return false
	}
	w.post(w.counter, "/api/admin/invoice/"+id+"/cash", fields{"amountReceived": w.a.Count(w.t, "SELECT sub_total FROM invoices WHERE id = $1", id)})
	return true
}

func (w *listWorld) undoCash() bool {
	id := w.pick("SELECT id FROM payments WHERE method = 1 AND status = 'approved' AND decided_at >= $1 ORDER BY decided_at, id", int64(clock.MillisOf(w.a.Clock.Now().Add(-20*time.Second))))
	if id != "" {
		w.post(w.counter, "/api/admin/cash/"+id+"/undo", nil)
	}
	return id != ""
}

func (w *listWorld) refund() bool {
	id := w.ofOrders("'paid'")
	if id != "" {
		amount := w.a.Count(w.t, "SELECT sub_total FROM invoices WHERE id = $1", id)
		w.post(w.counter, "/api/admin/invoice/"+id+"/refund", fields{"method": 1, "amount": amount, "reason": "asked-by-devotee"})
	}
	return id != ""
}

func (w *listWorld) cancel() bool {
	id := w.ofOrders("'awaiting-payment'")
	if id != "" {
		w.post(w.counter, "/api/admin/invoice/"+id+"/cancel", fields{"reason": "asked-by-devotee"})
	}
	return id != ""
}

func (w *listWorld) makeList() bool {
	if len(w.lists) >= 5 {
		return false
	}
	in := ceremonyOf(w.t, w.a, "winter-solstice", "ancestors")
	in["title"], in["sources"], in["paper"] = fields{"en": fmt.Sprintf("Prayer %d", len(w.lists)), "zh": fmt.Sprintf("法会 %d", len(w.lists))}, []fields{w.source}, w.IntN(4) > 0
	if w.IntN(2) == 0 {
		delete(in, "closesAt")
	}
	var v ceremony.CeremonyView
	if r := w.post(w.ritual, "/api/admin/ceremony", in); r.Status == 200 {
		r.JSON(&v)
		w.lists = append(w.lists, v.ID)
	}
	return true
}

// ofLists is one of the lists that satisfy a condition.
func (w *listWorld) ofLists(condition string) string {
	return w.pick("SELECT id FROM ceremonies WHERE " + condition + " ORDER BY created_at, key")
}

func (w *listWorld) changeList() bool {
	id := w.ofLists("done_at = 0")
	if id == "" {
		return false
	}
	var v ceremony.CeremonyView
	w.ritual.Get("/api/admin/ceremony/" + id).Want(200).JSON(&v)
	r := w.ritual.Put("/api/admin/ceremony/"+id, fields{
		"title": v.Title, "gathers": v.Gathers, "script": "hant", "paper": v.Paper, "sittings": v.Sittings, "sources": v.Sources,
	})
	w.Note("→ %d", r.Status)
	return true
}

func (w *listWorld) closeList() bool {
	id := w.ofLists("closed_at = 0")
	if id != "" {
		w.post(w.ritual, "/api/admin/ceremony/"+id+"/close", fields{})
	}
	return id != ""
}

func (w *listWorld) reopen() bool {
	id := w.ofLists("closed_at > 0")
	if id != "" {
		w.post(w.ritual, "/api/admin/ceremony/"+id+"/reopen", fields{})
	}
	return id != ""
}

// ofEntries is one of the entries that satisfy a condition.
func (w *listWorld) ofEntries(condition string) (e struct {
	id, ceremony string
	revision     int64
}) {
	e.id = w.pick("SELECT e.id FROM ceremony_entries e JOIN ceremonies c ON c.id = e.ceremony_id WHERE " + condition + " ORDER BY c.created_at, c.key, e.no")
	if e.id != "" {
		row := w.a.DB.SQL().QueryRowContext(w.t.Context(), "SELECT ceremony_id, revision FROM ceremony_entries WHERE id = $1", e.id)
		if err := row.Scan(&e.ceremony, &e.revision); err != nil {
			w.t.Fatal(err)
		}
	}
	return e
}

func (w *listWorld) onEntry(condition, path string, body func(revision int64) any) bool {
	e := w.ofEntries(condition)
	if e.id != "" {
		w.post(w.ritual, "/api/admin/entry/"+e.id+path, body(e.revision))
	}
	return e.id != ""
}

func (w *listWorld) check() bool {
	return w.onEntry("e.state IN ('collected', 'checked')", "/check", func(revision int64) any {
		return fields{"revision": revision - int64(w.IntN(8)/7), "right": true}
	})
}

func (w *listWorld) uncheck() bool {
	return w.onEntry("e.state <> 'done'", "/check", func(revision int64) any { return fields{"revision": revision, "right": false} })
}

func (w *listWorld) correct() bool {
	return w.onEntry("1 = 1", "/correct", func(revision int64) any {
		text := fields{"kind": "ancestors", "surname": surnamesOf[w.IntN(len(surnamesOf))], "dedicators": []fields{{"name": "吴国强"}}}
		return fields{"revision": max(1, revision-int64(w.IntN(6)/5)), "text": text, "reason": "typed-wrong", "right": w.IntN(2) == 0}
	})
}

// print confirms sheets as the print room does, some of a revision that is outdated by then.
func (w *listWorld) print() bool {
	e := w.ofEntries("e.state IN ('collected', 'checked', 'printed', 'withdrawn')")
	if e.id == "" {
		return false
	}
	var counts bool
	w.a.Write(w.t, func(ctx context.Context, tx *db.Tx) (err error) {
		counts, err = ceremony.Accepted(ctx, tx, clock.MillisOf(w.a.Clock.Now()), e.id, e.revision-int64(w.IntN(5)/4))
		return err
	})
	w.Note("→ %v", counts)
	return true
}

func (w *listWorld) withdraw() bool {
	return w.onEntry("e.state <> 'done'", "/withdraw", func(int64) any { return fields{} })
}

func (w *listWorld) putBack() bool {
	return w.onEntry("e.state = 'withdrawn'", "/withdraw", func(int64) any { return fields{"back": true} })
}

func (w *listWorld) takeOut() bool {
	return w.onEntry("e.state = 'withdrawn'", "/taken-out", func(int64) any { return fields{} })
}

func (w *listWorld) late() bool {
	return w.onEntry("e.late > 0", "/late", func(int64) any { return fields{"decision": []string{"in", "next", "cannot"}[w.IntN(3)]} })
}

func (w *listWorld) done() bool {
	id := w.ofLists("1 = 1")
	if id != "" {
		w.post(w.ritual, "/api/admin/ceremony/"+id+"/done", fields{"sitting": 1 + w.IntN(2), "leaveOut": w.IntN(3) > 0})
	}
	return id != ""
}

func (w *listWorld) doneChosen() bool {
	e := w.ofEntries("e.state IN ('checked', 'printed', 'done')")
	if e.id == "" {
		return false
	}
	chosen := w.column("SELECT id FROM ceremony_entries WHERE ceremony_id = $1 ORDER BY no", e.ceremony)
	w.Shuffle(len(chosen), func(i, j int) { chosen[i], chosen[j] = chosen[j], chosen[i] })
	w.post(w.ritual, "/api/admin/ceremony/"+e.ceremony+"/done", fields{"sitting": 1, "entries": chosen[:min(len(chosen), 1+w.IntN(3))], "leaveOut": w.IntN(2) == 0})
	return true
}

func (w *listWorld) takeBack() bool {
	id := w.pick("SELECT id FROM done_marks ORDER BY at, sitting, entries, undone_at")
	if id == "" {
		return false
	}
	of := w.column("SELECT ceremony_id FROM done_marks WHERE id = $1", id)[0]
	w.post(w.ritual, "/api/admin/ceremony/"+of+"/done/"+id+"/take-back", fields{})
	return true
}

func (w *listWorld) moveSitting() bool {
	e := w.ofEntries("e.state <> 'done'")
	if e.id != "" {
		w.post(w.ritual, "/api/admin/ceremony/"+e.ceremony+"/sitting", fields{"sitting": 1 + w.IntN(2), "entries": []string{e.id}})
	}
	return e.id != ""
}

func (w *listWorld) minutes() bool  { w.a.Clock.Advance(3 * time.Minute); return true }
func (w *listWorld) halfHour() bool { return w.passes(ceremony.TakeBackFor + time.Minute) }
func (w *listWorld) days() bool     { return w.passes(2 * 24 * time.Hour) }

// passes lets time go by, after which people log in again.
func (w *listWorld) passes(by time.Duration) bool {
	w.a.Clock.Advance(by)
	w.ritual, w.counter = w.a.Staff(w.t, "ritual"), w.a.Staff(w.t, "counter")
	return true
}
