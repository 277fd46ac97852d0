package site

import (
	"context"
	"errors"

	"shanmen/internal/base/fault"
	"shanmen/internal/base/locale"
	"shanmen/internal/offer/redirect"
)

// Places lists every page that visitors find, with its title.
func (s *Service) Places(ctx context.Context, l locale.Locale) ([]redirect.Place, error) {
	pages, err := s.indexable(ctx)
	if err != nil {
		return nil, err
	}
	out := make([]redirect.Place, 0, len(pages))
	for _, p := range pages {
		d, err := s.HTTP.Public(ctx, l, p.path)
		if errors.Is(err, fault.NotFound()) {
			continue // gone since the list was read
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

// PageThere tells whether a path, without /zh, is a page that visitors see.
func (s *Service) PageThere(ctx context.Context, path string) (bool, error) {
	if path == "/about-us" { // it leads to the first page about the temple
		return true, nil
	}
	if p, known := s.HTTP.Match(path); known && !p.Indexable() {
		return true, nil // somebody's own, such as the cart
	}
	_, err := s.HTTP.Public(ctx, locale.EN, path)
	if errors.Is(err, fault.NotFound()) {
		return false, nil
	}
	return err == nil, err
}
