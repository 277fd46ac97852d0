package lookup_test

import (
	"context"
	"fmt"
	"testing"

	"github.com/google/go-cmp/cmp"

	"shanmen/internal/base/clock"
	"shanmen/internal/base/keyset"
	"shanmen/internal/platform/db"
	"shanmen/internal/platform/lookup"
	"shanmen/internal/testkit"
)

// Prefixes are set by the office and may contain digits; an order is found by its receipts' numbers too.
func TestEveryNumberOfAnOrderFindsIt(t *testing.T) {
	testkit.Each(t, func(t *testing.T, a *testkit.App) {
		a.Write(t, func(ctx context.Context, tx *db.Tx) error {
			if err := lookup.Add(ctx, tx, lookup.Invoice, "one", 10, lookup.Words{Numbers: []string{"A26-2026-000123"}}); err != nil {
				return err
			}
			for _, receipt := range []string{"OR-2026-000123", "OR-2027-000045"} { // the first contains a term of the order itself
				if err := lookup.Add(ctx, tx, lookup.Invoice, "one", 10, lookup.Words{Numbers: []string{receipt}}); err != nil {
					return err
				}
			}
			return nil
		})
		for _, q := range []string{
			"A26-2026-000123", "a26 2026 000123", "A26", "2026-000123", "123", "000123", "OR-2026-000123", "or2026000123", "OR", "OR-2027", "2027-000045", "45", "000045",
		} {
			if got := find(t, a, q); len(got) != 1 {
				t.Errorf("%q finds %v", q, got)
			}
		}
		for _, q := range []string{"INV-2026-000123", "OR-2026-000045", "A26-2027"} {
			if got := find(t, a, q); len(got) != 0 {
				t.Errorf("%q finds %v", q, got)
			}
		}
	})
}

func find(t *testing.T, a *testkit.App, q string) (ids []string) {
	t.Helper()
	search, _, err := lookup.For(t.Context(), a.DB.Read(), lookup.Invoice, q)
	if err != nil {
		t.Fatal(err)
	}
	hits, err := search.Newest(t.Context(), a.DB.Read(), keyset.Key{}, 100)
	if err != nil {
		t.Fatal(err)
	}
	total, more, err := search.Total(t.Context(), a.DB.Read())
	if err != nil || total != int64(len(hits)) || more {
		t.Errorf("%q: %d found, %d counted, more %t, %v", q, len(hits), total, more, err)
	}
	for _, h := range hits {
		ids = append(ids, h.ID)
	}
	return ids
}

func TestOrdersAreFoundByNamesNumbersAndMobiles(t *testing.T) {
	testkit.Each(t, func(t *testing.T, a *testkit.App) {
		a.Write(t, func(ctx context.Context, tx *db.Tx) error {
			err := lookup.Put(ctx, tx, lookup.Invoice, "one", 10, lookup.Words{
				Numbers: []string{"INV-2026-000123"}, Names: []string{"Tan Bee Leng", "陈美玲"}, Mobiles: []string{"+6591230567"}, Others: []string{"K7Q4X9TM2P"},
			})
			if err != nil {
				return err
			}
			return lookup.Put(ctx, tx, lookup.Invoice, "two", 20, lookup.Words{
				Numbers: []string{"INV-2026-001234"}, Names: []string{"Tan Ah Kow", "曾佳", "林𠮷"}, Mobiles: []string{"+60123456789"},
			})
		})
		both := []string{"two", "one"}
		for q, want := range map[string][]string{
			"tan": both, "TAN bee": {"one"}, "bee tan": {"one"}, "lee": nil, "Ｌｅｎｇ": {"one"},
			"陈": {"one"}, "美玲": {"one"}, "陈 玲": {"one"}, "陈美玲": {"one"}, "chen": {"one"}, "chen mei ling": {"one"}, "mei chen": {"one"}, "meiling": {"one"}, "chenm": {"one"}, "zeng jia": {"two"}, "ceng": {"two"}, "eiling": nil, "cml": {"one"}, "ml": {"one"}, "CM": {"one"},
			"zj": {"two"}, "cj": {"two"}, "曾佳": {"two"}, "林𠮷": {"two"}, "𠮷": {"two"},
			"123": {"one"}, "000123": {"one"}, "12": both, "INV-2026-000123": {"one"}, "inv-2026": both, "1234": {"two"}, "9123 0567": {"one"},
			"+65 9123 0567": {"one"}, "0567": {"one"}, "567": {"one"}, "5678": {"two"}, "230 56": {"one"}, "2026-000123": {"one"}, "2026 001234": {"two"}, "6789": {"two"}, "k7q4": {"one"}, "": nil, " -- ": nil, "%": nil, "_": nil, "'": nil,
		} {
			if diff := cmp.Diff(want, find(t, a, q)); diff != "" {
				t.Errorf("%q: %s", q, diff)
			}
		}
		a.Write(t, func(ctx context.Context, tx *db.Tx) error {
			return lookup.Put(ctx, tx, lookup.Invoice, "one", 10, lookup.Words{Names: []string{"Lim"}})
		})
		if got := append(find(t, a, "bee"), find(t, a, "lim")...); !cmp.Equal(got, []string{"one"}) {
			t.Errorf("after a change of words: %v", got)
		}
	})
}

// crowd are ten thousand records with nine names that begin with Tan, as many with nine that begin with Bee, and a few
// with exactly these words.
func crowd(t *testing.T, a *testkit.App) {
	t.Helper()
	for from, word := range map[int]string{0: "tanaka", 20_000: "beeleng"} {
		a.Exec(t, fmt.Sprintf(`INSERT INTO search_terms (kind, subject, term, at)
			WITH RECURSIVE n (i) AS (SELECT %d UNION ALL SELECT i + 1 FROM n WHERE i < %d)
			SELECT 'invoice', 'i' || i, '%x' || '6' || (i %% 9 + 1), i FROM n`, from, from+keyset.Most, word))
	}
	a.Write(t, func(ctx context.Context, tx *db.Tx) error {
		for at, name := range map[int64]string{15_005: "Tan Leng", 19_000: "Tan Leng", 17_000: "Bee Eng Tan", 17_001: "Bee Eng Tan", 18_000: "Bee"} {
			if err := lookup.Add(ctx, tx, lookup.Invoice, fmt.Sprint("i", at), clock.Millis(at), lookup.Words{Names: []string{name}}); err != nil {
				return err
			}
		}
		return nil
	})
}

func TestCommonWordsReturnExactMatchesOnly(t *testing.T) {
	testkit.Each(t, func(t *testing.T, a *testkit.App) {
		crowd(t, a)
		r := a.DB.Read()
		for q, want := range map[string][]string{
			"tan": {"i19000", "i17001", "i17000", "i15005"}, "tan bee": {"i17001", "i17000"}, "bee TAN": {"i17001", "i17000"},
		} {
			search, _, err := lookup.For(t.Context(), r, lookup.Invoice, q)
			if err != nil {
				t.Fatal(err)
			}
			first, err := search.Newest(t.Context(), r, keyset.Key{}, 1)
			if err != nil || len(first) != 1 {
				t.Fatalf("%q: %v, %v", q, first, err)
			}
			rest, err := search.Newest(t.Context(), r, keyset.Key{At: first[0].At, ID: first[0].ID}, 10)
			if err != nil {
				t.Fatal(err)
			}
			var got []string
			for _, h := range append(first, rest...) {
				got = append(got, h.ID)
			}
			if diff := cmp.Diff(want, got); diff != "" {
				t.Errorf("%q: %s", q, diff)
			}
			if total, more, err := search.Total(t.Context(), r); total != int64(len(want)) || !more || err != nil {
				t.Errorf("%q: %d, more %t, %v", q, total, more, err)
			}
		}
		// When few different terms match, all are searched, however many records have them.
		search, _, err := lookup.For(t.Context(), r, lookup.Invoice, "tanakaa")
		if err != nil {
			t.Fatal(err)
		}
		hits, err := search.Newest(t.Context(), r, keyset.Key{At: 27, ID: "i27"}, 2)
		if err != nil || !cmp.Equal(hits, []lookup.Hit{{ID: "i18", At: 18}, {ID: "i9", At: 9}}) {
			t.Errorf("%v, %v", hits, err)
		}
	})
}
