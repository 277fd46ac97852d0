package content

import (
	"cmp"
	"context"
	"fmt"
	"slices"
	"time"

	"shanmen/internal/base/clock"
	"shanmen/internal/base/locale"
	"shanmen/internal/platform/db"
)

// BannerEnd is when visitors stop seeing a banner.
type BannerEnd struct {
	ID    string
	Title locale.Text
	At    time.Time
}

// BannersEnding lists published or scheduled banners that end within a given time, by their last date or with their
// target, whichever is first; soonest first.
func BannersEnding(ctx context.Context, r db.Reader, now, until time.Time) ([]BannerEnd, error) {
	rows, err := r.ContentBanners(ctx)
	if err != nil {
		return nil, fmt.Errorf("banners: %w", err)
	}
	var out []BannerEnd
	for _, b := range rows {
		ends := b.ClosesAt
		if b.EndsWith != "" {
			with, there, err := endOf(ctx, r, b.EndsWith)
			if err != nil {
				return nil, err
			}
			if !there { // visitors no longer see it
				continue
			}
			if with > 0 && (ends == 0 || with < ends) {
				ends = with
			}
		}
		if ends > clock.MillisOf(now) && ends <= clock.MillisOf(until) {
			out = append(out, BannerEnd{b.ID, locale.Text{EN: b.TitleEn, ZH: b.TitleZh}, ends.Time()})
		}
	}
	slices.SortStableFunc(out, func(a, b BannerEnd) int { return cmp.Compare(a.At.UnixMilli(), b.At.UnixMilli()) })
	return out, nil
}
