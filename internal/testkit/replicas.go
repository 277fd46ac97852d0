package testkit

import (
	"bytes"
	"context"
	"fmt"
	"hash/fnv"
	"math/rand/v2"
	"net/http"
	"net/http/httptest"
	"sync"
	"testing"

	"shanmen/internal/app"
	"shanmen/internal/base/clock"
)

// others are the further programs of an App, and the dice that choose among all.
type others struct {
	programs []*app.App
	mu       sync.Mutex
	dice     *rand.Rand
}

// NewReplicas starts two programs on one PostgreSQL database and the S3 store of s3, each with its own DATA_DIR. Each
// request goes to one of them at random, as do Sweep and Drain. Each read goes to both, and fails the test unless both
// give the same answer.
func NewReplicas(t testing.TB, s3 string, more ...Setting) *App {
	t.Helper()
	url := temple.URL(t, "postgres", "")
	setting := func() func(string) string {
		of := settings(t.TempDir(), url, more...)
		return func(name string) string {
			if name == "S3_URL" {
				return s3
			}
			return of(name)
		}
	}
	a := &App{Clock: clock.NewFake(Start), t: t, outlet: &outlet{}}
	a.App = a.program(setting())
	name := fnv.New64a()
	_, _ = name.Write([]byte(t.Name()))
	a.others = &others{programs: []*app.App{a.program(setting())}, dice: rand.New(rand.NewPCG(name.Sum64(), 7))}
	a.serve(http.HandlerFunc(a.anyReplica))
	return a
}

// any is one of the programs at random.
func (a *App) any() *app.App {
	if a.others == nil {
		return a.App
	}
	a.others.mu.Lock()
	defer a.others.mu.Unlock()
	if n := a.others.dice.IntN(1 + len(a.others.programs)); n > 0 {
		return a.others.programs[n-1]
	}
	return a.App
}

// Sweep is one round of housekeeping of one of the programs.
func (a *App) Sweep(ctx context.Context) error { return a.any().Sweep(ctx) }

func (a *App) anyReplica(w http.ResponseWriter, r *http.Request) {
	if r.Method != http.MethodGet {
		a.any().Handler.ServeHTTP(w, r)
		return
	}
	first := answerOf(a.App, r)
	for _, p := range a.others.programs {
		if other := answerOf(p, r); other.Code != first.Code || !bytes.Equal(other.Body.Bytes(), first.Body.Bytes()) {
			a.t.Errorf("replicas answer %s differently: %s; %s", r.URL, told(first), told(other))
		}
	}
	for name, values := range first.Header() {
		w.Header()[name] = values
	}
	w.WriteHeader(first.Code)
	_, _ = w.Write(first.Body.Bytes())
}

func answerOf(p *app.App, r *http.Request) *httptest.ResponseRecorder {
	w := httptest.NewRecorder()
	p.Handler.ServeHTTP(w, r.Clone(r.Context()))
	return w
}

func told(r *httptest.ResponseRecorder) string { return fmt.Sprintf("%d %.2000s", r.Code, r.Body) }
