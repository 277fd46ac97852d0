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

// Minimum and maximum sizes of a photograph for full-width link previews: smaller ones would be blurred, and a crop of
// a longer strip shows little.
const (
	leastShared = 600  // minimum pixels of the crop's width
	mostShared  = 5000 // maximum pixels of its height
)

var libraryPicture = regexp.MustCompile(`"/media/([0-9a-f-]{36})/`)

// photograph is the link preview's photograph instead of a drawing: of an event or offering, or the first in a page's
// text. nil if there is none of sufficient size.
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

// mayHavePhotograph returns whether a page may have had one that chats still request.
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
