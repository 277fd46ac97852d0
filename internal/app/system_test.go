package app

import (
	"encoding/json"
	"net/http"
	"net/http/httptest"
	"path/filepath"
	"testing"
)

// O03 for the database: alive, but not ready, in the body that every refusal has.
func TestWithoutItsDatabaseTheProgramIsAliveAndNotReady(t *testing.T) {
	t.Parallel()
	a := opened(t, filepath.Join(t.TempDir(), "data"), false)
	public := httptest.NewServer(a.Handler)
	defer public.Close()
	if status, _ := fetch(t, public.URL+"/readyz"); status != http.StatusOK {
		t.Errorf("ready: %d", status)
	}
	if err := a.DB.Close(); err != nil {
		t.Fatal(err)
	}
	if status, _ := fetch(t, public.URL+"/healthz"); status != http.StatusOK {
		t.Errorf("alive: %d", status)
	}
	status, body := fetch(t, public.URL+"/readyz")
	var refusal struct {
		Code, Title string
		RetryAfter  int
	}
	if err := json.Unmarshal([]byte(body), &refusal); err != nil || status != http.StatusServiceUnavailable || refusal.Code != "not-ready" || refusal.Title == "" || refusal.RetryAfter == 0 {
		t.Errorf("%d %s %v", status, body, err)
	}
}
