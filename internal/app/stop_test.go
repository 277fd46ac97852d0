package app_test

import (
	"bufio"
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"io"
	"net"
	"net/http"
	"os"
	"strings"
	"sync"
	"sync/atomic"
	"syscall"
	"testing"
	"time"

	"shanmen/internal/app"
	"shanmen/internal/testkit"
)

// A program that is stopping is immediately not ready, but still answers new requests; requests in progress are
// completed.
func TestAStoppingProgramStillAnswersRequests(t *testing.T) {
	if testkit.InProcess() {
		return
	}
	t.Parallel()
	p := testkit.StartProgram(t, testkit.EmptyPlace(t, "sqlite"), "serve")
	p.Ready()
	slow, err := net.Dial("tcp", strings.TrimPrefix(p.URL, "http://"))
	if err != nil {
		t.Fatal(err)
	}
	defer func() { _ = slow.Close() }()
	body := `{"currency": "SGD", "items": []}`
	_, _ = fmt.Fprintf(slow, "POST /api/cart HTTP/1.1\r\nHost: temple.example\r\nContent-Type: application/json\r\nContent-Length: %d\r\n\r\n%s", len(body), body[:5])
	p.Signal(syscall.SIGTERM)
	p.Says("still open")
	if got := p.Readiness(); got != http.StatusServiceUnavailable {
		t.Errorf("after the signal it is ready: %d", got)
	}
	kept := &http.Transport{}
	defer kept.CloseIdleConnections()
	res, err := (&http.Client{Transport: kept}).Get(p.URL + "/zh")
	if err != nil {
		t.Fatalf("a visitor who comes then: %v", err)
	}
	_ = res.Body.Close()
	if res.StatusCode != http.StatusOK || !res.Close { // or a proxy would send the next order over a connection that is about to close
		t.Errorf("a visitor who comes then: %d, and the connection ends: %v", res.StatusCode, res.Close)
	}
	p.Says("requests in flight finish")
	_, _ = io.WriteString(slow, body[5:])
	res, err = http.ReadResponse(bufio.NewReader(slow), nil)
	if err != nil || res.StatusCode == http.StatusServiceUnavailable || !res.Close {
		t.Errorf("what had begun: %v %+v", err, res)
	}
	if code := p.Ended(); code != 0 {
		t.Errorf("exit code %d", code)
	}
}

func TestCtrlCStopsWithoutWaiting(t *testing.T) {
	if testkit.InProcess() {
		return
	}
	t.Parallel()
	p := testkit.StartProgram(t, testkit.EmptyPlace(t, "sqlite"), "serve")
	p.Ready()
	p.Signal(os.Interrupt)
	if code := p.Ended(); code != 0 || strings.Contains(p.Log(), "still open") {
		t.Errorf("exit code %d", code)
	}
}

// A stop that comes while the program is still starting is no failure, or a service manager would report one.
func TestAStopWhileStartingIsNoFailure(t *testing.T) {
	if testkit.InProcess() {
		return
	}
	t.Parallel()
	for delay := time.Duration(0); delay < 400*time.Millisecond; delay = 2*delay + 25*time.Millisecond {
		p := testkit.StartProgram(t, testkit.EmptyPlace(t, "sqlite"), "serve", "GOMEMLIMIT=")
		p.Says("msg=memory")
		time.Sleep(delay)
		p.Signal(os.Interrupt)
		if code := p.Ended(); code != 0 {
			t.Errorf("after %v: exit code %d", delay, code)
		}
		t.Logf("after %v: open %v", delay, !strings.Contains(p.Log(), "before it was open"))
	}
}

// Commands that were interrupted have not done their work.
func TestAnInterruptedBackupFails(t *testing.T) {
	t.Parallel()
	place := testkit.EmptyPlace(t, "sqlite")
	run := func(ctx context.Context, args ...string) error {
		return app.Run(ctx, args, []string{"DATA_DIR=" + place.Dir}, nil, io.Discard)
	}
	if err := errors.Join(run(t.Context(), "migrate"), run(t.Context(), "backup", t.TempDir())); err != nil {
		t.Fatal(err)
	}
	ctx, interrupt := context.WithCancel(t.Context())
	interrupt()
	if err := run(ctx, "backup", t.TempDir()); err == nil || app.ExitCode(err) != 1 {
		t.Errorf("it ended with %v", err)
	}
}

func TestASecondSignalStopsAtOnce(t *testing.T) {
	if testkit.InProcess() {
		return
	}
	t.Parallel()
	p := testkit.StartProgram(t, testkit.EmptyPlace(t, "sqlite"), "serve")
	p.Ready()
	p.Signal(syscall.SIGTERM)
	p.Says("still open")
	p.Signal(syscall.SIGTERM)
	if code := p.Ended(); code != -1 || strings.Contains(p.Log(), "requests in flight finish") {
		t.Errorf("it went on, and ended with %d", code)
	}
}

// front is a load balancer for two replicas with the usual settings of a proxy: it checks their readiness, sends a call
// to a ready one, tries the other when the connection is refused, and retries only reads.
type front struct {
	mu      sync.Mutex
	targets []*testkit.Program
	ready   []bool
	next    atomic.Int64
	client  http.Client
}

func (f *front) watch(ended <-chan struct{}) {
	for {
		f.mu.Lock()
		targets := append([]*testkit.Program(nil), f.targets...)
		f.mu.Unlock()
		for i, p := range targets {
			is := p.Readiness() == http.StatusOK
			f.mu.Lock()
			f.ready[i] = is && f.targets[i] == p
			f.mu.Unlock()
		}
		select {
		case <-ended:
			return
		case <-time.After(300 * time.Millisecond):
		}
	}
}

// pick names a replica for the next call; ready ones first.
func (f *front) pick(try int) *testkit.Program {
	f.mu.Lock()
	defer f.mu.Unlock()
	n := int(f.next.Add(1)) + try
	for i := range f.targets {
		if at := (n + i) % len(f.targets); f.ready[at] {
			return f.targets[at]
		}
	}
	return f.targets[n%len(f.targets)]
}

func (f *front) send(method, path, body, from string) error {
	for try := 0; ; try++ {
		r, err := http.NewRequest(method, f.pick(try).URL+path, strings.NewReader(body))
		if err != nil {
			return err
		}
		r.GetBody = nil // Go would resend a POST when a kept-alive connection was closed
		r.Header.Set("X-Forwarded-For", from)
		r.Header.Set("Content-Type", "application/json")
		res, err := f.client.Do(r)
		if err == nil {
			_, err = io.Copy(io.Discard, res.Body)
			_ = res.Body.Close()
			if err == nil && res.StatusCode == http.StatusOK {
				return nil
			}
			err = errors.Join(err, fmt.Errorf("%s %s: %d", method, path, res.StatusCode))
		}
		if again := method == http.MethodGet || errors.Is(err, syscall.ECONNREFUSED); !again || try == 5 {
			return err
		}
	}
}

// filledCart is the body of a call that fills a new guest's cart.
func filledCart(t *testing.T, a *testkit.App) string {
	t.Helper()
	b, err := json.Marshal(map[string]any{"currency": "SGD", "items": []any{a.Item(t, "lamp-oil", "bottle")}})
	if err != nil {
		t.Fatal(err)
	}
	return string(b)
}

// Two replicas are restarted one after the other while visitors read pages and fill carts: no visitor gets an error.
func TestARollingRestartBreaksNoCall(t *testing.T) {
	if testkit.InProcess() {
		return
	}
	t.Parallel()
	a := testkit.New(t, "postgres")
	item := filledCart(t, a)
	start := func() *testkit.Program {
		p := testkit.StartProgram(t, a.Place(), "serve")
		p.Ready()
		return p
	}
	f := &front{targets: []*testkit.Program{start(), start()}, ready: []bool{true, true}}
	ended := make(chan struct{})
	var work sync.WaitGroup
	work.Go(func() { f.watch(ended) })
	var reads, posts atomic.Int64
	for i := range 4 {
		work.Go(func() {
			for n := 0; ; n++ {
				select {
				case <-ended:
					return
				case <-time.After(10 * time.Millisecond):
				}
				from := fmt.Sprintf("10.%d.%d.%d", i, n>>8, n&255)
				if err := f.send(http.MethodPost, "/api/cart", item, from); err != nil {
					t.Errorf("an order: %v", err)
				}
				posts.Add(1)
				if err := f.send(http.MethodGet, "/zh/event", "", from); err != nil {
					t.Errorf("a page: %v", err)
				}
				reads.Add(1)
			}
		})
	}
	for i := range 2 {
		f.mu.Lock()
		old := f.targets[i]
		f.mu.Unlock()
		old.Signal(syscall.SIGTERM)
		if code := old.Ended(); code != 0 {
			t.Errorf("replica %d ended with %d", i, code)
		}
		p := start()
		f.mu.Lock()
		f.targets[i] = p
		f.mu.Unlock()
	}
	close(ended)
	work.Wait()
	t.Logf("%d carts and %d pages while both were restarted", posts.Load(), reads.Load())
	if posts.Load() < 50 {
		t.Errorf("only %d carts were filled meanwhile", posts.Load())
	}
}
