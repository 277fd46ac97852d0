package subscription

import (
	"context"
	"encoding/json"
	"errors"
	"fmt"

	"shanmen/internal/base/clock"
	"shanmen/internal/base/fault"
	"shanmen/internal/base/locale"
	"shanmen/internal/offer/form"
	"shanmen/internal/platform/audit"
	"shanmen/internal/platform/db"
	"shanmen/internal/platform/db/query"
	"shanmen/internal/platform/httpd"
	"shanmen/internal/sales/invoice"
	"shanmen/internal/sales/subscription/term"
)

// Cancel answers POST /api/subscription/{id}/cancel: the subscription lasts to the end of its paid term, nothing more
// is asked for, and an open renewal invoice is cancelled. While a payment for the next term is with the office:
// "renewal-in-office".
func (s *Service) Cancel(ctx context.Context, in *httpd.ByID) (*Detail, error) {
	userID := httpd.VisitorOf(ctx).UserID
	if _, err := own(ctx, s.DB.Read(), userID, in.ID); err != nil {
		return nil, err
	}
	err := s.DB.Write(ctx, func(ctx context.Context, tx *db.Tx) error {
		sub, open, err := s.lockWithRenewal(ctx, tx, in.ID)
		if err != nil || sub.Status == Cancelled { // repeated call
			return err
		}
		if open.inOffice() {
			return fault.Invalid("renewal-in-office")
		}
		return s.cancel(ctx, tx, sub, invoice.ByMember, userID)
	})
	if err != nil {
		return nil, err
	}
	return s.show(ctx, userID, in.ID, httpd.LocaleOf(ctx))
}

func (s *Service) cancel(ctx context.Context, tx *db.Tx, sub query.Subscription, by, actorID string) error {
	if err := s.end(ctx, tx, &sub, Cancelled, by); err != nil {
		return err
	}
	if err := s.dropRenewal(ctx, tx, sub, invoice.Cancelled, by, actorID); err != nil {
		return err
	}
	return s.tellEnd(ctx, tx, sub, "subscription-cancelled")
}

// OfficeCancelled is the answer of POST /api/admin/subscription/{id}/cancel.
type OfficeCancelled struct {
	ID     string `json:"id"`
	Status int64  `json:"status" enum:"3"`
}

// CancelByOffice answers POST /api/admin/subscription/{id}/cancel like Cancel for the member, who is notified.
func (s *Service) CancelByOffice(ctx context.Context, in *httpd.ByID) (*OfficeCancelled, error) {
	actorID := httpd.VisitorOf(ctx).UserID
	err := s.DB.Write(ctx, func(ctx context.Context, tx *db.Tx) error {
		sub, open, err := s.lockWithRenewal(ctx, tx, in.ID)
		if err != nil {
			return err
		}
		if open.inOffice() {
			return fault.Invalid("renewal-in-office")
		}
		if err := s.cancel(ctx, tx, sub, invoice.ByOffice, actorID); err != nil {
			return err
		}
		return audit.Note(ctx, tx, "subscription.cancel", "subscription:"+sub.ID,
			map[string]any{"status": sub.Status}, map[string]any{"status": Cancelled})
	})
	if err != nil {
		return nil, err
	}
	return &OfficeCancelled{in.ID, Cancelled}, nil
}

// Renewed is the answer of POST /api/subscription/{id}/renew.
type Renewed struct {
	InvoiceID string `json:"invoiceId" doc:"Invoice id, to be paid like any other"`
}

// Renew answers POST /api/subscription/{id}/renew with the invoice of the next term, creating it if needed. One term
// ahead can be paid: "renewed-already". A cancelled invoice is replaced while the term can still be paid.
func (s *Service) Renew(ctx context.Context, in *httpd.ByID) (*Renewed, error) {
	userID := httpd.VisitorOf(ctx).UserID
	rd, err := s.reader(ctx, httpd.LocaleOf(ctx))
	if err != nil {
		return nil, err
	}
	if _, err := own(ctx, rd.r, userID, in.ID); err != nil {
		return nil, err
	}
	return db.WriteValue(ctx, s.DB, func(ctx context.Context, tx *db.Tx) (*Renewed, error) {
		sub, open, err := s.lockWithRenewal(ctx, tx, in.ID)
		switch {
		case err != nil:
			return nil, err
		case open.payable() || open.inOffice(): // a rejected invoice has its own expiry, possibly after the days of grace
			return &Renewed{open.InvoiceID}, nil
		case sub.Status != Active || !rd.now.Before(term.LastMoment(dayAt(sub.EndsAt), rd.set.grace)):
			return nil, fault.Invalid("subscription-over")
		case nextStart(sub, rd.now) != dayAt(sub.EndsAt):
			return nil, fault.Invalid("renewed-already")
		}
		invoiceID, err := s.invoiceNext(ctx, tx, sub, rd.set, invoice.ByMember)
		return &Renewed{invoiceID}, err
	})
}

// FormIn is the body of PUT /api/subscription/{id}/form.
type FormIn struct {
	httpd.ByID
	Body struct {
		Form json.RawMessage `json:"form" doc:"Form values, for the form version of the subscription"`
	}
}

// PutForm answers PUT /api/subscription/{id}/form: the beneficiaries of the next terms. Between the cut-off and the
// start of the term its list is being prepared: "names-closed". Errors are per field, as form.people[1].name.
func (s *Service) PutForm(ctx context.Context, in *FormIn) (*Detail, error) {
	userID, l := httpd.VisitorOf(ctx).UserID, httpd.LocaleOf(ctx)
	rd, err := s.reader(ctx, l)
	if err != nil {
		return nil, err
	}
	sub, err := own(ctx, rd.r, userID, in.ID)
	if err != nil {
		return nil, err
	}
	if err := rd.check(ctx, sub, in.Body.Form); err != nil {
		return nil, err
	}
	err = s.DB.Write(ctx, func(ctx context.Context, tx *db.Tx) error {
		sub, open, err := s.lockWithRenewal(ctx, tx, in.ID)
		if err != nil {
			return err
		}
		if sub.Status != Active {
			return fault.Invalid("subscription-over")
		}
		if _, ok := rd.set.editable(sub, rd.now); !ok {
			return fault.Invalid("names-closed").With("date", locale.Date(l, nextStart(sub, rd.now).Time(0, 0)))
		}
		return s.putForm(ctx, tx, sub, open, string(in.Body.Form))
	})
	if err != nil {
		return nil, err
	}
	return s.show(ctx, userID, in.ID, l)
}

// check validates values with the form version of the subscription, and the current name capacity.
func (rd *reader) check(ctx context.Context, sub query.Subscription, values json.RawMessage) error {
	if sub.FormKey == "" {
		return fault.Invalid("no-form")
	}
	def, err := rd.form(ctx, sub)
	if err != nil {
		return err
	}
	o := form.Options{Now: rd.now}
	if f, _, err := rd.s.facts(ctx, rd.r, sub); err == nil {
		o.NameCapacity = f.NameCapacity
	}
	wrong := form.Validate(def, values, o)
	for i := range wrong {
		wrong[i].Path = formPath(wrong[i].Path)
	}
	return fault.InvalidFields(wrong)
}

func formPath(path string) string {
	if path == "" {
		return "form"
	}
	return "form." + path
}

// putForm stores names in the subscription, and in the next term's row and invoice while nothing of it is paid.
func (s *Service) putForm(ctx context.Context, tx *db.Tx, sub query.Subscription, open next, values string) error {
	now := clock.MillisOf(s.Clock.Now())
	if err := tx.SubscriptionForm(ctx, query.SubscriptionFormParams{Form: values, UpdatedAt: now, ID: sub.ID}); err != nil {
		return fmt.Errorf("names: %w", err)
	}
	if nextStart(sub, s.Clock.Now()) != dayAt(sub.EndsAt) { // paid ahead
		return tx.SubscriptionTermForm(ctx, query.SubscriptionTermFormParams{Form: values, SubscriptionID: sub.ID, Period: sub.Period})
	}
	if !open.there() {
		return nil
	}
	err := tx.SubscriptionTermForm(ctx, query.SubscriptionTermFormParams{Form: values, SubscriptionID: sub.ID, Period: open.Period})
	if err != nil || !open.payable() || open.inOffice() {
		return err
	}
	fund, err := form.NewReader(tx.Queries).Fund(ctx, sub.FormKey, sub.FormVersion, values)
	if err != nil {
		return err
	}
	return tx.SubscriptionInvoiceForm(ctx, query.SubscriptionInvoiceFormParams{Form: values, Fund: fund, InvoiceID: open.InvoiceID})
}

// NamesChanged stores the corrected names of an item (before: was) in the term it paid for, and in the next ones unless
// they have other names.
func (s *Service) NamesChanged(ctx context.Context, tx *db.Tx, itemID, was, values string) error {
	t, err := tx.SubscriptionTermOfItem(ctx, itemID)
	if errors.Is(err, db.ErrNoRows) {
		return nil
	}
	if err != nil {
		return fmt.Errorf("term of an item: %w", err)
	}
	sub, open, err := s.lockWithRenewal(ctx, tx, t.SubscriptionID)
	if err != nil {
		return err
	}
	err = tx.SubscriptionTermForm(ctx, query.SubscriptionTermFormParams{Form: values, SubscriptionID: sub.ID, Period: t.Period})
	if err != nil || sub.Form != was {
		return err
	}
	return s.putForm(ctx, tx, sub, open, values)
}
