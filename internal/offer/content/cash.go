package content

import (
	"cmp"
	"context"
	"fmt"
	"strconv"

	"shanmen/internal/base/money"
	"shanmen/internal/platform/db"
)

// RefundLimit is the amount per order above which a refund needs a second person; 0: never.
func RefundLimit(ctx context.Context, r db.Reader) (money.Cents, error) {
	rows, err := r.Settings(ctx)
	if err != nil {
		return 0, fmt.Errorf("limit of refunds: %w", err)
	}
	dollars, err := strconv.ParseInt(cmp.Or(byKey(rows)[settingRefundLimit], strconv.Itoa(defaultRefundLimit)), 10, 64)
	if err != nil {
		return 0, fmt.Errorf("limit of refunds: %w", err)
	}
	return money.Cents(dollars * 100), nil
}

// BlindCount returns whether clerks count the cash box without seeing the expected amount.
func BlindCount(ctx context.Context, r db.Reader) (bool, error) {
	rows, err := r.Settings(ctx)
	if err != nil {
		return false, fmt.Errorf("blind count: %w", err)
	}
	return byKey(rows)[settingBlindCount] == on, nil
}
