package imports

import (
	"context"

	"shanmen/internal/base/lunar"
	"shanmen/internal/base/money"
)

// FindMore is one batch of FindEarlier.
func (s *Service) FindMore(ctx context.Context) error { return s.DB.Write(ctx, s.findMore) }

// ReadDay parses a date of a list and returns its ISO form; "" if it is not a date.
func ReadDay(text string) string {
	if d, why := readDay(text, 0, lunar.Day{Year: 2030, Month: 1, Day: 1}); why.code == "" {
		return d.String()
	}
	return ""
}

// ReadAmount parses an amount of a list.
func ReadAmount(text string) (money.Cents, bool) { return readAmount(text) }
