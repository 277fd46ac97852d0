package app

import (
	"shanmen/internal/offer/content"
	"shanmen/internal/offer/editing"
	"shanmen/internal/offer/event"
	"shanmen/internal/offer/family"
	"shanmen/internal/offer/form"
	"shanmen/internal/offer/library"
	"shanmen/internal/offer/offering"
	"shanmen/internal/offer/position"
	"shanmen/internal/offer/redirect"
	"shanmen/internal/sales/payment"
)

// offerGroup has the services of content, events and offerings.
type offerGroup struct {
	Family    *family.Service
	Content   *content.Service
	Wording   *content.Wording
	Library   *library.Service
	Forms     *form.Service
	Offerings *offering.Service
	Events    *event.Service
	Positions *position.Service
	Redirects *redirect.Service
	Editing   *editing.Service
}

func (a *App) wireOffer() {
	a.Family = &family.Service{DB: a.DB, Clock: a.Clock}
	a.Content = &content.Service{DB: a.DB, Clock: a.Clock}
	a.Wording = &content.Wording{DB: a.DB, Clock: a.Clock, Messages: a.Messages, Log: a.Log}
	a.Library = &library.Service{DB: a.DB, Clock: a.Clock, Files: a.Files, Pictures: a.Pictures, Log: a.Log}
	a.Forms = &form.Service{DB: a.DB, Clock: a.Clock, Accounts: a.Accounts}
	a.Offerings = &offering.Service{DB: a.DB, Clock: a.Clock}
	a.Events = &event.Service{DB: a.DB, Clock: a.Clock, Messages: a.Messages, Base: a.Config.base, Offerings: a.Offerings, Kept: a.SSR.Text}
	a.Positions = &position.Service{DB: a.DB, Clock: a.Clock}
	a.Redirects = &redirect.Service{DB: a.DB, Clock: a.Clock, Log: a.Log, Base: a.Config.base, Reserved: a.neededPage}
	a.Editing = &editing.Service{DB: a.DB, Clock: a.Clock, Messages: a.Messages, Base: a.Config.base.String(), IsPage: a.isPage, OldAddresses: a.Redirects, BookingChanged: payment.RefreshCutOffs}
	a.Outbox.Handle(library.KindWidths, a.Library.MakeWidths)
}
