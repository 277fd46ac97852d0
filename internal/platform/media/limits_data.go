//go:build linux && !race

package media

import "syscall"

// Go takes addresses in steps of 64 MB, and code of the HEIC decoder counts too.
const dataSlack = 256 * mB

// limitData sets the kernel's own memory limit. It is coarser than the check in child.go, and catches what grows
// between two of those checks, of which there are some hundred in a second.
func limitData(memory uint64) {
	_ = syscall.Setrlimit(syscall.RLIMIT_DATA, &syscall.Rlimit{Cur: memory + dataSlack, Max: memory + dataSlack})
}
