package app

import (
	"os"
	"path/filepath"
	"runtime/metrics"
	"testing"
)

// burst is what a burst leaves behind.
var burst []byte

// Not parallel: other tests allocate, too.
func TestGarbageOfABurstIsGivenBack(t *testing.T) {
	held := func() int64 {
		sample := []metrics.Sample{{Name: "/memory/classes/total:bytes"}, {Name: "/memory/classes/heap/released:bytes"}}
		metrics.Read(sample)
		return int64(sample[0].Value.Uint64() - sample[1].Value.Uint64())
	}
	look := giveBack()
	next := func() {
		if err := look(t.Context()); err != nil {
			t.Fatal(err)
		}
	}
	next()
	burst = make([]byte, 64*mB)
	burst = nil
	before := held()
	next()
	if now := held(); now < before-mB {
		t.Errorf("%d MB are given back in the middle of a burst", (before-now)>>20)
	}
	next()
	if now := held(); now > before-48*mB {
		t.Errorf("%d MB are held in a burst, %d afterwards", before>>20, now>>20)
	}
}

func TestMemoryLimitIsTheLowestThatApplies(t *testing.T) {
	t.Parallel()
	const machine = "MemTotal:       16777216 kB\nMemFree:          100000 kB\n"
	for name, tt := range map[string]struct {
		files map[string]string
		total int64
	}{
		"a machine without control groups":  {map[string]string{"proc/meminfo": machine}, 16 << 30},
		"a machine whose memory is unknown": {nil, 1 << 30},
		"cgroup version 2, limited by its own group": {map[string]string{
			"proc/meminfo": machine, "proc/self/cgroup": "0::/system.slice/shanmen.service\n",
			"sys/fs/cgroup/system.slice/shanmen.service/memory.max": "268435456\n", "sys/fs/cgroup/system.slice/memory.max": "max\n",
		}, 256 << 20},
		"cgroup version 2, limited by the parent group": {map[string]string{
			"proc/meminfo": machine, "proc/self/cgroup": "0::/pod/one\n",
			"sys/fs/cgroup/pod/one/memory.max": "max\n", "sys/fs/cgroup/pod/memory.max": "536870912\n",
		}, 512 << 20},
		"cgroup version 2, in a container": {map[string]string{
			"proc/meminfo": machine, "proc/self/cgroup": "0::/\n", "sys/fs/cgroup/memory.max": "1073741824\n",
		}, 1 << 30},
		"cgroup version 1, with the host's path": {map[string]string{
			"proc/meminfo": machine, "proc/self/cgroup": "9:name=systemd:/\n4:cpu,memory:/docker/abc\n0::/\n",
			"sys/fs/cgroup/memory/memory.limit_in_bytes": "268435456\n",
		}, 256 << 20},
		"cgroup version 1 without a limit": {map[string]string{
			"proc/meminfo": machine, "proc/self/cgroup": "4:memory:/a\n", "sys/fs/cgroup/memory/a/memory.limit_in_bytes": "9223372036854771712\n",
		}, 16 << 30},
		"a limit above the machine's memory": {map[string]string{
			"proc/meminfo": machine, "proc/self/cgroup": "0::/\n", "sys/fs/cgroup/memory.max": "68719476736\n",
		}, 16 << 30},
	} {
		t.Run(name, func(t *testing.T) {
			t.Parallel()
			root := t.TempDir()
			for file, text := range tt.files {
				file = filepath.Join(root, file)
				if err := os.MkdirAll(filepath.Dir(file), 0o700); err != nil {
					t.Fatal(err)
				}
				if err := os.WriteFile(file, []byte(text), 0o600); err != nil {
					t.Fatal(err)
				}
			}
			m := memoryOf(root)
			if m.total != tt.total {
				t.Errorf("%d MB, want %d", m.total>>20, tt.total>>20)
			}
			if m.pictures+m.own > m.total || m.pictures < leastPictures || m.own < m.total/4 {
				t.Errorf("divided into %d MB for pictures and %d MB", m.pictures>>20, m.own>>20)
			}
		})
	}
}
