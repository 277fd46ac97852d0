package member

import (
	"context"
	"errors"
	"fmt"
	"time"

	"shanmen/internal/db"
)

// Kept is the devotee's record as its owner may have it.
type Kept struct {
	ID         string    `json:"id"`
	Country    string    `json:"country"`
	PostalCode string    `json:"postalCode"`
	Block      string    `json:"block"`
	Street     string    `json:"street"`
	Unit       string    `json:"unit"`
	Address    string    `json:"address"`
	CreatedAt  time.Time `json:"createdAt"`
}

// Export gives the record of a user; nil for staff without one.
func (s *Service) Export(ctx context.Context, userID string) (any, error) {
	m, err := s.DB.Read().MemberOfUser(ctx, userID)
	if errors.Is(err, db.ErrNoRows) {
		return nil, nil
	}
	if err != nil {
		return nil, fmt.Errorf("member record: %w", err)
	}
	return Kept{m.ID, m.Country, m.PostalCode, m.Block, m.Street, m.Unit, m.Address, m.CreatedAt.Time()}, nil
}

// Erase removes the record.
func (s *Service) Erase(ctx context.Context, tx *db.Tx, userID string) error {
	if err := tx.MemberErase(ctx, userID); err != nil {
		return fmt.Errorf("erase member record: %w", err)
	}
	return nil
}
