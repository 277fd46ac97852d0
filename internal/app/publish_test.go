package app_test

import (
	"context"
	"fmt"
	"io"
	"log/slog"
	"net"
	"net/http"
	"strings"
	"testing"
	"time"

	"shanmen/internal/app"
	"shanmen/internal/base/locale"
	"shanmen/internal/offer/content"
	"shanmen/internal/platform/db"
	"shanmen/internal/testkit"
)

// replica runs one more program on an App's database, with its jobs, until the test ends.
func replica(t testing.TB, a *testkit.App) (b *app.App, url string) {
	t.Helper()
	at := a.Place()
	cfg, err := app.LoadConfig(func(name string) string {
		return map[string]string{"DATA_DIR": at.Dir, "DATABASE_URL": at.URL, "BASE_URL": "http://temple.example", "FLOOD_PER_MINUTE": "0"}[name]
	}, true)
	if err != nil {
		t.Fatal(err)
	}
	b, err = app.New(t.Context(), cfg, app.Options{Clock: a.Clock, Log: slog.New(slog.DiscardHandler), LightPasswords: true})
	if err != nil {
		t.Fatal(err)
	}
	l, err := net.Listen("tcp", "127.0.0.1:0")
	if err != nil {
		t.Fatal(err)
	}
	ctx, stop := context.WithCancel(context.WithoutCancel(t.Context()))
	ended := make(chan error, 1)
	go func() { ended <- b.Serve(ctx, l) }()
	t.Cleanup(func() {
		stop()
		if err := <-ended; err != nil {
			t.Errorf("serve: %v", err)
		}
	})
	return b, "http://" + l.Addr().String()
}

func text(t testing.TB, url string) string {
	t.Helper()
	r, err := http.Get(url)
	if err != nil {
		t.Fatal(err)
	}
	body, err := io.ReadAll(r.Body)
	if err != nil || r.Body.Close() != nil || r.StatusCode != http.StatusOK {
		t.Fatalf("%s: %d %v", url, r.StatusCode, err)
	}
	return string(body)
}

// write publishes a text on the page of the temple's history.
func write(t testing.TB, d *db.DB, now time.Time, words string) {
	t.Helper()
	err := d.Write(t.Context(), func(ctx context.Context, tx *db.Tx) error {
		row, err := tx.ContentPageLock(ctx, "history")
		if err != nil {
			return err
		}
		return content.Save(ctx, tx, content.NewPage{
			Key: row.Key, Kind: row.Kind, Position: row.Position, Title: locale.Text{EN: row.TitleEn, ZH: row.TitleZh},
			HTML: locale.Text{EN: "<p>" + words + "</p>", ZH: row.HtmlZh},
		}, now)
	})
	if err != nil {
		t.Fatal(err)
	}
}

// A replica shows what it publishes in its next response. Another replica shows it without being asked, answers
// requests meanwhile, and renders only the pages affected.
func TestWhatOneReplicaPublishesAllReplicasShow(t *testing.T) {
	t.Parallel()
	a := testkit.New(t, "postgres")
	b, other := replica(t, a) // a change made before its jobs run is shown too
	const page, data = "/about-us/history", "/about-us/history/_payload.json"
	for _, url := range []string{page, data, "/about-us/abbot", "/", "/event", "/blessing-service"} {
		text(t, other+url)
		text(t, a.URL+url)
	}
	for round := range 3 {
		words, before := fmt.Sprintf("A new hall, number %d.", round), b.SSR.Stats().Renders
		write(t, a.DB, a.Clock.Now(), words)
		if !strings.Contains(text(t, a.URL+page), words) || !strings.Contains(text(t, a.URL+data), words) {
			t.Error("who publishes is shown the old page")
		}
		for !strings.Contains(text(t, other+page), words) || !strings.Contains(text(t, other+data), words) {
			time.Sleep(10 * time.Millisecond)
		}
		for _, url := range []string{"/about-us/abbot", "/", "/event", "/blessing-service"} {
			text(t, other+url)
		}
		if n := b.SSR.Stats().Renders - before; n != 1 {
			t.Errorf("the other replica rendered %d pages, want 1", n)
		}
	}
}

// BenchmarkPublishing prints how long one program on SQLite and both of two replicas on PostgreSQL take to show what is
// published, asked every 50 ms, and the slowest response meanwhile: at most one second, and 100 ms (C12). asked-late
// counts the rounds in which a replica still had the old page after one second.
func BenchmarkPublishing(b *testing.B) {
	b.Run("sqlite", func(b *testing.B) {
		a := testkit.New(b, "sqlite")
		publishing(b, a, a.DB, a.URL)
	})
	b.Run("postgres", func(b *testing.B) {
		a := testkit.New(b, "postgres")
		one, url := replica(b, a)
		_, other := replica(b, a)
		publishing(b, a, one.DB, url, other)
	})
}

func publishing(b *testing.B, a *testkit.App, d *db.DB, replicas ...string) {
	var slowestAnswer, slowest time.Duration
	answers, slow, late := 0, 0, 0
	ask := func(url string) string {
		started := time.Now()
		got := text(b, url)
		took := time.Since(started)
		slowestAnswer = max(slowestAnswer, took)
		if answers++; took > 100*time.Millisecond {
			slow++
		}
		return got
	}
	const page = "/about-us/history"
	for _, r := range replicas {
		text(b, r+page)
		text(b, r+page+"/_payload.json")
	}
	for i := 0; b.Loop(); i++ {
		words := fmt.Sprintf("A new hall, number %d.", i)
		write(b, d, a.Clock.Now(), words)
		started := time.Now()
		for shown := 0; shown < 2*len(replicas); time.Sleep(50 * time.Millisecond) {
			shown = 0
			for _, r := range replicas {
				for _, path := range []string{page, page + "/_payload.json"} {
					if strings.Contains(ask(r+path), words) {
						shown++
					}
				}
			}
		}
		took := time.Since(started)
		if slowest = max(slowest, took); took > time.Second {
			late++
		}
	}
	b.ReportMetric(0, "ns/op")
	b.ReportMetric(float64(slowest)/1e6, "ms-until-all-show")
	b.ReportMetric(float64(slowestAnswer)/1e6, "ms-slowest-answer")
	b.ReportMetric(float64(slow)/float64(answers), "answers-above-100ms")
	b.ReportMetric(float64(late), "asked-late")
}

// BenchmarkPayload prints the cost of a page's data relative to the page, both cached, in alternation within one run.
func BenchmarkPayload(b *testing.B) {
	a := testkit.New(b, "sqlite")
	for _, path := range []string{"/about-us/history", "/zh/blessing-service", "/event", "/blessing-service/light-lamp"} {
		b.Run(strings.Trim(strings.ReplaceAll(path, "/", "-"), "-"), func(b *testing.B) {
			ask := func(path string) time.Duration {
				r, err := http.NewRequestWithContext(b.Context(), http.MethodGet, path, nil)
				if err != nil {
					b.Fatal(err)
				}
				r.Header.Set("Accept-Encoding", "gzip, deflate, br, zstd")
				w := &nothing{header: http.Header{}}
				started := time.Now()
				a.Handler.ServeHTTP(w, r)
				if w.status > http.StatusOK {
					b.Fatalf("%s: %d", path, w.status)
				}
				return time.Since(started)
			}
			ask(path)
			ask(path + "/_payload.json")
			time.Sleep(200 * time.Millisecond) // the smaller encodings are made in the background
			var page, data time.Duration
			for b.Loop() {
				page += ask(path)
				data += ask(path + "/_payload.json")
			}
			b.ReportMetric(0, "ns/op")
			b.ReportMetric(float64(page)/float64(b.N)/1e3, "µs/page")
			b.ReportMetric(float64(data)/float64(b.N)/1e3, "µs/payload")
			b.ReportMetric(float64(data)/float64(page), "payload/page")
		})
	}
}

// nothing is a writer that discards its input.
type nothing struct {
	header http.Header
	status int
}

func (n *nothing) Header() http.Header         { return n.header }
func (n *nothing) Write(p []byte) (int, error) { return len(p), nil }
func (n *nothing) WriteHeader(status int)      { n.status = status }
