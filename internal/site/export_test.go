package site

import (
	"context"

	"shanmen/internal/base/locale"
	"shanmen/internal/platform/httpd"
	"shanmen/internal/platform/ssr"
)

// PlainPage is the body of a page that could not be rendered.
func (s *Service) PlainPage(l locale.Locale, title, phone string, data any) string {
	return s.plainPage(l, title, phone, data)
}

// Page is the engine's rendered part of a document.
func (s *Service) Page(ctx context.Context, d httpd.Document) (ssr.Page, error) {
	return s.page(ctx, d, false)
}
