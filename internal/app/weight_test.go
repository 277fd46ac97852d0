package app_test

import (
	"bytes"
	"fmt"
	"math"
	"math/rand/v2"
	"os"
	"strconv"
	"strings"
	"testing"

	"github.com/andybalholm/brotli"

	"shanmen/internal/testkit/source"
)

const (
	weightFile = "testdata/page-weight.txt"
	// Limits of a page for a browser that has the style sheet, in bytes.
	mostHTML, mostBrotli = 60_000, 13_000
	// drift is how much a page may differ from the table: ids are random, and compress a little differently each time.
	drift = 0.02
)

// weight is the size of a page for a browser that has the style sheet, in bytes.
type weight struct{ html, brotli int }

// weigh compresses as the program does (ssr.pageQuality).
func weigh(html string) weight {
	var packed bytes.Buffer
	w := brotli.NewWriterOptions(&packed, brotli.WriterOptions{Quality: 6, LGWin: 18})
	_, _ = w.Write([]byte(html)) // a bytes.Buffer does not fail
	_ = w.Close()
	return weight{len(html), packed.Len()}
}

// overweight compares every page with the limits and with the committed table, which WEIGHT=write writes again.
func overweight(t *testing.T, pages []rendered) (out []string) {
	t.Helper()
	found, names := map[string]weight{}, []string{}
	for _, p := range pages {
		name := p.name + " " + string(p.locale)
		found[name], names = weigh(p.later), append(names, name)
	}
	out = heavy(found)
	if os.Getenv("WEIGHT") == "write" {
		var b strings.Builder
		b.WriteString("# Each page for a browser that has the style sheet, in bytes: page, language, HTML, Brotli.\n" +
			"# WEIGHT=write go test -run TestEveryPageRenders ./internal/app\n")
		for _, name := range names {
			fmt.Fprintf(&b, "%s %d %d\n", name, found[name].html, found[name].brotli)
		}
		if err := os.WriteFile(source.Path(t, weightFile), []byte(b.String()), 0o600); err != nil {
			t.Fatal(err)
		}
		return out
	}
	return append(out, differing(string(source.Read(t, weightFile)), found)...)
}

func heavy(found map[string]weight) (out []string) {
	for name, is := range found {
		if is.html > mostHTML || is.brotli > mostBrotli {
			out = append(out, fmt.Sprintf("%s: %d bytes of HTML, %d compressed; at most %d and %d", name, is.html, is.brotli, mostHTML, mostBrotli))
		}
	}
	return out
}

// differing returns the pages that are not as the table says.
func differing(table string, found map[string]weight) (out []string) {
	known := map[string]weight{}
	for line := range strings.Lines(table) {
		f := strings.Fields(line)
		if len(f) != 4 {
			continue // the comment
		}
		html, _ := strconv.Atoi(f[2])
		packed, _ := strconv.Atoi(f[3])
		known[f[0]+" "+f[1]] = weight{html, packed}
	}
	off := func(is, was int) bool { return math.Abs(float64(is-was)) > drift*float64(was) }
	for name, is := range found {
		if was := known[name]; off(is.html, was.html) || off(is.brotli, was.brotli) {
			out = append(out, fmt.Sprintf("%s: %d bytes of HTML, %d compressed; %s says %d and %d (WEIGHT=write)", name, is.html, is.brotli, weightFile, was.html, was.brotli))
		}
	}
	for name := range known {
		if _, ok := found[name]; !ok {
			out = append(out, name+" is no page, and "+weightFile+" has it (WEIGHT=write)")
		}
	}
	return out
}

// Checks that each limit is one; otherwise every page would pass.
func TestTheWeightTestFindsHeavyPages(t *testing.T) {
	t.Parallel()
	noise := make([]byte, mostBrotli+100)
	_, _ = rand.NewChaCha8([32]byte{}).Read(noise)
	const page = "home en"
	table := "# comment\n" + page + " 50000 11000\n"
	for _, c := range []struct {
		name string
		is   weight
		want int
	}{
		{"OK", weight{50_000, 11_000}, 0},
		{"OKWithOtherIDs", weight{50_900, 11_200}, 0},
		{"ErrGrown", weight{51_100, 11_000}, 1},
		{"ErrCompressesWorse", weight{50_000, 11_300}, 1},
		{"ErrShrunk", weight{40_000, 11_000}, 1},
		{"ErrHTML", weight{mostHTML + 1, 11_000}, 2},
		{"ErrBrotli", weigh(string(noise)), 2},
	} {
		t.Run(c.name, func(t *testing.T) {
			found := map[string]weight{page: c.is}
			if got := append(heavy(found), differing(table, found)...); len(got) != c.want {
				t.Errorf("found %q, want %d", got, c.want)
			}
		})
	}
	if got := differing(table, map[string]weight{"event en": {1, 1}}); len(got) != 2 {
		t.Errorf("a page that is new and one that is gone: %q", got)
	}
}
