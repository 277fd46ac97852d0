package growth_test

import (
	"fmt"
	"math"
	"os"
	"slices"
	"strings"
	"testing"
	"time"

	"shanmen/internal/base/clock"
	"shanmen/internal/base/money"
	"shanmen/internal/platform/lookup"
	"shanmen/internal/sales/invoice"
	"shanmen/internal/testkit"
	"shanmen/internal/testkit/moneyrules"
)

// temple is a temple of ten years.
type temple struct {
	*testkit.App
	orders, members         int
	member, admin, treasury *testkit.Client
	userID                  string // the member's
	lists, files            int
	grand                   string // the option of the lamps with places
}

// What stands for a name and number in the samples: no other text contains them.
const (
	sampleLatin   = "Growlatin Template"
	sampleChinese = "模板人名"
	sampleMobile  = "+6588999777"
)

// grow makes a temple with a number of orders, a fifth as many members and a twentieth as many lamps with places. The
// program itself writes one order of each kind, and set-based SQL repeats them.
func grow(t testing.TB, engine string, orders int) *temple {
	t.Helper()
	started := time.Now()
	g := &temple{orders: orders, members: max(orders/5, 1)}
	var keep keeper
	if orders > few {
		keep = keeper{os.Getenv("GROWTH_KEEP"), fmt.Sprintf("%s-%d", engine, orders)}
	}
	if g.again(t, keep) {
		return g
	}
	g.App = keep.start(t, engine)
	for range 3 { // work that is done once, such as reindexing, is done before the temple grows
		g.MustSweep(t)
	}
	g.halls(t)
	kinds := g.samples(t)
	f := open(t, g.App)
	people := f.people()
	f.exec("CREATE TEMP TABLE growth_places AS SELECT row_number() OVER (ORDER BY fill, id) AS k, id AS place FROM positions WHERE use_id = '' AND option_id = '" + g.grand + "'")
	f.series(g.members, orders, g.open(), people, kinds)
	f.done("series")
	g.fill(f, kinds)
	f.build()
	if orders <= mostChecked {
		g.check(f)
		f.done("rules")
	}
	f.close()
	g.Clock.Advance(61 * time.Minute)
	for range 2 { // what retention takes of the filled rows is gone before anything is measured
		g.MustSweep(t)
	}
	f.done("retention")
	g.work(t)
	keep.keep(t, g.App)
	fmt.Printf("%s: %d orders in %v (%s)\n", engine, orders, time.Since(started).Round(time.Second), strings.Join(f.spent, ", "))
	return g
}

// work logs the staff in.
func (g *temple) work(t testing.TB) {
	t.Helper()
	g.admin, g.treasury = g.Staff(t, "admin"), g.Staff(t, "treasurer")
}

// kind is one way of an order, and which rows of the series have it.
type kind struct {
	sample
	when string // a condition of n; "": members
}

func (g *temple) samples(t testing.TB) map[string]*kind {
	t.Helper()
	out := map[string]*kind{}
	registered := take(t, g.App, func() { g.member = g.NewMember(t, sampleLatin, sampleMobile) })
	out["member"] = &kind{sample: registered}
	id, err := testkit.UserID(t.Context(), g.DB.Read(), sampleMobile)
	if err != nil {
		t.Fatal(err)
	}
	g.userID = id
	g.Exec(t, "UPDATE users SET chinese_name = $1 WHERE id = $2", sampleChinese, g.userID)
	for _, r := range registered.rows {
		for i, c := range r.columns {
			if r.table == "users" && c == "chinese_name" {
				r.values[i] = sampleChinese
			}
		}
	}
	oil := func() map[string]any { return g.Item(t, "lamp-oil", "bottle", "quantity", 2) }
	lamp := func() map[string]any { return g.Item(t, "light-lamp", "one", "form", testkit.People(sampleChinese)) }
	pictured := func() (*invoice.View, string) { return g.member.BuyByTransfer(g.price(t, lamp()), lamp()) }
	closed := fmt.Sprintf("n <= %d AND n %% 20 ", g.orders-g.open())
	waits := fmt.Sprintf("n > %d AND n %% 3 = ", g.orders-g.open())
	add := func(name, when string, act func()) { out[name] = &kind{take(t, g.App, act), when} }
	add("expired", closed+"= 18 AND n % 40 > 20", func() { // first: it takes days, in which nothing else may expire
		g.member.Buy(lamp())
		g.Clock.Advance(8 * 24 * time.Hour)
		g.MustSweep(t)
	})
	g.member = g.LogIn(t, sampleMobile, testkit.NewMemberPassword)
	counter, treasurer := g.Staff(t, "counter"), g.Staff(t, "treasurer")
	add("cash", closed+"< 7", func() {
		v := g.member.Buy(oil())
		counter.TakeCash(v.ID, v.SubTotal).Want(200)
	})
	add("transfer", closed+"BETWEEN 7 AND 12", func() {
		_, p := pictured()
		treasurer.Approve(p).Want(200)
	})
	add("placed", closed+"= 13", func() {
		v := g.member.Buy(g.Item(t, "light-lamp", "grand", "form", testkit.People(sampleChinese)))
		counter.TakeCash(v.ID, v.SubTotal).Want(200)
	})
	add("statement", closed+"BETWEEN 14 AND 16", func() {
		v, _ := pictured()
		treasurer.Upload("/api/admin/bank/statement", statementOf(g.Clock.Now(), sampleLatin, v.PaymentReference, v.SubTotal)).Want(200)
		g.Drain(t)
		g.settle(t, treasurer, v.SubTotal)
	})
	add("walk-in", closed+"= 17", func() {
		counter.WalkIn(map[string]any{"name": sampleLatin, "chineseName": sampleChinese, "mobile": sampleMobile}, g.price(t, oil()), oil()).Want(200)
	})
	add("cancelled", closed+"= 18 AND n % 40 < 20", func() {
		counter.Post("/api/admin/invoice/"+g.member.Buy(oil()).ID+"/cancel", map[string]any{"reason": "mistake"}).Want(200)
	})
	add("refunded", closed+"= 19", func() {
		v := g.member.Buy(oil())
		counter.TakeCash(v.ID, v.SubTotal).Want(200)
		treasurer.Refund(v.ID, money.PayNow, v.SubTotal, "mistake").Want(200)
	})
	add("waiting", waits+"0", func() { g.member.Buy(lamp()) })
	add("pending", waits+"1", func() { pictured() })
	add("rejected", waits+"2", func() {
		_, p := pictured()
		treasurer.Reject(p, "unreadable").Want(200)
	})
	return out
}

// open is how many of the newest orders are open.
func (g *temple) open() int { return min(g.orders/10, 1000) }

func (g *temple) price(t testing.TB, item map[string]any) money.Cents {
	t.Helper()
	quantity := item["quantity"].(int)
	return money.Cents(g.Count(t, "SELECT price FROM offering_options WHERE id = $1", item["optionId"]) * int64(quantity))
}

// settle settles what the newest statement is certain of.
func (g *temple) settle(t testing.TB, treasurer *testkit.Client, sum money.Cents) {
	t.Helper()
	var list struct{ Items []struct{ ID string } }
	treasurer.Get("/api/admin/bank/statement").Want(200).JSON(&list)
	treasurer.Post("/api/admin/bank/statement/"+list.Items[0].ID+"/approve", map[string]any{"count": 1, "sum": sum}).Want(200)
	g.Drain(t)
}

func statementOf(day time.Time, payer, message string, cents money.Cents) testkit.File {
	return testkit.File{Name: "statement.csv", Data: []byte(statementHead + creditLine(day, payer, message, cents))}
}

const statementHead = "Account Details For:,Temple Account 999-99999-9\nStatement as at:,21 Nov 2026\n\n" +
	"Transaction Date,Transaction Code,Description,Transaction Ref1,Transaction Ref2,Transaction Ref3,Status,Debit Amount,Credit Amount\n"

func creditLine(day time.Time, payer, message string, cents money.Cents) string {
	one, two, three := "Incoming PayNow Ref 8812", "From: "+payer, "OTHR "+message
	return fmt.Sprintf("%s,ICT,%s %s %s,%s,%s,%s,Settled,,%d.%02d\n", day.In(clock.Singapore).Format("02 Jan 2006"), one, two, three, one, two, three, cents/100, cents%100)
}

// fill repeats the samples.
func (g *temple) fill(f *filler, kinds map[string]*kind) {
	f.Helper()
	member, user := kinds["member"], g.userID
	member.own()
	f.likeTheProgram(lookup.Member, worded{subject: user, mobile: sampleMobile}, sampleLatin)
	member.tokens = append(member.tokens, token{sampleMobile, "s.mobile"}, token{sampleLatin, "s.latin"}, token{sampleChinese, "s.chinese"})
	f.batches(g.members, func(part string) { member.copies(f, "growth_members", part) })
	var names []string
	record, receipt := "CASE s.kind", "CASE"
	for name, k := range kinds {
		if name == "member" {
			continue
		}
		names = append(names, name)
		var w worded
		for _, r := range k.rows {
			switch r.table {
			case "invoices":
				w.subject, w.number, w.reference = r.text("id"), r.text("number"), r.text("payment_reference")
				k.tokens = append(k.tokens, token{w.number, "'INV-' || s.number"}, token{w.reference, "s.ref"})
			case "official_receipts":
				w.receipt = r.text("number")
				k.tokens = append(k.tokens, token{w.receipt, "s.receipt_number"})
			case "payments":
				if shift := r.text("shift_id"); shift != "" {
					k.tokens = append(k.tokens, token{shift, "'" + shift[:24] + "' || s.sh"})
				}
			case "bank_statements":
				k.tokens = append(k.tokens, token{r.text("id"), "'" + r.text("id")[:24] + "' || s.g"})
			case "position_uses":
				k.tokens = append(k.tokens, token{r.text("position_id"), "s.place"})
			}
		}
		if w.subject == "" {
			f.Fatalf("%s wrote no order", name)
		}
		w.mobile = sampleMobile
		f.likeTheProgram(lookup.Invoice, w, sampleLatin, sampleChinese)
		record += fmt.Sprintf(" WHEN '%s' THEN %s", name, idOf(w.subject, "s.u", "s.h"))
		if w.receipt != "" {
			receipt += fmt.Sprintf(" WHEN s.kind = '%s' THEN s.receipt_number", name)
		}
		k.tokens = append(k.tokens, token{user, idOf(user, "s.mu", "s.mh")},
			token{sampleMobile, "s.mobile"}, token{sampleLatin, "s.latin"}, token{sampleChinese, "s.chinese"})
		k.own()
	}
	slices.Sort(names)
	f.batches(g.orders, func(part string) {
		for _, name := range names {
			kinds[name].copies(f, "growth_orders", fmt.Sprintf("s.kind = '%s' AND %s", name, part))
		}
	})
	g.shared(f)
	f.done("rows")
	f.batches(g.members, func(part string) {
		f.words(lookup.Member, fmt.Sprintf("SELECT %s, s.p, s.mobile, '', '', '', s.at FROM growth_members s WHERE %s ORDER BY s.n", idOf(user, "s.u", "s.h"), part))
	})
	f.exec("CREATE UNIQUE INDEX growth_orders_in_order ON growth_orders (n)")
	f.batches(g.orders, func(part string) {
		f.words(lookup.Invoice, fmt.Sprintf("SELECT %s END, s.p, s.mobile, 'INV-' || s.number, %s ELSE '' END, s.ref, s.at FROM growth_orders s WHERE %s ORDER BY s.n", record, receipt, part))
	})
	f.done("words")
}

// shared writes what many orders share: cash boxes, numbers, the takings of days, and the places that are taken.
func (g *temple) shared(f *filler) {
	f.Helper()
	f.exec(`INSERT INTO shifts (id, user_id, opened_at, opening_float, closed_at, closed_by, expected, counted)
		SELECT p.shift_id, min(p.decided_by), min(p.created_at) - 1000, 0, max(p.decided_at) + 1000, min(p.decided_by), sum(p.received), sum(p.received) FROM payments p
		WHERE p.shift_id <> '' AND NOT EXISTS (SELECT 1 FROM shifts s WHERE s.id = p.shift_id) GROUP BY p.shift_id`)
	for series, number := range map[string]string{"INV": "seq", "OR": "receipt"} {
		f.exec(fmt.Sprintf(`INSERT INTO number_series (series, year, last) SELECT '%s', CAST(year AS BIGINT), max(%s) FROM growth_orders WHERE true GROUP BY year
			ON CONFLICT (series, year) DO UPDATE SET last = excluded.last`, series, number))
	}
	f.exec("DELETE FROM takings_days") // SQLite's triggers wrote the copies', PostgreSQL's are off
	f.exec(`INSERT INTO takings_days (day, amount, back) SELECT d.day, sum(d.amount), sum(d.back) FROM (
		SELECT (decided_at + 28800000) / 86400000 AS day, received AS amount, 0 AS back FROM payments WHERE status = 'approved'
		UNION ALL SELECT (at + 28800000) / 86400000, 0, amount FROM refunds WHERE extent <> 'transfer') d GROUP BY d.day`)
	f.exec("UPDATE invoice_items SET placed = quantity WHERE placed > quantity") // SQLite's trigger counted what the copies have already
	f.exec("UPDATE positions SET use_id = u.id FROM position_uses u WHERE u.position_id = positions.id AND u.ended_at = 0 AND positions.use_id = ''")
	f.exec("UPDATE offering_options SET remaining = (SELECT count(*) FROM positions p WHERE p.option_id = offering_options.id AND p.use_id = '' AND p.usable = 1) WHERE id = $1", g.grand)
}

// mostChecked is up to how many orders the rules of money are held: for 50,000 they take 40 s of SQLite, and more orders are
// the same series.
const mostChecked = 20_000

// check holds the rules of money against what was filled, on the filling connection: its cache is larger than that of the
// program's readers.
func (g *temple) check(f *filler) {
	f.Helper()
	if n := g.Count(f, "SELECT count(*) FROM invoices"); n < int64(g.orders) || n > int64(g.orders)+math.MaxInt8 {
		f.Fatalf("%d orders, not %d", n, g.orders)
	}
	for _, r := range f.rows(`SELECT CAST(s.year AS TEXT), CAST(s.last AS TEXT) FROM number_series s WHERE s.series = 'OR' AND s.last <>
		(SELECT count(*) FROM official_receipts o WHERE o.number LIKE 'OR-' || CAST(s.year AS TEXT) || '-%')`) {
		f.Fatalf("receipts of %s, of which %s numbers were issued, are missing", r[0], r[1])
	}
	for _, r := range f.rows(moneyrules.Broken) {
		f.Fatalf("rule %s: %s", r[0], r[1])
	}
}
