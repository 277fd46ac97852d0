package app

import (
	"shanmen/internal/base/locale"
	"shanmen/internal/offer/event"
)

// publicRoutes are the calls about public content, and messages to the office.
func (a *App) publicRoutes() {
	s := a.HTTP
	// Content.
	get(s, "/api/redirect", everybody, "Find the redirect of an old address", s.MovedTo)
	get(s, "/api/about-us/title", everybody, "List the titles of the about-us pages, in page order", a.Content.Titles, shared)
	get(s, "/api/content/output/{key}", everybody, "Read a content page", a.Content.Output, shared)

	// The catalogue.
	get(s, "/api/offering", everybody, "List the catalogue of offerings", a.Offerings.List, shared)
	get(s, "/api/offering-index", everybody, "Read what the search of the catalogue looks at", a.Offerings.SearchIndex, shared)
	get(s, "/api/offering/{key}", everybody, "Read an offering with its options and form", a.Offerings.Get, shared)

	// Events.
	get(s, "/api/merit-wall/{key}", everybody, "List further names on an offering's merit wall", a.Wall.More)
	get(s, "/api/event", everybody, "List events of a period, earliest first", a.Events.List, shared, dear)
	get(s, "/api/event/{key}", everybody, "Read an event", a.Events.Get, shared, dear)
	rawGet(s, "/api/event/{key}/calendar.ics", everybody, "Download an event as iCalendar (?locale=en or zh)", a.Events.Entry, dear)
	rawGet(s, "/api/event/calendar.ics", everybody, "Download all coming events as iCalendar (?locale=en or zh)", a.Events.Feed)
	for _, l := range locale.All {
		rawGet(s, event.AtomPath(l), everybody, "", a.Events.Atom)
	}

	// Messages to the office.
	post(s, "/api/form/awaiting", everybody,
		"Send a message to the office: contact form or enquiry", a.Forms.Await, upTo(64*kB))
}
