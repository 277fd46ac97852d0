package growth_test

import "testing"

func BenchmarkGrowth(b *testing.B) {
	grow(b, "sqlite", 1000)
	grow(b, "sqlite", 20000)
}
