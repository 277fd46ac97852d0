package app

import (
	"context"
	"errors"
	"fmt"
	"time"

	"shanmen/internal/base/id"
	"shanmen/internal/offer/content"
	"shanmen/internal/platform/db"
	"shanmen/internal/platform/job"
	"shanmen/internal/platform/lookup"
)

// housekeeping is the job that runs sweep.
const housekeeping = "housekeeping"

// jobs is the table of periodic jobs.
func (a *App) jobs() []job.Job {
	var lost bool
	nightly := night{a: a}
	list := append(a.Outbox.Jobs(), []job.Job{
		{Name: "content", Every: contentEvery, Do: a.content.poll, Quiet: true, Wake: func() (<-chan struct{}, func()) { return a.DB.Listen(content.ChangedTopic) }},
		{Name: "scheduled", Every: time.Second, Do: a.runSchedules(), AtOnce: true},
		{Name: "place", Every: time.Second, Do: func(ctx context.Context) error {
			lost = a.logPlace(ctx, lost)
			return nil
		}},
		{Name: housekeeping, Every: time.Minute, Do: a.Housekeep, Before: func(ctx context.Context) {
			if livedIn() {
				a.seedHistory(ctx) // before the sweep, because it acts in the past
			}
		}},
		// Not part of housekeeping, because storage may be slow.
		{Name: "stray-pictures", Every: time.Minute, Do: a.Payments.SweepStrays},
		{Name: "night", Every: time.Minute, Do: nightly.poll, Quiet: true},
		{Name: "memory", Every: time.Second, Do: giveBack(), Quiet: true},
	}...)
	if a.PayRequests.Confirms() { // each on its own, because the provider may be slow
		list = append(list,
			job.Job{Name: "payment-requests", Every: 10 * time.Second, Do: a.PayRequests.Look},
			job.Job{Name: "provider-payments", Every: time.Minute, Do: a.PayRequests.CompareDays},
		)
	}
	if a.files != nil {
		list = append(list, job.Job{Name: "file-store", Every: renewFileStoreEvery, Do: a.renewFileStore, Quiet: true})
	}
	if a.Config.DatabaseURL != "" {
		self := &replicaReport{id: id.New()}
		list = append(list, job.Job{
			Name: "replica", Every: renewFileStoreEvery, AtOnce: true,
			Do:    func(ctx context.Context) error { return a.reportReplica(ctx, self) },
			After: func(ctx context.Context) { a.removeReplica(ctx, self) },
		})
	}
	return append(list, a.sweep()...)
}

// sweep runs the steps of housekeeping in order: expire, advance and delete what is due.
func (a *App) sweep() []job.Job {
	part := func(name string, do func(context.Context) error) job.Job {
		return job.Job{Name: name, Every: time.Minute, Within: housekeeping, Do: do}
	}
	return []job.Job{
		part("holds", a.Carts.ReleaseHolds),
		part("carts", a.Carts.ExpireOld),
		part("invoices", a.Payments.ExpireInvoices),
		part("takings", a.Payments.SumTakings),
		part("subscriptions", a.Subscriptions.Work),
		part("positions", a.Positions.Work),
		part("uploads", a.Payments.CollectUploads),
		part("sessions", a.Accounts.ForgetSessions),
		part("retention", a.Personal.Retain),
		part("redirects", a.Redirects.KeepCounts),
		part("events", a.Events.Renew),
		part("seasons", a.Editing.RenewSeasons),
		part("library", a.Library.Sweep),
		part("imports", a.Imports.Forget),
		part("earlier-orders", a.Imports.FindEarlier),
		part("spellings", func(ctx context.Context) error { return lookup.Respell(ctx, a.DB) }),
		part("ceremonies", a.Ceremonies.CloseDue),
		part("reading-signs", a.Ceremonies.ReadSigns),
		part("print-runs", a.Print.Sweep),
	}
}

// work runs the jobs until ctx ends.
func (a *App) work(ctx context.Context) { a.board.Run(db.LongRead(ctx), a.jobs()...) }

// Housekeep runs Sweep, unless the clock has jumped and waits for confirmation.
func (a *App) Housekeep(ctx context.Context) error {
	believed, err := a.acceptClock(ctx)
	if err != nil || !believed {
		return err
	}
	return a.Sweep(ctx)
}

// Sweep runs one round of housekeeping at the clock's time. Several replicas may run it at once. A failing step does
// not stop the others.
func (a *App) Sweep(ctx context.Context) error {
	var failed error
	for _, j := range a.sweep() {
		if err := a.board.Do(ctx, j); err != nil {
			failed = errors.Join(failed, fmt.Errorf("%s: %w", j.Name, err))
		}
	}
	return failed
}
