package position

import (
	"context"
	"errors"
	"fmt"
	"maps"
	"slices"
	"time"

	"shanmen/internal/base/clock"
	"shanmen/internal/base/fault"
	"shanmen/internal/base/id"
	"shanmen/internal/base/locale"
	"shanmen/internal/offer/offering"
	"shanmen/internal/people/account"
	"shanmen/internal/platform/db"
	"shanmen/internal/platform/db/query"
	"shanmen/internal/platform/outbox"
)

func inOrder(set map[string]bool) []string { return slices.Sorted(maps.Keys(set)) }

// Clear records that the label of an ended use was taken down: the position is free and can be sold again. Refusals:
// "position-not-over".
func (s *Service) Clear(ctx context.Context, in *positionIn) (*PlaceDetail, error) {
	return s.actOn(ctx, in.ID, "position.clear", nil, func(ctx context.Context, tx *db.Tx, p query.Position) error {
		u, err := liveUse(ctx, tx, p)
		if err != nil {
			return err
		}
		if u.State != Clearing {
			return fault.Invalid("position-not-over").With("code", p.Code)
		}
		back, err := end(ctx, tx, s.Clock.Now(), u, p, u.EndedWhy)
		if err != nil || back == 0 || p.OptionID == nil {
			return err
		}
		return offering.GiveBack(ctx, tx, *p.OptionID, back)
	})
}

type labelPlaceIn struct {
	ID   string `path:"id" maxLength:"64"`
	Body struct {
		Hangs bool `json:"hangs"`
	}
}

// Label records whether a label is attached to a position. If it was to be taken down, this is Clear.
func (s *Service) Label(ctx context.Context, in *labelPlaceIn) (*PlaceDetail, error) {
	return s.actOn(ctx, in.ID, "position.label", map[string]any{"hangs": in.Body.Hangs}, func(ctx context.Context, tx *db.Tx, p query.Position) error {
		u, err := liveUse(ctx, tx, p)
		if err != nil {
			return err
		}
		if u.State == Clearing || u.State == Held {
			return fault.Invalid("position-not-taken").With("code", p.Code)
		}
		_, err = tx.PositionUseLabel(ctx, query.PositionUseLabelParams{Labelled: in.Body.Hangs, ID: u.ID})
		return err
	})
}

// liveUse locks and returns the use of a locked position; of a free one: "position-not-taken".
func liveUse(ctx context.Context, tx *db.Tx, p query.Position) (query.PositionUse, error) {
	if p.UseID == "" {
		return query.PositionUse{}, fault.Invalid("position-not-taken").With("code", p.Code)
	}
	u, err := tx.PositionUseLock(ctx, p.UseID)
	if err != nil {
		return u, fmt.Errorf("use of a position: %w", err)
	}
	return u, nil
}

type movePlaceIn struct {
	ID   string `path:"id" maxLength:"64"`
	Body struct {
		Code string `json:"code" maxLength:"20" doc:"Code of the new position: A-12-07"`
		Hall string `json:"hall,omitempty" maxLength:"40" doc:"Key of the hall, needed if several halls have this tower code"`
	}
}

// Move moves a use to another position sold as the same option, and notifies the payer. Refusals at code:
// "position-unknown", "position-not-free", "position-other-option"; "position-not-taken" if the first one is free, held
// or ended.
func (s *Service) Move(ctx context.Context, in *movePlaceIn) (*PlaceDetail, error) {
	var to query.PositionByCodeRow
	return s.actOn(ctx, in.ID, "position.move", map[string]any{"to": in.Body.Code}, func(ctx context.Context, tx *db.Tx, p query.Position) error {
		u, err := liveUse(ctx, tx, p)
		if err != nil {
			return err
		}
		if u.State == Held || u.State == Clearing || p.OptionID == nil {
			return fault.Invalid("position-not-taken").With("code", p.Code)
		}
		if to, err = byCode(ctx, tx.Queries, in.Body.Code, in.Body.Hall); err != nil {
			return err
		}
		if !equal(to.OptionID, p.OptionID) {
			return wrongCode("position-other-option")
		}
		now := s.Clock.Now()
		next := query.PositionUseAddParams{
			ID: id.New(), PositionID: to.ID, State: u.State, InvoiceID: u.InvoiceID, ItemID: u.ItemID, Copy: u.Copy, SubscriptionID: u.SubscriptionID,
			FromAt: u.FromAt, UntilAt: u.UntilAt, CreatedAt: clock.MillisOf(now), ImportedID: u.ImportedID,
		}
		_, err = tx.PositionTake(ctx, query.PositionTakeParams{UseID: next.ID, ID: to.ID, OptionID: p.OptionID})
		if errors.Is(err, db.ErrNoRows) {
			return wrongCode("position-not-free")
		}
		if err != nil {
			return fmt.Errorf("take a position: %w", err)
		}
		if u.Labelled {
			err = tx.PositionUseClear(ctx, query.PositionUseClearParams{EndedWhy: WhyMoved, ID: u.ID})
		} else {
			_, err = end(ctx, tx, now, u, p, WhyMoved)
		}
		if err != nil {
			return err
		}
		if err := tx.PositionUseAdd(ctx, next); err != nil {
			return fmt.Errorf("use of a position: %w", err)
		}
		if err := restock(ctx, tx, *p.OptionID); err != nil {
			return err
		}
		template := "lamp-moved"
		if next.ImportedID != "" {
			template = "lamp-moved-early"
		}
		return tell(ctx, tx, now, template, next, p.Code, to.Code)
	})
}

// restock sets an option's stock, under its lock, to the number of its free positions.
func restock(ctx context.Context, tx *db.Tx, optionID string) error {
	free, err := tx.PositionsFreeOf(ctx, &optionID)
	if err != nil {
		return fmt.Errorf("free positions: %w", err)
	}
	o, err := tx.OfferingOptionByID(ctx, optionID)
	if err != nil {
		return fmt.Errorf("option: %w", err)
	}
	return offering.SellByPositions(ctx, tx, o.ID, o.PositionBy, o.LastsMonths, free)
}

func wrongCode(code string) error {
	return fault.At("code", code)
}

func byCode(ctx context.Context, r db.Reader, code, hall string) (query.PositionByCodeRow, error) {
	found, err := r.PositionByCode(ctx, code)
	if err != nil {
		return query.PositionByCodeRow{}, fmt.Errorf("position by its code: %w", err)
	}
	for _, p := range found {
		if hall == "" && len(found) == 1 || p.HallKey == hall {
			return p, nil
		}
	}
	return query.PositionByCodeRow{}, wrongCode("position-unknown")
}

// payer is who pays for a position's use, and the order that the notice names.
type payer struct {
	userID             *string
	mail, mobile, name string
	locale             locale.Locale
	number             string // of the order; "" for an imported lamp
}

func payerOf(ctx context.Context, r db.Reader, u query.PositionUseAddParams) (payer, error) {
	if u.ImportedID != "" {
		lamp, err := r.PositionImported(ctx, u.ImportedID)
		if err != nil {
			return payer{}, fmt.Errorf("lamp from before this site: %w", err)
		}
		return payer{userID: lamp.UserID, mobile: lamp.Mobile, name: lamp.Name, locale: locale.EN}, nil
	}
	v, err := r.Invoice(ctx, u.InvoiceID)
	if err != nil {
		return payer{}, fmt.Errorf("order of a position: %w", err)
	}
	return payer{v.UserID, v.PayerEmail, v.PayerMobile, v.PayerName, locale.Locale(v.Locale), v.Number}, nil
}

// tell notifies the payer of the new position: through the account, otherwise with the order's contact data.
func tell(ctx context.Context, tx *db.Tx, now time.Time, template string, u query.PositionUseAddParams, from, to string) error {
	v, err := payerOf(ctx, tx.Queries, u)
	if err != nil {
		return err
	}
	mail, number, name, l := v.mail, v.mobile, v.name, v.locale
	if v.userID != nil {
		payer, err := account.Find(ctx, tx.Queries, *v.userID)
		if err != nil {
			return fmt.Errorf("payer: %w", err)
		}
		mail, number, name = payer.MailTo(), payer.TextTo(), payer.Name
		if payer.Locale != "" {
			l = payer.Locale
		}
	}
	key, params := template+":"+u.ID, map[string]string{"number": v.number, "old": from, "new": to}
	switch {
	case mail != "":
		return outbox.AddMail(ctx, tx, outbox.Mail{To: mail, Name: name, Locale: l, Template: template, Params: params}, key+":"+outbox.KindMail, now)
	case number != "":
		return outbox.AddSMS(ctx, tx, outbox.SMS{To: number, Locale: l, Template: template, Params: params}, key+":"+outbox.KindSMS, now)
	}
	return nil
}

// LabelHangs records for the print room that a printed label is attached, unless the use has ended.
func LabelHangs(ctx context.Context, tx *db.Tx, useID string) (bool, error) {
	n, err := tx.PositionUseLabelled(ctx, useID)
	if err != nil {
		return false, fmt.Errorf("label of a use: %w", err)
	}
	return n > 0, nil
}
