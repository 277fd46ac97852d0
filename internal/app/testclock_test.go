//go:build !e2e

package app

import (
	"net/http"
	"net/http/httptest"
	"os/exec"
	"slices"
	"strings"
	"testing"

	"shanmen/internal/base/clock"
)

// Somebody who could set the program's clock could let holds, codes and invoices expire: a release does not contain the
// testclock package.
func TestReleaseHasNoTestClock(t *testing.T) {
	t.Parallel()
	if _, real := programClock().(clock.Real); !real {
		t.Error("the program's clock is not the machine's")
	}
	has := func(args ...string) bool {
		t.Helper()
		out, err := exec.Command("go", append(append([]string{"list", "-deps"}, args...), "shanmen/cmd/shanmen")...).Output()
		if err != nil {
			t.Fatal(err)
		}
		return slices.Contains(strings.Fields(string(out)), "shanmen/internal/app/testclock")
	}
	if has() {
		t.Error("the release has the tests' clock")
	}
	// The same check finds the package in a build that has it, which proves that the check works.
	if !has("-tags", "e2e") {
		t.Error("the build for browser tests has no clock of its own")
	}
}

func TestReleaseAnswers404ToTheTestClock(t *testing.T) {
	t.Parallel()
	a, err := New(t.Context(), mustConfig(t), Options{LightPasswords: true})
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(func() { _ = a.Close() })
	r := httptest.NewRequest(http.MethodPost, "/test/clock", strings.NewReader(`{"advance":"31s"}`))
	r.RemoteAddr = "127.0.0.1:4000"
	w := httptest.NewRecorder()
	a.Handler.ServeHTTP(w, r)
	if w.Code != http.StatusNotFound {
		t.Errorf("status %d: %s", w.Code, w.Body)
	}
}

func mustConfig(t *testing.T) Config {
	t.Helper()
	cfg, err := LoadConfig(func(name string) string { return map[string]string{"DATA_DIR": withTables(t, t.TempDir())}[name] }, false)
	if err != nil {
		t.Fatal(err)
	}
	return cfg
}
