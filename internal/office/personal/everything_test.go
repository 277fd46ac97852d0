package personal_test

import (
	"context"
	"encoding/json"
	"fmt"
	"net/http"
	"slices"
	"strconv"
	"strings"
	"testing"
	"time"

	"shanmen/internal/base/money"
	"shanmen/internal/office/order"
	"shanmen/internal/people/account"
	"shanmen/internal/platform/db"
	"shanmen/internal/sales/invoice"
	"shanmen/internal/sales/payment"
	"shanmen/internal/testkit"
)

type fields = map[string]any

const (
	password = "incense at dawn 18"
	mobile   = "+6598111222"
	email    = "moi.goh@example.org"
)

// words are values that identify the member: nobody else in a test has them.
var words = []string{
	"Goh Ah Moi", "吴阿妹", "Gou Aamui", "98111222", email, "moi.goh", "吴小弟", "吴老先生", "Blk 77 Lotus Rise", "520077", "Aunt Moi", "moi-transfer",
}

// somebody is a member with every kind of personal data that the program can store, with nothing unsettled but one
// unpaid order.
type somebody struct {
	*testkit.Client
	id     string
	paid   *invoice.View // a yearly lamp, paid at the counter
	unpaid *invoice.View
}

func everything(t *testing.T, a *testkit.App) somebody {
	t.Helper()
	c := a.Guest()
	c.Header.Set("User-Agent", "Aunt Moi's phone")
	c.Post("/api/auth/registration", fields{
		"name": "Goh Ah Moi", "chineseName": "吴阿妹", "mobile": mobile, "email": email, "password": password, "locale": "zh", "acceptedPolicies": "2026-11",
	}).Want(200)
	c.Post("/api/auth/otp/verify", fields{"otp": a.CodeFor(t, mobile)}).Want(200)
	who := somebody{Client: c, id: userID(t, a, mobile)}
	a.Drain(t)
	a.Exec(t, `UPDATE users SET email_confirmed = 1 WHERE id = $1`, who.id)
	a.Exec(t, `UPDATE members SET country = 'SG', postal_code = '520077', block = '77', street = 'Lotus Rise', unit = '#08-520077', address = 'Blk 77 Lotus Rise' WHERE user_id = $1`, who.id)
	a.Staff(t, "counter").Post("/api/admin/member/"+who.id+"/note", fields{"text": "Aunt Moi hears badly: speak up"}).Want(200)
	a.Staff(t, "counter").Put("/api/admin/member/"+who.id+"/reading", fields{"reading": "Gou Aamui"}).Want(200)
	c.Post("/api/family", fields{"kind": "living", "name": "Goh Siao Di", "chineseName": "吴小弟", "relation": "弟弟", "address": "Blk 77 Lotus Rise", "birthDate": fields{"calendar": "lunar", "year": 1956, "month": 1, "day": 20}}).Want(200)
	c.Post("/api/family", fields{"kind": "departed", "chineseName": "吴老先生", "relation": "先父", "passedOn": fields{"calendar": "solar", "year": 2001, "month": 2, "day": 3}}).Want(200)

	a.Exec(t, `INSERT INTO ceremonies (id, key, title_en, title_zh, gathers, script, starts_at, closes_at, created_at) VALUES ('c1', 'lamps', 'Lamps', '点灯', 'bought', 'hans', 1, 0, 1)`)
	a.Exec(t, `INSERT INTO ceremony_sources (ceremony_id, offering_id, kind) SELECT 'c1', id, 'lamp' FROM offerings WHERE key = 'light-lamp'`)
	who.paid = who.BuyFor(8800, a.Item(t, "light-lamp", "family", "term", "yearly", "form", testkit.People("吴小弟")))
	a.Staff(t, "counter").TakeCash(who.paid.ID, 8800).Want(200)
	treasurer := a.Staff(t, "treasurer")
	approved := who.transferred(t, a)
	treasurer.Approve(approved).Want(200)
	rejected := who.transferred(t, a)
	treasurer.Reject(rejected, "unreadable", "note", "Aunt Moi, please send it again").Want(200)
	a.Clock.Advance(payment.UndoWindow)
	part, err := a.DB.Read().Payment(t.Context(), approved)
	if err != nil {
		t.Fatal(err)
	}
	treasurer.Refund(part.InvoiceID, money.PayNow, 1234, "other", "note", "Aunt Moi, the second lamp was one too many").Want(200)
	sendRefund(t, a)
	a.Drain(t)
	who.unpaid = who.BuyFor(1000, a.Item(t, "lamp-oil", "bottle"))

	c.Fill(a.Item(t, "light-lamp", "one", "form", testkit.People("吴老先生"))).Want(200)
	c.Post("/api/cart/cancel", fields{}).Want(200)
	c.Header.Set("Idempotency-Key", "a cart of Aunt Moi")
	c.Fill(a.Item(t, "light-lamp", "family", "form", testkit.People("吴小弟", "吴老先生"))).Want(200)
	c.Header.Del("Idempotency-Key")
	c.SendReceipt(testkit.Screenshot(t))
	c.Post("/api/payment/pay-now/qr", fields{}).Want(200)
	c.Post("/api/form/awaiting", fields{"form": "contact", "values": fields{
		"name": "Goh Ah Moi", "mobile": "98111222", "email": email, "topic": "visit", "message": "Can Aunt Moi come by bus?", "consent": true,
	}}).Want(200)
	a.Exec(t, `INSERT INTO entry_messages (id, entry_id, kind, channel, locale, body, by_id, at) SELECT 'm1', id, 'answer', 'mail', 'en', 'Bus 88 stops at our gate.', 'x', created_at FROM form_entries WHERE user_id = $1`, who.id)

	now := a.Clock.Now().UnixMilli()
	old := a.Clock.Now().Add(-61 * 24 * time.Hour).UnixMilli()
	a.Exec(t, `INSERT INTO unclaimed_transfers (id, user_id, origin_id, reference, amount, declared_amount, transaction_at, created_at) VALUES ('t1', $1, 'c1', 'MKTREF2345', 6543, 6544, $2, $2)`, who.id, old)
	a.Exec(t, `INSERT INTO passkeys (id, user_id, credential_id, user_handle, public_key, sign_count, backup_eligible, backed_up, transports, aaguid, name, created_at, last_used_at)
		VALUES ('p1', $1, 'cred', 'handle', 'key', 0, 1, 1, 'internal,hybrid', 'aabbccdd', 'Aunt Moi''s phone', $2, $2)`, who.id, now)
	a.Exec(t, `INSERT INTO passkey_ceremonies (token_hash, purpose, session_id, user_id, data, expires_at) VALUES ('h', 'add', '', $1, '{"name":"吴阿妹"}', $2)`, who.id, now)
	a.Exec(t, `INSERT INTO recovery_codes (user_id, code_hash, created_at) VALUES ($1, 'h', $2)`, who.id, now)
	a.Exec(t, `INSERT INTO imports (id, kind, name, sha256, file_key, state, created_by, created_at) VALUES ('list', 'lamps', 'l.csv', '', '', 'done', 'x', $1)`, now)
	a.Exec(t, `INSERT INTO imported_people (id, import_id, name, chinese_name, mobile, email, birth_date, address, remark, user_id, created_at)
		VALUES ('p1', 'list', 'Goh Ah Moi', '吴阿妹', '+6590005678', 'old.goh@x.sg', '1956-02-03', 'Blk 12 Old Rise', 'comes on Sundays', $1, $2)`, who.id, old)
	a.Exec(t, `INSERT INTO imported_lamps (id, import_id, name, chinese_name, mobile, option_id, title_en, title_zh, option_title_en, option_title_zh, place, from_at, until_at, amount, remark, user_id, subscription_id, created_at)
		VALUES ('l1', 'list', 'Goh Ah Moi', '吴阿妹', '+6590005678', 'o', 'Old lamp', '旧灯', 'Old family', '旧阖家', 'B-204', $2, $3, 3801, 'by the door', $1, 'old-one', $2)`, who.id, old, old+1)
	a.Exec(t, `INSERT INTO past_orders (id, import_id, number, day_at, name, mobile, item, amount, remark, user_id, created_at)
		VALUES ('o1', 'list', 'R-77', $2, 'Goh Ah Moi', '+6590005678', 'Old rite', 12051, 'in two parts', $1, $2)`, who.id, old)
	a.Exec(t, `INSERT INTO halls (id, key, title_en, title_zh, created_at) VALUES ('h1', 'east', 'East Hall', '东殿', $1)`, now)
	a.Exec(t, `INSERT INTO towers (id, hall_id, code, title_en, title_zh, row_count, unit_count) VALUES ('w1', 'h1', 'E', 'Tower E', 'E 塔', 1, 1)`)
	a.Exec(t, `INSERT INTO positions (id, tower_id, row_no, unit_no, code, fill, use_id) VALUES ('p1', 'w1', 1, 1, 'E-01-01', 1, 'u1')`)
	a.Exec(t, `INSERT INTO position_uses (id, position_id, state, invoice_id, item_id, subscription_id, from_at, until_at, ended_at, ended_why, created_at)
		SELECT 'u1', 'p1', 'ended', v.id, i.id, 's-of-old', $2, $3, $4, 'moved', $2 FROM invoices v JOIN invoice_items i ON i.invoice_id = v.id WHERE v.id = $1`, who.paid.ID, old, old+2, old+3)
	a.Exec(t, `INSERT INTO wall_names (item_id, seq, invoice_id, offering_id, name, listed, live, at) SELECT i.id, 0, v.id, i.offering_id, '吴老先生', 1, 1, $2 FROM invoices v JOIN invoice_items i ON i.invoice_id = v.id WHERE v.id = $1`, who.paid.ID, old)
	a.Exec(t, `INSERT INTO totp_secrets (user_id, secret) VALUES ($1, 'ABC')`, who.id)
	a.Exec(t, `INSERT INTO outbox (id, kind, args, state, run_at, created_at, last_error) VALUES ('dead-letter', 'mail', $1, 'dead', $2, $2, 'no mailbox for moi.goh')`,
		`{"to":"`+email+`","name":"吴阿妹"}`, now)
	a.Write(t, func(ctx context.Context, tx *db.Tx) error {
		_, err := a.Accounts.IssueTicket(ctx, tx, account.TicketUndoAddress, who.id, "moi.goh@example.org")
		return err
	})
	c.Post("/api/auth/forget-password", fields{"identifier": mobile}).Want(200)
	a.Drain(t)
	return who
}

// transferred places an order with the picture of its transfer, and returns the payment's id.
func (w somebody) transferred(t *testing.T, a *testkit.App) string {
	t.Helper()
	w.Fill(a.Item(t, "light-lamp", "one", "form", testkit.People("吴小弟"))).Want(200)
	shot := testkit.Screenshot(t)
	shot.Name = "moi-transfer.png"
	return w.OrderByPayNow(3800, "fileId", w.SendReceipt(shot).FileID).Order().Payments[0].ID
}

// sendRefund records that the refund waiting longest was transferred.
func sendRefund(t *testing.T, a *testkit.App) {
	t.Helper()
	var list order.RefundTransfers
	treasurer := a.Staff(t, "treasurer")
	treasurer.Get("/api/admin/refund-transfer").Want(200).JSON(&list)
	treasurer.Post("/api/admin/refund-transfer/"+list.Items[0].ID+"/done", fields{"reference": "FT26112500123"}).Want(200)
}

func userID(t *testing.T, a *testkit.App, mobile string) string {
	t.Helper()
	id, err := testkit.UserID(t.Context(), a.DB.Read(), mobile)
	if err != nil {
		t.Fatal(err)
	}
	return id
}

// row is one row of any table: its columns as text, and which of them are numbers.
type row map[string]any

// text is a column as it would be read.
func (r row) text(column string) string {
	switch v := r[column].(type) {
	case nil:
		return ""
	case []byte:
		return string(v)
	case int64:
		return strconv.FormatInt(v, 10)
	default:
		return fmt.Sprint(v)
	}
}

func selectAll(t *testing.T, a *testkit.App, sql string, args ...any) (out []row) {
	t.Helper()
	rows, err := a.DB.SQL().QueryContext(t.Context(), sql, args...)
	if err != nil {
		t.Fatalf("%s: %v", sql, err)
	}
	defer func() { _ = rows.Close() }()
	columns, err := rows.Columns()
	if err != nil {
		t.Fatal(err)
	}
	for rows.Next() {
		values := make([]any, len(columns))
		into := make([]any, len(columns))
		for i := range values {
			into[i] = &values[i]
		}
		if err := rows.Scan(into...); err != nil {
			t.Fatal(err)
		}
		r := row{}
		for i, c := range columns {
			r[c] = values[i]
		}
		out = append(out, r)
	}
	if err := rows.Err(); err != nil {
		t.Fatal(err)
	}
	return out
}

// leaves are the words and numbers of a JSON text; for any other text it is the text.
func leaves(text string) (out []string) {
	var v any
	if !strings.HasPrefix(text, "{") && !strings.HasPrefix(text, "[") || json.Unmarshal([]byte(text), &v) != nil {
		return []string{text}
	}
	var walk func(any)
	walk = func(v any) {
		switch v := v.(type) {
		case map[string]any:
			for _, x := range v {
				walk(x)
			}
		case []any:
			for _, x := range v {
				walk(x)
			}
		case nil, bool:
		default:
			out = append(out, fmt.Sprint(v))
		}
	}
	walk(v)
	return out
}

// mentions finds which of the member's words occur anywhere in the database, as table.column: word.
func mentions(t *testing.T, a *testkit.App, of []string) (out []string) {
	t.Helper()
	for _, table := range a.Tables(t) {
		for _, r := range selectAll(t, a, "SELECT * FROM "+table) {
			for column := range r {
				text := r.text(column)
				for _, w := range of {
					if found := table + "." + column + ": " + w; strings.Contains(text, w) && !slices.Contains(out, found) {
						out = append(out, found)
					}
				}
			}
		}
	}
	slices.Sort(out)
	return out
}

// login is the member on another device.
func login(t *testing.T, a *testkit.App, identifier string) *testkit.Client {
	t.Helper()
	c := a.Guest()
	c.Post("/api/auth/authentication", fields{"identifier": identifier, "password": password}).Want(http.StatusOK)
	return c
}
