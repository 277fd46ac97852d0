package app_test

import (
	"bytes"
	"fmt"
	"image"
	"image/jpeg"
	"maps"
	"slices"
	"strings"
	"testing"
	"time"

	"shanmen/internal/offer/editing"
	"shanmen/internal/offer/library"
	"shanmen/internal/offer/words"
	"shanmen/internal/sales/bank"
	"shanmen/internal/testkit"
)

// traces are tables that record past actions, or count changes: an action and its undo leave two rows there.
var traces = []string{
	"audit_entries", "bank_turn", "content_changes", "idempotency_keys", "invoice_events", "message_versions", "number_series",
	"outbox", "search_terms", "sessions", "settings", "versions",
}

// state is every row of every table except traces, by table and primary key, as text by column.
func state(t *testing.T, a *testkit.App) map[string]map[string]string {
	t.Helper()
	out := map[string]map[string]string{}
	for _, table := range a.Tables(t) {
		if slices.Contains(traces, table) {
			continue
		}
		columns := columnsOf(t, a, table)
		rows, err := a.DB.SQL().QueryContext(t.Context(), "SELECT * FROM "+table)
		if err != nil {
			t.Fatal(err)
		}
		for rows.Next() {
			values, into := make([]any, len(columns)), make([]any, len(columns))
			for i := range values {
				into[i] = &values[i]
			}
			if err := rows.Scan(into...); err != nil {
				t.Fatal(err)
			}
			row := map[string]string{}
			for i, c := range columns {
				if b, ok := values[i].([]byte); ok {
					values[i] = string(b)
				}
				row[c] = fmt.Sprint(values[i])
			}
			key := columns[0] + " " + row[columns[0]] + " " + row[columns[min(1, len(columns)-1)]]
			for i := 2; out[table+" "+key] != nil; i++ {
				key += fmt.Sprint(" ", i)
			}
			out[table+" "+key] = row
		}
		if err := rows.Err(); err != nil {
			t.Fatal(err)
		}
		_ = rows.Close()
	}
	return out
}

// differences are the columns that changed, and the tables whose rows were added or removed.
func differences(before, after map[string]map[string]string) []string {
	found := map[string]bool{}
	for key, was := range before {
		table, _, _ := strings.Cut(key, " ")
		is, there := after[key]
		if !there {
			found[table+" lost a row"] = true
			continue
		}
		for column, value := range was {
			if is[column] != value && column != "updated_at" && column != "rev" {
				found[fmt.Sprintf("%s.%s", table, column)] = true
			}
		}
	}
	for key := range after {
		if table, _, _ := strings.Cut(key, " "); before[key] == nil {
			found[table+" has a new row"] = true
		}
	}
	return slices.Sorted(maps.Keys(found))
}

// An action and its undo leave everything as it was: permitted differences, such as a change counter, are listed with
// each action.
func TestAnUndoRestoresEverything(t *testing.T) {
	t.Parallel()
	testkit.Each(t, func(t *testing.T, a *testkit.App) {
		member, editor, treasurer, counter, admin, ritual := a.Member(t), a.Staff(t, "editor"), a.Staff(t, "treasurer"), a.Staff(t, "counter"), a.Staff(t, "admin"), a.Staff(t, "ritual")
		oil := a.Item(t, "lamp-oil", "bottle")
		cents := member.Buy(oil).SubTotal
		_, approved := member.BuyByTransfer(cents, oil)
		_, rejected := member.BuyByTransfer(cents, oil)
		cash := member.Buy(oil)
		page := a.Record(t, "page", "history")
		editor.Type(page, map[string]string{"html.en": "<p>Written anew</p>"}).Want(200)
		offering := a.Record(t, "offering", "lamp-oil")
		editor.Type(offering, map[string]string{"summary.en": "Another line."}).Want(200)
		var banner editing.Added
		editor.Post("/api/admin/record", map[string]any{"kind": "banner", "fields": map[string]string{"title.en": "Week", "title.zh": "周", "type": "101", "art": "lamp"}}).Want(200).JSON(&banner)
		editor.Publish(banner.Record.ID, "en", "zh").Want(200)
		editor.Put("/api/admin/word", map[string]any{"key": "common.cart", "locale": "en", "text": "Basket", "base": 0}).Want(200)
		var picture library.Uploaded
		var b bytes.Buffer
		if err := jpeg.Encode(&b, image.NewGray(image.Rect(0, 0, 1200, 900)), nil); err != nil {
			t.Fatal(err)
		}
		editor.Upload("/api/admin/picture", testkit.File{Name: "hall.jpg", Data: b.Bytes()}).Want(200).JSON(&picture)
		var message struct{ ID string }
		a.Guest().Post("/api/form/awaiting", map[string]any{"form": "contact", "values": map[string]any{
			"name": "林国华", "email": "guohua.lin@mail.example", "topic": "tablet", "message": "请问永久莲位还有位置吗？", "consent": true,
		}}).Want(200).JSON(&message)
		open := member.Buy(oil)
		var up bank.Uploaded
		treasurer.Upload("/api/admin/bank/statement", testkit.File{Name: "statement.csv", Data: []byte("Account Details For:,Temple Account 999-99999-9\nStatement as at:,21 Nov 2026\n\n" +
			"Transaction Date,Transaction Code,Description,Transaction Ref1,Transaction Ref2,Transaction Ref3,Status,Debit Amount,Credit Amount\n" +
			"21 Nov 2026,ICT,Incoming From: Tan Ah Kow OTHR " + open.PaymentReference + ",Incoming,From: Tan Ah Kow,OTHR " + open.PaymentReference + ",Settled,," + fmt.Sprintf("%d.%02d", cents/100, cents%100) + "\n")}).Want(200).JSON(&up)
		a.Drain(t)
		a.LampHall(t, 2, 5)
		position := oneOf(t, a, "SELECT id FROM positions ORDER BY code LIMIT 1")
		line := oneOf(t, a, "SELECT id FROM bank_lines LIMIT 1")
		a.Drain(t)

		// A payment that was undone keeps its receipt, which is void, and its row; the amount due gets a new deadline. The rows
		// of a day's takings add up to zero.
		booked := []string{
			"invoices.expires_at", "official_receipts has a new row", "payments has a new row", "payments.decided_at", "payments.reason", "payments.status",
			"takings_days has a new row",
		}
		var published editing.Published
		var batch words.PublishedWords
		for _, x := range []struct {
			name      string
			act, undo func() *testkit.Response
			differs   []string
		}{
			{
				"a payment that was approved",
				func() *testkit.Response { return treasurer.Approve(approved) },
				func() *testkit.Response { return treasurer.Post("/api/admin/payment/"+approved+"/undo", nil) },
				[]string{"official_receipts has a new row", "takings_days has a new row"},
			},
			{
				"a payment that was rejected",
				func() *testkit.Response { return treasurer.Reject(rejected, "not-received") },
				func() *testkit.Response { return treasurer.Post("/api/admin/payment/"+rejected+"/undo", nil) },
				nil,
			},
			{
				"cash that was taken",
				func() *testkit.Response { return counter.TakeCash(cash.ID, cents) },
				func() *testkit.Response {
					return counter.Post("/api/admin/cash/"+oneOf(t, a, "SELECT id FROM payments WHERE invoice_id = '"+cash.ID+"' AND status = 'approved'")+"/undo", nil)
				},
				slices.Sorted(slices.Values(append([]string{"payments.decided_by", "payments.received", "payments.shift_id"}, booked...))),
			},
			{
				"a page that was published",
				func() *testkit.Response { return editor.Publish(page, "en").JSON(&published) },
				func() *testkit.Response {
					return editor.Post("/api/admin/record/"+page+"/take-back", map[string]any{"version": published.Version})
				},
				nil,
			},
			{
				"an offering that was published",
				func() *testkit.Response { return editor.Publish(offering, "en", "zh").JSON(&published) },
				func() *testkit.Response {
					return editor.Post("/api/admin/record/"+offering+"/take-back", map[string]any{"version": published.Version})
				},
				nil,
			},
			{
				"a banner that was taken away",
				func() *testkit.Response {
					return editor.Post("/api/admin/record/"+banner.Record.ID+"/take-away", map[string]any{})
				},
				func() *testkit.Response {
					return editor.Post("/api/admin/record/"+banner.Record.ID+"/bring-back", map[string]any{})
				},
				nil,
			},
			{
				"a sentence that was published",
				func() *testkit.Response {
					return editor.Post("/api/admin/word/publish", map[string]any{"items": []words.LookedWord{{Key: "common.cart", Locale: "en", Rev: 1}}}).JSON(&batch)
				},
				func() *testkit.Response {
					return editor.Post("/api/admin/word/take-back", map[string]any{"batch": batch.Batch})
				},
				nil,
			},
			{
				"a picture that was deleted",
				func() *testkit.Response {
					return editor.Post("/api/admin/picture/"+picture.Picture.ID+"/delete", map[string]any{})
				},
				func() *testkit.Response {
					return editor.Post("/api/admin/picture/"+picture.Picture.ID+"/bring-back", map[string]any{})
				},
				nil,
			},
			{
				"an answer that was sent",
				func() *testkit.Response {
					return counter.Post("/api/admin/form-entry/"+message.ID+"/answer", map[string]any{"seen": 0, "body": "Yes.", "done": true})
				},
				func() *testkit.Response {
					return counter.Post("/api/admin/form-entry/"+message.ID+"/answer/"+oneOf(t, a, "SELECT id FROM entry_messages WHERE back_at = 0")+"/take-back", nil)
				},
				[]string{"entry_messages has a new row"},
			},
			{
				"a place that was taken out of use",
				func() *testkit.Response {
					return ritual.Post("/api/admin/position/"+position+"/usable", map[string]any{"usable": false})
				},
				func() *testkit.Response {
					return ritual.Post("/api/admin/position/"+position+"/usable", map[string]any{"usable": true})
				},
				nil,
			},
			{
				"an account that was disabled",
				func() *testkit.Response {
					return admin.Post("/api/admin/staff/"+a.UserID(t, "ritual")+"/disable", nil)
				},
				func() *testkit.Response {
					return admin.Post("/api/admin/staff/"+a.UserID(t, "ritual")+"/enable", nil)
				},
				nil,
			},
			{
				"a line of the bank that was ignored",
				func() *testkit.Response {
					return treasurer.Post("/api/admin/bank/line/"+line+"/ignore", map[string]any{"reason": "own-transfer"})
				},
				func() *testkit.Response { return treasurer.Post("/api/admin/bank/line/"+line+"/undo", nil) },
				[]string{"bank_lines.class", "bank_lines.reason", "bank_lines.why"},
			},
			{
				"a line of the bank that was matched",
				func() *testkit.Response {
					return treasurer.Post("/api/admin/bank/line/"+line+"/match", map[string]any{"parts": []map[string]any{{"invoiceId": open.ID, "amount": cents}}})
				},
				func() *testkit.Response { return treasurer.Post("/api/admin/bank/line/"+line+"/undo", nil) },
				slices.Sorted(slices.Values(append([]string{"invoices.methods"}, booked...))),
			},
		} {
			before := state(t, a)
			if r := x.act(); r.Status != 200 {
				t.Errorf("%s: the act: %d %s", x.name, r.Status, r.Body)
				continue
			}
			if got := differences(before, state(t, a)); len(got) == 0 {
				t.Errorf("%s: the act changed nothing", x.name)
			}
			a.Clock.Advance(5 * time.Second)
			if r := x.undo(); r.Status != 200 {
				t.Errorf("%s: the undo: %d %s", x.name, r.Status, r.Body)
				continue
			}
			if got := differences(before, state(t, a)); !slices.Equal(got, x.differs) {
				t.Errorf("%s: %q differ, %q may", x.name, got, x.differs)
			}
		}
	})
}

// oneOf reads one value from the database.
func oneOf(t *testing.T, a *testkit.App, sql string) (out string) {
	t.Helper()
	if err := a.DB.SQL().QueryRowContext(t.Context(), sql).Scan(&out); err != nil {
		t.Fatalf("%s: %v", sql, err)
	}
	return out
}
