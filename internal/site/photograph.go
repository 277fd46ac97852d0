package site

import (
	"context"
	"regexp"

	"shanmen/internal/offer/content"
	"shanmen/internal/offer/event"
	"shanmen/internal/offer/offering"
	"shanmen/internal/platform/httpd"
	"shanmen/internal/platform/media"
	"shanmen/internal/platform/picture"
	"shanmen/internal/platform/share"
)

// What a photograph must have for chats to show it in full width: a narrower one would be blurred, and of a longer strip
// the part that is left shows little.
const (
	leastShared = 600  // pixels of what is left of its width
	mostShared  = 5000 // pixels of its height
)

var libraryPicture = regexp.MustCompile(`"/media/([0-9a-f-]{36})/`)

// photograph is what a link to a page shows in chats in place of a drawing: that of an event or an offering, and the first
// one in the text of a page. nil where there is none, or none that is large enough.
func (s *Service) photograph(ctx context.Context, d httpd.Document) (p *picture.Photo, err error) {
	switch data := d.Data.(type) {
	case *event.Detail:
		p = data.Photo
	case *offering.Detail:
		p = data.Photo
	case content.AboutUs:
		p, err = s.firstIn(ctx, d, data.HTML)
	case *content.Page:
		p, err = s.firstIn(ctx, d, data.HTML)
	}
	if err != nil || p == nil || p.Widest == nil || p.Widest.Height > mostShared {
		return nil, err
	}
	if w, _ := media.CropSize(int(p.Widest.Width), int(p.Widest.Height), share.Width, share.Height); w < leastShared {
		return nil, nil
	}
	return p, nil
}

// mayHavePhotograph tells whether a page can have had one, and chats may still ask for it.
func mayHavePhotograph(d httpd.Document) bool {
	switch d.Data.(type) {
	case *event.Detail, *offering.Detail, content.AboutUs, *content.Page:
		return true
	}
	return false
}

func (s *Service) firstIn(ctx context.Context, d httpd.Document, html string) (*picture.Photo, error) {
	found := libraryPicture.FindStringSubmatch(html)
	if found == nil {
		return nil, nil
	}
	return picture.Find(ctx, s.DB.Read(), d.Locale, found[1])
}
