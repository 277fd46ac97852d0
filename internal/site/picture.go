package site

import (
	"context"
	"errors"
	"io/fs"
	"net/http"
	"net/url"
	"strconv"
	"strings"

	"shanmen/internal/base/clock"
	"shanmen/internal/base/fault"
	"shanmen/internal/base/locale"
	"shanmen/internal/base/money"
	"shanmen/internal/offer/content"
	"shanmen/internal/offer/event"
	"shanmen/internal/offer/offering"
	"shanmen/internal/platform/admission"
	"shanmen/internal/platform/httpd"
	"shanmen/internal/platform/picture"
	"shanmen/internal/platform/share"
)

// PicturePrefix is the path prefix of share pictures.
const PicturePrefix = "/og"

// picturePath is the address of a page's share picture: /og/en/event/full-moon.png, /og/zh.png for the Chinese home
// page, and /og/en/event/full-moon.jpg for a photograph.
func picturePath(l locale.Locale, path string, c share.Card) string {
	return PicturePrefix + "/" + string(l) + strings.TrimSuffix(path, "/") + extension(c)
}

func extension(c share.Card) string {
	if c.Photo != nil {
		return ".jpg"
	}
	return ".png"
}

// pictureURL includes a version of the content, so that it can be cached permanently.
func (s *Service) pictureURL(d httpd.Document, c share.Card) string {
	u := url.URL{Scheme: s.Base.Scheme, Host: s.Base.Host, Path: picturePath(d.Locale, d.Path, c)}
	u.RawQuery = "v=" + c.Version()
	return u.String()
}

// card is the content of a page's share picture. A photograph is used alone.
func (s *Service) card(d httpd.Document, site content.Facts, photo *picture.Photo) share.Card {
	l := d.Locale
	if photo != nil {
		return share.Card{Photo: &share.Photo{Key: photo.Widest.StorageKey, X: photo.X, Y: photo.Y}}
	}
	c := share.Card{Locale: l, Temple: site.Name.In(l), ChineseName: site.Name.ZH, Title: d.Meta.Title}
	if n := len(d.Crumbs); n > 2 {
		c.Eyebrow = d.Crumbs[n-2].Label
	}
	switch data := d.Data.(type) {
	case HomeData:
		c.Title, c.Lines = s.Messages.T(l, "home.hero-title", nil), []string{site.Address.In(l)}
	case ContactData:
		c.Lines = []string{site.Address.In(l), site.Hours.In(l)}
	case *event.Detail:
		c.Title = data.Title
		c.Lines = []string{locale.TimeRange(l, data.StartsAt, data.EndsAt), data.Place}
		c.Day = &share.Day{
			Month: locale.Month(l, data.StartsAt), Number: strconv.Itoa(data.StartsAt.In(clock.Singapore).Day()),
			Weekday: locale.Weekday(l, data.StartsAt), Lunar: data.Lunar,
		}
	case *offering.Detail:
		if l == locale.EN && data.ChineseTitle != data.Title {
			c.Lines = []string{data.ChineseTitle}
		}
		c.Art = data.Art
		if low := lowestPrice(data.Options); low > 0 {
			c.Price = s.Messages.T(l, "meta.from", map[string]any{"price": strings.TrimSuffix(money.Format(low), ".00")})
		}
	}
	return c
}

// lowestPrice in cents, or the minimum of an open amount; 0 if not for sale.
func lowestPrice(options []offering.Option) (low money.Cents) {
	for _, o := range options {
		p := o.Price
		if p == nil {
			p = o.Min
		}
		if p != nil && (low == 0 || *p < low) {
			low = *p
		}
	}
	return low
}

// Picture serves the share picture of a public page. Other addresses answer 404 without drawing.
func (s *Service) Picture(w http.ResponseWriter, r *http.Request) {
	card, at, err := s.cardAt(r.Context(), r.PathValue("file"))
	var shown []byte
	if err == nil && at == r.URL.Path {
		httpd.GiveBack(r.Context())
		shown, err = s.Painter.Picture(r.Context(), card)
	}
	switch {
	case r.Context().Err() != nil: // the visitor has disconnected
		return
	case err == nil && at != r.URL.Path: // it has gained or lost its photograph since
		w.Header().Set("Cache-Control", "public, max-age=300")
		http.Redirect(w, r, at+"?v="+card.Version(), http.StatusFound)
		return
	case errors.Is(err, fault.NotFound()), errors.Is(err, fs.ErrNotExist): // replaced a moment ago
		http.NotFound(w, r)
		return
	case admission.Refused(err):
		httpd.Failed(w, r, err)
		return
	case err != nil:
		s.Log.Error("picture failed", "path", r.URL.Path, "error", err)
		httpd.Failed(w, r, err)
		return
	}
	h, version := w.Header(), card.Version()
	h.Set("Cache-Control", "public, max-age=300")
	if r.URL.RawQuery == "v="+version {
		h.Set("Cache-Control", "public, max-age=31536000, immutable")
	}
	h.Set("Etag", `"`+version+`"`)
	if strings.Contains(r.Header.Get("If-None-Match"), `"`+version+`"`) {
		w.WriteHeader(http.StatusNotModified)
		return
	}
	h.Set("Content-Type", map[string]string{".png": "image/png", ".jpg": "image/jpeg"}[extension(card)])
	h.Set("Content-Length", strconv.Itoa(len(shown)))
	if r.Method != http.MethodHead {
		_, _ = w.Write(shown)
	}
}

// cardAt finds the card for a share picture's address, and its current address.
func (s *Service) cardAt(ctx context.Context, file string) (share.Card, string, error) {
	name, drawn := strings.CutSuffix(file, ".png")
	name, taken := strings.CutSuffix(name, ".jpg")
	first, rest, _ := strings.Cut(name, "/")
	l, known := locale.Parse(first)
	path := "/" + rest
	// Each picture has one address per type.
	if drawn == taken || !known || picturePath(l, path, share.Card{}) != PicturePrefix+"/"+name+".png" {
		return share.Card{}, "", fault.NotFound()
	}
	d, err := s.HTTP.Public(ctx, l, path)
	if err != nil {
		return share.Card{}, "", err
	}
	site, err := content.Site(ctx, s.DB.Read())
	if err != nil {
		return share.Card{}, "", err
	}
	photo, err := s.photograph(ctx, d)
	if err != nil {
		return share.Card{}, "", err
	}
	card := s.card(d, site, photo)
	if photo == nil && taken && !mayHavePhotograph(d) {
		return share.Card{}, "", fault.NotFound()
	}
	return card, picturePath(l, path, card), nil
}
