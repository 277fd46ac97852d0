package app

import "shanmen/internal/office"

// Office is the temple's side: what volunteers see and do under /admin, each area with a service of its own.
type Office struct {
	*office.Service
}

// wireOffice puts the areas of the office together, when all that they stand on is there.
func (a *App) wireOffice() {
	s := &office.Service{DB: a.DB, Clock: a.Clock, Files: a.Files, Log: a.Log, Payments: a.Payments, Bank: a.Bank, Accounts: a.Accounts, Staff: a.StaffAccounts, Base: a.Config.base}
	s.Checkout, s.Offerings, s.Family, s.Messages, s.Wording, s.Late = a.Checkout, a.Offerings, a.Family, a.Messages, a.Wording, a.Late
	s.Forms, s.Members, s.Machine = a.Forms, a.Members, a.machine
	a.Office = Office{Service: s}
}
