package db_test

import (
	"context"
	"database/sql"
	"encoding/json"
	"errors"
	"fmt"
	"go/ast"
	"go/parser"
	"go/token"
	"regexp"
	"slices"
	"strconv"
	"strings"
	"testing"

	"github.com/jackc/pgx/v5"

	"shanmen/internal/platform/db"
	"shanmen/internal/testkit/source"
	"shanmen/internal/testkit/template"
)

// settled are the tables that do not grow over the years: the temple's own texts and catalogue, and its staff's rights.
// Every other table may have a million rows.
var settled = []string{
	"settings", "content_pages", "message_edits", "message_drafts", "redirects", "events", "event_rules", "banners", "categories", "forms", "offerings", "offering_options", "option_prices", "answer_texts", "policy_versions", "pictures", "picture_files", "layouts", "tai_sui_years", "merit_walls",
	"halls", "towers", "kiosks", "number_series", "bank_rules", "bank_layouts", "bank_turn", "user_roles", "tax_spans", "goose_db_version", "database_identity", "file_store", "replicas",
}

// few are partial indexes that always stay short, because somebody works through their rows. Scanning one reads no
// table.
var few = []string{
	"outbox_due", "outbox_dead", "outbox_trouble", "holds_expiry", "payments_pending", "payments_queue", "payments_cut_off", "payments_excess", "unclaimed_transfers_open",
	"bank_lines_open", "bank_lines_late", "bank_matches_proposed", "shifts_open", "shifts_differ", "users_closing", "subscriptions_release",
	"schedules_due", "schedules_problem",
	"users_closed", // only accounts that were closed
}

// wholly are the queries that read a growing table completely, and why that is acceptable.
var wholly = map[string]string{
	"BankStatementsMatched": "a few files a month",
	"DeskStatements":        "a few files a month",
	"ShiftsBlank":           "a few a day, looked at once an hour",
	"TodayDrafts":           "the texts of the site: some thousand at most",
	"TodayDraftNames":       "the texts of the site: some thousand at most",
	"TodayOlderNames":       "the texts of the site: some thousand at most",
	"TodayLackingNames":     "the texts of the site: some thousand at most",
	"FormEntriesCount":      "messages to the office are kept for two years: some thousand",
}

// statements are the texts of all queries of the program, by name, from the generated package, so new ones are
// included.
func statements(t *testing.T) map[string]string {
	t.Helper()
	out := map[string]string{}
	for _, file := range source.Statements(t) {
		f, err := parser.ParseFile(token.NewFileSet(), source.Path(t, file), nil, 0)
		if err != nil {
			t.Fatal(err)
		}
		ast.Inspect(f, func(n ast.Node) bool {
			v, ok := n.(*ast.ValueSpec)
			if !ok || len(v.Values) != 1 {
				return true
			}
			if l, ok := v.Values[0].(*ast.BasicLit); ok && l.Kind == token.STRING {
				text, err := strconv.Unquote(l.Value)
				if err != nil {
					t.Fatal(err)
				}
				if name, found := strings.CutPrefix(text, "-- name: "); found {
					name, _, _ = strings.Cut(name, " ")
					out[name] = text
				}
			}
			return true
		})
	}
	if len(out) < 1117 {
		t.Fatalf("only %d statements found", len(out))
	}
	return out
}

// A query on a growing table uses an index, on both engines; otherwise the first busy year would reveal it.
func TestNoStatementScansAGrowingTable(t *testing.T) {
	each(t, func(t *testing.T, d *db.DB) {
		plan := sqlitePlan
		if d.Engine() == "postgres" {
			plan = postgresPlan
		}
		conn, err := d.SQL().Conn(t.Context())
		if err != nil {
			t.Fatal(err)
		}
		defer func() { _ = conn.Close() }()
		growing := tables(t, d)
		for name, text := range statements(t) {
			tables, err := plan(t.Context(), conn, text)
			if err != nil {
				t.Errorf("%s: %v", name, err)
				continue
			}
			slices.Sort(tables)
			for _, table := range slices.Compact(tables) {
				if slices.Contains(settled, table) || !slices.Contains(growing, table) {
					continue
				}
				if wholly[name] == "" {
					t.Errorf("%s reads all of %s", name, table)
				}
			}
		}
		for name := range wholly {
			if _, there := statements(t)[name]; !there {
				t.Errorf("%s is excused but does not exist", name)
			}
		}
	})
}

// SQLite, which has no statistics, must not prefer an index in which a million rows are equal.
func TestStatementsUseTheIndexMadeForThem(t *testing.T) {
	t.Parallel()
	d, err := db.Open(t.Context(), template.Tables.URL(t, "sqlite", t.TempDir()))
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(func() { _ = d.Close() })
	all := statements(t)
	for name, want := range map[string]string{
		"OrdersLeastPaidAfter": "SEARCH v USING INDEX invoices_method_amount (status=? AND methods=?",
		"OrdersMostPaidAfter":  "SEARCH v USING INDEX invoices_method_amount (status=? AND methods=?",
		"OrdersChosenCount":    "SEARCH v USING COVERING INDEX invoices_chosen",
		"DeskEarlier":          "SEARCH p USING INDEX payments_of (invoice_id=? AND method=?",
		"PaymentsPendingLike":  "SEARCH p USING INDEX payments_transfer (transaction_at>? AND transaction_at<?",
		"ReportEndedList":      "SEARCH e USING INDEX invoice_events_ended (at>? AND at<?",
		"DeskUnseenCount":      "SEARCH p USING INDEX payments_unseen",
		"MembersJoinedIn":      "SEARCH u USING INDEX users_language (locale=? AND created_at",
		"MembersJoinedCount":   "SEARCH u USING COVERING INDEX users_listed (created_at",
		"PlacelessCount":       "SEARCH i USING INDEX invoice_items_unplaced (option_id=?)",
		"PositionFirstFree":    "SEARCH p USING INDEX positions_free (option_id=?)",
		"HallPositions":        "SEARCH p USING COVERING INDEX positions_unused (tower_id=?)",
		"MembersJoinedInCount": "SEARCH u USING COVERING INDEX users_language (locale=? AND created_at",
		"ReceiptNumbers":       "SEARCH o USING COVERING INDEX sqlite_autoindex_official_receipts_2 (number>? AND number<?)",
		"PositionsFreeByTower": "SEARCH positions USING COVERING INDEX positions_free_of (option_id=?)",
		"BlankNames":           "SEARCH v USING INDEX invoices_guest_named",
		"NamesDue":             "SEARCH v USING COVERING INDEX invoices_guest_named",
		"PayersDue":            "SEARCH v USING INDEX invoices_guest_payer",
		"BlankPayers":          "SEARCH v USING INDEX invoices_guest_payer",
		"BlankRefundNotes":     "SEARCH refunds USING INDEX refunds_noted",
		"ForgetPayerWords":     "SEARCH v USING INDEX invoices_guest_payer",
		"NamesGone":            "SEARCH invoices USING INDEX invoices_guest_named",
	} {
		rows, err := d.SQL().QueryContext(t.Context(), "EXPLAIN QUERY PLAN "+all[name], anything(all[name])...)
		if err != nil {
			t.Fatal(err)
		}
		var plan []string
		for rows.Next() {
			var id, parent, unused int
			var step string
			if err := rows.Scan(&id, &parent, &unused, &step); err != nil {
				t.Fatal(err)
			}
			plan = append(plan, step)
		}
		if err := errors.Join(rows.Err(), rows.Close()); err != nil {
			t.Fatal(err)
		}
		if said := strings.Join(plan, "; "); !strings.Contains(said, want) || strings.HasPrefix(name, "Orders") && strings.Contains(said, "FOR ORDER BY") {
			t.Errorf("%s: %s", name, said)
		}
	}
}

// tables are the names of the database's tables.
func tables(t *testing.T, d *db.DB) (out []string) {
	t.Helper()
	list := "SELECT name FROM sqlite_master WHERE type = 'table'"
	if d.Engine() == "postgres" {
		list = "SELECT tablename FROM pg_tables WHERE schemaname = current_schema()"
	}
	rows, err := d.SQL().QueryContext(t.Context(), list)
	if err != nil {
		t.Fatal(err)
	}
	defer func() { _ = rows.Close() }()
	for rows.Next() {
		var name string
		if err := rows.Scan(&name); err != nil {
			t.Fatal(err)
		}
		out = append(out, name)
	}
	if rows.Err() != nil || len(out) < 50 {
		t.Fatal(out, rows.Err())
	}
	return out
}

var (
	named     = regexp.MustCompile(`(?i)\b(?:FROM|JOIN|UPDATE|INTO)\s+([a-z_]+)(?:\s+(?:AS\s+)?([a-z]\w*))?`)
	usedIndex = regexp.MustCompile(`USING (?:COVERING )?INDEX (\w+)`)
	scanned   = regexp.MustCompile(`^SCAN (\w+)(.*)$`)
	keywords  = []string{"on", "set", "where", "left", "join", "inner", "order", "group", "limit", "cross", "union", "values", "select", "using", "as", "for", "returning"}
)

// sqlitePlan returns the tables that a query scans. An index scan does not count if a LIMIT ends it.
func sqlitePlan(ctx context.Context, c *sql.Conn, text string) ([]string, error) {
	rows, err := c.QueryContext(ctx, "EXPLAIN QUERY PLAN "+text, anything(text)...)
	if err != nil {
		return nil, err
	}
	defer func() { _ = rows.Close() }()
	alias := map[string][]string{}
	for _, m := range named.FindAllStringSubmatch(text, -1) {
		called := m[2]
		if called == "" || slices.Contains(keywords, strings.ToLower(called)) {
			called = m[1]
		}
		alias[called] = append(alias[called], m[1])
	}
	var out []string
	for rows.Next() {
		var id, parent, unused int
		var step string
		if err := rows.Scan(&id, &parent, &unused, &step); err != nil {
			return nil, err
		}
		m := scanned.FindStringSubmatch(step)
		if m == nil {
			continue
		}
		if along := usedIndex.FindStringSubmatch(m[2]); along != nil && (strings.Contains(text, "LIMIT") || slices.Contains(few, along[1])) {
			continue
		}
		out = append(out, alias[m[1]]...)
	}
	return out, rows.Err()
}

func anything(text string) []any {
	most := 0
	for _, m := range regexp.MustCompile(`\$(\d+)`).FindAllStringSubmatch(text, -1) {
		n, _ := strconv.Atoi(m[1])
		most = max(most, n)
	}
	return make([]any, most)
}

type node struct {
	Type     string `json:"Node Type"`
	Table    string `json:"Relation Name"`
	Children []node `json:"Plans"`
}

// postgresPlan returns the tables that a query must scan, whatever its parameters.
func postgresPlan(ctx context.Context, c *sql.Conn, text string) ([]string, error) {
	for _, before := range []string{"SET enable_seqscan = off", "SET plan_cache_mode = force_generic_plan", "PREPARE asked AS " + text} {
		if _, err := c.ExecContext(ctx, before, pgx.QueryExecModeSimpleProtocol); err != nil {
			return nil, err
		}
	}
	defer func() { _, _ = c.ExecContext(ctx, "DEALLOCATE asked", pgx.QueryExecModeSimpleProtocol) }()
	call := "EXPLAIN (FORMAT JSON) EXECUTE asked"
	if n := len(anything(text)); n > 0 {
		call += "(" + strings.TrimSuffix(strings.Repeat("NULL, ", n), ", ") + ")"
	}
	var said string
	if err := c.QueryRowContext(ctx, call, pgx.QueryExecModeSimpleProtocol).Scan(&said); err != nil {
		return nil, err
	}
	var plans []struct{ Plan node }
	if err := json.Unmarshal([]byte(said), &plans); err != nil {
		return nil, fmt.Errorf("plan: %w", err)
	}
	var out []string
	var walk func(n node)
	walk = func(n node) {
		if n.Type == "Seq Scan" {
			out = append(out, n.Table)
		}
		for _, below := range n.Children {
			walk(below)
		}
	}
	walk(plans[0].Plan)
	return out, nil
}
