package ceremony_test

import (
	"fmt"
)

// rules are queries that find violations, one row each.
var rules = []struct{ name, statement string }{
	{"a paid copy is on one list, where one is open", `
		SELECT v.number || ' copy ' || n.copy || ' on ' || (SELECT count(*) FROM ceremony_entries e JOIN ceremonies c ON c.id = e.ceremony_id
			WHERE e.item_id = i.id AND e.copy = n.copy AND c.gathers = 'bought' AND e.withdrawn_why <> 'moved')
		FROM invoices v JOIN invoice_items i ON i.invoice_id = v.id JOIN (SELECT 1 AS copy UNION ALL SELECT 2 UNION ALL SELECT 3) n ON n.copy <= i.quantity
		WHERE v.status = 'paid' AND (SELECT count(*) FROM ceremony_entries e JOIN ceremonies c ON c.id = e.ceremony_id
			WHERE e.item_id = i.id AND e.copy = n.copy AND c.gathers = 'bought' AND e.withdrawn_why <> 'moved') <> 1
			AND EXISTS (SELECT 1 FROM ceremonies c WHERE c.closed_at = 0)`},
	{"nothing is on two lists", `
		SELECT e.item_id || ' ' || e.copy FROM ceremony_entries e JOIN ceremonies c ON c.id = e.ceremony_id
		WHERE c.gathers = 'bought' AND e.withdrawn_why <> 'moved' GROUP BY e.item_id, e.copy HAVING count(*) > 1`},
	{"what was moved is on another list", `
		SELECT e.item_id || ' ' || e.copy FROM ceremony_entries e WHERE e.withdrawn_why = 'moved'
		AND NOT EXISTS (SELECT 1 FROM ceremony_entries o WHERE o.item_id = e.item_id AND o.copy = e.copy AND o.withdrawn_why <> 'moved')`},
	{"nothing is on a list without money", `
		SELECT c.key || ' ' || e.no || ' ' || e.state || ' ' || v.status FROM ceremony_entries e JOIN ceremonies c ON c.id = e.ceremony_id JOIN invoices v ON v.id = e.invoice_id
		WHERE v.status <> 'paid' AND (e.state IN ('collected', 'checked', 'printed') OR e.state = 'done' AND e.withdrawn_why = '')`},
	{"what is paid is not withdrawn as unpaid", `
		SELECT c.key || ' ' || e.no FROM ceremony_entries e JOIN ceremonies c ON c.id = e.ceremony_id JOIN invoices v ON v.id = e.invoice_id
		WHERE v.status = 'paid' AND e.withdrawn_why IN ('unpaid', 'refunded')`},
	{"withdrawn has a reason, and nothing else but done has one", `
		SELECT c.key || ' ' || e.no || ' ' || e.state || ' ' || e.withdrawn_why FROM ceremony_entries e JOIN ceremonies c ON c.id = e.ceremony_id
		WHERE (e.state = 'withdrawn') <> (e.withdrawn_why <> '') AND e.state <> 'done'`},
	{"checked and printed are of the text as it is", `
		SELECT c.key || ' ' || e.no || ' ' || e.state FROM ceremony_entries e JOIN ceremonies c ON c.id = e.ceremony_id
		WHERE e.state = 'checked' AND e.checked_revision <> e.revision OR e.state = 'printed' AND e.printed_revision <> e.revision`},
	{"a paper that was pulled is not in use", `
		SELECT c.key || ' ' || e.no FROM ceremony_entries e JOIN ceremonies c ON c.id = e.ceremony_id WHERE e.out_at > 0 AND e.state <> 'withdrawn'`},
	{"a change begins with the text before it", `
		SELECT k.entry_id || ' r' || k.revision FROM entry_corrections k JOIN ceremony_entries e ON e.id = k.entry_id
		WHERE k.before <> COALESCE((SELECT p.after FROM entry_corrections p WHERE p.entry_id = k.entry_id AND p.revision = k.revision - 1), e.original)`},
	{"an entry has its last text", `
		SELECT e.id FROM ceremony_entries e WHERE e.text <> COALESCE((SELECT k.after FROM entry_corrections k WHERE k.entry_id = e.id AND k.revision = e.revision), e.original)
			OR e.revision <> 1 + (SELECT count(*) FROM entry_corrections k WHERE k.entry_id = e.id)`},
	{"a mark has as many entries as it says", `
		SELECT m.id || ' ' || m.entries FROM done_marks m WHERE m.undone_at = 0 AND m.entries <> (SELECT count(*) FROM ceremony_entries e WHERE e.done_id = m.id AND e.state = 'done')`},
	{"done is by a mark that stands", `
		SELECT e.id || ' ' || e.state FROM ceremony_entries e WHERE (e.state = 'done') <> EXISTS (SELECT 1 FROM done_marks m WHERE m.id = e.done_id AND m.undone_at = 0)`},
	{"nothing is done that was not printed, where papers are", `
		SELECT e.id FROM ceremony_entries e JOIN ceremonies c ON c.id = e.ceremony_id WHERE e.state = 'done' AND c.paper = 1 AND e.printed_revision <> e.revision`},
	{"nothing is left of what is done", `
		SELECT c.key || ' ' || e.no || ' ' || e.state FROM ceremony_entries e JOIN ceremonies c ON c.id = e.ceremony_id
		WHERE c.done_at > 0 AND e.late < 2 AND e.state IN ('collected', 'checked', 'printed')`},
	{"an open list is not done", `SELECT key FROM ceremonies WHERE done_at > 0 AND closed_at = 0`},
	{"what waits for a decision is neither checked nor printed", `
		SELECT e.id || ' ' || e.state FROM ceremony_entries e WHERE e.late = 2 AND e.state NOT IN ('collected', 'withdrawn')`},
	{"nothing waits on an open list", `
		SELECT c.key || ' ' || e.no FROM ceremony_entries e JOIN ceremonies c ON c.id = e.ceremony_id WHERE e.late = 2 AND e.state = 'collected' AND c.closed_at = 0`},
	{"what is taken back was not told", `SELECT id FROM done_marks WHERE undone_at > 0 AND told_at > 0`},
	{"a number is at most the last", `SELECT e.id FROM ceremony_entries e JOIN ceremonies c ON c.id = e.ceremony_id WHERE e.no > c.last_no`},
}

// holds checks everything that must be true after an action.
func (w *listWorld) holds() {
	w.t.Helper()
	for _, r := range rules {
		if found := w.column(r.statement); len(found) > 0 {
			w.t.Errorf("%s: %q", r.name, found)
		}
	}
	w.staysAsItWas()
	w.nobodyIsToldTwice()
}

// staysAsItWas checks what must not change about an entry: its list, its number, and the form's original text. No entry
// disappears.
func (w *listWorld) staysAsItWas() {
	w.t.Helper()
	rows, err := w.a.DB.SQL().QueryContext(w.t.Context(), "SELECT id, ceremony_id, no, original FROM ceremony_entries")
	if err != nil {
		w.t.Fatal(err)
	}
	defer func() { _ = rows.Close() }()
	found := 0
	for rows.Next() {
		var id string
		var e entryOnce
		if err := rows.Scan(&id, &e.ceremony, &e.no, &e.original); err != nil {
			w.t.Fatal(err)
		}
		if was, there := w.seen[id]; there && was != e {
			w.t.Errorf("an entry was %+v and is %+v", was, e)
		}
		w.seen[id] = e
		found++
	}
	if err := rows.Err(); err != nil {
		w.t.Fatal(err)
	}
	if found != len(w.seen) {
		w.t.Errorf("%d entries, %d were there", found, len(w.seen))
	}
}

// nobodyIsToldTwice checks the messages sent: one per family and ceremony, and only for a mark that was not undone.
func (w *listWorld) nobodyIsToldTwice() {
	w.t.Helper()
	mails := w.a.Mails(w.t)
	if len(mails) == w.mails {
		return
	}
	w.mails = len(mails)
	told := map[string]int{}
	for _, m := range mails {
		for i := range w.lists {
			if subject := m.GetGenHeader("Subject"); len(subject) == 1 && subject[0] == fmt.Sprintf("Prayer %d has been held", i) {
				told[fmt.Sprintf("%v %d", m.GetToString(), i)]++
				if w.a.Count(w.t, "SELECT count(*) FROM done_marks WHERE ceremony_id = $1 AND undone_at = 0 AND told_at > 0", w.lists[i]) == 0 {
					w.t.Errorf("%v was told of Prayer %d, of which nothing is done", m.GetToString(), i)
				}
			}
		}
	}
	for to, n := range told {
		if n > 1 {
			w.t.Errorf("%s was told %d times", to, n)
		}
	}
}
