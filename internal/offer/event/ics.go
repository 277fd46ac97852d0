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

	"shanmen/internal/base/clock"
	"shanmen/internal/base/fault"
	"shanmen/internal/base/locale"
	"shanmen/internal/base/lunar"
	"shanmen/internal/base/uses"
	"shanmen/internal/offer/content"
	"shanmen/internal/platform/db"
	"shanmen/internal/platform/db/query"
	"shanmen/internal/platform/httpd"
)

// keptInFeed is how long past events stay in the calendar feed.
const keptInFeed = 31 * 24 * time.Hour

// Entry answers GET /api/event/{key}/calendar.ics: the event's upcoming dates, or the one of ?date=.
func (s *Service) Entry(w http.ResponseWriter, r *http.Request) error {
	l, key, day := httpd.LocaleOf(r.Context()), r.PathValue("key"), r.URL.Query().Get("date")
	build := func(ctx context.Context) (string, error) {
		now := s.Clock.Now()
		_, dates, err := s.find(ctx, key, now)
		if err != nil {
			return "", err
		}
		for _, d := range dates {
			if ends := d.EventDate.EndsAt.Time(); ends.After(now) {
				uses.Until(ctx, ends)
			}
		}
		if day != "" {
			dates = slices.DeleteFunc(dates, func(d dated) bool { return lunar.DayOf(d.EventDate.StartsAt.Time()).String() != day })
			if len(dates) == 0 {
				return "", fault.NotFound()
			}
		}
		return s.calendar(ctx, l, dates)
	}
	path := "/event/" + key + "/calendar.ics"
	if day != "" { // not cached: visitors can make up any number of dates
		path = ""
	}
	return s.writeKept(w, r, l, feed{icsType, key + ".ics", path, build})
}

// Feed answers GET /api/event/calendar.ics, the calendar to subscribe to: upcoming events and those of the last month.
func (s *Service) Feed(w http.ResponseWriter, r *http.Request) error {
	l := httpd.LocaleOf(r.Context())
	return s.writeKept(w, r, l, feed{icsType, "events.ics", "/event/calendar.ics", func(ctx context.Context) (string, error) {
		uses.Note(ctx, content.TagEvents)
		since := s.Clock.Now().Add(-keptInFeed)
		rows, err := s.DB.Read().EventsUpcoming(ctx, query.EventsUpcomingParams{EndsAt: clock.MillisOf(since), Limit: mostInFeed})
		if err != nil {
			return "", fmt.Errorf("calendar feed: %w", err)
		}
		var dates []dated
		for _, row := range rows {
			uses.Until(ctx, row.EventDate.EndsAt.Time().Add(keptInFeed))
			dates = append(dates, dated(row))
		}
		return s.calendar(ctx, l, dates)
	}})
}

// feed is a calendar text for programs.
type feed struct {
	contentType, file string // file name of a calendar; contentType its type
	path              string // cache key
	build             func(context.Context) (string, error)
}

const icsType = "text/calendar; charset=utf-8"

// writeKept answers with a cached text, which changes only with content and clock and is as expensive as a page.
// Without a path it is built each time.
func (s *Service) writeKept(w http.ResponseWriter, r *http.Request, l locale.Locale, f feed) error {
	anew := func(ctx context.Context) ([]byte, error) {
		text, err := f.build(ctx)
		return []byte(text), err
	}
	var text []byte
	var err error
	if f.path == "" {
		text, err = anew(r.Context())
	} else {
		text, err = s.Kept(r.Context(), string(l)+" "+f.path, func(ctx context.Context) ([]byte, error) { return anew(db.Brief(ctx)) })
	}
	if err != nil {
		return err
	}
	if f.file != "" { // not as attachment: phones then offer to add the event instead of saving a file
		w.Header().Set("Content-Disposition", `inline; filename="`+f.file+`"`)
	}
	writeText(w, r, f.contentType, text)
	return nil
}

// sequencesBegin is the time at which SEQUENCE is 0. It counts seconds up to the last change, so that each change has a
// higher number; 31 bits last until 2094.
var sequencesBegin = time.Date(2026, time.January, 1, 0, 0, 0, 0, time.UTC)

// calendar formats RFC 5545: CRLF line ends, lines folded at 75 octets between characters, times in UTC. Each session
// of each date is an entry. Its UID is permanent and the same in both languages, even when it moves, and its SEQUENCE
// rises with each change, so that calendars update it; a cancelled one is marked so.
func (s *Service) calendar(ctx context.Context, l locale.Locale, dates []dated) (string, error) {
	temple, err := content.Site(ctx, s.DB.Read())
	if err != nil {
		return "", err
	}
	cal := ics.NewCalendar()
	cal.SetProductId("-//Shanmen//Temple calendar//" + strings.ToUpper(string(l)))
	cal.SetCalscale("GREGORIAN")
	cal.SetMethod(ics.MethodPublish)
	cal.SetXWRCalName(plainText(temple.Name.In(l)))
	cal.SetXWRTimezone("Asia/Singapore")
	cal.SetXPublishedTTL("PT12H")
	cal.SetRefreshInterval("PT12H")
	for _, d := range dates {
		c := cardOf(d, l, s.Clock.Now())
		updated := max(d.Event.UpdatedAt, d.EventDate.UpdatedAt).Time()
		for _, h := range d.held() {
			uid, title := d.EventDate.Uid, c.Title
			if h.Key != "" {
				uid += "-" + h.Key
			}
			if name := h.Title.In(l); name != "" {
				title += " · " + name
			}
			v := cal.AddEvent(uid)
			v.SetDtStampTime(updated)
			v.SetModifiedAt(updated)
			v.SetSequence(int(max(updated.Sub(sequencesBegin), 0) / time.Second))
			v.SetStartAt(h.Starts)
			v.SetEndAt(h.Ends)
			v.SetSummary(plainText(title))
			v.SetLocation(plainText(place(l, h.Place.In(l), temple.Name.In(l), temple.Address.In(l))))
			v.SetDescription(plainText(strings.TrimPrefix(c.Note+"\n", "\n") + c.Summary + "\n" + lunarLine(c) + "\n" + s.address(l, c.Key)))
			v.SetURL(s.address(l, c.Key))
			v.SetStatus(ics.ObjectStatusConfirmed)
			if c.Cancelled {
				v.SetStatus(ics.ObjectStatusCancelled)
			}
		}
	}
	return cal.Serialize(ics.WithNewLineWindows), nil
}

// lunarLine is the lunar date, in Chinese in both languages.
func lunarLine(c Card) string {
	date, _ := lunar.FromSolar(lunar.DayOf(c.StartsAt))
	line := "农历" + date.ChineseYear() + "年" + date.ChineseDay()
	if c.Lunar != date.ChineseDay() { // a solar term
		line += " " + c.Lunar
	}
	return line
}

// place joins the known parts of an event's place.
func place(l locale.Locale, parts ...string) string {
	parts = slices.DeleteFunc(parts, func(p string) bool { return p == "" })
	if l == locale.ZH {
		return strings.Join(parts, "，")
	}
	return strings.Join(parts, ", ")
}

// plainText removes characters that are not allowed in a content line.
func plainText(s string) string {
	return strings.Map(func(r rune) rune {
		if r < ' ' && r != '\n' || r == 0x7f {
			return -1
		}
		return r
	}, strings.TrimSpace(s))
}

// address is the absolute address of an event's page, or of the calendar without a key.
func (s *Service) address(l locale.Locale, key string) string {
	return s.Base.JoinPath(l.Path("/event"), key).String()
}

// writeText answers with a text that is equal for all readers of a language.
func writeText(w http.ResponseWriter, r *http.Request, contentType string, text []byte) {
	sum := sha256.Sum256(text)
	h := w.Header()
	h.Set("Content-Type", contentType)
	h.Set("Cache-Control", "public, max-age=300")
	h.Add("Vary", "Cookie, Accept-Language") // the locale, if the address does not contain it
	h.Set("ETag", `"`+hex.EncodeToString(sum[:12])+`"`)
	http.ServeContent(w, r, "", time.Time{}, bytes.NewReader(text))
}
