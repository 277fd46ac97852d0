package httpd

import (
	"context"
	"runtime"
)

// smallBody is the size up to which decoding needs no slot; bodies of ordinary calls are smaller.
const smallBody = 4 << 10

// decoding limits how many larger bodies are decoded at once to the number of cores. Decoding takes many times the
// body's size in memory, and more at once would not finish sooner.
type decoding struct{ slots chan struct{} }

func newDecoding() decoding { return decoding{make(chan struct{}, runtime.GOMAXPROCS(0))} }

// enter waits for a slot, which is released when the call begins or ends.
func (d decoding) enter(ctx context.Context, x *exchange, size int) error {
	if size <= smallBody {
		return nil
	}
	select {
	case d.slots <- struct{}{}:
		x.decoded = func() { <-d.slots }
		return nil
	case <-ctx.Done():
		return context.Cause(ctx)
	}
}

// endDecoding releases the slot, if held.
func (x *exchange) endDecoding() {
	if x.decoded != nil {
		x.decoded()
		x.decoded = nil
	}
}
