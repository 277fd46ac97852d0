package bankfile_test

import (
	"bytes"
	"encoding/binary"
	"fmt"
	"runtime"
	"strings"
	"syscall"
	"testing"
	"time"

	"shanmen/internal/sales/bankfile"
)

// ring is an XLS whose directory refers to its own beginning; each of its many entries claims the whole file.
func ring(sectors int) []byte {
	le := binary.LittleEndian
	fats := (sectors + 127) / 128
	data := make([]byte, 512*(sectors+1))
	copy(data, "\xD0\xCF\x11\xE0\xA1\xB1\x1A\xE1")
	le.PutUint16(data[30:], 9)
	le.PutUint16(data[32:], 6)
	le.PutUint32(data[48:], uint32(fats)) // the directory
	le.PutUint32(data[56:], 4096)
	le.PutUint32(data[60:], 0xFFFFFFFE)
	le.PutUint32(data[68:], 0xFFFFFFFE)
	for i := range min(fats, 109) {
		le.PutUint32(data[76+4*i:], uint32(i))
	}
	for i := range sectors {
		next := uint32(i + 1)
		if i == sectors-1 {
			next = uint32(fats)
		}
		if 4*i+516 <= 512*(fats+1) {
			le.PutUint32(data[512+4*i:], next)
		}
	}
	for at := 512 * (fats + 1); at+128 <= len(data); at += 128 {
		data[at+66] = 5
		le.PutUint32(data[at+116:], uint32(fats))
	}
	return data
}

// folders is an XLS whose directory has so many nested folders.
func folders(deep int) []byte {
	le := binary.LittleEndian
	data := ring(deep/4 + (deep/4+127)/128)
	directory := data[512*(1+le.Uint32(data[48:])):]
	for i := range len(directory) / 128 {
		e := directory[128*i:]
		copy(e, "a\x00b\x00")
		le.PutUint16(e[64:], 6)
		if e[66] = 1; i == 0 {
			e[66] = 5
		}
		le.PutUint32(e[68:], 0xFFFFFFFF)
		le.PutUint32(e[72:], 0xFFFFFFFF)
		le.PutUint32(e[76:], uint32(i+1))
	}
	le.PutUint32(data[len(data)-128+76:], 0xFFFFFFFF)
	last := uint32(len(data)/512 - 2)
	le.PutUint32(data[512+4*last:], 0xFFFFFFFE)
	return data
}

// formatted is an XLS with one number format of maximum length, and as many numbers as fit.
func formatted(cells int) []byte {
	x := &xls{}
	x.record(0x0809, uint16(0x0600), uint16(0x0005), make([]byte, 12))
	x.record(0x041E, uint16(164), uint16(8000), byte(0), bytes.Repeat([]byte("0"), 8000))
	x.record(0x00E0, uint16(0), uint16(164), make([]byte, 16))
	x.record(0x000A)
	x.record(0x0809, uint16(0x0600), uint16(0x0010), make([]byte, 12))
	for i := range cells {
		x.record(0x0203, uint16(i/60), uint16(i%60), uint16(0), 1.5)
	}
	x.record(0x000A)
	return compoundFile(x.Bytes(), false)
}

// processor is the CPU time of this process, which does not depend on how busy the machine is.
func processor(t *testing.T) time.Duration {
	t.Helper()
	var u syscall.Rusage
	if err := syscall.Getrusage(syscall.RUSAGE_SELF, &u); err != nil {
		t.Fatal(err)
	}
	return time.Duration(u.Utime.Nano() + u.Stime.Nano())
}

const knownHeader = "Transaction Date,Transaction Description,Withdrawal,Deposit\n"

// Whatever a file contains, reading it is quick and takes memory in proportion to its size: a treasurer's upload must
// not slow down the temple's website.
func TestNoBankFileTakesLongOrMuchMemory(t *testing.T) {
	sheet := func(texts, rows string) []byte {
		return zipped(t, map[string]string{
			"xl/sharedStrings.xml":     "<sst>" + texts + "</sst>",
			"xl/worksheets/sheet1.xml": "<worksheet><sheetData>" + rows + "</sheetData></worksheet>",
		})
	}
	row := func(cell string, n int) string { return "<row>" + strings.Repeat(cell, n) + "</row>" }
	for name, data := range map[string][]byte{
		"ADirectoryIsACycle":           ring(10_000),
		"NestedFolders":                folders(39_000),
		"AVeryLongNumberFormat":        formatted(270_000),
		"NestedElements":               sheet("", strings.Repeat("<a>", 5<<20)),
		"MillionsOfAttributes":         sheet("", "<row "+strings.Repeat(`a="" `, 5<<20)+"/>"),
		"TheSameLongTextInEachCell":    sheet("<si><t>"+strings.Repeat("x", 2000)+"</t></si>", strings.Repeat(row(`<c t="s"><v>0</v></c>`, 60), 15_000)),
		"UnusedTexts":                  sheet(strings.Repeat("<si/>", 5<<20), ""),
		"UnusedStyles":                 zipped(t, map[string]string{"xl/styles.xml": "<styleSheet>" + strings.Repeat(`<numFmt numFmtId="1" formatCode="`+strings.Repeat("0", 100)+`"/>`, 200_000) + "<cellXfs>" + strings.Repeat(`<xf numFmtId="1"/>`, 400_000) + "</cellXfs></styleSheet>"}),
		"AVeryLongDescription":         []byte(knownHeader + "30 May 2026,x,,1.00\n" + strings.Repeat(","+strings.Repeat("x", 90)+",,\n", 49_000)),
		"CellsOfManyLines":             []byte(knownHeader + strings.Repeat(`"`+strings.Repeat("\n1 Jox 26,", 18)+`",`+"\n", 25_000)),
		"AmountsOfMinusSignsOnly":      sheet("<si><t>"+strings.Repeat("-", 2000)+"</t></si><si><t>30 May 2026</t></si><si><t>Transaction Date</t></si><si><t>Transaction Description</t></si><si><t>Withdrawal</t></si><si><t>Deposit</t></si>", "<row>"+`<c t="s"><v>2</v></c><c t="s"><v>3</v></c><c t="s"><v>4</v></c><c t="s"><v>5</v></c></row>`+strings.Repeat(`<row><c t="s"><v>1</v></c><c t="s"><v>1</v></c><c t="s"><v>0</v></c><c t="s"><v>0</v></c></row>`, 7000)),
		"AnIndicatorBesideManyAmounts": []byte("Date,What,Sum,Way\n" + strings.Repeat("21 Nov 2026,x,1.00,CR\n", 49_000)),
		"AnUnclosedQuotationMark":      []byte(knownHeader + `"` + strings.Repeat("30 May 2026,x,,1.00\n", 49_000)),
	} {
		t.Run(name, func(t *testing.T) {
			if len(data) > bankfile.MaxBytes {
				t.Fatalf("%d bytes", len(data))
			}
			var before, after runtime.MemStats
			runtime.ReadMemStats(&before)
			began := processor(t)
			f, err := bankfile.Read("x.xls", data, nil)
			if isFault(err, "statement-no-header") {
				_, err = bankfile.Read("x.xls", data, &f.Guess)
			}
			took := processor(t) - began
			runtime.ReadMemStats(&after)
			said := fmt.Sprintf("%d bytes took %s and %d MB: %v", len(data), took.Round(time.Millisecond), (after.TotalAlloc-before.TotalAlloc)>>20, err)
			if took > 8*time.Second || (after.TotalAlloc-before.TotalAlloc)>>20 > 600 {
				t.Error(said)
			}
			t.Log(said)
		})
	}
}
