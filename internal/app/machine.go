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
	// backupGrace is how long after BACKUP_AT the night's backup may take, with a try that failed.
	backupGrace = 2 * time.Hour
	// outboxSlow is how long a job that is due may wait before somebody is told.
	outboxSlow = 10 * time.Minute
)

// machine tells the administrator how what is behind the temple is: what this program measures anyway, of the replica that
// answers. What does not answer is a state, and no error.
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

// machineBackup looks how old the newest backup is. A PostgreSQL is backed up by its own means, which nothing here sees.
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

// checkGrace is how old the weekly reading of the backups may be.
const checkGrace = 9 * 24 * time.Hour

// machineCheck tells what the last reading of all backups found; nothing where there are none to read. A place that does
// not answer is told by machineBackup.
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

// newBackup is the newest backup, with what it takes to bring the temple back: its database and all files that it names.
type newBackup struct {
	name    string // empty: there is none
	size    int64  // bytes; 0: its list cannot be read
	damaged bool   // its list is not as it was written
}

// newestBackup looks in the place of the backups. A list is read once: it is never written again.
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
	if errors.Is(err, backup.ErrSealed) { // and none is made until its key is there
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

// machineOutbox counts the jobs that are due and not done. Letters in trouble wait on a screen of their own.
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

// machineLane tells whether letters of a kind go out. Without a server they are kept as files.
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
