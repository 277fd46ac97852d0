//go:build linux

// Command soak runs the built program under the load of a busy day, including clients that disconnect midway. It fails
// when memory, files or database log grow from the middle third of the run to the last. Linux only.
//
//	make soak                ten minutes
//	make soak SOAK=1m        a short trial
package main

import (
	"context"
	"errors"
	"flag"
	"fmt"
	"maps"
	"math/rand/v2"
	"net/http"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"sync"
	"time"

	"shanmen/bench/temple"
	"shanmen/internal/testkit/port"
)

var (
	binary = flag.String("program", "bin/shanmen", "the built program")
	long   = flag.Duration("for", 10*time.Minute, "how long people come")
)

// bounds are how much higher each median may be in the last third of the run than in the middle third.
var bounds = []struct {
	name string
	of   func(temple.Figures) int64
	unit int64 // unit in which the value is printed
	more func(before int64) int64
}{
	{"memory MB", func(f temple.Figures) int64 { return f.Memory }, 1 << 20, func(before int64) int64 { return before/10 + 16<<20 }},
	{"goroutines", func(f temple.Figures) int64 { return f.Goroutines }, 1, func(int64) int64 { return 20 }},
	{"descriptors", func(f temple.Figures) int64 { return f.Files }, 1, func(int64) int64 { return 20 }},
	{"WAL kB", func(f temple.Figures) int64 { return f.WAL }, 1 << 10, func(int64) int64 { return 8 << 20 }},
	{"temporary files", func(f temple.Figures) int64 { return f.Temporary }, 1, func(int64) int64 { return 4 }},
}

func main() {
	flag.Parse()
	if err := soak(); err != nil {
		fmt.Println("failed:", err)
		os.Exit(1)
	}
	fmt.Println("passed")
}

// day is one soak run: its clients and the statuses they received.
type day struct {
	program *temple.Program
	item    map[string]any
	mu      sync.Mutex
	answers map[string]map[int]int
}

// heard counts an answer by status. A request that its client cancelled has status 0.
func (d *day) heard(who string, a temple.Answer, err error) {
	d.mu.Lock()
	defer d.mu.Unlock()
	if d.answers[who] == nil {
		d.answers[who] = map[int]int{}
	}
	if err != nil {
		a.Status = 0
	}
	d.answers[who][a.Status]++
}

func soak() error {
	folder, remove, err := temple.Folder()
	if err != nil {
		return err
	}
	defer remove()
	at, reserved, err := port.Reserve()
	if err != nil {
		return err
	}
	defer func() { _ = reserved.Close() }()
	tmp, metrics := filepath.Join(folder, "tmp"), fmt.Sprint("127.0.0.1:", at)
	if err := os.Mkdir(tmp, 0o700); err != nil {
		return err
	}
	p, err := temple.New(*binary, filepath.Join(folder, "data"), "METRICS_ADDR="+metrics, "TMPDIR="+tmp)
	if err != nil {
		return err
	}
	defer p.Remove()
	if _, err := p.Start(); err != nil {
		return err
	}
	d := &day{program: p, answers: map[string]map[int]int{}}
	if err := p.AllowManyOrders(); err != nil {
		return err
	}
	if d.item, err = p.Oil(); err != nil {
		return err
	}
	people, err := d.people()
	if err != nil {
		return err
	}
	ctx, over := context.WithTimeout(context.Background(), *long)
	defer over()
	var wg sync.WaitGroup
	for who, does := range people {
		wg.Go(func() {
			for ctx.Err() == nil {
				a, err := does(ctx)
				if ctx.Err() != nil {
					return
				}
				d.heard(strings.TrimRight(who, "0123456789"), a, err)
				select {
				case <-ctx.Done():
				case <-time.After(time.Duration(50+rand.IntN(400)) * time.Millisecond):
				}
			}
		})
	}
	seen, err := watch(ctx, p, metrics, tmp)
	wg.Wait()
	for _, who := range slices.Sorted(maps.Keys(d.answers)) {
		fmt.Printf("%-12s %v\n", who, d.answers[who])
	}
	return errors.Join(err, d.failed(), judge(seen), p.Stop())
}

// people are the kinds of clients; each repeats its requests until the end.
func (d *day) people() (map[string]func(context.Context) (temple.Answer, error), error) {
	all := map[string]func(context.Context) (temple.Answer, error){}
	for i := range 3 {
		all[fmt.Sprint("reader", i)] = d.reader()
		all[fmt.Sprint("leaver", i)] = d.leaver()
	}
	for i := range 3 {
		mobile := fmt.Sprintf("+65977%05d", i)
		v := d.program.Visit()
		if err := v.Register(mobile); err != nil {
			return nil, err
		}
		all[fmt.Sprint("member", i)] = d.member(v)
		all[fmt.Sprint("sender", i)] = sender(v)
		all[fmt.Sprint("login", i)] = d.login(mobile)
	}
	var err error
	if all["editor"], err = d.editor(); err != nil {
		return nil, err
	}
	all["printer"], err = d.printer()
	return all, err
}

var pages = []string{"/", "/blessing-service", "/blessing-service/light-lamp", "/event", "/misc/faq", "/contact-us", "/cart", "/nowhere"}

func page() string {
	path := pages[rand.IntN(len(pages))]
	if rand.IntN(2) == 0 {
		path = strings.TrimSuffix("/zh"+path, "/")
	}
	return path
}

func (d *day) reader() func(context.Context) (temple.Answer, error) {
	v := d.program.Visit()
	return func(ctx context.Context) (temple.Answer, error) { return v.Call(ctx, http.MethodGet, page(), nil, "") }
}

// leaver disconnects while a page, a cart or a picture is being sent.
func (d *day) leaver() func(context.Context) (temple.Answer, error) {
	return func(ctx context.Context) (temple.Answer, error) {
		ctx, gone := context.WithTimeout(ctx, time.Duration(rand.IntN(30_000))*time.Microsecond)
		defer gone()
		v := d.program.Visit()
		defer v.Close()
		switch rand.IntN(3) {
		case 0:
			return v.Call(ctx, http.MethodGet, fmt.Sprint(page(), "?", rand.IntN(1e6)), nil, "")
		case 1:
			return v.Call(ctx, http.MethodPost, "/api/cart", map[string]any{"currency": "SGD", "items": []any{d.item}}, "")
		default:
			return v.Upload(ctx, "/api/upload/receipt", "transfer.png", temple.Noise(360, 640))
		}
	}
}

// member orders a bottle of oil, as often as the office allows.
func (d *day) member(v *temple.Visitor) func(context.Context) (temple.Answer, error) {
	return func(ctx context.Context) (temple.Answer, error) {
		if a, err := v.Call(ctx, http.MethodPost, "/api/cart/cancel", map[string]any{}, ""); err != nil {
			return a, err
		}
		a, err := v.Call(ctx, http.MethodPost, "/api/cart", map[string]any{"currency": "SGD", "items": []any{d.item}}, temple.Key())
		if err != nil || a.Status != http.StatusOK {
			return a, err
		}
		return v.Call(ctx, http.MethodPost, "/api/payment/new/cash", map[string]any{"paymentAmount": 1000, "currency": "SGD"}, temple.Key())
	}
}

func sender(v *temple.Visitor) func(context.Context) (temple.Answer, error) {
	return func(ctx context.Context) (temple.Answer, error) {
		return v.Upload(ctx, "/api/upload/receipt", "transfer.png", temple.Noise(360, 640))
	}
}

// login logs in with a new browser each time.
func (d *day) login(mobile string) func(context.Context) (temple.Answer, error) {
	return func(ctx context.Context) (temple.Answer, error) {
		v := d.program.Visit()
		defer v.Close()
		a, err := v.LogInAs(ctx, mobile)
		if err != nil || a.Status != http.StatusOK {
			return a, err
		}
		return v.Call(ctx, http.MethodGet, "/api/invoice/list/member", nil, "")
	}
}

// editor edits a page and publishes it.
func (d *day) editor() (func(context.Context) (temple.Answer, error), error) {
	v := d.program.Visit()
	if err := v.LogIn("editor"); err != nil {
		return nil, err
	}
	var list struct{ Items []struct{ ID string } }
	if err := v.Must(http.MethodGet, "/api/admin/record?kind=page", nil, &list, ""); err != nil {
		return nil, err
	}
	if len(list.Items) == 0 {
		return nil, errors.New("the demonstration has no page")
	}
	path := "/api/admin/record/" + list.Items[0].ID
	type rev struct{ Rev int64 }
	return func(ctx context.Context) (temple.Answer, error) {
		var opened struct {
			Rev  int64
			Revs map[string]rev
		}
		open := func() error { return v.Must(http.MethodGet, path, nil, &opened, "") }
		if err := open(); err != nil {
			return temple.Answer{}, err
		}
		typed := map[string]any{"html.en": map[string]any{"value": fmt.Sprintf("<p>Written at %v.</p>", time.Now()), "base": opened.Revs["html.en"].Rev}}
		if a, err := v.Call(ctx, http.MethodPatch, path, map[string]any{"fields": typed}, ""); err != nil || a.Status != http.StatusOK {
			return a, err
		}
		if err := open(); err != nil {
			return temple.Answer{}, err
		}
		return v.Call(ctx, http.MethodPost, path+"/publish", map[string]any{"languages": []string{"en"}, "rev": opened.Rev}, temple.Key())
	}, nil
}

// printer previews each layout in turn.
func (d *day) printer() (func(context.Context) (temple.Answer, error), error) {
	v := d.program.Visit()
	if err := v.LogIn("ritual"); err != nil {
		return nil, err
	}
	var list struct{ Items []struct{ Key string } }
	if err := v.Must(http.MethodGet, "/api/admin/layout", nil, &list, ""); err != nil {
		return nil, err
	}
	if len(list.Items) == 0 {
		return nil, errors.New("the demonstration has no layout")
	}
	n := 0
	return func(ctx context.Context) (temple.Answer, error) {
		n++
		return v.Call(ctx, http.MethodGet, "/api/admin/layout/"+list.Items[n%len(list.Items)].Key+"/sample.pdf", nil, "")
	}, nil
}

// watch samples the measurements until ctx ends, sixty times at most.
func watch(ctx context.Context, p *temple.Program, metrics, tmp string) (seen []temple.Figures, err error) {
	for tick := time.NewTicker(max(*long/60, time.Second)); ; {
		select {
		case <-ctx.Done():
			return seen, nil
		case <-tick.C:
			f, err := p.Figures(metrics, tmp)
			if err != nil {
				return seen, err
			}
			seen = append(seen, f)
		}
	}
}

// judge prints the first and the last measurements, and compares the thirds.
func judge(seen []temple.Figures) (err error) {
	third := len(seen) / 3
	if third < 3 {
		return errors.New("too short to be judged")
	}
	for _, b := range bounds {
		median := func(of []temple.Figures) int64 {
			values := []int64{}
			for _, f := range of {
				values = append(values, b.of(f))
			}
			slices.Sort(values)
			return values[len(values)/2]
		}
		middle, last := median(seen[third:2*third]), median(seen[2*third:])
		most := middle + b.more(middle)
		fmt.Printf("%-16s first %d, last %d; median of the middle third %d, of the last %d, at most %d\n",
			b.name, b.of(seen[0])/b.unit, b.of(seen[len(seen)-1])/b.unit, middle/b.unit, last/b.unit, most/b.unit)
		if last > most {
			err = errors.Join(err, fmt.Errorf("%s: %d, at most %d", b.name, last/b.unit, most/b.unit))
		}
	}
	return err
}

// failed reports answers with statuses that may not occur.
func (d *day) failed() (err error) {
	for who, answers := range d.answers {
		if n := answers[http.StatusInternalServerError]; n > 0 {
			err = errors.Join(err, fmt.Errorf("%s: %d answers 500", who, n))
		}
		if who != "leaver" && answers[http.StatusOK] == 0 {
			err = errors.Join(err, fmt.Errorf("%s: nothing was answered 200", who))
		}
	}
	return err
}
