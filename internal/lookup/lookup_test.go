package lookup_test

import (
	"context"
	"fmt"
	"testing"

	"github.com/google/go-cmp/cmp"

	"shanmen/internal/db"
	"shanmen/internal/keyset"
	"shanmen/internal/lookup"
	"shanmen/internal/testkit"
)

func find(t *testing.T, a *testkit.App, q string) (ids []string) {
	t.Helper()
	hits, _, err := lookup.Find(t.Context(), a.DB.Read(), lookup.Invoice, q)
	if err != nil {
		t.Fatal(err)
	}
	for _, h := range hits {
		ids = append(ids, h.ID)
	}
	return ids
}

func TestARecordIsFoundByWhatPeopleSay(t *testing.T) {
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
			"陈": {"one"}, "美玲": {"one"}, "陈 玲": {"one"}, "陈美玲": {"one"}, "cml": {"one"}, "ml": {"one"}, "CM": {"one"},
			"zj": {"two"}, "cj": {"two"}, "曾佳": {"two"}, "林𠮷": {"two"}, "𠮷": {"two"},
			"123": both, "000123": both, "INV-2026-000123": {"one"}, "inv-2026": both, "1234": {"two"}, "9123 0567": {"one"},
			"+65 9123 0567": {"one"}, "0567": both, "230 56": {"one"}, "2026-000123": {"one"}, "2026 001234": {"two"}, "6789": {"two"}, "k7q4": {"one"}, "": nil, " -- ": nil, "%": nil, "_": nil, "'": nil,
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

func TestOfTooManyTheVeryWordIsGiven(t *testing.T) {
	testkit.Each(t, func(t *testing.T, a *testkit.App) {
		a.Write(t, func(ctx context.Context, tx *db.Tx) error {
			for i := range keyset.Most + 1 {
				name := "Tanaka"
				if i == 5 || i == 9000 {
					name = "Tan Leng"
				}
				if err := lookup.Add(ctx, tx, lookup.Invoice, fmt.Sprint("i", i), int64(i), lookup.Words{Names: []string{name}}); err != nil {
					return err
				}
			}
			return nil
		})
		hits, more, err := lookup.Find(t.Context(), a.DB.Read(), lookup.Invoice, "tan")
		if err != nil || !more || !cmp.Equal(hits, []lookup.Hit{{ID: "i9000", At: 9000}, {ID: "i5", At: 5}}) {
			t.Errorf("%v, more %t, %v", hits, more, err)
		}
	})
}
