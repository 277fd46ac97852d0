package offering_test

import (
	"context"
	"errors"
	"sync/atomic"
	"testing"
	"time"

	"shanmen/internal/app/demo"
	"shanmen/internal/base/clock"
	"shanmen/internal/base/fault"
	"shanmen/internal/offer/content"
	"shanmen/internal/offer/offering"
	"shanmen/internal/platform/db"
	"shanmen/internal/testkit"
	"shanmen/internal/testkit/template"
	"shanmen/internal/testkit/together"
)

var start = time.Date(2026, 11, 21, 4, 0, 0, 0, time.UTC)

// eachEngine runs a test on a fresh demonstration with each database engine.
func eachEngine(t *testing.T, test func(t *testing.T, d *db.DB, clk *clock.Fake)) {
	template.Tables.Each(t, func(t *testing.T, url string) {
		d, err := db.Open(context.Background(), url)
		if err != nil {
			t.Fatal(err)
		}
		t.Cleanup(func() { _ = d.Close() })
		clk := clock.NewFake(start)
		seed := func(ctx context.Context, tx *db.Tx) error { return demo.Seed(ctx, tx, start) }
		if err := d.Write(context.Background(), seed); err != nil {
			t.Fatal(err)
		}
		test(t, d, clk)
	})
}

func optionID(t *testing.T, d *db.DB, offeringKey, optionKey string) string {
	t.Helper()
	id, err := offering.FindOption(context.Background(), d.Read(), offeringKey, optionKey)
	if err != nil {
		t.Fatal(err)
	}
	return id
}

func remaining(t *testing.T, d *db.DB, id string) int64 {
	t.Helper()
	n, err := d.Read().OfferingStock(context.Background(), id)
	if err != nil || n == nil {
		t.Fatalf("stock: %v %v", n, err)
	}
	return *n
}

func version(t *testing.T, d *db.DB) string {
	t.Helper()
	v, err := d.Read().Setting(context.Background(), content.VersionSetting)
	if err != nil {
		t.Fatal(err)
	}
	return v
}

func TestStockIsTakenAndReturned(t *testing.T) {
	eachEngine(t, func(t *testing.T, d *db.DB, _ *clock.Fake) {
		ctx := context.Background()
		take := func(id string, n int64) (limited, ok bool) {
			t.Helper()
			err := d.Write(ctx, func(ctx context.Context, tx *db.Tx) (err error) {
				s, taken, err := offering.Take(ctx, tx, id, n)
				limited, ok = s.Limited, taken
				return err
			})
			if err != nil {
				t.Fatal(err)
			}
			return limited, ok
		}
		give := func(id string, n int64) {
			t.Helper()
			if err := d.Write(ctx, func(ctx context.Context, tx *db.Tx) error { return offering.GiveBack(ctx, tx, id, n) }); err != nil {
				t.Fatal(err)
			}
		}
		grand, one := optionID(t, d, "light-lamp", "grand"), optionID(t, d, "light-lamp", "one")
		before := version(t, d)
		if limited, ok := take(grand, 200); !limited || !ok || remaining(t, d, grand) != 48 {
			t.Errorf("200 of 248: limited %v ok %v, %d remain", limited, ok, remaining(t, d, grand))
		}
		if version(t, d) != before {
			t.Error("a sale that leaves some dropped the cached pages")
		}
		if limited, ok := take(grand, 49); !limited || ok || remaining(t, d, grand) != 48 {
			t.Errorf("49 of 48: limited %v ok %v, %d remain", limited, ok, remaining(t, d, grand))
		}
		if _, ok := take(grand, 48); !ok || version(t, d) == before {
			t.Error("the last sale was refused, or left the cached pages")
		}
		before = version(t, d)
		give(grand, 1)
		if remaining(t, d, grand) != 1 || version(t, d) == before {
			t.Error("what came back is not there, or the cached pages still say sold out")
		}
		if limited, ok := take(one, 1000); limited || !ok {
			t.Errorf("an unlimited option: limited %v ok %v", limited, ok)
		}
		give(one, 5)
		if n, _ := d.Read().OfferingStock(ctx, one); n != nil {
			t.Errorf("giving back made an unlimited option limited: %d", *n)
		}
		if limited, ok := take("nothing", 1); !limited || ok {
			t.Errorf("an option that is not there: limited %v ok %v", limited, ok)
		}
	})
}

func TestOneOfFiftyBuyersGetsTheLastLamp(t *testing.T) {
	eachEngine(t, func(t *testing.T, d *db.DB, _ *clock.Fake) {
		ctx := context.Background()
		id := optionID(t, d, "light-lamp", "one") // which has no positions in a hall
		last := int64(1)
		if err := d.Write(ctx, func(ctx context.Context, tx *db.Tx) error { return offering.SetRemaining(ctx, tx, id, &last) }); err != nil {
			t.Fatal(err)
		}
		var sold atomic.Int64
		together.AtOnce(50, func(int) {
			var ok bool
			err := d.Write(ctx, func(ctx context.Context, tx *db.Tx) (err error) {
				_, ok, err = offering.Take(ctx, tx, id, 1)
				return err
			})
			if err != nil {
				t.Error(err)
			} else if ok {
				sold.Add(1)
			}
		})
		if sold.Load() != 1 || remaining(t, d, id) != 0 {
			t.Errorf("%d sold, %d remain", sold.Load(), remaining(t, d, id))
		}
	})
}

func TestCachedCatalogueFollowsOfficeEdits(t *testing.T) {
	eachEngine(t, func(t *testing.T, d *db.DB, clk *clock.Fake) {
		ctx := context.Background()
		id := optionID(t, d, "light-lamp", "family")
		facts := func() offering.Facts {
			t.Helper()
			f, err := offering.Price(ctx, d.Read(), clk.Now(), id)
			if err != nil {
				t.Fatal(err)
			}
			return f
		}
		edit := func(fn func(context.Context, *db.Tx) error) {
			t.Helper()
			before := version(t, d)
			if err := d.Write(ctx, fn); err != nil {
				t.Fatal(err)
			}
			if version(t, d) == before {
				t.Error("cached pages were not dropped")
			}
		}
		f := facts()
		if *f.Price != 8800 || *f.NameCapacity != 6 || f.FormKey != "lamp" || f.FormVersion != 1 || f.State != offering.Open || len(f.Terms) != 2 || f.Title.ZH != "光明灯" {
			t.Errorf("at first: %+v", f)
		}
		edit(func(ctx context.Context, tx *db.Tx) error { return testkit.SetPrice(ctx, tx, id, 9900) })
		if got := *facts().Price; got != 9900 {
			t.Errorf("price %d", got)
		}
		none := int64(0)
		edit(func(ctx context.Context, tx *db.Tx) error { return offering.SetRemaining(ctx, tx, id, &none) })
		if got := facts().State; got != offering.SoldOut {
			t.Errorf("state %s", got)
		}
		edit(func(ctx context.Context, tx *db.Tx) error {
			return testkit.CloseOffering(ctx, tx, f.OfferingID, clk.Now().Add(time.Hour))
		})
		clk.Advance(time.Hour - time.Millisecond)
		if got := facts().State; got != offering.SoldOut {
			t.Errorf("a moment before closing: %s", got)
		}
		clk.Advance(time.Millisecond)
		if got := facts().State; got != offering.Closed {
			t.Errorf("at closing: %s", got)
		}
		edit(func(ctx context.Context, tx *db.Tx) error { return testkit.ShowOffering(ctx, tx, f.OfferingID, false) })
		if got := facts().State; got != offering.Withdrawn {
			t.Errorf("taken out: %s", got)
		}
		err := d.Write(ctx, func(ctx context.Context, tx *db.Tx) error { return testkit.SetPrice(ctx, tx, "nothing", 100) })
		if !errors.Is(err, fault.NotFound()) {
			t.Errorf("a price of nothing: %v", err)
		}
		if _, err := offering.Price(ctx, d.Read(), clk.Now(), "nothing"); !errors.Is(err, fault.NotFound()) {
			t.Errorf("facts of nothing: %v", err)
		}
	})
}
