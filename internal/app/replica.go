package app

import (
	"context"
	"errors"
	"slices"
	"strconv"
	"strings"
	"time"

	"shanmen"
	"shanmen/internal/base/clock"
	"shanmen/internal/offer/content"
	"shanmen/internal/office/today"
	"shanmen/internal/platform/db"
	"shanmen/internal/platform/db/query"
)

// replicaKept is how long the row of a replica stays that ended without removing it.
const replicaKept = 24 * time.Hour

// replicaReport is what this replica reports to the others on the same database.
type replicaReport struct {
	id   string
	late clock.Millis // since when its content has been out of date; 0: it is current
}

// removeReplica deletes this replica's row; otherwise the row counts as stale after half a minute.
func (a *App) removeReplica(ctx context.Context, self *replicaReport) {
	ctx, cancel := context.WithTimeout(context.WithoutCancel(ctx), time.Second)
	defer cancel()
	_ = a.DB.Write(ctx, func(ctx context.Context, tx *db.Tx) error { return tx.ReplicaEnds(ctx, self.id) })
}

// reportReplica reports this replica's program version and the content version that its pages show. It is late if it was
// behind at two reports in a row: a change normally arrives within a quarter of a second.
func (a *App) reportReplica(ctx context.Context, self *replicaReport) error {
	now := a.Clock.Now()
	raw, err := a.DB.Read().Setting(ctx, content.VersionSetting)
	if err != nil && !errors.Is(err, db.ErrNoRows) { // a fresh database has no version until the first edit
		return err
	}
	newest, _ := strconv.ParseInt(raw, 10, 64)
	shown := a.content.shown.Load()
	switch {
	case shown >= newest:
		self.late = 0
	case self.late == 0:
		self.late = clock.MillisOf(now)
	}
	return a.DB.Write(ctx, func(ctx context.Context, tx *db.Tx) error {
		if err := tx.ForgetReplicas(ctx, clock.MillisOf(now.Add(-replicaKept))); err != nil {
			return err
		}
		return tx.SayReplica(ctx, query.SayReplicaParams{ID: self.id, Version: shanmen.Build(), Content: shown, Late: int64(self.late), Now: clock.MillisOf(now)})
	})
}

// machineReplicas reports whether all replicas run the same program and show the same content. The built-in database
// has only one program.
func (a *App) machineReplicas(ctx context.Context, r db.Reader) (*today.MachinePart, error) {
	if a.Config.DatabaseURL == "" {
		return nil, nil
	}
	rows, err := a.replicas(ctx, r)
	if err != nil || len(rows) == 0 {
		return nil, err
	}
	return replicasPart(rows), nil
}

// replicas lists the replicas that have reported recently.
func (a *App) replicas(ctx context.Context, r db.Reader) ([]query.Replica, error) {
	return r.Replicas(ctx, clock.MillisOf(a.Clock.Now().Add(-storeLeft)))
}

// replicasPart compares the replicas.
func replicasPart(rows []query.Replica) *today.MachinePart {
	part := &today.MachinePart{What: "replicas", State: "good", Count: int64(len(rows))}
	var versions []string
	var behind int64
	for _, row := range rows {
		part.Content = max(part.Content, row.Content)
		if !slices.Contains(versions, row.Version) {
			versions = append(versions, row.Version)
		}
		if row.Late > 0 && row.SeenAt > clock.Millis(row.Late) {
			behind++
		}
	}
	slices.Sort(versions)
	switch {
	case len(versions) > 1:
		part.State, part.Bad, part.Version = "differ", true, strings.Join(versions, ", ")
	case behind > 0:
		part.State, part.Bad, part.Count = "behind", true, behind
	}
	return part
}
