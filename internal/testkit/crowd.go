package testkit

import (
	"fmt"
	"math/rand/v2"
	"testing"
	"time"

	"shanmen/internal/platform/lookup"
)

var (
	surnames = [][2]string{{"Tan", "陈"}, {"Lim", "林"}, {"Lee", "李"}, {"Ng", "黄"}, {"Ong", "王"}, {"Wong", "黄"}, {"Goh", "吴"}, {"Chua", "蔡"}, {"Chan", "陈"}, {"Koh", "许"},
		{"Teo", "张"}, {"Ang", "洪"}, {"Yeo", "杨"}, {"Tay", "郑"}, {"Ho", "何"}, {"Low", "刘"}, {"Sim", "沈"}, {"Toh", "卓"}, {"Chong", "张"}, {"Quek", "郭"}}
	given = [][2]string{{"Bee", "美"}, {"Leng", "玲"}, {"Ah", "亚"}, {"Kow", "九"}, {"Siew", "秀"}, {"Eng", "英"}, {"Hock", "福"}, {"Seng", "成"}, {"Kim", "金"}, {"Huat", "发"}, {"Mei", "梅"}, {"Hwa", "华"},
		{"Wei", "伟"}, {"Jun", "俊"}, {"Hui", "慧"}, {"Min", "敏"}, {"Chin", "进"}, {"Poh", "宝"}, {"Geok", "玉"}, {"Lian", "莲"}, {"Boon", "文"}, {"Keng", "庆"}, {"Swee", "瑞"}, {"Yong", "勇"}}
)

// Crowd fills the database with the data of some years: a number of orders and a fifth as many members, with payments,
// receipts, search words, audit trail, shifts and bank statements. Orders are spread over six years; at most 3,000 of
// the newest are open. It writes directly, in bulk.
func (a *App) Crowd(t testing.TB, orders int) {
	t.Helper()
	c := &crowd{bulk: a.bulk(t), rnd: rand.New(rand.NewPCG(8, 8)), now: a.Clock.Now(), orders: orders, option: a.Option(t, "light-lamp", "one"), actor: a.UserID(t, "treasurer")}
	if err := a.DB.SQL().QueryRowContext(t.Context(), "SELECT offering_id FROM offering_options WHERE id = $1", c.option).Scan(&c.offering); err != nil {
		t.Fatal(err)
	}
	c.drop("users", "members", "invoices", "invoice_items", "invoice_events", "payments", "official_receipts", "uploads", "upload_images", "unclaimed_transfers",
		"refunds", "search_terms", "audit_entries", "shifts", "bank_statements", "bank_lines")
	for i := range max(orders/5, 1) {
		c.member(i)
	}
	for i := range orders {
		c.order(i)
	}
	c.office()
	c.done()
}

type crowd struct {
	*bulk
	rnd              *rand.Rand
	now              time.Time
	orders           int
	option, offering string
	actor            string
	people           []person
}

type person struct {
	id, name, chinese, mobile string
}

func (c *crowd) at(i int) int64 {
	const years = 6 * 365 * 24 * time.Hour
	return c.now.Add(-years + years/time.Duration(c.orders+1)*time.Duration(i+1)).UnixMilli()
}

func (c *crowd) member(i int) {
	s, g, h := surnames[c.rnd.IntN(len(surnames))], given[c.rnd.IntN(len(given))], given[c.rnd.IntN(len(given))]
	p := person{fmt.Sprintf("crowd-user-%08d", i), s[0] + " " + g[0] + " " + h[0], s[1] + g[1] + h[1], fmt.Sprintf("+658%07d", 1_000_000+i)}
	c.people = append(c.people, p)
	at, email := c.at(i*5), fmt.Sprintf("devotee%d@example.org", i)
	c.add("users", "id, name, chinese_name, mobile, mobile_verified, email, email_key, email_confirmed, password_hash, locale, created_at, updated_at",
		p.id, p.name, p.chinese, p.mobile, 1, email, email, 1, "-", "en", at, at)
	c.add("members", "id, user_id, created_at", "crowd-member-"+p.id, p.id, at)
	c.words(lookup.Member, p.id, at, lookup.Words{Names: []string{p.name, p.chinese}, Mobiles: []string{p.mobile}, Others: []string{email}})
}

func (c *crowd) words(kind lookup.Kind, id string, at int64, w lookup.Words) {
	for _, term := range lookup.Terms(w) {
		c.add("search_terms", "kind, subject, term, at", string(kind), id, term, at)
	}
}

const referenceCharacters = "23456789ABCDEFGHJKMNPQRSTUVWXYZ"

func (c *crowd) order(i int) {
	p := c.people[c.rnd.IntN(len(c.people))]
	at, id, number := c.at(i), fmt.Sprintf("crowd-%09d", i), fmt.Sprintf("INV-2025-%06d", i)
	reference := fmt.Sprintf("Z%s%08d", string(referenceCharacters[i%len(referenceCharacters)]), i)
	status, decided, paid := "paid", "approved", int64(3800)
	switch open := min(c.orders/10, 3000); {
	case i >= c.orders-open:
		status = []string{"awaiting-payment", "under-verification", "rejected"}[i%3]
		decided, paid = map[string]string{"awaiting-payment": "", "under-verification": "pending", "rejected": "rejected"}[status], 0
	case i%100 == 1:
		status, decided, paid = "expired", "", 0
	case i%100 == 2:
		status = "refunded"
	}
	methods := 2
	if decided == "approved" && i%3 == 0 {
		methods = 1
	} else if decided == "" {
		methods = 0
	}
	c.add("invoices", "id, number, origin, origin_id, user_id, status, locale, sub_total, paid, payment_reference, payer_name, payer_chinese, payer_mobile, created_at, updated_at, methods",
		id, number, "cart", "cart-"+id, p.id, status, "en", 3800, paid, reference, p.name, p.chinese, p.mobile, at, at, methods)
	c.add("invoice_items", "id, invoice_id, position, offering_id, option_id, title_en, title_zh, option_title_en, option_title_zh, quantity, unit_price, amount",
		"item-"+id, id, 1, c.offering, c.option, "Light lamp", "光明灯", "One person", "一人", 1, 3800, 3800)
	c.add("invoice_events", "id, invoice_id, at, status, by_whom", "1", id, at, "awaiting-payment", "member")
	c.add("invoice_events", "id, invoice_id, at, status, by_whom", "2", id, at+1000, status, "office")
	c.words(lookup.Invoice, id, at, lookup.Words{Numbers: []string{number}, Names: []string{p.name, p.chinese}, Mobiles: []string{p.mobile}, Others: []string{reference}})
	c.add("audit_entries", "id, at, actor_id, action, subject", "audit-"+id, at, c.actor, []string{"payment.approve", "payment.cash", "invoice.create"}[i%3], "invoice:"+id)
	if decided == "" {
		return
	}
	method, upload, shift := 2001, "upload-"+id, ""
	if methods == 1 {
		method, upload, shift = 1, "", fmt.Sprintf("shift-%06d", i/250)
	}
	at2 := at + 60_000
	if decided == "pending" {
		at2 = 0
	}
	c.add("payments", "id, invoice_id, method, status, amount, received, transaction_at, upload_id, decided_by, decided_at, shift_id, created_at",
		"pay-"+id, id, method, decided, 3800, paid, at, upload, c.actor, at2, shift, at)
	if upload != "" && i >= c.orders-c.orders/2 {
		c.add("uploads", "id, user_id, payment_id, bytes, created_at", upload, p.id, "pay-"+id, 90_000, at)
		hash := c.rnd.Int64()
		c.add("upload_images", "id, upload_id, position, name, mime, size, width, height, storage_key, sha256, dhash, band_a, band_b, band_c, band_d",
			"image-"+id, upload, 1, "transfer.png", "image/png", 90_000, 1080, 1920, "none", fmt.Sprintf("%064d", i), hash, hash&0xffff, hash>>16&0xffff, hash>>32&0xffff, hash>>48&0xffff)
	}
	if decided == "approved" {
		c.add("official_receipts", "id, number, invoice_id, payment_id, issued_at, issued_by", "or-"+id, "OR"+number[3:], id, "pay-"+id, at2, c.actor)
	}
	if status == "refunded" {
		c.add("refunds", "id, invoice_id, extent, method, amount, reason, actor_id, at", "refund-"+id, id, "whole", 2001, 3800, "mistake", c.actor, at2+1000)
	}
}

// office adds data that belongs to no order.
func (c *crowd) office() {
	for i := range c.orders/250 + 1 {
		at := c.at(i * 250)
		c.add("shifts", "id, user_id, opened_at, opening_float, closed_at, closed_by, expected, counted", fmt.Sprintf("shift-%06d", i), c.actor, at, 10_000, at+1, c.actor, 10_000, 10_000)
	}
	for i := range min(c.orders/20, 500) {
		at := c.at(c.orders - 1 - i)
		c.add("unclaimed_transfers", "id, user_id, origin_id, reference, amount, declared_amount, transaction_at, created_at",
			fmt.Sprintf("late-%05d", i), c.people[i%len(c.people)].id, fmt.Sprintf("late-cart-%05d", i), fmt.Sprintf("LATE%05d", i), 3800, 3800, at, at)
	}
	for i := range c.orders / 10 { // a line for every tenth order, a thousand per file
		n, at := i/1000, c.at(i*10)
		statement := fmt.Sprintf("statement-%05d", n)
		if i%1000 == 0 {
			c.add("bank_statements", "id, name, sha256, state, bank, from_at, through_at, total, done, uploaded_by, created_at, matched_at",
				statement, "history.csv", fmt.Sprintf("%064d", n), "ready", "DBS", at, c.at(i*10+10_000), 1000, 1000, c.actor, c.at(i*10+10_000), at)
		}
		state, class := "matched", "certain"
		if i >= c.orders/10-100 {
			state, class = "open", []string{"certain", "likely", "several", "none"}[i%4]
		}
		c.add("bank_lines", "id, statement_id, position, hash, state, class, booked_at, has_time, amount, description, payer, reference, code, raw",
			fmt.Sprintf("line-%08d", i), statement, i%1000, fmt.Sprintf("%064d", i), state, class, at, 0, 3800, "Incoming PayNow", "TAN BEE LENG", fmt.Sprintf("K%08d", i), "ICT", fmt.Sprint(i))
	}
}
