package app

import (
	"cmp"
	"fmt"
	"log/slog"
	"net/http/httptest"
	"strings"
	"testing"
	"time"

	"shanmen/internal/base/clock"
)

// Twenty-four people register through a proxy: each has an own address where the proxy is trusted. Where a private
// proxy is not trusted, the log, Today and readiness report it; forged headers from outside are not reported.
func TestVisitorsBehindAProxyHaveTheirOwnAddresses(t *testing.T) {
	t.Parallel()
	for _, c := range []struct {
		name, setting, peer string
		apart, warned       bool
		forwarded           string // "": each visitor's address
		plain               bool   // no https
		by                  string // another header than X-Forwarded-For
	}{
		{"a proxy on this machine", "", "127.0.0.1", true, false, "", false, ""},
		{"a proxy on this machine, IPv6", "", "[::1]", true, false, "", false, ""},
		{"a proxy in a private network", "", "10.1.2.3", false, true, "", false, ""},
		{"a proxy in a private network, IPv4 in IPv6", "", "[::ffff:172.17.0.1]", false, true, "", false, ""},
		{"a proxy in a private network, IPv6", "", "[fd00::2]", false, true, "", false, ""},
		{"a proxy in a cloud's shared space", "", "100.64.0.9", false, true, "", false, ""},
		{"a proxy that is named", "10.0.0.0/8", "10.1.2.3", true, false, "", false, ""},
		{"no proxy is trusted", "none", "127.0.0.1", false, true, "", false, ""},
		{"a proxy that is named, alone", "10.1.2.3", "10.1.2.3", true, false, "", false, ""},
		{"a proxy that is named, as IPv4 in IPv6", "::ffff:10.0.0.0/104", "10.1.2.3", true, false, "", false, ""},
		{"a proxy that is named, IPv6", "fd00::/8", "[fd00::2]", true, false, "", false, ""},
		{"another proxy is trusted", "10.0.0.0/8", "127.0.0.1", false, true, "", false, ""},
		{"a stranger with a header of their own", "", "203.0.113.80", false, false, "", false, ""},
		{"a proxy that adds the port", "", "127.0.0.1", true, false, "%s:4711", false, ""},
		{"a proxy that appends to a forged header", "", "127.0.0.1", true, false, "192.0.2.1, %s", false, ""},
		{"two proxies, both named", "127.0.0.0/8, 10.0.0.0/8", "127.0.0.1", true, false, "192.0.2.1, %s, 10.1.2.3", false, ""},
		{"a proxy that sends no address", "", "127.0.0.1", false, true, "unknown", false, ""},
		{"a proxy that sends nothing", "", "127.0.0.1", false, true, "%s", false, "X-Nothing"},
		{"a proxy that sends Forwarded alone", "", "127.0.0.1", false, true, "for=%s", false, "Forwarded"},
		{"a proxy that sends X-Real-IP alone", "", "10.1.2.3", false, true, "%s", false, "X-Real-IP"},
		{"a stranger who sends nothing", "", "203.0.113.80", false, false, "%s", false, "X-Nothing"},
		{"no proxy, tried out without TLS", "", "127.0.0.1", false, false, "%s", true, "X-Nothing"},
	} {
		t.Run(c.name, func(t *testing.T) {
			t.Parallel()
			env := map[string]string{"DATA_DIR": withTables(t, t.TempDir()), "TRUSTED_PROXIES": c.setting, "BASE_URL": "https://temple.example"}
			if c.plain {
				env["BASE_URL"] = "http://temple.example"
			}
			cfg, err := LoadConfig(func(name string) string { return env[name] }, false)
			if err != nil {
				t.Fatal(err)
			}
			var log strings.Builder
			clk := clock.NewFake(time.Date(2026, 11, 23, 9, 0, 0, 0, singapore))
			a, err := New(t.Context(), cfg, Options{Clock: clk, Log: slog.New(slog.NewTextHandler(&log, nil)), LightPasswords: true})
			if err != nil {
				t.Fatal(err)
			}
			defer func() { _ = a.Close() }()
			ask := func(method, path, body, forwarded string) *httptest.ResponseRecorder {
				r := httptest.NewRequest(method, "http://temple.example"+path, strings.NewReader(body))
				r.RemoteAddr = c.peer + ":4000"
				r.Header.Set("Content-Type", "application/json")
				if forwarded != "" {
					r.Header.Set(cmp.Or(c.by, "X-Forwarded-For"), strings.ReplaceAll(cmp.Or(c.forwarded, "%s"), "%s", forwarded))
				}
				w := httptest.NewRecorder()
				a.Handler.ServeHTTP(w, r)
				return w
			}
			refused := 0
			for i := range 24 {
				w := ask("POST", "/api/auth/registration", fmt.Sprintf(`{"name":"Tan","mobile":"+65912345%02d","email":"tan%[1]d@example.sg","password":"a long password for a test","locale":"en","acceptedPolicies":"2026-11"}`, i), fmt.Sprintf("198.51.100.%d", i+1))
				if strings.Contains(w.Body.String(), "too-many-registrations") {
					refused++
				} else if w.Code != 200 {
					t.Fatal(w.Code, w.Body)
				}
			}
			if c.apart != (refused == 0) {
				t.Errorf("%d of 24 registrations were refused", refused)
			}
			if n := strings.Count(log.String(), "all its visitors count as one"); c.warned != (n == 1) || n > 1 {
				t.Errorf("%d warnings in the log: %s", n, log.String())
			}
			told := func(want bool) {
				t.Helper()
				if w := ask("GET", "/readyz", "", ""); w.Code != 200 || want != strings.Contains(w.Body.String(), "warning: ") {
					t.Errorf("readiness: %d %s", w.Code, w.Body)
				}
				parts, err := a.machine(t.Context())
				if err != nil {
					t.Fatal(err)
				}
				is := false
				for _, p := range parts {
					is = is || p.What == "proxy" && p.Bad
				}
				if is != want {
					t.Errorf("Today: %+v", parts)
				}
			}
			told(c.warned)
			clk.Advance(2 * time.Hour)
			told(false)
		})
	}
}
