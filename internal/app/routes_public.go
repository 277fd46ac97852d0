package app

import (
	"shanmen/internal/base/locale"
	"shanmen/internal/offer/event"
)

// publicRoutes are the calls of what everybody may read, and the letter box.
func (a *App) publicRoutes() {
	s := a.HTTP
	// Content.
	get(s, "/api/redirect", everybody, "Where the office sends an old address", s.MovedTo)
	get(s, "/api/about-us/title", everybody, "Titles of the about-us pages, in order", a.Content.Titles, shared)
	get(s, "/api/content/output/{key}", everybody, "A content page", a.Content.Output, shared)

	// The catalogue.
	get(s, "/api/offering", everybody, "The catalogue", a.Offerings.List, shared)
	get(s, "/api/offering/{key}", everybody, "An offering with its options and form", a.Offerings.Get, shared)

	// Events.
	get(s, "/api/merit-wall/{key}", everybody, "Further names on the merit wall of an offering", a.Wall.More)
	get(s, "/api/event", everybody, "Events of a time, earliest first", a.Events.List, shared, dear)
	get(s, "/api/event/{key}", everybody, "An event", a.Events.Get, shared, dear)
	rawGet(s, "/api/event/{key}/calendar.ics", everybody, "An event as iCalendar (?locale=en|zh)", a.Events.Entry, dear)
	rawGet(s, "/api/event/calendar.ics", everybody, "All coming events as iCalendar (?locale=en|zh)", a.Events.Feed)
	for _, l := range locale.All {
		rawGet(s, event.AtomPath(l), everybody, "", a.Events.Atom)
	}

	// Messages to the office.
	post(s, "/api/form/awaiting", everybody,
		"Write to the office: the contact form, or an enquiry", a.Forms.Await, upTo(64*kB))
}
