package app

import (
	"shanmen/internal/platform/httpd"
	"shanmen/internal/site"
)

// loginPages are the pages for logging in and recovering an account.
func (a *App) loginPages() {
	s := a.HTTP
	s.Page(personalPage(httpd.PageSpec{
		ID: "member-login", Path: "/member/login", Tab: "member", TitleKey: "common.login",
		Crumbs: []string{home}, Guards: []string{"authenticated-redirect-profile"}, Query: []string{"redirect"},
		Namespaces: []string{"member", "passkey", "factor", "fault"},
	}), a.Site.RegistrationPage)
	s.Page(personalPage(httpd.PageSpec{
		ID: "member-registration", Path: "/member/registration", Tab: "member", TitleKey: "common.registration",
		Crumbs: []string{home}, Guards: []string{"authenticated-redirect-profile"}, Query: []string{"redirect"},
		Namespaces: []string{"member", "fault"},
	}), a.Site.RegistrationPage)
	s.Page(personalPage(httpd.PageSpec{
		ID: "member-forgot-password", Path: "/member/forgot-password", Tab: "member", TitleKey: "meta.title-forgot-password",
		Crumbs: []string{home, "common.login"}, Query: []string{"notice"}, Namespaces: []string{"member", "fault"},
	}), site.EmptyPage)
	s.Page(personalPage(httpd.PageSpec{
		ID: "member-reset-password", Path: "/member/reset-password", Tab: "member", TitleKey: "common.reset-password",
		Crumbs: []string{home, "common.login"}, Guards: []string{"require-otp"}, Namespaces: []string{"member", "fault"},
	}), site.EmptyPage)
	s.Page(personalPage(httpd.PageSpec{
		ID: "member-reset-email", Path: "/member/reset-email", Tab: "member", TitleKey: "meta.title-reset-email",
		Crumbs: []string{home}, Guards: []string{"require-ticket"}, Query: []string{"ticket"}, Secret: []string{"ticket"},
		Namespaces: []string{"member", "fault"},
	}), a.Accounts.AddressPage)
	s.Page(personalPage(httpd.PageSpec{
		ID: "member-confirm", Path: "/member/confirm", Tab: "member", TitleKey: "meta.title-confirm-email",
		Crumbs: []string{home}, Guards: []string{"require-ticket"}, Query: []string{"ticket"}, Secret: []string{"ticket"},
		Namespaces: []string{"member", "fault"},
	}), a.Accounts.AddressPage)
	s.Page(personalPage(httpd.PageSpec{
		ID: "member-undo-email", Path: "/member/undo-email", Tab: "member", TitleKey: "meta.title-undo-email",
		Crumbs: []string{home}, Guards: []string{"require-ticket"}, Query: []string{"ticket"}, Secret: []string{"ticket"},
		Namespaces: []string{"member", "fault"},
	}), a.Accounts.AddressPage)
	s.Page(personalPage(httpd.PageSpec{
		ID: "member-second-factor", Path: "/member/second-factor", Tab: "member", TitleKey: "factor.title",
		Crumbs: []string{home}, Guards: []string{"require-staff"}, Namespaces: []string{"factor", "passkey", "fault"},
	}), a.Site.FactorPage)
}

// profilePages are a member's own pages.
func (a *App) profilePages() {
	s := a.HTTP
	s.Page(personalPage(httpd.PageSpec{
		ID: "member-profile", Path: "/member/profile", Tab: "member", TitleKey: profile,
		Crumbs: []string{home}, Guards: []string{"require-auth"}, Query: []string{"notice"},
		Namespaces: []string{"profile", "member", "passkey", "fault"},
	}), a.Members.ProfilePage)
	s.Page(personalPage(httpd.PageSpec{
		ID: "member-profile-security", Path: "/member/profile/security", Tab: "member", TitleKey: "security.title",
		Crumbs: []string{home, profile}, Guards: []string{"require-auth"},
		Namespaces: []string{"security", "member", "passkey", "fault"},
	}), a.Accounts.SecurityPage)
	s.Page(personalPage(httpd.PageSpec{
		ID: "member-profile-invoices", Path: "/member/profile/invoices", Tab: "member", TitleKey: "common.invoices",
		Crumbs: []string{home, profile}, Guards: []string{"require-auth"}, Query: []string{"page", "status", "year"},
		Namespaces: []string{"invoice", "member"},
	}), a.Site.InvoicesPage)
	s.Page(personalPage(httpd.PageSpec{
		ID: "member-profile-invoices-id", Path: "/member/profile/invoices/:id", Tab: "member", TitleKey: "meta.title-invoice",
		Crumbs: []string{home, profile, "common.invoices"}, Guards: []string{"require-auth"},
		Namespaces: []string{"invoice", "form", "checkout", "payment", "wall", "fault"},
		Omits:      notOfAnOrder, Borrows: ofAnOrder,
	}), a.Invoices.InvoicePage)
	s.Page(personalPage(httpd.PageSpec{
		ID: "member-profile-family", Path: "/member/profile/family", Tab: "member", TitleKey: "family.title",
		Crumbs: []string{home, profile}, Guards: []string{"require-auth", "require-member"}, Query: []string{"edit"},
		Namespaces: []string{"family", "form", "fault"},
	}), a.Family.FamilyPage)
	s.Page(personalPage(httpd.PageSpec{
		ID: "member-profile-data", Path: "/member/profile/data", Tab: "member", TitleKey: "data.title",
		Crumbs: []string{home, profile}, Guards: []string{"require-auth"}, Namespaces: []string{"data", "member", "fault"},
	}), a.Personal.DataPage)
	s.Page(personalPage(httpd.PageSpec{
		ID: "member-profile-lamps", Path: "/member/profile/lamps", Tab: "member", TitleKey: "lamp.lamps-title",
		Crumbs: []string{home, profile}, Guards: []string{"require-auth", "require-member"}, Namespaces: []string{"lamp", "place", "subscription", "offering"},
	}), a.Site.LampsPage)
	s.Page(personalPage(httpd.PageSpec{
		ID: "member-profile-subscriptions", Path: "/member/profile/subscriptions", Tab: "member", TitleKey: "subscription.list-title",
		Crumbs: []string{home, profile}, Guards: []string{"require-auth", "require-member"}, Query: []string{"notice"},
		Namespaces: []string{"subscription"},
	}), a.Subscriptions.ListPage)
	s.Page(personalPage(httpd.PageSpec{
		ID: "member-profile-subscriptions-id", Path: "/member/profile/subscriptions/:id", Tab: "member", TitleKey: "subscription.title",
		Crumbs: []string{home, profile, "subscription.list-title"}, Guards: []string{"require-auth", "require-member"},
		Namespaces: []string{"subscription", "form", "fault"},
	}), a.Subscriptions.Page)
	s.Page(personalPage(httpd.PageSpec{
		ID: "member-renewal", Path: "/member/renewal", Tab: "member", TitleKey: "subscription.renewal-title",
		Crumbs: []string{home}, Guards: []string{"require-ticket"}, Query: []string{"ticket"}, Secret: []string{"ticket"},
		Namespaces: []string{"subscription", "invoice", "checkout", "payment", "fault"},
		Omits: []string{
			"invoice.again", "invoice.and-more", "invoice.badge-", "invoice.cancel", "invoice.choose-password", "invoice.filter-", "invoice.found",
			"invoice.four-", "invoice.keep-", "invoice.names-", "invoice.next-", "invoice.none", "invoice.paper", "invoice.receipt", "invoice.refund",
			"invoice.share-", "invoice.statement", "invoice.step-", "invoice.timeline-", "invoice.to-pay-",
			"subscription.about-price", "subscription.about-since", "subscription.about-title", "subscription.about-until", "subscription.badge-", "subscription.cancel", "subscription.list-text",
		},
	}), a.Checkout.RenewalPage)
}
