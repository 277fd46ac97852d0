package imports

import (
	"cmp"
	"context"
	"fmt"
	"slices"
	"strings"
	"time"

	"shanmen/internal/base/clock"
	"shanmen/internal/base/keyset"
	"shanmen/internal/base/locale"
	"shanmen/internal/base/money"
	"shanmen/internal/people/chat"
	"shanmen/internal/platform/db"
	"shanmen/internal/platform/db/query"
	"shanmen/internal/platform/httpd"
	"shanmen/internal/platform/lookup"
)

// ImportedFound is an imported person without an account, and what the lists say they gave. Equal numbers are one
// person; without a number, equal names.
type ImportedFound struct {
	ID          string               `json:"id" doc:"Id of the first row"`
	Name        string               `json:"name"`
	ChineseName string               `json:"chineseName"`
	Mobile      string               `json:"mobile" doc:"E.164, or empty"`
	Phone       string               `json:"phone" doc:"Number that is not mobile, E.164, or empty"`
	Email       string               `json:"email"`
	Links       *chat.Links          `json:"links,omitempty" doc:"Links to call or message the number"`
	Remark      string               `json:"remark"`
	Lamps       []ImportedLampFound  `json:"lamps" doc:"Lamps, latest end first, five at most"`
	Orders      []ImportedOrderFound `json:"orders" doc:"Orders, newest first, five at most"`

	lists []string // the imports with this person
}

// ImportedLampFound is an imported lamp.
type ImportedLampFound struct {
	Title       string    `json:"title"`
	OptionTitle string    `json:"optionTitle"`
	Place       string    `json:"place"`
	Until       time.Time `json:"until" doc:"End: midnight in Singapore after its last day"`
}

// ImportedOrderFound is an order from before this site.
type ImportedOrderFound struct {
	Number string      `json:"number" doc:"Number in the imported list"`
	Day    time.Time   `json:"day" doc:"Day, as midnight in Singapore"`
	Item   string      `json:"item"`
	Amount money.Cents `json:"amount" doc:"Cents"`
}

// Lists returns the imports that contain a person, for the audit trail.
func (f *ImportedFound) Lists() []string { return f.lists }

const (
	foundPeople = 10
	foundOfEach = 5
)

// Find searches imported people by name in either script, pinyin initials, or digits of a number, ordered by their
// newest row. more: not all are returned.
func Find(ctx context.Context, r db.Reader, q string) (out []ImportedFound, more bool, err error) {
	search, _, err := lookup.For(ctx, r, lookup.Imported, q)
	if err != nil {
		return nil, false, err
	}
	hits, err := search.Newest(ctx, r, keyset.Key{}, 5*foundPeople)
	if err != nil || len(hits) == 0 {
		return []ImportedFound{}, false, err
	}
	ids := set{}
	for _, h := range hits {
		ids[h.ID] = 1
	}
	var all gathered
	if all.people, err = r.ImportedPeopleFound(ctx, ids.json()); err == nil {
		if all.lamps, err = r.ImportedLampsFound(ctx, ids.json()); err == nil {
			all.orders, err = r.PastOrdersFound(ctx, ids.json())
		}
	}
	if err != nil {
		return nil, false, fmt.Errorf("found in earlier lists: %w", err)
	}
	mobiles := set{}
	nameless := all.persons(ctx, func(mobile string) bool {
		if mobile != "" {
			mobiles[mobile] = 1
		}
		return mobile == ""
	})
	if out, err = of(ctx, r, mobiles); err != nil {
		return nil, false, err
	}
	out = append(out, nameless...)
	slices.SortStableFunc(out, func(a, b ImportedFound) int {
		return cmp.Compare(-len(a.Orders)-len(a.Lamps), -len(b.Orders)-len(b.Lamps))
	})
	return out[:min(len(out), foundPeople)], len(out) > foundPeople || len(hits) == 5*foundPeople, nil
}

// Of returns the imported person of a number without an account, if any.
func Of(ctx context.Context, r db.Reader, mobile string) ([]ImportedFound, error) {
	return of(ctx, r, set{mobile: 1})
}

func of(ctx context.Context, r db.Reader, mobiles set) (out []ImportedFound, err error) {
	if len(mobiles) == 0 {
		return []ImportedFound{}, nil
	}
	var all gathered
	if all.people, err = r.ImportedPeopleOfMobiles(ctx, mobiles.json()); err == nil {
		if all.lamps, err = r.ImportedLampsOfMobiles(ctx, mobiles.json()); err == nil {
			all.orders, err = r.PastOrdersOfMobiles(ctx, mobiles.json())
		}
	}
	if err != nil {
		return nil, fmt.Errorf("of earlier lists: %w", err)
	}
	return all.persons(ctx, func(string) bool { return true }), nil
}

// gathered are rows of the three kinds.
type gathered struct {
	people []query.ImportedPerson
	lamps  []query.ImportedLamp
	orders []query.PastOrder
}

// persons groups rows by person, for the requested numbers.
func (g gathered) persons(ctx context.Context, wanted func(mobile string) bool) []ImportedFound {
	l := httpd.LocaleOf(ctx)
	out, at := []ImportedFound{}, map[string]int{}
	person := func(id, importID, name, chinese, mobile, phone string) *ImportedFound {
		if !wanted(mobile) {
			return nil
		}
		key := cmp.Or(mobile, strings.ToLower(name)+"\x00"+chinese)
		i, there := at[key]
		if !there {
			i = len(out)
			at[key] = i
			out = append(out, ImportedFound{ID: id, Mobile: mobile, Lamps: []ImportedLampFound{}, Orders: []ImportedOrderFound{}})
		}
		p := &out[i]
		p.Name, p.ChineseName, p.Phone = cmp.Or(p.Name, name), cmp.Or(p.ChineseName, chinese), cmp.Or(p.Phone, phone)
		if !slices.Contains(p.lists, importID) {
			p.lists = append(p.lists, importID)
		}
		return p
	}
	for _, one := range g.people {
		if p := person(one.ID, one.ImportID, one.Name, one.ChineseName, one.Mobile, one.Phone); p != nil {
			p.Email, p.Remark = cmp.Or(p.Email, one.Email), cmp.Or(p.Remark, one.Remark)
		}
	}
	slices.SortStableFunc(g.lamps, func(a, b query.ImportedLamp) int { return cmp.Compare(b.UntilAt, a.UntilAt) })
	for _, one := range g.lamps {
		if p := person(one.ID, one.ImportID, one.Name, one.ChineseName, one.Mobile, one.Phone); p != nil && len(p.Lamps) < foundOfEach {
			p.Lamps = append(p.Lamps, ImportedLampFound{
				Title: locale.Text{EN: one.TitleEn, ZH: one.TitleZh}.In(l), OptionTitle: locale.Text{EN: one.OptionTitleEn, ZH: one.OptionTitleZh}.In(l),
				Place: one.Place, Until: one.UntilAt.Time(),
			})
		}
	}
	slices.SortStableFunc(g.orders, func(a, b query.PastOrder) int { return cmp.Compare(b.DayAt, a.DayAt) })
	for _, one := range g.orders {
		if p := person(one.ID, one.ImportID, one.Name, "", one.Mobile, one.Phone); p != nil && len(p.Orders) < foundOfEach {
			p.Orders = append(p.Orders, ImportedOrderFound{one.Number, clock.Millis(one.DayAt).Time(), one.Item, one.Amount})
		}
	}
	return out
}
