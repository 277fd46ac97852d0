package media

import (
	"bytes"
	"context"
	"os"
	"strconv"
	"strings"
	"testing"
	"time"
)

func TestTheDecoderProcessInheritsNothing(t *testing.T) {
	t.Setenv("DATABASE_URL", "postgres://shanmen:topsecret@db/shanmen")
	u, w := endless(t)
	ctx, cancel := context.WithCancel(t.Context())
	defer cancel()
	ended := make(chan struct{})
	go func() {
		defer close(ended)
		_, _, _ = inProcess(ctx, u.format, u.file, w, decodeTime)
	}()
	var found bool
	for deadline := time.Now().Add(10 * time.Second); !found && time.Now().Before(deadline); time.Sleep(5 * time.Millisecond) {
		for _, pid := range childrenOf(t, os.Getpid()) {
			line, _ := os.ReadFile("/proc/" + pid + "/cmdline")
			if !bytes.Contains(line, []byte(childVerb)) || !bytes.Contains(line, []byte(strconv.FormatInt(w.memory, 10))) {
				continue
			}
			env, err := os.ReadFile("/proc/" + pid + "/environ")
			if err != nil || len(env) == 0 {
				continue // gone, or not started
			}
			if found = true; bytes.Contains(env, []byte("topsecret")) {
				t.Errorf("it has %q", env)
			}
		}
	}
	cancel()
	<-ended
	if !found {
		t.Error("no decoder was seen")
	}
}

// childrenOf lists the child processes of a process, on Linux.
func childrenOf(t *testing.T, parent int) (pids []string) {
	t.Helper()
	entries, err := os.ReadDir("/proc")
	if err != nil {
		t.Fatal(err)
	}
	for _, e := range entries {
		stat, err := os.ReadFile("/proc/" + e.Name() + "/stat")
		if err != nil {
			continue
		}
		_, rest, _ := strings.Cut(string(stat), ") ")
		if f := strings.Fields(rest); len(f) > 1 && f[1] == strconv.Itoa(parent) {
			pids = append(pids, e.Name())
		}
	}
	return pids
}
