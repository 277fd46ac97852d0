package imports

import (
	"context"

	"shanmen/internal/money"
)

// FindMore is one batch of FindEarlier.
func (s *Service) FindMore(ctx context.Context) error { return s.DB.Write(ctx, s.findMore) }

// ReadAmount reads an amount of a list.
func ReadAmount(text string) (money.Cents, bool) { return readAmount(text) }
