//go:build linux && !race

package media

import "syscall"

// Go reserves addresses in steps of 64 MB, and code of the HEIC decoder counts too.
const dataSlack = 256 * mB

// limitData sets the kernel's memory limit. It is coarser than the check in child.go, and catches growth between two of
// those checks, which run some hundred times a second.
func limitData(memory uint64) {
	_ = syscall.Setrlimit(syscall.RLIMIT_DATA, &syscall.Rlimit{Cur: memory + dataSlack, Max: memory + dataSlack})
}
