package app

import (
	"bytes"
	"context"
	"database/sql"
	"encoding/json"
	"errors"
	"fmt"
	"io"
	"io/fs"
	"log/slog"
	"net"
	"net/http"
	"net/http/httptest"
	"net/http/httputil"
	"net/url"
	"os"
	"path/filepath"
	"strings"
	"sync"
	"sync/atomic"
	"testing"
	"time"

	"github.com/emersion/go-smtp"

	"shanmen/internal/base/clock"
	"shanmen/internal/base/locale"
	"shanmen/internal/office/today"
	"shanmen/internal/people/account"
	"shanmen/internal/platform/db"
	"shanmen/internal/platform/db/query"
	"shanmen/internal/platform/doctor"
	"shanmen/internal/platform/media"
	"shanmen/internal/testkit/bucket"
	"shanmen/internal/testkit/pg"
	"shanmen/internal/testkit/source"
)

// examined is what the doctor reports in an environment.
func examined(t *testing.T, environ []string) doctor.Report {
	t.Helper()
	return examinedBy(t, environ, http.DefaultClient)
}

func examinedBy(t *testing.T, environ []string, web *http.Client) doctor.Report {
	t.Helper()
	report := newExamination(invocation{environ: environ, getenv: lookUp(environ)}, web).run(t.Context())
	for _, f := range report {
		if (f.Fix == "") != (f.Severity == doctor.OK) { // each problem has a fix
			t.Errorf("%+v", f)
		}
	}
	return report
}

// surroundings are the external servers that a temple needs, each of which can be made to fail.
type surroundings struct {
	mail, texts, s3 string // addresses
	refuseSender    atomic.Bool
	refuseAccount   atomic.Bool
	balance         atomic.Pointer[string]
	late            atomic.Int64 // how far the SMS provider's clock is behind, in seconds
}

type postOffice struct{ s *surroundings }

func (p postOffice) NewSession(*smtp.Conn) (smtp.Session, error) { return p, nil }
func (p postOffice) Mail(string, *smtp.MailOptions) error {
	if p.s.refuseSender.Load() {
		return &smtp.SMTPError{Code: 553, EnhancedCode: smtp.EnhancedCode{5, 1, 8}, Message: "not yours"}
	}
	return nil
}
func (postOffice) Rcpt(string, *smtp.RcptOptions) error {
	return errors.New("the doctor names no recipient")
}
func (postOffice) Data(io.Reader) error { return errors.New("the doctor sends no mail") }
func (postOffice) Reset()               {}
func (postOffice) Logout() error        { return nil }

func surround(t *testing.T) *surroundings {
	t.Helper()
	s := &surroundings{}
	l, err := new(net.ListenConfig).Listen(t.Context(), "tcp", "127.0.0.1:0")
	if err != nil {
		t.Fatal(err)
	}
	post := smtp.NewServer(postOffice{s})
	post.Domain = "localhost"
	go func() { _ = post.Serve(l) }()
	t.Cleanup(func() { _ = post.Close() })
	s.mail = "smtp://" + l.Addr().String()

	company := httptest.NewServer(http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) {
		sid, token, _ := r.BasicAuth()
		w.Header().Set("Date", time.Now().Add(-time.Duration(s.late.Load())*time.Second).UTC().Format(http.TimeFormat))
		switch {
		case s.refuseAccount.Load() || sid != "AC1" || token != "token-of-the-company" || r.Method != http.MethodGet:
			w.WriteHeader(http.StatusUnauthorized)
		case r.URL.Path == "/2010-04-01/Accounts/AC1/Balance.json" && s.balance.Load() != nil:
			_, _ = io.WriteString(w, `{"currency":"USD","balance":"`+*s.balance.Load()+`"}`)
		case r.URL.Path == "/2010-04-01/Accounts/AC1.json":
			_, _ = io.WriteString(w, `{"status":"active"}`)
		default:
			w.WriteHeader(http.StatusNotFound)
		}
	}))
	t.Cleanup(company.Close)
	s.texts = "twilio://AC1:token-of-the-company@" + strings.TrimPrefix(company.URL, "http://") + "?from=+6580000000&tls=0"

	store := bucket.New(t, "pictures")
	if err := store.CreateBucket("backups"); err != nil {
		t.Fatal(err)
	}
	s.s3 = "s3://key:secret-of-the-store@" + store.Host + "/%s?tls=0&region=us-east-1"
	return s
}

func (s *surroundings) bucket(name string) string { return strings.Replace(s.s3, "%s", name, 1) }

// front is a proxy with a certificate; way is its forwarding behaviour.
type front struct {
	*httptest.Server
	way atomic.Pointer[func(*httputil.ProxyRequest)]
}

func newFront(t *testing.T) (f *front, behind func(http.Handler)) {
	t.Helper()
	var program atomic.Pointer[httptest.Server]
	f = &front{}
	good := func(r *httputil.ProxyRequest) {
		r.Out.Header["X-Forwarded-For"] = r.In.Header["X-Forwarded-For"]
		r.SetXForwarded()
		r.Out.Host = r.In.Host
	}
	f.way.Store(&good)
	proxy := &httputil.ReverseProxy{Rewrite: func(r *httputil.ProxyRequest) {
		to, _ := url.Parse(program.Load().URL)
		(*f.way.Load())(r)
		r.Out.URL.Scheme, r.Out.URL.Host = "http", to.Host
	}}
	f.Server = httptest.NewTLSServer(proxy)
	t.Cleanup(f.Close)
	return f, func(h http.Handler) {
		srv := httptest.NewServer(h)
		t.Cleanup(srv.Close)
		program.Store(srv)
	}
}

// furnish gives a temple an administrator with a second factor, and a UEN.
func furnish(t *testing.T, a *App, past *sql.DB) {
	t.Helper()
	id, err := a.Accounts.CreateStaff(t.Context(), account.NewUser{Name: "Lim Ah Hock", Email: "lim@temple.example", Roles: []string{"admin"}, Password: "temple bells at six", Locale: locale.EN})
	if err != nil {
		t.Fatal(err)
	}
	if _, err := past.ExecContext(t.Context(), `INSERT INTO totp_secrets (user_id, secret) VALUES ($1, 'x')`, id); err != nil {
		t.Fatal(err)
	}
	err = a.DB.Write(t.Context(), func(ctx context.Context, tx *db.Tx) error {
		return errors.Join(noteClock(ctx, tx, time.Now()),
			tx.PutSetting(ctx, query.PutSettingParams{Key: "paynow-uen", Value: "T08SS0001L"}),
			tx.PutSetting(ctx, query.PutSettingParams{Key: "paynow-payee", Value: "Qinglian Temple"}))
	})
	if err != nil {
		t.Fatal(err)
	}
}

// A completely configured temple has no problems. Then each part is made to fail once while the program runs.
func TestTheDoctorFindsEachBrokenPart(t *testing.T) {
	t.Parallel()
	for _, engine := range []string{"sqlite", "postgres"} {
		t.Run(engine, func(t *testing.T) {
			t.Parallel()
			s := surround(t)
			site, behind := newFront(t)
			balance := "25.50"
			s.balance.Store(&balance)
			dir := filepath.Join(t.TempDir(), "data")
			environ := []string{
				"DATA_DIR=" + dir, "BASE_URL=" + site.URL, "SMTP_URL=" + s.mail, "MAIL_FROM=office@temple.example", "SMS_URL=" + s.texts,
				"S3_URL=" + s.bucket("pictures"),
			}
			database := ""
			if engine == "postgres" {
				database = pg.URL(t)
				environ = append(environ, "DATABASE_URL="+database)
			} else {
				environ = append(environ, "BACKUP_TO="+s.bucket("backups"))
			}
			cfg, err := LoadConfig(lookUp(environ), false)
			if err != nil {
				t.Fatal(err)
			}
			a, err := New(t.Context(), cfg, Options{Clock: clock.Real{}, Log: slog.New(slog.DiscardHandler), LightPasswords: true})
			if err != nil {
				t.Fatal(err)
			}
			end := sync.OnceFunc(func() { _ = a.Close() })
			t.Cleanup(end)
			behind(a.Handler)
			past := a.DB.SQL()
			if engine == "sqlite" {
				if past, err = sql.Open("sqlite", "file:"+filepath.Join(dir, databaseName)+"?_pragma=busy_timeout(10000)"); err != nil {
					t.Fatal(err)
				}
				t.Cleanup(func() { _ = past.Close() })
			}
			furnish(t, a, past)
			checks := map[string]bool{}
			look := func() doctor.Report {
				report := examinedBy(t, environ, site.Client())
				for _, f := range report {
					checks[f.Check] = true
				}
				return report
			}
			exec := func(statement string) func() {
				return func() {
					if _, err := past.ExecContext(t.Context(), statement); err != nil {
						t.Fatal(err)
					}
				}
			}
			expect := func(what, check string, severity doctor.Severity, says string) {
				t.Helper()
				report := look()
				for _, f := range report {
					if f.Check == check && f.Severity == severity && strings.Contains(f.Says, says) && f.Fix != "" {
						return
					}
				}
				t.Errorf("%s: nothing of %s says %q:\n%s", what, check, says, printed(t, report))
			}

			if engine == "sqlite" {
				expect("before the first backup", "backup", doctor.Warning, "There is no backup in s3://")
				if err := Run(t.Context(), []string{"backup"}, environ, nil, io.Discard); err != nil {
					t.Fatal(err)
				}
				if got := printed(t, look()); !strings.Contains(got, "the last restore on trial was well") {
					t.Errorf("a backup by hand:\n%s", got)
				}
				n := night{a: a}
				if err := n.backUp(t.Context()); err != nil {
					t.Fatal(err)
				}
			}
			if report := look(); report.ExitCode() > 1 || report.Count(doctor.OK) < 10 || report.Count(doctor.Warning) > trouble(report, "memory", "disk", "backup") {
				t.Fatalf("a temple that is well:\n%s", printed(t, report))
			}

			// The running program, checked from outside.
			a.draining.Store(true)
			expect("a program that stops", "ready", doctor.Error, "not ready (stopping)")
			a.draining.Store(false)
			a.nightFailed.Store(true)
			expect("a night that failed", "backup", doctor.Error, "Last night's backup failed")
			a.nightFailed.Store(false)
			if engine == "postgres" {
				for i, version := range []string{"0.1.9", "0.2.0"} {
					exec(fmt.Sprintf(`INSERT INTO replicas (id, version, content, late, seen_at) VALUES ('r%d', '%s', 0, 0, %d)`, i, version, time.Now().UnixMilli()))()
				}
				expect("two versions", "replicas", doctor.Warning, "Replicas of several versions serve this database: 0.1.9, 0.2.0.")
				exec(`UPDATE replicas SET version = '0.2.0', late = 1`)()
				expect("late", "replicas", doctor.Warning, "2 replicas show older content")
				exec(`DELETE FROM replicas`)()
			}

			// External services, broken and repaired.
			s.refuseSender.Store(true)
			expect("sender", "mail", doctor.Error, "the mail server refuses the sender: code 553")
			s.refuseSender.Store(false)
			s.refuseAccount.Store(true)
			expect("account", "texts", doctor.Error, "the SMS company does not accept this account: 401")
			s.refuseAccount.Store(false)
			s.late.Store(60)
			expect("clock", "clock", doctor.Warning, "that of the SMS company are 1m")
			s.late.Store(3600)
			expect("clock", "clock", doctor.Error, "that of the SMS company are 1h")
			s.late.Store(0)
			for left, severity := range map[string]doctor.Severity{"3.10": doctor.Warning, "-0.40": doctor.Error} {
				s.balance.Store(&left)
				expect("balance", "texts", severity, left)
			}
			s.balance.Store(nil)
			if got := printed(t, look()); !strings.Contains(got, "The SMS company lets us in.") {
				t.Errorf("a company that tells no balance:\n%s", got)
			}

			// The temple's own settings and accounts.
			exec(`DELETE FROM totp_secrets`)()
			expect("second step", "staff", doctor.Warning, "1 of 1 accounts of the office have no second step")
			exec(`DELETE FROM user_roles`)()
			expect("nobody", "staff", doctor.Warning, "The office has no account yet")
			exec(`UPDATE settings SET value = '12345' WHERE key = 'paynow-uen'`)()
			expect("UEN", "paynow", doctor.Error, "UEN 12345 is none")
			exec(`UPDATE settings SET value = '' WHERE key = 'paynow-payee'`)()
			expect("payee", "paynow", doctor.Error, "no name of the payee")
			exec(`UPDATE settings SET value = '' WHERE key = 'paynow-uen'`)()
			expect("no UEN", "paynow", doctor.Warning, "The temple has no UEN")
			exec(`UPDATE settings SET value = '1000' WHERE key = 'clock-seen'`)()
			expect("clock that jumped", "clock", doctor.Warning, "nothing expires until the clock is confirmed")

			exec(`INSERT INTO outbox (id, kind, args, state, run_at, attempts, last_error, created_at) VALUES ('01', 'mail', '{}', 'dead', 1, 3, 'refused', 1)`)()
			expect("a letter that was given up", "letters", doctor.Warning, "1 letters did not leave")
			exec(`INSERT INTO outbox (id, kind, args, run_at, created_at) VALUES ('02', 'mail', '{}', 1, 1)`)()
			expect("a letter that waits", "letters", doctor.Warning, "are due since 1 January 1970")

			// Problems of the proxy.
			ways := []struct {
				what, says string
				severity   doctor.Severity
				way        func(*httputil.ProxyRequest)
			}{
				{"no X-Forwarded-For", "sends no X-Forwarded-For", doctor.Error, func(r *httputil.ProxyRequest) { r.Out.Host = r.In.Host }},
				{"another host", "The proxy asks for the host", doctor.Error, func(r *httputil.ProxyRequest) { r.SetXForwarded(); r.Out.Host = "localhost" }},
				{"visitors' own", "anybody can name any address", doctor.Error, func(r *httputil.ProxyRequest) {
					r.Out.Header["X-Forwarded-For"] = r.In.Header["X-Forwarded-For"]
					if r.In.Header.Get("X-Forwarded-For") == "" {
						r.SetXForwarded()
					}
					r.Out.Host = r.In.Host
				}},
			}
			for _, w := range ways {
				before := site.way.Swap(&w.way)
				expect(w.what, "proxy", w.severity, w.says)
				site.way.Store(before)
			}
			behind(http.NotFoundHandler())
			expect("another program", "site", doctor.Warning, "does not serve this database")
			behind(http.RedirectHandler("https://elsewhere.example/", http.StatusMovedPermanently))
			expect("moved", "site", doctor.Error, "sends visitors on to https://elsewhere.example/")
			behind(a.Handler)

			// Problems of disk, memory and clock.
			if err := os.WriteFile(filepath.Join(dir, identityFile), []byte("another\n"), 0o600); err != nil {
				t.Fatal(err)
			}
			expect("two temples", "database", doctor.Error, "is not the one that")
			store, err := media.OpenAt(s.bucket("pictures"))
			if err == nil {
				err = store.Put(t.Context(), identityFile, strings.NewReader("another\n"), 8, "text/plain")
			}
			if err != nil {
				t.Fatal(err)
			}
			expect("another's pictures", "files", doctor.Error, "belongs to another temple")
			if engine == "sqlite" {
				exec(`UPDATE goose_db_version SET version_id = 99999 WHERE version_id = (SELECT max(version_id) FROM goose_db_version)`)()
			} else {
				exec(`INSERT INTO goose_db_version (version_id, is_applied) VALUES (99999, true)`)()
			}
			expect("newer", "database", doctor.Error, "was made by a newer Shanmen (schema 99999")
			site.Close()
			expect("no site", "site", doctor.Warning, "Nobody answers")
			_ = past.Close()
			end()
			if engine == "sqlite" {
				if err := os.WriteFile(filepath.Join(dir, databaseName), bytes.Repeat([]byte("no database "), 1000), 0o600); err != nil {
					t.Fatal(err)
				}
				expect("damaged", "database", doctor.Error, "damaged")
				if err := os.Remove(filepath.Join(dir, databaseName)); err != nil {
					t.Fatal(err)
				}
				expect("away", "database", doctor.Error, "is missing or empty, though")
			} else {
				environ[len(environ)-1] = "DATABASE_URL=" + strings.Replace(database, "?", "_gone?", 1)
				expect("another database", "database", doctor.Error, "PostgreSQL refuses")
			}
			document := source.Read(t, "docs/settings.md")
			for check := range checks {
				if !strings.Contains(string(document), "`"+check+"`") {
					t.Errorf("docs/settings.md does not name the check %s", check)
				}
			}
			// Whatever fails, the report contains no secret.
			for _, out := range []string{printed(t, look()), printed(t, examined(t, append(environ, "S3_URL=s3://key:secret-of-the-store@host", "SMTP_URL=smtp://user:token-of-the-company@127.0.0.1:1")))} {
				if strings.Contains(out, "secret-of-the-store") || strings.Contains(out, "token-of-the-company") {
					t.Errorf("a secret is told:\n%s", out)
				}
			}
		})
	}
}

// trouble counts the warnings of some checks that depend on the machine running the test.
func trouble(r doctor.Report, checks ...string) (n int) {
	for _, f := range r {
		for _, c := range checks {
			if f.Check == c && f.Severity == doctor.Warning {
				n++
			}
		}
	}
	return n
}

func printed(t *testing.T, r doctor.Report) string {
	t.Helper()
	var out strings.Builder
	if err := r.Write(&out); err != nil {
		t.Fatal(err)
	}
	return out.String()
}

// The disk of the data, and the backup location.
func TestTheDoctorChecksDisks(t *testing.T) {
	t.Parallel()
	dir := t.TempDir()
	data, backups := filepath.Join(dir, "data"), filepath.Join(dir, "far", "away")
	if err := os.Mkdir(data, 0o700); err != nil {
		t.Fatal(err)
	}
	environ := []string{"DATA_DIR=" + data, "BACKUP_TO=" + backups, "BASE_URL=http://127.0.0.1:1"}
	e := newExamination(invocation{environ: environ, getenv: lookUp(environ)}, http.DefaultClient)
	e.app.DiskRoom = func(string) (DiskRoom, error) { return DiskRoom{Free: 5 << 20, Total: 1 << 40}, nil }
	says := func(severity doctor.Severity, what string, found []doctor.Finding) {
		t.Helper()
		for _, f := range found {
			if f.Severity == severity && strings.Contains(f.Says, what) && f.Fix != "" {
				return
			}
		}
		t.Errorf("nothing says %q: %+v", what, found)
	}
	says(doctor.Error, "has 5 MB left, and should have 1024 MB", e.disk(t.Context()))
	says(doctor.Warning, "the first backup makes it", e.backups(t.Context()))
	if _, err := os.Stat(filepath.Dir(backups)); !errors.Is(err, os.ErrNotExist) {
		t.Errorf("the doctor made a folder: %v", err)
	}
	if err := os.MkdirAll(backups, 0o700); err != nil {
		t.Fatal(err)
	}
	says(doctor.Warning, "is on the disk of DATA_DIR", e.backups(t.Context()))
	if left, err := os.ReadDir(backups); err != nil || len(left) > 0 {
		t.Errorf("the doctor left %v %v", left, err)
	}
	at := time.Now()
	for state, severity := range map[string]doctor.Severity{"good": doctor.OK, "never": doctor.Warning, "old": doctor.Error, "damaged": doctor.Error, "ahead": doctor.Error, "away": doctor.Error} {
		if f := ofBackup(today.MachinePart{State: state, At: &at}, backups); f.Severity != severity || (f.Fix == "") != (severity == doctor.OK) {
			t.Errorf("%s: %+v", state, f)
		}
	}
	for state, severity := range map[string]doctor.Severity{"good": doctor.OK, "untried": doctor.Warning, "never": doctor.Warning, "newer": doctor.Warning, "old": doctor.Error, "damaged": doctor.Error} {
		if f := ofReading(today.MachinePart{State: state, At: &at, Needed: 12, Free: 11}, backups); f.Severity != severity || (f.Fix == "") != (severity == doctor.OK) {
			t.Errorf("%s: %+v", state, f)
		}
	}
}

// The fix for an unreadable database depends on the cause and on the engine.
func TestTheDoctorsDatabaseAdviceFitsTheCauseAndEngine(t *testing.T) {
	t.Parallel()
	denied := fmt.Errorf("stat: %w", fs.ErrPermission)
	for _, c := range []struct {
		url  string
		err  error
		want string
	}{
		{"", denied, asItsUser},
		{"", errors.New("damaged"), "mount its disk, or set DATA_DIR"},
		{"postgres://host/shanmen", errors.New("away"), "start the database, or set DATABASE_URL"},
	} {
		e := examination{cfg: Config{DatabaseURL: c.url}}
		if got := e.databaseFix(c.err); !strings.HasPrefix(got, c.want) {
			t.Errorf("%q, %v: %s", c.url, c.err, got)
		}
	}
}

// A proxy that TRUSTED_PROXIES does not name makes all visitors look like one.
func TestTheDoctorNamesTheProxyMissingFromTrustedProxies(t *testing.T) {
	t.Parallel()
	site, behind := newFront(t)
	environ := []string{"DATA_DIR=" + filepath.Join(t.TempDir(), "data"), "BASE_URL=" + site.URL, "TRUSTED_PROXIES=none"}
	cfg, err := LoadConfig(lookUp(environ), false)
	if err != nil {
		t.Fatal(err)
	}
	a, err := New(t.Context(), cfg, Options{Log: slog.New(slog.DiscardHandler)})
	if err != nil {
		t.Fatal(err)
	}
	defer func() { _ = a.Close() }()
	behind(a.Handler)
	for _, f := range examinedBy(t, environ, site.Client()) {
		if f.Check == "proxy" && f.Severity == doctor.Error && f.Fix == "set TRUSTED_PROXIES to 127.0.0.1/32" {
			return
		}
	}
	t.Error("the proxy is not named")
}

// A demonstration makes no backups and sends nothing: that is not a problem there.
func TestTheDoctorReportsNoFaultForADemonstration(t *testing.T) {
	t.Parallel()
	dir := filepath.Join(t.TempDir(), "data")
	opened(t, dir, true)
	report := examined(t, []string{"DATA_DIR=" + dir, "BASE_URL=http://127.0.0.1:1"})
	if report.Count(doctor.Error) > 0 || report.Count(doctor.Warning)-trouble(report, "disk", "memory", "site") != 1 || !strings.Contains(printed(t, report), "This is a demonstration") {
		t.Error(printed(t, report))
	}
}

// Each reason of /readyz has a text and a fix.
func TestTheDoctorHasAdviceForEachReadyzReason(t *testing.T) {
	t.Parallel()
	for _, why := range reasons {
		if w := unreadiness[why]; w.says == "" || w.fix == "" {
			t.Errorf("%s has no words", why)
		}
	}
	if len(unreadiness) != len(reasons) {
		t.Errorf("%d reasons, words for %d", len(reasons), len(unreadiness))
	}
}

// A backup location without any of the backups made there is a disk that is not mounted: the doctor does not call it
// new.
func TestTheDoctorReportsAnUnmountedBackupDisk(t *testing.T) {
	t.Parallel()
	data, backups := filepath.Join(t.TempDir(), "data"), filepath.Join(t.TempDir(), "backups")
	environ := []string{"DATA_DIR=" + data, "BACKUP_TO=" + backups}
	opened(t, data, false)
	if err := Run(t.Context(), []string{"backup"}, environ, nil, io.Discard); err != nil {
		t.Fatal(err)
	}
	if err := os.RemoveAll(backups); err != nil {
		t.Fatal(err)
	}
	e := newExamination(invocation{environ: environ, getenv: lookUp(environ)}, http.DefaultClient)
	if f := e.backups(t.Context()); len(f) != 1 || f[0].Severity != doctor.Error || !strings.Contains(f[0].Says, "holds none of the earlier backups") || f[0].Fix == "" {
		t.Errorf("%+v", f)
	}
}

// Visitors get no information from the address that the doctor uses.
func TestTheDoctorEndpointIsClosedToStrangers(t *testing.T) {
	t.Parallel()
	a := opened(t, filepath.Join(t.TempDir(), "data"), false)
	ask := func(proof string) int {
		r := httptest.NewRequest(http.MethodGet, "http://temple.example"+doctor.Path, nil)
		r.Header.Set(doctor.ProofHeader, proof)
		w := httptest.NewRecorder()
		a.Handler.ServeHTTP(w, r)
		return w.Code
	}
	now := a.Clock.Now()
	for proof, want := range map[string]int{
		"": 404, "1.abc": 404, doctor.Proof("", now): 404, doctor.Proof("another database", now): 404,
		doctor.Proof(a.DB.ID(), now.Add(-time.Hour)): 404, doctor.Proof(a.DB.ID(), now): 200,
	} {
		if got := ask(proof); got != want {
			t.Errorf("%q: %d", proof, got)
		}
	}
}

// The doctor command prints text or JSON, exits with 2 on problems, and never creates a temple.
func TestTheDoctorCommandPrintsReportsForPeopleAndMachines(t *testing.T) {
	t.Parallel()
	dir := filepath.Join(t.TempDir(), "data")
	environ := []string{"DATA_DIR=" + dir, "PROT=1", "BASE_URL=http://127.0.0.1:1"}
	var text, machine bytes.Buffer
	err := Run(t.Context(), []string{"doctor"}, environ, nil, &text)
	if ExitCode(err) != 2 || !strings.Contains(text.String(), "error    backup    No backups are made.\n                   → set BACKUP_TO=/var/backups/shanmen,") {
		t.Errorf("%v\n%s", err, &text)
	}
	if err := Run(t.Context(), []string{"doctor", "--json"}, environ, nil, &machine); ExitCode(err) != 2 {
		t.Error(err)
	}
	var got struct {
		Warnings, Errors int
		Findings         []doctor.Finding
	}
	if err := json.Unmarshal(machine.Bytes(), &got); err != nil || got.Errors != 1 || got.Warnings < 3 || len(got.Findings) < 6 {
		t.Errorf("%v: %+v", err, got)
	}
	if _, err := os.Stat(dir); !errors.Is(err, os.ErrNotExist) {
		t.Errorf("the doctor made %s: %v", dir, err)
	}
}
