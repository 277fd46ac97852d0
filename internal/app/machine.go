package app

import (
	"cmp"
	"context"
	"errors"
	"io/fs"
	"time"

	"shanmen"
	"shanmen/internal/base/clock"
	"shanmen/internal/office/today"
	"shanmen/internal/platform/backup"
	"shanmen/internal/platform/db"
)

const (
	// backupGrace is how long after BACKUP_AT the nightly backup may take, including one failed try.
	backupGrace = 2 * time.Hour
	// outboxSlow is how long a due job may wait before it is reported.
	outboxSlow = 10 * time.Minute
)

// machine collects the machine state for the administrator from the replica that answers. A part that does not answer
// is reported as a state, not as an error.
func (a *App) machine(ctx context.Context) ([]today.MachinePart, error) {
	out := []today.MachinePart{a.machineBackup(ctx), {What: "files", State: "good"}}
	if a.storing(ctx) != nil {
		out[1].State, out[1].Bad = "away", true
	}
	if check := a.machineCheck(ctx); check != nil {
		out = append(out, *check)
	}
	if proxy := a.machineProxy(); proxy != nil {
		out = append(out, *proxy)
	}
	out = append(out, a.machineDisk())
	r := a.DB.Read()
	jobs, err := a.machineOutbox(ctx, r)
	if err != nil {
		return nil, err
	}
	out = append(out, jobs)
	if a.Outbox != nil {
		mails, texts := a.Outbox.PausedUntil()
		out = append(out, a.machineLane("mail", a.Config.SMTPURL, mails), a.machineLane("texts", a.Config.SMSURL, texts))
	}
	s, err := a.clockState(ctx, r)
	if err != nil {
		return nil, err
	}
	part := today.MachinePart{What: "clock", State: "good", At: moment(s.Now)}
	if s.Held {
		part.State, part.Bad = "held", true
	}
	out = append(out, part)
	replicas, err := a.machineReplicas(ctx, r)
	if err != nil {
		return nil, err
	}
	if replicas != nil {
		out = append(out, *replicas)
	}
	return append(out, today.MachinePart{What: "version", State: "good", Version: shanmen.Build()}), nil
}

// machineBackup reports the age of the newest backup. PostgreSQL is backed up by its own tools, which are not visible
// here.
func (a *App) machineBackup(ctx context.Context) today.MachinePart {
	part := today.MachinePart{What: "backup"}
	switch {
	case a.Config.DatabaseURL != "":
		part.State = "outside"
		return part
	case a.Config.BackupTo == "":
		part.State, part.Bad = "off", !a.Config.Demo
		return part
	}
	ctx, cancel := context.WithTimeout(ctx, readyWithin)
	defer cancel()
	newest, err := a.newestBackup(ctx)
	now, at := a.Clock.Now(), backup.TimeOf(newest.name)
	switch {
	case err != nil:
		a.Log.Warn("the place of the backups does not answer", "error", err)
		part.State, part.Bad = "away", true
	case newest.name == "":
		part.State, part.Bad = "never", true
	case backup.Ahead(at, now):
		part.State, part.Bad, part.At = "ahead", true, moment(at)
	case newest.damaged:
		part.State, part.Bad, part.At = "damaged", true, moment(at)
	default:
		part.State, part.At, part.Size = "good", moment(at), newest.size
		if latestNight(now.Add(-backupGrace), a.Config.night).After(at) {
			part.State, part.Bad = "old", true
		}
	}
	return part
}

// checkGrace is the maximum age of the weekly backup check.
const checkGrace = 9 * 24 * time.Hour

// machineCheck reports the result of the last check of all backups; nothing if there are none. machineBackup reports a
// folder that does not answer.
func (a *App) machineCheck(ctx context.Context) *today.MachinePart {
	if a.Config.DatabaseURL != "" || a.Config.BackupTo == "" {
		return nil
	}
	ctx, cancel := context.WithTimeout(ctx, readyWithin)
	defer cancel()
	from, err := a.Config.backupsToRead()
	if err != nil {
		return nil
	}
	last, err := backup.LastCheck(ctx, from)
	if err != nil {
		return nil
	}
	part := &today.MachinePart{What: "check", State: "good", At: moment(last.At), Needed: last.Needed, Free: last.Free}
	switch {
	case last.At.IsZero():
		part.State, part.At = "never", nil
	case len(last.Damaged) > 0:
		part.State, part.Bad, part.Count = "damaged", true, int64(len(last.Damaged))
	case last.Age(a.Clock.Now()) > checkGrace:
		part.State, part.Bad = "old", true
	case len(last.Newer) > 0:
		part.State, part.Count = "newer", int64(len(last.Newer))
	case !last.Tried:
		part.State = "untried"
	}
	return part
}

// newBackup is the newest backup with its total size: the database and all files it names.
type newBackup struct {
	name    string // empty: no backup
	size    int64  // bytes; 0: its file list cannot be read
	damaged bool   // its file list is damaged
}

// newestBackup finds the newest backup in the folder. Each file list is read once, because it never changes.
func (a *App) newestBackup(ctx context.Context) (newBackup, error) {
	if gone, err := backupsGone(ctx, a.Config); gone || err != nil {
		return newBackup{}, cmp.Or(err, errBackupsGone)
	}
	from, err := a.Config.backupsToRead()
	if errors.Is(err, fs.ErrNotExist) {
		return newBackup{}, nil
	}
	if err != nil {
		return newBackup{}, err
	}
	names, err := backup.List(ctx, from)
	if err != nil || len(names) == 0 {
		return newBackup{}, err
	}
	if known := a.backedUp.Load(); known != nil && known.name == names[0] {
		return *known, nil
	}
	m, err := backup.Read(ctx, from, names[0])
	if errors.Is(err, backup.ErrSealed) { // and no backup is made until the key is configured
		return newBackup{}, err
	}
	if err != nil {
		a.Log.Warn("the newest backup cannot be read", "error", err)
		return newBackup{name: names[0], damaged: errors.Is(err, backup.ErrDamaged)}, nil
	}
	out := newBackup{name: names[0], size: m.Size()}
	a.backedUp.Store(&out)
	return out, nil
}

// machineOutbox counts due jobs that have not run. Undelivered letters have their own page.
func (a *App) machineOutbox(ctx context.Context, r db.Reader) (part today.MachinePart, err error) {
	part = today.MachinePart{What: "outbox", State: "good"}
	now := a.Clock.Now()
	due, err := r.JobsDue(ctx, clock.MillisOf(now))
	if err != nil {
		return part, err
	}
	dead, err := r.DeadWorkCount(ctx)
	if err != nil {
		return part, err
	}
	since := clock.Millis(due.Since)
	part.Count, part.At = due.Count, since.Moment()
	switch {
	case due.Count > 0 && now.Sub(since.Time()) > outboxSlow:
		part.State, part.Bad = "slow", true
	case dead > 0:
		part.State, part.Bad, part.Count = "failing", true, dead
	}
	return part, nil
}

// machineLane reports whether mails or SMS are being sent. Without a server they are stored as files.
func (a *App) machineLane(what, server string, paused time.Time) today.MachinePart {
	part := today.MachinePart{What: what, State: "good"}
	switch {
	case !paused.IsZero():
		part.State, part.Bad, part.At = "paused", true, moment(paused)
	case server == "":
		part.State, part.Bad = "off", !a.Config.Demo
	}
	return part
}

func moment(t time.Time) *time.Time {
	t = t.UTC()
	return &t
}
