package checkout_test

import (
	"database/sql"
	"fmt"
	"os"
	"os/exec"
	"path/filepath"
	"reflect"
	"regexp"
	"slices"
	"strconv"
	"strings"
	"sync"
	"sync/atomic"
	"testing"
	"time"

	"shanmen/internal/testkit"
)

const (
	pgRounds      = 3
	pgCheckouts   = 240 // of a round, for each of the two
	pgConnections = 12  // as many as the program uses for writing
)

// BenchmarkCheckoutPgbench compares checkouts on PostgreSQL with pgbench, which sends the same statements with the same
// kind of arguments, prepared, over as many connections. of-pgbench is the median of three pairs. pgbench has to fetch
// the arguments of each checkout by another statement, whose time is measured alone and taken off.
func BenchmarkCheckoutPgbench(b *testing.B) {
	pgbench := findPgbench(b)
	a := testkit.New(b, "postgres")
	carts := benchCarts(b, a, 2*pgRounds*pgCheckouts)
	recorded := recordCheckouts(b, a, carts[:pgRounds*pgCheckouts])
	fetch, all := writeScripts(b, a, recorded)
	var ratios []float64
	for b.Loop() {
		for i := range pgRounds {
			alone := pgbenchTime(b, pgbench, a.Config.DatabaseURL, fetch)
			restart(b, a, i*pgCheckouts)
			theirs := pgbenchTime(b, pgbench, a.Config.DatabaseURL, all) - alone
			restart(b, a, 0)
			ours := payTogether(b, a, carts[(pgRounds+i)*pgCheckouts:][:pgCheckouts])
			ratios = append(ratios, theirs.Seconds()/ours.Seconds())
			b.ReportMetric(pgCheckouts/theirs.Seconds(), "pgbench/s")
			b.ReportMetric(pgCheckouts/ours.Seconds(), "checkouts/s")
		}
	}
	if n := a.Count(b, "SELECT count(*) FROM invoices"); n != 2*pgRounds*pgCheckouts {
		b.Errorf("%d invoices of %d carts", n, 2*pgRounds*pgCheckouts)
	}
	slices.Sort(ratios)
	b.ReportMetric(ratios[len(ratios)/2], "of-pgbench")
	b.ReportMetric(float64(len(recorded[0])), "statements")
	b.ReportMetric(0, "ns/op")
}

func findPgbench(b *testing.B) string {
	b.Helper()
	if at, err := exec.LookPath("pgbench"); err == nil {
		return at
	}
	found, _ := filepath.Glob("/usr/lib/postgresql/*/bin/pgbench")
	if len(found) == 0 {
		b.Skip("pgbench is not installed: it is in the package of PostgreSQL's server")
	}
	return found[len(found)-1]
}

type statement struct {
	text string
	args []any
}

// recordCheckouts returns the statements of each checkout. All are rolled back: the last one panics.
func recordCheckouts(b *testing.B, a *testkit.App, carts []benchCart) [][]statement {
	b.Helper()
	var now []statement
	var on atomic.Bool
	a.DB.Watch(func(text string, args ...any) {
		if !on.Load() {
			return
		}
		now = append(now, statement{text, slices.Clone(args)})
		if strings.Contains(text, "INSERT INTO outbox") {
			panic("enough")
		}
	})
	on.Store(true)
	var out [][]statement
	for i, c := range carts {
		now = nil
		if err := a.Checkout.PayInCash(b.Context(), c.userID, c.sessionID, c.cents); err == nil || !strings.Contains(err.Error(), "enough") {
			b.Fatalf("not recorded: %v", err)
		}
		for n, s := range now { // each order of the replay needs a number of its own
			for j, arg := range s.args {
				if text, is := arg.(string); is {
					now[n].args[j] = numbers.ReplaceAllString(text, fmt.Sprintf("INV-2026-9%05d", i))
				}
			}
		}
		if len(out) > 0 && len(out[0]) != len(now) {
			b.Fatalf("%d statements, then %d", len(out[0]), len(now))
		}
		out = append(out, now)
	}
	on.Store(false)
	return out
}

var numbers = regexp.MustCompile(`INV-\d{4}-\d{6}`)

// writeScripts stores the arguments in a table, and returns the scripts that fetch them, and that also run the
// statements.
func writeScripts(b *testing.B, a *testkit.App, recorded [][]statement) (fetch, all string) {
	b.Helper()
	var columns []string
	script := strings.Builder{}
	script.WriteString("BEGIN;\n")
	for n, s := range recorded[0] {
		text := s.text
		for i := len(s.args) - 1; i >= 0; i-- { // $12 before $1
			name := fmt.Sprintf("a%d_%d", n, i)
			with := ":" + name
			if _, is := textOf(s.args[i]); is {
				columns = append(columns, name)
			} else {
				with = "NULL"
			}
			text = strings.ReplaceAll(text, "$"+strconv.Itoa(i+1), with)
		}
		if _, rest, commented := strings.Cut(text, "\n"); commented && strings.HasPrefix(text, "-- name:") {
			text = rest
		}
		script.WriteString(strings.TrimSuffix(strings.TrimSpace(text), ";") + ";\n")
	}
	script.WriteString("COMMIT;\n")
	slices.Sort(columns)
	exec := func(text string, args ...any) {
		if _, err := a.DB.SQL().ExecContext(b.Context(), text, args...); err != nil {
			b.Fatalf("%s: %v", text[:min(len(text), 200)], err)
		}
	}
	exec("CREATE TABLE bench_args (n BIGINT PRIMARY KEY, " + strings.Join(columns, " TEXT, ") + " TEXT)")
	exec("CREATE SEQUENCE bench_next MINVALUE 0 START 0 CACHE 1")
	for n, of := range recorded {
		values := map[string]any{}
		for i, s := range of {
			for j, arg := range s.args {
				if text, is := textOf(arg); is {
					values[fmt.Sprintf("a%d_%d", i, j)] = text
				}
			}
		}
		marks, args := []string{"$1"}, []any{n}
		for i, c := range columns {
			marks, args = append(marks, "$"+strconv.Itoa(i+2)), append(args, values[c])
		}
		exec("INSERT INTO bench_args VALUES ("+strings.Join(marks, ", ")+")", args...)
	}
	get := "SELECT " + strings.Join(columns, ", ") + " FROM bench_args WHERE n = (SELECT nextval('bench_next')) \\gset\n"
	dir := b.TempDir()
	fetch, all = filepath.Join(dir, "fetch.sql"), filepath.Join(dir, "checkout.sql")
	for path, text := range map[string]string{fetch: get, all: get + script.String()} {
		if err := os.WriteFile(path, []byte(text), 0o600); err != nil {
			b.Fatal(err)
		}
	}
	return fetch, all
}

// textOf is an argument as text; false for NULL.
func textOf(arg any) (string, bool) {
	v := reflect.ValueOf(arg)
	for v.IsValid() && v.Kind() == reflect.Pointer {
		v = v.Elem()
	}
	switch {
	case !v.IsValid():
		return "", false
	case v.Kind() == reflect.Bool:
		if v.Bool() {
			return "1", true
		}
		return "0", true
	case v.CanInt():
		return strconv.FormatInt(v.Int(), 10), true
	}
	return v.String(), true
}

func restart(b *testing.B, a *testkit.App, n int) {
	b.Helper()
	var got int64
	if err := a.DB.SQL().QueryRowContext(b.Context(), "SELECT setval('bench_next', $1, false)", n).Scan(&got); err != nil && err != sql.ErrNoRows { //nolint:errorlint // of QueryRow
		b.Fatal(err)
	}
}

// pgbenchTime runs a script for every checkout of a round.
func pgbenchTime(b *testing.B, pgbench, url, script string) time.Duration {
	b.Helper()
	cmd := exec.CommandContext(b.Context(), pgbench, "-n", "-M", "prepared", "-c", strconv.Itoa(pgConnections), "-j", "2",
		"-t", strconv.Itoa(pgCheckouts/pgConnections), "-f", script, url)
	said, err := cmd.CombinedOutput()
	rate := perSecond.FindSubmatch(said)
	if err != nil || rate == nil || strings.Contains(string(said), "ERROR") {
		b.Fatalf("pgbench: %v\n%s", err, said)
	}
	tps, err := strconv.ParseFloat(string(rate[1]), 64)
	if err != nil {
		b.Fatal(err)
	}
	return time.Duration(pgCheckouts / tps * float64(time.Second))
}

// perSecond is the rate that pgbench prints, without its connecting.
var perSecond = regexp.MustCompile(`tps = ([\d.]+) \(without`)

// payTogether pays for carts by 32 clients.
func payTogether(b *testing.B, a *testkit.App, carts []benchCart) time.Duration {
	b.Helper()
	began := time.Now()
	var next atomic.Int64
	var all sync.WaitGroup
	for range benchClients {
		all.Go(func() {
			for i := next.Add(1) - 1; i < int64(len(carts)); i = next.Add(1) - 1 {
				if err := a.Checkout.PayInCash(b.Context(), carts[i].userID, carts[i].sessionID, carts[i].cents); err != nil {
					b.Error(err)
				}
			}
		})
	}
	all.Wait()
	return time.Since(began)
}
