package ssr

import (
	"sync"
	"time"

	"github.com/andybalholm/brotli"
)

// A Brotli writer of this quality and window (2^18 bytes) holds 4 MB of tables. Quality 7 would make pages 1.7 % smaller
// and hold 10 MB, quality 9 2.3 % and 35 MB; both take three times as long and more.
const (
	pageQuality = 6
	pageWindow  = 18
)

// writerRest is how long the compressor keeps its writer without work.
const writerRest = 5 * time.Second

// compressor compresses pages in one goroutine, so that it uses at most one core and one writer. If the queue is full, a
// page is queued again at its next hit.
type compressor struct {
	pages  chan *variants
	stop   chan struct{}
	closed sync.WaitGroup
}

func newCompressor() *compressor {
	c := &compressor{pages: make(chan *variants, 256), stop: make(chan struct{})}
	c.closed.Go(c.run)
	return c
}

// want enqueues v once.
func (c *compressor) want(v *variants) {
	if v.queued.Load() || !v.queued.CompareAndSwap(false, true) {
		return
	}
	select {
	case c.pages <- v:
	default:
		v.queued.Store(false)
	}
}

func (c *compressor) run() {
	var w *brotli.Writer
	rest := time.NewTimer(writerRest)
	for {
		select {
		case <-c.stop:
			return
		case <-rest.C:
			w = nil
		case v := <-c.pages:
			if w == nil {
				w = brotli.NewWriterOptions(nil, brotli.WriterOptions{Quality: pageQuality, LGWin: pageWindow})
			}
			v.compress(w)
			rest.Reset(writerRest)
		}
	}
}

// close waits for the current body.
func (c *compressor) close() {
	close(c.stop)
	c.closed.Wait()
}
