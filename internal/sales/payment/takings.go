package payment

import (
	"context"
	"fmt"

	"shanmen/internal/platform/db"
	"shanmen/internal/platform/db/query"
)

// SumTakings makes one row of the changes of each past day. It adds up just what it deletes: a change that is stored
// meanwhile keeps its own row, and of two replicas the second finds nothing to add up.
func (s *Service) SumTakings(ctx context.Context) error {
	days, err := s.DB.Read().TakingsDaysToSum(ctx, s.Clock.Now().UnixMilli())
	if err != nil {
		return fmt.Errorf("days to sum: %w", err)
	}
	for _, day := range days {
		err := s.DB.Write(ctx, func(ctx context.Context, tx *db.Tx) error {
			rows, err := tx.TakingsDayTake(ctx, day)
			if err != nil || len(rows) == 0 {
				return err
			}
			sum := query.TakingsDayAddParams{Day: day}
			for _, r := range rows {
				sum.Amount += r.Amount
				sum.Back += r.Back
			}
			return tx.TakingsDayAdd(ctx, sum)
		})
		if err != nil {
			return fmt.Errorf("takings of a day: %w", err)
		}
	}
	return nil
}
