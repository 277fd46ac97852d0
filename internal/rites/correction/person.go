package correction

import (
	"context"
	"encoding/json"
	"fmt"

	"shanmen/internal/base/locale"
	"shanmen/internal/offer/form"
	"shanmen/internal/platform/db"
	"shanmen/internal/platform/db/query"
	"shanmen/internal/platform/httpd"
	"shanmen/internal/rites/ceremony"
	"shanmen/internal/sales/invoice"
)

// Rename is a person of the family book with the old and new name.
type Rename struct {
	Kind string        `json:"kind" enum:"living,departed"`
	From form.CalledBy `json:"from"`
	To   form.CalledBy `json:"to"`
}

// RenamedItem is an item of one's own orders that has the old name and can still be corrected.
type RenamedItem struct {
	OrderID     string `json:"orderId"`
	Number      string `json:"number"`
	ItemID      string `json:"itemId"`
	Title       string `json:"title"`
	OptionTitle string `json:"optionTitle"`
}

// RenamedItems lists all of them, newest first.
type RenamedItems struct {
	Items []RenamedItem `json:"items"`
}

// RenameIn is the query for items with an old name.
type RenameIn struct{ Body Rename }

// RenameAllIn is the request to correct chosen items.
type RenameAllIn struct {
	Body struct {
		Rename
		Items []string `json:"items" minItems:"1" maxItems:"200" doc:"Item ids"`
	}
}

// FindPerson lists one's own orders that contain a person's old name and can still be corrected.
func (s *Service) FindPerson(ctx context.Context, in *RenameIn) (*RenamedItems, error) {
	out := &RenamedItems{Items: []RenamedItem{}}
	r, l := s.DB.Read(), httpd.LocaleOf(ctx)
	err := s.eachRenamed(ctx, r, in.Body, func(v query.Invoice, it query.InvoiceItem) error {
		out.Items = append(out.Items, RenamedItem{
			OrderID: v.ID, Number: v.Number, ItemID: it.ID, Title: locale.Text{EN: it.TitleEn, ZH: it.TitleZh}.In(l), OptionTitle: locale.Text{EN: it.OptionTitleEn, ZH: it.OptionTitleZh}.In(l),
		})
		return nil
	})
	return out, err
}

// RenamePerson writes the new name into chosen items of one's own orders, and answers which ones remain. A list closed
// meanwhile refuses all: "names-list-closed".
func (s *Service) RenamePerson(ctx context.Context, in *RenameAllIn) (*RenamedItems, error) {
	chosen := map[string]bool{}
	for _, one := range in.Body.Items {
		chosen[one] = true
	}
	err := s.DB.Write(ctx, func(ctx context.Context, tx *db.Tx) error {
		return s.eachRenamed(ctx, tx.Queries, in.Body.Rename, func(v query.Invoice, it query.InvoiceItem) error {
			if !chosen[it.ID] {
				return nil
			}
			return s.correct(ctx, tx, v.ID, it.ID, in.Body.Rename.in, "")
		})
	})
	if err != nil {
		return nil, err
	}
	return s.FindPerson(ctx, &RenameIn{in.Body.Rename})
}

// in replaces the old name in form values.
func (to Rename) in(d form.Definition, was json.RawMessage) (json.RawMessage, error) {
	values, _, err := form.Renamed(d, was, to.Kind, to.From, to.To)
	return values, err
}

// eachRenamed iterates over the visitor's items that have the old name and can be corrected.
func (s *Service) eachRenamed(ctx context.Context, r db.Reader, to Rename, do func(v query.Invoice, it query.InvoiceItem) error) error {
	userID := httpd.VisitorOf(ctx).UserID
	if userID == "" {
		return nil
	}
	items, err := r.ItemsWithNames(ctx, &userID)
	if err != nil {
		return fmt.Errorf("items with names: %w", err)
	}
	definitions := map[string]form.Definition{}
	for _, it := range items {
		key := fmt.Sprint(it.FormKey, "@", it.FormVersion)
		d, known := definitions[key]
		if !known {
			if d, err = form.Load(ctx, r, it.FormKey, it.FormVersion); err != nil {
				return err
			}
			definitions[key] = d
		}
		if it, err = current(ctx, r, it); err != nil {
			return err
		}
		values, found, err := form.Renamed(d, json.RawMessage(it.Form), to.Kind, to.From, to.To)
		if err != nil {
			return err
		}
		if !found || string(values) == it.Form {
			continue
		}
		v, err := invoice.Load(ctx, r, it.InvoiceID)
		if err != nil {
			return err
		}
		state, _, err := s.state(ctx, r, v.Invoice, it)
		if err != nil {
			return err
		}
		if state != ceremony.NamesOpen {
			continue
		}
		if err := do(v.Invoice, it); err != nil {
			return err
		}
	}
	return nil
}
