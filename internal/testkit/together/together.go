// Package together runs calls at the same moment.
package together

import "sync"

// AtOnce runs fn n times concurrently and waits for all.
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
