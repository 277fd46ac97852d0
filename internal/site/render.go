package site

import (
	"context"
	"encoding/json"
	"net/http"
	"time"

	"shanmen/internal/base/clock"
	"shanmen/internal/base/locale"
	"shanmen/internal/base/lunar"
	"shanmen/internal/offer/content"
	"shanmen/internal/platform/db"
	"shanmen/internal/platform/httpd"
	"shanmen/internal/platform/ssr"
)

// sitePayload is the temple's data on every page.
type sitePayload struct {
	TempleName  string `json:"templeName"`
	ChineseName string `json:"chineseName"`
	Address     string `json:"address"`
	Phone       string `json:"phone"`
	HoursToday  string `json:"hoursToday"`
	OpenToday   bool   `json:"openToday"`
	ClosedToday bool   `json:"closedToday,omitempty"` // hours are written, and today is closed
	Demo        bool   `json:"demo"`
	PayNow      bool   `json:"payNow"`
	Confirms    bool   `json:"confirms,omitempty"` // a payment provider confirms PayNow
	Payee       string `json:"payee"`
	UEN         string `json:"uen"`
	// Soon: the temple has not published its name yet, and visitors see one page that says it opens soon.
	Soon bool `json:"soon,omitempty"`
	// Unwritten are the ids of pages that menus and texts would link to but that are not published.
	Unwritten []string `json:"unwritten,omitempty"`
}

// pagePayload is the props of the page's component, on the server and for hydration.
type pagePayload struct {
	ID       string            `json:"id"`
	Locale   locale.Locale     `json:"locale"`
	Path     string            `json:"path"`
	Params   map[string]string `json:"params"`
	Data     any               `json:"data"`
	Meta     httpd.Meta        `json:"meta"`
	Crumbs   []httpd.Crumb     `json:"crumbs"`
	Messages map[string]string `json:"messages"`
	Site     sitePayload       `json:"site"`
	BuildID  string            `json:"buildId"`
	// BuildCheck: seconds between checks for a new build; 0: never.
	BuildCheck int `json:"buildCheck"`
}

// Serve implements httpd.Renderer: it passes documents with the site's data to the engine.
func (s *Service) Serve(w http.ResponseWriter, r *http.Request, key string, build func(context.Context) (httpd.Document, error)) error {
	return s.SSR.Serve(w, r, key, func(ctx context.Context) (ssr.Page, error) {
		d, err := build(ctx)
		if err != nil {
			return ssr.Page{}, err
		}
		return s.page(ctx, d, false)
	})
}

// ServeOnce implements httpd.Renderer.
func (s *Service) ServeOnce(w http.ResponseWriter, r *http.Request, lay func(context.Context) context.Context, build func(context.Context) (httpd.Document, error)) error {
	return s.SSR.ServeOnce(w, r, func(ctx context.Context) (ssr.Page, error) {
		ctx = lay(ctx)
		d, err := build(ctx)
		if err != nil {
			return ssr.Page{}, err
		}
		p, err := s.page(ctx, d, true)
		p.NoIndex = true
		return p, err
	})
}

// ServeData implements httpd.Renderer.
func (s *Service) ServeData(w http.ResponseWriter, r *http.Request, key string, build func(context.Context) (httpd.Data, error)) error {
	return s.SSR.ServeData(w, r, key, func(ctx context.Context) (ssr.Data, error) {
		d, err := build(ctx)
		return ssr.Data{JSON: d.JSON, Until: s.until(), Private: d.Private}, err
	})
}

// page converts a document for the engine. draft: it is a preview.
func (s *Service) page(ctx context.Context, d httpd.Document, draft bool) (ssr.Page, error) {
	temple, err := s.factsFor(ctx, d.Status)
	if err != nil {
		return ssr.Page{}, err
	}
	site, demo := temple.Facts, temple.demo
	soon := !draft && !site.Open() && d.Status < http.StatusInternalServerError
	hours := site.HoursOn(lunar.DayOf(s.Clock.Now()))
	payload := pagePayload{
		ID: d.ID, Locale: d.Locale, Path: d.Path, Params: d.Params, Data: d.Data, Meta: d.Meta, Crumbs: d.Crumbs,
		Messages: s.wordsOf(d), BuildID: s.buildID(), BuildCheck: s.BuildCheck,
		Site: sitePayload{
			TempleName: site.Name.In(d.Locale), ChineseName: site.Name.ZH, Address: site.Address.In(d.Locale), Phone: site.Phone,
			HoursToday: hours, OpenToday: hours != "", ClosedToday: hours == "" && len(site.Opening) > 0, Demo: demo, PayNow: site.UEN != "", Confirms: site.UEN != "" && s.Confirms, Payee: site.PayeeName, UEN: site.UEN,
			Soon: soon, Unwritten: unwritten(temple.written),
		},
	}
	if payload.Params == nil {
		payload.Params = map[string]string{}
	}
	raw, err := json.Marshal(payload)
	if err != nil {
		return ssr.Page{}, err
	}
	title := site.Name.In(d.Locale)
	if d.Meta.Title != "" && d.Path != "/" {
		title = d.Meta.Title + s.Messages.T(d.Locale, "common.title-separator", nil) + title
	} else if d.Meta.Title != "" {
		title = d.Meta.Title
	}
	if d.Plain { // neither a normal page nor an error page
		title = site.Name.In(d.Locale)
		d.Meta = httpd.Meta{Title: title}
	}
	if soon && !d.Plain {
		title = s.Messages.T(d.Locale, "common.soon-say", nil)
		d.Meta = httpd.Meta{Title: title, Description: s.Messages.T(d.Locale, "common.soon-text", nil)}
	}
	page := ssr.Page{Status: d.Status, Plain: s.plainOf(d, site.Phone), Until: s.until(), Document: ssr.Document{
		Locale: d.Locale, Title: title, Description: d.Meta.Description, PayloadJSON: raw,
		RouteID: d.ID, Waits: d.Spec.Waits() && d.Data == nil && !soon, Secret: d.Spec.Secret, Scriptless: d.Plain, NoIndex: d.Spec.Personal && !d.Spec.Cart || d.Spec.Unlisted || d.Status >= 400 || soon,
	}}
	if soon {
		page.Plain = func() string { return s.soonPage(d) }
	}
	if d.Status < 400 && !d.Spec.AnyKey() && !soon { // a document for all keys has no address of its own
		page.Canonical, page.Alternates = ssr.Links(s.Base, d.Locale, d.Path)
	}
	return page, s.describe(ctx, &page.Document, d, site)
}

// templeFacts is the temple's data on every page.
type templeFacts struct {
	content.Facts
	demo    bool // marked in the database, also without --demo
	written content.Written
}

// unwritten are the ids of unpublished pages.
func unwritten(w content.Written) (out []string) {
	if !w.AboutUs {
		out = append(out, "about-us")
	}
	for _, key := range content.Policies {
		if !w.Has(key) {
			out = append(out, "misc-"+key)
		}
	}
	return out
}

// LoadFacts reads this data, so that error pages have it without the database.
func (s *Service) LoadFacts(ctx context.Context) error {
	_, err := s.factsFor(ctx, http.StatusOK)
	return err
}

// factsFor reads it. An error page uses the last data if the database is unavailable, because its reader needs the
// temple's phone number; the database is not queried again then.
func (s *Service) factsFor(ctx context.Context, status int) (*templeFacts, error) {
	if known := s.known.Load(); known != nil && status == http.StatusServiceUnavailable {
		return known, nil
	}
	ctx = db.Brief(ctx)
	facts, err := content.Site(ctx, s.DB.Read())
	demo, written := false, content.Written{}
	if err == nil {
		written, err = content.OnSite(ctx, s.DB.Read())
	}
	if err == nil {
		demo, err = s.Accounts.IsDemo(ctx)
	}
	if err != nil {
		if known := s.known.Load(); known != nil && status >= http.StatusInternalServerError {
			return known, nil
		}
		return nil, err
	}
	now := &templeFacts{facts, demo, written}
	if content.DraftIn(ctx).Place == nil { // a draft must not be kept
		s.known.Store(now)
	}
	return now, nil
}

// freshFor limits how long a page is served unchanged, so that stock is up to date on every replica within it.
const freshFor = 30 * time.Second

func (s *Service) until() time.Time {
	now := s.Clock.Now()
	at := now.Add(freshFor)
	sgt := now.In(clock.Singapore)
	midnight := time.Date(sgt.Year(), sgt.Month(), sgt.Day()+1, 0, 0, 0, 0, clock.Singapore).UTC()
	if midnight.Before(at) {
		at = midnight
	}
	return at
}
