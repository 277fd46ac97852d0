package app

import (
	"context"
	"sync"
	"time"

	"github.com/prometheus/client_golang/prometheus"
)

const (
	// scrapeWait is how long a scrape waits for database, disk and storage together. Parts that have not answered by
	// then are left out.
	scrapeWait = 3 * time.Second
	// scrapeKept is how long a result is reused: two scrapers cost no more than one.
	scrapeKept = 10 * time.Second
)

// figureNames are all metrics except those of requests, with help and labels. No label has a value that visitors or the
// office choose.
var figureNames = map[string]*prometheus.Desc{}

func figure(name, help string, labels ...string) string {
	figureNames[name] = prometheus.NewDesc(name, help, labels, nil)
	return name
}

// emit reports one value of a metric.
type emit func(name string, value float64, labels ...string)

// figurePart is a group of metrics with one query.
type figurePart struct {
	name string
	read func(ctx context.Context, tell emit) error

	mu     sync.Mutex
	asked  chan struct{} // closed when the running query ends; nil: none runs
	at     time.Time     // of the last result
	values []value
	failed bool
}

type value struct {
	name   string
	value  float64
	labels []string
}

// figures collects ownFigures and figureParts.
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

// Collect implements prometheus.Collector. It always returns: a part whose query hangs is left out until the query
// ends.
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

// ask starts a part's query, unless the last result is recent or a query is running.
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
