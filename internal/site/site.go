// Package site has the pages of the public site that belong to no feature: home, contact, the head of every page, data
// for search engines, chats and phones, and the fallback page for one that cannot be rendered.
//
// head.go builds metadata: title, alternate languages, picture, JSON-LD. sitemap.go lists what may be found; a route
// with a key in its path must list its pages there. Until the temple has published its name, every public page is
// Opening soon, with 200 and noindex. A lamp is found without an account by its mobile number (find_lamp.go): the call
// costs the same for known and unknown numbers.
package site

import (
	"context"
	"log/slog"
	"net/url"
	"sync/atomic"

	"shanmen/internal/base/clock"
	"shanmen/internal/base/locale"
	"shanmen/internal/offer/content"
	"shanmen/internal/offer/event"
	"shanmen/internal/offer/offering"
	"shanmen/internal/offer/redirect"
	"shanmen/internal/people/account"
	"shanmen/internal/platform/db"
	"shanmen/internal/platform/httpd"
	"shanmen/internal/platform/share"
	"shanmen/internal/platform/ssr"
	"shanmen/internal/sales/invoice"
	"shanmen/internal/sales/subscription"
)

// Service serves the site's own pages and files. It implements httpd.Renderer.
type Service struct {
	DB       *db.DB
	Clock    clock.Clock
	Log      *slog.Logger
	Messages *locale.Messages
	Base     *url.URL // base of absolute links
	HTTP     *httpd.Server
	SSR      *ssr.Site // nil if nothing is served
	Painter  *share.Painter

	BuildCheck int  // seconds between an open page's checks for a new build; 0: never
	Confirms   bool // a payment provider confirms PayNow

	Accounts      *account.Service
	Content       *content.Service
	Events        *event.Service
	Offerings     *offering.Service
	Invoices      *invoice.Service
	Redirects     *redirect.Service
	Subscriptions *subscription.Service
	// Draft applies a record's draft to a context.
	Draft func(ctx context.Context, v httpd.Visitor, record, token string) (func(context.Context) context.Context, error)

	known atomic.Pointer[templeFacts] // last data read
}

// absolute is the complete URL of a path of the site.
func (s *Service) absolute(path string) string { return s.Base.JoinPath(path).String() }
