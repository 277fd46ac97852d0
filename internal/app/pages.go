package app

import (
	"shanmen/internal/httpd"
)

// pageTable is every page of the public site: the browser's own table is written from it
// (`make generate`). Guards are checked in the order given. Crumbs are the way to the page; its
// own title follows.
func (a *App) pageTable() {
	s := a.HTTP
	public := func(p httpd.PageSpec) httpd.PageSpec {
		p.Layout = orDefault(p.Layout, "default")
		p.Namespaces = append([]string{"common", "message"}, p.Namespaces...)
		return p
	}
	personal := func(p httpd.PageSpec) httpd.PageSpec {
		p.Personal = true
		return public(p)
	}
	home, profile := "common.home", "common.profile"

	s.Page(public(httpd.PageSpec{ID: "home", Path: "/", Namespaces: []string{"home"}, Tab: "home", TitleKey: home}), a.homePage)
	s.Page(public(httpd.PageSpec{ID: "about-us", Path: "/about-us", Layout: "about-us", Namespaces: []string{"about-us"}, Crumbs: []string{home}, TitleKey: "common.about-us"}), a.Content.AboutUsPage)
	s.Page(public(httpd.PageSpec{ID: "about-us-key", Path: "/about-us/:key", Layout: "about-us", Namespaces: []string{"about-us"}, Crumbs: []string{home, "common.about-us"}}), a.Content.AboutUsKeyPage)
	s.Page(public(httpd.PageSpec{ID: "misc-faq", Path: "/misc/faq", Namespaces: []string{"misc"}, Crumbs: []string{home}, TitleKey: "common.faq"}), a.Content.FAQPage)
	for _, policy := range []string{"privacy-policy", "service-policy", "term-and-condition"} {
		s.Page(public(httpd.PageSpec{ID: "misc-" + policy, Path: "/misc/" + policy, Namespaces: []string{"misc"}, Crumbs: []string{home}, TitleKey: "common." + policy}), a.Content.PolicyPage(policy))
	}
	s.Page(public(httpd.PageSpec{ID: "blessing-service", Path: "/blessing-service", Namespaces: []string{"offering"}, Crumbs: []string{home}, Tab: "blessing-service", TitleKey: "common.blessing-service"}), a.Offerings.BlessingServicePage)
	s.Page(public(httpd.PageSpec{ID: "blessing-service-key", Path: "/blessing-service/:key", Namespaces: []string{"offering", "form", "fault"}, Crumbs: []string{home, "common.blessing-service"}}), a.Offerings.BlessingServiceKeyPage)
	s.Page(public(httpd.PageSpec{ID: "event", Path: "/event", Namespaces: []string{"event"}, Crumbs: []string{home}, Tab: "event", TitleKey: "common.event"}), a.Events.EventPage)
	s.Page(public(httpd.PageSpec{ID: "event-key", Path: "/event/:key", Namespaces: []string{"event"}, Crumbs: []string{home, "common.event"}, Tab: "event"}), a.Events.EventKeyPage)
	s.Page(public(httpd.PageSpec{ID: "contact-us", Path: "/contact-us", Namespaces: []string{"contact", "form", "fault"}, Crumbs: []string{home}, TitleKey: "common.contact-us"}), a.contactPage)

	s.Page(personal(httpd.PageSpec{ID: "cart", Path: "/cart", Namespaces: []string{"cart", "form", "fault"}, Crumbs: []string{home}, Tab: "cart", Cart: true, TitleKey: "common.cart"}), a.Carts.CartPage)
	s.Page(personal(httpd.PageSpec{ID: "cart-checkout", Path: "/cart/checkout", Guards: []string{"require-cart", "require-member"}, Namespaces: []string{"checkout", "cart", "invoice", "fault"}, Crumbs: []string{home, "common.cart"}, TitleKey: "common.checkout"}), a.Carts.CheckoutPage)
	s.Page(personal(httpd.PageSpec{ID: "transaction-status", Path: "/transaction/status", Guards: []string{"require-auth", "require-invoice"}, Namespaces: []string{"invoice", "checkout", "payment", "fault"}, Query: []string{"id"}, Crumbs: []string{home}, Tab: "member", TitleKey: "common.transaction-status"}), a.Invoices.StatusPage)

	s.Page(personal(httpd.PageSpec{ID: "member-login", Path: "/member/login", Guards: []string{"authenticated-redirect-profile"}, Namespaces: []string{"member", "passkey", "factor", "fault"}, Query: []string{"redirect"}, Crumbs: []string{home}, Tab: "member", TitleKey: "common.login"}), emptyPage)
	s.Page(personal(httpd.PageSpec{ID: "member-registration", Path: "/member/registration", Guards: []string{"authenticated-redirect-profile"}, Namespaces: []string{"member", "fault"}, Query: []string{"redirect"}, Crumbs: []string{home}, Tab: "member", TitleKey: "common.registration"}), a.registrationPage)
	s.Page(personal(httpd.PageSpec{ID: "member-forgot-password", Path: "/member/forgot-password", Namespaces: []string{"member", "fault"}, Query: []string{"notice"}, Crumbs: []string{home, "common.login"}, Tab: "member", TitleKey: "common.forgot-password"}), emptyPage)
	s.Page(personal(httpd.PageSpec{ID: "member-reset-password", Path: "/member/reset-password", Guards: []string{"require-otp"}, Namespaces: []string{"member", "fault"}, Crumbs: []string{home, "common.login"}, Tab: "member", TitleKey: "common.reset-password"}), emptyPage)
	s.Page(personal(httpd.PageSpec{ID: "member-reset-email", Path: "/member/reset-email", Guards: []string{"require-ticket"}, Namespaces: []string{"member", "fault"}, Query: []string{"ticket"}, Crumbs: []string{home}, Tab: "member", TitleKey: "common.reset-email", Secret: []string{"ticket"}}), a.Accounts.AddressPage)
	s.Page(personal(httpd.PageSpec{ID: "member-confirm", Path: "/member/confirm", Guards: []string{"require-ticket"}, Namespaces: []string{"member", "fault"}, Query: []string{"ticket"}, Crumbs: []string{home}, Tab: "member", TitleKey: "common.confirm-email", Secret: []string{"ticket"}}), a.Accounts.AddressPage)
	s.Page(personal(httpd.PageSpec{ID: "member-undo-email", Path: "/member/undo-email", Guards: []string{"require-ticket"}, Namespaces: []string{"member", "fault"}, Query: []string{"ticket"}, Crumbs: []string{home}, Tab: "member", TitleKey: "common.undo-email", Secret: []string{"ticket"}}), a.Accounts.AddressPage)
	s.Page(personal(httpd.PageSpec{ID: "member-second-factor", Path: "/member/second-factor", Guards: []string{"require-staff"}, Namespaces: []string{"factor", "passkey", "fault"}, Crumbs: []string{home}, Tab: "member", TitleKey: "factor.title"}), a.factorPage)
	s.Page(personal(httpd.PageSpec{ID: "member-profile", Path: "/member/profile", Guards: []string{"require-auth"}, Namespaces: []string{"profile", "member", "passkey", "fault"}, Query: []string{"notice"}, Crumbs: []string{home}, Tab: "member", TitleKey: profile}), a.Members.ProfilePage)
	s.Page(personal(httpd.PageSpec{ID: "member-profile-security", Path: "/member/profile/security", Guards: []string{"require-auth"}, Namespaces: []string{"security", "member", "passkey", "fault"}, Crumbs: []string{home, profile}, Tab: "member", TitleKey: "security.title"}), a.Accounts.SecurityPage)
	s.Page(personal(httpd.PageSpec{ID: "member-profile-invoices", Path: "/member/profile/invoices", Guards: []string{"require-auth"}, Namespaces: []string{"invoice", "member"}, Query: []string{"page", "status", "year"}, Crumbs: []string{home, profile}, Tab: "member", TitleKey: "common.invoices"}), a.invoicesPage)
	s.Page(personal(httpd.PageSpec{ID: "member-profile-invoices-id", Path: "/member/profile/invoices/:id", Guards: []string{"require-auth"}, Namespaces: []string{"invoice", "checkout", "payment", "fault"}, Crumbs: []string{home, profile, "common.invoices"}, Tab: "member", TitleKey: "common.invoice"}), a.Invoices.InvoicePage)
	s.Page(personal(httpd.PageSpec{ID: "member-profile-family", Path: "/member/profile/family", Guards: []string{"require-auth", "require-member"}, Namespaces: []string{"family", "form", "fault"}, Query: []string{"edit"}, Crumbs: []string{home, profile}, Tab: "member", TitleKey: "family.title"}), a.Family.FamilyPage)

	s.Page(personal(httpd.PageSpec{ID: "member-profile-data", Path: "/member/profile/data", Guards: []string{"require-auth"}, Namespaces: []string{"data", "member", "fault"}, Crumbs: []string{home, profile}, Tab: "member", TitleKey: "data.title"}), a.Personal.DataPage)

	s.Page(personal(httpd.PageSpec{ID: "member-profile-subscriptions", Path: "/member/profile/subscriptions", Guards: []string{"require-auth", "require-member"}, Namespaces: []string{"subscription"}, Query: []string{"notice"}, Crumbs: []string{home, profile}, Tab: "member", TitleKey: "subscription.list-title"}), a.Subscriptions.ListPage)
	s.Page(personal(httpd.PageSpec{ID: "member-profile-subscriptions-id", Path: "/member/profile/subscriptions/:id", Guards: []string{"require-auth", "require-member"}, Namespaces: []string{"subscription", "form", "fault"}, Crumbs: []string{home, profile, "subscription.list-title"}, Tab: "member", TitleKey: "subscription.title"}), a.Subscriptions.Page)
	s.Page(personal(httpd.PageSpec{ID: "member-renewal", Path: "/member/renewal", Guards: []string{"require-ticket"}, Namespaces: []string{"subscription", "invoice", "checkout", "payment", "fault"}, Query: []string{"ticket"}, Crumbs: []string{home}, Tab: "member", TitleKey: "subscription.renewal-title", Secret: []string{"ticket"}}), a.Checkout.RenewalPage)

	s.Page(public(httpd.PageSpec{ID: "not-found", Namespaces: []string{"error"}, TitleKey: "error.not-found-title"}), emptyPage)
	s.Page(public(httpd.PageSpec{ID: "error", Namespaces: []string{"error"}, TitleKey: "error.title"}), emptyPage)
}

// neededPage tells of paths that no redirect may take: the pages of carts, payments and accounts.
func (a *App) neededPage(path string) bool {
	p, ok := a.HTTP.Match(path)
	return ok && p.Personal
}

func orDefault(s, otherwise string) string {
	if s == "" {
		return otherwise
	}
	return s
}
