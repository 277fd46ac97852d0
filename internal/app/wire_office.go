package app

import (
	"shanmen/internal/office"
	"shanmen/internal/office/imports"
	"shanmen/internal/office/personal"
)

// officeGroup is what only those who work here see, and what everybody may ask of their own data.
type officeGroup struct {
	Imports  *imports.Service
	Office   *office.Service
	Personal *personal.Service
}

func (a *App) wireOffice() {
	a.Imports = &imports.Service{DB: a.DB, Clock: a.Clock, Files: a.Files, Subscriptions: a.Subscriptions, Messages: a.Messages, Log: a.Log}
	a.Office = &office.Service{DB: a.DB, Clock: a.Clock, Files: a.Files, Log: a.Log, Payments: a.Payments, Bank: a.Bank, Accounts: a.Accounts, Staff: a.StaffAccounts, Base: a.Config.base}
	a.Office.Checkout, a.Office.Offerings, a.Office.Family, a.Office.Messages, a.Office.Wording, a.Office.Late = a.Checkout, a.Offerings, a.Family, a.Messages, a.Wording, a.Late
	a.Office.Forms, a.Office.Members, a.Office.Machine = a.Forms, a.Members, a.machine
	a.Personal = &personal.Service{DB: a.DB, Clock: a.Clock, Log: a.Log, Messages: a.Messages, Accounts: a.Accounts, Payments: a.Payments, Ceremonies: a.Ceremonies, Wall: a.Wall, SweepLetters: a.sweepLetters, Keepers: a.keepers()}
	a.Outbox.Handle(imports.KindWork, a.Imports.Work)
}
