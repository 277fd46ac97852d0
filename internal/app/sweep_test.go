package app

import (
	"context"
	"errors"
	"path/filepath"
	"testing"
	"time"

	"shanmen/internal/base/clock"
	"shanmen/internal/platform/db"
	"shanmen/internal/platform/db/query"
	"shanmen/internal/sales/cart"
)

func TestAFailingSweepTaskDoesNotStopOthers(t *testing.T) {
	t.Parallel()
	a := opened(t, filepath.Join(t.TempDir(), "data"), false)
	gone, err := db.Open(t.Context(), "sqlite:"+filepath.Join(t.TempDir(), "gone.db"))
	if err != nil {
		t.Fatal(err)
	}
	if err := gone.Close(); err != nil {
		t.Fatal(err)
	}
	a.Carts = &cart.Service{DB: gone, Clock: a.Clock}
	past := clock.MillisOf(a.Clock.Now().Add(-time.Hour))
	err = a.DB.Write(t.Context(), func(ctx context.Context, tx *db.Tx) error {
		_, err := tx.CountThrottle(ctx, query.CountThrottleParams{Key: "old", WindowStart: past, EndsAt: past})
		return err
	})
	if err != nil {
		t.Fatal(err)
	}
	if err := a.Sweep(t.Context()); err == nil {
		t.Error("nobody hears of the failure")
	}
	if _, err := a.DB.Read().ThrottleNow(t.Context(), query.ThrottleNowParams{Key: "old", Now: past - 1}); !errors.Is(err, db.ErrNoRows) {
		t.Errorf("what could be done was left: %v", err)
	}
}
