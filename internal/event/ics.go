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
	"shanmen/internal/fault"
	"shanmen/internal/httpd"
	"shanmen/internal/locale"
	"shanmen/internal/lunar"
)

// keptInFeed is how long a past event stays in the calendar that people subscribe to.
const keptInFeed = 31 * 24 * time.Hour

// Entry answers GET /api/event/{key}/calendar.ics: the dates that come for the visitor's own calendar, or the one of ?date=.
func (s *Service) Entry(w http.ResponseWriter, r *http.Request) error {
	e, dates, err := s.find(r.Context(), r.PathValue("key"), s.Clock.Now())
	if err != nil {
		return err
	}
	if day := r.URL.Query().Get("date"); day != "" {
		dates = slices.DeleteFunc(dates, func(d dated) bool { return lunar.DayOf(d.EventDate.StartsAt.Time()).String() != day })
		if len(dates) == 0 {
			return fault.NotFound()
		}
	}
	return s.writeICS(w, r, e.Key+".ics", dates)
}

// Feed answers GET /api/event/calendar.ics: all that comes, and last month's, to subscribe to.
func (s *Service) Feed(w http.ResponseWriter, r *http.Request) error {
	since := s.Clock.Now().Add(-keptInFeed)
	rows, err := s.DB.Read().EventsUpcoming(r.Context(), query.EventsUpcomingParams{EndsAt: clock.MillisOf(since), Limit: mostInFeed})
	if err != nil {
		return fmt.Errorf("calendar feed: %w", err)
	}
	var dates []dated
	for _, row := range rows {
		dates = append(dates, dated(row))
	}
	return s.writeICS(w, r, "events.ics", dates)
}

func (s *Service) writeICS(w http.ResponseWriter, r *http.Request, file string, dates []dated) error {
	text, err := s.calendar(r.Context(), httpd.LocaleOf(r.Context()), dates)
	if err != nil {
		return err
	}
	// Not an attachment: phones then offer to add the event, where they would only keep a file.
	w.Header().Set("Content-Disposition", `inline; filename="`+file+`"`)
	writeText(w, r, "text/calendar; charset=utf-8", text)
	return nil
}

// calendar writes RFC 5545: lines end with CRLF and are folded at 75 octets between characters,
// times are in UTC. Each date stands for itself, each session of it too. Its UID is the same in both languages and for
// ever, so that a calendar that has it already changes it; a cancelled one says so.
func (s *Service) calendar(ctx context.Context, l locale.Locale, dates []dated) (string, error) {
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
			v.SetStartAt(h.Starts)
			v.SetEndAt(h.Ends)
			v.SetSummary(plainText(title))
			v.SetLocation(plainText(place(l, h.Place.In(l), temple.In(l), address.In(l))))
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
