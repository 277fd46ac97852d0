package site

import (
	"context"
	"errors"

	"shanmen/internal/base/fault"
	"shanmen/internal/base/locale"
	"shanmen/internal/offer/words"
)

// ShownPages lists every public page, and personal ones without other people's data (the cart, logging in), in page
// table order.
func (s *Service) ShownPages(ctx context.Context, l locale.Locale) ([]words.PointPage, error) {
	lists, err := s.listings(ctx)
	if err != nil {
		return nil, err
	}
	var out []words.PointPage
	for _, p := range s.HTTP.Pages() {
		if s.HTTP.Pointable(p) && p.Personal {
			out = append(out, words.PointPage{Use: "page:" + p.ID, Path: p.Path, Title: s.Messages.T(l, p.TitleKey, nil)})
			continue
		}
		if !p.Indexable() {
			continue
		}
		found, err := lists.of(ctx, p)
		if err != nil {
			return nil, err
		}
		for _, one := range found {
			d, err := s.HTTP.Public(ctx, l, one.path)
			if errors.Is(err, fault.NotFound()) { // redirected or deleted meanwhile
				continue
			}
			if err != nil {
				return nil, err
			}
			title := d.Meta.Title
			if p.TitleKey != "" {
				title = s.Messages.T(l, p.TitleKey, nil)
			}
			out = append(out, words.PointPage{Use: "page:" + p.ID, Path: one.path, Title: title})
		}
	}
	return out, nil
}
