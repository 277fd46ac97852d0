package app

import (
	"context"
	"testing"
	"time"

	"shanmen/internal/base/clock"
	"shanmen/internal/offer/content"
	"shanmen/internal/platform/db"
	"shanmen/internal/platform/db/query"
)

// Replicas report their state: one with older content is reported only after two polls in a row, another program
// version at once, and one that stops reporting is dropped.
func TestReplicasCompareTheirVersions(t *testing.T) {
	t.Parallel()
	a := opened(t, t.TempDir(), true)
	clk := clock.NewFake(time.Date(2026, 11, 22, 4, 0, 0, 0, time.UTC))
	a.Clock = clk
	told := func(state string, count, shown int64) {
		t.Helper()
		p, err := a.machineReplicas(t.Context(), a.DB.Read())
		if err != nil {
			t.Fatal(err)
		}
		if state == "" {
			if p != nil {
				t.Errorf("nothing is to be told: %+v", p)
			}
			return
		}
		if p == nil || p.State != state || p.Bad != (state != "good") || p.Count != count || p.Content != shown {
			t.Errorf("%+v, want %s %d %d", p, state, count, shown)
		}
	}
	change := func() (version int64) {
		t.Helper()
		err := a.DB.Write(t.Context(), func(ctx context.Context, tx *db.Tx) error { return content.Changed(ctx, tx, "menu") })
		if err != nil {
			t.Fatal(err)
		}
		return a.content.shown.Load() + 1
	}
	say := func(self *replicaReport) {
		t.Helper()
		if err := a.reportReplica(t.Context(), self); err != nil {
			t.Fatal(err)
		}
	}
	told("", 0, 0)
	a.Config.DatabaseURL = "postgres://elsewhere"
	told("", 0, 0) // nobody has said anything yet
	a.content.poll(t.Context())
	first := &replicaReport{id: "first"}
	say(first)
	seen := a.content.shown.Load()
	told("good", 1, seen)

	newer := change()
	say(first)
	told("good", 1, seen) // a change takes a moment to arrive
	clk.Advance(renewFileStoreEvery)
	say(first)
	told("behind", 1, seen)
	a.content.poll(t.Context())
	say(first)
	told("good", 1, newer)

	other := query.SayReplicaParams{ID: "second", Version: "another program", Content: newer, Now: clock.MillisOf(clk.Now())}
	if err := a.DB.Write(t.Context(), func(ctx context.Context, tx *db.Tx) error { return tx.SayReplica(ctx, other) }); err != nil {
		t.Fatal(err)
	}
	told("differ", 2, newer)
	clk.Advance(storeLeft)
	say(first)
	told("differ", 2, newer)
	clk.Advance(time.Millisecond)
	told("good", 1, newer) // the other has ended
	clk.Advance(replicaKept + time.Second)
	say(first)
	if rows, err := a.DB.Read().Replicas(t.Context(), 0); err != nil || len(rows) != 1 {
		t.Errorf("%d rows: %v", len(rows), err)
	}

	// A program that stops deletes its row.
	ctx, stop := context.WithCancel(t.Context())
	stop()
	gone := &replicaReport{id: "gone"}
	say(gone)
	a.removeReplica(ctx, gone)
	if rows, err := a.DB.Read().Replicas(t.Context(), 0); err != nil || len(rows) != 1 || rows[0].ID != "first" {
		t.Errorf("%+v: %v", rows, err)
	}
}
