package app

import (
	"context"
	"runtime"
	"strings"
	"time"

	"github.com/prometheus/client_golang/prometheus"

	"shanmen"
	"shanmen/internal/base/clock"
	"shanmen/internal/office/today"
)

// The program's metrics. The states are those that Today shows the administrator.
var (
	figureBuild   = figure("shanmen_build_info", "Always 1: version of the program and of Go.", "version", "go")
	figureMissing = figure("shanmen_figures_missing", "1 while a part of these figures could not be read.", "part")
	figureProxy   = figure("shanmen_proxy_unknown", "1 when within an hour a proxy that TRUSTED_PROXIES does not name brought visitors.")

	figureReady    = figure("shanmen_ready", "1 while /readyz answers 200.")
	figureNotReady = figure("shanmen_not_ready", "1 for each reason why /readyz answers 503.", "reason")
	figureDatabase = figure("shanmen_database_up", "1 while the database answers, and is the one that was opened.")
	figureClock    = figure("shanmen_clock_held", "1 while the clock is not believed and nothing expires.")

	figureBackup        = figure("shanmen_backup_state", "1 for the state of the backups: good, old, never, off, away, damaged, outside.", "state")
	figureBackupAt      = figure("shanmen_backup_newest_timestamp_seconds", "When the newest backup was made.")
	figureBackupBytes   = figure("shanmen_backup_newest_bytes", "What the newest backup is made of.")
	figureBackupFailed  = figure("shanmen_backup_failed", "1 from a night's backup that failed until the next one that succeeds.")
	figureCheck         = figure("shanmen_backup_check_state", "1 for what the last reading of all backups found: good, never, damaged, old, untried.", "state")
	figureCheckAt       = figure("shanmen_backup_check_timestamp_seconds", "When all backups were read last.")
	figureBackupDamaged = figure("shanmen_backup_damaged_files", "Files of the backups that were damaged then.")

	figureOutbox       = figure("shanmen_outbox_waiting", "What should have left and has not, by kind (mail, sms, work), also in a lane that is paused.", "kind")
	figureOutboxOldest = figure("shanmen_outbox_oldest_seconds", "How long the oldest of it is late.", "kind")
	figureOutboxDead   = figure("shanmen_outbox_dead", "What was given up and not tried again.", "kind")
	figureOutboxPaused = figure("shanmen_outbox_paused", "1 while this replica sends none of a kind, because the other side takes nothing of ours.", "kind")

	figurePayments       = figure("shanmen_payments_pending", "Payments that are not decided, by what they wait for: check (a picture is there), transfer, cash.", "awaits")
	figurePaymentsOldest = figure("shanmen_payments_oldest_seconds", "How old the oldest of them is.", "awaits")
	figurePaymentsDay    = figure("shanmen_payments_decided_last_day", "Transfers that were decided within 24 hours, by how.", "status")
	figureHolds          = figure("shanmen_holds", "Holds of places and prices that have not ended.")

	figureConnections = figure("shanmen_database_connections", "Connections to the database, by pool (read, write) and state (used, idle).", "pool", "state")
	figureWaits       = figure("shanmen_database_pool_waits_total", "How often a connection was waited for.", "pool")
	figureWaited      = figure("shanmen_database_pool_wait_seconds_total", "How long connections were waited for.", "pool")
	figureWriting     = figure("shanmen_database_writes_in_hand", "Writes of the built-in database that wait or are in hand.")
	figureLog         = figure("shanmen_database_wal_bytes", "Bytes of the built-in database's log.")

	figureDiskFree   = figure("shanmen_disk_free_bytes", "Bytes free where DATA_DIR is, of the fuller disk if files/ has one of its own.")
	figureDiskSize   = figure("shanmen_disk_size_bytes", "Bytes of that disk.")
	figureDiskNeeded = figure("shanmen_disk_needed_bytes", "Bytes that should be free there.")

	figureReplicas      = figure("shanmen_replicas", "Replicas that serve the database.")
	figureReplicasState = figure("shanmen_replicas_state", "1 for what the replicas are: good, differ (in their version), behind (in their content).", "state")

	figureJobRuns     = figure("shanmen_job_runs_total", "Runs of a background job.", "name")
	figureJobFailures = figure("shanmen_job_failures_total", "Runs that failed.", "name")
	figureJobSeconds  = figure("shanmen_job_seconds_total", "How long all runs took.", "name")
	figureJobLast     = figure("shanmen_job_last_seconds", "How long the last run took.", "name")
	figureJobDone     = figure("shanmen_job_last_success_timestamp_seconds", "When a run succeeded last, or when the program started.", "name")
	figureJobEvery    = figure("shanmen_job_interval_seconds", "How long a job waits between two runs.", "name")

	figurePages    = figure("shanmen_page_cache_pages", "Pages in the cache.")
	figureBytes    = figure("shanmen_page_cache_bytes", "Bytes in the page cache.")
	figureRenders  = figure("shanmen_page_renders_total", "Pages rendered.")
	figureFailures = figure("shanmen_page_render_failures_total", "Pages that did not render and were left to the browser.")
	figureEngines  = figure("shanmen_ssr_engines", "Engines that render pages, by state (rendering, warm).", "state")
)

// kindOf derives a metric's type from its name, by Prometheus conventions.
func kindOf(name string) prometheus.ValueType {
	if strings.HasSuffix(name, "_total") {
		return prometheus.CounterValue
	}
	return prometheus.GaugeValue
}

// ownFigures are metrics that need no input or output.
func (a *App) ownFigures(tell emit) {
	tell(figureBuild, 1, shanmen.Version(), runtime.Version())
	proxyFault, _ := a.proxyFault()
	tell(figureProxy, oneIf(proxyFault != ""))
	tell(figureBackupFailed, oneIf(a.nightFailed.Load()))
	mails, texts := a.Outbox.PausedUntil()
	tell(figureOutboxPaused, oneIf(!mails.IsZero()), "mail")
	tell(figureOutboxPaused, oneIf(!texts.IsZero()), "sms")
	for _, f := range a.board.Figures() {
		tell(figureJobRuns, float64(f.Runs), f.Name)
		tell(figureJobFailures, float64(f.Failures), f.Name)
		tell(figureJobSeconds, f.Took.Seconds(), f.Name)
		tell(figureJobLast, f.Last.Seconds(), f.Name)
		tell(figureJobDone, seconds(f.Succeeded), f.Name)
		tell(figureJobEvery, f.Every.Seconds(), f.Name)
	}
	stats := a.DB.Stats()
	for pool, s := range stats.Pools {
		tell(figureConnections, float64(s.InUse), pool, "used")
		tell(figureConnections, float64(s.Idle), pool, "idle")
		tell(figureWaits, float64(s.WaitCount), pool)
		tell(figureWaited, s.WaitDuration.Seconds(), pool)
	}
	if a.Config.DatabaseURL == "" {
		tell(figureWriting, float64(stats.Writing))
	}
	if stats.Log >= 0 {
		tell(figureLog, float64(stats.Log))
	}
	a.admissionFigures(tell)
	a.providerFigures(tell)
	pages := a.SSR.Stats()
	tell(figurePages, float64(pages.Pages))
	tell(figureBytes, float64(pages.Bytes))
	tell(figureRenders, float64(pages.Renders))
	tell(figureFailures, float64(pages.Failures))
	tell(figureEngines, float64(pages.Rendering), "rendering")
	tell(figureEngines, float64(pages.Warm), "warm")
}

// figureParts are metrics that must be queried from database, disk or storage. Each is queried in parallel.
func (a *App) figureParts() []*figurePart {
	return []*figurePart{
		{name: "ready", read: a.readyFigures},
		{name: "clock", read: func(ctx context.Context, tell emit) error {
			s, err := a.clockState(ctx, a.DB.Read())
			if err == nil {
				tell(figureClock, oneIf(s.Held))
			}
			return err
		}},
		{name: "backup", read: a.backupFigures},
		{name: "outbox", read: a.outboxFigures},
		{name: "payments", read: a.paymentFigures},
		{name: "disk", read: func(_ context.Context, tell emit) error {
			room, needed, err := a.dataRoom()
			if err == nil {
				tell(figureDiskFree, float64(room.Free))
				tell(figureDiskSize, float64(room.Total))
				tell(figureDiskNeeded, float64(needed))
			}
			return err
		}},
		{name: "replicas", read: a.replicaFigures},
	}
}

func (a *App) readyFigures(ctx context.Context, tell emit) error {
	why := a.notReady(ctx)
	tell(figureReady, oneIf(len(why) == 0))
	up := true
	for _, reason := range reasons {
		is := false
		for _, w := range why {
			is = is || w == reason
		}
		tell(figureNotReady, oneIf(is), reason)
		up = up && (!is || reason != reasonDatabase && reason != reasonReplaced)
	}
	tell(figureDatabase, oneIf(up))
	return nil
}

func (a *App) backupFigures(ctx context.Context, tell emit) error {
	part := a.machineBackup(ctx)
	tell(figureBackup, 1, part.State)
	if part.At != nil {
		tell(figureBackupAt, seconds(*part.At))
	}
	if part.Size > 0 {
		tell(figureBackupBytes, float64(part.Size))
	}
	if check := a.machineCheck(ctx); check != nil {
		tell(figureCheck, 1, check.State)
		tell(figureBackupDamaged, float64(check.Count))
		if check.At != nil {
			tell(figureCheckAt, seconds(*check.At))
		}
	}
	return nil
}

func (a *App) outboxFigures(ctx context.Context, tell emit) error {
	now := a.Clock.Now()
	waiting, err := a.DB.Read().OutboxWaiting(ctx, clock.MillisOf(now))
	if err != nil {
		return err
	}
	dead, err := a.DB.Read().OutboxDead(ctx)
	if err != nil {
		return err
	}
	for _, kind := range []string{"mail", "sms", "work"} {
		var n, given int64
		var late time.Duration
		for _, row := range waiting {
			if row.What == kind {
				n, late = row.Count, now.Sub(clock.Millis(row.Since).Time())
			}
		}
		for _, row := range dead {
			if row.What == kind {
				given = row.Count
			}
		}
		tell(figureOutbox, float64(n), kind)
		tell(figureOutboxOldest, max(late.Seconds(), 0), kind)
		tell(figureOutboxDead, float64(given), kind)
	}
	return nil
}

func (a *App) paymentFigures(ctx context.Context, tell emit) error {
	now, r := a.Clock.Now(), a.DB.Read()
	pending, err := r.PaymentsPending(ctx)
	if err != nil {
		return err
	}
	decided, err := r.PaymentsDecidedSince(ctx, clock.MillisOf(now.Add(-24*time.Hour)))
	if err != nil {
		return err
	}
	holds, err := r.HoldsCount(ctx, clock.MillisOf(now))
	if err != nil {
		return err
	}
	for _, awaits := range []string{"check", "transfer", "cash"} {
		var n int64
		var old time.Duration
		for _, row := range pending {
			if row.Awaits == awaits {
				n, old = row.Count, now.Sub(clock.Millis(row.Since).Time())
			}
		}
		tell(figurePayments, float64(n), awaits)
		tell(figurePaymentsOldest, max(old.Seconds(), 0), awaits)
	}
	for _, status := range []string{"approved", "rejected", "voided"} {
		var n int64
		for _, row := range decided {
			if row.Status == status {
				n = row.Count
			}
		}
		tell(figurePaymentsDay, float64(n), status)
	}
	tell(figureHolds, float64(holds))
	return nil
}

func (a *App) replicaFigures(ctx context.Context, tell emit) error {
	part := &today.MachinePart{State: "good"}
	n := 1
	if a.Config.DatabaseURL != "" {
		rows, err := a.replicas(ctx, a.DB.Read())
		if err != nil {
			return err
		}
		n, part = len(rows), replicasPart(rows)
	}
	tell(figureReplicas, float64(n))
	tell(figureReplicasState, 1, part.State)
	return nil
}

func seconds(t time.Time) float64 { return float64(t.UnixMilli()) / 1000 }
