package document

import (
	"bytes"
	"context"
	"fmt"
	"testing"
	"testing/synctest"
	"time"

	"shanmen/internal/base/clock"
	"shanmen/internal/platform/admission"
)

// While all slots are taken, a visitor's document is refused, and a letter's waits.
func TestDocumentsAreDrawnAsTheGateAdmits(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		p := newPress(admission.NewGate(clock.Real{}, admission.Limit{Running: 1, Waiting: 1, Patience: time.Second, Retry: 3}))
		release := make(chan struct{})
		drawing, drawn := 0, 0
		draw := func(*bytes.Buffer) ([]rune, error) {
			if drawing++; drawing > 1 {
				t.Error("two are drawn at once")
			}
			drawn++
			<-release
			drawing--
			return nil, nil
		}
		outcome := map[string]error{}
		ask := func(ctx context.Context, content string) {
			go func() { _, outcome[content] = p.paper(ctx, content, draw) }()
			synctest.Wait()
		}
		visitor := admission.For(t.Context(), "visitor", time.Time{})
		ask(visitor, "first")
		ask(t.Context(), "a letter's")
		ask(visitor, "late")
		ask(visitor, "too many")
		ask(visitor, "first too") // another document
		time.Sleep(time.Second)
		synctest.Wait()
		for _, content := range []string{"late", "too many", "first too"} {
			if !admission.Refused(outcome[content]) {
				t.Errorf("%s: %v", content, outcome[content])
			}
		}
		close(release)
		synctest.Wait()
		if outcome["first"] != nil || outcome["a letter's"] != nil || len(outcome) != 5 || drawn != 2 {
			t.Error(outcome, drawn)
		}
	})
}

// Who asks for the document that is being drawn gets the same.
func TestWaitersShareADrawing(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		p := newPress(admission.NewGate(clock.Real{}, admission.Limit{Running: 1, Waiting: 1, Patience: time.Second, Retry: 3}))
		release := make(chan struct{})
		drawn := 0
		for range 2 {
			go func() {
				_, err := p.paper(admission.For(t.Context(), "visitor", time.Time{}), "same", func(*bytes.Buffer) ([]rune, error) {
					drawn++
					<-release
					return nil, nil
				})
				if err != nil {
					t.Error(err)
				}
			}()
		}
		synctest.Wait()
		close(release)
		synctest.Wait()
		if drawn != 1 {
			t.Errorf("drawn %d times", drawn)
		}
	})
}

// The same document is drawn once, as long as the cache has room for it.
func TestTheLastDocumentsAreCached(t *testing.T) {
	p := newPress(admission.New(clock.Real{}, 0).Gate(admission.Papers))
	drawn := 0
	get := func(content string, size int) string {
		t.Helper()
		out, err := p.paper(t.Context(), content, func(b *bytes.Buffer) ([]rune, error) {
			drawn++
			b.WriteString(content)
			b.Write(make([]byte, size))
			return []rune(content)[:1], nil
		})
		if err != nil || string(out.missing) != content[:1] {
			t.Fatalf("%v, %q", err, out.missing)
		}
		return string(out.pdf[:len(content)])
	}
	for range 3 {
		if get("one", 10) != "one" || get("two", 10) != "two" {
			t.Error("another's paper")
		}
	}
	if drawn != 2 {
		t.Errorf("drawn %d times, want 2", drawn)
	}
	for i := range 5 {
		get(fmt.Sprint("large ", i), keptBytes/4)
		get("one", 10)
	}
	if get("two", 10); drawn != 8 || p.bytes > keptBytes || len(p.kept) != p.order.Len() {
		t.Errorf("drawn %d times, %d bytes kept", drawn, p.bytes)
	}
}
