package ssr

import (
	"context"
	"errors"
	"fmt"
	"strings"
	"sync"
	"testing"
	"time"

	"shanmen/internal/testkit/together"
)

func TestAPayloadIsRendered(t *testing.T) {
	t.Parallel()
	e := newTestEngine(t)
	e.timeout = 200 * time.Millisecond
	for _, tc := range []struct{ name, payload, want, err string }{
		{"OK", `{"text":"Peace lamp"}`, "<h1>Peace lamp</h1>", ""},
		{"OutsideTheBasicPlane", `{"text":"陈𠮷𠀋䶮"}`, "<h1>陈𠮷𠀋䶮</h1>", ""},
		{"EscapedPair", `{"text":"\ud842\udfb7"}`, "<h1>𠮷</h1>", ""},
		{"HalfAPairInTheInput", `{"text":"\ud800"}`, "<h1>\ufffd</h1>", ""},
		{"HalfAPairInTheResult", `{"do":"half"}`, "a\ufffdb", ""},
		{"LineSeparators", "{\"text\":\"a\u2028b\u2029c\"}", "<h1>a\u2028b\u2029c</h1>", ""},
		{"Nul", `{"text":"a\u0000b"}`, "<h1>a\x00b</h1>", ""},
		{"NotUTF8", "{\"text\":\"a\xffb\"}", "<h1>a\ufffdb</h1>", ""},
		{"Latin1", `{"text":"é"}`, "<h1>é</h1>", ""},
		{"ErrThrows", `{"do":"throw"}`, "", "no such thing"},
		{"ErrLoops", `{"do":"loop"}`, "", "interrupted"},
		{"ErrPatternWithoutEnd", `{"do":"pattern"}`, "", "interrupted"},
		{"ErrRecurses", `{"do":"recurse"}`, "", "stack overflow"},
		{"ErrNotAString", `{"do":"number"}`, "", "not a string"},
		{"ErrNotJSON", `{`, "", "SyntaxError"},
	} {
		t.Run(tc.name, func(t *testing.T) {
			got, err := e.Render(t.Context(), []byte(tc.payload))
			if tc.err == "" && err != nil || tc.err != "" && (err == nil || !strings.Contains(err.Error(), tc.err)) {
				t.Fatalf("error %v, want %q", err, tc.err)
			}
			if got != tc.want {
				t.Errorf("got %q, want %q", got, tc.want)
			}
		})
	}
}

func TestARenderOutOfMemoryFailsAlone(t *testing.T) {
	t.Parallel()
	e := newTestEngine(t)
	e.memory, e.timeout = 8<<20, 20*time.Second
	for range 3 {
		if _, err := e.Render(t.Context(), []byte(`{"do":"memory"}`)); err == nil || !strings.Contains(err.Error(), "out of memory") {
			t.Fatalf("error %v, want out of memory", err)
		}
		if got, err := e.Render(t.Context(), []byte(`{"text":"next"}`)); got != "<h1>next</h1>" {
			t.Fatalf("the next render: %q, %v", got, err)
		}
	}
}

func TestARenderEngineIsReplaced(t *testing.T) {
	t.Parallel()
	count := []byte(`{"do":"count"}`)
	one := func(t *testing.T) *Engine {
		e := newTestEngine(t)
		e.slots, e.idle = make(chan struct{}, 1), make(chan *machine, 1)
		return e
	}
	t.Run("AfterAnException", func(t *testing.T) {
		e := one(t)
		for _, want := range []string{"count 1", "count 2"} {
			if got, err := e.Render(t.Context(), count); got != want {
				t.Fatalf("got %q, %v, want %q", got, err, want)
			}
		}
		if _, err := e.Render(t.Context(), []byte(`{"do":"throw"}`)); err == nil {
			t.Fatal("no error")
		}
		if got, err := e.Render(t.Context(), count); got != "count 1" {
			t.Errorf("got %q, %v: the machine that threw was used again", got, err)
		}
	})
	t.Run("AfterItsMaximumUses", func(t *testing.T) {
		e := one(t)
		for i := range engineUses + 1 {
			want := fmt.Sprintf("count %d", i%engineUses+1)
			if got, err := e.Render(t.Context(), count); got != want {
				t.Fatalf("render %d: %q, %v, want %q", i, got, err, want)
			}
		}
	})
	t.Run("PendingMicrotasksRunBeforeTheNextRender", func(t *testing.T) {
		e := one(t)
		for i := range 3 {
			want := fmt.Sprintf("late %d", i)
			if got, err := e.Render(t.Context(), []byte(`{"do":"later"}`)); got != want {
				t.Fatalf("got %q, %v, want %q", got, err, want)
			}
		}
	})
}

func TestRenderStopsWithItsContext(t *testing.T) {
	t.Parallel()
	e := newTestEngine(t)
	e.timeout = time.Minute
	e.slots, e.idle = make(chan struct{}, 1), make(chan *machine, 1)
	ctx, cancel := context.WithTimeout(t.Context(), 50*time.Millisecond)
	defer cancel()
	together.AtOnce(2, func(int) { // one runs, one waits for the only engine
		if _, err := e.Render(ctx, []byte(`{"do":"loop"}`)); !errors.Is(err, context.DeadlineExceeded) {
			t.Errorf("error %v, want the deadline's", err)
		}
	})
	if got, err := e.Render(t.Context(), []byte(`{"text":"after"}`)); got != "<h1>after</h1>" {
		t.Errorf("afterwards: %q, %v", got, err)
	}
}

func TestAnEndlessLoopDoesNotBlockOtherRenders(t *testing.T) {
	t.Parallel()
	e := newTestEngine(t)
	e.timeout = 500 * time.Millisecond
	e.slots, e.idle = make(chan struct{}, 2), make(chan *machine, 2)
	var looping sync.WaitGroup
	looping.Go(func() {
		if _, err := e.Render(t.Context(), []byte(`{"do":"loop"}`)); err == nil {
			t.Error("the loop ended by itself")
		}
	})
	for i := range 50 {
		want := fmt.Sprintf("<h1>%d</h1>", i)
		if got, err := e.Render(t.Context(), fmt.Appendf(nil, `{"text":"%d"}`, i)); got != want {
			t.Fatalf("got %q, %v, want %q", got, err, want)
		}
	}
	looping.Wait()
}

func TestParallelRendersAreIsolated(t *testing.T) {
	t.Parallel()
	e := newTestEngine(t)
	together.AtOnce(8, func(worker int) {
		for i := range 125 {
			marker := fmt.Sprintf("marker-%d-%d", worker, i)
			do := `"work"`
			if i%25 == 24 {
				do = `"throw"`
			}
			got, err := e.Render(t.Context(), fmt.Appendf(nil, `{"do":%s,"text":"%s"}`, do, marker))
			if do == `"throw"` {
				if err == nil {
					t.Errorf("%s did not throw", marker)
				}
			} else if err != nil || !strings.Contains(got, "<p>"+marker+"</p>") || strings.Count(got, "marker-") != 1 {
				t.Errorf("%s: %q, %v", marker, got, err)
			}
		}
	})
}

func TestAClosedEngineRendersNothing(t *testing.T) {
	t.Parallel()
	p, err := Compile([]byte(testScript))
	if err != nil {
		t.Fatal(err)
	}
	e := NewEngine(p)
	if _, err := e.Render(t.Context(), []byte(`{"text":"x"}`)); err != nil {
		t.Fatal(err)
	}
	e.Close()
	if _, err := e.Render(t.Context(), []byte(`{"text":"x"}`)); !errors.Is(err, ErrEngineClosed) {
		t.Errorf("error %v, want ErrEngineClosed", err)
	}
}

func TestABrokenScriptIsRefused(t *testing.T) {
	t.Parallel()
	if _, err := Compile([]byte(`function (`)); err == nil {
		t.Error("no error")
	}
	p, err := Compile([]byte(`throw new Error("at load")`))
	if err != nil {
		t.Fatal(err)
	}
	e := NewEngine(p)
	t.Cleanup(e.Close)
	if _, err := e.Render(t.Context(), []byte(`{}`)); err == nil || !strings.Contains(err.Error(), "at load") {
		t.Errorf("error %v, want the script's", err)
	}
}
