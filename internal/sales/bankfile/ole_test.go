package bankfile_test

import (
	"bytes"
	"encoding/binary"
	"runtime"
	"testing"

	"github.com/google/go-cmp/cmp"

	"shanmen/internal/sales/bankfile"
)

// The sector tables of an XLS may be wrong: the file is read nevertheless, or refused, and takes no more resources than
// a valid one.
func TestCorruptXLSSectorsAreRefused(t *testing.T) {
	const (
		most      = 0xFFFFFFFF
		fat       = 512 // where the table of sectors is in both files
		directory = 1024
		shorts    = 1536 // where the chains of small sectors are in the small one
		entry     = directory + 128
	)
	plain, small := writeXLS(t, uob(), 8224, false), writeXLS(t, uob()[:8], 8224, true)
	last := uint32(len(plain)/512 - 2)
	var sameTable []uint32
	for i := range uint32(109) {
		sameTable = append(sameTable, 76+4*i, 0)
	}
	for name, c := range map[string]struct {
		file []byte
		lies []uint32 // where, and what
		read bool
	}{
		"Intact":                               {plain, nil, true},
		"IntactInSmallSectors":                 {small, nil, true},
		"AStreamIsACycle":                      {plain, []uint32{fat + 4*last, 2}, false},
		"ASectorOfAStreamFollowsItself":        {plain, []uint32{fat + 4*2, 2}, false},
		"AStreamEndsBeyondTheFile":             {plain, []uint32{fat + 4*last, 100}, true},
		"AStreamStartsBeyondTheFile":           {plain, []uint32{entry + 116, 0x7FFFFFFF}, false},
		"AStreamOf4GB":                         {plain, []uint32{entry + 120, most}, true},
		"ADirectorySectorFollowsItself":        {plain, []uint32{fat + 4*1, 1}, false},
		"ADirectoryStartsBeyondTheFile":        {plain, []uint32{48, 0x7FFFFFFF}, false},
		"AnAllocationTableStartsBeyondTheFile": {plain, []uint32{76, 0x00FFFFFF}, false},
		"TheSameAllocationTableAHundredTimes":  {plain, sameTable, true},
		"TheListOfAllocationTablesIsACycle":    {plain, []uint32{68, 0, 72, most, fat + 4*127, 0}, true},
		"CountsOfFourBillion":                  {plain, []uint32{40, most, 44, most, 64, most, 72, most}, true},
		"EveryStreamInSmallSectors":            {plain, []uint32{56, most}, false},
		"SmallSectorsAreACycle":                {small, []uint32{shorts + 4, 0}, false},
		"ASmallSectorFollowsItself":            {small, []uint32{shorts, 0}, false},
		"ASmallSectorStartsBeyondTheFile":      {small, []uint32{entry + 116, 0x00FFFFFF}, false},
		"TheChainOfSmallSectorsIsACycle":       {small, []uint32{fat + 4*2, 2, 64, most}, false},
	} {
		t.Run(name, func(t *testing.T) {
			data := bytes.Clone(c.file)
			for i := 0; i < len(c.lies); i += 2 {
				binary.LittleEndian.PutUint32(data[c.lies[i]:], c.lies[i+1])
			}
			var before, after runtime.MemStats
			runtime.ReadMemStats(&before)
			f, err := bankfile.ReadOrPanic(data, nil)
			runtime.ReadMemStats(&after)
			if took := after.TotalAlloc - before.TotalAlloc; took > 4<<20 {
				t.Errorf("%d bytes took %d", len(data), took)
			}
			if !c.read {
				if !isFault(err, "statement-unreadable") {
					t.Errorf("%v, %v", say(f.Lines), err)
				}
				return
			}
			want := uobLines
			if len(data) == len(small) {
				want = uobLines[:2]
			}
			if diff := cmp.Diff(want, say(f.Lines)); diff != "" || err != nil {
				t.Error(diff, err)
			}
		})
	}
}

// An XLS that is truncated anywhere is read as far as it goes, or refused.
func TestATruncatedXLSIsRefused(t *testing.T) {
	for _, file := range [][]byte{writeXLS(t, uob(), 37, false), writeXLS(t, uob()[:8], 37, true)} {
		for n := 0; n < len(file); n += 61 {
			_, err := bankfile.ReadOrPanic(file[:n], nil)
			if err != nil && !isFault(err, "statement-unreadable") && !isFault(err, "statement-no-header") {
				t.Errorf("%d of %d bytes: %v", n, len(file), err)
			}
		}
	}
}
