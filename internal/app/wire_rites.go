package app

import (
	"shanmen/internal/rites/ceremony"
	"shanmen/internal/rites/correction"
	"shanmen/internal/rites/print"
	"shanmen/internal/rites/wall"
)

// ritesGroup has the services of ceremonies and printing.
type ritesGroup struct {
	Print       *print.Service
	Ceremonies  *ceremony.Service
	Wall        *wall.Service
	Corrections *correction.Service
}

func (a *App) wireRites() {
	a.Print = &print.Service{DB: a.DB, Clock: a.Clock, Files: a.Files, Accounts: a.Accounts, Messages: a.Messages, Log: a.Log}
	a.Ceremonies = &ceremony.Service{DB: a.DB, Clock: a.Clock, Messages: a.Messages, Base: a.Config.base, Payments: a.Payments, Layouts: a.Print.LayoutsOf}
	a.Wall = &wall.Service{DB: a.DB, Clock: a.Clock}
	a.Corrections = &correction.Service{DB: a.DB, Clock: a.Clock, Ceremonies: a.Ceremonies, Subscriptions: a.Subscriptions, Wall: a.Wall}
	a.Outbox.Handle(ceremony.KindFill, a.Ceremonies.Fill)
	a.Outbox.Handle(ceremony.KindTell, a.Ceremonies.TellFamilies)
	a.Outbox.Handle(print.KindDraw, a.Print.Draw)
}
