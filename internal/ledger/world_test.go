package ledger_test

import (
	"database/sql"
	"encoding/json"
	"errors"
	"fmt"
	"net/http"
	"slices"
	"strings"
	"testing"
	"time"

	"shanmen/internal/base/money"
	"shanmen/internal/platform/job"
	"shanmen/internal/testkit"
	"shanmen/internal/testkit/bucket"
	"shanmen/internal/testkit/hitpay"
	"shanmen/internal/testkit/model"
	"shanmen/internal/testkit/mutant"
)

const day = 24 * time.Hour

// world is a temple and what the model knows of it, above all the money that was really transferred.
type world struct {
	*model.Player
	t       *testing.T
	a       *testkit.App
	members []*member
	desk    *visitor // the treasurer
	counter *visitor
	second  *visitor       // the administrator, who approves requests of others
	editor  *visitor       // who changes the catalogue
	company *hitpay.Server // the payment provider; nil where the temple has none
	put     *visitor       // the ritual staff, who assign lamps to positions; nil where lamps have none
	lamp    string         // an option with small stock
	places  int64          // its stock at the beginning

	transfers  []*transfer
	ofLine     map[string]*transfer // by the id of the bank statement line
	prepared   map[string]*sql.Stmt // the model's own prepared statements, most of which run after each action
	closed     map[string]kept      // the closed months, as they were then
	statements []string             // ids, in the order in which they were uploaded
	keys       int
}

// visitor is a browser that logs in again when its session has ended.
type visitor struct {
	client *testkit.Client
	login  func() *testkit.Client
	stays  time.Duration // how long after a login it logs in again, before the session expires
	since  time.Time
}

// member is a devotee with their recent orders.
type member struct {
	visitor
	name   string
	orders []*order
}

// order is an order as its payer knows it.
type order struct {
	id, reference string
	of            *member
}

// transfer is money that really arrived in the temple's bank account.
type transfer struct {
	serial    int
	cents     money.Cents
	at        time.Time
	reference string // as the payer typed it; "" when it was left out
	payer     string
	meant     []string  // references of the orders it was meant for
	uploads   []string  // pictures of it that were sent
	byHand    []string  // payments that the treasurer entered for it by hand
	company   string    // the payment at the payment provider, which has the money: it is on no statement; "": the bank has it
	returned  time.Time // when the bank took it back; zero: it did not
}

// The words by which the bank's file names the transfer; unique to each transfer.
func (tr *transfer) words() string { return fmt.Sprintf("Incoming PayNow Ref %06d", tr.serial) }

const (
	lampPlaces = 5
	staffStays = 25 * time.Minute
)

var people = []string{"Tan Bee Leng", "Ong Ah Kow", "Siti Aminah"}

// openTemple starts the program. On PostgreSQL one temple of three has two replicas, each act and job on one of them at
// random, and one of fifty runs each transaction twice, as after a serialisation conflict: the result must be the same.
func openTemple(t *testing.T, engine string, seed int, more ...testkit.Setting) *testkit.App {
	t.Helper()
	switch {
	case engine != "postgres":
	case seed%50 == 0:
		return testkit.NewThrough(t, func(url string) string { return mutant.Twice(t, url) }, more...)
	case seed%3 == 1:
		return testkit.NewReplicas(t, bucket.New(t, "temple").URL(), more...)
	}
	return testkit.New(t, engine, more...)
}

func newWorld(t *testing.T, engine string, seed int) *world {
	t.Helper()
	a, company := testkit.Confirmed(t, func(provider testkit.Setting) *testkit.App { return openTemple(t, engine, seed, provider) })
	w := worldOf(t, a, seed)
	w.company = company
	a.Exec(t, "UPDATE offering_options SET remaining = $1 WHERE id = $2", lampPlaces, w.lamp)
	for i, m := range w.members {
		a.NewMember(t, m.name, mobileOf(i))
	}
	if seed%2 == 0 {
		w.stand()
	}
	if seed%3 == 0 { // so low that many refunds need a second person
		a.Staff(t, "admin").Put("/api/admin/setting", map[string]any{"values": map[string]string{"refund-limit": "20"}}).Want(200)
	}
	return w
}

func mobileOf(person int) string { return fmt.Sprintf("+658100%04d", person) }

// worldOf is the world of a temple whose members have accounts. The model knows of nothing that happened in it before.
func worldOf(t *testing.T, a *testkit.App, seed int) *world {
	t.Helper()
	w := &world{Player: model.NewPlayer(seed, 23), t: t, a: a, lamp: a.Option(t, "light-lamp", "grand"), places: lampPlaces, ofLine: map[string]*transfer{}, prepared: map[string]*sql.Stmt{}, closed: map[string]kept{}}
	for i, name := range people {
		m := &member{name: name}
		m.stays, m.login = 11*time.Hour, func() *testkit.Client { return a.LogIn(t, mobileOf(i), testkit.NewMemberPassword) }
		w.members = append(w.members, m)
	}
	staff := func(role string) *visitor {
		return &visitor{login: func() *testkit.Client { return a.Staff(t, role) }, stays: staffStays}
	}
	w.desk, w.counter, w.second, w.editor = staff("treasurer"), staff("counter"), staff("admin"), staff("editor")
	return w
}

// call sends a request with an idempotency key, and sometimes a second time, as a phone on a bad connection does. It
// logs the response. A server error, or a second response that differs from the first, fails the test.
func (w *world) call(v *visitor, method, path string, body any) *testkit.Response {
	w.t.Helper()
	w.keepIn(v)
	w.keys++
	key := fmt.Sprintf("model-key-%08d", w.keys)
	send := func() *testkit.Response {
		v.client.Header.Set("Idempotency-Key", key)
		return v.client.Do(method, path, body)
	}
	r := send()
	if method == http.MethodGet {
		return r
	}
	said := fmt.Sprint(r.Status)
	if r.Status != 200 {
		said += " " + r.Code() + fmt.Sprint(r.FieldCodes())
	}
	w.Note("%s", said)
	if r.Status >= 500 && !strings.Contains(string(r.Body), "44062") || r.Status == 429 {
		w.t.Errorf("%s: %s %s answered %d: %s", w.Doing, method, path, r.Status, r.Body)
	}
	if w.IntN(8) == 0 && r.Status == 200 {
		if again := send(); again.Status != 200 && !slices.Contains(doneAlready, again.Code()) {
			w.t.Errorf("%s: %s %s sent again answered %d: %s", w.Doing, method, path, again.Status, again.Body)
		}
	}
	return r
}

// doneAlready are refusals that mean that the action was already done: a repeated one is not a new one.
var doneAlready = []string{"already-decided", "undo-too-late", "statement-busy"}

// keepIn logs a visitor in again whose session is about to end.
func (w *world) keepIn(v *visitor) {
	w.t.Helper()
	if now := w.a.Clock.Now(); now.Sub(v.since) >= v.stays {
		v.client, v.since = v.login(), now
	}
}

func (w *world) post(v *visitor, path string, body any) *testkit.Response {
	w.t.Helper()
	return w.call(v, http.MethodPost, path, body)
}

// get reads something that must exist.
func (w *world) get(v *visitor, path string, into any) {
	w.t.Helper()
	w.call(v, http.MethodGet, path, nil).Want(200).JSON(into)
}

// upload sends a file and decodes the response into into.
func (w *world) upload(v *visitor, path string, f testkit.File, into any) bool {
	w.t.Helper()
	w.keepIn(v)
	r := v.client.Upload(path, f)
	w.Note("upload %d", r.Status)
	if r.Status != 200 {
		if r.Status != 400 {
			w.t.Errorf("%s: upload answered %d: %s", w.Doing, r.Status, r.Body)
		}
		return false
	}
	if err := json.Unmarshal(r.Body, into); err != nil {
		w.t.Fatal(err)
	}
	return true
}

// advance moves the clock and runs the jobs that become due.
func (w *world) advance(d time.Duration) bool {
	w.t.Helper()
	w.a.Clock.Advance(d)
	if err := w.a.Sweep(w.t.Context()); err != nil {
		w.t.Errorf("%s: sweep: %v", w.Doing, err)
	}
	if err := w.a.PayRequests.Look(w.t.Context()); err != nil && !errors.Is(err, job.ErrMore) {
		w.t.Errorf("%s: look at payment requests: %v", w.Doing, err)
	}
	w.a.Drain(w.t)
	return true
}

// any is a random element of a slice, nil for an empty one.
func pick[T any](w *world, of []T) (out T, ok bool) {
	if len(of) == 0 {
		return out, false
	}
	return of[w.IntN(len(of))], true
}

// column reads one column of rows.
func (w *world) column(statement string, args ...any) (out []string) {
	w.t.Helper()
	w.rows(statement, func(scan func(...any) error) error {
		var s string
		err := scan(&s)
		out = append(out, s)
		return err
	}, args...)
	return out
}

func (w *world) rows(statement string, each func(scan func(...any) error) error, args ...any) {
	w.t.Helper()
	rows, err := w.prepare(statement).QueryContext(w.t.Context(), args...)
	if err != nil {
		w.t.Fatalf("%s: %v", statement, err)
	}
	defer rows.Close()
	for rows.Next() {
		if err := each(rows.Scan); err != nil {
			w.t.Fatalf("%s: %v", statement, err)
		}
	}
	if err := rows.Err(); err != nil {
		w.t.Fatal(err)
	}
}

func (w *world) prepare(statement string) *sql.Stmt {
	w.t.Helper()
	if w.prepared[statement] == nil {
		made, err := w.a.DB.SQL().PrepareContext(w.t.Context(), statement)
		if err != nil {
			w.t.Fatalf("%s: %v", statement, err)
		}
		w.prepared[statement] = made
	}
	return w.prepared[statement]
}
