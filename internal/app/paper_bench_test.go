package app_test

import (
	"fmt"
	"slices"
	"sync"
	"sync/atomic"
	"testing"
	"time"

	"shanmen/internal/testkit"
)

// BenchmarkOtherRequestsWhileAnOrderPDFIsDrawn prints how long another visitor waits for a page, and a member for an
// order, while somebody requests the invoice of an order with 300 names fifty times at once; and the ratio to the time
// before that.
func BenchmarkOtherRequestsWhileAnOrderPDFIsDrawn(b *testing.B) {
	a := testkit.New(b, "sqlite")
	c, others, guest := a.NewMember(b, "Tan Bee Leng", "+6591110001"), a.NewMember(b, "Lim Ah Hock", "+6591110002"), a.Guest()
	items := make([]map[string]any, 50)
	for i := range items {
		names := make([]string, 6)
		for n := range names {
			names[n] = fmt.Sprintf("陈美玲与全家福寿康宁%d之%d", i, n)
		}
		items[i] = a.Item(b, "light-lamp", "family", "form", testkit.People(names...))
	}
	large, small := c.BuyFor(50*8800, items...), others.BuyFor(1000, a.Item(b, "lamp-oil", "bottle"))
	wait := func(who *testkit.Client, path string) []time.Duration {
		out := make([]time.Duration, 60)
		for i := range out {
			started := time.Now()
			who.Get(path).Want(200)
			out[i] = time.Since(started)
		}
		slices.Sort(out)
		return out
	}
	reads := []struct {
		name, path string
		who        *testkit.Client
	}{
		{"Page", "/event", guest},
		{"Catalogue", "/api/offering", guest},
		{"Order", "/api/invoice?id=" + small.ID, others},
	}
	alone := map[string][]time.Duration{}
	for _, read := range reads {
		wait(read.who, read.path)
		alone[read.name] = wait(read.who, read.path)
	}
	paper := "/api/invoice/" + large.ID + "/invoice.pdf?language=both"
	c.Get(paper).Want(200)
	stop := make(chan struct{})
	var crowd sync.WaitGroup
	var papers atomic.Int64
	for range 50 {
		crowd.Go(func() {
			for {
				select {
				case <-stop:
					return
				default:
					c.Get(paper).Want(200)
					papers.Add(1)
				}
			}
		})
	}
	for _, read := range reads {
		b.Run(read.name, func(b *testing.B) {
			beside := wait(read.who, read.path)
			before, now := alone[read.name][30], beside[30]
			b.ReportMetric(float64(before)/1e6, "ms-before")
			b.ReportMetric(float64(now)/1e6, "ms-beside")
			b.ReportMetric(float64(beside[57])/1e6, "ms-p95")
			b.ReportMetric(float64(now)/float64(before), "times")
			b.ReportMetric(float64(papers.Load()), "papers")
			b.ReportMetric(0, "ns/op")
		})
	}
	close(stop)
	crowd.Wait()
	if papers.Load() < 50 {
		b.Errorf("only %d papers were asked for", papers.Load())
	}
}
