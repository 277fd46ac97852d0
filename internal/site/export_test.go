package site

import "shanmen/internal/locale"

// PlainPage is the inside of a page that could not be rendered.
func (s *Service) PlainPage(l locale.Locale, title, phone string, data any) string {
	return s.plainPage(l, title, phone, data)
}
