package member

import (
	"context"
	"errors"
	"fmt"
	"time"

	"shanmen/internal/platform/db"
)

// Kept is the devotee's record in their archive.
type Kept struct {
	ID         string    `json:"id"`
	Country    string    `json:"country"`
	PostalCode string    `json:"postalCode"`
	Block      string    `json:"block"`
	Street     string    `json:"street"`
	Unit       string    `json:"unit"`
	Address    string    `json:"address"`
	CreatedAt  time.Time `json:"createdAt"`

	Notes []KeptNote `json:"notes,omitempty"`
}

// KeptNote is a note about a devotee in their archive.
type KeptNote struct {
	Text string    `json:"text"`
	At   time.Time `json:"at"`
}

// Export returns a user's record and the notes about them; nil for staff with neither.
func (s *Service) Export(ctx context.Context, userID string) (any, error) {
	m, err := s.DB.Read().MemberOfUser(ctx, userID)
	if err != nil && !errors.Is(err, db.ErrNoRows) {
		return nil, fmt.Errorf("member record: %w", err)
	}
	noted, failed := s.DB.Read().MemberNotes(ctx, userID)
	if failed != nil {
		return nil, fmt.Errorf("notes about a member: %w", failed)
	}
	if err != nil && len(noted) == 0 {
		return nil, nil
	}
	kept := Kept{ID: m.ID, Country: m.Country, PostalCode: m.PostalCode, Block: m.Block, Street: m.Street, Unit: m.Unit, Address: m.Address, CreatedAt: m.CreatedAt.Time()}
	for _, n := range noted {
		kept.Notes = append(kept.Notes, KeptNote{n.Text, n.At.Time()})
	}
	return kept, nil
}

// Erase deletes the record and the notes.
func (s *Service) Erase(ctx context.Context, tx *db.Tx, userID string) error {
	if err := tx.MemberNotesErase(ctx, userID); err != nil {
		return fmt.Errorf("erase notes about a member: %w", err)
	}
	if err := tx.MemberErase(ctx, userID); err != nil {
		return fmt.Errorf("erase member record: %w", err)
	}
	return nil
}
