package ssr

import "sync"

// Brotli quality: pages change and are small; hashed files are compressed once per release.
const (
	pageQuality  = 9
	assetQuality = 11
)

// compressor compresses in one goroutine, so that it uses at most one core. If the queue is full, a page is queued
// again at its next hit.
type compressor struct {
	pages  chan *variants
	files  chan *variants
	stop   chan struct{}
	closed sync.WaitGroup
}

func newCompressor() *compressor {
	c := &compressor{pages: make(chan *variants, 256), files: make(chan *variants, 256), stop: make(chan struct{})}
	c.closed.Go(c.run)
	return c
}

// want enqueues v once.
func want(queue chan *variants, v *variants) {
	if v.queued.Load() || !v.queued.CompareAndSwap(false, true) {
		return
	}
	select {
	case queue <- v:
	default:
		v.queued.Store(false)
	}
}

func (c *compressor) run() {
	for {
		select { // pages first
		case <-c.stop:
			return
		case v := <-c.pages:
			v.compress(pageQuality)
			continue
		default:
		}
		select {
		case <-c.stop:
			return
		case v := <-c.pages:
			v.compress(pageQuality)
		case v := <-c.files:
			v.compress(assetQuality)
		}
	}
}

// close waits for the current body.
func (c *compressor) close() {
	close(c.stop)
	c.closed.Wait()
}
