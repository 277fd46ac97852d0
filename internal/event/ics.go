package event

import (
	"bytes"
	"context"
	"crypto/sha256"
	"encoding/hex"
	"fmt"
	"net/http"
	"slices"
	"strings"
	"time"

	ics "github.com/arran4/golang-ical"

	"shanmen/internal/clock"
	"shanmen/internal/db/query"
	"shanmen/internal/httpd"
	"shanmen/internal/locale"
	"shanmen/internal/lunar"
)

// keptInFeed is how long a past event stays in the calendar that people subscribe to.
const keptInFeed = 31 * 24 * time.Hour

// Entry answers GET /api/event/{key}/calendar.ics: the event for the visitor's own calendar.
func (s *Service) Entry(w http.ResponseWriter, r *http.Request) error {
	e, err := s.find(r.Context(), r.PathValue("key"))
	if err != nil {
		return err
	}
	return s.writeICS(w, r, e.Key+".ics", []query.Event{e})
}

// Feed answers GET /api/event/calendar.ics: all that comes, and last month's, to subscribe to.
func (s *Service) Feed(w http.ResponseWriter, r *http.Request) error {
	since := s.Clock.Now().Add(-keptInFeed)
	rows, err := s.DB.Read().EventsUpcoming(r.Context(), query.EventsUpcomingParams{EndsAt: clock.MillisOf(since), Limit: most})
	if err != nil {
		return fmt.Errorf("calendar feed: %w", err)
	}
	return s.writeICS(w, r, "events.ics", rows)
}

func (s *Service) writeICS(w http.ResponseWriter, r *http.Request, file string, events []query.Event) error {
	text, err := s.calendar(r.Context(), httpd.LocaleOf(r.Context()), events)
	if err != nil {
		return err
	}
	// Not an attachment: phones then offer to add the event, where they would only keep a file.
	w.Header().Set("Content-Disposition", `inline; filename="`+file+`"`)
	writeText(w, r, "text/calendar; charset=utf-8", text)
	return nil
}

// calendar writes RFC 5545: lines end with CRLF and are folded at 75 octets between characters,
// times are in UTC. An event's UID is its id, the same in both languages and for ever, so that a
// calendar that has the event already changes it.
func (s *Service) calendar(ctx context.Context, l locale.Locale, events []query.Event) (string, error) {
	temple, address, err := s.Temple(ctx)
	if err != nil {
		return "", err
	}
	cal := ics.NewCalendar()
	cal.SetProductId("-//Shanmen//Temple calendar//" + strings.ToUpper(string(l)))
	cal.SetCalscale("GREGORIAN")
	cal.SetMethod(ics.MethodPublish)
	cal.SetXWRCalName(plainText(temple.In(l)))
	cal.SetXWRTimezone("Asia/Singapore")
	cal.SetXPublishedTTL("PT12H")
	cal.SetRefreshInterval("PT12H")
	for _, e := range events {
		c := cardOf(e, l, s.Clock.Now())
		updated := e.UpdatedAt.Time()
		v := cal.AddEvent(e.ID)
		v.SetDtStampTime(updated)
		v.SetModifiedAt(updated)
		v.SetStartAt(c.StartsAt)
		v.SetEndAt(c.EndsAt)
		v.SetSummary(plainText(c.Title))
		v.SetLocation(plainText(place(l, c.Place, temple.In(l), address.In(l))))
		v.SetDescription(plainText(c.Summary + "\n" + lunarLine(c) + "\n" + s.address(l, e.Key)))
		v.SetURL(s.address(l, e.Key))
		v.SetStatus(ics.ObjectStatusConfirmed)
	}
	return cal.Serialize(ics.WithNewLineWindows), nil
}

// lunarLine is the day in the lunar calendar, in Chinese in both languages.
func lunarLine(c Card) string {
	date, _ := lunar.FromSolar(lunar.DayOf(c.StartsAt))
	line := "农历" + date.ChineseYear() + "年" + date.ChineseDay()
	if c.Lunar != date.ChineseDay() { // a solar term
		line += " " + c.Lunar
	}
	return line
}

// place joins what is known of where an event is.
func place(l locale.Locale, parts ...string) string {
	parts = slices.DeleteFunc(parts, func(p string) bool { return p == "" })
	if l == locale.ZH {
		return strings.Join(parts, "，")
	}
	return strings.Join(parts, ", ")
}

// plainText leaves out what may not stand in a content line, whoever typed it.
func plainText(s string) string {
	return strings.Map(func(r rune) rune {
		if r < ' ' && r != '\n' || r == 0x7f {
			return -1
		}
		return r
	}, strings.TrimSpace(s))
}

// address is the whole address of an event's page, of the calendar's without a key.
func (s *Service) address(l locale.Locale, key string) string {
	return s.Base.JoinPath(l.Path("/event"), key).String()
}

// writeText answers with a text that is the same for everybody who reads the language.
func writeText(w http.ResponseWriter, r *http.Request, contentType, text string) {
	sum := sha256.Sum256([]byte(text))
	h := w.Header()
	h.Set("Content-Type", contentType)
	h.Set("Cache-Control", "public, max-age=300")
	h.Add("Vary", "Cookie, Accept-Language") // the locale, where the address does not say it
	h.Set("ETag", `"`+hex.EncodeToString(sum[:12])+`"`)
	http.ServeContent(w, r, "", time.Time{}, bytes.NewReader([]byte(text)))
}
