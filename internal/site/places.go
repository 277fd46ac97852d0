package site

import (
	"context"
	"errors"

	"shanmen/internal/base/fault"
	"shanmen/internal/base/locale"
	"shanmen/internal/offer/redirect"
)

// Places lists every published page with its title.
func (s *Service) Places(ctx context.Context, l locale.Locale) ([]redirect.Place, error) {
	pages, err := s.indexable(ctx)
	if err != nil {
		return nil, err
	}
	out := make([]redirect.Place, 0, len(pages))
	for _, p := range pages {
		d, err := s.HTTP.Public(ctx, l, p.path)
		if errors.Is(err, fault.NotFound()) {
			continue // deleted since the list was read
		}
		if err != nil {
			return nil, err
		}
		title := d.Meta.Title
		if n := len(d.Crumbs); d.Spec.TitleKey != "" {
			title = s.Messages.T(l, d.Spec.TitleKey, nil)
		} else if n > 0 && d.Crumbs[n-1].Label != "" {
			title = d.Crumbs[n-1].Label
		}
		out = append(out, redirect.Place{Path: p.path, Title: title})
	}
	return out, nil
}

// PageThere returns whether a path, without /zh, is a page that visitors can see.
func (s *Service) PageThere(ctx context.Context, path string) (bool, error) {
	if path == "/about-us" { // redirects to the first about-us page
		return true, nil
	}
	if p, known := s.HTTP.Match(path); known && !p.Indexable() {
		return true, nil // personal, such as the cart
	}
	_, err := s.HTTP.Public(ctx, locale.EN, path)
	if errors.Is(err, fault.NotFound()) {
		return false, nil
	}
	return err == nil, err
}
