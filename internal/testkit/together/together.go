// Package together lets many come at the same moment.
package together

import "sync"

// AtOnce runs fn n times at the same moment, each in a goroutine of its own, and waits for all.
func AtOnce(n int, fn func(i int)) {
	var wg sync.WaitGroup
	start := make(chan struct{})
	for i := range n {
		wg.Go(func() {
			<-start
			fn(i)
		})
	}
	close(start)
	wg.Wait()
}
