package imports

import (
	"context"

	"shanmen/internal/base/lunar"
	"shanmen/internal/base/money"
)

// FindMore is one batch of FindEarlier.
func (s *Service) FindMore(ctx context.Context) error { return s.DB.Write(ctx, s.findMore) }

// ReadDay reads a day of a list, as its ISO form; "" where it is none.
func ReadDay(text string) string {
	if d, why := readDay(text, 0, lunar.Day{Year: 2030, Month: 1, Day: 1}); why.code == "" {
		return d.String()
	}
	return ""
}

// ReadAmount reads an amount of a list.
func ReadAmount(text string) (money.Cents, bool) { return readAmount(text) }
