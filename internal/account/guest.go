package account

import (
	"context"
	"errors"
	"fmt"
	"time"

	"shanmen/internal/db"
	"shanmen/internal/db/query"
	"shanmen/internal/fault"
	"shanmen/internal/httpd"
)

// Guests of one network address. A mobile network or the temple's own Wi-Fi has many people behind one.
const (
	guestsAnHour = 600
	guestsInAll  = 1500
)

// GuestIdle is after how long a guest's session ends that nobody uses and that has left nothing.
const GuestIdle = day

// makeRoom refuses a guest whose address has had too many of them in the hour, and ends the session that its address has
// not used for longest where there are too many in all, with its cart: else a cookie thrown away with each call would fill
// the disk for a month.
func (s *Service) makeRoom(ctx context.Context, tx *db.Tx) error {
	now, origin := s.Clock.Now(), addressKey(httpd.ClientIP(ctx))
	wait, err := httpd.CountHit(ctx, tx, now, "guest "+origin, guestsAnHour, time.Hour)
	if err != nil {
		return fmt.Errorf("count guests: %w", err)
	}
	if wait > 0 {
		return tooManyGuests(wait)
	}
	n, err := tx.CountGuests(ctx, query.CountGuestsParams{Origin: origin, Most: guestsInAll})
	if err != nil || n < guestsInAll {
		return err
	}
	oldest, err := tx.OldestGuest(ctx, query.OldestGuestParams{Origin: origin, Before: now.Add(-GuestIdle).UnixMilli()})
	if errors.Is(err, db.ErrNoRows) {
		return tooManyGuests(int(time.Hour / time.Second))
	}
	if err != nil {
		return fmt.Errorf("oldest guest: %w", err)
	}
	if err := tx.EndGuestCart(ctx, &oldest); err != nil {
		return fmt.Errorf("cart of the oldest guest: %w", err)
	}
	return tx.EndSession(ctx, oldest)
}

func tooManyGuests(wait int) error {
	return fault.TooMany("too-many-guests", wait).With("minutes", (wait+59)/60)
}
