package site

import (
	"context"
	"errors"

	"shanmen/internal/base/fault"
	"shanmen/internal/base/locale"
	"shanmen/internal/offer/content"
	"shanmen/internal/offer/event"
	"shanmen/internal/offer/offering"
)

// TempleName names the temple in calendars and feeds.
func (s *Service) TempleName(ctx context.Context) (name, address locale.Text, err error) {
	site, err := content.Site(ctx, s.DB.Read())
	return site.Name, site.Address, err
}

// OfferingOfDay is what an event's page shows of the offering that belongs to it; nil when the
// catalogue does not have it.
func (s *Service) OfferingOfDay(ctx context.Context, l locale.Locale, key string) (*event.Offering, error) {
	o, err := s.Offerings.Detail(ctx, l, key, offering.OnSite)
	if errors.Is(err, fault.NotFound()) {
		return nil, nil
	}
	if err != nil {
		return nil, err
	}
	return &event.Offering{Key: o.Key, Title: o.Title, Summary: o.Summary, Art: o.Art, Photo: o.Photo, State: string(o.State)}, nil
}
