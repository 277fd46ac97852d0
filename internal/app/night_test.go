package app

import (
	"errors"
	"log/slog"
	"os"
	"path/filepath"
	"strings"
	"testing"
	"time"

	"shanmen/internal/base/clock"
	"shanmen/internal/platform/backup"
	"shanmen/internal/platform/media"
	"shanmen/internal/testkit/alert"
)

// One backup is made per night, later if the program was not running; a failed one is retried within the hour.
func TestEachNightMakesABackup(t *testing.T) {
	t.Parallel()
	to := filepath.Join(t.TempDir(), "backups")
	env := map[string]string{"DATA_DIR": withTables(t, t.TempDir()), "BACKUP_TO": to, "BACKUP_AT": "02:30"}
	cfg, err := LoadConfig(func(name string) string { return env[name] }, false)
	if err != nil {
		t.Fatal(err)
	}
	clk := clock.NewFake(time.Date(2026, 11, 23, 1, 0, 0, 0, singapore))
	var log strings.Builder
	a, err := New(t.Context(), cfg, Options{Clock: clk, Log: slog.New(slog.NewTextHandler(&log, nil)), LightPasswords: true})
	if err != nil {
		t.Fatal(err)
	}
	defer func() { _ = a.Close() }()
	place, err := media.OpenAt(to)
	if err != nil {
		t.Fatal(err)
	}
	n := night{a: a}
	wants := func(when string, want int) {
		t.Helper()
		_ = n.poll(t.Context())
		names, err := backup.List(t.Context(), place)
		if err != nil || len(names) != want {
			t.Errorf("%s: %v %v", when, names, err)
		}
	}
	wants("there was none ever", 1)
	first, err := backup.LastCheck(t.Context(), place)
	if err != nil || !first.Tried || !first.At.Equal(clk.Now()) {
		t.Errorf("read through and restored on trial: %+v %v", first, err)
	}
	wants("a minute later", 1)
	clk.Advance(80 * time.Minute)
	wants("2:20", 1)
	clk.Advance(20 * time.Minute)
	wants("2:40", 2)
	if c, err := backup.LastCheck(t.Context(), place); err != nil || !c.At.Equal(first.At) {
		t.Errorf("once a week: %+v %v", c, err)
	}
	clk.Advance(23 * time.Hour)
	wants("1:40 the next night", 2)
	n = night{a: a}
	wants("1:40, started anew", 2)
	clk.Advance(30 * time.Hour)
	n = night{a: a}
	wants("a night was slept through; of the 23rd only the last stays", 2)

	clk.Advance(24 * time.Hour)
	if err := errors.Join(os.Rename(to, to+".away"), os.WriteFile(to, nil, 0o600)); err != nil {
		t.Fatal(err)
	}
	failed := alert.Rule{Expr: ruleOf(t, "ShanmenBackupFailed")}
	fires := func(want bool) {
		t.Helper()
		now := alert.Of(t, a.Operator(), clk.Now())
		if failed.Fires(t, now, now) != want {
			t.Errorf("somebody is told: %v", !want)
		}
	}
	fires(false)
	if err := n.poll(t.Context()); err == nil {
		t.Error("a night without a backup is no failure")
	}
	fires(true)
	if err := errors.Join(os.Remove(to), os.Rename(to+".away", to)); err != nil {
		t.Fatal(err)
	}
	clk.Advance(50 * time.Minute)
	wants("the disk was away, within the hour", 2)
	clk.Advance(11 * time.Minute)
	fires(true)
	wants("an hour later", 3)
	fires(false)

	// The backup disk is not mounted: its mount point is an empty folder. Nothing is written there.
	for _, empty := range []bool{true, false} {
		clk.Advance(24 * time.Hour)
		if err := os.Rename(to, to+".away"); err != nil {
			t.Fatal(err)
		}
		if empty {
			if err := os.Mkdir(to, 0o700); err != nil {
				t.Fatal(err)
			}
		}
		_ = n.poll(t.Context())
		n = night{a: a} // started anew
		_ = n.poll(t.Context())
		if part := a.machineBackup(t.Context()); part.State != "away" || !part.Bad {
			t.Errorf("Today: %+v", part)
		}
		if left, err := os.ReadDir(to); empty != (err == nil) || len(left) != 0 {
			t.Errorf("a place whose disk is away: %v %v", left, err)
		}
		if err := errors.Join(os.RemoveAll(to), os.Rename(to+".away", to)); err != nil {
			t.Fatal(err)
		}
	}
	clk.Advance(retryNight)
	wants("the disk is back", 4)

	// A backup was made while the clock was a year ahead. Then the clock is corrected.
	clk.Advance(365 * 24 * time.Hour)
	_ = n.poll(t.Context())
	names, err := backup.List(t.Context(), place)
	if err != nil || !backup.TimeOf(names[0]).Equal(clk.Now().Truncate(time.Second)) {
		t.Fatal(names, err)
	}
	clk.Set(clk.Now().AddDate(-1, 0, 1))
	for _, n := range []*night{&n, {a: a}} {
		log.Reset()
		_ = n.poll(t.Context())
		if !strings.Contains(log.String(), "set the clock, or remove backups/"+names[0]+".json") {
			t.Errorf("nobody is told that no backup is made: %s", log.String())
		}
	}
	if part := a.machineBackup(t.Context()); part.State != "ahead" || !part.Bad {
		t.Errorf("Today: %+v", part)
	}
	if part := a.machineCheck(t.Context()); part == nil || part.State != "old" {
		t.Errorf("Today, of a reading that is still to come: %+v", part)
	}
	if err := place.Delete(t.Context(), "backups/"+names[0]+".json"); err != nil {
		t.Fatal(err)
	}
	clk.Advance(retryNight)
	_ = n.poll(t.Context())
	if part := a.machineBackup(t.Context()); part.State != "good" {
		t.Errorf("Today: %+v", part)
	}
	if c, err := backup.LastCheck(t.Context(), place); err != nil || !c.At.Equal(clk.Now()) {
		t.Errorf("all is read again: %+v %v", c, err)
	}
}

// ruleOf returns the expression of an alert.
func ruleOf(t *testing.T, name string) string {
	t.Helper()
	for _, r := range alert.Rules(t, "deploy/alerts.yml") {
		if r.Alert == name {
			return r.Expr
		}
	}
	t.Fatalf("there is no alert %s", name)
	return ""
}
