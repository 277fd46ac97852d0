package app

import (
	"shanmen/internal/office/claim"
	"shanmen/internal/office/contact"
	counterdesk "shanmen/internal/office/counter"
	"shanmen/internal/office/desk"
	"shanmen/internal/office/export"
	"shanmen/internal/office/imports"
	"shanmen/internal/office/inbox"
	"shanmen/internal/office/letters"
	memberdesk "shanmen/internal/office/members"
	"shanmen/internal/office/order"
	"shanmen/internal/office/personal"
	"shanmen/internal/office/settings"
	"shanmen/internal/office/today"
	"shanmen/internal/office/trail"
)

// officeGroup has the services of the office, and of visitors' own personal data.
type officeGroup struct {
	Imports  *imports.Service
	Office   Office
	Personal *personal.Service
}

func (a *App) wireOffice() {
	a.Imports = &imports.Service{DB: a.DB, Clock: a.Clock, Files: a.Files, Subscriptions: a.Subscriptions, Ceremonies: a.Ceremonies, Messages: a.Messages, Log: a.Log}
	a.wireAreas()
	a.Personal = &personal.Service{DB: a.DB, Clock: a.Clock, Log: a.Log, Messages: a.Messages, Accounts: a.Accounts, Payments: a.Payments, Ceremonies: a.Ceremonies, Wall: a.Wall, SweepLetters: a.sweepLetters, DataSources: a.dataSources()}
	a.Outbox.Handle(imports.KindWork, a.Imports.Work)
}

// Office is the part of the temple that volunteers see under /admin; each area has its own service.
type Office struct {
	Contact  *contact.Service
	Trail    *trail.Service
	Inbox    *inbox.Service
	Letters  *letters.Service
	Desk     *desk.Service
	Orders   *order.Service
	Counter  *counterdesk.Service
	Members  *memberdesk.Service
	Settings *settings.Service
	Today    *today.Service
}

// wireOffice creates the services of the office after those that they depend on.
func (a *App) wireAreas() {
	tables := &export.Service{DB: a.DB, Clock: a.Clock, Log: a.Log, Messages: a.Messages}
	claims := &claim.Service{DB: a.DB, Clock: a.Clock}
	o := &a.Office
	o.Contact = &contact.Service{DB: a.DB, Clock: a.Clock, Accounts: a.Accounts, Messages: a.Messages, Base: a.Config.base}
	o.Trail = &trail.Service{DB: a.DB, Clock: a.Clock, Accounts: a.Accounts, Staff: a.StaffAccounts, Messages: a.Messages, Tables: tables}
	o.Inbox = &inbox.Service{DB: a.DB, Clock: a.Clock, Accounts: a.Accounts, Staff: a.StaffAccounts, Forms: a.Forms, Messages: a.Messages, Base: a.Config.base, Tables: tables, Claims: claims}
	o.Letters = &letters.Service{DB: a.DB, Clock: a.Clock, Messages: a.Messages, Base: a.Config.base, Contact: o.Contact}
	o.Desk = &desk.Service{DB: a.DB, Clock: a.Clock, Files: a.Files, Payments: a.Payments, Bank: a.Bank, Messages: a.Messages, Claims: claims, Contact: o.Contact}
	o.Orders = &order.Service{DB: a.DB, Clock: a.Clock, Payments: a.Payments, Late: a.Late, Tables: tables, Contact: o.Contact, Trail: o.Trail, PayRequests: a.PayRequests}
	o.Counter = &counterdesk.Service{DB: a.DB, Clock: a.Clock, Payments: a.Payments, Checkout: a.Checkout, Offerings: a.Offerings, Family: a.Family, Messages: a.Messages, Trail: o.Trail}
	o.Members = &memberdesk.Service{DB: a.DB, Clock: a.Clock, Accounts: a.Accounts, Family: a.Family, Members: a.Members, Messages: a.Messages, Base: a.Config.base, Tables: tables, Contact: o.Contact, Trail: o.Trail}
	o.Settings = &settings.Service{DB: a.DB, Clock: a.Clock, Messages: a.Messages, Wording: a.Wording, Trail: o.Trail}
	o.Today = &today.Service{DB: a.DB, Clock: a.Clock, Accounts: a.Accounts, Forms: a.Forms, Base: a.Config.base, Machine: a.machine, Letters: o.Letters, Trail: o.Trail}
}
