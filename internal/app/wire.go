package app

import (
	"context"

	"shanmen/internal/platform/httpd"
	"shanmen/internal/platform/job"
	"shanmen/internal/platform/outbox"
	"shanmen/internal/sales/payment"
)

// wire gives every service its dependencies, lowest group first, and every route its function.
func (a *App) wire() {
	a.board, a.traffic, a.DiskRoom = job.NewBoard(a.Clock, a.Log), newTraffic(), roomAt
	a.Outbox = &outbox.Worker{DB: a.DB, Clock: a.Clock, Log: a.Log}
	a.wirePeople()
	a.wireOffer()
	a.wireSales()
	a.wireRites()
	a.wireOffice()
	a.wireSite()
	a.wireUpwards()
	a.wireLetters()
	a.apiTable()
	a.pageTable()
	a.systemRoutes()
}

// wireUpwards sets the callbacks with which lower services call higher ones.
func (a *App) wireUpwards() {
	a.Accounts.OnProven, a.Accounts.OnLogin = a.Imports.Claim, a.Carts.Merge
	a.Accounts.CartCount = func(ctx context.Context, v httpd.Visitor) (int, error) {
		n, _, err := a.Carts.Count(ctx, a.DB.Read(), v)
		return int(n), err
	}
	a.Payments.Late, a.Payments.Followers = a.Late, []payment.Follower{a.Subscriptions, a.Positions, a.Ceremonies, a.Wall}
	a.Redirects.Places, a.Redirects.Page = a.Site.Places, a.Site.PageThere
	a.Site.HTTP = a.HTTP
}
