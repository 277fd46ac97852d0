package site

import (
	"context"
	"encoding/xml"
	"fmt"
	"net/http"
	"strings"
	"time"

	"shanmen/internal/base/locale"
	"shanmen/internal/offer/content"
	"shanmen/internal/offer/offering"
	"shanmen/internal/platform/httpd"
	"shanmen/internal/platform/picture"
	"shanmen/internal/platform/ssr"
)

// listed is a page for search engines; changed is zero if unknown.
type listed struct {
	path    string // without /zh
	changed time.Time
	// photos are the ids of its library pictures, by language.
	photos map[locale.Locale][]string
}

// inBoth is one picture listed for the pages of both languages.
func inBoth(id string) map[locale.Locale][]string {
	if id == "" {
		return nil
	}
	return map[locale.Locale][]string{locale.EN: {id}, locale.ZH: {id}}
}

// inTexts are the pictures in a page's texts.
func inTexts(c content.Address) map[locale.Locale][]string {
	out := map[locale.Locale][]string{}
	for _, l := range locale.All {
		out[l] = picture.InText(c.HTML.In(l))
	}
	return out
}

// listings builds the sitemap entries of routes with a key in the path, or that exist only once written. Other routes
// are one page each.
type listings struct {
	s       *Service
	content []content.Address
	events  []listed
}

func (s *Service) listings(ctx context.Context) (*listings, error) {
	pages, err := s.Content.Addresses(ctx)
	if err != nil {
		return nil, err
	}
	events, err := s.Events.Addresses(ctx)
	if err != nil {
		return nil, err
	}
	out := &listings{s: s, content: pages}
	for _, e := range events {
		out.events = append(out.events, listed{"/event/" + e.Key, e.UpdatedAt, inBoth(e.Picture)})
	}
	return out, nil
}

func (l *listings) of(ctx context.Context, p httpd.PageSpec) ([]listed, error) {
	if p.Unlisted {
		return nil, nil
	}
	switch p.ID {
	case "about-us": // redirects to the first of them
		return nil, nil
	case "about-us-key":
		var out []listed
		for _, c := range l.content {
			if c.Kind == content.KindAboutUs {
				out = append(out, listed{"/about-us/" + c.Key, c.UpdatedAt, inTexts(c)})
			}
		}
		return out, nil
	case "misc-faq":
		return l.policy(p, func(c content.Address) bool { return c.Kind == content.KindFAQ }), nil
	case "misc-privacy-policy", "misc-service-policy", "misc-term-and-condition":
		return l.policy(p, func(content.Address) bool { return false }), nil
	case "blessing-service-key":
		pictures, err := l.s.Offerings.Pictures(ctx)
		if err != nil {
			return nil, err
		}
		all, err := l.s.Offerings.Catalogue(ctx, locale.EN, offering.Filter{})
		if err != nil {
			return nil, err
		}
		var out []listed
		for _, c := range all.Cards {
			out = append(out, listed{path: "/blessing-service/" + c.Key, photos: inBoth(pictures[c.Key])})
		}
		return out, nil
	case "event-key":
		return l.events, nil
	case "event":
		calendar := listed{path: p.Path}
		for _, e := range l.events {
			calendar.changed = later(calendar.changed, e.changed)
		}
		return []listed{calendar}, nil
	}
	if strings.Contains(p.Path, ":") {
		return nil, fmt.Errorf("sitemap: nothing lists the pages of %s", p.ID)
	}
	return []listed{{path: p.Path}}, nil
}

// policy is a page under /misc, if written; its parts count for its last change.
func (l *listings) policy(p httpd.PageSpec, part func(content.Address) bool) (out []listed) {
	key := strings.TrimPrefix(p.ID, "misc-")
	var parts time.Time
	for _, c := range l.content {
		if part(c) {
			parts = later(parts, c.UpdatedAt)
		} else if c.Key == key {
			out = []listed{{p.Path, c.UpdatedAt, inTexts(c)}}
		}
	}
	if len(out) > 0 {
		out[0].changed = later(out[0].changed, parts)
	}
	return out
}

func later(a, b time.Time) time.Time {
	if b.After(a) {
		return b
	}
	return a
}

// indexable lists every page that search engines may index.
func (s *Service) indexable(ctx context.Context) ([]listed, error) {
	lists, err := s.listings(ctx)
	if err != nil {
		return nil, err
	}
	var out []listed
	for _, p := range s.HTTP.Pages() {
		if !p.Indexable() {
			continue
		}
		of, err := lists.of(ctx, p)
		if err != nil {
			return nil, err
		}
		for _, l := range of {
			if _, moved := s.Redirects.Find(l.path); !moved {
				out = append(out, l)
			}
		}
	}
	return out, nil
}

type sitemapURL struct {
	Loc     string         `xml:"loc"`
	LastMod string         `xml:"lastmod,omitempty"`
	Links   []sitemapLink  `xml:"xhtml:link"`
	Images  []sitemapImage `xml:"image:image"`
}

type sitemapImage struct {
	Loc string `xml:"image:loc"`
}

type sitemapLink struct {
	Rel  string `xml:"rel,attr"`
	Lang string `xml:"hreflang,attr"`
	Href string `xml:"href,attr"`
}

// Sitemap serves /sitemap.xml: every page in both languages with alternates, as described by sitemaps.org and Google's
// "Localized versions of your pages", and its photographs ("Image sitemaps").
func (s *Service) Sitemap(w http.ResponseWriter, r *http.Request) {
	if open, err := s.open(r.Context()); err == nil && !open {
		w.Header().Set("Cache-Control", "no-cache")
		http.NotFound(w, r)
		return
	}
	pages, err := s.indexable(r.Context())
	var b strings.Builder
	if err == nil {
		err = s.writeSitemap(r.Context(), &b, pages)
	}
	if err != nil && httpd.Gone(r.Context()) {
		return
	}
	if err != nil {
		s.Log.Error("sitemap failed", "error", err)
		httpd.Failed(w, r, err)
		return
	}
	w.Header().Set("Content-Type", "application/xml; charset=utf-8")
	w.Header().Set("Cache-Control", "public, max-age=3600")
	_, _ = w.Write([]byte(b.String()))
}

func (s *Service) writeSitemap(ctx context.Context, b *strings.Builder, pages []listed) error {
	files, err := picture.Addresses(ctx, s.DB.Read())
	if err != nil {
		return err
	}
	set := struct {
		XMLName xml.Name     `xml:"urlset"`
		NS      string       `xml:"xmlns,attr"`
		XHTML   string       `xml:"xmlns:xhtml,attr"`
		Image   string       `xml:"xmlns:image,attr"`
		URLs    []sitemapURL `xml:"url"`
	}{NS: "http://www.sitemaps.org/schemas/sitemap/0.9", XHTML: "http://www.w3.org/1999/xhtml", Image: "http://www.google.com/schemas/sitemap-image/1.1"}
	for _, p := range pages {
		for _, l := range locale.All {
			loc, alternates := ssr.Links(s.Base, l, p.path)
			u := sitemapURL{Loc: loc}
			if !p.changed.IsZero() {
				u.LastMod = p.changed.UTC().Format(time.RFC3339)
			}
			for _, t := range alternates {
				u.Links = append(u.Links, sitemapLink{"alternate", t.Lang, t.Href})
			}
			for _, id := range p.photos[l] {
				if file := files[id]; file != "" { // it may have been deleted
					u.Images = append(u.Images, sitemapImage{s.absolute(file)})
				}
			}
			set.URLs = append(set.URLs, u)
		}
	}
	b.WriteString(xml.Header)
	if err := xml.NewEncoder(b).Encode(set); err != nil {
		return fmt.Errorf("sitemap: %w", err)
	}
	return nil
}

// Robots serves /robots.txt. It allows everything except useless addresses. Personal pages are not listed: they have
// noindex, which must be read to take effect.
func (s *Service) Robots(w http.ResponseWriter, r *http.Request) {
	w.Header().Set("Content-Type", "text/plain; charset=utf-8")
	sitemap, kept := "\nSitemap: "+s.absolute("/sitemap.xml")+"\n", "public, max-age=3600"
	if open, err := s.open(r.Context()); err == nil && !open {
		sitemap, kept = "", "no-cache"
	}
	w.Header().Set("Cache-Control", kept)
	_, _ = w.Write([]byte("User-agent: *\nDisallow: /api/\nDisallow: /admin\nDisallow: /demo/\n" + sitemap))
}

// open returns whether the temple has published its name: before that there is no sitemap, and pages have noindex.
func (s *Service) open(ctx context.Context) (bool, error) {
	site, err := content.Site(ctx, s.DB.Read())
	return site.Open(), err
}
