package app

import (
	"shanmen/internal/platform/media"
	"shanmen/internal/rites/ceremony"
	"shanmen/internal/sales/bank"
	"shanmen/internal/sales/cart"
	"shanmen/internal/sales/checkout"
	"shanmen/internal/sales/invoice"
	"shanmen/internal/sales/journal"
	"shanmen/internal/sales/late"
	"shanmen/internal/sales/payment"
	"shanmen/internal/sales/payrequest"
	"shanmen/internal/sales/report"
	"shanmen/internal/sales/subscription"
	"shanmen/internal/sales/till"
)

// salesGroup has the services of orders and payments.
type salesGroup struct {
	Carts         *cart.Service
	Invoices      *invoice.Service
	Till          *till.Service
	Subscriptions *subscription.Service
	Payments      *payment.Service
	Checkout      *checkout.Service
	Late          *late.Service
	Bank          *bank.Service
	Reports       *report.Service
	Journal       *journal.Service
	PayRequests   *payrequest.Service
}

func (a *App) wireSales() {
	a.Carts = &cart.Service{DB: a.DB, Clock: a.Clock, Accounts: a.Accounts}
	a.Invoices = &invoice.Service{DB: a.DB, Clock: a.Clock, Steps: ceremony.StepsOf}
	a.Till = &till.Service{DB: a.DB, Clock: a.Clock}
	a.Subscriptions = &subscription.Service{DB: a.DB, Clock: a.Clock, Accounts: a.Accounts}
	a.Payments = &payment.Service{DB: a.DB, Clock: a.Clock, Files: a.Files, Pictures: a.Pictures, Messages: a.Messages, Printer: a.Printer, Log: a.Log, Tickets: a.Accounts}
	a.Checkout = &checkout.Service{DB: a.DB, Clock: a.Clock, Payments: a.Payments, Subscriptions: a.Subscriptions, Confirms: a.Config.provider != nil}
	a.Late = &late.Service{DB: a.DB, Clock: a.Clock, Messages: a.Messages, Base: a.Config.base, Payments: a.Payments, OrderOfCart: a.Checkout.OrderOfCart}
	a.Bank = &bank.Service{DB: a.DB, Clock: a.Clock, Files: a.Files, Payments: a.Payments, Late: a.Late, Log: a.Log}
	a.Reports = &report.Service{DB: a.DB, Clock: a.Clock, Messages: a.Messages, Printer: a.Printer, Log: a.Log}
	a.Journal = &journal.Service{DB: a.DB, Clock: a.Clock, Messages: a.Messages, Reports: a.Reports}
	a.PayRequests = &payrequest.Service{DB: a.DB, Clock: a.Clock, Payments: a.Payments, Log: a.Log, Base: a.Config.base}
	a.PayRequests.Use(a.Config.provider)
	a.Outbox.Handle(media.KindForgetFiles, a.Payments.ForgetFiles)
	a.Outbox.Handle(bank.KindWork, a.Bank.Work)
	a.Outbox.Handle(payrequest.KindRefund, a.PayRequests.Refund)
}
