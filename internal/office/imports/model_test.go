package imports_test

import (
	"bytes"
	"context"
	"fmt"
	"maps"
	"slices"
	"strconv"
	"strings"
	"testing"
	"time"

	"golang.org/x/text/encoding/simplifiedchinese"
	"golang.org/x/text/encoding/traditionalchinese"

	"shanmen/internal/office/imports"
	"shanmen/internal/platform/db"
	"shanmen/internal/testkit"
	"shanmen/internal/testkit/model"
)

// lists is the expected result of importing a temple's lists, computed in the simplest way.
type lists struct {
	t     *testing.T
	a     *testkit.App
	admin *testkit.Client
	*model.Player
	sheets  []*modelSheet
	made    []*modelMade
	members []*modelMember
	money   string
	came    map[*modelRow]modelRow // rows as in their file
}

type modelMember struct {
	client       *testkit.Client
	id           string
	name, mobile string
	gone         bool
}

// modelMade is the record that a row created, and its key.
type modelMade struct {
	kind, key, mobile, place string
	owner                    *modelMember
	claimed, erased, undone  bool
}

type modelRow struct {
	no      int
	cells   map[string]string
	mistake string // the field that is wrong
	out     bool
	said    string // of the number
	class   string
	made    *modelMade
}

type modelSheet struct {
	id, kind, state string
	data            []byte
	rows            []*modelRow
}

var modelFields = map[string][]string{
	"members": {"name", "mobile", "birth"}, "lamps": {"name", "mobile", "option", "place", "from", "amount"}, "orders": {"name", "mobile", "day", "item", "amount"},
}

var modelHeads = map[string][]string{
	"name": {"Name", "姓名"}, "mobile": {"Mobile", "手机"}, "birth": {"Birthday", "出生日期"}, "option": {"Lamp", "灯别"}, "place": {"Place", "灯位"}, "from": {"From", "点灯日"},
	"amount": {"Paid", "金额"}, "day": {"Date", "日期"}, "item": {"What for", "用途"},
}

func (m *lists) keyOf(kind string, r *modelRow) string {
	var parts []string
	for _, f := range modelFields[kind] {
		if kind != "lamps" || f != "amount" {
			parts = append(parts, r.cells[f])
		}
	}
	return kind + "|" + strings.Join(parts, "|")
}

// bring makes a random list of people who may be in other lists too, and checks it.
func (m *lists) bring() {
	kinds := []string{"members", "lamps", "orders"}
	sh := &modelSheet{kind: kinds[m.IntN(3)], state: "ready"}
	used := modelFields[sh.kind]
	columns := slices.Clone(used)
	m.Shuffle(len(columns), func(i, j int) { columns[i], columns[j] = columns[j], columns[i] })
	var lines [][]string
	var head []string
	for _, f := range columns {
		head = append(head, modelHeads[f][m.IntN(2)])
	}
	lines = append(lines, head)
	for i := range 3 + m.IntN(6) {
		who := m.IntN(12)
		r := &modelRow{no: i + 2, cells: map[string]string{
			"name": fmt.Sprintf("陳美玲 Tan %d", who), "mobile": fmt.Sprintf("9123 00%02d", who), "birth": fmt.Sprintf("19%d-01-02", 50+who),
			"option": "Grand lotus lamp", "place": fmt.Sprintf("P-%d", who), "from": "2026-02-12", "day": "2025-08-15", "item": "Oil", "amount": "88.00",
		}}
		if m.IntN(4) == 0 {
			wrong := map[string]string{"mobile": fmt.Sprintf("9123 0%d", 10+who), "amount": "1B8", "from": "2026-02-31", "day": "31/2/2026", "name": fmt.Sprintf("陳?玲 Tan %d", who)}
			fields := slices.DeleteFunc(slices.Clone(used), func(f string) bool { return wrong[f] == "" })
			r.mistake = fields[m.IntN(len(fields))]
			r.cells[r.mistake] = wrong[r.mistake]
		}
		var line []string
		for _, f := range columns {
			line = append(line, r.cells[f])
		}
		lines = append(lines, line)
		sh.rows = append(sh.rows, r)
		m.came[r] = modelRow{cells: maps.Clone(r.cells), mistake: r.mistake}
	}
	sh.data = m.encoded(lines)
	m.upload(sh)
}

func (m *lists) encoded(lines [][]string) []byte {
	mark := []string{",", ";", "\t"}[m.IntN(3)]
	var text strings.Builder
	for _, line := range lines {
		text.WriteString(strings.Join(line, mark) + "\n")
	}
	var out string
	var err error
	switch m.IntN(5) {
	case 0:
		return xlsx(m.t, lines...)
	case 1:
		if out, err = traditionalchinese.Big5.NewEncoder().String(text.String()); err == nil { // it has no simplified characters
			return []byte(out)
		}
	case 2:
		if out, err = simplifiedchinese.GB18030.NewEncoder().String(text.String()); err == nil {
			return []byte(out)
		}
	case 3:
		return []byte("\ufeff" + text.String())
	}
	return []byte(text.String())
}

// upload uploads a sheet and compares the check's result with the model's.
func (m *lists) upload(sh *modelSheet) {
	before := m.stored()
	var up imports.ImportUploaded
	upload(m.t, m.admin, sh.kind, "list", sh.data).Want(200).JSON(&up)
	waits := slices.IndexFunc(m.sheets, func(o *modelSheet) bool {
		return o.kind == sh.kind && o.state == "ready" && bytes.Equal(o.data, sh.data)
	})
	if up.Known != (waits >= 0) {
		m.t.Fatalf("a list comes whose file waits %v, taken for known %v", waits >= 0, up.Known)
	}
	if waits >= 0 {
		if m.sheets[waits].id != up.ID {
			m.t.Fatalf("the list that comes is taken for %s, want %s, which waits", up.ID, m.sheets[waits].id)
		}
		return
	}
	sh.id = up.ID
	columns := map[string]int{}
	for _, f := range view(m.t, m.admin, up.ID).Columns.Fields {
		if f.Column >= 0 {
			columns[f.ID] = f.Column
		}
	}
	if r := m.admin.Put("/api/admin/import/"+up.ID+"/columns", map[string]any{"columns": columns}); r.Status != 200 {
		m.t.Fatalf("%s\n%q %+v", r.Body, sh.data, view(m.t, m.admin, up.ID).Columns)
	}
	m.a.Drain(m.t)
	m.sheets = append(m.sheets, sh)
	for _, r := range sh.rows {
		r.class = m.classOf(sh, r)
	}
	if after := m.stored(); before != after {
		m.t.Fatalf("a look has written: %s, before %s", after, before)
	}
}

func (m *lists) live(kind, key string) *modelMade {
	for _, one := range m.made {
		if one.kind == kind && one.key == key && !one.undone {
			return one
		}
	}
	return nil
}

func (m *lists) memberOf(mobile string) *modelMember {
	for _, one := range m.members {
		if !one.gone && one.mobile == mobile {
			return one
		}
	}
	return nil
}

func e164(typed string) string { return "+65" + strings.ReplaceAll(typed, " ", "") }

// place returns the position words of a lamp whose day can be read.
func placeOf(sh *modelSheet, r *modelRow) string {
	if sh.kind != "lamps" || r.mistake == "from" {
		return ""
	}
	return r.cells["place"]
}

func (m *lists) classOf(sh *modelSheet, r *modelRow) string {
	if r.out {
		return "out"
	}
	known := m.live(sh.kind, m.keyOf(sh.kind, r)) != nil
	wrong, decide := r.mistake != "" && r.said != "without", false
	for _, o := range sh.rows {
		if o.no < r.no && !o.out {
			wrong = wrong || placeOf(sh, r) != "" && placeOf(sh, o) == placeOf(sh, r)
			decide = decide || m.keyOf(sh.kind, o) == m.keyOf(sh.kind, r)
		}
	}
	for _, one := range m.made {
		wrong = wrong || one.kind == "lamps" && !one.undone && one.place != "" && one.place == placeOf(sh, r) && !known
	}
	if r.mistake != "mobile" {
		who := m.memberOf(e164(r.cells["mobile"]))
		decide = decide || who != nil && who.name != r.cells["name"] && r.said == ""
	}
	switch {
	case wrong:
		return "unreadable"
	case decide:
		return "decide"
	case known:
		return "known"
	}
	return "ready"
}

func (m *lists) sheet(state string) *modelSheet {
	of := slices.DeleteFunc(slices.Clone(m.sheets), func(o *modelSheet) bool { return o.state != state })
	if len(of) == 0 {
		return nil
	}
	return of[m.IntN(len(of))]
}

// decide answers a waiting row: corrects a value, says who it is, or leaves it out.
func (m *lists) decide() {
	sh := m.sheet("ready")
	if sh == nil {
		return
	}
	r := sh.rows[m.IntN(len(sh.rows))]
	key, place := m.keyOf(sh.kind, r), placeOf(sh, r)
	row := strconv.Itoa(r.no)
	right := map[string]string{
		"mobile": "9123 00" + strings.TrimPrefix(r.cells["place"], "P-"), "amount": "88.00", "from": "2026-02-12", "day": "2025-08-15",
		"name": "陳美玲 Tan " + strings.TrimPrefix(r.cells["place"], "P-"),
	}
	if who := strings.TrimPrefix(r.cells["place"], "P-"); len(who) == 1 {
		right["mobile"] = "9123 000" + who
	}
	switch n := m.IntN(4); {
	case r.out:
		return
	case r.mistake == "mobile" && r.said == "" && n == 0:
		answer(m.admin, sh.id, row, "mobile", "without", "").Want(200)
		r.said = "without"
	case r.mistake != "" && r.said == "" && n < 3:
		answer(m.admin, sh.id, row, r.mistake, "set", right[r.mistake]).Want(200)
		r.cells[r.mistake], r.mistake = right[r.mistake], ""
	case r.class == "decide" && r.mistake == "" && m.memberOf(e164(r.cells["mobile"])) != nil && r.said == "" && n < 3 && m.memberOf(e164(r.cells["mobile"])).name != r.cells["name"]:
		r.said = []string{"same", "other"}[m.IntN(2)]
		if res := answer(m.admin, sh.id, row, "mobile", r.said, ""); res.Status != 200 { // the member registered after the check
			r.said = ""
			return
		}
	case n == 3:
		answer(m.admin, sh.id, row, "name", "leave-out", "").Want(200)
		r.out = true
	default:
		return
	}
	for _, o := range sh.rows {
		k, p := m.keyOf(sh.kind, o), placeOf(sh, o)
		if o == r || k == key || k == m.keyOf(sh.kind, r) || p != "" && (p == place || p == placeOf(sh, r)) {
			o.class = m.classOf(sh, o)
		}
	}
}

// start imports a list whose rows are ready.
func (m *lists) start() {
	sh := m.sheet("ready")
	if sh == nil {
		return
	}
	if !slices.ContainsFunc(sh.rows, func(r *modelRow) bool { return r.class == "ready" }) {
		if r := m.admin.Post("/api/admin/import/"+sh.id+"/start", map[string]any{"ready": 0}); r.Code() != "import-changed" {
			m.t.Fatalf("nothing is ready: %d %s", r.Status, r.Body)
		}
		return
	}
	start(m.t, m.a, m.admin, sh.id)
	sh.state = "done"
	var now []*modelMade
	for _, r := range sh.rows {
		if r.class != "ready" {
			continue
		}
		if r.class = m.classOf(sh, r); r.class != "ready" { // somebody has come since
			continue
		}
		r.class = "made"
		r.made = &modelMade{kind: sh.kind, key: m.keyOf(sh.kind, r), place: placeOf(sh, r)}
		if r.said != "other" && r.said != "without" {
			r.made.mobile = e164(r.cells["mobile"])
		}
		if who := m.memberOf(r.made.mobile); who != nil && r.made.mobile != "" && (who.name == r.cells["name"] || r.said == "same") {
			r.made.owner = who
		}
		now = append(now, r.made)
	}
	m.made = append(m.made, now...)
}

// again uploads the file of an earlier list again: nothing is created.
func (m *lists) again() {
	sh := m.sheet("done")
	if sh == nil {
		return
	}
	next := &modelSheet{kind: sh.kind, state: "ready", data: sh.data}
	for _, r := range sh.rows {
		was := m.came[r]
		now := &modelRow{no: r.no, cells: maps.Clone(was.cells), mistake: was.mistake}
		m.came[now] = was
		next.rows = append(next.rows, now)
	}
	m.upload(next)
}

func (m *lists) undo() {
	sh := m.sheet("done")
	if sh == nil {
		return
	}
	kept := 0
	for _, r := range sh.rows {
		switch {
		case r.made == nil:
		case r.made.claimed && !r.made.erased && sh.kind != "orders", r.made.claimed && sh.kind == "lamps":
			r.class = "kept"
			kept++
		default:
			r.class, r.made.undone = "ready", true
		}
	}
	if v := undo(m.t, m.a, m.admin, sh.id); int(v.Kept) != kept {
		m.t.Fatalf("%d of a list stay, want %d", v.Kept, kept)
	}
	sh.state = "undone"
}

func (m *lists) claim(who *modelMember) {
	for _, one := range m.made {
		if !one.undone && one.owner == nil && one.mobile == who.mobile {
			one.owner, one.claimed = who, true
		}
	}
}

// register lets somebody verify a number, under the name of the lists or another.
func (m *lists) register() {
	n := m.IntN(12)
	who := &modelMember{name: fmt.Sprintf("陳美玲 Tan %d", n), mobile: fmt.Sprintf("+65912300%02d", n)}
	if m.IntN(2) == 0 {
		who.name = "Somebody else"
	}
	if m.memberOf(who.mobile) != nil || len(m.members) > 6 {
		return
	}
	who.client = m.a.NewMember(m.t, who.name, who.mobile)
	if err := m.a.DB.SQL().QueryRow("SELECT id FROM users WHERE mobile = $1", who.mobile).Scan(&who.id); err != nil {
		m.t.Fatal(err)
	}
	m.members = append(m.members, who)
	m.claim(who)
}

// move changes a member's number to another one of the lists.
func (m *lists) move() {
	if len(m.members) == 0 {
		return
	}
	who, to := m.members[m.IntN(len(m.members))], fmt.Sprintf("+65912300%02d", m.IntN(12))
	if who.gone || m.memberOf(to) != nil {
		return
	}
	m.a.Clock.Advance(2 * time.Hour) // codes have limits
	m.admin = m.a.Staff(m.t, "admin")
	who.client = m.a.LogIn(m.t, who.mobile, testkit.NewMemberPassword)
	who.client.Post("/api/member/update/mobile", map[string]any{"mobile": to, "password": testkit.NewMemberPassword}).Want(200)
	who.client.Post("/api/auth/otp/verify", map[string]any{"otp": m.a.CodeFor(m.t, to)}).Want(200)
	who.mobile = to
	m.claim(who)
}

// erase removes imported data of a member, as closing the account does.
func (m *lists) erase() {
	if len(m.members) == 0 || m.IntN(3) > 0 {
		return
	}
	who := m.members[m.IntN(len(m.members))]
	if who.gone {
		return
	}
	m.a.Write(m.t, func(ctx context.Context, tx *db.Tx) error { return m.a.Imports.Erase(ctx, tx, who.id) })
	m.a.Exec(m.t, "UPDATE users SET mobile = '', mobile_verified = 0 WHERE id = $1", who.id)
	who.gone = true
	for _, one := range m.made {
		if one.owner == who {
			one.erased = true
		}
	}
}

// stored are the rows that lists have created, and their keys.
func (m *lists) stored() string {
	n := func(table string) int64 { return m.a.Count(m.t, "SELECT count(*) FROM "+table) }
	return fmt.Sprint(n("imported_people"), n("imported_lamps"), n("past_orders"), n("import_keys"), n("imported_people WHERE user_id IS NOT NULL"),
		n("imported_lamps WHERE user_id IS NOT NULL"), n("past_orders WHERE user_id IS NOT NULL"))
}

// check compares everything stored with the model.
func (m *lists) check(act string) {
	m.t.Helper()
	there, owned := map[string]int{}, map[string]int{}
	keys := 0
	for _, one := range m.made {
		if one.undone {
			continue
		}
		keys++
		if one.erased && one.kind != "lamps" {
			continue
		}
		there[one.kind]++
		if one.owner != nil {
			owned[one.kind]++
		}
	}
	want := fmt.Sprint(there["members"], there["lamps"], there["orders"], keys, owned["members"], owned["lamps"], owned["orders"])
	got := m.stored()
	if got != want {
		m.t.Fatalf("after %s: %s, want %s", act, got, want)
	}
	for _, sh := range m.sheets {
		count := map[string]int64{}
		for _, r := range sh.rows {
			count[r.class]++
		}
		v := view(m.t, m.admin, sh.id)
		seen := imports.ImportCounts{Ready: count["ready"], Decide: count["decide"], Unreadable: count["unreadable"], Known: count["known"]}
		if v.Counts != seen || v.Made != count["made"] || v.State != sh.state {
			m.t.Fatalf("after %s: a list of %s is %+v made %d %s, want %+v made %d %s\n%+v", act, sh.kind, v.Counts, v.Made, v.State, seen, count["made"], sh.state, rows(m.t, m.admin, sh.id, "all"))
		}
		got += fmt.Sprint(v.Counts, v.Made, v.Kept)
	}
	for _, who := range m.members {
		kept, err := m.a.Imports.Export(m.t.Context(), who.id)
		if err != nil {
			m.t.Fatal(err)
		}
		n := 0
		if kept, is := kept.(imports.Kept); is {
			n = len(kept.People) + len(kept.Lamps) + len(kept.Orders)
		}
		mine := 0
		for _, one := range m.made {
			if one.owner == who && !one.undone && (!one.erased || one.kind == "lamps") {
				mine++
			}
		}
		if n != mine {
			m.t.Fatalf("after %s: %d of a member's are in the archive, want %d", act, n, mine)
		}
	}
	if money := m.moneyNow(); money != m.money {
		m.t.Fatalf("after %s: the money is %s, was %s", act, money, m.money)
	}
	m.Begin(act + " " + got)
}

func (m *lists) moneyNow() string {
	n := func(of string) int64 { return m.a.Count(m.t, "SELECT "+of) }
	return fmt.Sprint(n("count(*) FROM invoices"), n("count(*) FROM payments"), n("count(*) FROM official_receipts"), n("coalesce(sum(last), 0) FROM number_series"))
}

// Random lists and actions: a list creates nothing twice, and nothing without a decision; undoing leaves only records
// that are in use; money is untouched; and both engines give the same result.
func TestRandomImportsMatchAModel(t *testing.T) {
	t.Parallel()
	model.Seeds(t, model.Number(t, "MODEL_SEQUENCES", 2), func(t *testing.T, seed int) {
		model.Same(t, playImports(t, "sqlite", seed), playImports(t, "postgres", seed))
	})
}

func playImports(t *testing.T, engine string, seed int) []string {
	t.Helper()
	a := testkit.New(t, engine)
	m := &lists{Player: model.NewPlayer(seed, 13), t: t, a: a, admin: a.Staff(t, "admin"), came: map[*modelRow]modelRow{}}
	m.money = m.moneyNow()
	acts := []struct {
		name string
		do   func()
	}{
		{"bring", m.bring}, {"bring", m.bring}, {"decide", m.decide}, {"decide", m.decide}, {"decide", m.decide}, {"import", m.start}, {"import", m.start},
		{"again", m.again}, {"undo", m.undo}, {"register", m.register}, {"change a number", m.move}, {"erase", m.erase},
	}
	for range 40 {
		act := acts[m.IntN(len(acts))]
		act.do()
		m.check(act.name)
	}
	return m.Trace
}
