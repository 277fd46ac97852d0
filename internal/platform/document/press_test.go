package document

import (
	"bytes"
	"context"
	"errors"
	"fmt"
	"sync"
	"sync/atomic"
	"testing"
	"time"

	"shanmen/internal/base/fault"
)

// Documents wait in a short queue: one visitor has two slots in it, and a visitor without a free slot is refused.
func TestDocumentsAreDrawnOneAtATime(t *testing.T) {
	p := newPress()
	p.patience = time.Minute
	var drawing, most, drawn atomic.Int64
	release := make(chan struct{})
	draw := func(b *bytes.Buffer) ([]rune, error) {
		if now := drawing.Add(1); now > most.Load() {
			most.Store(now)
		}
		defer drawing.Add(-1)
		drawn.Add(1)
		<-release
		b.WriteString("paper")
		return nil, nil
	}
	busy := fault.TooMany("paper-busy", 10)
	var got sync.WaitGroup
	var refused, late atomic.Int64
	ask := func(visitor, content string) {
		got.Go(func() {
			switch _, err := p.paper(AskedBy(t.Context(), visitor), content, draw); {
			case errors.Is(err, busy):
				refused.Add(1)
			case err != nil:
				late.Add(1)
			}
		})
	}
	line := func(want int) {
		for {
			p.mu.Lock()
			all := p.all
			p.mu.Unlock()
			if all+int(refused.Load()) >= want {
				return
			}
			time.Sleep(time.Millisecond)
		}
	}
	for i := range 5 {
		ask("one", fmt.Sprint("of one ", i))
	}
	line(5)
	if refused.Load() != 5-mostOfOne {
		t.Errorf("%d of five papers of one visitor were refused, want %d", refused.Load(), 5-mostOfOne)
	}
	for i := range 2 * mostAsking {
		ask(fmt.Sprint("visitor ", i), fmt.Sprint("paper ", i))
	}
	line(5 + 2*mostAsking)
	if in := p.all; in != mostAsking {
		t.Errorf("%d wait, want %d", in, mostAsking)
	}
	letter := make(chan error, 1)
	go func() {
		_, err := p.paper(t.Context(), "a letter's", draw) // made in the background, so it is not refused
		letter <- err
	}()
	close(release)
	got.Wait()
	if err := <-letter; err != nil || late.Load() > 0 {
		t.Errorf("the letter: %v; %d others failed", err, late.Load())
	}
	if most.Load() > int64(cap(p.turns)) || drawn.Load() != mostAsking+1 || p.all != 0 || len(p.asking) != 0 {
		t.Errorf("%d at once, %d drawn, %d still wait", most.Load(), drawn.Load(), p.all)
	}

	t.Run("ErrTooLong", func(t *testing.T) {
		p := newPress()
		p.patience = time.Millisecond
		for range cap(p.turns) {
			p.turns <- struct{}{}
		}
		if _, err := p.paper(AskedBy(t.Context(), "one"), "x", draw); !errors.Is(err, busy) {
			t.Errorf("after its patience: %v", err)
		}
		gone, leave := context.WithCancel(t.Context())
		leave()
		if _, err := p.paper(gone, "x", draw); !errors.Is(err, context.Canceled) {
			t.Errorf("a visitor that has gone: %v", err)
		}
	})
}

// The same document is drawn once, as long as the cache has room for it.
func TestTheLastDocumentsAreCached(t *testing.T) {
	p := newPress()
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
