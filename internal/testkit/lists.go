package testkit

import (
	"fmt"
	"slices"
	"testing"

	"shanmen/internal/platform/lookup"
)

// perList is how many names a list of CrowdLists has, as many as a temple's largest ceremony.
const perList = 10_000

// CrowdLists fills the database with paid orders on ceremony lists, 10,000 names each, the last list being the next
// ceremony. It writes the first and last list in bulk, and repeats lists between within the database, so that a million
// names take minutes. It returns the last list's id.
func (a *App) CrowdLists(t testing.TB, orders int) (last string) {
	t.Helper()
	a.Crowd(t, min(orders, perList))
	b, now := a.bulk(t), a.Clock.Now().UnixMilli()
	var offering string
	if err := a.DB.SQL().QueryRowContext(t.Context(), "SELECT offering_id FROM offering_options WHERE id = $1", a.Option(t, "light-lamp", "one")).Scan(&offering); err != nil {
		t.Fatal(err)
	}
	orderTables := []string{"invoices", "invoice_items", "invoice_events", "payments", "official_receipts", "refunds", "audit_entries"}
	listTables := []string{"ceremony_entries", "entry_signs", "search_terms"}
	b.drop(slices.Concat(orderTables, listTables, []string{"ceremonies", "ceremony_sittings", "ceremony_sources"})...)
	lists := (orders + perList - 1) / perList
	const week = 7 * 24 * 3_600_000
	for i := range lists {
		id, starts := fmt.Sprintf("crowd-list-%05d", i), now+int64(i-lists+2)*week
		closed, done := starts-week/7, starts
		if i == lists-1 {
			closed, done = 0, 0
		}
		b.add("ceremonies", "id, key, title_en, title_zh, gathers, script, starts_at, closes_at, closed_at, done_at, last_no, created_at",
			id, id, fmt.Sprintf("Prayer %d", i), fmt.Sprintf("法会 %d", i), "bought", "hans", starts, 0, closed, done, min(perList, orders-i*perList), now)
		b.add("ceremony_sittings", "ceremony_id, seq, starts_at, ends_at", id, 1, starts, starts+1000)
		b.add("ceremony_sources", "ceremony_id, offering_id, kind", id, offering, "lamp")
		last = id
	}
	for i := range orders {
		if i >= perList && i/perList < lists-1 {
			continue
		}
		s, g := surnames[i%len(surnames)], given[i/len(surnames)%len(given)]
		list, no, id := fmt.Sprintf("crowd-list-%05d", i/perList), i%perList+1, fmt.Sprintf("crowd-entry-%09d", i)
		state, revision := "done", int64(1)
		if i/perList == lists-1 {
			state = []string{"collected", "checked", "printed"}[i%3]
		}
		printed := map[string]int64{"collected": 0, "checked": 0, "printed": revision, "done": revision}[state]
		marks := "[]"
		if i%50 == 0 {
			marks = `[{"code":"rare","char":"𠮷"}]`
		}
		name := s[1] + g[1] + given[i%len(given)][1]
		text := fmt.Sprintf(`{"kind":"living","people":[{"name":%q}]}`, name)
		order := fmt.Sprintf("crowd-%09d", i)
		b.add("ceremony_entries", "id, ceremony_id, no, invoice_id, item_id, kind, state, original, text, text_hash, revision, checked_revision, printed_revision, marks, sponsor, created_at, updated_at",
			id, list, no, order, "item-"+order, "lamp", state, text, text, fmt.Sprintf("hash-%d", i%4000), revision, printed, printed, marks, s[0]+" "+g[0], now, now)
		for _, boundary := range []string{"new-year", "lichun"} {
			b.add("entry_signs", "ceremony_id, boundary, sign, no, entry_id", list, boundary, i%12, no, id)
		}
		for _, term := range lookup.Terms(lookup.Words{Names: []string{name, s[0] + " " + g[0]}, Numbers: []string{fmt.Sprintf("INV-2025-%06d", i)}}) {
			b.add("search_terms", "kind, subject, term, at", "entry:"+list, id, term, now)
		}
	}
	b.write()
	for _, table := range orderTables {
		owner := "invoice_id"
		switch table {
		case "invoices":
			owner = "id"
		case "audit_entries":
			owner = "substr(id, 7)"
		}
		b.repeat(table, owner+" LIKE 'crowd-00000%'", lists-1)
	}
	for _, table := range listTables[:2] {
		b.repeat(table, "ceremony_id = 'crowd-list-00000'", lists-2)
	}
	b.repeat("search_terms", "kind = 'entry:crowd-list-00000'", lists-2)
	b.done()
	return last
}
