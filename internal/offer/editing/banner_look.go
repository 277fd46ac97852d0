package editing

import (
	"cmp"
	"context"
	"encoding/json"
	"fmt"
	"slices"
	"time"

	"shanmen/internal/base/clock"
	"shanmen/internal/offer/content"
	"shanmen/internal/platform/db"
	"shanmen/internal/platform/httpd"
	"shanmen/internal/platform/picture"
)

// BannerLook is the row of a banner in the list, from its draft: type, picture and dates.
type BannerLook struct {
	Type  int64          `json:"type" enum:"101,102" doc:"101: card, 102: service"`
	Art   string         `json:"art"`
	Photo *picture.Photo `json:"photo,omitempty" doc:"Photograph shown instead of the drawn picture"`
	From  *time.Time     `json:"from,omitempty" doc:"Start of its first day; empty: at once"`
	Until *time.Time     `json:"until,omitempty" doc:"The midnight after its last day; empty: always"`
	With  bool           `json:"with" doc:"It ends together with its link target"`
}

// lookAtBanners adds this data to banners, and sorts cards before services as on the home page.
func lookAtBanners(ctx context.Context, r db.Reader, items []Summary, now time.Time) error {
	for i := range items {
		draft, err := r.Draft(ctx, items[i].ID)
		if err != nil {
			return fmt.Errorf("draft of a banner: %w", err)
		}
		var f Fields
		if err := json.Unmarshal([]byte(draft.Fields), &f); err != nil {
			return fmt.Errorf("draft of a banner: %w", err)
		}
		look := &BannerLook{Type: content.BannerCard, Art: f["art"], With: f["ends"] != ""}
		if f["type"] == fmt.Sprint(content.BannerService) {
			look.Type = content.BannerService
		}
		if look.Photo, err = picture.Find(ctx, r, httpd.LocaleOf(ctx), f["picture"]); err != nil {
			return err
		}
		from, until, _ := bookingTimes(f, now)
		if !from.IsZero() {
			look.From = clock.MillisOf(from).Moment()
		}
		if !until.IsZero() {
			look.Until = clock.MillisOf(until).Moment()
		}
		items[i].Banner = look
	}
	slices.SortStableFunc(items, func(a, b Summary) int { return cmp.Compare(a.Banner.Type, b.Banner.Type) })
	return nil
}
