package offering

import (
	"context"
	"fmt"
	"time"

	"shanmen/internal/base/locale"
	"shanmen/internal/base/money"
	"shanmen/internal/platform/db"
	"shanmen/internal/platform/db/query"
	"shanmen/internal/platform/picture"
)

// Tile is an option that the counter sells with one press.
type Tile struct {
	OfferingKey string         `json:"offeringKey"`
	OptionID    string         `json:"optionId"`
	Title       string         `json:"title" doc:"Title of the offering"`
	OptionTitle string         `json:"optionTitle" doc:"Option title; empty if the offering has only one option"`
	Art         string         `json:"art"`
	Photo       *picture.Photo `json:"photo,omitempty" doc:"Photograph shown instead of the drawn picture"`
	Price       *money.Cents   `json:"price,omitempty" doc:"Cents; absent if the donor chooses the amount"`
}

// Tiles lists up to most options that can be sold at the counter now: the given ones first, then others in catalogue
// order, one option per offering before a second of any.
func (s *Service) Tiles(ctx context.Context, l locale.Locale, first []string, most int) ([]Tile, error) {
	r, now := s.DB.Read(), s.Clock.Now()
	offerings, err := r.OfferingsPublished(ctx)
	if err != nil {
		return nil, fmt.Errorf("tiles: %w", err)
	}
	options, err := r.OfferingOptionsActive(ctx)
	if err != nil {
		return nil, fmt.Errorf("tiles: %w", err)
	}
	prices, err := r.OfferingPrices(ctx)
	if err != nil {
		return nil, fmt.Errorf("tiles: %w", err)
	}
	sold := map[string][]query.OfferingOption{}
	for _, o := range options {
		if SoldAt(o.Channels, AtCounter) && (o.Remaining == nil || *o.Remaining > 0) {
			sold[o.OfferingID] = append(sold[o.OfferingID], o)
		}
	}
	out := []Tile{}
	byOption := map[string]Tile{}
	var order []string
	for turn := 0; ; turn++ {
		found := false
		for _, o := range offerings {
			mine := sold[o.ID]
			if turn >= len(mine) || o.EnquiryOnly || StateAt(now, o.OpensAt, o.ClosesAt) != Open {
				continue
			}
			found = true
			t, err := tile(ctx, r, now, l, o, mine[turn], prices, len(mine) > 1)
			if err != nil {
				return nil, err
			}
			byOption[t.OptionID] = t
			order = append(order, t.OptionID)
		}
		if !found {
			break
		}
	}
	for _, id := range append(append([]string{}, first...), order...) {
		t, ok := byOption[id]
		if !ok || len(out) == most {
			continue
		}
		delete(byOption, id)
		out = append(out, t)
	}
	return out, nil
}

func tile(ctx context.Context, r db.Reader, now time.Time, l locale.Locale, o query.Offering, p query.OfferingOption, prices []query.OptionPrice, several bool) (t Tile, err error) {
	t = Tile{
		OfferingKey: o.Key, OptionID: p.ID, Art: o.Art, Price: priceAt(now, p, prices),
		Title: locale.Text{EN: o.TitleEn, ZH: o.TitleZh}.In(l),
	}
	if several {
		t.OptionTitle = locale.Text{EN: p.TitleEn, ZH: p.TitleZh}.In(l)
	}
	t.Photo, err = picture.Find(ctx, r, l, o.Picture)
	return t, err
}
