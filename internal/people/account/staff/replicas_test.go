package staff_test

import (
	"context"
	"io"
	"log/slog"
	"net/http"
	"net/http/httptest"
	"testing"

	program "shanmen/internal/app"
	"shanmen/internal/testkit"
)

// Two replicas of the program on one PostgreSQL database: a login at one is valid at the other, and a logout at the
// other ends it at both. Its ability to fail is tested with a patched program that caches sessions
// (testdata/TestRaceA20OneSessionForAllReplicas.patch).
func TestRaceA20OneSessionForAllReplicas(t *testing.T) {
	t.Parallel()
	one := testkit.New(t, "postgres")
	cfg := one.Config
	cfg.DataDir = t.TempDir()
	second, err := program.New(t.Context(), cfg, program.Options{
		Clock: one.Clock, Log: slog.New(slog.DiscardHandler), LightPasswords: true, Fresh: true,
	})
	if err != nil {
		t.Fatal(err)
	}
	srv := httptest.NewServer(second.Handler)
	t.Cleanup(func() {
		srv.Close()
		if err := second.Close(); err != nil {
			t.Error(err)
		}
	})
	member := one.Member(t)
	cookie := member.Cookie("shanmen")
	ask := func(method, at string) int {
		t.Helper()
		req, err := http.NewRequestWithContext(context.WithoutCancel(t.Context()), method, at, nil)
		if err != nil {
			t.Fatal(err)
		}
		req.AddCookie(&http.Cookie{Name: "shanmen", Value: cookie})
		res, err := http.DefaultClient.Do(req)
		if err != nil {
			t.Fatal(err)
		}
		defer func() { _ = res.Body.Close() }()
		_, _ = io.Copy(io.Discard, res.Body)
		return res.StatusCode
	}
	for _, at := range []string{one.URL, srv.URL} {
		if got := ask(http.MethodGet, at+"/api/auth/identity"); got != 200 {
			t.Fatalf("after the login at the first: %d", got)
		}
	}
	if got := ask(http.MethodDelete, srv.URL+"/api/_auth/session"); got != 200 {
		t.Fatalf("log out at the second: %d", got)
	}
	for name, at := range map[string]string{"the first": one.URL, "the second": srv.URL} {
		if got := ask(http.MethodGet, at+"/api/auth/identity"); got != 401 {
			t.Errorf("%s still knows who has logged out at the second: %d", name, got)
		}
		if got := ask(http.MethodGet, at+"/api/invoice/list/member"); got != 401 {
			t.Errorf("%s still shows the invoices: %d", name, got)
		}
	}
}
