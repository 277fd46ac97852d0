package media

import (
	"context"
	"errors"
	"fmt"
	"slices"
	"sync"
	"testing"
	"testing/synctest"
	"time"

	"shanmen/internal/base/fault"
)

var quick, slowly = weight{memory: 10}, weight{memory: 10, slow: true}

// queue makes files wait, one after the other, and returns the order in which they were started.
type queue struct {
	t     *testing.T
	turns *turns
	mu    sync.Mutex // two files may report at once
	began []string
	ends  map[string]func()
	fails map[string]error
}

func newQueue(t *testing.T, memory int64, processes int) *queue {
	return &queue{t: t, turns: newTurns(memory, processes), ends: map[string]func(){}, fails: map[string]error{}}
}

func (q *queue) come(ctx context.Context, owner, file string, w weight) {
	go func() {
		done, err := q.turns.wait(ctx, owner, w)
		q.mu.Lock()
		defer q.mu.Unlock()
		if err != nil {
			q.fails[file] = err
			return
		}
		q.began = append(q.began, file)
		q.ends[file] = done
	}()
	synctest.Wait()
}

func (q *queue) end(file string) {
	q.t.Helper()
	if q.ends[file] == nil {
		q.t.Fatalf("%s has not begun: %v", file, q.began)
	}
	q.ends[file]()
	synctest.Wait()
}

func (q *queue) want(files ...string) {
	q.t.Helper()
	if !slices.Equal(q.began, files) {
		q.t.Errorf("began %v, want %v", q.began, files)
	}
}

func TestMembersTakeTurnsAtPictureProcessing(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		q := newQueue(t, 100, 1)
		for i := range 4 {
			q.come(t.Context(), "busy", fmt.Sprint("busy", i), quick)
		}
		q.come(t.Context(), "second", "second0", quick)
		q.come(t.Context(), "third", "third0", quick)
		for len(q.began) < 6 {
			q.end(q.began[len(q.began)-1])
		}
		q.want("busy0", "busy1", "second0", "third0", "busy2", "busy3")
	})
}

func TestSlowPicturesLeaveAProcessForQuickOnes(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		q := newQueue(t, 100, 2)
		for i := range 3 {
			q.come(t.Context(), fmt.Sprint("iPhone", i), fmt.Sprint("slow", i), slowly)
		}
		q.come(t.Context(), "member", "quick", quick)
		q.want("slow0", "quick")
		q.end("quick")
		q.want("slow0", "quick")
		q.end("slow0")
		q.want("slow0", "quick", "slow1")
	})
}

func TestALargePictureIsNotStarved(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		q := newQueue(t, 100, 4)
		q.come(t.Context(), "a", "small0", weight{memory: 60})
		q.come(t.Context(), "b", "large", weight{memory: 90})
		q.come(t.Context(), "c", "small1", weight{memory: 20})
		q.want("small0")
		q.end("small0")
		q.want("small0", "large")
		q.end("large")
		q.want("small0", "large", "small1")
		q.come(t.Context(), "d", "too large", weight{memory: 101})
		if !errors.Is(q.fails["too large"], fault.Invalid("picture-too-large")) {
			t.Error(q.fails)
		}
	})
}

func TestALongQueueRefusesTheBiggestUser(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		q := newQueue(t, 100, 1)
		q.come(t.Context(), "first", "first", quick)
		for i := range maxWaiting {
			q.come(t.Context(), fmt.Sprint("crowd", i/4), fmt.Sprint("crowd", i), quick)
		}
		if len(q.fails) > 0 {
			t.Fatal(q.fails)
		}
		q.come(t.Context(), "crowd0", "one more", quick)
		if !errors.Is(q.fails["one more"], busy()) {
			t.Error("whoever has four waiting may have a fifth")
		}
		q.come(t.Context(), "stranger", "stranger", quick)
		if q.fails["stranger"] != nil || len(q.fails) != 2 || q.turns.waiting != maxWaiting {
			t.Errorf("%v, %d wait", q.fails, q.turns.waiting)
		}
		// Everybody has at most one file waiting: then a new one is refused before a byte is read.
		q = newQueue(t, 100, 1)
		for i := range maxWaiting + 1 {
			q.come(t.Context(), fmt.Sprint("member", i), fmt.Sprint(i), quick)
		}
		if _, err := q.turns.enter("newcomer"); !errors.Is(err, busy()) {
			t.Error(err)
		}
	})
}

func TestConcurrentUploadsAreLimitedPerMember(t *testing.T) {
	t.Parallel()
	q := newTurns(100, 1)
	var leave func()
	for range maxInHandOfOne {
		var err error
		if leave, err = q.enter("member"); err != nil {
			t.Fatal(err)
		}
	}
	if _, err := q.enter("member"); !errors.Is(err, busy()) {
		t.Error(err)
	}
	if _, err := q.enter("other"); err != nil {
		t.Error(err)
	}
	leave()
	if _, err := q.enter("member"); err != nil {
		t.Error(err)
	}
}

func TestQueuedUploadsTimeOutAndFreeTheirPlace(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		q := newQueue(t, 100, 4)
		q.come(t.Context(), "first", "first", weight{memory: 60})
		ctx, leave := context.WithCancel(t.Context())
		q.come(ctx, "large", "large", weight{memory: 90})
		q.come(t.Context(), "small", "small", weight{memory: 20})
		q.want("first")
		leave()
		synctest.Wait()
		q.want("first", "small")
		q.come(t.Context(), "patient", "patient", weight{memory: 90})
		time.Sleep(maxWait)
		synctest.Wait()
		if !errors.Is(q.fails["large"], context.Canceled) || !errors.Is(q.fails["patient"], busy()) {
			t.Error(q.fails)
		}
		q.end("first")
		q.end("small")
		if q.turns.memory != 100 || q.turns.processes != 4 || q.turns.slow != 2 || q.turns.waiting != 0 || len(q.turns.lines) != 0 {
			t.Errorf("left: %+v", q.turns)
		}
	})
}
