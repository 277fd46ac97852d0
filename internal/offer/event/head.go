package event

import "shanmen/internal/base/locale"

// cancelled marks a title as cancelled.
func (s *Service) cancelled(l locale.Locale, title string) string {
	return s.Messages.T(l, "meta.event-cancelled", map[string]any{"title": title})
}

// head adds the date to an event's title, because the same chanting recurs monthly, and time and place to its
// description.
func (s *Service) head(l locale.Locale, c Card) (title, description string) {
	date := locale.Date(l, c.StartsAt)
	if c.Cancelled {
		c.Title = s.cancelled(l, c.Title)
	}
	title = s.Messages.T(l, "meta.event-title", map[string]any{"title": c.Title, "date": date})
	description = s.Messages.T(l, "meta.event-when", map[string]any{
		"date": date, "weekday": locale.Weekday(l, c.StartsAt), "time": locale.Time(l, c.StartsAt), "place": c.Place, "lunar": c.Lunar, "summary": c.Summary,
	})
	return title, description
}
