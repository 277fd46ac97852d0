package trail

import (
	"context"
	"errors"
	"fmt"
	"slices"
	"time"

	"shanmen/internal/office/imports"
	"shanmen/internal/platform/audit"
	"shanmen/internal/platform/db"
	"shanmen/internal/platform/db/query"
)

// lookUpAgain is how long the same person of the office may look at the same again without another entry.
const lookUpAgain = 15 * time.Minute

// actionLookUp is the trail's word for a devotee's data that was shown at the counter.
const actionLookUp = "walk-in.look-up"

// Look is whom somebody of the office was shown.
type Look struct {
	subjects []string
	about    map[string][]string // numbers of orders by subject
}

// Add names a subject that was shown, with numbers of its orders.
func (l *Look) Add(subject string, numbers ...string) {
	if !slices.Contains(l.subjects, subject) {
		l.subjects = append(l.subjects, subject)
	}
	if l.about == nil {
		l.about = map[string][]string{}
	}
	l.about[subject] = append(l.about[subject], numbers...)
}

// Imported are people of earlier lists. Who has no account has no subject: the trail names the list.
func (l *Look) Imported(found []imports.ImportedFound) {
	for _, one := range found {
		for _, list := range one.Lists() {
			l.Add("import:" + list)
		}
	}
}

// Shown writes into the trail whom somebody of the office was shown.
func (s *Service) Shown(ctx context.Context, l Look) error {
	if len(l.subjects) == 0 {
		return nil
	}
	now, actor := s.Clock.Now(), audit.Actor(ctx)
	return s.DB.Write(ctx, func(ctx context.Context, tx *db.Tx) error {
		for _, subject := range l.subjects {
			last, err := tx.AuditLastOf(ctx, query.AuditLastOfParams{Subject: subject, Action: actionLookUp})
			if err == nil && last.ActorID == actor && now.Sub(last.At.Time()) < lookUpAgain {
				continue
			}
			if err != nil && !errors.Is(err, db.ErrNoRows) {
				return fmt.Errorf("last look: %w", err)
			}
			var after any
			if numbers := l.about[subject]; len(numbers) > 0 {
				after = map[string]any{"orders": numbers}
			}
			if err := audit.Note(ctx, tx, actionLookUp, subject, nil, after); err != nil {
				return err
			}
		}
		return nil
	})
}
