package app

import (
	"context"
	"errors"
	"path/filepath"
	"time"

	"shanmen/internal/office/personal"
	"shanmen/internal/platform/db"
	"shanmen/internal/platform/outbox"
)

// dataSources are the features that store personal data, in the order of the archive. A feature missing here exports
// and erases nothing: the tests search every table for that.
func (a *App) dataSources() []personal.DataSource {
	return []personal.DataSource{
		{Name: "account", Export: a.Accounts.Export},
		{Name: "consents", Export: a.Accounts.ExportConsents},
		{Name: "sessions", Export: a.Accounts.ExportSessions},
		{Name: "devices", Export: a.Accounts.ExportDevices},
		{Name: "passkeys", Export: a.Accounts.ExportPasskeys},
		{Name: "family", Export: a.Family.Export, Erase: a.Family.Erase},
		{Name: "subscriptions", Export: a.Subscriptions.Export, Erase: func(ctx context.Context, tx *db.Tx, userID string) error {
			if err := a.Subscriptions.CancelAll(ctx, tx, userID); err != nil {
				return err
			}
			return a.Subscriptions.Erase(ctx, tx, userID)
		}},
		{Name: "places", Export: a.Positions.Export},
		{Name: "before", Export: a.Imports.Export, Erase: a.Imports.Erase},
		{Name: "carts", Export: a.Carts.Export, Erase: a.Carts.Erase},
		{Name: "invoices", Export: a.Invoices.Export, Files: a.Payments.ExportFiles, Erase: a.Payments.Erase},
		{Name: "ceremonies", Export: a.Ceremonies.Export},
		{Name: "wall", Export: a.Wall.Export, Erase: a.Wall.Erase},
		{Name: "pictures", Export: a.Payments.ExportPictures},
		{Name: "transfers", Export: a.Payments.ExportTransfers},
		{Name: "messages", Export: a.Forms.Export, Erase: a.Forms.Erase},
		{Name: "member", Export: a.Members.Export, Erase: a.Members.Erase}, // last, because earlier ones refer to it
	}
}

// sweepLetters deletes old letters that were stored as files instead of being sent.
func (a *App) sweepLetters(before time.Time) error {
	var failed error
	for _, dir := range []string{"mail", "sms"} {
		failed = errors.Join(failed, outbox.SweepFolder(filepath.Join(a.Config.DataDir, dir), before))
	}
	return failed
}
