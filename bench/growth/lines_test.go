package growth_test

import (
	"fmt"
	"net/url"
	"strings"
	"testing"
	"time"

	"shanmen/internal/base/money"
	"shanmen/internal/rites/ceremony"
	"shanmen/internal/testkit"
)

// line is one line of the table: something that people wait for.
type line struct {
	name string
	// prepare returns the act that is measured. What it does itself is not.
	prepare func(b *testing.B, g *temple) (act func())
	// most is how long it may take with any number of orders; 0: compared with the small temple.
	most time.Duration
	// times is how often it is measured; 0: nine times.
	times int
}

// list is a list of the office, or of a member.
type list struct {
	name, path string
	whole      bool // has no pages and no total of its own
}

// lists are all lists: each is measured by its first page, its second one and its total. {…} is a value of an order in
// the middle of the years.
var lists = []list{
	{"payments to check", "/api/admin/payment?", false},
	{"payments by cut-off", "/api/admin/payment?order=cut-off", false},
	{"payments alike", "/api/admin/payment?alike=true", false},
	{"payments that differ", "/api/admin/payment?differs=true", false},
	{"payments searched", "/api/admin/payment?q=tan", false},
	{"payments approved", "/api/admin/payment?status=approved", false},
	{"payments approved, of days", "/api/admin/payment?status=approved&from=2026-11-01&to=2026-11-02", false},
	{"payments approved, searched", "/api/admin/payment?status=approved&q=tan", false},
	{"payments rejected", "/api/admin/payment?status=rejected", false},
	{"orders", "/api/admin/order?", false},
	{"orders outstanding", "/api/admin/order?show=outstanding", false},
	{"orders waiting", "/api/admin/order?show=waiting", false},
	{"orders paid", "/api/admin/order?show=paid", false},
	{"orders cancelled", "/api/admin/order?show=cancelled", false},
	{"orders expired", "/api/admin/order?show=expired", false},
	{"orders refunded", "/api/admin/order?show=refunded", false},
	{"orders in cash", "/api/admin/order?method=cash", false},
	{"orders by PayNow, paid", "/api/admin/order?show=paid&method=paynow", false},
	{"orders of an offering", "/api/admin/order?offering={offering}", false},
	{"orders of a month", "/api/admin/order?from=2026-10-01&until=2026-10-31", false},
	{"orders by sum", "/api/admin/order?sort=most", false},
	{"orders, oldest first", "/api/admin/order?sort=oldest", false},
	{"orders in cash by sum", "/api/admin/order?method=cash&sort=least", false},
	{"orders in cash, largest first", "/api/admin/order?method=cash&sort=most", false},
	{"orders of a member", "/api/admin/order?member={member}", false},
	{"orders searched", "/api/admin/order?q=tan", false},
	{"orders searched by two words", "/api/admin/order?q=tan+bee", false},
	{"orders searched in Chinese", "/api/admin/order?show=paid&q=陈", false},
	{"search: number", "/api/admin/invoice?q={number}", false},
	{"search: reference", "/api/admin/invoice?q={reference}", false},
	{"search: mobile", "/api/admin/invoice?q={mobile}", false},
	{"search: name", "/api/admin/invoice?q={name}", false},
	{"search: Chinese name", "/api/admin/invoice?q={chinese}", false},
	{"search: surname", "/api/admin/invoice?q=lim", false},
	{"members", "/api/admin/member/list?", false},
	{"members in Chinese", "/api/admin/member/list?language=zh", false},
	{"members without e-mail", "/api/admin/member/list?contact=no-email", false},
	{"members of a year", "/api/admin/member/list?from=2026-01-01&until=2026-12-31", false},
	{"members searched", "/api/admin/member?q=lim", false},
	{"members by mobile", "/api/admin/member?q={mobile}", false},
	{"members of statements", "/api/admin/report/member?q=lim", true},
	{"late money", "/api/admin/late?", false},
	{"walk-ins", "/api/admin/walk-in?", false},
	{"walk-ins, earlier", "/api/admin/walk-in/earlier?mobile={digits}", true},
	{"walk-in, person", "/api/admin/walk-in/person?q=tan&optionId={option}", true},
	{"shifts", "/api/admin/shift?", false},
	{"audit", "/api/admin/audit?", false},
	{"audit of an action", "/api/admin/audit?action=payment.cash", false},
	{"audit of a person", "/api/admin/audit?person={clerk}", false},
	{"audit of days", "/api/admin/audit?from=2026-11-01&until=2026-11-02", false},
	{"audit of an order", "/api/admin/audit?subject=invoice:{order}", false},
	{"bank statements", "/api/admin/bank/statement?", false},
	{"bank lines", "/api/admin/bank/statement/{statement}/line?tab=matched", false},
	{"refund transfers", "/api/admin/refund-transfer?", false},
	{"refund transfers, done", "/api/admin/refund-transfer?done=true", false},
	{"refund approvals", "/api/admin/refund-approval?", true},
	{"report, payments of a year", "/api/admin/report/list?of=payments&from=2025-01-01&to=2025-12-31", true},
	{"report, refunds of a year", "/api/admin/report/list?of=refunds&from=2025-01-01&to=2025-12-31", true},
	{"report, receipts of a year", "/api/admin/report/list?of=receipts&from=2025-01-01&to=2025-12-31", true},
	{"letters", "/api/admin/letter?", true},
	{"messages", "/api/admin/form-entry?", true},
	{"ceremonies", "/api/admin/ceremony?", true},
	{"ceremonies, find", "/api/admin/ceremony/find?q=tan", true},
	{"positions by code", "/api/admin/position?q=A0-50", true},
	{"positions by name", "/api/admin/position?q=tan", true},
	{"positions by mobile", "/api/admin/position?q={lamp mobile}", true},
	{"lamps without a position", "/api/admin/placeless", true},
}

// reads are single pages and figures.
var reads = []list{
	{name: "today", path: "/api/admin/today"},
	{name: "menu counts", path: "/api/admin/waiting"},
	{name: "payment figures", path: "/api/admin/payment/figures"},
	{name: "orders, counts", path: "/api/admin/order/count"},
	{name: "orders in cash, counts", path: "/api/admin/order/count?method=cash"},
	{name: "orders of a month, counts", path: "/api/admin/order/count?from=2026-10-01&until=2026-10-31"},
	{name: "orders of an offering, counts", path: "/api/admin/order/count?offering={offering}"},
	{name: "order", path: "/api/admin/order/{order}"},
	{name: "payment", path: "/api/admin/payment/{payment}"},
	{name: "member", path: "/api/admin/member/{member}"},
	{name: "position", path: "/api/admin/position/{position}"},
	{name: "positions to choose", path: "/api/place?option={grand}"},
	{name: "map of a hall", path: "/api/admin/hall/main/map"},
	{name: "tile", path: "/api/admin/walk-in/tile"},
	{name: "report of a day", path: "/api/admin/report?from=2026-11-20"},
	{name: "statement of a member", path: "/api/admin/report/statement/{member}/{year}.pdf"},
}

// fields are values of an order of a member in the middle of the years.
func (g *temple) fields(b *testing.B) *strings.Replacer {
	b.Helper()
	var order, number, reference, mobile, name, chinese, member, at string
	err := g.DB.SQL().QueryRowContext(b.Context(), `SELECT v.id, v.number, v.payment_reference, v.payer_mobile, v.payer_name, v.payer_chinese, v.user_id, CAST(v.created_at AS TEXT)
		FROM invoices v WHERE v.status = 'paid' AND v.user_id IS NOT NULL AND v.created_at > $1 ORDER BY v.created_at LIMIT 1`,
		testkit.Start.Add(-4*yearLong).UnixMilli()).Scan(&order, &number, &reference, &mobile, &name, &chinese, &member, &at)
	if err != nil {
		b.Fatal(err)
	}
	one := func(query string, args ...any) (text string) {
		if err := g.DB.SQL().QueryRowContext(b.Context(), query, args...).Scan(&text); err != nil {
			b.Fatalf("%s: %v", query, err)
		}
		return text
	}
	option := g.Option(b, "light-lamp", "one")
	return strings.NewReplacer(
		"{order}", order, "{number}", number, "{reference}", reference, "{mobile}", url.QueryEscape(mobile), "{digits}", mobile[3:], "{name}", url.QueryEscape(name),
		"{chinese}", url.QueryEscape(chinese), "{member}", member, "{year}", number[4:8], "{clerk}", g.UserID(b, "counter"), "{option}", option, "陈", url.QueryEscape("陈"),
		"{grand}", g.grand, "{position}", one("SELECT position_id FROM position_uses WHERE state = 'taken' ORDER BY created_at LIMIT 1"),
		"{lamp mobile}", url.QueryEscape(one("SELECT v.payer_mobile FROM position_uses u JOIN invoices v ON v.id = u.invoice_id WHERE u.state = 'taken' AND v.payer_mobile <> '' ORDER BY u.created_at DESC LIMIT 1")),
		"{offering}", one("SELECT offering_id FROM offering_options WHERE id = $1", option),
		"{payment}", one("SELECT id FROM payments WHERE status = 'pending' ORDER BY created_at DESC LIMIT 1"),
		"{statement}", one("SELECT id FROM bank_statements ORDER BY created_at DESC LIMIT 1"))
}

// page is what every list answers.
type page struct {
	Items []any
	Next  string
}

// lines are all lines of a pair of temples.
func lines(b *testing.B, small, large *temple) (out []line) {
	values := map[*temple]*strings.Replacer{small: small.fields(b), large: large.fields(b)}
	get := func(name, path string, most time.Duration) line {
		return line{name: name, most: most, prepare: func(_ *testing.B, g *temple) func() {
			path := values[g].Replace(path)
			return func() { g.admin.Get(path).Want(200) }
		}}
	}
	for _, l := range lists {
		if l.whole {
			out = append(out, get(l.name, l.path, 0))
			continue
		}
		// Pages of equal length are compared: in a small temple a rare name is one row, in a large one it fills the page.
		rows := func(g *temple, after string) (p page) {
			g.admin.Get(values[g].Replace(l.path) + "&part=rows" + after).Want(200).JSON(&p)
			return p
		}
		first := rows(small, "")
		if strings.HasPrefix(l.name, "search") && (len(first.Items) == 0 || len(rows(large, "").Items) == 0) {
			b.Fatalf("%s finds nothing", l.name)
		}
		path := fmt.Sprintf("%s&part=rows&limit=%d", l.path, max(1, len(first.Items)))
		out = append(out, get(l.name, path, 0))
		if other := rows(large, ""); first.Next != "" && other.Next != "" {
			length := max(1, len(rows(small, "&after="+url.QueryEscape(first.Next)).Items))
			out = append(out, line{name: l.name + ", page 2", prepare: func(_ *testing.B, g *temple) func() {
				next := first.Next
				if g == large {
					next = other.Next
				}
				path := fmt.Sprintf("%s&part=rows&limit=%d&after=%s", values[g].Replace(l.path), length, url.QueryEscape(next))
				return func() { g.admin.Get(path).Want(200) }
			}})
		}
		out = append(out, get(l.name+", total", l.path+"&part=total", 0))
	}
	for _, r := range reads {
		out = append(out, get(r.name, r.path, 0))
	}
	const patience = 5 * time.Second
	yearly := get("report of a year", "/api/admin/report?from=2025-01-01&to=2025-12-31", patience)
	yearly.times = 3
	return append(append(out, yearly), acts...)
}

// acts change something.
var acts = []line{
	{name: "own orders", prepare: func(_ *testing.B, g *temple) func() {
		return func() { g.member.Get("/api/invoice/list/member").Want(200) }
	}},
	{name: "own lamps", prepare: func(_ *testing.B, g *temple) func() {
		return func() { g.member.Get("/api/lamp").Want(200) }
	}},
	{name: "own data", prepare: func(_ *testing.B, g *temple) func() {
		return func() { g.member.Get("/api/member/data").Want(200) }
	}},
	{name: "archive of a member", times: 5, prepare: func(_ *testing.B, g *temple) func() {
		g.member.Post("/api/member/export", map[string]any{"password": testkit.NewMemberPassword}).Want(200)
		return func() { g.member.Get("/api/member/export").Want(200) }
	}},
	{name: "cart", prepare: func(b *testing.B, g *temple) func() {
		item := g.Item(b, "lamp-oil", "bottle")
		return func() { g.member.Fill(item).Want(200) }
	}},
	{name: "checkout", prepare: func(b *testing.B, g *temple) func() {
		item := g.Item(b, "lamp-oil", "bottle")
		return func() { g.member.Buy(item) }
	}},
	{name: "order by transfer, approved", times: 5, prepare: func(b *testing.B, g *temple) func() {
		item := g.Item(b, "lamp-oil", "bottle", "quantity", 1)
		price := g.price(b, item)
		return func() {
			g.Clock.Advance(2 * time.Minute) // two equal transfers in a minute look like one
			_, p := g.member.BuyByTransfer(price, item)
			g.treasury.Approve(p, "despite", "compared").Want(200) // pictures of tests look alike
		}
	}},
	{name: "order in cash, taken, refunded", prepare: func(b *testing.B, g *temple) func() {
		item, counter := g.Item(b, "lamp-oil", "bottle"), g.Staff(b, "counter")
		return func() {
			v := g.member.Buy(item)
			counter.TakeCash(v.ID, v.SubTotal).Want(200)
			g.treasury.Refund(v.ID, money.PayNow, v.SubTotal, "mistake").Want(200)
		}
	}},
	{name: "walk-in sale", prepare: func(b *testing.B, g *temple) func() {
		item := g.Item(b, "lamp-oil", "bottle", "quantity", 1)
		price := g.price(b, item)
		return func() { g.treasury.WalkIn(map[string]any{"name": "Tan Bee Leng"}, price, item).Want(200) }
	}},
	{name: "sweep", prepare: func(b *testing.B, g *temple) func() {
		g.Clock.Advance(2 * time.Minute)
		g.MustSweep(b)
		return func() { g.MustSweep(b) }
	}},
	{name: "sweep with retention", times: 5, prepare: func(b *testing.B, g *temple) func() {
		return func() {
			g.Clock.Advance(61 * time.Minute)
			g.MustSweep(b)
		}
	}},
	{name: "filling a list of 100", times: 3, prepare: func(b *testing.B, g *temple) func() {
		var since []int64
		for i := range 4 { // one warms the caches
			since = append(since, g.lampsSince(b, 100*(g.lists+i+1)))
		}
		return func() {
			g.fillList(b, 100, since[0])
			since = since[1:]
		}
	}},
	{name: "10,000 bank lines", most: 5 * time.Second, times: 1, prepare: func(b *testing.B, g *temple) func() {
		return func() { g.importLines(b, 10_000) }
	}},
}

// settledBy is before the open orders, of which a large temple has more in the same days.
func (g *temple) settledBy() time.Time { return g.Clock.Now().Add(-5 * 24 * time.Hour) }

// lampsSince is when the oldest of so many newest lamps was ordered that are not of the last days.
func (g *temple) lampsSince(b *testing.B, lamps int) (at int64) {
	b.Helper()
	err := g.DB.SQL().QueryRowContext(b.Context(), `SELECT v.created_at FROM invoices v JOIN invoice_items i ON i.invoice_id = v.id
		WHERE v.status = 'paid' AND i.option_id = $1 AND v.created_at < $3 ORDER BY v.created_at DESC LIMIT 1 OFFSET $2`, g.Option(b, "light-lamp", "one"), lamps-1, g.settledBy().UnixMilli()).Scan(&at)
	if err != nil {
		b.Fatal(err)
	}
	return at
}

// fillList makes a ceremony that gathers the lamps since a day that are on no list, and waits until its list is full.
func (g *temple) fillList(b *testing.B, names int, from int64) {
	b.Helper()
	g.lists++
	ritual := g.Staff(b, "ritual")
	var v ceremony.CeremonyView
	ritual.Post("/api/admin/ceremony", map[string]any{
		"title": map[string]string{"en": fmt.Sprintf("Growth %d", g.lists), "zh": "又"}, "gathers": "bought", "script": "hans", "paper": true,
		"sittings": []any{map[string]any{"startsAt": g.Clock.Now().Add(time.Hour), "endsAt": g.Clock.Now().Add(2 * time.Hour), "place": map[string]string{"en": "", "zh": ""}}},
		"sources": []any{map[string]any{
			"offeringId": values(b, g, "SELECT offering_id FROM offering_options WHERE id = $1", g.Option(b, "light-lamp", "one")), "kind": "lamp", "orderedFrom": time.UnixMilli(from), "orderedUntil": g.settledBy(),
		}},
	}).Want(200).JSON(&v)
	g.Drain(b)
	ritual.Get("/api/admin/ceremony/" + v.ID).Want(200).JSON(&v)
	if v.Filling || int(v.Counts.Collected) < names {
		b.Fatalf("%d of %d names are gathered", v.Counts.Collected, names)
	}
}

func values(b *testing.B, g *temple, query string, args ...any) (text string) {
	b.Helper()
	if err := g.DB.SQL().QueryRowContext(b.Context(), query, args...).Scan(&text); err != nil {
		b.Fatal(err)
	}
	return text
}

// importLines reads a statement of so many transfers that are no order's.
func (g *temple) importLines(b *testing.B, n int) {
	b.Helper()
	var file strings.Builder
	file.WriteString(statementHead)
	g.files++
	for i := range n {
		file.WriteString(creditLine(g.Clock.Now(), "A WELL WISHER", fmt.Sprintf("gift %d %d", g.files, i), 5000))
	}
	name := fmt.Sprintf("many-%d.csv", g.files)
	g.Staff(b, "treasurer").Upload("/api/admin/bank/statement", testkit.File{Name: name, Data: []byte(file.String())}).Want(200)
	g.Drain(b)
	if state := values(b, g, "SELECT state FROM bank_statements WHERE name = $1", name); state != "ready" {
		b.Fatalf("the statement is %s", state)
	}
}
