package account_test

import (
	"fmt"
	"maps"
	"slices"
	"strings"
	"sync"
	"testing"
	"time"

	"shanmen/internal/people/account"
)

// work is the cost of a call apart from the network.
type work struct {
	hashes     int64
	statements []string // their names, in order
	jobs       int      // rows of the outbox
}

// meter measures the calls of one house.
type meter struct {
	h          *house
	mu         sync.Mutex
	statements []string
}

func (h *house) meter() *meter {
	m := &meter{h: h}
	h.db.Watch(func(text string, _ ...any) {
		name, _, _ := strings.Cut(strings.TrimPrefix(text, "-- name: "), " ")
		m.mu.Lock()
		defer m.mu.Unlock()
		m.statements = append(m.statements, name)
	})
	return m
}

func (m *meter) cost(call func() answer) (work, answer) {
	m.mu.Lock()
	m.statements = nil
	m.mu.Unlock()
	hashes, jobs := m.h.accounts.HashRuns(), m.h.count("outbox")
	a := call()
	m.mu.Lock()
	defer m.mu.Unlock()
	return work{m.h.accounts.HashRuns() - hashes, m.statements, m.h.count("outbox") - jobs}, a
}

// someone is an identifier, and what it belongs to.
type someone struct{ what, identifier string }

// strangers makes a house with one account of each kind, and lists their identifiers with unknown ones.
func strangers(h *house) []someone {
	h.person(account.NewUser{Mobile: "91110001", Email: "known@example.com", Member: true})
	h.person(account.NewUser{Mobile: "91110002", Roles: []string{"treasurer"}})
	gone := h.person(account.NewUser{Mobile: "91110003", Email: "gone@example.com", Member: true})
	h.exec(`UPDATE users SET status = 'disabled' WHERE id = '` + gone + `'`)
	claimed := h.person(account.NewUser{Mobile: "91110004", Email: "claimed@example.com", Member: true})
	h.exec(`UPDATE users SET email_confirmed = 0, mobile_verified = 0 WHERE id = '` + claimed + `'`)
	return []someone{
		{"unknown number", "91119999"}, {"a member's number", "91110001"}, {"staff's number", "91110002"},
		{"disabled number", "91110003"}, {"unproven number", "91110004"},
		{"unknown address", "nobody@example.com"}, {"a member's address", "known@example.com"},
		{"disabled address", "gone@example.com"}, {"unconfirmed address", "claimed@example.com"},
	}
}

// calls are those that a stranger can make with somebody's number or address. prepare runs before the measured call, in
// the same browser.
func (h *house) calls() map[string]struct {
	prepare func(b *browser, who string)
	call    func(b *browser, who string) answer
} {
	type step = struct {
		prepare func(b *browser, who string)
		call    func(b *browser, who string) answer
	}
	none := func(*browser, string) {}
	register := func(b *browser, who string) answer {
		if strings.Contains(who, "@") { // the code is mailed where texts are not delivered
			return b.register(fields{"mobile": "+44 7400 123456", "email": who})
		}
		return b.register(fields{"mobile": who})
	}
	forget := func(b *browser, who string) { h.want("forget", b.forget(who), 200, "") }
	lost := func(b *browser, who string) answer {
		if strings.Contains(who, "@") { // somebody who lost the address starts with a number; here also with an address
			return b.forget(who)
		}
		return b.lostEmail(who)
	}
	later := func(first func(b *browser, who string)) func(b *browser, who string) {
		return func(b *browser, who string) {
			first(b, who)
			h.clock.Advance(time.Minute)
		}
	}
	return map[string]step{
		"login": {none, func(b *browser, who string) answer { return b.login(who, "another password") }},
		"login beyond the limit": {func(b *browser, who string) {
			for range 10 {
				h.want("wrong", h.guest().login(who, "another password"), 401, "wrong-credentials")
			}
		}, func(b *browser, who string) answer { return b.login(who, "another password") }},
		"registration":       {none, register},
		"forgotten password": {none, func(b *browser, who string) answer { return b.forget(who) }},
		"code again, of a registration": {
			later(func(b *browser, who string) { h.want("register", register(b, who), 200, "") }),
			func(b *browser, _ string) answer { return b.post("/api/auth/otp", nil) },
		},
		"code again, of a password":     {later(forget), func(b *browser, _ string) answer { return b.post("/api/auth/otp", nil) }},
		"code by mail, of a password":   {later(forget), func(b *browser, _ string) answer { return b.post("/api/auth/otp?channel=mail", nil) }},
		"wrong code of a password":      {forget, func(b *browser, _ string) answer { return b.reset("000000", newPassword) }},
		"lost address":                  {none, func(b *browser, who string) answer { return lost(b, who) }},
		"code again, of a lost address": {later(func(b *browser, who string) { lost(b, who) }), func(b *browser, _ string) answer { return b.post("/api/auth/otp", nil) }},
		"wrong code of a lost address":  {func(b *browser, who string) { lost(b, who) }, func(b *browser, _ string) answer { return b.verify("000000") }},
	}
}

// For any number or address, of a member, of staff, disabled, unverified or unknown, each call that a stranger can make
// gives the same response with the same work: password hashes, the list of database queries, outbox rows.
func TestA13A14NoCallRevealsWhetherAnAccountExists(t *testing.T) {
	each(t, func(t *testing.T, h *house) {
		all := strangers(h)
		m := h.meter()
		calls := h.calls()
		for _, name := range slices.Sorted(maps.Keys(calls)) {
			h.sub(strings.NewReplacer(",", "", " ", "-").Replace(name), func(t *testing.T) {
				type seen struct {
					cost work
					a    answer
				}
				first := map[bool]*seen{} // of numbers, of addresses
				for _, who := range all {
					h.clock.Set(opening)
					h.exec("DELETE FROM throttles")
					b := h.guest()
					calls[name].prepare(b, who.identifier)
					cost, a := m.cost(func() answer { return calls[name].call(b, who.identifier) })
					if a.err != nil || a.status >= 500 {
						t.Fatalf("%s: %d %s %v", who.what, a.status, a.body, a.err)
					}
					address := strings.Contains(who.identifier, "@")
					if first[address] == nil {
						first[address] = &seen{cost, a}
						if len(cost.statements) == 0 {
							t.Error("nothing was measured")
						}
						continue
					}
					want := first[address]
					if got, is := fmt.Sprintf("%+v", cost), fmt.Sprintf("%+v", want.cost); got != is {
						t.Errorf("%s costs\n%s\nan unknown one\n%s", who.what, got, is)
					}
					if difference := differs(a, want.a); difference != "" {
						t.Errorf("%s is told apart by %s", who.what, difference)
					}
				}
			})
		}
	})
}

// A new address that belongs to another account and one that is free cost the same, and look the same.
func TestA13A14AnEmailChangeRevealsNoOtherAccount(t *testing.T) {
	each(t, func(t *testing.T, h *house) {
		strangers(h)
		userID := h.person(account.NewUser{Mobile: "91234567", Member: true})
		m := h.meter()
		ask := func(address string) (work, answer) {
			ticket := h.newAddress(userID)
			return m.cost(func() answer { return h.guest().useTicket(ticket, address) })
		}
		want, unknown := ask("nobody@example.com")
		h.want("unknown", unknown, 200, "")
		for _, address := range []string{"known@example.com", "Known@Example.com", "gone@example.com", "claimed@example.com"} {
			got, a := ask(address)
			if fmt.Sprint(got) != fmt.Sprint(want) {
				t.Errorf("%s costs\n%+v\nan unknown one\n%+v", address, got, want)
			}
			if difference := differs(a, unknown); difference != "" {
				t.Errorf("%s is told apart by %s", address, difference)
			}
		}
	})
}

// differs lists the differences between two responses, except for values that are random in every response.
func differs(a, b answer) string {
	if a.status != b.status {
		return fmt.Sprintf("its status: %d, %d", a.status, b.status)
	}
	if a.body != b.body {
		return fmt.Sprintf("its body:\n%s\n%s", a.body, b.body)
	}
	for _, header := range []answer{a, b} {
		for name := range header.header {
			x, y := strings.Join(a.header[name], ";"), strings.Join(b.header[name], ";")
			switch name {
			case "X-Request-Id", "Date":
				continue
			case "Set-Cookie":
				x, y = withoutValue(x), withoutValue(y)
			}
			if x != y {
				return fmt.Sprintf("its header %s: %q, %q", name, x, y)
			}
		}
	}
	return ""
}

func withoutValue(cookie string) string {
	name, rest, _ := strings.Cut(cookie, "=")
	_, attributes, _ := strings.Cut(rest, ";")
	return name + ";" + attributes
}
