package site

import (
	"context"
	"slices"

	"shanmen/internal/offer/content"
	"shanmen/internal/offer/event"
	"shanmen/internal/platform/httpd"
	"shanmen/internal/platform/share"
	"shanmen/internal/platform/ssr"
)

// describe builds the metadata of a page's head for search engines, chats and phones.
func (s *Service) describe(ctx context.Context, doc *ssr.Document, d httpd.Document, site content.Facts) error {
	l := d.Locale
	if !site.Open() {
		return nil // nothing to install, follow or preview
	}
	doc.SiteName, doc.Manifest = site.Name.In(l), ManifestPath(l)
	doc.Feed = ssr.Feed{Title: s.Messages.T(l, "meta.feed", nil), Path: event.AtomPath(l)}
	if doc.NoIndex || d.Spec.Personal {
		return nil
	}
	doc.Article = slices.Contains([]string{"about-us-key", "misc-privacy-policy", "misc-service-policy", "misc-term-and-condition"}, d.ID)
	alt := s.Messages.T(l, "meta.page-alt", map[string]any{"title": d.Meta.Title, "temple": doc.SiteName})
	if d.ID == "home" {
		alt = s.Messages.T(l, "meta.home-alt", map[string]any{"temple": doc.SiteName})
	}
	photo, err := s.photograph(ctx, d)
	if err != nil {
		return err
	}
	if photo != nil && photo.Alt != "" {
		alt = photo.Alt
	}
	doc.Picture = ssr.Picture{URL: s.pictureURL(d, s.card(d, site, photo)), Alt: alt, Width: share.Width, Height: share.Height}
	doc.LinkedData = s.linkedData(d, doc, site)
	return nil
}
