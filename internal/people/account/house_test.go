package account_test

import (
	"bytes"
	"cmp"
	"context"
	"database/sql"
	"encoding/json"
	"fmt"
	"io"
	"log/slog"
	"net/http"
	"net/http/cookiejar"
	"net/http/httptest"
	"net/netip"
	"net/url"
	"strings"
	"sync"
	"sync/atomic"
	"testing"
	"time"

	"shanmen/internal/base/clock"
	"shanmen/internal/base/locale"
	"shanmen/internal/people/account"
	"shanmen/internal/platform/admission"
	"shanmen/internal/platform/db"
	"shanmen/internal/platform/db/query"
	"shanmen/internal/platform/httpd"
	"shanmen/internal/platform/outbox"
	"shanmen/internal/testkit/template"
)

var opening = time.Date(2026, 11, 21, 4, 0, 0, 0, time.UTC)

// house is the account service with the real HTTP layer, on its own database.
type house struct {
	t        testing.TB
	accounts *account.Service
	db       *db.DB
	target   string
	clock    *clock.Fake
	url      string
	guests   atomic.Int64
	events   sync.Map     // how often each log message was written, *atomic.Int64
	logins   atomic.Int64 // calls of OnLogin
	oldID    atomic.Value // session id that OnLogin got last
}

// each runs test on both engines.
func each(t *testing.T, test func(t *testing.T, h *house)) {
	t.Helper()
	t.Parallel()
	template.Tables.Each(t, func(t *testing.T, url string) { test(t, open(t, url)) })
}

func open(t testing.TB, target string) *house {
	t.Helper()
	d, err := db.Open(t.Context(), target)
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(func() { _ = d.Close() })
	h := &house{t: t, db: d, target: target, clock: clock.NewFake(opening)}
	h.accounts = &account.Service{
		DB: d, Clock: h.clock, Log: slog.New(counting{slog.DiscardHandler, &h.events}), LightPasswords: true, Logins: admission.NewGate(h.clock, admission.Limit{Running: 1, Waiting: 100, Patience: time.Minute}), Site: &url.URL{Scheme: "https", Host: "temple.example"},
		OnLogin: func(_ context.Context, _ *db.Tx, old, _ string) error {
			h.logins.Add(1)
			h.oldID.Store(old)
			return nil
		},
		CartCount: func(_ context.Context, v httpd.Visitor) (int, error) {
			if v.LoggedIn() {
				return 3, nil
			}
			return 0, nil
		},
	}
	h.url = h.serve(netip.MustParsePrefix("127.0.0.0/8"))
	return h
}

// serve starts the HTTP layer for the accounts and returns its address. Forwarding headers count only from the trusted
// networks.
func (h *house) serve(trusted ...netip.Prefix) (address string) {
	h.t.Helper()
	messages, err := locale.Load()
	if err != nil {
		h.t.Fatal(err)
	}
	base, _ := url.Parse("http://temple.example")
	s := httpd.New(httpd.Config{
		BaseURL: base, Clock: h.clock, Log: slog.New(slog.DiscardHandler), Messages: messages, Visitor: h.accounts.Visitor,
		TrustedProxies: trusted,
	})
	post := func(path string) httpd.Call {
		return httpd.Call{Method: http.MethodPost, Path: path, Access: httpd.Open, Summary: path}
	}
	httpd.API(s, post("/api/auth/authentication"), h.accounts.Authenticate)
	httpd.API(s, post("/api/auth/registration"), h.accounts.Register)
	httpd.API(s, post("/api/auth/entry"), h.accounts.StartCodeLogin)
	httpd.API(s, post("/api/auth/entry/name"), h.accounts.NameCodeLogin)
	httpd.API(s, post("/api/auth/forget-password"), h.accounts.ForgetPassword)
	httpd.API(s, post("/api/auth/reset-password"), h.accounts.ResetPassword)
	httpd.API(s, post("/api/auth/reset-email"), h.accounts.ResetEmail)
	httpd.API(s, httpd.Call{Method: http.MethodPost, Path: "/api/auth/confirm-email", Access: httpd.User}, h.accounts.SendConfirmation)
	httpd.API(s, post("/api/auth/lost-email"), h.accounts.LostEmail)
	httpd.API(s, httpd.Call{Method: http.MethodPost, Path: "/api/member/update/email", Access: httpd.User}, h.accounts.UpdateEmail)
	httpd.API(s, httpd.Call{Method: http.MethodPost, Path: "/api/member/update/mobile", Access: httpd.User}, h.accounts.UpdateMobile)
	httpd.API(s, httpd.Call{Method: http.MethodPost, Path: "/api/member/update/password", Access: httpd.User}, h.accounts.ChangePassword)
	httpd.API(s, httpd.Call{Method: http.MethodGet, Path: "/api/member/session", Access: httpd.User}, h.accounts.Sessions)
	httpd.API(s, httpd.Call{Method: http.MethodDelete, Path: "/api/member/session/{id}", Access: httpd.User}, h.accounts.EndOneSession)
	httpd.API(s, httpd.Call{Method: http.MethodPost, Path: "/api/member/session/end-others", Access: httpd.User}, h.accounts.EndOtherSessions)
	httpd.API(s, post("/api/auth/otp"), h.accounts.SendOTP)
	httpd.API(s, post("/api/auth/otp/verify"), h.accounts.VerifyOTP)
	httpd.API(s, httpd.Call{Method: http.MethodGet, Path: "/api/auth/identity", Access: httpd.User}, h.accounts.Identity)
	httpd.API(s, httpd.Call{Method: http.MethodGet, Path: "/api/_auth/session", Access: httpd.Open}, h.accounts.Session)
	httpd.API(s, httpd.Call{Method: http.MethodDelete, Path: "/api/_auth/session", Access: httpd.Open}, h.accounts.Logout)
	factorCalls(s, h.accounts)
	srv := httptest.NewServer(s.Handler())
	h.t.Cleanup(srv.Close)
	return srv.URL
}

// counting counts log messages.
type counting struct {
	slog.Handler
	events *sync.Map
}

func (c counting) Enabled(context.Context, slog.Level) bool { return true }

func (c counting) Handle(_ context.Context, r slog.Record) error {
	n, _ := c.events.LoadOrStore(r.Message, new(atomic.Int64))
	n.(*atomic.Int64).Add(1)
	return nil
}

// logged is how often a message was logged.
func (h *house) logged(event string) int64 {
	if n, ok := h.events.Load(event); ok {
		return n.(*atomic.Int64).Load()
	}
	return 0
}

// sub runs a named subtest.
func (h *house) sub(name string, test func(t *testing.T)) {
	whole := h.t.(*testing.T)
	whole.Run(name, func(t *testing.T) {
		h.t = t
		defer func() { h.t = whole }()
		test(t)
	})
}

// exec changes rows directly, as time or the office would.
func (h *house) exec(statement string) {
	h.t.Helper()
	pool := h.db.SQL()
	if file, ok := strings.CutPrefix(h.target, "sqlite:"); ok { // the pool of readers cannot write
		var err error
		if pool, err = sql.Open("sqlite", file+"?_pragma=busy_timeout(10000)"); err != nil {
			h.t.Fatal(err)
		}
		defer func() { _ = pool.Close() }()
	}
	if _, err := pool.ExecContext(h.t.Context(), statement); err != nil {
		h.t.Fatal(err)
	}
}

// browser keeps its cookie and has its own address.
type browser struct {
	h    *house
	http *http.Client
	ip   string
	more http.Header // sent too
	at   string      // URL of a server other than the house's
}

func (h *house) guest() *browser {
	jar, _ := cookiejar.New(nil)
	n := h.guests.Add(1)
	return &browser{h: h, http: &http.Client{Jar: jar}, ip: fmt.Sprintf("10.0.%d.%d", n>>8, n&255)}
}

func (b *browser) cookie() string {
	u, _ := url.Parse(b.h.url)
	for _, c := range b.http.Jar.Cookies(u) {
		if c.Name == "shanmen" {
			return c.Value
		}
	}
	return ""
}

func (b *browser) setCookie(token string) {
	u, _ := url.Parse(b.h.url)
	b.http.Jar.SetCookies(u, []*http.Cookie{{Name: "shanmen", Value: token, Path: "/"}})
}

type answer struct {
	status int
	header http.Header
	body   string
	err    error
}

func (a answer) code() string {
	var v struct{ Code string }
	_ = json.Unmarshal([]byte(a.body), &v)
	return v.Code
}

func (a answer) fields() map[string]string {
	var v struct {
		Errors []struct{ Field, Code string }
	}
	_ = json.Unmarshal([]byte(a.body), &v)
	out := map[string]string{}
	for _, e := range v.Errors {
		out[e.Field] = e.Code
	}
	return out
}

func (a answer) retryAfter() int {
	var v struct{ RetryAfter int }
	_ = json.Unmarshal([]byte(a.body), &v)
	return v.RetryAfter
}

// do sends a request; it may be called from other goroutines.
func (b *browser) do(method, path string, body any) answer {
	var r io.Reader
	if body != nil {
		raw, _ := json.Marshal(body)
		r = bytes.NewReader(raw)
	}
	req, err := http.NewRequestWithContext(b.h.t.Context(), method, cmp.Or(b.at, b.h.url)+path, r)
	if err != nil {
		return answer{err: err}
	}
	req.Header.Set("X-Forwarded-For", b.ip)
	for k, v := range b.more {
		req.Header[k] = v
	}
	if r != nil {
		req.Header.Set("Content-Type", "application/json")
	}
	res, err := b.http.Do(req)
	if err != nil {
		return answer{err: err}
	}
	defer func() { _ = res.Body.Close() }()
	raw, err := io.ReadAll(res.Body)
	return answer{res.StatusCode, res.Header, string(raw), err}
}

func (b *browser) post(path string, body any) answer { return b.do(http.MethodPost, path, body) }

func (b *browser) get(path string) answer { return b.do(http.MethodGet, path, nil) }

// want fails the test unless the response has the status and code ("" for a success).
func (h *house) want(what string, a answer, status int, code string) {
	h.t.Helper()
	if a.err != nil {
		h.t.Fatalf("%s: %v", what, a.err)
	}
	if a.status != status || a.code() != code {
		h.t.Fatalf("%s: got %d %q, want %d %q: %s", what, a.status, a.code(), status, code, a.body)
	}
}

type fields = map[string]any

const goodPassword = "nine lychees at dawn"

// form is a valid registration with some fields changed; a nil value removes a field.
func form(change fields) fields {
	f := fields{"name": "陈𠮷䶮", "mobile": "9123 4567", "password": goodPassword, "locale": "zh", "acceptedPolicies": "2026-11-01"}
	for k, v := range change {
		if f[k] = v; v == nil {
			delete(f, k)
		}
	}
	return f
}

func (b *browser) register(change fields) answer {
	return b.post("/api/auth/registration", form(change))
}

func (b *browser) verify(code string) answer {
	return b.post("/api/auth/otp/verify", fields{"otp": code})
}

func (b *browser) login(identifier, password string) answer {
	return b.post("/api/auth/authentication", fields{"identifier": identifier, "password": password})
}

// letter is a queued mail or text.
type letter struct {
	To       string
	Template string
	Locale   string
	Params   map[string]string
}

func (l letter) code() string { return l.Params["code"] }

// letters are all mails and texts so far, oldest first.
func (h *house) letters() []letter {
	h.t.Helper()
	rows, err := h.db.SQL().QueryContext(h.t.Context(), `SELECT args FROM outbox WHERE kind IN ('`+outbox.KindMail+`', '`+outbox.KindSMS+`') ORDER BY id`)
	if err != nil {
		h.t.Fatal(err)
	}
	defer func() { _ = rows.Close() }()
	var out []letter
	for rows.Next() {
		var raw string
		var l letter
		if err := rows.Scan(&raw); err != nil {
			h.t.Fatal(err)
		}
		if err := json.Unmarshal([]byte(raw), &l); err != nil {
			h.t.Fatal(err)
		}
		out = append(out, l)
	}
	return out
}

func (h *house) lastLetter() letter {
	h.t.Helper()
	all := h.letters()
	if len(all) == 0 {
		h.t.Fatal("no message was sent")
	}
	return all[len(all)-1]
}

func (h *house) count(table string) (n int) {
	h.t.Helper()
	if err := h.db.SQL().QueryRowContext(h.t.Context(), `SELECT count(*) FROM `+table).Scan(&n); err != nil {
		h.t.Fatal(err)
	}
	return n
}

// person makes an account directly.
func (h *house) person(n account.NewUser) string {
	h.t.Helper()
	if n.Name == "" {
		n.Name = "Tan Bee Leng"
	}
	if n.Password == "" {
		n.Password = goodPassword
	}
	n.Locale = locale.EN
	userID, err := h.accounts.CreateUser(h.t.Context(), n)
	if err != nil {
		h.t.Fatal(err)
	}
	return userID
}

func (h *house) setting(key, value string) {
	h.t.Helper()
	err := h.db.Write(h.t.Context(), func(ctx context.Context, tx *db.Tx) error {
		return tx.PutSetting(ctx, query.PutSettingParams{Key: key, Value: value})
	})
	if err != nil {
		h.t.Fatal(err)
	}
}

// wrong is a code that is not the right one.
func wrong(right string) string {
	if strings.HasPrefix(right, "1") {
		return "2" + right[1:]
	}
	return "1" + right[1:]
}
