package family

import (
	"context"
	"encoding/json"
	"fmt"

	"shanmen/internal/base/clock"
	"shanmen/internal/base/fault"
	"shanmen/internal/base/id"
	"shanmen/internal/platform/db"
	"shanmen/internal/platform/db/query"
	"shanmen/internal/platform/httpd"
)

// Entry is what a member writes about a person. Texts are kept as typed; dates are in the format of a form's birthDate.
type Entry struct {
	Kind        string          `json:"kind" doc:"living or departed"`
	Name        *string         `json:"name,omitempty"`
	ChineseName *string         `json:"chineseName,omitempty" doc:"This, a name, or both"`
	Relation    *string         `json:"relation,omitempty"`
	BirthDate   json.RawMessage `json:"birthDate,omitempty" doc:"{calendar: solar or lunar, year, month, day, leap?}"`
	PassedOn    json.RawMessage `json:"passedOn,omitempty" doc:"Date of death, in the same format; departed people only"`
	Address     *string         `json:"address,omitempty"`
}

// AddIn is the body of POST /api/family.
type AddIn struct{ Body Entry }

// ChangeIn replaces a person's data.
type ChangeIn struct {
	ID   string `path:"id"`
	Body Entry
}

// RemoveIn names a person.
type RemoveIn struct {
	ID string `path:"id"`
}

// Saved is a person after saving.
type Saved struct {
	Person Person `json:"person"`
}

// Removed answers a removal.
type Removed struct {
	Removed bool `json:"removed"`
}

// Add adds a person to the family book. An existing name is allowed and marked in the answer. The same Idempotency-Key
// adds once.
func (s *Service) Add(ctx context.Context, in *AddIn) (*Saved, error) {
	row, err := s.check(in.Body)
	if err != nil {
		return nil, err
	}
	userID := httpd.VisitorOf(ctx).UserID
	return httpd.WriteOnce(ctx, s.DB, func(ctx context.Context, tx *db.Tx) (*Saved, error) {
		n, err := lockAndCount(ctx, tx, userID)
		if err != nil {
			return nil, err
		}
		if n >= MaxPeople {
			return nil, fault.Invalid("family-full").With("max", MaxPeople)
		}
		row := row
		row.ID, row.UserID, row.Now = id.New(), userID, clock.MillisOf(s.Clock.Now())
		if err := tx.FamilyAdd(ctx, row); err != nil {
			return nil, fmt.Errorf("add to family book: %w", err)
		}
		return s.saved(ctx, tx, userID, row.ID)
	})
}

// lockAndCount locks a book against additions and returns the number of people.
func lockAndCount(ctx context.Context, tx *db.Tx, userID string) (int64, error) {
	if _, err := tx.FamilyLock(ctx, userID); err != nil {
		return 0, fmt.Errorf("lock family book: %w", err)
	}
	return tx.FamilyCount(ctx, userID)
}

// Change replaces one of the member's people. A living person can become a departed one.
func (s *Service) Change(ctx context.Context, in *ChangeIn) (*Saved, error) {
	row, err := s.check(in.Body)
	if err != nil {
		return nil, err
	}
	userID := httpd.VisitorOf(ctx).UserID
	return db.WriteValue(ctx, s.DB, func(ctx context.Context, tx *db.Tx) (*Saved, error) {
		n, err := tx.FamilyChange(ctx, query.FamilyChangeParams{
			Kind: row.Kind, Name: row.Name, ChineseName: row.ChineseName, Relation: row.Relation, BirthDate: row.BirthDate,
			PassedOn: row.PassedOn, Address: row.Address, UpdatedAt: clock.MillisOf(s.Clock.Now()), ID: in.ID, UserID: userID,
		})
		if err != nil {
			return nil, fmt.Errorf("change family book: %w", err)
		}
		if n == 0 {
			return nil, fault.NotFound()
		}
		return s.saved(ctx, tx, userID, in.ID)
	})
}

// Remove deletes one of the member's people permanently; to undo it, add the person again.
func (s *Service) Remove(ctx context.Context, in *RemoveIn) (*Removed, error) {
	return db.WriteValue(ctx, s.DB, func(ctx context.Context, tx *db.Tx) (*Removed, error) {
		n, err := tx.FamilyRemove(ctx, query.FamilyRemoveParams{ID: in.ID, UserID: httpd.VisitorOf(ctx).UserID})
		if err != nil {
			return nil, fmt.Errorf("remove from family book: %w", err)
		}
		if n == 0 {
			return nil, fault.NotFound()
		}
		return &Removed{true}, nil
	})
}

// saved reads a person back together with the others, to mark equal names.
func (s *Service) saved(ctx context.Context, tx *db.Tx, userID, personID string) (*Saved, error) {
	l, err := s.list(ctx, tx.Queries, userID)
	if err != nil {
		return nil, err
	}
	for _, p := range l.Items {
		if p.ID == personID {
			return &Saved{p}, nil
		}
	}
	return nil, fault.NotFound()
}

// check validates an entry and returns its row without id, owner and time.
func (s *Service) check(e Entry) (query.FamilyAddParams, error) {
	wrong := e.problems(s.Clock.Now())
	if err := fault.InvalidFields(wrong); err != nil {
		return query.FamilyAddParams{}, err
	}
	birth, err := e.date(e.BirthDate)
	if err != nil {
		return query.FamilyAddParams{}, err
	}
	passed, err := e.date(e.PassedOn)
	if err != nil {
		return query.FamilyAddParams{}, err
	}
	if born, ok := dayOf(birth); ok {
		if died, ok := dayOf(passed); ok && born.Until(died) < 0 {
			return query.FamilyAddParams{}, fault.At("passedOn", "before-birth")
		}
	}
	return query.FamilyAddParams{
		Kind: e.Kind, Name: text(e.Name), ChineseName: text(e.ChineseName), Relation: text(e.Relation),
		BirthDate: stored(birth), PassedOn: stored(passed), Address: text(e.Address),
	}, nil
}

func text(s *string) string {
	if s == nil {
		return ""
	}
	return *s
}

func stored(d *Date) string {
	if d == nil {
		return ""
	}
	raw, _ := json.Marshal(d) // cannot fail: numbers and one of two words
	return string(raw)
}
