package event

import "shanmen/internal/base/locale"

// cancelled says of a title that its date is cancelled.
func (s *Service) cancelled(l locale.Locale, title string) string {
	return s.Messages.T(l, "meta.event-cancelled", map[string]any{"title": title})
}

// head names the day in an event's title, as the same chanting comes back every month, and
// says in its description when and where it is.
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
