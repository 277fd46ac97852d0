package app

import (
	"context"

	"shanmen/internal/offer/content"
	"shanmen/internal/offer/editing"
	"shanmen/internal/offer/event"
	"shanmen/internal/offer/family"
	"shanmen/internal/offer/form"
	"shanmen/internal/offer/library"
	"shanmen/internal/offer/offering"
	"shanmen/internal/offer/position"
	"shanmen/internal/offer/redirect"
	"shanmen/internal/offer/words"
	"shanmen/internal/office"
	"shanmen/internal/office/imports"
	"shanmen/internal/office/personal"
	"shanmen/internal/people/account"
	"shanmen/internal/people/account/staff"
	"shanmen/internal/people/member"
	"shanmen/internal/platform/httpd"
	"shanmen/internal/platform/job"
	"shanmen/internal/platform/lookup"
	"shanmen/internal/platform/media"
	"shanmen/internal/platform/outbox"
	"shanmen/internal/rites/ceremony"
	"shanmen/internal/rites/correction"
	"shanmen/internal/rites/print"
	"shanmen/internal/rites/wall"
	"shanmen/internal/sales/bank"
	"shanmen/internal/sales/cart"
	"shanmen/internal/sales/checkout"
	"shanmen/internal/sales/invoice"
	"shanmen/internal/sales/late"
	"shanmen/internal/sales/payment"
	"shanmen/internal/sales/report"
	"shanmen/internal/sales/subscription"
	"shanmen/internal/sales/till"
	"shanmen/internal/site"
)

// wire hands every feature what it needs, and every address its function.
func (a *App) wire() {
	a.board, a.traffic = job.NewBoard(a.Clock, a.Log), newTraffic()
	a.Site = &site.Service{DB: a.DB, Clock: a.Clock, Log: a.Log, Messages: a.Messages, Base: a.Config.base, SSR: a.SSR, Painter: a.Painter, BuildCheck: a.Config.BuildCheck}
	a.Accounts = &account.Service{DB: a.DB, Clock: a.Clock, LightPasswords: a.light, Log: a.Log, SMSCountries: a.Config.SMSCountries, NoSMS: !a.Config.Demo && a.Config.SMSURL == "", Site: a.Config.base}
	a.StaffAccounts = &staff.Service{DB: a.DB, Clock: a.Clock, Accounts: a.Accounts}
	a.Members = &member.Service{DB: a.DB, Clock: a.Clock, Accounts: a.Accounts}
	a.Family = &family.Service{DB: a.DB, Clock: a.Clock}
	a.Content = &content.Service{DB: a.DB, Clock: a.Clock}
	a.Wording = &content.Wording{DB: a.DB, Clock: a.Clock, Messages: a.Messages, Log: a.Log}
	a.Library = &library.Service{DB: a.DB, Clock: a.Clock, Files: a.Files, Pictures: a.Pictures, Log: a.Log}
	a.Words = &words.Service{DB: a.DB, Clock: a.Clock, Messages: a.Messages, Wording: a.Wording, Base: a.Config.base}
	a.Offerings = &offering.Service{DB: a.DB, Clock: a.Clock}
	a.Events = &event.Service{DB: a.DB, Clock: a.Clock, Messages: a.Messages, Base: a.Config.base, Offerings: a.Offerings, Kept: a.SSR.Text}
	a.Carts = &cart.Service{DB: a.DB, Clock: a.Clock, Accounts: a.Accounts}
	a.Invoices = &invoice.Service{DB: a.DB, Clock: a.Clock, Steps: ceremony.StepsOf}
	a.Till = &till.Service{DB: a.DB, Clock: a.Clock}
	a.Payments = &payment.Service{DB: a.DB, Clock: a.Clock, Files: a.Files, Pictures: a.Pictures, Messages: a.Messages, Printer: a.Printer, Log: a.Log, Tickets: a.Accounts}
	a.Subscriptions = &subscription.Service{DB: a.DB, Clock: a.Clock, Accounts: a.Accounts}
	a.Imports = &imports.Service{DB: a.DB, Clock: a.Clock, Files: a.Files, Subscriptions: a.Subscriptions, Messages: a.Messages, Log: a.Log}
	a.Accounts.OnProven = a.Imports.Claim
	a.Positions = &position.Service{DB: a.DB, Clock: a.Clock}
	a.Ceremonies = &ceremony.Service{DB: a.DB, Clock: a.Clock, Messages: a.Messages, Base: a.Config.base, Payments: a.Payments}
	a.Wall = &wall.Service{DB: a.DB, Clock: a.Clock}
	a.Corrections = &correction.Service{DB: a.DB, Clock: a.Clock, Ceremonies: a.Ceremonies, Subscriptions: a.Subscriptions, Wall: a.Wall}
	a.Payments.Followers = []payment.Follower{a.Subscriptions, a.Positions, a.Ceremonies, a.Wall}
	a.Print = &print.Service{DB: a.DB, Clock: a.Clock, Files: a.Files, Accounts: a.Accounts, Messages: a.Messages, Log: a.Log}
	a.Ceremonies.Layouts = a.Print.LayoutsOf
	a.Late = &late.Service{DB: a.DB, Clock: a.Clock, Messages: a.Messages, Base: a.Config.base, Payments: a.Payments}
	a.Payments.Late = a.Late
	a.Bank = &bank.Service{DB: a.DB, Clock: a.Clock, Files: a.Files, Payments: a.Payments, Late: a.Late, Log: a.Log}
	a.Checkout = &checkout.Service{DB: a.DB, Clock: a.Clock, Payments: a.Payments, Subscriptions: a.Subscriptions}
	a.Late.OrderOfCart = a.Checkout.OrderOfCart
	a.Reports = &report.Service{DB: a.DB, Clock: a.Clock, Messages: a.Messages, Printer: a.Printer, Log: a.Log}
	a.Office = &office.Service{DB: a.DB, Clock: a.Clock, Files: a.Files, Log: a.Log, Payments: a.Payments, Bank: a.Bank, Accounts: a.Accounts, Staff: a.StaffAccounts, Base: a.Config.base}
	a.Office.Checkout, a.Office.Offerings, a.Office.Family, a.Office.Messages, a.Office.Wording, a.Office.Late = a.Checkout, a.Offerings, a.Family, a.Messages, a.Wording, a.Late
	a.Forms = &form.Service{DB: a.DB, Clock: a.Clock, Accounts: a.Accounts}
	a.Office.Forms, a.Office.Members, a.Office.Machine, a.DiskRoom = a.Forms, a.Members, a.machine, roomAt
	a.Redirects = &redirect.Service{DB: a.DB, Clock: a.Clock, Log: a.Log, Base: a.Config.base, Reserved: a.neededPage}
	a.Editing = &editing.Service{DB: a.DB, Clock: a.Clock, Messages: a.Messages, Base: a.Config.base.String(), IsPage: a.isPage, OldAddresses: a.Redirects, BookingChanged: payment.RefreshCutOffs}
	a.Personal = &personal.Service{DB: a.DB, Clock: a.Clock, Log: a.Log, Messages: a.Messages, Accounts: a.Accounts, Payments: a.Payments, Ceremonies: a.Ceremonies, Wall: a.Wall, SweepLetters: a.sweepLetters}
	a.Personal.Keepers = a.keepers()
	a.Site.Subscriptions, a.Site.Accounts, a.Site.Content, a.Site.Events, a.Site.Offerings, a.Site.Invoices, a.Site.Redirects = a.Subscriptions, a.Accounts, a.Content, a.Events, a.Offerings, a.Invoices, a.Redirects
	a.Site.Draft = a.Editing.Draft
	a.Redirects.Places, a.Redirects.Page = a.Site.Places, a.Site.PageThere
	a.Accounts.OnLogin = a.Carts.Merge
	a.Accounts.CartCount = func(ctx context.Context, v httpd.Visitor) (int, error) {
		n, _, err := a.Carts.Count(ctx, a.DB.Read(), v)
		return int(n), err
	}

	cfg := httpd.Config{
		BaseURL: a.Config.base, Clock: a.Clock, Log: a.Log, Messages: a.Messages, TrustedProxies: a.Config.proxies, OneVisitor: a.oneVisitor,
		FloodPerMinute: a.Config.FloodPerMinute, Answered: a.traffic.answered, Limited: a.traffic.limited,
		Visitor: a.Accounts.Visitor,
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
	if a.SSR != nil {
		cfg.CSP = a.SSR.CSP()
	}
	a.HTTP = httpd.New(cfg)
	a.Site.HTTP = a.HTTP
	a.Words.PageWords, a.Words.Pages, a.Words.Shown = a.HTTP.PageWords, a.HTTP.Pages, a.Site.ShownPages
	a.apiTable()
	a.pageTable()
	a.systemRoutes()

	a.Outbox = &outbox.Worker{DB: a.DB, Clock: a.Clock, Log: a.Log}
	a.Outbox.Handle(media.KindForgetFiles, a.Payments.ForgetFiles)
	a.Outbox.Handle(library.KindWidths, a.Library.MakeWidths)
	a.Outbox.Handle(bank.KindWork, a.Bank.Work)
	a.Outbox.Handle(imports.KindWork, a.Imports.Work)
	a.Outbox.Handle(ceremony.KindFill, a.Ceremonies.Fill)
	a.Outbox.Handle(ceremony.KindTell, a.Ceremonies.TellFamilies)
	a.Outbox.Handle(print.KindDraw, a.Print.Draw)
	if a.mailer != nil {
		a.mailer.Makers[payment.AttachReceipt] = a.Payments.ReceiptPDF
		a.mailer.Makers[payment.AttachInvoice] = a.Payments.InvoicePaper
		a.Outbox.Handle(outbox.KindMail, a.mailer.Handle)
		a.Outbox.Handle(outbox.KindSMS, a.texter.Handle)
	}
}

// respell makes records of before findable by all that new ones are found by.
func (a *App) respell(ctx context.Context) error { return lookup.Respell(ctx, a.DB) }
