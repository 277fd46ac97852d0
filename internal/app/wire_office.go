package app

import (
	"shanmen/internal/office/imports"
	"shanmen/internal/office/personal"
)

// officeGroup is what only those who work here see, and what everybody may ask of their own data.
type officeGroup struct {
	Imports  *imports.Service
	Office   Office
	Personal *personal.Service
}

func (a *App) wireOfficeGroup() {
	a.Imports = &imports.Service{DB: a.DB, Clock: a.Clock, Files: a.Files, Subscriptions: a.Subscriptions, Messages: a.Messages, Log: a.Log}
	a.wireOffice()
	a.Personal = &personal.Service{DB: a.DB, Clock: a.Clock, Log: a.Log, Messages: a.Messages, Accounts: a.Accounts, Payments: a.Payments, Ceremonies: a.Ceremonies, Wall: a.Wall, SweepLetters: a.sweepLetters, Keepers: a.keepers()}
	a.Outbox.Handle(imports.KindWork, a.Imports.Work)
}
