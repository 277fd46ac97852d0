package port

import (
	"sync"
	"testing"
)

// A port is reserved by one caller at a time, and only if no program listens on it.
func TestAPortIsReservedOnce(t *testing.T) {
	var mu sync.Mutex
	given := map[int]bool{}
	var work sync.WaitGroup
	for range 20 {
		work.Go(func() {
			for range 20 {
				n, reserved, err := Reserve()
				if err != nil {
					t.Error(err)
					return
				}
				t.Cleanup(func() { _ = reserved.Close() })
				mu.Lock()
				if given[n] {
					t.Errorf("%d twice", n)
				}
				given[n] = true
				mu.Unlock()
			}
		})
	}
	work.Wait()
	for n := range given {
		l, err := listen(n)
		if err != nil {
			t.Fatalf("%d is not free: %v", n, err)
		}
		if err := l.Close(); err != nil {
			t.Fatal(err)
		}
	}
}
