// Package family stores a member's family book: the living and the departed for whom offerings are made. Ticking a
// person copies the data into a form; later changes do not affect the form.
package family

import (
	"context"
	"encoding/json"
	"fmt"

	"shanmen/internal/base/clock"
	"shanmen/internal/base/lunar"
	"shanmen/internal/offer/content"
	"shanmen/internal/offer/form"
	"shanmen/internal/platform/db"
	"shanmen/internal/platform/db/query"
	"shanmen/internal/platform/httpd"
)

// MaxPeople is the maximum number of people in a book.
const MaxPeople = 100

// Service has the calls and the page of the family book.
type Service struct {
	DB    *db.DB
	Clock clock.Clock
}

// List is a whole book in order. It is bounded, so it has no pages.
type List struct {
	Items []Person       `json:"items"`
	Most  int            `json:"most" doc:"Maximum number of people in a family book"`
	From  lunar.Boundary `json:"zodiacFrom" enum:"new-year,lichun" doc:"What starts a zodiac year"`

	TaiSui *content.TaiSui `json:"taiSui"`
}

// Page is the data of the family book's page.
type Page struct {
	List
	Forms Forms `json:"forms"`
}

// Forms are the forms of the living and the departed; browser and server validate with them.
type Forms struct {
	Living   form.Definition `json:"living"`
	Departed form.Definition `json:"departed"`
}

// List returns the logged-in member's book.
func (s *Service) List(ctx context.Context, _ *struct{}) (*List, error) {
	l, err := s.list(ctx, s.DB.Read(), httpd.VisitorOf(ctx).UserID)
	return &l, err
}

// Of returns a member's book to the staff who serve them.
func (s *Service) Of(ctx context.Context, userID string) (List, error) {
	return s.list(ctx, s.DB.Read(), userID)
}

// FamilyPage shows the book with its forms.
func (s *Service) FamilyPage(ctx context.Context, r httpd.PageRequest) (httpd.PageData, error) {
	l, err := s.list(ctx, s.DB.Read(), r.Visitor.UserID)
	if err != nil {
		return httpd.PageData{}, err
	}
	return httpd.PageData{Data: Page{l, Forms{definitions[Living], definitions[Departed]}}}, nil
}

func (s *Service) list(ctx context.Context, r db.Reader, userID string) (List, error) {
	rows, err := r.FamilyPeople(ctx, userID)
	if err != nil {
		return List{}, fmt.Errorf("family book: %w", err)
	}
	now := s.Clock.Now()
	signs, err := content.TaiSuiOn(ctx, r, now)
	if err != nil {
		return List{}, err
	}
	from, today := signs.From, lunar.DayOf(now)
	l := List{Items: make([]Person, len(rows)), Most: MaxPeople, From: from, TaiSui: signs}
	for i, row := range rows {
		if l.Items[i], err = personOf(row, today, from); err != nil {
			return List{}, err
		}
	}
	markSameNames(l.Items)
	return l, nil
}

// Export returns a user's book for the personal data archive; nil when empty.
func (s *Service) Export(ctx context.Context, userID string) (any, error) {
	l, err := s.list(ctx, s.DB.Read(), userID)
	if err != nil || len(l.Items) == 0 {
		return nil, err
	}
	return l.Items, nil
}

// Erase deletes a user's book; no law requires keeping it.
func (s *Service) Erase(ctx context.Context, tx *db.Tx, userID string) error {
	if err := tx.FamilyErase(ctx, userID); err != nil {
		return fmt.Errorf("erase family book: %w", err)
	}
	return nil
}

// row parses the stored JSON of a date; nil if it is unknown.
func storedDate(raw string) (*Date, error) {
	if raw == "" {
		return nil, nil
	}
	d := new(Date)
	if err := json.Unmarshal([]byte(raw), d); err != nil {
		return nil, fmt.Errorf("stored date: %w", err)
	}
	return d, nil
}

func personOf(row query.FamilyPerson, today lunar.Day, from lunar.Boundary) (Person, error) {
	p := Person{ID: row.ID, Kind: row.Kind, Name: row.Name, ChineseName: row.ChineseName, Relation: row.Relation, Address: row.Address}
	var err error
	if p.BirthDate, err = storedDate(row.BirthDate); err != nil {
		return Person{}, err
	}
	if p.PassedOn, err = storedDate(row.PassedOn); err != nil {
		return Person{}, err
	}
	if words, ok := form.KnownRelation(row.Relation); ok {
		p.RelationWords = &words
	}
	p.workOut(today, from)
	return p, nil
}
