//go:build linux && !race

package media

import "syscall"

// Go takes addresses in steps of 64 MB, and code of the HEIC decoder counts too.
const dataSlack = 256 * mB

// limitData is the kernel's own limit of memory, coarser than the one in child.go: it holds what that one, which
// looks some hundred times a second, could miss.
func limitData(memory uint64) {
	_ = syscall.Setrlimit(syscall.RLIMIT_DATA, &syscall.Rlimit{Cur: memory + dataSlack, Max: memory + dataSlack})
}
