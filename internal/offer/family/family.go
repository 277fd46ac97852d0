// Package family keeps a member's family book: the living and the departed whom offerings are made
// for. A form is filled from it by a tick, and nothing joins the two afterwards: what is in a form is
// the form's.
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

// MaxPeople is how many people one book holds.
const MaxPeople = 100

// Service is the book's calls and its page.
type Service struct {
	DB    *db.DB
	Clock clock.Clock
}

// List is a whole book in the order of its entries. It is bounded, so it has no pages.
type List struct {
	Items []Person       `json:"items"`
	Most  int            `json:"most" doc:"How many people a book holds"`
	From  lunar.Boundary `json:"zodiacFrom" enum:"new-year,lichun" doc:"When the year of a sign begins"`

	TaiSui *content.TaiSui `json:"taiSui"`
}

// Page is what the screen of the book shows.
type Page struct {
	List
	Forms Forms `json:"forms"`
}

// Forms are what is asked of the living and of the departed; the browser checks with them as the server
// does.
type Forms struct {
	Living   form.Definition `json:"living"`
	Departed form.Definition `json:"departed"`
}

// List gives the book of whoever is logged in.
func (s *Service) List(ctx context.Context, _ *struct{}) (*List, error) {
	l, err := s.list(ctx, s.DB.Read(), httpd.VisitorOf(ctx).UserID)
	return &l, err
}

// Of gives a member's book to who serves them.
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

// Export gives a user's book for a download of everything that is kept of them; nil when it is empty.
func (s *Service) Export(ctx context.Context, userID string) (any, error) {
	l, err := s.list(ctx, s.DB.Read(), userID)
	if err != nil || len(l.Items) == 0 {
		return nil, err
	}
	return l.Items, nil
}

// Erase forgets a user's book: the law asks for none of it.
func (s *Service) Erase(ctx context.Context, tx *db.Tx, userID string) error {
	if err := tx.FamilyErase(ctx, userID); err != nil {
		return fmt.Errorf("erase family book: %w", err)
	}
	return nil
}

// row reads the stored JSON of a date; nil when the family does not know it.
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
