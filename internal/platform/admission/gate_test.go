package admission

import (
	"context"
	"errors"
	"fmt"
	"maps"
	"math/rand/v2"
	"slices"
	"sync"
	"testing"
	"testing/synctest"
	"time"

	"shanmen/internal/base/clock"
	"shanmen/internal/base/fault"
)

var quick, slowly = Work{Memory: 10}, Work{Memory: 10, Slow: true}

// crowd makes work wait, one after the other, and returns the order in which it was started.
type crowd struct {
	t     *testing.T
	gate  *Gate
	mu    sync.Mutex // two may report at once
	began []string
	ends  map[string]func()
	fails map[string]error
}

func newCrowd(t *testing.T, l Limit) *crowd {
	return &crowd{t: t, gate: NewGate(clock.Real{}, l), ends: map[string]func(){}, fails: map[string]error{}}
}

func (c *crowd) come(ctx context.Context, owner, name string, w Work) {
	w.Owner = owner
	go func() {
		leave, err := c.gate.Enter(ctx, w)
		c.mu.Lock()
		defer c.mu.Unlock()
		if err != nil {
			c.fails[name] = err
			return
		}
		c.began = append(c.began, name)
		c.ends[name] = leave
	}()
	synctest.Wait()
}

func (c *crowd) end(name string) {
	c.t.Helper()
	c.mu.Lock()
	leave := c.ends[name]
	delete(c.ends, name)
	c.mu.Unlock()
	if leave == nil {
		c.t.Fatalf("%s has not begun: %v", name, c.began)
	}
	leave()
	synctest.Wait()
}

func (c *crowd) failed(name string) error {
	c.mu.Lock()
	defer c.mu.Unlock()
	return c.fails[name]
}

func (c *crowd) want(names ...string) {
	c.t.Helper()
	c.mu.Lock()
	defer c.mu.Unlock()
	if !slices.Equal(c.began, names) {
		c.t.Errorf("began %v, want %v", c.began, names)
	}
}

func pictures(memory int64, running int) Limit {
	return Limit{Running: running, Memory: memory, Waiting: 16, Patience: 25 * time.Second, Retry: 5, Coming: 100, ComingOfOne: 6}
}

func TestOwnersTakeTurns(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		c := newCrowd(t, pictures(100, 1))
		for i := range 4 {
			c.come(t.Context(), "busy", fmt.Sprint("busy", i), quick)
		}
		c.come(t.Context(), "second", "second0", quick)
		c.come(t.Context(), "third", "third0", quick)
		for len(c.began) < 6 {
			c.end(c.began[len(c.began)-1])
		}
		c.want("busy0", "busy1", "second0", "third0", "busy2", "busy3")
	})
}

func TestSlowWorkLeavesSlotsForQuickWork(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		c := newCrowd(t, pictures(100, 2))
		for i := range 3 {
			c.come(t.Context(), fmt.Sprint("iPhone", i), fmt.Sprint("slow", i), slowly)
		}
		c.come(t.Context(), "member", "quick", quick)
		c.want("slow0", "quick")
		c.end("quick")
		c.want("slow0", "quick")
		c.end("slow0")
		c.want("slow0", "quick", "slow1")
	})
}

func TestLargeWorkIsNotStarved(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		c := newCrowd(t, pictures(100, 4))
		c.come(t.Context(), "a", "small0", Work{Memory: 60})
		c.come(t.Context(), "b", "large", Work{Memory: 90})
		c.come(t.Context(), "c", "small1", Work{Memory: 20})
		c.want("small0")
		c.end("small0")
		c.want("small0", "large")
		c.end("large")
		c.want("small0", "large", "small1")
	})
}

func TestAFullQueueRefusesTheBiggestOwner(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		c := newCrowd(t, pictures(100, 1))
		waiting := c.gate.Limit().Waiting
		c.come(t.Context(), "first", "first", quick)
		for i := range waiting {
			c.come(t.Context(), fmt.Sprint("crowd", i/4), fmt.Sprint("crowd", i), quick)
		}
		if len(c.fails) > 0 {
			t.Fatal(c.fails)
		}
		c.come(t.Context(), "crowd0", "one more", quick)
		if !Refused(c.failed("one more")) || c.gate.Check("crowd0") == nil {
			t.Error("whoever has four waiting may have a fifth")
		}
		if err := c.gate.Check("stranger"); err != nil {
			t.Error(err)
		}
		c.come(t.Context(), "stranger", "stranger", quick)
		if s := c.gate.Stats(); c.failed("stranger") != nil || len(c.fails) != 2 || s.Waiting != waiting || s.Full != 2 || s.Late != 1 {
			t.Errorf("%v, %+v", c.fails, s)
		}
		// Everybody has at most one waiting: then a new one is refused before a byte is read.
		c = newCrowd(t, pictures(100, 1))
		for i := range waiting + 1 {
			c.come(t.Context(), fmt.Sprint("member", i), fmt.Sprint(i), quick)
		}
		if _, err := c.gate.Announce("newcomer"); !Refused(err) {
			t.Error(err)
		}
		var f *fault.Error
		if err := c.gate.Check("newcomer"); !errors.As(err, &f) || f.RetryAfter != 5 {
			t.Error(err)
		}
	})
}

func TestAnnouncedWorkIsLimitedPerOwner(t *testing.T) {
	t.Parallel()
	g := NewGate(clock.Real{}, pictures(100, 1))
	var leave func()
	for range g.Limit().ComingOfOne {
		var err error
		if leave, err = g.Announce("member"); err != nil {
			t.Fatal(err)
		}
	}
	if _, err := g.Announce("member"); !Refused(err) {
		t.Error(err)
	}
	if _, err := g.Announce("other"); err != nil {
		t.Error(err)
	}
	leave()
	if _, err := g.Announce("member"); err != nil {
		t.Error(err)
	}
}

func TestWaitingWorkIsRefusedInTimeAndFreesItsPlace(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		c := newCrowd(t, pictures(100, 4))
		c.come(t.Context(), "first", "first", Work{Memory: 60})
		ctx, leave := context.WithCancel(t.Context())
		c.come(ctx, "large", "large", Work{Memory: 90})
		c.come(t.Context(), "small", "small", Work{Memory: 20})
		c.want("first")
		leave()
		synctest.Wait()
		c.want("first", "small")
		c.come(t.Context(), "patient", "patient", Work{Memory: 90})
		c.come(t.Context(), "", "own", Work{Memory: 90, Own: true})
		time.Sleep(c.gate.Limit().Patience - time.Nanosecond)
		synctest.Wait()
		if c.failed("patient") != nil {
			t.Error("refused too early")
		}
		time.Sleep(time.Nanosecond)
		synctest.Wait()
		if !errors.Is(c.failed("large"), context.Canceled) || !Refused(c.failed("patient")) || c.failed("own") != nil {
			t.Error(c.fails)
		}
		c.end("first")
		c.end("small")
		c.end("own")
		if s := c.gate.Stats(); s.Running+s.Waiting != 0 || s.Entered != 3 || s.Gone != 1 || s.Late != 1 || s.Waited != 25*time.Second || c.gate.memory != 100 || c.gate.slow != 2 {
			t.Errorf("left: %+v", s)
		}
	})
}

// Patience counts from when the owner began to wait, in whatever part of the request.
func TestWorkThatWaitedElsewhereIsRefusedSooner(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		c := newCrowd(t, Limit{Running: 1, Waiting: 3, Patience: 400 * time.Millisecond})
		c.come(t.Context(), "first", "first", Work{})
		began := time.Now()
		time.Sleep(300 * time.Millisecond)
		c.come(t.Context(), "waited", "waited", Work{Since: began})
		c.come(t.Context(), "new", "new", Work{})
		time.Sleep(100 * time.Millisecond)
		synctest.Wait()
		if !Refused(c.failed("waited")) || c.failed("new") != nil {
			t.Error(c.fails)
		}
		c.come(t.Context(), "new", "new too", Work{})
		c.come(t.Context(), "third", "third", Work{}) // the queue is full
		c.come(t.Context(), "late", "late", Work{Since: began})
		if !Refused(c.failed("late")) || c.failed("new") != nil || c.failed("new too") != nil || c.failed("third") != nil {
			t.Error(c.fails)
		}
		for _, name := range []string{"first", "new", "third", "new too"} {
			c.end(name)
		}
		c.come(t.Context(), "free", "free", Work{Since: began})
		c.end("free") // a free slot needs no patience
	})
}

// What would wait too long by the time that work took of late is refused at once; quick work again makes the queue long.
func TestHopelessWorkIsRefusedAtOnce(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		c := newCrowd(t, Limit{Running: 1, Waiting: 8, Patience: 400 * time.Millisecond, Steady: true})
		work := func(times int, takes time.Duration) {
			for range times {
				c.come(t.Context(), "before", "before", Work{})
				time.Sleep(takes)
				c.end("before")
			}
		}
		waits := func() (n int) {
			c.come(t.Context(), "first", "first", Work{})
			for ; n < 20; n++ {
				name := fmt.Sprint("waits ", n)
				refused := c.gate.Check(name) != nil
				c.come(t.Context(), name, name, Work{})
				if Refused(c.failed(name)) != refused {
					t.Errorf("%s: %v after a check that refused: %t", name, c.failed(name), refused)
				}
				if refused {
					break
				}
			}
			c.end("first")
			for i := range n {
				c.end(fmt.Sprint("waits ", i))
			}
			c.fails = map[string]error{}
			return n
		}
		work(50, 100*time.Millisecond)
		if n := waits(); n != 3 {
			t.Errorf("%d wait for work of 0.1 s each", n)
		}
		work(50, time.Millisecond)
		if n := waits(); n != 8 {
			t.Errorf("%d wait for work of 1 ms each", n)
		}
	})
}

// A saturated class takes no slot of another: work of computing classes does not delay a payment.
func TestClassesDoNotWaitForEachOther(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		all := New(clock.Real{}, 1<<30)
		for _, class := range Classes {
			if class == Payments {
				continue
			}
			g := all.Gate(class)
			for i := range g.Limit().Running + g.Limit().Waiting {
				go func() { _, _ = g.Enter(t.Context(), Work{Owner: fmt.Sprint(i)}) }()
			}
			synctest.Wait()
			if s := g.Stats(); s.Running != g.Limit().Running || s.Waiting != g.Limit().Waiting {
				t.Errorf("%s is not saturated: %+v", class, s)
			}
		}
		began := time.Now()
		if _, err := all.Gate(Payments).Enter(t.Context(), Work{}); err != nil || time.Since(began) > 0 {
			t.Error(err)
		}
		time.Sleep(picturesPatience)
	})
}

// A step of work that holds a slot does not wait for another of the same gate, and takes none.
func TestAGateIsNotEnteredTwice(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		g := NewGate(clock.Real{}, Limit{Running: 1, Waiting: 1, Patience: time.Second})
		leave, err := g.Enter(t.Context(), Work{})
		if err != nil {
			t.Fatal(err)
		}
		inside, err := g.Enter(Holding(t.Context(), g), Work{})
		if err != nil {
			t.Fatal(err)
		}
		inside()
		if _, err := g.Enter(Holding(t.Context(), NewGate(clock.Real{}, Limit{})), Work{}); !Refused(err) {
			t.Error("another gate's slot admits")
		}
		if leave(); g.Stats().Running != 0 || g.free != 1 {
			t.Error(g.Stats())
		}
	})
}

// Random sequences: slots never leak, no more than allowed run, and everybody is admitted, refused or gone exactly once.
func TestRandomWork(t *testing.T) {
	for seed := range uint64(60) {
		synctest.Test(t, func(t *testing.T) { randomWork(t, rand.New(rand.NewPCG(seed, 1))) })
	}
}

func randomWork(t *testing.T, r *rand.Rand) {
	l := Limit{Running: 1 + r.IntN(4), Memory: 100, Waiting: r.IntN(6), Patience: time.Second, Retry: 1}
	g := NewGate(clock.Real{}, l)
	var mu sync.Mutex
	outcomes := map[int]int{}
	running := map[int]func(){}
	works := map[int]Work{}
	leaves := map[int]context.CancelFunc{}
	n := 0
	for range 300 {
		switch r.IntN(5) {
		case 0, 1:
			id := n
			n++
			w := Work{Owner: fmt.Sprint(r.IntN(4)), Memory: int64(r.IntN(100)), Slow: r.IntN(3) == 0}
			if r.IntN(6) == 0 {
				w.Owner, w.Own = "", true
			}
			ctx, leave := context.WithCancel(t.Context())
			leaves[id], works[id] = leave, w
			go func() {
				end, err := g.Enter(ctx, w)
				mu.Lock()
				defer mu.Unlock()
				outcomes[id]++
				if err == nil {
					running[id] = end
				} else if w.Own && Refused(err) {
					t.Error("the program's own work is refused")
				}
			}()
		case 2:
			mu.Lock()
			if ids := slices.Sorted(maps.Keys(running)); len(ids) > 0 {
				id := ids[r.IntN(len(ids))]
				running[id]()
				delete(running, id)
			}
			mu.Unlock()
		case 3:
			if n > 0 {
				leaves[r.IntN(n)]()
			}
		case 4:
			time.Sleep(time.Duration(r.IntN(700)) * time.Millisecond)
		}
		if r.IntN(3) > 0 { // otherwise acts come at once
			synctest.Wait()
			checkGate(t, g, l, running, works)
		}
	}
	for _, leave := range leaves {
		leave()
	}
	synctest.Wait()
	for _, end := range running {
		end()
	}
	synctest.Wait()
	for id := range n {
		if outcomes[id] != 1 {
			t.Errorf("work %d ended %d times", id, outcomes[id])
		}
	}
	s := g.Stats()
	if s.Running+s.Waiting != 0 || g.free != l.Running || g.memory != l.Memory || g.slow != max(1, l.Running/2) || g.waiting != 0 {
		t.Errorf("left: %+v", s)
	}
	if got := s.Entered + s.Full + s.Late + s.Gone; got < uint64(n) { // gone after its turn came counts twice
		t.Errorf("%d of %d are counted", got, n)
	}
}

func checkGate(t *testing.T, g *Gate, l Limit, running map[int]func(), works map[int]Work) {
	t.Helper()
	var memory int64
	slow := 0
	for id := range running {
		memory += works[id].Memory
		if works[id].Slow {
			slow++
		}
	}
	s := g.Stats()
	g.mu.Lock()
	defer g.mu.Unlock()
	if len(running) > l.Running || s.Running != len(running) || memory > l.Memory || slow > max(1, l.Running/2) || g.waiting > l.Waiting {
		t.Fatalf("%d run with %d bytes, %d slow: %+v", len(running), memory, slow, s)
	}
	if len(g.lines) > 0 && g.free == l.Running {
		t.Fatal("all slots are free, and work waits")
	}
}
