package event

import (
	"context"
	"encoding/xml"
	"fmt"
	"net/http"
	"strings"
	"time"

	"shanmen/internal/base/clock"
	"shanmen/internal/base/locale"
	"shanmen/internal/base/lunar"
	"shanmen/internal/base/uses"
	"shanmen/internal/offer/content"
	"shanmen/internal/platform/db/query"
)

// atomEntries is how many upcoming events the Atom feed lists.
const atomEntries = 50

type atomFeed struct {
	XMLName xml.Name    `xml:"http://www.w3.org/2005/Atom feed"`
	Lang    string      `xml:"xml:lang,attr"`
	ID      string      `xml:"id"`
	Title   string      `xml:"title"`
	Updated string      `xml:"updated"`
	Author  atomAuthor  `xml:"author"`
	Links   []atomLink  `xml:"link"`
	Entries []atomEntry `xml:"entry"`
}

type atomAuthor struct {
	Name string `xml:"name"`
}

type atomLink struct {
	Rel  string `xml:"rel,attr"`
	Type string `xml:"type,attr,omitempty"`
	Href string `xml:"href,attr"`
}

type atomEntry struct {
	ID      string   `xml:"id"`
	Title   string   `xml:"title"`
	Updated string   `xml:"updated"`
	Link    atomLink `xml:"link"`
	Summary string   `xml:"summary"`
}

// AtomPath is the path of a language's feed.
func AtomPath(l locale.Locale) string { return l.Path("/event/feed.atom") }

// Atom answers the feed of upcoming events (RFC 4287) in the language of its address.
func (s *Service) Atom(w http.ResponseWriter, r *http.Request) error {
	l, _ := locale.SplitPath(r.URL.Path)
	return s.writeKept(w, r, l, feed{"application/atom+xml; charset=utf-8", "", "/event/feed.atom", func(ctx context.Context) (string, error) {
		return s.atom(ctx, l)
	}})
}

func (s *Service) atom(ctx context.Context, l locale.Locale) (string, error) {
	uses.Note(ctx, content.TagEvents, uses.Words("meta.event-cancelled"))
	now := s.Clock.Now()
	rows, err := s.DB.Read().EventsUpcoming(ctx, query.EventsUpcomingParams{EndsAt: clock.MillisOf(now), Limit: atomEntries})
	if err != nil {
		return "", fmt.Errorf("feed: %w", err)
	}
	temple, err := content.Site(ctx, s.DB.Read())
	if err != nil {
		return "", err
	}
	self := s.Base.JoinPath(AtomPath(l)).String()
	f := atomFeed{
		Lang: l.Tag(), ID: self, Title: temple.Name.In(l), Author: atomAuthor{temple.Name.In(l)},
		Links: []atomLink{{"self", "application/atom+xml", self}, {"alternate", "text/html", s.address(l, "")}},
	}
	// A feed without entries never changed, but the format requires a date.
	updated := time.Unix(0, 0).UTC()
	for _, e := range rows {
		uses.Until(ctx, e.EventDate.EndsAt.Time())
		c, at := cardOf(dated(e), l, now), max(e.Event.UpdatedAt, e.EventDate.UpdatedAt).Time()
		if c.Cancelled {
			c.Title = s.cancelled(l, c.Title)
		}
		id := "urn:uuid:" + e.EventDate.Uid // of an event from an older version
		if e.EventDate.Uid != e.Event.ID {
			id = "tag:" + s.Base.Hostname() + ",2026:event/" + e.EventDate.Uid
		}
		if at.After(updated) {
			updated = at
		}
		f.Entries = append(f.Entries, atomEntry{
			ID: id, Title: c.Title, Updated: at.Format(time.RFC3339), Link: atomLink{"alternate", "text/html", s.address(l, e.Event.Key)},
			Summary: lunar.DayOf(c.StartsAt).String() + " " + c.StartsAt.In(clock.Singapore).Format("15:04") + " · " + c.Lunar + " · " + c.Place + "\n" + c.Summary,
		})
	}
	f.Updated = updated.Format(time.RFC3339)
	var b strings.Builder
	b.WriteString(xml.Header)
	if err := xml.NewEncoder(&b).Encode(f); err != nil {
		return "", fmt.Errorf("feed: %w", err)
	}
	return b.String(), nil
}
