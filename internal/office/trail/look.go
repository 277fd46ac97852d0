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

// lookUpAgain is how long repeated views of the same subject by the same colleague cause no new entry.
const lookUpAgain = 15 * time.Minute

// actionLookUp is the audit action of viewing a devotee's data.
const actionLookUp = "walk-in.look-up"

// Look collects what a colleague was shown.
type Look struct {
	subjects []string
	about    map[string][]string // order numbers by subject
}

// Add adds a subject that was shown, with its order numbers.
func (l *Look) Add(subject string, numbers ...string) {
	if !slices.Contains(l.subjects, subject) {
		l.subjects = append(l.subjects, subject)
	}
	if l.about == nil {
		l.about = map[string][]string{}
	}
	l.about[subject] = append(l.about[subject], numbers...)
}

// Imported adds imported people. They have no account, so the subject is the import.
func (l *Look) Imported(found []imports.ImportedFound) {
	for _, one := range found {
		for _, list := range one.Lists() {
			l.Add("import:" + list)
		}
	}
}

// Shown audits what a colleague was shown.
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
