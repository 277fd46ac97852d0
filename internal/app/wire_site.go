package app

import (
	"shanmen/internal/offer/words"
	"shanmen/internal/platform/httpd"
	"shanmen/internal/site"
)

// siteGroup has the services of the public pages and their messages.
type siteGroup struct {
	Site  *site.Service
	HTTP  *httpd.Server
	Words *words.Service
}

func (a *App) wireSite() {
	a.Site = &site.Service{
		DB: a.DB, Clock: a.Clock, Log: a.Log, Messages: a.Messages, Base: a.Config.base, SSR: a.SSR, Painter: a.Painter, BuildCheck: a.Config.BuildCheck, Accounts: a.Accounts, Content: a.Content,
		Events: a.Events, Offerings: a.Offerings, Invoices: a.Invoices, Redirects: a.Redirects, Subscriptions: a.Subscriptions, Draft: a.Editing.Draft, Confirms: a.PayRequests.Confirms(),
	}
	cfg := httpd.Config{
		BaseURL: a.Config.base, Clock: a.Clock, Log: a.Log, Messages: a.Messages, TrustedProxies: a.Config.proxies, OneVisitor: a.oneVisitor,
		FloodPerMinute: a.Config.FloodPerMinute, Answered: a.traffic.answered, Limited: a.traffic.limited,
		Visitor: a.Accounts.Visitor, Admission: a.Admission,
		Guards: map[string]httpd.Guard{
			"require-auth":                   a.Accounts.RequireAuth,
			"require-member":                 a.Accounts.RequireMember,
			"authenticated-redirect-profile": a.Accounts.AuthenticatedRedirectProfile,
			"require-otp":                    a.Accounts.RequireOTP,
			"require-ticket":                 a.Accounts.RequireTicket,
			"require-staff":                  a.Accounts.RequireStaff,
			"require-cart":                   a.Carts.RequireCart,
			"require-invoice":                a.Invoices.RequireInvoice,
		},
		Redirects: a.Redirects.Find,
		Asked:     a.Redirects.Count,
		Draft:     a.Editing.Draft,
		Pages:     a.Site,
	}
	if a.SSR != nil { // not set when only the API is described
		cfg.CSP = a.SSR.CSP()
	}
	a.HTTP = httpd.New(cfg)
	a.Words = &words.Service{DB: a.DB, Clock: a.Clock, Messages: a.Messages, Wording: a.Wording, Base: a.Config.base, PageWords: a.HTTP.PageWords, Pages: a.HTTP.Pages, Shown: a.Site.ShownPages}
}
