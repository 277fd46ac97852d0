// Package demo creates the demonstration temple, 清莲寺 Qing Lian Temple: everything a fresh start shows, in both
// languages, except accounts.
package demo

import (
	"context"
	"embed"
	"encoding/json"
	"fmt"
	"io/fs"
	"strconv"
	"strings"
	"time"

	"shanmen/internal/base/id"
	"shanmen/internal/base/locale"
	"shanmen/internal/base/lunar"
	"shanmen/internal/offer/content"
	"shanmen/internal/offer/editing"
	"shanmen/internal/offer/form"
	"shanmen/internal/offer/redirect"
	"shanmen/internal/platform/db"
)

//go:embed data
var files embed.FS

// Seed writes the temple into an empty database. Festivals and closing days follow the lunar calendar from the current
// date, so that the demonstration does not age.
func Seed(ctx context.Context, tx *db.Tx, now time.Time) error {
	for _, step := range []func(context.Context, *db.Tx, time.Time) error{seedSite, seedForms, seedOfferings, seedHalls, seedPages, seedEvents, seedBanners, seedRedirects} {
		if err := step(ctx, tx, now); err != nil {
			return err
		}
	}
	return nil
}

type site struct {
	Name, Address, Directions, Hours, InvoiceFooter locale.Text
	Phone, Email, WhatsApp, UEN, PayeeName          string
	HoldMinutes, ExpiryDays                         int
	Opens, Closes, ClosesLate                       string
}

func seedSite(ctx context.Context, tx *db.Tx, now time.Time) error {
	s, err := read[site]("site.json")
	if err != nil {
		return err
	}
	fields := editing.Fields{"phone": s.Phone, "email": s.Email, "whatsapp": s.WhatsApp}
	fields["opening"] = content.OpeningText([]content.OpeningLine{
		{On: content.OnEveryDay, Opens: s.Opens, Closes: s.Closes},
		{On: content.OnLunarDays, Days: []int{int(lunar.FirstDay), int(lunar.FullMoon)}, Opens: s.Opens, Closes: s.ClosesLate},
	})
	fields.Put("name", s.Name)
	fields.Put("address", s.Address)
	fields.Put("directions", s.Directions)
	fields.Put("hours", s.Hours)
	if err := editing.Seed(ctx, tx, editing.KindPlace, editing.Live{Key: editing.PlaceKey, Fields: fields}, now); err != nil {
		return err
	}
	return content.SaveSite(ctx, tx, content.Facts{
		InvoiceFooter: s.InvoiceFooter, UEN: s.UEN, PayeeName: s.PayeeName,
		Hold: time.Duration(s.HoldMinutes) * time.Minute, Expiry: time.Duration(s.ExpiryDays) * 24 * time.Hour,
	})
}

func seedForms(ctx context.Context, tx *db.Tx, now time.Time) error {
	list, err := fs.Glob(files, "data/forms/*.json")
	if err != nil {
		return err
	}
	titles, err := read[map[string]locale.Text]("forms.json")
	if err != nil {
		return err
	}
	for i, name := range list {
		raw, err := files.ReadFile(name)
		if err != nil {
			return err
		}
		d, err := form.Parse(raw)
		if err != nil {
			return fmt.Errorf("%s: %w", name, err)
		}
		fields := editing.FormFields(d, titles[d.Key])
		if err := editing.Seed(ctx, tx, editing.KindForm, editing.Live{Key: d.Key, Position: int64(i), Fields: fields}, now); err != nil {
			return err
		}
	}
	return nil
}

type page struct {
	Key, Kind string
	Title     locale.Text
}

func seedPages(ctx context.Context, tx *db.Tx, now time.Time) error {
	list, err := read[[]page]("pages.json")
	if err != nil {
		return err
	}
	for i, p := range list {
		html, err := readHTML("page", p.Key)
		if err != nil {
			return err
		}
		fields := editing.Fields{}
		fields.Put("title", p.Title)
		fields.Put("html", html)
		if err := editing.Seed(ctx, tx, p.Kind, editing.Live{Key: p.Key, Position: int64(i), Fields: fields}, now); err != nil {
			return err
		}
	}
	return nil
}

type banner struct {
	Type        int64
	Title, Text locale.Text
	Href, Art   string
}

func seedBanners(ctx context.Context, tx *db.Tx, now time.Time) error {
	list, err := read[[]banner]("banners.json")
	if err != nil {
		return err
	}
	for i, b := range list {
		fields := editing.Fields{"type": strconv.FormatInt(b.Type, 10), "href": b.Href, "art": b.Art}
		fields.Put("title", b.Title)
		fields.Put("text", b.Text)
		if err := editing.Seed(ctx, tx, editing.KindBanner, editing.Live{Key: id.New(), Position: int64(i), Fields: fields}, now); err != nil {
			return err
		}
	}
	return nil
}

// when is a date of the demonstration relative to the day of the seed. Exactly one of Lunar and Term is set.
type when struct {
	Lunar    string // "4/15": the next such lunar day
	Term     string // "冬至": the next such solar term
	Days     int    // added to the day found
	Previous bool   // take the previous such day instead of the next
	// BeforeClosing takes the last such day before the offering closes.
	BeforeClosing bool
}

// on finds the date. The search starts early enough that adding Days still gives from or later.
func (w when) on(from lunar.Day) (lunar.Day, error) {
	var month, day int
	var out lunar.Day
	var ok bool
	if w.Lunar != "" {
		if _, err := fmt.Sscanf(w.Lunar, "%d/%d", &month, &day); err != nil {
			return out, fmt.Errorf("lunar day %q: %w", w.Lunar, err)
		}
	}
	start := from.Add(-w.Days)
	switch {
	case w.Term != "":
		out, ok = lunar.NextTerm(start, w.Term)
	case w.Previous || w.BeforeClosing:
		out, ok = lunar.Previous(start, month, day)
	default:
		out, ok = lunar.Next(start, month, day)
	}
	if !ok {
		return out, fmt.Errorf("there is no day for %+v", w)
	}
	return out.Add(w.Days), nil
}

func read[T any](name string) (T, error) {
	var out T
	raw, err := files.ReadFile("data/" + name)
	if err != nil {
		return out, err
	}
	dec := json.NewDecoder(strings.NewReader(string(raw)))
	dec.DisallowUnknownFields()
	if err := dec.Decode(&out); err != nil {
		return out, fmt.Errorf("%s: %w", name, err)
	}
	return out, nil
}

func readHTML(folder, key string) (locale.Text, error) {
	var t locale.Text
	for l, to := range map[locale.Locale]*string{locale.EN: &t.EN, locale.ZH: &t.ZH} {
		raw, err := files.ReadFile("data/" + folder + "/" + string(l) + "/" + key + ".html")
		if err != nil {
			return t, err
		}
		*to = strings.TrimSpace(string(raw))
	}
	return t, nil
}

// seedRedirects redirects the addresses of the temple's former site.
func seedRedirects(ctx context.Context, tx *db.Tx, now time.Time) error {
	list, err := read[[]redirect.Entry]("redirects.json")
	if err != nil {
		return err
	}
	var s redirect.Service
	for _, e := range list {
		if err := s.Put(ctx, tx, e, now); err != nil {
			return fmt.Errorf("redirect %s: %w", e.Path, err)
		}
	}
	return nil
}
