package account

import (
	"context"
	"encoding/hex"
	"errors"
	"fmt"
	"net/netip"
	"strings"
	"time"

	"shanmen/internal/base/clock"
	"shanmen/internal/base/fault"
	"shanmen/internal/platform/db"
	"shanmen/internal/platform/db/query"
	"shanmen/internal/platform/httpd"
)

// Limits of guests per network address. Many people share the address of a mobile network or the temple's Wi-Fi.
const (
	guestsAnHour = 600
	guestsInAll  = 1500
)

// GuestIdle is how long an unused guest session without content lives.
const GuestIdle = day

// limitGuests refuses a guest whose network had too many in the last hour. If a network has too many in total, its
// least recently used guest session ends, with its cart: otherwise requests without cookies could fill the disk for a
// month. A wider IPv6 network may have twice as many as the narrower one, because one person may own all of its
// addresses.
func (s *Service) limitGuests(ctx context.Context, tx *db.Tx) error {
	now, ip := s.Clock.Now(), httpd.ClientIP(ctx)
	wait, err := httpd.CountNetwork(ctx, tx, now, "guest", guestsAnHour, time.Hour)
	if err != nil {
		return fmt.Errorf("count guests: %w", err)
	}
	if wait > 0 {
		return tooManyGuests(wait)
	}
	for i, n := range originNetworks(ip) {
		if err := s.limitGuestsIn(ctx, tx, n, guestsInAll<<i, now); err != nil {
			return err
		}
	}
	return nil
}

func (s *Service) limitGuestsIn(ctx context.Context, tx *db.Tx, n originRange, most int32, now time.Time) error {
	there, err := tx.CountGuests(ctx, query.CountGuestsParams{First: n.first, Last: n.last, Most: most})
	if err != nil || there < int64(most) {
		return err
	}
	oldest, err := tx.OldestGuest(ctx, query.OldestGuestParams{First: n.first, Last: n.last, Before: clock.MillisOf(now.Add(-GuestIdle))})
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

// originOf is a guest's network as stored: an IPv4 address, or the 64-bit IPv6 network as 16 hexadecimal digits, so
// that a wider network is a range.
func originOf(ip string) string { return originNetworks(ip)[0].first }

// originRange is a network, from first to last origin.
type originRange struct{ first, last string }

// originNetworks lists the networks for which guests are counted, narrowest first, as in httpd.Networks.
func originNetworks(ip string) []originRange {
	a, err := netip.ParseAddr(ip)
	if err != nil || a.Unmap().Is4() {
		narrow := addressKey(ip)
		return []originRange{{narrow, narrow}}
	}
	bits := a.As16()
	digits := hex.EncodeToString(bits[:8])
	var out []originRange
	for _, n := range []int{16, 14, 12} { // of 64, 56 and 48 bits
		out = append(out, originRange{digits[:n] + strings.Repeat("0", 16-n), digits[:n] + strings.Repeat("f", 16-n)})
	}
	return out
}

func tooManyGuests(wait int) error {
	return fault.TooMany("too-many-guests", wait).InMinutes()
}
