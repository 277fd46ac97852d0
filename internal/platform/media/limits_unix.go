//go:build unix

package media

import (
	"os"
	"os/exec"
	"syscall"
)

const niceness = 5

// limitSelf gives visitors' requests priority over pictures, makes the kernel kill this process first when memory is
// short, and sets a CPU limit as the last resort, even if the parent process is gone.
func limitSelf(memory int64) {
	_ = syscall.Setpriority(syscall.PRIO_PGRP, 0, niceness) // the process is alone in its group, so this covers all its threads
	_ = os.WriteFile("/proc/self/oom_score_adj", []byte("1000"), 0)
	seconds := uint64(cpuTime.Seconds())
	_ = syscall.Setrlimit(syscall.RLIMIT_CPU, &syscall.Rlimit{Cur: seconds, Max: seconds})
	limitData(uint64(memory))
}

// startAlone puts a child in its own process group, so that the terminal's ^C reaches only the program.
func startAlone(cmd *exec.Cmd) { cmd.SysProcAttr = &syscall.SysProcAttr{Setpgid: true} }
