package account

import (
	"context"
	"fmt"
	"time"

	"shanmen/internal/base/clock"
	"shanmen/internal/base/id"
	"shanmen/internal/platform/db"
	"shanmen/internal/platform/db/query"
	"shanmen/internal/platform/httpd"
)

// knownDevice identifies the visitor's browser in the rate limits of an account that has logged in there; "" for any
// other. userID is "" for no account, with the same work.
func (s *Service) knownDevice(ctx context.Context, r db.Reader, userID string) (string, error) {
	token := httpd.DeviceToken(ctx)
	if token == "" {
		return "", nil
	}
	hash := id.Hash(token)
	n, err := r.DeviceIsKnown(ctx, query.DeviceIsKnownParams{TokenHash: hash, UserID: userID, ExpiresAt: clock.MillisOf(s.Clock.Now())})
	if err != nil {
		return "", fmt.Errorf("known device: %w", err)
	}
	if n == 0 {
		return "", nil
	}
	return "device " + hash + " of " + userID, nil
}

// knowDevice records that a user has logged in from the visitor's browser. Call setCookie after the commit.
func (s *Service) knowDevice(ctx context.Context, tx *db.Tx, userID string) (setCookie func(), err error) {
	token, now := httpd.DeviceToken(ctx), s.Clock.Now()
	if token == "" {
		token = id.Token()
	}
	err = tx.KnowDevice(ctx, query.KnowDeviceParams{
		TokenHash: id.Hash(token), UserID: userID, LastLoginAt: clock.MillisOf(now), ExpiresAt: clock.MillisOf(now.Add(httpd.DeviceLife)),
	})
	if err != nil {
		return nil, fmt.Errorf("know device: %w", err)
	}
	return func() { httpd.SetDevice(ctx, token) }, nil
}

// KeptDevice is a browser from which an account has logged in.
type KeptDevice struct {
	LastLoginAt time.Time `json:"lastLoginAt"`
	ExpiresAt   time.Time `json:"expiresAt"`
}

// ExportDevices returns a user's known browsers; nil if there are none.
func (s *Service) ExportDevices(ctx context.Context, userID string) (any, error) {
	rows, err := s.DB.Read().KeptDevices(ctx, userID)
	if err != nil || len(rows) == 0 {
		return nil, err
	}
	out := make([]KeptDevice, 0, len(rows))
	for _, r := range rows {
		out = append(out, KeptDevice{r.LastLoginAt.Time(), r.ExpiresAt.Time()})
	}
	return out, nil
}
