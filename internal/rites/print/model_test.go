package print_test

import (
	"fmt"
	"strings"
	"testing"
	"time"

	"shanmen/internal/rites/ceremony"
	"shanmen/internal/rites/print"
	"shanmen/internal/sales/invoice"
	"shanmen/internal/testkit"
	"shanmen/internal/testkit/model"
)

// room plays random actions on one list, and records what must never change.
type room struct {
	t *testing.T
	a *testkit.App
	*model.Player
	list    string
	next    int
	open    []*invoice.View             // orders that are not paid
	paid    map[string]*invoice.View    // by the surname on the tablet
	pieces  map[string][]print.RunPiece // of each run, as it was made
	counted map[string]string           // run by entry and revision, of sheets that count and are not reprints
}

var modelSurnames = strings.Split("赵钱孙李周吴郑王冯陈褚卫蒋沈韩杨朱秦尤许何吕施张孔曹严华金魏陶姜戚谢邹喻柏水窦章云苏潘葛奚范彭郎鲁韦昌马苗凤花方俞任袁柳鲍史唐费廉岑薛雷贺倪汤滕殷罗毕郝邬安常乐于时傅皮卞齐康伍余元卜顾孟平黄", "")

func (m *room) run(pick func(print.RunView) bool) (print.RunView, bool) {
	var l print.RunList
	m.a.Staff(m.t, "ritual").Get("/api/admin/run?limit=100").Want(200).JSON(&l)
	var fit []print.RunView
	for _, v := range l.Items {
		if pick(v) {
			fit = append(fit, v)
		}
	}
	if len(fit) == 0 {
		return print.RunView{}, false
	}
	return fit[m.IntN(len(fit))], true
}

func (m *room) inState(states ...string) (print.RunView, bool) {
	return m.run(func(v print.RunView) bool {
		for _, s := range states {
			if v.State == s {
				return true
			}
		}
		return false
	})
}

func (m *room) entry(state string) (ceremony.EntryRow, bool) {
	all := entriesOf(m.t, m.a, m.list, state)
	if len(all) == 0 {
		return ceremony.EntryRow{}, false
	}
	return all[m.IntN(len(all))], true
}

// does is an action that always counts, even when a rule refuses it.
func does(act func()) func(*room) bool {
	return func(*room) bool { act(); return true }
}

// step does one random action. A refusal by a rule is expected; status 500 is a failure.
func (m *room) step() {
	ritual := m.a.Staff(m.t, "ritual")
	post := func(path string, body any) {
		if r := ritual.Post(path, body); r.Status != 200 && r.Status != 400 {
			m.t.Fatalf("%s: %d %s after %q", path, r.Status, r.Body, m.Trace)
		}
	}
	acts := []model.Act[*room]{
		model.Do("order", 5, does(func() {
			surname := modelSurnames[m.next%len(modelSurnames)]
			m.next++
			v := ordered(m.t, m.a, surname)
			if m.IntN(4) > 0 {
				m.a.TakeCash(m.t, v)
				m.paid[surname] = v
			} else {
				m.open = append(m.open, v)
			}
		})),
		model.Do("check", 6, does(func() { check(m.t, m.a, m.list) })),
		model.Do("uncheck", 1, does(func() {
			if e, ok := m.entry("checked"); ok {
				post("/api/admin/entry/"+e.ID+"/check", fields{"revision": e.Revision, "right": false})
			}
		})),
		model.Do("correct", 2, does(func() {
			state := []string{"checked", "printed", "collected"}[m.IntN(3)]
			if e, ok := m.entry(state); ok {
				e.Text.Dedicators = append(e.Text.Dedicators[:1:1], ceremony.EntryPerson{Name: fmt.Sprintf("Tan %d", m.next)})
				m.next++
				post("/api/admin/entry/"+e.ID+"/correct", fields{"revision": e.Revision, "text": e.Text, "reason": "typed-wrong", "right": m.IntN(2) == 0})
			}
		})),
		model.Do("refund", 1, does(func() {
			for surname, v := range m.paid {
				refund(m.t, m.a, v)
				delete(m.paid, surname)
				return
			}
		})),
		model.Do("withdraw", 1, does(func() {
			if e, ok := m.entry("all"); ok {
				post("/api/admin/entry/"+e.ID+"/withdraw", fields{})
			}
		})),
		model.Do("make", 6, does(func() { post("/api/admin/run", tablets(m.list)) })),
		model.Do("make of chosen", 1, does(func() {
			if e, ok := m.entry([]string{"checked", "printed"}[m.IntN(2)]); ok {
				post("/api/admin/run", with(tablets(m.list), "which", "chosen", "entries", []string{e.ID}, "why", "damaged"))
			}
		})),
		model.Do("draw", 8, does(func() { m.a.Drain(m.t) })),
		model.Do("fail to draw", 1, does(func() {
			files := m.a.Print.Files
			m.a.Print.Files = fullDisk{files}
			m.a.Drain(m.t)
			m.a.Print.Files = files
		})),
		model.Do("cancel", 1, does(func() {
			if v, ok := m.inState("queued", "ready", "failed"); ok && m.IntN(2) == 0 {
				post("/api/admin/run/"+v.ID+"/cancel", fields{})
			}
		})),
		model.Do("again", 1, does(func() {
			if v, ok := m.inState("failed", "ready"); ok {
				post("/api/admin/run/"+v.ID+"/again", fields{})
			}
		})),
		model.Do("accept", 7, does(func() {
			if v, ok := m.inState("ready"); ok {
				body := fields{}
				if m.IntN(2) == 0 {
					n := 1 + m.Int64N(v.Sheets)
					body["spoiled"] = []fields{{"from": n, "to": n}}
				}
				post("/api/admin/run/"+v.ID+"/accept", body)
			}
		})),
		model.Do("reprint", 2, does(func() {
			if v, ok := m.inState("accepted"); ok {
				which := []string{"spoiled", "stale", "chosen"}[m.IntN(3)]
				post("/api/admin/run/"+v.ID+"/reprint", fields{"which": which, "pieces": []int64{1, 2}, "why": "lost"})
			}
		})),
		model.Do("two weeks", 0, does(func() {
			m.a.Clock.Advance(15 * 24 * time.Hour)
			if err := m.a.Print.Sweep(m.t.Context()); err != nil {
				m.t.Fatal(err)
			}
		})),
	}
	model.Step(m.Player, m, acts)
}

// holds checks all that must be true after each action.
func (m *room) holds() {
	t, a := m.t, m.a
	t.Helper()
	none := func(what, query string) {
		if n := a.Count(t, query); n != 0 {
			t.Fatalf("%s: %d, after %q", what, n, m.Trace)
		}
	}
	none("numbers of runs given twice", "SELECT count(*) - count(DISTINCT no) FROM print_runs")
	none("entries with two papers in use", "SELECT count(*) FROM (SELECT entry_id FROM print_pieces WHERE outcome = 'good' GROUP BY entry_id HAVING count(*) > 1) d")
	none("entries in two runs at once", "SELECT count(*) FROM (SELECT entry_id FROM print_pieces WHERE outcome = '' GROUP BY entry_id HAVING count(*) > 1) d")
	none("papers in use of another revision", "SELECT count(*) FROM print_pieces p JOIN ceremony_entries e ON e.id = p.entry_id WHERE p.outcome = 'good' AND p.revision <> e.printed_revision")
	none("printed without a paper", "SELECT count(*) FROM ceremony_entries e WHERE e.state = 'printed' AND NOT EXISTS (SELECT 1 FROM print_pieces p WHERE p.entry_id = e.id AND p.outcome = 'good' AND p.revision = e.revision)")
	none("runs whose pieces do not add up", "SELECT count(*) FROM print_runs r WHERE r.total <> (SELECT count(*) FROM print_pieces p WHERE p.run_id = r.id)")
	none("ended runs with pieces that wait", "SELECT count(*) FROM print_pieces p JOIN print_runs r ON r.id = p.run_id WHERE r.state IN ('accepted', 'cancelled') AND p.outcome = ''")
	none("open runs with pieces that count", "SELECT count(*) FROM print_pieces p JOIN print_runs r ON r.id = p.run_id WHERE r.state NOT IN ('accepted', 'cancelled') AND p.outcome NOT IN ('', 'blank')")
	none("pieces of an order that was never paid", "SELECT count(*) FROM print_pieces p JOIN ceremony_entries e ON e.id = p.entry_id JOIN invoices v ON v.id = e.invoice_id WHERE v.status NOT IN ('paid', 'refunded')")

	var l print.RunList
	a.Staff(t, "ritual").Get("/api/admin/run?limit=100").Want(200).JSON(&l)
	for _, v := range l.Items {
		c := v.Counts
		if sum := c.Waiting + c.Good + c.Spoiled + c.Stale + c.Withdrawn + c.Replaced + c.Blank + c.Dropped; sum != v.Total {
			t.Fatalf("run %d: %+v of %d, after %q", v.No, c, v.Total, m.Trace)
		}
		now := pieces(t, a, v.ID)
		was, known := m.pieces[v.ID]
		if !known {
			m.pieces[v.ID] = now
			none("pieces of a new run that are not paid or not checked", `SELECT count(*) FROM print_pieces p JOIN ceremony_entries e ON e.id = p.entry_id JOIN invoices v ON v.id = e.invoice_id
				WHERE p.run_id = '`+v.ID+`' AND p.outcome = '' AND (v.status <> 'paid' OR e.state NOT IN ('checked', 'printed') OR e.revision <> p.revision)`)
			continue
		}
		for i := range now {
			if key := fmt.Sprint(now[i].EntryID, " r", now[i].Revision); now[i].Outcome == "good" && v.Why == "" {
				if other := m.counted[key]; other != "" && other != v.ID {
					t.Fatalf("%04d r%d counts twice, after %q", now[i].No, now[i].Revision, m.Trace)
				}
				m.counted[key] = v.ID
			}
			if was[i].Outcome = now[i].Outcome; was[i] != now[i] {
				t.Fatalf("a piece of run %d has moved: %+v, %+v, after %q", v.No, was[i], now[i], m.Trace)
			}
		}
		if v.State == "ready" && v.HasFile && m.Trace[len(m.Trace)-1] == "draw" {
			m.drawn(v, now)
		}
	}
}

// drawn checks a file that was just made: it contains exactly the waiting names.
func (m *room) drawn(v print.RunView, now []print.RunPiece) {
	text := textOf(m.t, m.a, v.ID)
	for _, p := range now {
		if on := strings.Contains(text, fmt.Sprintf("%04d · r%d", p.No, p.Revision)); on != (p.Outcome == "") {
			m.t.Fatalf("%04d r%d of run %d, which is %q: on paper %v, after %q", p.No, p.Revision, v.No, p.Outcome, on, m.Trace)
		}
	}
	for _, o := range m.open {
		if strings.Contains(text, o.Number) {
			m.t.Fatalf("run %d prints an order that is not paid", v.No)
		}
	}
}

// Random actions on a list and its runs: MODEL_SEQUENCES=100 plays more.
func TestRandomPrintingMatchesAModel(t *testing.T) {
	t.Parallel()
	model.Seeds(t, model.Number(t, "MODEL_SEQUENCES", 2), func(t *testing.T, seed int) {
		testkit.Each(t, func(t *testing.T, a *testkit.App) {
			m := &room{t: t, a: a, Player: model.NewPlayer(seed, 7), list: solstice(t, a), paid: map[string]*invoice.View{}, pieces: map[string][]print.RunPiece{}, counted: map[string]string{}}
			for range 45 {
				m.step()
				m.holds()
			}
		})
	})
}
