//go:build linux

// Command faults injects machine failures into the built program while members order, and then compares the
// acknowledged orders with the stored ones. It prints one line for each fault. Linux only.
//
//	make faults                     builds what it needs and runs all
//	go run ./bench/faults kill      runs the faults whose name contains the word
package main

import (
	"context"
	"errors"
	"flag"
	"fmt"
	"os"
	"strings"
	"sync"
	"time"

	"shanmen/bench/temple"
)

var (
	binary  = flag.String("program", "bin/shanmen", "the built program")
	movable = flag.String("movable", "bin/shanmen-e2e", "the program whose clock can be moved (go build -tags e2e)")
	members = flag.Int("members", 6, "how many members order at once")
	rounds  = flag.Int("rounds", 5, "how often the program is killed or stopped")
)

// run is one fault injected into one temple.
type run struct {
	program *temple.Program
	server  *temple.Postgres // nil with the built-in database
	folder  string           // of this run; DATA_DIR is in it
	ledger  *ledger
	crowd   []*devotee
	pause   sync.RWMutex // locked while no member may order
	notes   []string     // extra measurements of this fault
	failed  []string
}

func (r *run) note(format string, args ...any) {
	r.notes = append(r.notes, fmt.Sprintf(format, args...))
}

// want fails the run when the condition does not hold.
func (r *run) want(holds bool, format string, args ...any) {
	if !holds {
		r.failed = append(r.failed, fmt.Sprintf(format, args...))
	}
}

func main() {
	flag.Parse()
	ok := true
	for _, f := range faults {
		for _, engine := range f.engines {
			name := f.name + " " + engine
			if !strings.Contains(name, strings.Join(flag.Args(), " ")) {
				continue
			}
			line, err := do(f, engine)
			switch {
			case errors.Is(err, temple.ErrNotHere):
				fmt.Printf("left out %-22s %v\n", name, err)
			case err != nil:
				ok = false
				fmt.Printf("failed   %-22s %v; %s\n", name, err, line)
			default:
				fmt.Printf("passed   %-22s %s\n", name, line)
			}
		}
	}
	if !ok {
		os.Exit(1)
	}
}

func do(f fault, engine string) (line string, err error) {
	folder, remove, err := temple.Folder()
	if err != nil {
		return "", err
	}
	defer remove()
	r := &run{ledger: newLedger(), folder: folder}
	settings := []string{}
	if engine == "postgres" {
		if r.server, err = temple.StartPostgres(); err != nil {
			return "", err
		}
		defer r.server.Stop()
		settings = append(settings, "DATABASE_URL="+r.server.URL)
	}
	of, dir := *binary, folder+"/data"
	if f.movable {
		of = *movable
	}
	if f.prepare != nil {
		more, undo, err := f.prepare(r)
		if err != nil {
			return "", err
		}
		defer undo()
		settings = append(settings, more...)
	}
	if r.program, err = temple.New(of, dir, settings...); err != nil {
		return "", err
	}
	defer r.program.Remove()
	if err := r.open(); err != nil {
		return "", err
	}
	ctx, halt := context.WithCancel(context.Background())
	defer halt()
	done := r.letThemOrder(ctx, halt)
	err = r.afterOrders(10)
	if err == nil {
		err = f.act(r)
	}
	if err == nil {
		err = r.afterOrders(10) // ordering continues
	}
	return r.close(err, done)
}

// open starts the program and registers its members.
func (r *run) open() error {
	if _, err := r.program.Start(); err != nil {
		return err
	}
	if err := r.program.AllowManyOrders(); err != nil {
		return err
	}
	item, err := r.program.Oil()
	if err != nil {
		return err
	}
	for i := range *members {
		d := &devotee{r.program.Visit(), item, r.ledger}
		if err := d.Register(fmt.Sprintf("+6597%06d", i)); err != nil {
			return err
		}
		r.crowd = append(r.crowd, d)
	}
	return nil
}

// most is how many orders one member places; the office's limit of orders that wait for cash is set to a hundred.
const most = 95

// letThemOrder lets all members order until done is called; done waits for orders in progress.
func (r *run) letThemOrder(ctx context.Context, giveUp func()) (done func() error) {
	var wg sync.WaitGroup
	over := make(chan struct{})
	errs := make(chan error, len(r.crowd))
	for _, d := range r.crowd {
		wg.Go(func() {
			for n := range most {
				r.pause.RLock()
				err := d.order(ctx)
				r.pause.RUnlock()
				if err != nil {
					errs <- err
					return
				}
				select {
				case <-over:
					return
				case <-time.After(time.Duration(100+10*n) * time.Millisecond): // to stay below the limit of orders a minute
				}
			}
		})
	}
	return func() (err error) {
		close(over)
		late := time.AfterFunc(time.Minute, giveUp)
		wg.Wait()
		late.Stop()
		close(errs)
		for e := range errs {
			err = errors.Join(err, e)
		}
		return err
	}
}

// afterOrders waits until n more orders were acknowledged.
func (r *run) afterOrders(n int) error {
	from, _ := r.ledger.taken()
	for began := time.Now(); time.Since(began) < time.Minute; time.Sleep(5 * time.Millisecond) {
		if now, _ := r.ledger.taken(); now >= from+n {
			return nil
		}
	}
	return fmt.Errorf("no %d orders were taken within a minute: %s", n, r.program.LastWords())
}

// close stops ordering, compares the results, stops the program and checks its database.
func (r *run) close(err error, done func() error) (string, error) {
	err = errors.Join(err, done())
	crowd := make([]*temple.Visitor, len(r.crowd))
	for i, d := range r.crowd {
		crowd[i] = d.Visitor
	}
	lost, doubled, e := temple.Compare(r.ledger.numbers, crowd)
	err = errors.Join(err, e)
	if e == nil {
		if e = r.program.Stop(); e == nil && r.server == nil {
			e = sound(r.program.Dir)
		}
		err = errors.Join(err, e)
	}
	r.want(lost == 0, "orders are lost")
	r.want(doubled == 0, "orders are doubled")
	r.want(len(r.ledger.strange) == 0, "refused: %v", r.ledger.strange)
	for _, why := range r.failed {
		err = errors.Join(err, errors.New(why))
	}
	taken, _ := r.ledger.taken()
	line := fmt.Sprintf("acknowledged %d, lost %d, doubled %d; found nobody %d, cut off %d, refused %v, slowest answer %v",
		taken, lost, doubled, r.ledger.outside, r.ledger.cut, r.ledger.refused, r.ledger.slowest.Round(10*time.Millisecond))
	return strings.Join(append([]string{line}, r.notes...), "; "), err
}
