//go:build linux

package main

import (
	"context"
	"errors"
	"fmt"
	"net/http"
	"os"
	"path/filepath"
	"slices"
	"strconv"
	"strings"
	"sync"
	"syscall"
	"time"

	"shanmen/bench/temple"
)

// Members who order do not upload: an upload changes the open cart of its member.
const (
	orderersAtOnce = 40 // of one New Year's Eve
	uploaders      = 40
	uploadsAnHour  = 30 // that the program takes of a member
	uploadsPerSec  = 5
)

// orderers is the number of members who order. Each fills one cart at a time, so with too few an order would wait for a
// member instead of the program.
func orderers() int { return orderersAtOnce * *times }

func uploadsOf(times int, long time.Duration) int {
	return int(float64(uploadsPerSec*times) * long.Seconds())
}

// result is one New Year's Eve of one program.
type result struct {
	program                              string
	of                                   map[string]summary
	orders, lost, doubled                int
	atRest, registered, afterwards, peak int64 // bytes of anonymous memory
	cpu, took                            time.Duration
	late99, latest                       time.Duration
}

// eve is a running New Year's Eve.
type eve struct {
	programs []*temple.Program
	members  []*member
	guests   *guests
	shop     *shop
	pictures [][]byte
	tallies  map[string]*tally
	lag      lag
}

// play starts a program with a temple of its own, registers its members, and plays the evening.
func play(program string) (r *result, err error) {
	folder, remove, err := temple.Folder()
	if err != nil {
		return nil, err
	}
	defer remove()
	e := &eve{tallies: map[string]*tally{}}
	for _, kind := range kinds {
		e.tallies[kind] = &tally{}
	}
	of := settings
	if *replicas > 0 {
		server, err := temple.StartPostgres()
		if err != nil {
			return nil, err
		}
		defer server.Stop()
		of = append(of[:len(of):len(of)], "DATABASE_URL="+server.URL)
	}
	for range max(*replicas, 1) {
		p, err := temple.New(program, filepath.Join(folder, "data"), of...)
		if err != nil {
			return nil, err
		}
		defer p.Remove()
		if _, err := p.Start(); err != nil {
			return nil, err
		}
		e.programs = append(e.programs, p)
	}
	r = &result{program: program, of: map[string]summary{}}
	if err := errors.Join(e.settle(&r.atRest), e.open(), e.settle(&r.registered)); err != nil {
		return nil, err
	}
	if err := e.measured(r); err != nil {
		return nil, err
	}
	if err := e.settle(&r.afterwards); err != nil {
		return nil, err
	}
	visitors := []*temple.Visitor{}
	for _, m := range e.members {
		visitors = append(visitors, m.Visitor)
	}
	r.orders = len(e.shop.numbers)
	if r.lost, r.doubled, err = temple.Compare(e.shop.numbers, visitors); err != nil {
		return nil, err
	}
	for _, p := range e.programs {
		err = errors.Join(err, p.Stop())
	}
	return r, err
}

// settle reads the memory of a program that has had five seconds without visitors.
func (e *eve) settle(memory *int64) error {
	time.Sleep(5 * time.Second)
	u, err := e.usage()
	*memory = u.Memory
	return err
}

// usage is what all replicas take together.
func (e *eve) usage() (all temple.Usage, err error) {
	for _, p := range e.programs {
		u, e := p.Usage()
		err = errors.Join(err, e)
		all.Memory += u.Memory
		all.CPU += u.CPU
	}
	return all, err
}

// open registers the members, draws the pictures and visits each page once.
func (e *eve) open() error {
	if err := e.programs[0].AllowManyOrders(); err != nil {
		return err
	}
	var err error
	if e.shop, err = lamps(e.programs[0]); err != nil {
		return err
	}
	for i := range orderers() + uploaders {
		m := &member{temple.Visit(e.programs...), fmt.Sprintf("+658%07d", 1_000_000+i)}
		if err := m.Register(m.mobile); err != nil {
			return err
		}
		e.members = append(e.members, m)
	}
	for range 8 {
		e.pictures = append(e.pictures, temple.Screenshot())
	}
	e.guests = newGuests(e.programs)
	for _, p := range e.programs {
		for _, path := range pages {
			a, err := p.Visit().Call(context.Background(), http.MethodGet, path, nil, "")
			if wrong := wrongAnswer(a, err); wrong != "" {
				return fmt.Errorf("%s: %s", path, wrong)
			}
		}
	}
	return nil
}

// lamps sells a lamp for a family of two, with a form.
func lamps(p *temple.Program) (*shop, error) {
	var o struct {
		ID      string
		Options []struct {
			ID, Key string
			Price   int64
		}
	}
	if err := p.Visit().Must(http.MethodGet, "/api/offering/light-lamp", nil, &o, ""); err != nil {
		return nil, err
	}
	for _, option := range o.Options {
		if option.Key == "family" {
			form := map[string]any{"people": []any{map[string]any{"chineseName": "陈美玲"}, map[string]any{"name": "Tan"}}}
			return &shop{price: option.Price, numbers: map[string]int{}, item: map[string]any{
				"offeringId": o.ID, "optionId": option.ID, "quantity": 1, "form": form,
			}}, nil
		}
	}
	return nil, errors.New("the demonstration sells no lamp for a family")
}

// measured plays the evening, and watches the program meanwhile.
func (e *eve) measured(r *result) error {
	before, err := e.usage()
	if err != nil {
		return err
	}
	began := time.Now()
	over := make(chan struct{})
	var watch sync.WaitGroup
	watch.Go(func() {
		for tick := time.NewTicker(100 * time.Millisecond); ; {
			select {
			case <-over:
				tick.Stop()
				return
			case <-tick.C:
				if u, err := e.usage(); err == nil {
					r.peak = max(r.peak, u.Memory)
				}
			}
		}
	})
	hurry(-10)
	e.everybody()
	hurry(0)
	close(over)
	watch.Wait()
	r.took = time.Since(began)
	after, err := e.usage()
	r.cpu = after.CPU - before.CPU
	r.peak = max(r.peak, after.Memory)
	r.late99, r.latest = e.lag.sum()
	for kind, t := range e.tallies {
		r.of[kind] = t.sum()
	}
	return err
}

// hurry sets the priority of the generator's threads (nice), so that it keeps its schedule beside a busy program; new
// threads get that of the one that starts them. Without the right to it everything stays as it is, and the printed delay
// says what that meant.
func hurry(nice int) {
	threads, _ := os.ReadDir("/proc/self/task")
	for _, thread := range threads {
		if id, err := strconv.Atoi(thread.Name()); err == nil {
			_ = syscall.Setpriority(syscall.PRIO_PROCESS, id, nice)
		}
	}
}

// everybody comes at once.
func (e *eve) everybody() {
	free := make(chan *member, orderers()) // a member fills one cart at a time
	for _, m := range e.members[:orderers()] {
		free <- m
	}
	senders := e.members[orderers():]
	var all sync.WaitGroup
	come := func(kind string, perSecond int, visit func(n int, due time.Time)) {
		if *only == "" || slices.Contains(strings.Split(*only, ","), kind) {
			all.Go(func() { e.lag.pace(float64(perSecond**times), *long, visit) })
		}
	}
	come("page", 300, func(n int, due time.Time) { e.guests.page(e.tallies["page"], false, n, due) })
	come("api", 300, func(n int, due time.Time) { e.members[n%len(e.members)].read(e.tallies["api"], due) })
	come("payload", 300, func(n int, due time.Time) { e.guests.page(e.tallies["payload"], true, n, due) })
	come("pay", 10, func(_ int, due time.Time) {
		m := <-free
		defer func() { free <- m }()
		m.order(e.tallies["cart"], e.tallies["pay"], e.shop, due)
	})
	come("upload", uploadsPerSec, func(n int, due time.Time) {
		senders[n%len(senders)].upload(e.tallies["upload"], e.pictures[n%len(e.pictures)], due)
	})
	come("login", 5, func(n int, due time.Time) { e.members[n%len(e.members)].logIn(e.tallies["login"], due) })
	all.Wait()
}
