package app

import (
	"shanmen/internal/people/account"
	"shanmen/internal/platform/httpd"
	"shanmen/internal/site"
)

// publicPages are the pages that search engines may index.
func (a *App) publicPages() {
	s := a.HTTP
	s.Page(publicPage(httpd.PageSpec{
		ID: "home", Path: "/", Tab: "home", TitleKey: home,
		Namespaces: []string{"home"},
	}), a.Site.HomePage)
	s.Page(publicPage(httpd.PageSpec{
		ID: "about-us", Path: "/about-us", Layout: "about-us", TitleKey: "common.about-us",
		Crumbs: []string{home}, Namespaces: []string{"about-us"},
	}), a.Content.AboutUsPage)
	s.Page(publicPage(httpd.PageSpec{
		ID: "about-us-key", Path: "/about-us/:key", Layout: "about-us",
		Crumbs: []string{home, "common.about-us"}, Namespaces: []string{"about-us"},
	}), a.Content.AboutUsKeyPage)
	s.Page(publicPage(httpd.PageSpec{
		ID: "misc-faq", Path: "/misc/faq", TitleKey: "common.faq",
		Crumbs: []string{home}, Namespaces: []string{"misc"},
	}), a.Content.FAQPage)
	for _, policy := range []string{"privacy-policy", "service-policy", "term-and-condition"} {
		s.Page(publicPage(httpd.PageSpec{
			ID: "misc-" + policy, Path: "/misc/" + policy, TitleKey: "common." + policy,
			Crumbs: []string{home}, Namespaces: []string{"misc"},
		}), a.Content.PolicyPage(policy))
	}
	s.Page(publicPage(httpd.PageSpec{
		ID: "blessing-service", Path: "/blessing-service", Tab: "blessing-service", TitleKey: "common.blessing-service",
		Crumbs: []string{home}, Namespaces: []string{"offering"},
	}), a.Offerings.BlessingServicePage)
	s.Page(publicPage(httpd.PageSpec{
		ID: "blessing-service-key", Path: "/blessing-service/:key",
		Crumbs: []string{home, "common.blessing-service"}, Namespaces: []string{"offering", "place", "form", "fault"},
		Omits:   []string{"offering.categories", "offering.found", "offering.none", "offering.search", "offering.show-all", "offering.text", "offering.title", "form.names-keep", "form.names-not-saved", "form.names-save", "place.order-", "place.where", "fault.otp-", "fault.password-", "fault.wrong-"},
		Borrows: []string{"contact.another", "contact.not-sent", "contact.received-next", "contact.received-text", "contact.received-title", "contact.reference", "contact.restored", "contact.send", "contact.start-afresh"},
	}), a.Offerings.BlessingServiceKeyPage)
	s.Page(publicPage(httpd.PageSpec{
		ID: "event", Path: "/event", Tab: "event", TitleKey: "common.event",
		Crumbs: []string{home}, Namespaces: []string{"event"},
	}), a.Events.EventPage)
	s.Page(publicPage(httpd.PageSpec{
		ID: "event-key", Path: "/event/:key", Tab: "event",
		Crumbs: []string{home, "common.event"}, Namespaces: []string{"event"},
	}), a.Events.EventKeyPage)
	s.Page(publicPage(httpd.PageSpec{
		ID: "merit-wall", Path: "/merit-wall", TitleKey: "common.wall-title", Unlisted: true,
		Crumbs: []string{home}, Namespaces: []string{"wall"},
	}), a.Wall.MeritWallPage)
	s.Page(publicPage(httpd.PageSpec{
		ID: "contact-us", Path: "/contact-us", TitleKey: "common.contact-title",
		Crumbs: []string{home}, Namespaces: []string{"contact", "form", "fault"},
	}), a.Site.ContactPage)
}

// lampPages are for visitors without an account who look for a lamp or an order.
func (a *App) lampPages() {
	s := a.HTTP
	s.Page(personalPage(httpd.PageSpec{
		ID: "find-my-lamp", Path: "/find-my-lamp", TitleKey: "lamp.find-title",
		Crumbs: []string{home}, Query: []string{"notice"}, Namespaces: []string{"lamp", "fault"},
	}), site.EmptyPage)
	s.Page(personalPage(httpd.PageSpec{
		ID: "find-my-lamp-places", Path: "/find-my-lamp/places", TitleKey: "lamp.found-title",
		Crumbs: []string{home, "lamp.find-title"}, Guards: []string{"require-ticket"}, Query: []string{"ticket"}, Secret: []string{"ticket"},
		Namespaces: []string{"lamp", "place", "offering"},
	}), a.Site.FoundLampsPage)
	s.Page(personalPage(httpd.PageSpec{
		ID: "order", Path: account.PageOrder, TitleKey: "place.order-title",
		Crumbs: []string{home}, Guards: []string{"require-ticket"}, Query: []string{"ticket"}, Secret: []string{"ticket"},
		Namespaces: []string{"place", "lamp", "offering", "invoice"}, Borrows: []string{"cart.place"},
	}), a.Site.OrderPage)
	s.Page(personalPage(httpd.PageSpec{
		ID: "kiosk", Path: "/kiosk", Layout: "bare", TitleKey: "lamp.find-title", Namespaces: []string{"lamp", "place", "fault"},
	}), a.Site.KioskPage)
}

// errorPages are shown where no page exists.
func (a *App) errorPages() {
	s := a.HTTP
	s.Page(publicPage(httpd.PageSpec{
		ID: "not-found", TitleKey: "error.not-found-title",
		Namespaces: []string{"error"},
	}), site.EmptyPage)
	s.Page(publicPage(httpd.PageSpec{
		ID: "error", TitleKey: "error.title",
		Namespaces: []string{"error"},
	}), site.EmptyPage)
}
