package members

import (
	"context"

	"shanmen/internal/people/account"
	"shanmen/internal/platform/audit"
	"shanmen/internal/platform/db"
	"shanmen/internal/sales/invoice"
)

type readingIn struct {
	ID   string `path:"id" doc:"User id"`
	Body struct {
		Reading string `json:"reading" doc:"Pronunciation such as Shan Meiling, Latin letters with or without tones, at most 60; empty: from the dictionary"`
	}
}

// Reading is the pronunciation of a member's Chinese name.
type Reading struct {
	Reading string `json:"reading"`
}

// SetReading sets it: search then finds the member and their orders by it, as by a name.
func (s *Service) SetReading(ctx context.Context, in *readingIn) (*Reading, error) {
	return db.WriteValue(ctx, s.DB, func(ctx context.Context, tx *db.Tx) (*Reading, error) {
		reading, changed, err := account.SetReading(ctx, tx, in.ID, in.Body.Reading)
		if err != nil || !changed {
			return &Reading{reading}, err
		}
		if err := invoice.Reword(ctx, tx, in.ID, reading); err != nil {
			return nil, err
		}
		return &Reading{reading}, audit.Note(ctx, tx, "member.reading", "user:"+in.ID, nil, nil)
	})
}
