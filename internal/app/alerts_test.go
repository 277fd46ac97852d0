package app_test

import (
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"log/slog"
	"net/http"
	"net/http/httptest"
	"os"
	"os/exec"
	"path/filepath"
	"regexp"
	"runtime"
	"slices"
	"strings"
	"sync"
	"testing"
	"time"

	"shanmen/internal/app"
	"shanmen/internal/base/clock"
	"shanmen/internal/platform/admission"
	"shanmen/internal/platform/db"
	"shanmen/internal/platform/outbox"
	"shanmen/internal/platform/ssr"
	"shanmen/internal/sales/cart"
	"shanmen/internal/testkit"
	"shanmen/internal/testkit/alert"
	"shanmen/internal/testkit/hitpay"
	"shanmen/internal/testkit/pg"
	"shanmen/internal/testkit/source"
)

const alertsFile = "deploy/alerts.yml"

// alarm is a state of the program in which an alert fires; make creates that state.
type alarm struct {
	alert string
	make  func(t *testing.T)
}

// fire checks that each alert is silent before the faulty state, and fires in it.
func fire(t *testing.T, scrape func() alert.Scrape, alarms ...alarm) {
	t.Helper()
	rules := map[string]alert.Rule{}
	for _, r := range alert.Rules(t, alertsFile) {
		rules[r.Alert] = r
	}
	for _, x := range alarms {
		r, known := rules[x.alert]
		if !known {
			t.Errorf("there is no alert %s", x.alert)
			continue
		}
		before := scrape()
		if r.Fires(t, before, before) {
			t.Errorf("%s fires before anything has happened", x.alert)
		}
		x.make(t)
		if !r.Fires(t, before, scrape()) {
			t.Errorf("%s does not fire: %s", x.alert, r.Expr)
		}
	}
}

// firedElsewhere lists the alerts whose faulty state another test creates.
var firedElsewhere = map[string]string{"ShanmenBackupFailed": "night_test.go"}

// Each alert fires in the state that it describes: the test creates that state and evaluates the rule on the program's
// metrics.
func TestEachAlertFires(t *testing.T) {
	t.Parallel()
	a := testkit.New(t, "sqlite")
	operator := a.Operator()
	scrape := func() alert.Scrape {
		a.Clock.Advance(11 * time.Second) // the cached readings have expired
		return alert.Of(t, operator, a.Clock.Now())
	}
	late := func(id, kind string, ago time.Duration) func(t *testing.T) {
		return func(t *testing.T) {
			a.Exec(t, "INSERT INTO outbox (id, kind, args, run_at, created_at) VALUES ($1, $2, '{}', $3, $3)", id, kind, a.Clock.Now().Add(-ago).UnixMilli())
		}
	}
	dead := func(kind string, n int) func(t *testing.T) {
		return func(t *testing.T) {
			for i := range n {
				a.Exec(t, "INSERT INTO outbox (id, kind, args, state, run_at, created_at) VALUES ($1, $2, '{}', 'dead', 0, 0)", kind+string(rune('a'+i)), kind)
			}
		}
	}
	a.Exec(t, "DELETE FROM outbox")
	a.DiskRoom = func(string) (app.DiskRoom, error) { return app.DiskRoom{Free: 5 << 30, Total: 8 << 30}, nil }
	fire(t, scrape,
		alarm{"ShanmenTextsWait", late("late-sms", "sms", 4*time.Minute)},
		alarm{"ShanmenLettersWait", late("late-mail", "mail", 16*time.Minute)},
		alarm{"ShanmenWorkWaits", late("late-work", "work", 16*time.Minute)},
		alarm{"ShanmenLettersGivenUp", dead("mail", 6)},
		alarm{"ShanmenWorkGivenUp", dead("work", 1)},
		alarm{"ShanmenLanePaused", func(t *testing.T) {
			a.Exec(t, "DELETE FROM outbox WHERE state = 'ready' AND kind <> 'mail'")
			a.Outbox.Handle(outbox.KindMail, func(context.Context, string, json.RawMessage) error {
				return outbox.Closed(errors.New("the bill is not paid"))
			})
			a.Drain(t)
		}},
		alarm{"ShanmenTransfersWait", func(t *testing.T) {
			a.Member(t).BuyByTransfer(1000, a.Item(t, "lamp-oil", "bottle"))
			a.Clock.Advance(49 * time.Hour)
		}},
		alarm{"ShanmenPagesFail", func(t *testing.T) {
			for range 6 {
				r := httptest.NewRequestWithContext(t.Context(), "GET", "/", nil)
				err := a.SSR.ServeOnce(httptest.NewRecorder(), r, func(context.Context) (ssr.Page, error) {
					return ssr.Page{Document: ssr.Document{PayloadJSON: []byte("no JSON")}}, nil
				})
				if err != nil {
					t.Fatal(err)
				}
			}
		}},
		alarm{"ShanmenDiskLow", func(*testing.T) {
			a.DiskRoom = func(string) (app.DiskRoom, error) { return app.DiskRoom{Free: 1 << 20, Total: 8 << 30}, nil }
		}},
		alarm{"ShanmenBackupMissing", func(t *testing.T) { a.Config.BackupTo = t.TempDir() }},
		alarm{"ShanmenBackupDamaged", func(t *testing.T) {
			note := `{"At":"` + a.Clock.Now().Format(time.RFC3339) + `","Tried":true,"Damaged":[{"Key":"files/receipt/a.jpg"}]}`
			if err := os.WriteFile(filepath.Join(a.Config.BackupTo, "checked.json"), []byte(note), 0o600); err != nil {
				t.Fatal(err)
			}
		}},
		alarm{"ShanmenPoolWaits", func(t *testing.T) { waitForConnections(t, a.DB) }},
		alarm{"ShanmenJobFails", func(t *testing.T) {
			closed, err := db.Open(t.Context(), "sqlite:"+filepath.Join(t.TempDir(), "gone.db"))
			if err != nil || closed.Close() != nil {
				t.Fatal(err)
			}
			whole := a.Carts
			a.Carts = &cart.Service{DB: closed, Clock: a.Clock}
			for range 4 {
				if a.Sweep(t.Context()) == nil {
					t.Error("the job does not fail")
				}
			}
			a.Carts = whole
			a.MustSweep(t)
		}},
		alarm{"ShanmenJobStuck", func(*testing.T) { a.Clock.Advance(16 * time.Minute) }},
		alarm{"ShanmenClockHeld", func(t *testing.T) {
			if err := a.Housekeep(t.Context()); err != nil {
				t.Fatal(err)
			}
			a.Clock.Advance(10 * 24 * time.Hour)
		}},
		alarm{"ShanmenLogLarge", func(t *testing.T) { // without the disk space metric
			if err := os.Truncate(filepath.Join(a.Config.DataDir, "shanmen.db-wal"), 300<<20); err != nil {
				t.Fatal(err)
			}
		}},
		alarm{"ShanmenNotReady", func(*testing.T) { a.Files = brokenStore{a.Files} }},
	)
	if stuck := ruleNamed(t, "ShanmenJobStuck"); stuck.Fires(t, scrape(), scrape()) {
		t.Error("while the clock is held nobody is told of the jobs that wait for it")
	}
}

// ruleNamed returns a rule of the rules file by name.
func ruleNamed(t *testing.T, name string) alert.Rule {
	t.Helper()
	rules := alert.Rules(t, alertsFile)
	return rules[slices.IndexFunc(rules, func(r alert.Rule) bool { return r.Alert == name })]
}

// waitForConnections makes so many calls wait for a database connection that the waiting time adds up to over a minute.
func waitForConnections(t *testing.T, d *db.DB) {
	t.Helper()
	pool := d.SQL()
	var held []interface{ Close() error }
	for range pool.Stats().MaxOpenConnections {
		c, err := pool.Conn(t.Context())
		if err != nil {
			t.Fatal(err)
		}
		held = append(held, c)
	}
	for began := pool.Stats().WaitDuration; pool.Stats().WaitDuration-began <= 70*time.Second; { // a busy machine begins some waits late
		var wg sync.WaitGroup
		ctx, stop := context.WithTimeout(t.Context(), 150*time.Millisecond)
		for range 700 {
			wg.Go(func() {
				if c, err := pool.Conn(ctx); err == nil {
					_ = c.Close()
				}
			})
		}
		wg.Wait()
		stop()
	}
	for _, c := range held {
		if err := c.Close(); err != nil {
			t.Fatal(err)
		}
	}
}

func TestEachAlertOfReplicasFires(t *testing.T) {
	t.Parallel()
	a := testkit.New(t, "postgres")
	operator := a.Operator()
	scrape := func() alert.Scrape {
		a.Clock.Advance(11 * time.Second)
		return alert.Of(t, operator, a.Clock.Now())
	}
	fire(t, scrape, alarm{"ShanmenReplicasDiffer", func(t *testing.T) {
		for _, v := range []string{"0.1.0", "0.2.0"} {
			a.Exec(t, "INSERT INTO replicas (id, version, content, late, seen_at) VALUES ($1, $1, 0, 0, $2)", v, a.Clock.Now().UnixMilli())
		}
	}})
	if s := scrape(); !strings.Contains(s.Text, "\nshanmen_replicas 2\n") || strings.Contains(s.Text, "shanmen_database_wal_bytes ") || s.Series("shanmen_database_pool_waits_total") != 2 {
		t.Errorf("the figures of replicas: %s", s.Text)
	}
}

// A database that accepts queries but does not answer delays a scrape by some seconds, and the alerts report it.
func TestMetricsScrapeAnswersWhileTheDatabaseHangs(t *testing.T) {
	t.Parallel()
	var s *pg.Snare
	a := testkit.NewThrough(t, func(url string) (through string) {
		s, through = pg.SnareBefore(t, url)
		return through
	})
	operator := a.Operator()
	before := alert.Of(t, operator, a.Clock.Now())
	a.Clock.Advance(11 * time.Second)
	s.Frozen.Store(true)
	began := time.Now()
	now := alert.Of(t, operator, a.Clock.Now())
	if took := time.Since(began); took > 8*time.Second {
		t.Errorf("the scrape took %v", took)
	}
	s.Frozen.Store(false)
	for _, name := range []string{"ShanmenNotReady", "ShanmenFiguresMissing"} {
		if r := ruleNamed(t, name); r.Fires(t, before, before) || !r.Fires(t, before, now) {
			t.Errorf("%s before: %v, now: %v", name, r.Fires(t, before, before), r.Fires(t, before, now))
		}
	}
}

// A separate program without demonstration data, first with the rate limits that visitors meet, then without its
// database.
func TestEachAlertAboutOutsideRequestsFires(t *testing.T) {
	t.Parallel()
	env := map[string]string{"DATA_DIR": t.TempDir(), "FLOOD_PER_MINUTE": "60", "TRUSTED_PROXIES": "none"}
	cfg, err := app.LoadConfig(func(name string) string { return env[name] }, false)
	if err != nil {
		t.Fatal(err)
	}
	clk := clock.NewFake(testkit.Start)
	a, err := app.New(t.Context(), cfg, app.Options{Clock: clk, Log: slog.New(slog.DiscardHandler), LightPasswords: true})
	if err != nil {
		t.Fatal(err)
	}
	defer func() { _ = a.Close() }()
	up := true
	scrape := func() alert.Scrape {
		clk.Advance(11 * time.Second)
		if !up {
			return alert.Scrape{At: clk.Now()}
		}
		return alert.Of(t, a.Operator(), clk.Now())
	}
	ask := func(n int, path, from string, header ...string) {
		for range n {
			r := httptest.NewRequestWithContext(t.Context(), http.MethodGet, path, nil)
			r.RemoteAddr = from + ":1"
			for i := 0; i+1 < len(header); i += 2 {
				r.Header.Set(header[i], header[i+1])
			}
			a.Handler.ServeHTTP(httptest.NewRecorder(), r)
		}
	}
	fire(t, scrape,
		alarm{"ShanmenBusy", func(t *testing.T) {
			g := a.Admission.Gate(admission.Papers)
			for range g.Limit().Running {
				if _, err := g.Enter(t.Context(), admission.Work{}); err != nil {
					t.Fatal(err)
				}
			}
			for i := range g.Limit().Waiting {
				go func() { _, _ = g.Enter(t.Context(), admission.Work{Owner: fmt.Sprint(i)}) }()
			}
			for g.Stats().Waiting < g.Limit().Waiting {
				runtime.Gosched()
			}
			for range 21 {
				if err := g.Check("visitor"); !admission.Refused(err) {
					t.Error(err)
				}
			}
		}},
		alarm{"ShanmenFlooded", func(*testing.T) { ask(162, "/api/_auth/session", "203.0.113.9") }},
		alarm{"ShanmenProxyUnknown", func(*testing.T) { ask(1, "/", "10.0.0.1", "X-Forwarded-For", "203.0.113.9") }},
		alarm{"ShanmenFiguresMissing", func(t *testing.T) {
			if err := a.DB.Close(); err != nil {
				t.Fatal(err)
			}
		}},
		alarm{"ShanmenErrors", func(*testing.T) { ask(11, "/event/none", "203.0.113.10") }},
		alarm{"ShanmenDown", func(*testing.T) { up = false }},
	)
}

func TestTheAlertOfThePaymentProviderFires(t *testing.T) {
	t.Parallel()
	a, s := testkit.NewConfirmed(t, "sqlite")
	operator := a.Operator()
	scrape := func() alert.Scrape {
		a.Clock.Advance(11 * time.Second)
		return alert.Of(t, operator, a.Clock.Now())
	}
	fire(t, scrape, alarm{"ShanmenProviderAway", func(t *testing.T) {
		c := a.Member(t)
		c.Fill(a.Item(t, "lamp-oil", "bottle")).Want(200)
		order := c.OrderByPayNow(c.Cart().SubTotal).Order()
		s.Fail(hitpay.Broken)
		for range 6 {
			c.Post("/api/payment/pay-now/code", map[string]any{"invoiceId": order.ID}).Want(200)
		}
	}})
}

// Each alert has a test that makes it fire, a chapter that says what to do, and a link to that chapter.
func TestEachAlertHasATestAndARunbookChapter(t *testing.T) {
	t.Parallel()
	tests := source.Read(t, "internal/app/alerts_test.go")
	book := source.Read(t, "docs/alerts.md")
	var chapters []string
	for _, m := range regexp.MustCompile(`(?m)^## (Shanmen\w+)$`).FindAllStringSubmatch(string(book), -1) {
		chapters = append(chapters, m[1])
	}
	var names []string
	for _, r := range alert.Rules(t, alertsFile) {
		names = append(names, r.Alert)
		if !strings.Contains(string(tests), `alarm{"`+r.Alert+`"`) && firedElsewhere[r.Alert] == "" {
			t.Errorf("no test makes %s fire", r.Alert)
		}
		if r.Annotations["summary"] == "" || r.Annotations["runbook_url"] != "docs/alerts.md#"+strings.ToLower(r.Alert) || r.Labels["severity"] != "page" && r.Labels["severity"] != "ticket" {
			t.Errorf("%s: %v %v", r.Alert, r.Labels, r.Annotations)
		}
	}
	if !slices.Equal(names, chapters) {
		t.Errorf("the alerts are\n%v\nand the chapters of docs/alerts.md\n%v", names, chapters)
	}
	parts := strings.Split(string(book), "\n## ")
	for _, part := range parts[1:] {
		for _, says := range []string{"**What it means.**", "**What devotees see.**", "**What to do.**"} {
			if !strings.Contains(part, says) {
				t.Errorf("the chapter %.30s lacks %s", part, says)
			}
		}
	}
}

// Every metric named by the rules, their tests, the dashboard and the runbooks exists in the program.
func TestEachMetricNamedInRulesAndDocsExists(t *testing.T) {
	t.Parallel()
	var figures strings.Builder
	files, err := filepath.Glob("metrics*.go")
	if err != nil || len(files) < 4 {
		t.Fatal(files, err)
	}
	for _, file := range files {
		b, err := os.ReadFile(file)
		if err != nil {
			t.Fatal(err)
		}
		figures.Write(b)
	}
	known := map[string]bool{}
	for _, m := range regexp.MustCompile(`"(shanmen_[a-z_]+)"`).FindAllStringSubmatch(figures.String(), -1) {
		known[m[1]] = true
	}
	for _, file := range []string{"deploy/alerts.yml", "deploy/alerts_test.yml", "deploy/dashboard.json", "docs/alerts.md", "docs/operations.md", "README.md"} {
		b := source.Read(t, file)
		for _, name := range regexp.MustCompile(`\bshanmen_[a-z_]*[a-z]\b`).FindAllString(string(b), -1) {
			base := regexp.MustCompile(`_(bucket|sum|count)$`).ReplaceAllString(name, "")
			if !known[name] && !known[base] {
				t.Errorf("%s names %s, which is no figure", file, name)
			}
		}
	}
}

// Prometheus parses the rules; each fires and resolves as its own promtool tests say.
func TestPrometheusAcceptsTheAlertRules(t *testing.T) {
	t.Parallel()
	promtool, err := exec.LookPath("promtool")
	if err != nil {
		t.Skip("promtool is missing (Debian's package prometheus): the rules of deploy/alerts.yml are not read by it here")
	}
	for _, args := range [][]string{{"check", "rules", "alerts.yml"}, {"test", "rules", "alerts_test.yml"}, {"check", "rules", questionsOfTheDashboard(t)}} {
		c := exec.CommandContext(t.Context(), promtool, args...)
		c.Dir = source.Path(t, "deploy")
		if said, err := c.CombinedOutput(); err != nil {
			t.Errorf("promtool %s: %v\n%s", strings.Join(args, " "), err, said)
		}
	}
	var tests []string
	b := source.Read(t, "deploy/alerts_test.yml")
	for _, m := range regexp.MustCompile(`alertname: (\w+)`).FindAllStringSubmatch(string(b), -1) {
		tests = append(tests, m[1])
	}
	for _, r := range alert.Rules(t, alertsFile) {
		if !slices.Contains(tests, r.Alert) {
			t.Errorf("%s has no test in deploy/alerts_test.yml", r.Alert)
		}
	}
}

// questionsOfTheDashboard writes the queries of the dashboard's panels as rules, so that promtool checks them.
func questionsOfTheDashboard(t *testing.T) (file string) {
	t.Helper()
	var board struct {
		Panels []struct{ Targets []struct{ Expr string } }
	}
	if err := json.Unmarshal(source.Read(t, "deploy/dashboard.json"), &board); err != nil || len(board.Panels) < 20 {
		t.Fatal(len(board.Panels), err)
	}
	rules := "groups:\n- name: dashboard\n  rules:\n"
	for i, p := range board.Panels {
		for j, q := range p.Targets {
			rules += fmt.Sprintf("  - {record: 'question:%d:%d', expr: '%s'}\n", i, j, q.Expr)
		}
	}
	file = filepath.Join(t.TempDir(), "dashboard.yml")
	if err := os.WriteFile(file, []byte(rules), 0o600); err != nil {
		t.Fatal(err)
	}
	return file
}
