package ceremony

import (
	"context"
	"fmt"
	"time"

	"shanmen/internal/base/clock"
	"shanmen/internal/platform/db"
	"shanmen/internal/platform/db/query"
	"shanmen/internal/platform/lookup"
	"shanmen/internal/rites/tablet"
)

// KeptFor is how long the names of a list are kept after its ceremony.
const KeptFor = 400 * 24 * time.Hour

// KeptEntry is a list entry in its payer's personal data archive.
type KeptEntry struct {
	Ceremony  string      `json:"ceremony"`
	No        int64       `json:"no"`
	State     string      `json:"state"`
	Original  tablet.Text `json:"original"`
	Text      tablet.Text `json:"text"`
	Order     string      `json:"orderId"`
	CreatedAt time.Time   `json:"createdAt"`
}

// Export returns the list entries of a user's orders; nil if there are none.
func (s *Service) Export(ctx context.Context, userID string) (any, error) {
	r := s.DB.Read()
	rows, err := r.ListEntriesOfUser(ctx, &userID)
	if err != nil {
		return nil, fmt.Errorf("entries of a user: %w", err)
	}
	if len(rows) == 0 {
		return nil, nil
	}
	out := make([]KeptEntry, 0, len(rows))
	for _, e := range rows {
		c, err := find(ctx, r, e.CeremonyID)
		if err != nil {
			return nil, err
		}
		one := KeptEntry{Ceremony: c.Key, No: e.No, State: e.State, Order: e.InvoiceID, CreatedAt: e.CreatedAt.Time()}
		if one.Original, err = fromJSON[tablet.Text](e.Original); err != nil {
			return nil, err
		}
		if one.Text, err = fromJSON[tablet.Text](e.Text); err != nil {
			return nil, err
		}
		out = append(out, one)
	}
	return out, nil
}

// ForgetNames deletes the names of entries whose ceremony was before a time and that have not changed since.
func (s *Service) ForgetNames(ctx context.Context, tx *db.Tx, before time.Time) error {
	rows, err := tx.ListEntriesToBlank(ctx, clock.MillisOf(before))
	if err != nil {
		return fmt.Errorf("entries to blank: %w", err)
	}
	for _, e := range rows {
		if err := blank(ctx, tx, e.ID, e.CeremonyID, s.now()); err != nil {
			return err
		}
	}
	return nil
}

func blank(ctx context.Context, tx *db.Tx, entryID, ceremonyID string, now clock.Millis) error {
	if err := tx.ListEntryBlank(ctx, query.ListEntryBlankParams{NamesGoneAt: now, ID: entryID}); err != nil {
		return fmt.Errorf("blank an entry: %w", err)
	}
	if err := tx.CorrectionsBlank(ctx, entryID); err != nil {
		return fmt.Errorf("blank corrections: %w", err)
	}
	if err := tx.EntrySignsDrop(ctx, entryID); err != nil {
		return fmt.Errorf("signs of an entry: %w", err)
	}
	return lookup.Remove(ctx, tx, foundIn(ceremonyID), entryID)
}
