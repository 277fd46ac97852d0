package event_test

import (
	"context"
	"errors"
	"strconv"
	"strings"
	"testing"
	"time"

	"shanmen/internal/base/fault"
	"shanmen/internal/base/locale"
	"shanmen/internal/base/uses"
	"shanmen/internal/offer/event"
	"shanmen/internal/platform/db"
	"shanmen/internal/testkit"
)

// empty removes the demonstration's events, for tests with their own.
func empty(t *testing.T, a *testkit.App) {
	t.Helper()
	ctx := t.Context()
	list, err := a.Events.List(ctx, &event.ListIn{From: "2000-01-01"})
	if err == nil {
		err = a.DB.Write(ctx, func(ctx context.Context, tx *db.Tx) error {
			for _, e := range list.Items {
				if err := event.Publish(ctx, tx, e.Key, false, a.Clock.Now()); err != nil {
					return err
				}
			}
			return nil
		})
	}
	if err != nil {
		t.Fatal(err)
	}
}

func add(t *testing.T, a *testkit.App, list ...event.New) {
	t.Helper()
	err := a.DB.Write(t.Context(), func(ctx context.Context, tx *db.Tx) error {
		for _, n := range list {
			if n.EndsAt.IsZero() {
				n.EndsAt = n.StartsAt.Add(2 * time.Hour)
			}
			if n.Title == (locale.Text{}) {
				n.Title = locale.Text{EN: n.Key, ZH: "法会"}
			}
			if _, err := event.Add(ctx, tx, n, a.Clock.Now()); err != nil {
				return err
			}
		}
		return nil
	})
	if err != nil {
		t.Fatal(err)
	}
}

func TestUpcomingIncludesOngoingEvents(t *testing.T) {
	testkit.Each(t, func(t *testing.T, a *testkit.App) {
		ctx := t.Context()
		empty(t, a)
		if cards, err := a.Events.Upcoming(ctx, locale.EN, 3); err != nil || cards == nil || len(cards) != 0 {
			t.Fatalf("an empty calendar: %v %v", cards, err)
		}
		day := time.Date(2026, 11, 23, 1, 30, 0, 0, time.UTC) // 9:30 in Singapore
		ends := day.Add(2 * time.Hour)
		add(t, a, event.New{Key: "later", StartsAt: day.AddDate(0, 0, 2)}, event.New{Key: "chanting", StartsAt: day})
		first := func() (string, time.Time) {
			t.Helper()
			ctx, noted := uses.Collect(ctx)
			cards, err := a.Events.Upcoming(ctx, locale.ZH, 1)
			if err != nil || len(cards) != 1 || cards[0].Title != "法会" {
				t.Fatalf("%+v %v", cards, err)
			}
			return cards[0].Key + " " + cards[0].Lunar + " " + cards[0].State, noted.Until()
		}
		if got, until := first(); got != "chanting 十月十五 upcoming" || !until.Equal(day) {
			t.Errorf("before: %s until %v", got, until)
		}
		a.Clock.Set(day)
		if got, until := first(); got != "chanting 十月十五 now" || !until.Equal(ends) {
			t.Errorf("at its beginning: %s until %v", got, until)
		}
		a.Clock.Set(ends.Add(-time.Millisecond))
		if got, _ := first(); got != "chanting 十月十五 now" {
			t.Errorf("under way: %s", got)
		}
		a.Clock.Set(ends)
		if got, _ := first(); got != "later 十月十七 upcoming" {
			t.Errorf("over: %s", got)
		}
	})
}

func TestAnEventIsPublishedAndHidden(t *testing.T) {
	testkit.Each(t, func(t *testing.T, a *testkit.App) {
		publish := func(key string, on bool) (err error) {
			return a.DB.Write(t.Context(), func(ctx context.Context, tx *db.Tx) error {
				return event.Publish(ctx, tx, key, on, a.Clock.Now())
			})
		}
		shown := func() (list string) {
			c := a.Guest()
			for _, path := range []string{"/api/event", "/event/_payload.json", "/api/event/calendar.ics", "/event/feed.atom", "/_payload.json"} {
				list += strconv.Itoa(strings.Count(string(c.Get(path).Want(200).Body), "Full moon chanting")) + " "
			}
			return list + strconv.Itoa(c.Get("/api/event/full-moon-chanting").Status)
		}
		if got := shown(); got != "25 4 25 13 1 200" {
			t.Errorf("published: %s", got)
		}
		if err := publish("full-moon-chanting", false); err != nil {
			t.Fatal(err)
		}
		if got := shown(); got != "0 0 0 0 0 404" {
			t.Errorf("withdrawn: %s", got)
		}
		if err := publish("no-such", true); !errors.Is(err, fault.NotFound()) {
			t.Errorf("no such event: %v", err)
		}
	})
}
