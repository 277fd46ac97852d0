package app

import (
	"bytes"
	"encoding/json"
	"log/slog"
	"net/http"
	"net/http/httptest"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"testing"
	"time"

	"shanmen"
	"shanmen/internal/platform/media"
)

// O03 for the database: alive, but not ready, with the usual body of a refusal.
func TestWithoutItsDatabaseTheProgramIsAliveButNotReady(t *testing.T) {
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
	if status, body := fetch(t, public.URL+"/healthz"); status != http.StatusOK || body != "ok\nshanmen "+shanmen.Version()+"\n" {
		t.Errorf("alive: %d %q", status, body)
	}
	status, body := fetch(t, public.URL+"/readyz")
	var refusal struct {
		Code, Title string
		RetryAfter  int
		Reasons     []string
	}
	if err := json.Unmarshal([]byte(body), &refusal); err != nil || status != http.StatusServiceUnavailable || refusal.Code != "not-ready" || refusal.Title == "" || refusal.RetryAfter == 0 ||
		!slices.Equal(refusal.Reasons, []string{reasonReplaced}) {
		t.Errorf("%d %s %v", status, body, err)
	}
}

// The readiness check lists each reason why the program is not ready.
func TestReadyzSaysWhyTheProgramIsNotReady(t *testing.T) {
	t.Parallel()
	dir := filepath.Join(t.TempDir(), "data")
	a := opened(t, dir, false)
	wants := func(want ...string) {
		t.Helper()
		if got := a.notReady(t.Context()); !slices.Equal(got, want) {
			t.Errorf("%v, want %v", got, want)
		}
	}
	wants()
	a.draining.Store(true)
	wants(reasonStopping)
	a.filesElsewhere.Store(true)
	wants(reasonStopping, reasonElsewhere)
	a.draining.Store(false)
	a.filesElsewhere.Store(false)
	id := filepath.Join(dir, identityFile)
	whole, err := os.ReadFile(id)
	if err != nil {
		t.Fatal(err)
	}
	if err := os.WriteFile(id, []byte("another\n"), 0o600); err != nil {
		t.Fatal(err)
	}
	wants(reasonFolder)
	if err := os.WriteFile(id, whole, 0o600); err != nil {
		t.Fatal(err)
	}
	file := filepath.Join(dir, databaseName)
	if err := os.Rename(file, file+".away"); err != nil {
		t.Fatal(err)
	}
	wants(reasonReplaced)
	if err := os.Rename(file+".away", file); err != nil {
		t.Fatal(err)
	}
	wants()
}

// The log reports it once, with the path, and once more when it is fixed.
func TestAReplacedDatabaseIsLogged(t *testing.T) {
	t.Parallel()
	dir := filepath.Join(t.TempDir(), "data")
	a := opened(t, dir, false)
	var log bytes.Buffer
	a.Log = slog.New(slog.NewTextHandler(&log, nil))
	said := func() string {
		defer log.Reset()
		return log.String()
	}
	look := func(lost, wants bool) {
		t.Helper()
		if now := a.logPlace(t.Context(), lost); now != wants {
			t.Errorf("lost: %v", now)
		}
	}
	look(false, false)
	if s := said(); s != "" {
		t.Errorf("said without a cause: %s", s)
	}
	file := filepath.Join(dir, "shanmen.db")
	if err := os.Rename(file, file+".away"); err != nil {
		t.Fatal(err)
	}
	look(false, true)
	if s := said(); !strings.Contains(s, "level=ERROR") || !strings.Contains(s, file) {
		t.Errorf("said: %s", s)
	}
	look(true, true)
	if s := said(); s != "" {
		t.Errorf("said twice: %s", s)
	}
	if err := os.Rename(file+".away", file); err != nil {
		t.Fatal(err)
	}
	look(true, false)
	if s := said(); !strings.Contains(s, "ready again") {
		t.Errorf("said: %s", s)
	}
}

func TestWithoutPictureStorageTheProgramIsNotReady(t *testing.T) {
	t.Parallel()
	hang := make(chan struct{})
	storage := httptest.NewServer(http.HandlerFunc(func(http.ResponseWriter, *http.Request) { <-hang }))
	defer storage.Close()
	defer close(hang)
	a := opened(t, filepath.Join(t.TempDir(), "data"), false)
	public := httptest.NewServer(a.Handler)
	defer public.Close()
	var err error
	if a.Files, err = media.Open("s3://key:secret@"+strings.TrimPrefix(storage.URL, "http://")+"/temple?tls=0&region=us-east-1", ""); err != nil {
		t.Fatal(err)
	}
	began := time.Now()
	if status, body := fetch(t, public.URL+"/readyz"); status != http.StatusServiceUnavailable || !strings.Contains(body, `"reasons":["storage-away"]`) || time.Since(began) > 5*time.Second {
		t.Errorf("%d after %s", status, time.Since(began))
	}
	if status, _ := fetch(t, public.URL+"/healthz"); status != http.StatusOK {
		t.Errorf("alive: %d", status)
	}
}
