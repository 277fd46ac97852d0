package app_test

import (
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"os"
	"path/filepath"
	"runtime"
	"testing"
	"time"

	"shanmen/internal/app"
	"shanmen/internal/base/clock"
	"shanmen/internal/office/today"
	"shanmen/internal/platform/backup"
	"shanmen/internal/platform/media"
	"shanmen/internal/testkit"
)

// brokenStore fails to store anything.
type brokenStore struct{ media.Store }

func (brokenStore) Check(context.Context) error { return errors.New("the disk is full") }

// Each state of the machine is reported as it is, and to administrators only.
func TestTodayShowsTheMachineStateToAdministrators(t *testing.T) {
	t.Parallel()
	testkit.Each(t, func(t *testing.T, a *testkit.App) {
		parts := func(role string) map[string]today.MachinePart {
			t.Helper()
			var o today.Today
			a.Staff(t, role).Get("/api/admin/today").Want(200).JSON(&o)
			out := map[string]today.MachinePart{}
			for _, p := range o.Machine {
				out[p.What] = p
			}
			return out
		}
		want := func(what, state string, bad bool) today.MachinePart {
			t.Helper()
			p := parts("admin")[what]
			if p.State != state || p.Bad != bad {
				t.Errorf("%s: %+v, want %s, bad %v", what, p, state, bad)
			}
			return p
		}
		for _, role := range []string{"treasurer", "counter", "editor", "ritual"} {
			if p := parts(role); len(p) != 0 {
				t.Errorf("the %s: %+v", role, p)
			}
		}
		if p := parts("admin"); len(p) != 8 || p["version"].Version == "" {
			t.Fatalf("the machine: %+v", p)
		}

		a.Config.DatabaseURL, a.Config.BackupTo = "", ""
		want("backup", "off", false) // a demonstration needs no fix
		want("mail", "off", false)
		a.Config.Demo = false
		want("backup", "off", true)
		place := t.TempDir()
		a.Config.BackupTo = place
		want("backup", "never", true)
		made := func(at time.Time) {
			t.Helper()
			folder, name := filepath.Join(place, "backups"), at.In(clock.Singapore).Format("20060102-150405")
			if err := os.MkdirAll(folder, 0o700); err != nil {
				t.Fatal(err)
			}
			if err := os.WriteFile(filepath.Join(folder, name+".json"), fmt.Appendf(nil, `{"Form":1,"Name":%q}`, name), 0o600); err != nil {
				t.Fatal(err)
			}
		}
		made(a.Clock.Now().Add(-49 * time.Hour))
		if p := want("backup", "old", true); p.At == nil || a.Clock.Now().Sub(*p.At) < 48*time.Hour {
			t.Errorf("its age: %+v", p)
		}
		made(a.Clock.Now().Add(-time.Minute))
		want("backup", "good", false)
		// A backup list without files says nothing about the size.
		if p := parts("admin")["backup"]; p.Size != 0 {
			t.Errorf("its size: %+v", p)
		}
		at := a.Clock.Now().In(clock.Singapore).Format("20060102-150405")
		list, err := json.Marshal(backup.Manifest{Form: 1, Name: at, Database: backup.File{Size: 400}, Files: []backup.File{{Size: 11}, {Size: 1}}})
		if err != nil {
			t.Fatal(err)
		}
		if err := os.WriteFile(filepath.Join(place, "backups", at+".json"), list, 0o600); err != nil {
			t.Fatal(err)
		}
		for range 2 { // read, and remembered
			if p := want("backup", "good", false); p.Size != 412 || p.At == nil || !p.At.Equal(a.Clock.Now().Truncate(time.Second)) {
				t.Errorf("the newest: %+v", p)
			}
		}
		if err := os.WriteFile(filepath.Join(place, "backups", a.Clock.Now().Add(time.Second).In(clock.Singapore).Format("20060102-150405")+".json"), list[:len(list)/2], 0o600); err != nil {
			t.Fatal(err)
		}
		want("backup", "damaged", true)

		checked := func(c backup.Checked) {
			t.Helper()
			note, err := json.Marshal(c)
			if err != nil {
				t.Fatal(err)
			}
			if err := os.WriteFile(filepath.Join(place, "checked.json"), note, 0o600); err != nil {
				t.Fatal(err)
			}
		}
		want("check", "never", false)
		checked(backup.Checked{At: a.Clock.Now(), Trial: backup.Trial{Tried: true}})
		want("check", "good", false)
		checked(backup.Checked{At: a.Clock.Now(), Trial: backup.Trial{Needed: 12, Free: 11}})
		if p := want("check", "untried", false); p.Needed != 12 || p.Free != 11 {
			t.Errorf("why not: %+v", p)
		}
		checked(backup.Checked{At: a.Clock.Now().Add(-10 * 24 * time.Hour), Trial: backup.Trial{Tried: true}})
		want("check", "old", true)
		checked(backup.Checked{At: a.Clock.Now().Add(48 * time.Hour), Trial: backup.Trial{Tried: true}})
		want("check", "old", true)
		checked(backup.Checked{At: a.Clock.Now(), Trial: backup.Trial{Tried: true}, Newer: make([]string, 2)})
		if p := want("check", "newer", false); p.Count != 2 {
			t.Errorf("how many: %+v", p)
		}
		checked(backup.Checked{At: a.Clock.Now(), Trial: backup.Trial{Tried: true}, Damaged: make([]backup.Damage, 3)})
		if p := want("check", "damaged", true); p.Count != 3 {
			t.Errorf("how many: %+v", p)
		}
		a.Config.BackupTo = filepath.Join(place, "backups", "none\x00")
		want("backup", "away", true)
		a.Config.DatabaseURL = "postgres://elsewhere"
		want("backup", "outside", false)

		want("files", "good", false)
		whole := a.Files
		a.Files = brokenStore{whole}
		want("files", "away", true)
		a.Files = whole

		// Free disk space for each way of storing: what is measured, what is not, and the exact threshold of "too
		// little".
		asked := a.DiskRoom
		room := map[string]app.DiskRoom{}
		a.DiskRoom = func(folder string) (app.DiskRoom, error) {
			r, known := room[filepath.Base(folder)]
			if !known {
				return r, os.ErrNotExist
			}
			return r, nil
		}
		data := filepath.Base(a.Config.DataDir)
		url, kept := a.Config.DatabaseURL, a.Config.S3URL
		a.Config.DatabaseURL = ""
		want("disk", "away", true)
		room[data] = app.DiskRoom{Free: 5 << 30, Total: 20 << 30}
		p := want("disk", "good", false)
		if p.Free != 5<<30 || p.Size != 20<<30 || p.Needed < 1<<30 {
			t.Errorf("the disk: %+v", p)
		}
		room["files"] = app.DiskRoom{Free: p.Needed, Total: 8 << 30} // a disk of its own, and the fuller one
		if q := want("disk", "good", false); q.Size != 8<<30 {
			t.Errorf("the fuller disk: %+v", q)
		}
		room["files"] = app.DiskRoom{Free: p.Needed - 1, Total: 8 << 30}
		want("disk", "low", true)
		a.Config.S3URL = "s3://elsewhere" // local files are not used then
		want("disk", "good", false)
		a.Config.DatabaseURL = "postgres://elsewhere"
		want("disk", "outside", false)
		a.Config.S3URL = ""
		room["files"] = app.DiskRoom{Free: 1 << 30, Total: 8 << 30} // with PostgreSQL no copy of a database is made here
		want("disk", "files", false)
		a.Config.DatabaseURL, a.Config.S3URL, a.DiskRoom = url, kept, asked
		if runtime.GOOS == "linux" || runtime.GOOS == "darwin" {
			if r, err := a.DiskRoom(t.TempDir()); err != nil || r.Free <= 0 || r.Free > r.Total {
				t.Errorf("the disk of this machine: %+v, %v", r, err)
			}
			if _, err := a.DiskRoom(filepath.Join(t.TempDir(), "none")); !errors.Is(err, os.ErrNotExist) {
				t.Errorf("a folder that is not there: %v", err)
			}
		}

		want("mail", "off", true)
		want("texts", "off", true)
		a.Config.SMTPURL, a.Config.SMSURL = "smtp://mail", "twilio://sms"
		want("mail", "good", false)
		want("texts", "good", false)

		want("clock", "good", false)
		a.Exec(t, "DELETE FROM outbox")
		want("outbox", "good", false)
		job := func(id, kind, state string, ago time.Duration) {
			t.Helper()
			at := a.Clock.Now().Add(-ago).UnixMilli()
			a.Exec(t, "INSERT INTO outbox (id, kind, args, state, run_at, created_at) VALUES ($1, $2, '{}', $3, $4, $4)", id, kind, state, at)
		}
		job("j1", "mail", "ready", 9*time.Minute)
		if p := want("outbox", "good", false); p.Count != 1 {
			t.Errorf("one is due: %+v", p)
		}
		job("j2", "mail", "dead", time.Hour) // failed messages have a page of their own
		want("outbox", "good", false)
		job("j3", "nothing", "dead", time.Hour)
		if p := want("outbox", "failing", true); p.Count != 1 {
			t.Errorf("one was given up: %+v", p)
		}
		job("j4", "nothing", "ready", 11*time.Minute)
		if p := want("outbox", "slow", true); p.Count != 2 {
			t.Errorf("two are due: %+v", p)
		}
	})
}
