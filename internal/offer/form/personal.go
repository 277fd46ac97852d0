package form

import (
	"context"
	"encoding/json"
	"fmt"
	"time"

	"shanmen/internal/platform/db"
)

// Kept is a message to the office in its sender's personal data archive.
type Kept struct {
	ID        string          `json:"id"`
	Reference string          `json:"reference"`
	Form      string          `json:"form"`
	Version   int64           `json:"version"`
	Status    string          `json:"status"`
	Locale    string          `json:"locale"`
	SentAt    time.Time       `json:"sentAt"`
	Values    json.RawMessage `json:"values"`
	LastAt    time.Time       `json:"lastAt"`
	Answers   []Reply         `json:"answers,omitempty"`
}

// Reply is the office's answer to a message.
type Reply struct {
	ID      string    `json:"id"`
	Channel string    `json:"channel"`
	Locale  string    `json:"locale"`
	At      time.Time `json:"at"`
	Body    string    `json:"body"`
}

// Export returns a user's messages, oldest first; nil if there are none.
func (s *Service) Export(ctx context.Context, userID string) (any, error) {
	rows, err := s.DB.Read().FormEntriesOfUser(ctx, &userID)
	if err != nil || len(rows) == 0 {
		return nil, err
	}
	written, err := s.DB.Read().EntryAnswersOfUser(ctx, &userID)
	if err != nil {
		return nil, err
	}
	answers := map[string][]Reply{}
	for _, m := range written {
		answers[m.EntryID] = append(answers[m.EntryID], Reply{m.ID, m.Channel, m.Locale, m.At.Time(), m.Body})
	}
	out := make([]Kept, 0, len(rows))
	for _, r := range rows {
		out = append(out, Kept{r.ID, r.Reference, r.FormKey, r.FormVersion, r.Status, r.Locale, r.CreatedAt.Time(), json.RawMessage(r.Form), max(r.LastAt, r.CreatedAt).Time(), answers[r.ID]})
	}
	return out, nil
}

// Erase deletes a user's messages; a former member expects no answer.
func (s *Service) Erase(ctx context.Context, tx *db.Tx, userID string) error {
	if err := tx.FormEntriesErase(ctx, &userID); err != nil {
		return fmt.Errorf("erase form entries: %w", err)
	}
	return nil
}
