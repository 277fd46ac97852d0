package app

import (
	"context"
	"sync"
	"time"

	"github.com/prometheus/client_golang/prometheus"
)

const (
	// A scrape waits so long for database, disk and storage, all at once. What has not answered by then is left out.
	scrapeWait = 3 * time.Second
	// What was read holds so long: two who scrape cost no more than one.
	scrapeKept = 10 * time.Second
)

// figureNames are all figures beside those of requests, with their help and labels. No label has a value that a visitor
// or the office makes up.
var figureNames = map[string]*prometheus.Desc{}

func figure(name, help string, labels ...string) string {
	figureNames[name] = prometheus.NewDesc(name, help, labels, nil)
	return name
}

// emit tells a value of a figure.
type emit func(name string, value float64, labels ...string)

// figurePart is a part of the figures that something must be asked for.
type figurePart struct {
	name string
	read func(ctx context.Context, tell emit) error

	mu     sync.Mutex
	asked  chan struct{} // closed when the read in hand has ended; nil: there is none
	at     time.Time     // of what was read last
	values []value
	failed bool
}

type value struct {
	name   string
	value  float64
	labels []string
}

// figures collects what the program knows, and what its parts know.
type figures struct {
	a     *App
	parts []*figurePart
}

// Describe implements prometheus.Collector.
func (f *figures) Describe(to chan<- *prometheus.Desc) {
	for _, d := range figureNames {
		to <- d
	}
}

// Collect implements prometheus.Collector. It always answers: a part that hangs is left out until it has ended.
func (f *figures) Collect(to chan<- prometheus.Metric) {
	tell := func(name string, v float64, labels ...string) {
		to <- prometheus.MustNewConstMetric(figureNames[name], kindOf(name), v, labels...)
	}
	f.a.ownFigures(tell)
	ctx, cancel := context.WithTimeout(context.Background(), scrapeWait)
	defer cancel()
	now := f.a.Clock.Now()
	for _, p := range f.parts {
		p.ask(now)
	}
	for _, p := range f.parts {
		values, missing := p.wait(ctx)
		for _, v := range values {
			tell(v.name, v.value, v.labels...)
		}
		tell(figureMissing, oneIf(missing), p.name)
	}
}

// ask begins to read a part, unless what was read still holds or somebody reads it now.
func (p *figurePart) ask(now time.Time) {
	p.mu.Lock()
	defer p.mu.Unlock()
	if age := now.Sub(p.at); p.asked != nil || age >= 0 && age < scrapeKept && !p.at.IsZero() {
		return
	}
	done := make(chan struct{})
	p.asked = done
	go func() {
		ctx, cancel := context.WithTimeout(context.Background(), scrapeWait)
		defer cancel()
		var values []value
		err := p.read(ctx, func(name string, v float64, labels ...string) { values = append(values, value{name, v, labels}) })
		p.mu.Lock()
		p.values, p.failed, p.at, p.asked = values, err != nil, now, nil
		p.mu.Unlock()
		close(done)
	}()
}

func (p *figurePart) wait(ctx context.Context) (values []value, missing bool) {
	p.mu.Lock()
	asked := p.asked
	p.mu.Unlock()
	if asked != nil {
		select {
		case <-asked:
		case <-ctx.Done():
			return nil, true
		}
	}
	p.mu.Lock()
	defer p.mu.Unlock()
	return p.values, p.failed
}

func oneIf(is bool) float64 {
	if is {
		return 1
	}
	return 0
}
