package lookup_test

import (
	"context"
	"fmt"
	"math/rand/v2"
	"slices"
	"strings"
	"testing"
	"time"

	"github.com/google/go-cmp/cmp"
	"github.com/mozillazg/go-pinyin"

	"shanmen/internal/base/clock"
	"shanmen/internal/base/keyset"
	"shanmen/internal/platform/db"
	"shanmen/internal/platform/lookup"
	"shanmen/internal/testkit"
)

// put writes records with one name each: the first is the oldest.
func put(t *testing.T, a *testkit.App, names ...string) {
	t.Helper()
	a.Write(t, func(ctx context.Context, tx *db.Tx) error {
		for i, name := range names {
			if err := lookup.Put(ctx, tx, lookup.Invoice, name, clock.Millis(i), lookup.Words{Names: []string{name}}); err != nil {
				return err
			}
		}
		return nil
	})
}

func TestSearchToleratesSpellingVariants(t *testing.T) {
	testkit.Each(t, func(t *testing.T, a *testkit.App) {
		put(t, a, "陈美玲", "陳大文", "林𠮷明", "\U0002A6D5王曾", "⻢⻰", "單解曾", "单曾解", "吕葉")
		for q, want := range map[string][]string{
			// Simplified and traditional Chinese find each other.
			"陳美玲": {"陈美玲"}, "陈大文": {"陳大文"}, "陳": {"陳大文", "陈美玲"}, "陈": {"陳大文", "陈美玲"}, "叶": {"吕葉"},
			// An unreadable or substituted character does not hide the others.
			"lin": {"林𠮷明", "陈美玲"}, "lin ming": {"林𠮷明"}, "linjiming": {"林𠮷明"}, "ljm": {"林𠮷明"}, "林吉明": {"林𠮷明"}, "𠮷": {"林𠮷明"},
			"wang": {"\U0002A6D5王曾"}, "wangzeng": {"\U0002A6D5王曾"}, "wc": {"\U0002A6D5王曾"}, "\U0002A6D5": {"\U0002A6D5王曾"},
			// Radical characters, as copied from some PDFs.
			"马": {"⻢⻰"}, "馬龍": {"⻢⻰"}, "⻢龙": {"⻢⻰"}, "malong": {"⻢⻰"}, "⻢": {"⻢⻰"},
			// A surname with two readings comes before others that have one of them.
			"shan": {"单曾解", "單解曾"}, "dan": {"单曾解", "單解曾"}, "shan xie": {"单曾解", "單解曾"}, "shanzengxie": {"单曾解"}, "shanxiezeng": {"單解曾"}, "szx": {"单曾解"},
			// ü is typed in several ways.
			"lü ye": {"吕葉"}, "lvye": {"吕葉"}, "lu": {"吕葉"}, "lyu ye": {"吕葉"},
			// Both scripts in one word.
			"chen美玲": {"陈美玲"}, "陈mei": {"陈美玲"},
		} {
			if diff := cmp.Diff(want, find(t, a, q)); diff != "" {
				t.Errorf("%q: %s", q, diff)
			}
		}
	})
}

// Numbers as given on a slip, in a message or on the telephone.
func TestANumberSearchRanksTheIntendedOrderFirst(t *testing.T) {
	testkit.Each(t, func(t *testing.T, a *testkit.App) {
		a.Write(t, func(ctx context.Context, tx *db.Tx) error {
			for i := range 40 {
				w := lookup.Words{
					Numbers: []string{fmt.Sprintf("INV-2026-%06d", i+1)}, Mobiles: []string{fmt.Sprintf("+6591234%03d", i)}, Others: []string{fmt.Sprintf("KVFATJX2%02d", i)},
				}
				if i == 22 {
					w.Others = []string{"B4EKP8UES7"}
				}
				if err := lookup.Put(ctx, tx, lookup.Invoice, fmt.Sprintf("i%02d", i+1), clock.Millis(i), w); err != nil {
					return err
				}
			}
			return lookup.Put(ctx, tx, lookup.Invoice, "i2345", 100, lookup.Words{Numbers: []string{"INV-2026-002345"}})
		})
		for q, want := range map[string]string{
			"000023": "i23", "23": "i23", "023": "i23", "inv 2026 000023": "i23", "INV-2026-000023": "i23", "inv2026 23": "i23", "INV 23": "i23", "２３": "i23", "#23": "i23",
			"B4EKP 8UES7": "i23", "b4ekp8ues7": "i23", "B4EK P8UE S7": "i23", "kvfa tjx223": "i24", "KVFA-TJX223": "i24",
			"9123 4022": "i23", "+65 91234022": "i23", "002345": "i2345",
		} {
			if diff := cmp.Diff([]string{want}, find(t, a, q)); diff != "" {
				t.Errorf("%q: %s", q, diff)
			}
		}
		for _, q := range []string{"000045", "inv 2026 000045", "inv 2027 000023"} { // not a document number, and part of many mobile numbers
			if got := find(t, a, q); len(got) != 0 {
				t.Errorf("%q finds %v", q, got)
			}
		}
		// Four digits may be part of a mobile number as well: records with exactly this number come first, on every
		// page.
		r := a.DB.Read()
		a.Write(t, func(ctx context.Context, tx *db.Tx) error {
			return lookup.Put(ctx, tx, lookup.Invoice, "old", 0, lookup.Words{Numbers: []string{"INV-2025-001234", "OR-2026-001234"}})
		})
		search, _, err := lookup.For(t.Context(), r, lookup.Invoice, "1234")
		if err != nil {
			t.Fatal(err)
		}
		for _, most := range []int64{1, 7, 100} {
			var got []string
			for after := (keyset.Key{}); ; {
				hits, err := search.Newest(t.Context(), r, after, most)
				if err != nil {
					t.Fatal(err)
				}
				for _, h := range hits {
					got, after = append(got, h.ID), keyset.Key{At: h.At, ID: h.ID}
				}
				if int64(len(hits)) < most {
					break
				}
			}
			if len(got) != 41 || got[0] != "old" || got[1] != "i40" || got[40] != "i01" || len(slices.Compact(slices.Sorted(slices.Values(got)))) != 41 {
				t.Errorf("%d a page: %v", most, got)
			}
		}
		if total, more, err := search.Total(t.Context(), r); total != 41 || more || err != nil {
			t.Errorf("%d, more %t, %v", total, more, err)
		}
	})
}

// readingsOf are a character's pronunciations as people type them.
func readingsOf(char rune) (out []string) {
	args := pinyin.NewArgs()
	args.Heteronym = true
	said := pinyin.SinglePinyin(char, args)
	slices.Sort(said)
	return slices.Compact(said)
}

// Whatever characters follow, each reading of a surname finds the name: alone, before the usual reading of the next
// character, joined with it, and by its first letter; and the name finds itself in either script.
func TestEverySurnamePronunciationFindsTheName(t *testing.T) {
	surnames, given := "单曾区翟解仇查任盖种乐朴繁缪尉员長單區樂", []rune("单曾区翟解仇和行长朝重藏调传参差的着好会乐了还都得没大发佛石明华")
	rnd := rand.New(rand.NewPCG(7, 23))
	var names []string
	for _, s := range surnames {
		for n := range 4 {
			name := string(s)
			for range n {
				name += string(given[rnd.IntN(len(given))])
			}
			if !slices.Contains(names, name) {
				names = append(names, name)
			}
		}
	}
	testkit.Each(t, func(t *testing.T, a *testkit.App) {
		put(t, a, names...)
		for _, name := range names {
			chars := []rune(name)
			ask := []string{name}
			for _, said := range readingsOf(chars[0]) {
				ask = append(ask, said)
				if len(chars) > 1 {
					for _, next := range readingsOf(chars[1]) { // a surname may have two characters
						ask = append(ask, said+" "+next, said+next, said[:1]+next[:1])
					}
				}
			}
			for _, q := range ask {
				if got := find(t, a, q); !slices.Contains(got, name) {
					t.Errorf("%s (%v): %q finds %v", name, readingsOf(chars[0]), q, got)
				}
			}
		}
	})
}

// Searching for a pasted page of text costs no more than for a name.
func TestALongSearchIsNotSlower(t *testing.T) {
	testkit.Each(t, func(t *testing.T, a *testkit.App) {
		put(t, a, strings.Repeat("单曾解", 30), strings.Repeat("和行长 ", 40), "陈美玲")
		start := time.Now()
		for _, q := range []string{strings.Repeat("单曾解", 3000), strings.Repeat("shan ", 3000), strings.Repeat("k7 2", 5000), strings.Repeat("é", 5000), strings.Repeat("9", 5000), strings.Repeat("陈 ", 3000)} {
			find(t, a, q)
		}
		if took := time.Since(start); took > 5*time.Second {
			t.Errorf("%v", took)
		}
		if got := find(t, a, strings.Repeat("单曾解", 30)); len(got) != 1 {
			t.Errorf("a name that is cut off finds %v", got)
		}
	})
}
