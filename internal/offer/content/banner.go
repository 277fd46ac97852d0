package content

import (
	"context"
	"errors"
	"fmt"
	"strings"
	"time"

	"shanmen/internal/base/clock"
	"shanmen/internal/base/locale"
	"shanmen/internal/base/uses"
	"shanmen/internal/platform/db"
	"shanmen/internal/platform/db/query"
	"shanmen/internal/platform/picture"
)

// The types of banners, as in the API and the column.
const (
	BannerCard    = 101
	BannerService = 102
)

// Banner is a banner of the home page.
type Banner struct {
	Type  int64  `json:"type" enum:"101,102" doc:"101: card, 102: service"`
	Title string `json:"title"`
	Text  string `json:"text"`
	Href  string `json:"href,omitempty" doc:"Link target; with the language prefix for own pages"`
	Art   string `json:"art"`

	Photo *picture.Photo `json:"photo,omitempty" doc:"Photograph shown instead of the drawn picture"`
}

// Banners reads the published banners shown at a time, cards first, in their order.
func Banners(ctx context.Context, r db.Reader, l locale.Locale, now time.Time) ([]Banner, error) {
	uses.Note(ctx, TagBanners)
	rows, err := r.ContentBanners(ctx)
	if err != nil {
		return nil, fmt.Errorf("banners: %w", err)
	}
	out := []Banner{}
	for _, b := range DraftIn(ctx).banners(rows) {
		led, err := leadsOn(ctx, r, b, now)
		if err != nil {
			return nil, err
		}
		if !led || !shownAt(ctx, b, now) {
			continue
		}
		href := b.Href
		if strings.HasPrefix(href, "/") {
			href = l.Path(href)
		}
		photo, err := picture.Find(ctx, r, l, b.Picture)
		if err != nil {
			return nil, err
		}
		out = append(out, Banner{
			Type: b.Type, Href: href, Art: b.Art, Photo: photo,
			Title: locale.Text{EN: b.TitleEn, ZH: b.TitleZh}.In(l), Text: locale.Text{EN: b.TextEn, ZH: b.TextZh}.In(l),
		})
	}
	return out, nil
}

// shownAt returns whether a banner's dates include a time, and when that changes.
func shownAt(ctx context.Context, b query.Banner, now time.Time) bool {
	opens, closes := b.OpensAt.Time(), b.ClosesAt.Time()
	switch {
	case b.OpensAt > 0 && now.Before(opens):
		uses.Until(ctx, opens)
		return false
	case b.ClosesAt > 0 && !now.Before(closes):
		return false
	case b.ClosesAt > 0:
		uses.Until(ctx, closes)
	}
	return true
}

// leadsOn returns whether the banner's target can still be booked or visited, and notes when that changes.
func leadsOn(ctx context.Context, r db.Reader, b query.Banner, now time.Time) (bool, error) {
	if b.EndsWith == "" {
		return true, nil
	}
	ends, there, err := endOf(ctx, r, b.EndsWith)
	if err != nil || !there || ends == 0 {
		return there, err
	}
	if !now.Before(ends.Time()) {
		return false, nil
	}
	uses.Until(ctx, ends.Time())
	return true, nil
}

// endOf returns when booking of an offering closes, or when the last date of an event ends; 0: never.
func endOf(ctx context.Context, r db.Reader, recordID string) (ends clock.Millis, there bool, err error) {
	o, err := r.ContentBannerOffering(ctx, recordID)
	if err == nil {
		uses.Note(ctx, TagOf("offering", o.Key))
		return o.ClosesAt, o.Published, nil
	}
	if !errors.Is(err, db.ErrNoRows) {
		return 0, false, fmt.Errorf("banner's offering: %w", err)
	}
	e, err := r.ContentBannerEvent(ctx, recordID)
	if errors.Is(err, db.ErrNoRows) {
		return 0, false, nil
	}
	if err != nil {
		return 0, false, fmt.Errorf("banner's event: %w", err)
	}
	uses.Note(ctx, TagOf("event", e.Key))
	return clock.Millis(e.EndsAt), e.Published && e.EndsAt > 0, nil
}

// Arts are the drawings that a banner may have.
var Arts = []string{"lamp", "tablet", "bell", "sutra", "incense", "flowers", "gate", "hall", "peace", "lanterns", "rice-balls", "shrine", "pagoda", "meal", "oil"}

// NewBanner is the content of a banner to save. Href is a plain path without /zh, an https address, or "".
type NewBanner struct {
	ID             string
	Type, Position int64
	Title, Text    locale.Text
	Href, Art      string
	Picture        string // id of a picture of the library; "": use the drawing
	Hidden         bool   // not published

	OpensAt, ClosesAt time.Time // zero: no start, no end
	EndsWith          string    // record id of the offering or event with which it ends; "": ends only by its dates
}

// PutBanner saves a banner.
func PutBanner(ctx context.Context, tx *db.Tx, n NewBanner) error {
	if n.Href != "" && (!strings.HasPrefix(n.Href, "/") || strings.HasPrefix(n.Href, "//")) && !strings.HasPrefix(n.Href, "https://") {
		return fmt.Errorf("banner %q: the address must be a path or https", n.Title.EN)
	}
	err := tx.ContentPutBanner(ctx, query.ContentPutBannerParams{
		ID: n.ID, Type: n.Type, Position: n.Position, TitleEn: n.Title.EN, TitleZh: n.Title.ZH,
		TextEn: n.Text.EN, TextZh: n.Text.ZH, Href: n.Href, Art: n.Art, Published: !n.Hidden, Picture: n.Picture,
		OpensAt: clock.MillisOf(n.OpensAt), ClosesAt: clock.MillisOf(n.ClosesAt), EndsWith: n.EndsWith,
	})
	if err != nil {
		return fmt.Errorf("banner: %w", err)
	}
	return Changed(ctx, tx, TagBanners)
}

// DropBanner deletes a banner that visitors do not see.
func DropBanner(ctx context.Context, tx *db.Tx, bannerID string) error {
	if err := tx.ContentDropBanner(ctx, bannerID); err != nil {
		return fmt.Errorf("drop banner %s: %w", bannerID, err)
	}
	return nil
}
