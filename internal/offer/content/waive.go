package content

import (
	"context"
	"errors"
	"fmt"
	"strconv"

	"shanmen/internal/platform/db"
)

const (
	settingWaive = "waive-cents"
	// defaultWaiveCents is the default shortfall that may be waived, such as fees of an intermediary bank; it is also
	// the maximum of the setting.
	defaultWaiveCents = 200
)

// WaiveLimit is how many cents of an order may be waived when its transfer was short.
func WaiveLimit(ctx context.Context, r db.Reader) (int, error) {
	value, err := r.Setting(ctx, settingWaive)
	if err != nil && !errors.Is(err, db.ErrNoRows) {
		return 0, fmt.Errorf("setting: %w", err)
	}
	if n, err := strconv.Atoi(value); err == nil && n >= 0 && n <= defaultWaiveCents {
		return n, nil
	}
	return defaultWaiveCents, nil
}
