//go:build !e2e

package app

import (
	"bytes"
	"net/http"
	"net/http/httptest"
	"os"
	"os/exec"
	"path/filepath"
	"strings"
	"testing"

	"shanmen/internal/clock"
)

// Who could move the program's clock could let holds, codes and invoices expire: the release must
// hold nothing of what the browser tests do with it.
func TestReleaseHasNoTestClock(t *testing.T) {
	t.Parallel()
	if _, real := programClock().(clock.Real); !real {
		t.Error("the program's clock is not the machine's")
	}
	traces := func(args ...string) (found []string) {
		t.Helper()
		program := filepath.Join(t.TempDir(), "shanmen")
		build := exec.Command("go", append(append([]string{"build", "-buildvcs=false", "-o", program}, args...), "shanmen/cmd/shanmen")...)
		if out, err := build.CombinedOutput(); err != nil {
			t.Fatalf("%v: %s", err, out)
		}
		b, err := os.ReadFile(program)
		if err != nil {
			t.Fatal(err)
		}
		for _, trace := range []string{"POST /test/clock", "app.(*testClock).Now", "testclock_e2e.go"} {
			if bytes.Contains(b, []byte(trace)) {
				found = append(found, trace)
			}
		}
		return found
	}
	if found := traces(); found != nil {
		t.Errorf("the release has %q", found)
	}
	// The same search finds all of it where it is: else the line above would prove nothing.
	if found := traces("-tags", "e2e"); len(found) != 3 {
		t.Errorf("the build for browser tests has only %q", found)
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
	cfg, err := LoadConfig(func(name string) string { return map[string]string{"DATA_DIR": t.TempDir()}[name] }, false)
	if err != nil {
		t.Fatal(err)
	}
	return cfg
}
