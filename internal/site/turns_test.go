package site_test

import (
	"context"
	"maps"
	"slices"
	"testing"
	"time"

	"shanmen/internal/base/clock"
	"shanmen/internal/offer/editing"
	"shanmen/internal/offer/event/rule"
	"shanmen/internal/platform/db"
	"shanmen/internal/testkit"
)

// Changes caused by the clock alone, without a change of content: at each such moment cached data equals fresh data,
// and a page that differs had announced its expiry.
func TestPagesChangeWhenTheClockReachesADate(t *testing.T) {
	t.Parallel()
	testkit.Each(t, func(t *testing.T, a *testkit.App) {
		now := a.Clock.Now().Truncate(time.Second)
		// None of the moments is a midnight, at which every page expires anyway.
		at := func(h int) time.Time { return now.Add(time.Duration(h)*time.Hour + 7*time.Minute) }
		editor := a.Staff(t, "editor")
		bottle := a.Option(t, "lamp-oil", "bottle")
		begins, ends := at(2), at(3)
		closes, opens := at(5), at(6)
		first, second := at(8), at(26)
		late, over := at(30), at(32)
		a.Write(t, func(ctx context.Context, tx *db.Tx) error {
			o, err := tx.OfferingByKey(ctx, "light-lamp")
			if err != nil {
				return err
			}
			if err := testkit.CloseOffering(ctx, tx, o.ID, closes); err != nil {
				return err
			}
			if err := testkit.TurnPrice(ctx, tx, bottle, first, 1300); err != nil {
				return err
			}
			return testkit.TurnPrice(ctx, tx, bottle, second, 1700)
		})
		var event editing.Added
		editor.Post("/api/admin/record", map[string]any{"kind": "event", "key": "evening", "fields": map[string]string{
			"title.en": "Evening", "title.zh": "晚课", "place.en": "Library", "place.zh": "藏经阁", "kind": "talk",
			"rule": rule.Once(late, over).JSON(),
		}}).Want(200).JSON(&event)
		editor.Publish(event.Record.ID, "en", "zh").Want(200)
		var banner editing.Added
		editor.Post("/api/admin/record", map[string]any{"kind": "banner", "key": "", "fields": map[string]string{
			"title.en": "Tonight", "title.zh": "今晚", "type": "101", "art": "lamp",
		}}).Want(200).JSON(&banner)
		editor.Publish(banner.Record.ID, "en", "zh").Want(200)
		a.Exec(t, `UPDATE banners SET opens_at = $1, closes_at = $2 WHERE title_en = 'Tonight'`, clock.MillisOf(begins), clock.MillisOf(ends))
		a.Exec(t, `UPDATE offerings SET opens_at = $1 WHERE key = 'incense'`, clock.MillisOf(opens))

		for _, moment := range []struct {
			name  string
			at    time.Time
			shows []string
		}{
			{"a banner begins", begins, []string{"/"}},
			{"a banner ends", ends, []string{"/"}},
			{"booking closes", closes, []string{"/blessing-service", "/blessing-service/light-lamp"}},
			{"booking opens", opens, []string{"/blessing-service", "/blessing-service/incense"}},
			{"a price turns", first, []string{"/blessing-service", "/blessing-service/lamp-oil"}},
			{"a price turns again", second, []string{"/blessing-service", "/blessing-service/lamp-oil"}},
			{"an event is over", over, []string{"/event", "/event/evening"}},
		} {
			a.Clock.Set(moment.at.Add(-time.Millisecond))
			before := publicPages(t, a)
			dataIsNew(t, a, "before "+moment.name, before) // and is cached from here on
			a.Clock.Set(moment.at)
			after := publicPages(t, a)
			var differ []string
			for _, path := range slices.Sorted(maps.Keys(before)) {
				if before[path].text == after[path].text {
					continue
				}
				differ = append(differ, path)
				if until := before[path].until; until.IsZero() || until.After(moment.at) {
					t.Errorf("%s: %s differs, and stands until %v", moment.name, path, until)
				}
			}
			for _, path := range moment.shows {
				if !slices.Contains(differ, path) {
					t.Errorf("%s: %s stays as it was; %q differ", moment.name, path, differ)
				}
			}
			dataIsNew(t, a, moment.name, after)
		}
	})
}
