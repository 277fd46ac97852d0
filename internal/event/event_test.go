package event_test

import (
	"context"
	"testing"
	"time"

	"shanmen/internal/clock"
	"shanmen/internal/db"
	"shanmen/internal/event"
	"shanmen/internal/locale"
	"shanmen/internal/testkit/pg"
)

func TestUpcomingKeepsWhatIsUnderWay(t *testing.T) {
	for _, engine := range []string{"sqlite", "postgres"} {
		t.Run(engine, func(t *testing.T) {
			t.Parallel()
			ctx := context.Background()
			url := "sqlite:" + t.TempDir() + "/t.db"
			if engine == "postgres" {
				url = pg.URL(t)
			}
			d, err := db.Open(ctx, url)
			if err != nil {
				t.Fatal(err)
			}
			defer d.Close()
			day := time.Date(2026, 11, 23, 1, 30, 0, 0, time.UTC) // 9:30 in Singapore
			clk := clock.NewFake(day.Add(-time.Hour))
			s := &event.Service{DB: d, Clock: clk}
			if cards, until, err := s.Upcoming(ctx, locale.EN, 3); err != nil || cards == nil || len(cards) != 0 || !until.IsZero() {
				t.Fatalf("an empty calendar: %v %v %v", cards, until, err)
			}
			err = d.Write(ctx, func(ctx context.Context, tx *db.Tx) error {
				for i, key := range []string{"later", "chanting"} {
					at := day.AddDate(0, 0, 2*(1-i))
					n := event.New{Key: key, Title: locale.Text{EN: key, ZH: "法会"}, StartsAt: at, EndsAt: at.Add(2 * time.Hour)}
					if _, err := event.Add(ctx, tx, n); err != nil {
						return err
					}
				}
				return nil
			})
			if err != nil {
				t.Fatal(err)
			}
			first := func() (string, time.Time) {
				t.Helper()
				cards, until, err := s.Upcoming(ctx, locale.ZH, 1)
				if err != nil || len(cards) != 1 || cards[0].Title != "法会" {
					t.Fatalf("%+v %v", cards, err)
				}
				return cards[0].Key + " " + cards[0].Lunar, until
			}
			ends := day.Add(2 * time.Hour)
			if key, until := first(); key != "chanting 十月十五" || !until.Equal(ends) {
				t.Errorf("before: %s until %v", key, until)
			}
			clk.Set(ends.Add(-time.Millisecond))
			if key, _ := first(); key != "chanting 十月十五" {
				t.Errorf("under way: %s", key)
			}
			clk.Set(ends)
			if key, _ := first(); key != "later 十月十七" {
				t.Errorf("over: %s", key)
			}
		})
	}
}
