package account_test

import (
	"context"
	"database/sql"
	"encoding/json"
	"fmt"
	"log/slog"
	"net/http"
	"net/url"
	"os"
	"strings"
	"sync"
	"testing"
	"time"

	"shanmen/internal/base/locale"
	"shanmen/internal/people/account"
	"shanmen/internal/platform/outbox"
)

// gateway is the SMS provider: it counts the messages it is given to send.
type gateway struct {
	mu   sync.Mutex
	sent map[string]int // texts to each number
}

func (g *gateway) Send(_ context.Context, _, to, _ string) error {
	g.mu.Lock()
	defer g.mu.Unlock()
	g.sent[to]++
	return nil
}

func (g *gateway) all() (n int) {
	for _, m := range g.sent {
		n += m
	}
	return n
}

// deliver processes the outbox: texts reach the gateway, mails are only marked as sent.
func (h *house) deliver(g *gateway) {
	h.t.Helper()
	messages, err := locale.Load()
	if err != nil {
		h.t.Fatal(err)
	}
	base, _ := url.Parse("https://temple.example")
	w := &outbox.Worker{DB: h.db, Clock: h.clock, Log: slog.New(slog.DiscardHandler)}
	w.Handle(outbox.KindSMS, (&outbox.Texter{Base: base, Messages: messages, Transport: g}).Handle)
	w.Handle(outbox.KindMail, func(context.Context, string, json.RawMessage) error { return nil })
	if _, err := w.Drain(h.t.Context()); err != nil {
		h.t.Fatal(err)
	}
}

// A flood of code requests meets the limits per number, address and country, in any spelling of the number; and no text
// goes to a country that is not allowed.
func TestA05CodeRequestsAreLimitedPerNumberAddressAndCountry(t *testing.T) {
	each(t, func(t *testing.T, h *house) {
		g := &gateway{sent: map[string]int{}}
		h.sub("OneNumberInFiveSpellings", func(*testing.T) {
			ip := h.guest().ip
			for i, typed := range []string{"+65 9123 4567", "6591234567", "９１２３４５６７", "0065 9123-4567", "(65) 9123 4567", "9123 4567", "+6591234567"} {
				b := h.guest()
				b.ip = ip
				a, want := b.register(fields{"mobile": typed}), 200
				if i >= 5 {
					want = 400
				}
				if a.status != want {
					h.t.Errorf("%s, code %d of the day: got %d %s", typed, i+1, a.status, a.body)
				}
			}
			h.deliver(g)
			if g.sent["+6591234567"] != 5 || g.all() != 5 {
				h.t.Errorf("the gateway sent %v", g.sent)
			}
		})
		h.sub("OneAddress", func(*testing.T) {
			ip := h.guest().ip
			sent := 0
			for i := range 30 {
				b := h.guest()
				b.ip = ip
				a := b.forget(fmt.Sprintf("811%05d", i))
				if a.status == 200 {
					sent++
				} else if h.want("refused", a, 400, "too-many-codes"); a.retryAfter() < 1 || a.retryAfter() > 3600 {
					h.t.Errorf("retryAfter %d", a.retryAfter())
				}
			}
			if sent != 20 {
				h.t.Errorf("%d codes were asked for from one address", sent)
			}
		})
		h.sub("OneCountryFromEverywhere", func(*testing.T) {
			h.clock.Advance(time.Hour)
			g.sent = map[string]int{}
			refused := 0
			for i := range 310 {
				a := h.guest().register(fields{"mobile": fmt.Sprintf("+6012%07d", 3000000+i)})
				if a.status != 200 {
					refused++
					h.want("refused", a, 400, "too-many-codes")
				}
				if i == 299 {
					h.deliver(g)
				}
			}
			h.deliver(g)
			if refused != 10 || g.all() != 300 {
				h.t.Errorf("%d were refused, the gateway sent %d", refused, g.all())
			}
			h.want("another country", h.guest().register(fields{"mobile": "81234601"}), 200, "")
		})
		h.sub("NoTextToOtherCountries", func(*testing.T) {
			h.deliver(g)
			g.sent = map[string]int{}
			for typed, want := range map[string]string{
				"+1 900 555 0123": "mobile", "+44 7400 123456": "email", "+86 138 0013 8000": "email", "+882 16 5555 1234": "mobile",
			} {
				a := h.guest().register(fields{"mobile": typed})
				if a.status != 400 || a.fields()[want] == "" {
					h.t.Errorf("%s: got %d %s, want a word on %s", typed, a.status, a.body, want)
				}
			}
			h.want("with an address", h.guest().register(fields{"mobile": "+44 7400 123456", "email": "ann@example.com"}), 200, "")
			h.want("forgotten", h.guest().forget("+44 7400 123456"), 200, "")
			h.deliver(g)
			if g.all() != 0 {
				h.t.Errorf("the gateway sent %v", g.sent)
			}
		})
	})
}

// Forged address headers change no limit: without a trusted proxy they are ignored, and behind one only the proxy's own
// header counts. Unknown fields are refused before anything is counted or hashed.
func TestA06HeadersAndExtraFieldsBypassNoLimit(t *testing.T) {
	each(t, func(t *testing.T, h *house) {
		codes := func(from func(b *browser, i int)) (sent int) {
			for i := range 24 {
				b := h.guest()
				from(b, i)
				if a := b.forget(fmt.Sprintf("822%05d", i)); a.status == 200 {
					sent++
				}
			}
			return sent
		}
		bare := h.serve()
		n := codes(func(b *browser, i int) {
			b.at, b.ip = bare, fmt.Sprintf("203.0.113.%d", i)
			b.more = http.Header{
				"X-Real-Ip": {b.ip}, "Forwarded": {"for=" + b.ip}, "True-Client-Ip": {b.ip}, "Cf-Connecting-Ip": {b.ip},
			}
		})
		if n != 20 {
			t.Errorf("without a trusted proxy: %d codes", n)
		}
		n = codes(func(b *browser, i int) { b.ip = fmt.Sprintf("203.0.113.%d, 198.51.100.7", i) })
		if n != 20 {
			t.Errorf("behind a trusted proxy: %d codes", n)
		}
		runs := h.accounts.HashRuns()
		for i := range 12 {
			body := fields{"identifier": "91234567", "password": "another password", "nonce": i}
			h.want("an extra field", h.guest().post("/api/auth/authentication", body), 400, "invalid-fields")
		}
		if h.accounts.HashRuns() != runs {
			t.Error("a password was hashed for a request that is refused")
		}
		b := h.guest()
		for i := range 12 {
			a := b.post("/api/auth/authentication?nonce="+fmt.Sprint(i), fields{"identifier": "91234567", "password": "another password"})
			if want := 401; i < 11 && a.status != want || i == 11 && a.code() != "too-many-tries" {
				t.Errorf("try %d: %d %s", i+1, a.status, a.body)
			}
		}
	})
}

// A ticket works once for its purpose and for no other, not with one bit changed, not after it expires, and not after a
// newer one. The database stores only its hash, and the same for codes.
func TestA07ATicketWorksOnceForOnePurpose(t *testing.T) {
	each(t, func(t *testing.T, h *house) {
		userID := h.person(account.NewUser{Mobile: "91234567", Email: "old@example.com", Member: true})
		b := h.guest()
		first := h.newAddress(userID)
		ticket := h.newAddress(userID)
		h.want("an older one", b.useTicket(first, "new@example.com"), 400, "ticket-invalid")
		for i := range ticket {
			altered := []byte(ticket)
			if altered[i] ^= 1; i%8 == 0 {
				h.want("one bit changed", b.useTicket(string(altered), "new@example.com"), 400, "ticket-invalid")
			}
		}
		h.want("as the code of a password", b.reset(ticket[:6], newPassword), 400, "invalid-fields")
		h.want("OK", b.useTicket(ticket, "new@example.com"), 200, "")
		h.want("again", b.useTicket(ticket, "newer@example.com"), 400, "ticket-invalid")
		proof := h.lastLetter().ticket()
		h.want("of another kind", b.useTicket(proof, ""), 200, "")
		h.want("that again", b.useTicket(proof, ""), 400, "ticket-invalid")
		undo := h.lastLetter().ticket()

		h.want("the ticket of one address", b.useTicket(h.newAddress(userID), "one@example.com"), 200, "")
		one := h.lastLetter().ticket()
		h.want("the ticket of another", b.useTicket(h.newAddress(userID), "two@example.com"), 200, "")
		h.want("the older of the two", b.useTicket(one, ""), 400, "ticket-invalid")
		two := h.lastLetter().ticket()
		h.clock.Advance(3 * 24 * time.Hour)
		h.want("after its time", b.useTicket(two, ""), 400, "ticket-invalid")

		h.want("forget", b.forget("91234567"), 200, "")
		code := h.lastLetter().code()
		h.deliver(&gateway{sent: map[string]int{}})
		live := h.newAddress(userID)
		for what, secret := range map[string]string{"a live ticket": live, "one in a mail": undo, "a code": code, "a session": b.cookie()} {
			if where := h.find(secret); where != "" {
				t.Errorf("%s stands in %s", what, where)
			}
		}
		h.want("the code", b.reset(code, newPassword), 200, "")
		if h.target[:6] == "sqlite" {
			for _, secret := range []string{live, undo, two, b.cookie()} {
				h.notInFile(secret)
			}
		}
	})
}

// find looks for a text in every column of every table, and returns the table.
func (h *house) find(text string) (where string) {
	h.t.Helper()
	ctx := h.t.Context()
	list := `SELECT table_name, column_name FROM information_schema.columns WHERE table_schema = 'public'`
	if h.db.Engine() == "sqlite" {
		list = `SELECT m.name, c.name FROM sqlite_master AS m, pragma_table_info(m.name) AS c WHERE m.type = 'table'`
	}
	rows, err := h.db.SQL().QueryContext(ctx, list)
	if err != nil {
		h.t.Fatal(err)
	}
	columns := map[string][]string{}
	for rows.Next() {
		var table, column string
		if err := rows.Scan(&table, &column); err != nil {
			h.t.Fatal(err)
		}
		columns[table] = append(columns[table], `CAST("`+column+`" AS TEXT) LIKE '%`+text+`%'`)
	}
	if err := rows.Err(); err != nil || len(columns) < 20 {
		h.t.Fatalf("%d tables: %v", len(columns), err)
	}
	for table, like := range columns {
		var n int
		if err := h.db.SQL().QueryRowContext(ctx, `SELECT count(*) FROM "`+table+`" WHERE `+strings.Join(like, " OR ")).Scan(&n); err != nil {
			h.t.Fatal(err)
		}
		if n > 0 {
			where += " " + table
		}
	}
	return where
}

// notInFile fails when the database file contains a text, also in deleted data.
func (h *house) notInFile(text string) {
	h.t.Helper()
	file := strings.TrimPrefix(h.target, "sqlite:")
	pool, err := sql.Open("sqlite", file)
	if err != nil {
		h.t.Fatal(err)
	}
	defer func() { _ = pool.Close() }()
	if _, err := pool.ExecContext(h.t.Context(), "PRAGMA wal_checkpoint(TRUNCATE)"); err != nil {
		h.t.Fatal(err)
	}
	for _, name := range []string{file, file + "-wal"} {
		raw, err := os.ReadFile(name)
		if err != nil && !os.IsNotExist(err) {
			h.t.Fatal(err)
		}
		if strings.Contains(string(raw), text) {
			h.t.Errorf("a secret stands in %s", name)
		}
	}
}
