package media

import (
	"runtime"
	"syscall"
	"testing"
	"time"
)

func usageOfChildren(t testing.TB) syscall.Rusage {
	t.Helper()
	var u syscall.Rusage
	if err := syscall.Getrusage(syscall.RUSAGE_CHILDREN, &u); err != nil {
		t.Fatal(err)
	}
	return u
}

// cpuOfChildren is what ended processes of the test took.
func cpuOfChildren(t testing.TB) time.Duration {
	u := usageOfChildren(t)
	return time.Duration(u.Utime.Nano() + u.Stime.Nano())
}

// memoryOfChildren is what the largest of them had, in bytes.
func memoryOfChildren(t testing.TB) int64 {
	most := usageOfChildren(t).Maxrss
	if runtime.GOOS == "darwin" {
		return most
	}
	return most << 10
}
