// Package correction changes whom an order is for after it was placed: on its documents, ceremony lists, the merit
// wall, and for later terms. The person who ordered may do so until the first list with the names closes, the office
// until the names are offered.
//
// One transaction under the invoice's lock rewrites the form of an item, its subscription, its list entries (under the
// locks of their lists) and the merit wall. person.go does so for every order that has a person whom the family book
// renames.
package correction

import (
	"cmp"
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"slices"
	"time"

	"shanmen/internal/base/clock"
	"shanmen/internal/base/fault"
	"shanmen/internal/base/locale"
	"shanmen/internal/offer/form"
	"shanmen/internal/offer/offering"
	"shanmen/internal/platform/audit"
	"shanmen/internal/platform/db"
	"shanmen/internal/platform/db/query"
	"shanmen/internal/platform/httpd"
	"shanmen/internal/rites/ceremony"
	"shanmen/internal/rites/wall"
	"shanmen/internal/sales/invoice"
	"shanmen/internal/sales/subscription"
)

// Service corrects names.
type Service struct {
	DB            *db.DB
	Clock         clock.Clock
	Ceremonies    *ceremony.Service
	Subscriptions *subscription.Service
	Wall          *wall.Service
}

// over is the state of names that can no longer be corrected: the order or its paid term has ended.
const over = "over"

// Item is an item of an order with its form.
type Item struct {
	ID           string          `json:"id"`
	Title        string          `json:"title"`
	OptionTitle  string          `json:"optionTitle"`
	Definition   form.Definition `json:"definition" doc:"Form definition in the version that was filled in"`
	Form         json.RawMessage `json:"form"`
	NameCapacity *int            `json:"nameCapacity,omitempty"`
	State        string          `json:"state" enum:"open,closed,offered,over" doc:"closed: a list with the names is closed, so only the office can correct them"`
	Until        *time.Time      `json:"until,omitempty" doc:"For open: when the first list closes"`
}

// Names are the items of an order that have names.
type Names struct {
	Items []Item `json:"items"`
}

// OrderIn names an order.
type OrderIn struct {
	ID string `path:"id" maxLength:"64"`
}

// Own returns the names of an order to the person who ordered. fault.NotFound when the order is another's.
func (s *Service) Own(ctx context.Context, in *OrderIn) (*Names, error) {
	if err := s.owns(ctx, s.DB.Read(), in.ID); err != nil {
		return nil, err
	}
	return s.names(ctx, s.DB.Read(), in.ID)
}

// Of returns the names of any order to the office.
func (s *Service) Of(ctx context.Context, in *OrderIn) (*Names, error) {
	return s.names(ctx, s.DB.Read(), in.ID)
}

func (s *Service) owns(ctx context.Context, r db.Reader, invoiceID string) error {
	_, err := invoice.Own(ctx, r, httpd.VisitorOf(ctx).UserID, invoiceID)
	return err
}

func (s *Service) names(ctx context.Context, r db.Reader, invoiceID string) (*Names, error) {
	v, err := invoice.Load(ctx, r, invoiceID)
	if err != nil {
		return nil, err
	}
	l, out := httpd.LocaleOf(ctx), &Names{Items: []Item{}}
	for _, it := range v.Items {
		if it.FormKey == "" || it.Form == "" {
			continue
		}
		if it, err = current(ctx, r, it); err != nil {
			return nil, err
		}
		one := Item{
			ID: it.ID, Title: locale.Text{EN: it.TitleEn, ZH: it.TitleZh}.In(l), OptionTitle: locale.Text{EN: it.OptionTitleEn, ZH: it.OptionTitleZh}.In(l),
			Form: json.RawMessage(it.Form),
		}
		if one.Definition, err = form.Load(ctx, r, it.FormKey, it.FormVersion); err != nil {
			return nil, err
		}
		if one.NameCapacity, err = s.capacity(ctx, r, it); err != nil {
			return nil, err
		}
		var until clock.Millis
		if one.State, until, err = s.state(ctx, r, v.Invoice, it); err != nil {
			return nil, err
		}
		one.Until = until.Moment()
		out.Items = append(out.Items, one)
	}
	return out, nil
}

// state returns whether the names of an item can still be corrected.
func (s *Service) state(ctx context.Context, r db.Reader, v query.Invoice, it query.InvoiceItem) (string, clock.Millis, error) {
	if slices.Contains([]string{invoice.Expired, invoice.Cancelled, invoice.Refunded}, v.Status) {
		return over, 0, nil
	}
	t, err := r.SubscriptionTermOfItem(ctx, it.ID)
	if err != nil && !errors.Is(err, db.ErrNoRows) {
		return "", 0, fmt.Errorf("term of an item: %w", err)
	}
	if err == nil && t.EndsAt <= clock.MillisOf(s.Clock.Now()) {
		return over, 0, nil
	}
	return s.Ceremonies.NamesOf(ctx, r, it.ID)
}

// current is an item with the names of its term, which may have been changed after it was paid ahead.
func current(ctx context.Context, r db.Reader, it query.InvoiceItem) (query.InvoiceItem, error) {
	t, err := r.SubscriptionTermOfItem(ctx, it.ID)
	if errors.Is(err, db.ErrNoRows) {
		return it, nil
	}
	if err != nil {
		return it, fmt.Errorf("term of an item: %w", err)
	}
	it.Form = cmp.Or(t.Form, it.Form)
	return it, nil
}

// capacity is the option's current name capacity; nil if the form decides, or the option is gone.
func (s *Service) capacity(ctx context.Context, r db.Reader, it query.InvoiceItem) (*int, error) {
	f, err := offering.Price(ctx, r, s.Clock.Now(), it.OptionID)
	if errors.Is(err, fault.NotFound()) {
		return nil, nil
	}
	return f.NameCapacity, err
}

// CorrectIn has the corrected values of an item's form.
type CorrectIn struct {
	ID   string `path:"id" maxLength:"64"`
	Body struct {
		ItemID string          `json:"itemId" maxLength:"64"`
		Form   json.RawMessage `json:"form" doc:"Values of the form, in the version that was filled in"`
	}
}

// Correct lets the person who ordered correct the names of an item. Errors are at their field, form.people[1].name, or
// "names-list-closed", "names-offered", "names-order-over".
func (s *Service) Correct(ctx context.Context, in *CorrectIn) (*Names, error) {
	return db.WriteValue(ctx, s.DB, func(ctx context.Context, tx *db.Tx) (*Names, error) {
		if err := s.owns(ctx, tx.Queries, in.ID); err != nil {
			return nil, err
		}
		if err := s.correct(ctx, tx, in.ID, in.Body.ItemID, in.to, ""); err != nil {
			return nil, err
		}
		return s.names(ctx, tx.Queries, in.ID)
	})
}

// CorrectFor does so for the office, even when the list is closed, until something of it is offered.
func (s *Service) CorrectFor(ctx context.Context, in *CorrectIn) (*Names, error) {
	return db.WriteValue(ctx, s.DB, func(ctx context.Context, tx *db.Tx) (*Names, error) {
		if err := s.correct(ctx, tx, in.ID, in.Body.ItemID, in.to, httpd.VisitorOf(ctx).UserID); err != nil {
			return nil, err
		}
		return s.names(ctx, tx.Queries, in.ID)
	})
}

// change derives new form values from the current ones.
type change func(d form.Definition, was json.RawMessage) (json.RawMessage, error)

func (in *CorrectIn) to(form.Definition, json.RawMessage) (json.RawMessage, error) {
	return in.Body.Form, nil
}

// correct writes new form values everywhere. office is the id of the staff member, "" for the person who ordered. Lock
// order: the order, its subscription, its lists, their entries.
func (s *Service) correct(ctx context.Context, tx *db.Tx, invoiceID, itemID string, to change, office string) error {
	v, err := invoice.Lock(ctx, tx, invoiceID)
	if err != nil {
		return err
	}
	items, err := tx.InvoiceItems(ctx, v.ID)
	if err != nil {
		return fmt.Errorf("items of an order: %w", err)
	}
	at := slices.IndexFunc(items, func(it query.InvoiceItem) bool { return it.ID == itemID })
	if at < 0 || items[at].FormKey == "" || items[at].Form == "" {
		return fault.NotFound()
	}
	it, err := current(ctx, tx.Queries, items[at])
	if err != nil {
		return err
	}
	if state, _, err := s.state(ctx, tx.Queries, v, it); err != nil {
		return err
	} else if state == over {
		return fault.Invalid("names-order-over")
	}
	values, err := s.checked(ctx, tx.Queries, v, it, to)
	if err != nil || string(values) == it.Form {
		return err
	}
	if err := tx.InvoiceItemForm(ctx, query.InvoiceItemFormParams{Form: string(values), InvoiceID: v.ID, ID: it.ID}); err != nil {
		return fmt.Errorf("names of an item: %w", err)
	}
	if err := s.Subscriptions.NamesChanged(ctx, tx, it.ID, it.Form, string(values)); err != nil {
		return err
	}
	if err := s.Ceremonies.NamesChanged(ctx, tx, it.ID, values, office); err != nil {
		return err
	}
	if err := s.Wall.NamesChanged(ctx, tx, v, it.ID); err != nil {
		return err
	}
	return audit.Note(ctx, tx, "order.names", "invoice:"+v.ID, nil, map[string]any{"item": it.ID})
}

// checked validates new values with the original form version as of the order's date: a date that was in the future
// then is valid.
func (s *Service) checked(ctx context.Context, r db.Reader, v query.Invoice, it query.InvoiceItem, to change) (json.RawMessage, error) {
	d, err := form.Load(ctx, r, it.FormKey, it.FormVersion)
	if err != nil {
		return nil, err
	}
	values, err := to(d, json.RawMessage(it.Form))
	if err != nil {
		return nil, err
	}
	if values, err = form.Corrected(d, json.RawMessage(it.Form), values); err != nil {
		return nil, err
	}
	o := form.Options{Now: v.CreatedAt.Time()}
	if o.NameCapacity, err = s.capacity(ctx, r, it); err != nil {
		return nil, err
	}
	wrong := form.Validate(d, values, o)
	for i := range wrong {
		if wrong[i].Path = "form." + wrong[i].Path; wrong[i].Path == "form." {
			wrong[i].Path = "form"
		}
	}
	return values, fault.InvalidFields(wrong)
}
