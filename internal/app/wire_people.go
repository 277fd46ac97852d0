package app

import (
	"shanmen/internal/people/account"
	"shanmen/internal/people/account/staff"
	"shanmen/internal/people/member"
	"shanmen/internal/platform/admission"
)

// peopleGroup has the services of members and staff.
type peopleGroup struct {
	Accounts      *account.Service
	StaffAccounts *staff.Service
	Members       *member.Service
}

func (a *App) wirePeople() {
	a.Accounts = &account.Service{DB: a.DB, Clock: a.Clock, LightPasswords: a.light, Logins: a.Admission.Gate(admission.Logins), Log: a.Log, SMSCountries: a.Config.SMSCountries, NoSMS: !a.Config.Demo && a.Config.SMSURL == "", Site: a.Config.base}
	a.StaffAccounts = &staff.Service{DB: a.DB, Clock: a.Clock, Accounts: a.Accounts}
	a.Members = &member.Service{DB: a.DB, Clock: a.Clock, Accounts: a.Accounts}
}
