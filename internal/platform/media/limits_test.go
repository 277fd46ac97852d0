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

// cpuOfChildren is the CPU time of ended child processes of the test.
func cpuOfChildren(t testing.TB) time.Duration {
	u := usageOfChildren(t)
	return time.Duration(u.Utime.Nano() + u.Stime.Nano())
}

// memoryOfChildren is the peak memory of the largest of them, in bytes.
func memoryOfChildren(t testing.TB) int64 {
	most := usageOfChildren(t).Maxrss
	if runtime.GOOS == "darwin" {
		return most
	}
	return most << 10
}
