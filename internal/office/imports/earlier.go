package imports

import (
	"context"
	"fmt"

	"shanmen/internal/base/clock"
	"shanmen/internal/platform/db"
	"shanmen/internal/platform/db/query"
	"shanmen/internal/platform/lookup"
)

// The tables to index, in order; ” is the end.
const (
	foundInPeople = "people"
	foundInLamps  = "lamps"
	foundInOrders = "orders"
)

// FindEarlier indexes imported people from before the counter's search covered them. Each batch is a transaction that
// stores its progress: a restarted process continues there, and of two replicas one waits.
func (s *Service) FindEarlier(ctx context.Context) error {
	for {
		in, err := s.DB.Read().EarlierFound(ctx)
		if err != nil {
			return fmt.Errorf("people of earlier lists: %w", err)
		}
		if in == "" {
			return nil
		}
		if err := s.DB.Write(ctx, s.findMore); err != nil {
			return fmt.Errorf("people of earlier lists: %w", err)
		}
	}
}

// earlier is an imported row with its search words.
type earlier struct {
	id    string
	at    clock.Millis
	words lookup.Words
	own   bool // belongs to an account, which is indexed itself
}

// findMore indexes one batch.
func (s *Service) findMore(ctx context.Context, tx *db.Tx) error {
	turn, err := tx.EarlierFoundLock(ctx)
	if err != nil || turn.FoundIn == "" {
		return err
	}
	rows, next, err := earlierRows(ctx, tx, turn.FoundIn, turn.FoundTo)
	if err != nil {
		return err
	}
	byTime := map[clock.Millis]map[string]lookup.Words{} // most rows of an import have the same time
	for _, r := range rows {
		if r.own {
			continue
		}
		if byTime[r.at] == nil {
			byTime[r.at] = map[string]lookup.Words{}
		}
		byTime[r.at][r.id] = r.words
	}
	for at, words := range byTime {
		if err := lookup.AddMany(ctx, tx, lookup.Imported, at, words); err != nil {
			return err
		}
	}
	to := query.EarlierFoundToParams{FoundIn: next}
	if len(rows) > 0 {
		to = query.EarlierFoundToParams{FoundIn: turn.FoundIn, FoundTo: rows[len(rows)-1].id}
	}
	return tx.EarlierFoundTo(ctx, to)
}

// earlierRows reads rows of one table after an id, and returns the next table.
func earlierRows(ctx context.Context, tx *db.Tx, in, after string) (out []earlier, next string, err error) {
	switch in {
	case foundInPeople:
		rows, err := tx.ImportedPeopleAfter(ctx, after)
		for _, r := range rows {
			words := lookup.Words{Names: []string{r.Name, r.ChineseName}, Mobiles: []string{r.Mobile, r.Phone}, Others: []string{r.Email}}
			out = append(out, earlier{r.ID, r.CreatedAt, words, r.UserID != nil})
		}
		return out, foundInLamps, err
	case foundInLamps:
		rows, err := tx.ImportedLampsAfter(ctx, after)
		for _, r := range rows {
			words := lookup.Words{Names: []string{r.Name, r.ChineseName}, Mobiles: []string{r.Mobile, r.Phone}}
			out = append(out, earlier{r.ID, r.CreatedAt, words, r.UserID != nil})
		}
		return out, foundInOrders, err
	case foundInOrders:
		rows, err := tx.PastOrdersAfter(ctx, after)
		for _, r := range rows {
			out = append(out, earlier{r.ID, r.CreatedAt, lookup.Words{Names: []string{r.Name}, Mobiles: []string{r.Mobile, r.Phone}}, r.UserID != nil})
		}
		return out, "", err
	}
	return nil, "", fmt.Errorf("no table %q", in)
}
