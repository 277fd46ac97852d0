package personal_test

import (
	"fmt"
	"os"
	"path/filepath"
	"regexp"
	"slices"
	"strings"
	"testing"
	"time"

	"shanmen/internal/office/personal"
	"shanmen/internal/platform/outbox"
	"shanmen/internal/testkit"
	"shanmen/internal/testkit/source"
)

// documented is a line of docs/retention.md: the tables or things that it is about, and its rules.
type documented struct{ what, rules string }

func document(t *testing.T) (lines []documented) {
	t.Helper()
	periods, _, _ := strings.Cut(string(source.Read(t, "docs/retention.md")), aDayOfGuests)
	for line := range strings.Lines(periods) {
		cells := strings.Split(strings.Trim(strings.TrimSpace(line), "|"), "|")
		if !strings.HasPrefix(line, "|") || strings.HasPrefix(line, "|---") || strings.HasPrefix(line, "| Tables") || strings.HasPrefix(line, "| What") {
			continue
		}
		for _, c := range cells {
			if strings.TrimSpace(c) == "" {
				t.Errorf("a line with an empty cell: %s", line)
			}
		}
		lines = append(lines, documented{strings.TrimSpace(cells[0]), strings.TrimSpace(cells[len(cells)-1])})
	}
	return lines
}

// limit is a rule as the document writes it.
func limit(r personal.Rule) string {
	switch {
	case r.Years > 0:
		return fmt.Sprintf("%s, %d years", r.Name, r.Years)
	case r.Keep == 0:
		return r.Name + ", at once"
	case r.Keep == day:
		return r.Name + ", 1 day"
	}
	return fmt.Sprintf("%s, %d days", r.Name, r.Keep/day)
}

func TestRetentionDocumentMatchesTheProgram(t *testing.T) {
	t.Parallel()
	testkit.One(t, func(t *testing.T, a *testkit.App) {
		var named, said []string
		for _, line := range document(t) {
			for _, m := range regexp.MustCompile("`([a-z_]+)`").FindAllStringSubmatch(line.what, -1) {
				named = append(named, m[1])
			}
			for rule := range strings.SplitSeq(line.rules, "; ") {
				said = append(said, rule)
			}
		}
		slices.Sort(named)
		if schema := a.Tables(t); !slices.Equal(named, schema) {
			t.Errorf("docs/retention.md names\n%q\nthe schema has\n%q", named, schema)
		}
		known := []string{"account", "temple", "–"}
		for _, r := range a.Personal.Rules() {
			known = append(known, limit(r))
			if !slices.Contains(said, limit(r)) {
				t.Errorf("docs/retention.md does not say %q", limit(r))
			}
		}
		for _, s := range said {
			if !slices.Contains(known, s) {
				t.Errorf("docs/retention.md says %q, which no rule does", s)
			}
		}
	})
}

// Each rule deletes data a moment past its limit, and nothing younger. The tables are given with a condition that finds
// the row created here.
func TestRetentionDeletesOnTimeAndNotEarlier(t *testing.T) {
	t.Parallel()
	testkit.Each(t, func(t *testing.T, a *testkit.App) {
		ms := func(at time.Time) int64 { return at.UnixMilli() }
		kept := map[string]struct {
			make  func(id string, at time.Time)
			there string // counts the row while it exists
		}{
			"idempotency-keys": {func(id string, at time.Time) {
				a.Exec(t, `INSERT INTO idempotency_keys (scope, key, body_hash, response, created_at) VALUES ($1, 'k', 'h', '{}', $2)`, id, ms(at))
			}, `SELECT count(*) FROM idempotency_keys WHERE scope = $1`},
			"limits": {func(id string, at time.Time) {
				a.Exec(t, `INSERT INTO throttles (key, window_start, hits, ends_at) VALUES ($1, 0, 1, $2)`, id, ms(at))
			}, `SELECT count(*) FROM throttles WHERE key = $1`},
			"presence": {func(id string, at time.Time) {
				aRecord(t, a, id)
				a.Exec(t, `INSERT INTO presence (record_id, user_id, field, ends_at) VALUES ($1, 'x', '', $2)`, id, ms(at))
			}, `SELECT count(*) FROM presence WHERE record_id = $1`},
			"taken-away": {func(id string, at time.Time) {
				a.Exec(t, `INSERT INTO records (id, kind, key, changed_id, changed_at, created_at, taken_at) VALUES ($1, 'page', $1, 'x', 0, 0, $2)`, id, ms(at))
				a.Exec(t, `INSERT INTO drafts (record_id, fields, rev, revs, matches) VALUES ($1, '{}', 0, '{}', '{}')`, id)
				a.Exec(t, `INSERT INTO versions (record_id, number, fields, matches, why, languages, user_id, at) VALUES ($1, 1, '{}', '{}', 'publish', 'both', 'x', 0)`, id)
				a.Exec(t, `INSERT INTO content_pages (key, kind, published, updated_at) VALUES ($1, 'about-us', 0, 0)`, id)
			}, `SELECT count(*) FROM records r JOIN drafts d ON d.record_id = r.id JOIN content_pages p ON p.key = r.key WHERE r.id = $1`},
			"looks": {func(id string, at time.Time) {
				aRecord(t, a, id)
				a.Exec(t, `INSERT INTO looks (id, token_hash, record_id, user_id, created_at, ends_at) VALUES ($1, $1, $1, 'x', 0, $2)`, id, ms(at))
			}, `SELECT count(*) FROM looks WHERE id = $1`},
			"codes": {func(id string, at time.Time) {
				a.Exec(t, `INSERT INTO sessions (id, token_hash, created_at, last_used_at, expires_at, idle_ms) VALUES ($1, $1, 0, 0, 4000000000000, 0)`, id)
				a.Exec(t, `INSERT INTO otp_states (id, session_id, purpose, expires_at, created_at) VALUES ($1, $1, 'registration', $2, $2)`, id, ms(at))
			}, `SELECT count(*) FROM otp_states WHERE id = $1`},
			"idle-guests": {func(id string, at time.Time) {
				a.Exec(t, `INSERT INTO sessions (id, token_hash, created_at, last_used_at, expires_at, idle_ms) VALUES ($1, $1, 0, $2, 4000000000000, 0)`, id, ms(at))
			}, `SELECT count(*) FROM sessions WHERE id = $1`},
			"ended-carts": {func(id string, at time.Time) { oldCart(t, a, id, at) }, `SELECT count(*) FROM cart_items WHERE id = $1`},
			"cart-references": {func(id string, at time.Time) {
				a.Exec(t, `INSERT INTO carts (id, status, payment_reference, created_at, updated_at) VALUES ($1, 'cancelled', $1, $2, $2)`, id, ms(at))
			}, `SELECT count(*) FROM carts WHERE id = $1`},
			"dead-letters": {func(id string, at time.Time) {
				a.Exec(t, `INSERT INTO outbox (id, kind, args, state, run_at, created_at) VALUES ($1, 'mail', '{"to":"x"}', 'dead', $2, $2)`, id, ms(at))
			}, `SELECT count(*) FROM outbox WHERE id = $1 AND args <> '{}'`},
			"jobs": {func(id string, at time.Time) {
				a.Exec(t, `INSERT INTO outbox (id, kind, args, state, run_at, created_at) VALUES ($1, 'mail', '{}', 'dead', $2, $2)`, id, ms(at))
			}, `SELECT count(*) FROM outbox WHERE id = $1`},
			"messages": {func(id string, at time.Time) {
				a.Exec(t, `INSERT INTO form_entries (id, reference, form_key, form_version, form, status, locale, search, created_at) VALUES ($1, $1, 'contact', 1, '{}', 'awaiting', 'en', '', 0)`, id)
				a.Exec(t, `UPDATE form_entries SET last_at = $2 WHERE id = $1`, id, ms(at)) // two years from the last message on
				a.Exec(t, `INSERT INTO entry_messages (id, entry_id, kind, locale, body, by_id, at) VALUES ($1, $1, 'note', 'en', 'x', 'x', 0)`, id)
			}, `SELECT count(*) FROM form_entries e JOIN entry_messages m ON m.entry_id = e.id WHERE e.id = $1`},
			"addresses": {func(id string, at time.Time) {
				a.Exec(t, `INSERT INTO address_days (day, moved, path, times) VALUES ($2, 0, $1, 1)`, id, ms(at))
			}, `SELECT count(*) FROM address_days WHERE path = $1`},
			"pictures": {func(id string, at time.Time) {
				a.Exec(t, `INSERT INTO uploads (id, user_id, payment_id, bytes, created_at) SELECT $1, id, 'settled', 1, $2 FROM users WHERE mobile = '+6591234567'`, id, ms(at))
			}, `SELECT count(*) FROM uploads WHERE id = $1`},
			"names": {func(id string, at time.Time) { walkIn(t, a, id, at) }, `SELECT count(*) FROM invoice_items WHERE invoice_id = $1 AND form <> ''`},
			"list-names": {func(id string, at time.Time) {
				a.Exec(t, `INSERT INTO ceremonies (id, key, title_en, title_zh, gathers, script, starts_at, closes_at, created_at) VALUES ($1, $1, 'x', 'x', 'bought', 'hans', $2, 0, $2)`, id, ms(at))
				a.Exec(t, `INSERT INTO ceremony_entries (id, ceremony_id, no, item_id, kind, state, original, text, revision, created_at, updated_at) VALUES ($1, $1, 1, $1, 'living', 'done', '{"kind":"living"}', '{"kind":"living"}', 2, $2, $2)`, id, ms(at))
				a.Exec(t, `INSERT INTO entry_corrections (entry_id, revision, before, after, reason, by_id, at) VALUES ($1, 2, '{"kind":"living"}', '{"kind":"living"}', 'typed-wrong', 'x', $2)`, id, ms(at))
			}, `SELECT count(*) FROM ceremony_entries e JOIN entry_corrections c ON c.entry_id = e.id WHERE e.id = $1 AND e.text <> '{}' AND e.original <> '{}' AND c.before <> '{}' AND c.after <> '{}'`},
			"wall-names": {func(id string, at time.Time) {
				walkIn(t, a, id, at)
				a.Exec(t, `INSERT INTO wall_names (item_id, seq, invoice_id, offering_id, name, listed, live, at) VALUES ($1, 0, $1, 'x', '陈', 1, 1, $2)`, id, ms(at))
			}, `SELECT count(*) FROM wall_names WHERE item_id = $1`},
			"payers": {func(id string, at time.Time) { walkIn(t, a, id, at) }, `SELECT count(*) FROM invoices v JOIN payments p ON p.invoice_id = v.id WHERE v.id = $1 AND v.payer_name <> '' AND p.note <> ''`},
			"transfers": {func(id string, at time.Time) {
				a.Exec(t, `INSERT INTO unclaimed_transfers (id, user_id, origin_id, reference, amount, created_at) SELECT $1, id, $1, 'r', 1, $2 FROM users WHERE mobile = '+6591234567'`, id, ms(at))
			}, `SELECT count(*) FROM unclaimed_transfers WHERE id = $1`},
			"statements": {func(id string, at time.Time) {
				a.Exec(t, `INSERT INTO bank_statements (id, name, sha256, state, uploaded_by, created_at) VALUES ($1, 'dbs.csv', $1, 'ready', 'x', $2)`, id, ms(at))
				a.Exec(t, `INSERT INTO bank_lines (id, statement_id, position, hash, state, booked_at, has_time, amount, description, payer, reference, code, raw) VALUES ($1, $1, 1, $1, 'open', $2, 0, 1, '', '', '', '', '')`, id, ms(at))
			}, `SELECT count(*) FROM bank_lines l JOIN bank_statements s ON s.id = l.statement_id WHERE s.id = $1`},
			"failed-logins": {func(id string, at time.Time) {
				a.Exec(t, `INSERT INTO audit_entries (id, at, actor_id, action, subject) VALUES ($1, $2, 'guest', 'login.failed', 'login')`, id, ms(at))
				a.Exec(t, `INSERT INTO audit_entries (id, at, actor_id, action, subject) VALUES ($1, $2, 'x', 'login', 'x')`, "login "+id, ms(at))
			}, `SELECT count(*) FROM audit_entries WHERE id = $1`},
			"audit": {func(id string, at time.Time) {
				a.Exec(t, `INSERT INTO audit_entries (id, at, actor_id, action, subject) VALUES ($1, $2, 'x', 'x', 'x')`, id, ms(at))
			}, `SELECT count(*) FROM audit_entries WHERE id = $1`},
		}
		now := a.Clock.Now()
		for _, r := range a.Personal.Rules() {
			k, ok := kept[r.Name]
			if !ok {
				if r.Run != nil {
					t.Errorf("no test of %s", r.Name)
				}
				continue
			}
			end := r.Before(now)
			if r.Years > 0 {
				if want := time.Date(2019, 12, 31, 16, 0, 0, 0, time.UTC); !end.Equal(want) {
					t.Errorf("%s keeps from %v on", r.Name, end.UTC())
				}
			}
			k.make("old "+r.Name, end.Add(-time.Millisecond))
			k.make("new "+r.Name, end.Add(time.Millisecond))
		}
		// An open account keeps its names and its payer, however old.
		a.Exec(t, `INSERT INTO invoices (id, number, origin, origin_id, user_id, status, locale, sub_total, payment_reference, payer_name, created_at, updated_at)
			SELECT 'open', 'open', 'cart', 'open', id, 'paid', 'en', 1, 'open', 'Tan Bee Leng', 0, 0 FROM users WHERE mobile = '+6591234567'`)
		a.Exec(t, `INSERT INTO carts (id, status, payment_reference, created_at, updated_at) VALUES ('open', 'open', 'open', 0, $1)`, ms(now))

		for range 2 { // doing it again changes nothing
			if err := a.Personal.Retain(t.Context()); err != nil {
				t.Fatal(err)
			}
		}
		for name, k := range kept {
			if n := a.Count(t, k.there, "old "+name); n != 0 {
				t.Errorf("%s: what has had its time is there", name)
			}
			if n := a.Count(t, k.there, "new "+name); n != 1 {
				t.Errorf("%s: what has time left is gone", name)
			}
		}
		if n := a.Count(t, `SELECT count(*) FROM audit_entries WHERE id = 'login old failed-logins'`); n != 1 {
			t.Error("a login that succeeded went with those that failed")
		}
		if n := a.Count(t, `SELECT count(*) FROM invoices WHERE id = 'open' AND payer_name <> ''`); n != 1 {
			t.Error("the payer of an open account is gone")
		}
		if n := a.Count(t, `SELECT count(*) FROM carts WHERE id = 'open'`); n != 1 {
			t.Error("an open cart is gone")
		}
	})
}

func aRecord(t *testing.T, a *testkit.App, id string) {
	t.Helper()
	a.Exec(t, `INSERT INTO records (id, kind, key, changed_id, changed_at, created_at) VALUES ($1, 'page', $1, 'x', 0, 0)`, id)
}

func oldCart(t *testing.T, a *testkit.App, id string, at time.Time) {
	t.Helper()
	a.Exec(t, `INSERT INTO carts (id, status, payment_reference, created_at, updated_at) VALUES ($1, 'paid', $1, $2, $2)`, id, at.UnixMilli())
	a.Exec(t, `INSERT INTO cart_items (id, cart_id, offering_id, option_id, quantity, unit_price, form, created_at)
		SELECT $1, $1, offering_id, id, 1, 1, '{"people":[]}', $2 FROM offering_options WHERE id = $3`, id, at.UnixMilli(), a.Option(t, "lamp-oil", "bottle"))
}

func walkIn(t *testing.T, a *testkit.App, id string, at time.Time) {
	t.Helper()
	a.Exec(t, `INSERT INTO invoices (id, number, origin, origin_id, status, locale, sub_total, payment_reference, payer_name, created_at, updated_at) VALUES ($1, $1, 'cart', $1, 'paid', 'en', 1, $1, 'Goh', $2, $2)`, id, at.UnixMilli())
	a.Exec(t, `INSERT INTO invoice_items (id, invoice_id, position, offering_id, option_id, title_en, title_zh, option_title_en, option_title_zh, quantity, unit_price, amount, form)
		VALUES ($1, $1, 1, '', '', '', '', '', '', 1, 1, 1, '{"people":[]}')`, id)
	a.Exec(t, `INSERT INTO payments (id, invoice_id, method, status, amount, note, created_at) VALUES ($1, $1, 1, 'approved', 1, 'Goh said so', $2)`, id, at.UnixMilli())
}

// A closed account may have paid for a lamp that still burns: the prepaid year keeps its names until it ends.
func TestNamesAreKeptDuringAPrepaidTerm(t *testing.T) {
	t.Parallel()
	testkit.Each(t, func(t *testing.T, a *testkit.App) {
		now := a.Clock.Now()
		for id, ends := range map[string]time.Time{"runs": now.Add(day), "over": now} {
			walkIn(t, a, id, now.Add(-500*day))
			a.Exec(t, `UPDATE invoices SET user_id = (SELECT id FROM users WHERE mobile = '+6591234567') WHERE id = $1`, id)
			a.Exec(t, `INSERT INTO subscriptions (id, user_id, item_id, status, offering_id, option_id, term, quantity, unit_price, limited, starts_at, period, ends_at, created_at, updated_at)
				SELECT $1, id, $1, 3, '', '', 'yearly', 1, 1, 0, 0, 1, $2, 0, 0 FROM users WHERE mobile = '+6591234567'`, id, ends.UnixMilli())
			a.Exec(t, `INSERT INTO subscription_terms (subscription_id, period, invoice_id, item_id, starts_at, ends_at, paid_at) VALUES ($1, 1, $1, $1, 0, $2, 1)`, id, ends.UnixMilli())
		}
		a.Exec(t, `UPDATE users SET status = 'closed' WHERE mobile = '+6591234567'`)
		if err := a.Personal.Retain(t.Context()); err != nil {
			t.Fatal(err)
		}
		for id, want := range map[string]int64{"runs": 1, "over": 0} {
			if n := a.Count(t, `SELECT count(*) FROM invoice_items WHERE invoice_id = $1 AND form <> ''`, id); n != want {
				t.Errorf("the term that %s: %d items have names", id, n)
			}
		}
	})
}

// A memorial place may have no end: its names are kept as long as it is taken, because its label may be printed again.
func TestNamesOfATakenPlaceAreKept(t *testing.T) {
	t.Parallel()
	testkit.Each(t, func(t *testing.T, a *testkit.App) {
		a.LampHall(t, 1, 2)
		for i, id := range []string{"stands", "over"} {
			walkIn(t, a, id, a.Clock.Now().Add(-500*day))
			a.Exec(t, `INSERT INTO position_uses (id, position_id, state, invoice_id, item_id, created_at) SELECT $1, id, 'taken', $1, $1, 1 FROM positions WHERE unit_no = $2`, id, i+1)
		}
		a.Exec(t, `UPDATE position_uses SET state = 'ended', ended_at = 2, ended_why = 'over' WHERE id = 'over'`)
		if err := a.Personal.Retain(t.Context()); err != nil {
			t.Fatal(err)
		}
		for id, want := range map[string]int64{"stands": 1, "over": 0} {
			if n := a.Count(t, `SELECT count(*) FROM invoice_items WHERE invoice_id = $1 AND form <> ''`, id); n != want {
				t.Errorf("the place that %s: %d items have names", id, n)
			}
		}
	})
}

// The payers of a whole year are due at once, on 1 January. They go in transactions of some hundred orders, so that each
// ends in time: when the last one fails, the others have gone.
func TestABacklogIsTakenInParts(t *testing.T) {
	t.Parallel()
	a := testkit.New(t, "sqlite")
	const orders = `WITH RECURSIVE n(i) AS (SELECT 1 UNION ALL SELECT i + 1 FROM n WHERE i < 1200)`
	first := a.Clock.Now().AddDate(-8, 0, 0).UnixMilli()
	a.Exec(t, `INSERT INTO invoices (id, number, origin, origin_id, status, locale, sub_total, payment_reference, payer_name, created_at, updated_at) `+orders+`
		SELECT 'o' || i, 'o' || i, 'cart', 'o' || i, 'paid', 'en', 1, 'o' || i, 'Goh', $1 + 2 * i, $1 + 2 * i FROM n`, first)
	a.Exec(t, `INSERT INTO invoice_items (id, invoice_id, position, offering_id, option_id, title_en, title_zh, option_title_en, option_title_zh, quantity, unit_price, amount, form) `+orders+`
		SELECT 'o' || i, 'o' || i, 1, '', '', '', '', '', '', 1, 1, 1, '{"people":[]}' FROM n`)
	a.Exec(t, `CREATE TRIGGER payer_stays BEFORE UPDATE OF payer_name ON invoices WHEN OLD.id = 'o1200' BEGIN SELECT RAISE(ABORT, 'stop'); END`)
	a.Exec(t, `CREATE TRIGGER names_stay BEFORE UPDATE OF form ON invoice_items WHEN OLD.id = 'o1200' BEGIN SELECT RAISE(ABORT, 'stop'); END`)
	if err := a.Personal.Retain(t.Context()); err == nil {
		t.Error("the last part did not fail")
	}
	left := func(what string, want int64) {
		t.Helper()
		if n := a.Count(t, `SELECT count(*) FROM invoices v JOIN invoice_items i ON i.invoice_id = v.id WHERE v.id LIKE 'o%' AND `+what); n != want {
			t.Errorf("%d orders left where %s, want %d", n, what, want)
		}
	}
	left("v.payer_name <> ''", 200)
	left("i.form <> ''", 200)
	a.Exec(t, "DROP TRIGGER payer_stays")
	a.Exec(t, "DROP TRIGGER names_stay")
	if err := a.Personal.Retain(t.Context()); err != nil {
		t.Fatal(err)
	}
	left("v.payer_name <> '' OR i.form <> ''", 0)
}

// A closed account's payers and names go too when no order without an account is due, and those of an open one stay.
func TestOrdersOfClosedAccountsAreDueWithoutGuests(t *testing.T) {
	t.Parallel()
	testkit.Each(t, func(t *testing.T, a *testkit.App) {
		before := map[string]time.Time{}
		for _, r := range a.Personal.Rules() {
			before[r.Name] = r.Before(a.Clock.Now())
		}
		for id, at := range map[string]time.Time{
			"named": before["names"].Add(day), "unnamed": before["names"].Add(-day),
			"payer": before["payers"].Add(time.Millisecond), "no payer": before["payers"].Add(-time.Millisecond),
		} {
			walkIn(t, a, id, at)
			a.Exec(t, "UPDATE invoices SET user_id = (SELECT id FROM users WHERE mobile = '+6591234567') WHERE id = $1", id)
			a.Exec(t, "INSERT INTO search_terms (kind, subject, term, at) VALUES ('invoice', $1, 'goh', 1)", id)
		}
		hold := func(names, payers, words int64) {
			t.Helper()
			a.Clock.Advance(61 * time.Minute)
			if err := a.Personal.Retain(t.Context()); err != nil {
				t.Fatal(err)
			}
			for query, want := range map[string]int64{
				"SELECT count(*) FROM invoices v JOIN invoice_items i ON i.invoice_id = v.id WHERE v.payer_name = 'Goh' AND i.form <> ''": names,
				"SELECT count(*) FROM invoices WHERE payer_name = 'Goh'":                                                                  payers,
				"SELECT count(*) FROM search_terms WHERE term = 'goh'":                                                                    words,
			} {
				if n := a.Count(t, query); n != want {
					t.Errorf("%s: %d, want %d", query, n, want)
				}
			}
		}
		hold(4, 4, 4)
		a.Exec(t, "UPDATE users SET status = 'closed' WHERE mobile = '+6591234567'")
		hold(1, 3, 3)
	})
}

// An order without an account is skipped once its names are erased, until names are written to it again.
func TestNamesWrittenLaterGoToo(t *testing.T) {
	t.Parallel()
	testkit.Each(t, func(t *testing.T, a *testkit.App) {
		walkIn(t, a, "old", a.Clock.Now().Add(-500*day))
		walkIn(t, a, "new", a.Clock.Now().Add(-300*day))
		retained := func(old, young int64) {
			t.Helper()
			a.Clock.Advance(61 * time.Minute)
			if err := a.Personal.Retain(t.Context()); err != nil {
				t.Fatal(err)
			}
			for id, gone := range map[string]int64{"old": old, "new": young} {
				if n := a.Count(t, `SELECT names_gone FROM invoices WHERE id = $1 AND names_gone = (SELECT CASE WHEN form = '' THEN 1 ELSE 0 END FROM invoice_items WHERE invoice_id = $1)`, id); n != gone {
					t.Errorf("%s: names gone: %d, want %d", id, n, gone)
				}
			}
		}
		retained(1, 0)
		a.Exec(t, `UPDATE invoice_items SET form = '{"people":[]}' WHERE invoice_id = 'old'`)
		if n := a.Count(t, `SELECT names_gone FROM invoices WHERE id = 'old'`); n != 0 {
			t.Error("the order is passed though it has names again")
		}
		retained(1, 0)
	})
}

// Slow rules run once an hour, and at the next opportunity when they could not finish.
func TestSlowRetentionRulesRunHourly(t *testing.T) {
	t.Parallel()
	a := testkit.New(t, "sqlite")
	entry := func(id string) {
		a.Exec(t, `INSERT INTO audit_entries (id, at, actor_id, action, subject) VALUES ($1, 1, 'x', 'x', 'x')`, id)
	}
	left := func() int64 { return a.Count(t, `SELECT count(*) FROM audit_entries WHERE actor_id = 'x'`) }
	entry("first")
	a.MustSweep(t)
	if left() != 0 {
		t.Fatal("the first round did nothing")
	}
	entry("second")
	a.Clock.Advance(59 * time.Minute)
	a.MustSweep(t)
	if left() != 1 {
		t.Error("it looked before the hour was over")
	}
	a.Clock.Advance(time.Minute)
	a.MustSweep(t)
	if left() != 0 {
		t.Error("it did not look after an hour")
	}
}

func TestLetterFilesAreDeletedOnTime(t *testing.T) {
	t.Parallel()
	dir := t.TempDir()
	for name, age := range map[string]time.Duration{"old.eml": 31 * day, "new.eml": 29 * day} {
		file := filepath.Join(dir, name)
		if err := os.WriteFile(file, []byte("Dear Aunt Moi"), 0o600); err != nil {
			t.Fatal(err)
		}
		at := time.Now().Add(-age)
		if err := os.Chtimes(file, at, at); err != nil {
			t.Fatal(err)
		}
	}
	if err := outbox.SweepFolder(dir, time.Now().Add(-30*day)); err != nil {
		t.Fatal(err)
	}
	if err := outbox.SweepFolder(filepath.Join(dir, "none"), time.Now()); err != nil {
		t.Errorf("a folder that is not there: %v", err)
	}
	left, err := os.ReadDir(dir)
	if err != nil || len(left) != 1 || left[0].Name() != "new.eml" {
		t.Errorf("left: %v, %v", left, err)
	}
	a := testkit.New(t, "sqlite")
	kept := filepath.Join(a.Config.DataDir, "sms", "old")
	if err := os.MkdirAll(filepath.Dir(kept), 0o700); err != nil {
		t.Fatal(err)
	}
	if err := os.WriteFile(kept, []byte("+65"), 0o600); err != nil {
		t.Fatal(err)
	}
	if err := os.Chtimes(kept, time.Time{}, time.Now().Add(-31*day)); err != nil {
		t.Fatal(err)
	}
	a.MustSweep(t)
	if _, err := os.Stat(kept); !os.IsNotExist(err) {
		t.Errorf("the job left it: %v", err)
	}
}
