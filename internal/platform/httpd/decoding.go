package httpd

import (
	"context"
	"runtime"
)

// smallBody is the size up to which a body needs no slot; bodies of ordinary calls are smaller.
const smallBody = 4 << 10

// decoding lets only so many larger bodies be decoded and checked at once as there are cores. To decode a body
// takes many times its size, and more of them at once would end no sooner: the others wait as they came.
type decoding struct{ slots chan struct{} }

func newDecoding() decoding { return decoding{make(chan struct{}, runtime.GOMAXPROCS(0))} }

// enter waits for a slot, which the exchange gives back when its call begins, or when it ends.
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

// endDecoding gives the slot back, if the exchange has one.
func (x *exchange) endDecoding() {
	if x.decoded != nil {
		x.decoded()
		x.decoded = nil
	}
}
