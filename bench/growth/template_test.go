package growth_test

import (
	"fmt"
	"regexp"
	"slices"
	"strings"
	"testing"
	"time"

	"shanmen/internal/testkit"
)

// sample is what the program wrote for one registration or one order: the rows that every copy repeats.
type sample struct {
	at     int64 // when it happened
	tokens []token
	rows   []row
}

// token is a text that differs in each copy, and the SQL expression over the series s that replaces it.
type token struct{ text, with string }

type row struct {
	table   string
	columns []string
	values  []any
}

// text is a column's text, "" for any other.
func (r row) text(column string) string {
	v, _ := r.values[slices.Index(r.columns, column)].(string)
	return v
}

// leftOut are tables that copies have none of: sessions and limits are gone after a day, words and lists are filled
// apart, numbers and shifts are shared by many orders, and dates of events are of no order.
var leftOut = []string{
	"sessions", "known_devices", "throttles", "idempotency_keys", "otp_states", "search_terms", "number_series", "shifts", "replicas",
	"ceremony_entries", "entry_signs", "content_changes", "presence", "takings_days", "event_dates",
}

// state is all rows by table and primary key.
type state map[string]map[string]row

func read(t testing.TB, a *testkit.App) state {
	t.Helper()
	out := state{}
	for _, table := range a.Tables(t) {
		if slices.Contains(leftOut, table) {
			continue
		}
		keys := keysOf(t, a, table)
		found, err := a.DB.SQL().QueryContext(t.Context(), "SELECT * FROM "+table)
		if err != nil {
			t.Fatal(err)
		}
		columns, err := found.Columns()
		if err != nil {
			t.Fatal(err)
		}
		out[table] = map[string]row{}
		for found.Next() {
			values, into := make([]any, len(columns)), make([]any, len(columns))
			for i := range values {
				into[i] = &values[i]
			}
			if err := found.Scan(into...); err != nil {
				t.Fatal(err)
			}
			key := ""
			for i, c := range columns {
				if slices.Contains(keys, c) {
					key += fmt.Sprint(values[i], "|")
				}
			}
			out[table][key] = row{table, columns, values}
		}
		if err := found.Err(); err != nil {
			t.Fatal(err)
		}
		_ = found.Close()
	}
	return out
}

func keysOf(t testing.TB, a *testkit.App, table string) (out []string) {
	t.Helper()
	list := "SELECT name FROM pragma_table_info($1) WHERE pk > 0"
	if a.DB.Engine() == "postgres" {
		list = "SELECT a.attname FROM pg_index i JOIN pg_attribute a ON a.attrelid = i.indrelid AND a.attnum = ANY (i.indkey) WHERE i.indrelid = $1::regclass AND i.indisprimary"
	}
	found, err := a.DB.SQL().QueryContext(t.Context(), list, table)
	if err != nil {
		t.Fatal(err)
	}
	defer func() { _ = found.Close() }()
	for found.Next() {
		var name string
		if err := found.Scan(&name); err != nil {
			t.Fatal(err)
		}
		out = append(out, name)
	}
	if err := found.Err(); err != nil {
		t.Fatal(err)
	}
	return out
}

// take runs an act and returns the rows that are new after it, and after the letters that it caused.
func take(t testing.TB, a *testkit.App, act func()) sample {
	t.Helper()
	before, at := read(t, a), a.Clock.Now()
	act()
	a.Clock.Advance(time.Minute) // a decision can no longer be taken back, and its letters leave
	a.Drain(t)
	out := sample{at: at.UnixMilli()}
	tables := read(t, a)
	for table, rows := range tables {
		for key, r := range rows {
			if _, there := before[table][key]; !there {
				out.rows = append(out.rows, r)
			}
		}
	}
	slices.SortFunc(out.rows, func(a, b row) int { return strings.Compare(a.table, b.table) })
	return out
}

var uuid = regexp.MustCompile(`^[0-9a-f]{8}-[0-9a-f]{4}-7[0-9a-f]{3}-[0-9a-f]{4}-[0-9a-f]{12}$`)

// own are the ids of the sample's own rows, and those that it invented without a row that stays, such as a cart's.
func (s *sample) own() {
	for _, r := range s.rows {
		for i, c := range r.columns {
			if v, is := r.values[i].(string); is && uuid.MatchString(v) && (c == "id" || c == "origin_id") && !s.has(v) {
				s.tokens = append(s.tokens, token{v, idOf(v, "s.u", "s.h")})
			}
		}
	}
}

func (s *sample) has(text string) bool {
	return slices.ContainsFunc(s.tokens, func(t token) bool { return t.text == text })
}

// idOf is an id of the sample moved to the copy's time: u is its first 13 characters, h its last 12.
func idOf(id, u, h string) string { return fmt.Sprintf("%s || '%s' || %s", u, id[13:24], h) }

// value is the SQL expression of a column's value in a copy.
func (s *sample) value(v any) string {
	switch v := v.(type) {
	case nil:
		return "NULL"
	case int64:
		if v > s.at-10*366*86_400_000 && v < s.at+10*366*86_400_000 { // a time
			return fmt.Sprintf("s.at + (%d)", v-s.at)
		}
		return fmt.Sprint(v)
	case []byte:
		return s.text(string(v))
	case string:
		return s.text(v)
	default:
		panic(fmt.Sprintf("a value of type %T", v))
	}
}

func (s *sample) text(v string) string {
	for _, t := range s.tokens {
		if before, after, is := strings.Cut(v, t.text); is {
			return join(s.text(before), t.with, s.text(after))
		}
	}
	return "'" + strings.ReplaceAll(v, "'", "''") + "'"
}

func join(parts ...string) string {
	parts = slices.DeleteFunc(parts, func(p string) bool { return p == "''" })
	return strings.Join(parts, " || ")
}

// copies inserts the sample again for each row of a series that a condition names.
func (s *sample) copies(f *filler, series, where string) {
	for _, r := range s.rows {
		values := make([]string, len(r.values))
		for i, v := range r.values {
			if with, is := apart[r.table+"."+r.columns[i]]; is {
				values[i] = with
			} else {
				values[i] = s.value(v)
			}
		}
		only := where
		if r.table == "bank_statements" {
			only += fmt.Sprintf(" AND s.n %% %d = %d", perStatement, firstOfStatement)
		}
		if days := keptFor[r.table]; days > 0 {
			only += fmt.Sprintf(" AND s.at > %d", f.now-days*86_400_000)
		}
		f.exec(fmt.Sprintf("INSERT INTO %s (%s) SELECT %s FROM %s s WHERE %s", r.table, strings.Join(r.columns, ", "), strings.Join(values, ", "), series, only))
	}
}

// apart are columns whose value is of no token: pictures of different transfers do not look alike.
var apart = map[string]string{
	"upload_images.sha256":   "'00000000000000000000000000000000000000000000' || s.ref || substr(s.h, 3)",
	"upload_images.dhash":    "s.n * 2654435761 % 9007199254740881",
	"upload_images.band_a":   "s.n * 2654435761 % 65521",
	"upload_images.band_b":   "s.n * 40503 % 65519",
	"upload_images.band_c":   "s.n * 48271 % 65497",
	"upload_images.band_d":   "s.n * 69621 % 65479",
	"bank_statements.sha256": "'growth' || s.g",
	"bank_statements.total":  fmt.Sprint(linesPerStatement),
	"bank_lines.hash":        "'growth' || s.h",
	"bank_lines.position":    "s.n % " + fmt.Sprint(perStatement),
	"bank_lines.description": "'PAYNOW OTHR ' || s.ref",
	"tickets.token_hash":     "'growth' || s.h",
	"users.password_hash":    "'-'",
}

// keptFor is how many days docs/retention.md keeps the rows of a table: older orders have none.
var keptFor = map[string]int64{
	"outbox": 90, "uploads": 730, "upload_images": 730, "carts": 730, "cart_items": 30, "audit_entries": 5 * 365,
	"tickets": 400, "bank_statements": 5 * 365, "bank_lines": 5 * 365, "bank_matches": 5 * 365,
}
