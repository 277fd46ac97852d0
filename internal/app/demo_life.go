package app

import (
	"context"
	"fmt"
	"time"

	"shanmen/internal/app/demo"
	"shanmen/internal/base/clock"
)

// seedHistory runs LiveInDemo in the background, so that a start does not wait for picture decoding.
func (a *App) seedHistory(ctx context.Context) {
	if err := a.LiveInDemo(ctx); err != nil && ctx.Err() == nil {
		a.Log.Error("the demonstration is not lived in; an empty DATA_DIR makes another", "error", err)
	}
}

// LiveInDemo creates the half-year history of a demonstration's member, once. It runs a separate instance of the
// program whose clock is set to the time of each action.
func (a *App) LiveInDemo(ctx context.Context) error {
	if a.newPeople == nil {
		return nil
	}
	now := a.Clock.Now()
	then := clock.NewFake(now.Add(-time.Second))
	past := &App{Config: a.Config, Clock: then, Log: a.Log, Messages: a.Messages, DB: a.DB.WithClock(then), Files: a.Files, Pictures: a.Pictures, Printer: a.Printer, Admission: a.Admission}
	past.wire()
	life := demo.Life{
		DB: past.DB, Clock: then, Family: past.Family, Carts: past.Carts, Checkout: past.Checkout, Payments: past.Payments, Desk: past.Office.Desk, Orders: past.Office.Orders, Cash: past.Office.Counter, Inbox: past.Office.Inbox, Till: past.Till,
		Forms: past.Forms, Ceremonies: past.Ceremonies,
		Member: a.newPeople[""], Treasurer: a.newPeople["treasurer"], Counter: a.newPeople["counter"], Ritual: a.newPeople["ritual"], Editor: a.newPeople["editor"],
	}
	if err := life.Lead(ctx, now); err != nil {
		return fmt.Errorf("demonstration: %w", err)
	}
	return nil
}
