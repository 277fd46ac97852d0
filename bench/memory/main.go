//go:build linux

// Command memory plays a short New Year's Eve with the built program in a control group of 160 MB, and fails when its
// memory is above the goals or an answer is wrong. Where no control group can be made, it says so and only measures.
// Linux only.
//
//	make memory              in a control group
//	go run ./bench/memory -group=false
package main

import (
	"context"
	"errors"
	"flag"
	"fmt"
	"os"
	"path/filepath"
	"sync"
	"sync/atomic"
	"time"

	"shanmen/bench/temple"
)

// The goals for anonymous memory (RssAnon) of the program, in bytes. limit is that of the control group, which in
// addition counts picture processes and pages of files, the program's own among them.
const (
	mB         = 1 << 20
	atRest     = 45 * mB
	registered = 60 * mB
	atNewYear  = 90 * mB
	limit      = 160 * mB
	members    = 80
)

var (
	binary  = flag.String("program", "bin/shanmen", "the built program")
	grouped = flag.Bool("group", true, "play in a control group of 160 MB, if one can be made")
	metrics = flag.String("metrics", "", "METRICS_ADDR of the program, to look at its heap")
	stay    = flag.Duration("stay", 0, "how long the program runs on afterwards")
)

func main() {
	flag.Parse()
	if err := play(); err != nil {
		fmt.Println("failed:", err)
		os.Exit(1)
	}
	fmt.Println("passed")
}

func play() error {
	folder, remove, err := temple.Folder()
	if err != nil {
		return err
	}
	defer remove()
	program, g := *binary, (*group)(nil)
	if *grouped {
		if g, err = newGroup(limit); err != nil {
			fmt.Println("no control group, so only RssAnon is measured:", err)
		} else {
			defer g.remove()
			if program, err = g.wrap(folder, program); err != nil {
				return err
			}
		}
	}
	p, err := temple.New(program, filepath.Join(folder, "data"), "METRICS_ADDR="+*metrics)
	if err != nil {
		return err
	}
	defer p.Remove()
	if _, err := p.Start(); err != nil {
		return err
	}
	s := &scene{program: p}
	err = within("at rest", s.settled(), atRest)
	if e := s.register(); e != nil {
		return e
	}
	err = errors.Join(err, within(fmt.Sprint("after ", members, " registrations"), s.settled(), registered))
	most, e := s.newYear()
	if e != nil {
		return e
	}
	err = errors.Join(err, within("New Year's Eve, highest", most, atNewYear))
	if g != nil {
		fmt.Printf("%-26s %4d MB of %d, filled with file pages by the kernel\n", "peak of the control group", g.peak()/mB, limit/mB)
	}
	time.Sleep(*stay)
	fmt.Printf("%-26s %4d MB\n", "afterwards", s.settled()/mB)
	return errors.Join(err, p.Stop())
}

// within prints a figure in bytes, and returns an error if it is above the goal.
func within(what string, bytes, goal int64) error {
	fmt.Printf("%-26s %4d MB, at most %d\n", what, bytes/mB, goal/mB)
	if bytes > goal {
		return fmt.Errorf("%s: %d MB, at most %d", what, bytes/mB, goal/mB)
	}
	return nil
}

// scene is the temple and its members.
type scene struct {
	program *temple.Program
	members []*temple.Visitor
}

// anon is the program's anonymous memory in bytes, 0 when it has ended.
func (s *scene) anon() int64 {
	n, _ := s.program.Memory()
	return n
}

// settled is anon once the program is calm: when it has not moved by more than a megabyte in four seconds, which takes
// longer on a busy machine. After a minute it returns the last value.
func (s *scene) settled() int64 {
	low, high, since := s.anon(), s.anon(), 0
	for range 60 {
		time.Sleep(time.Second)
		now := s.anon()
		if low, high = min(low, now), max(high, now); high-low > mB {
			low, high, since = now, now, 0
		} else if since++; since == 4 {
			break
		}
	}
	return s.anon()
}

// register registers all members, four at a time.
func (s *scene) register() error {
	s.members = make([]*temple.Visitor, members)
	var wg sync.WaitGroup
	var next atomic.Int64
	failed := make([]error, 4)
	for i := range failed {
		wg.Go(func() {
			for n := int(next.Add(1)) - 1; n < members && failed[i] == nil; n = int(next.Add(1)) - 1 {
				s.members[n] = s.program.Visit()
				failed[i] = s.members[n].Register(number(n))
			}
		})
	}
	wg.Wait()
	return errors.Join(failed...)
}

func number(member int) string { return fmt.Sprintf("+65966%05d", member) }

// newYear starts all visitors of the evening at once, and returns the highest memory that was measured.
func (s *scene) newYear() (most int64, err error) {
	people, err := s.people()
	if err != nil {
		return 0, err
	}
	ctx, over := context.WithCancel(context.Background())
	seen := make(chan int64)
	go func() {
		for {
			select {
			case <-ctx.Done():
				seen <- most
				return
			case <-time.After(20 * time.Millisecond):
				most = max(most, s.anon())
			}
		}
	}()
	var wg sync.WaitGroup
	failed := make([]error, len(people))
	began := time.Now()
	for i, who := range people {
		wg.Go(func() {
			for n := range who.visits {
				if failed[i] = who.act(ctx, n); failed[i] != nil {
					failed[i] = fmt.Errorf("%s: %w", who.name, failed[i])
					return
				}
			}
		})
	}
	wg.Wait()
	over()
	most = <-seen
	visits := 0
	for _, who := range people {
		visits += who.visits
	}
	fmt.Printf("New Year's Eve             %d visits in %v\n", visits, time.Since(began).Round(time.Second))
	return most, errors.Join(failed...)
}
