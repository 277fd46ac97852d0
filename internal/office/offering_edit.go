package office

import (
	"context"
	"errors"
	"fmt"
	"time"

	"shanmen/internal/audit"
	"shanmen/internal/db"
	"shanmen/internal/db/query"
	"shanmen/internal/fault"
	"shanmen/internal/httpd"
	"shanmen/internal/money"
	"shanmen/internal/offering"
	"shanmen/internal/payment"
)

// mostPrice is a slip of the finger above it: S$100,000.
const mostPrice = 10_000_000

// OptionState is what the office can change of an option.
type OptionState struct {
	ID        string       `json:"id"`
	Price     *money.Cents `json:"price" doc:"Cents; null: an open amount"`
	Remaining *int64       `json:"remaining" doc:"How often it can still be sold; null: without limit"`
	Active    bool         `json:"active"`
}

type optionIn struct {
	ID       string `path:"id"`
	OptionID string `path:"optionId"`
	Body     struct {
		Price     *money.Cents `json:"price,omitempty" doc:"Cents"`
		Change    *int64       `json:"change,omitempty" doc:"How many places there are more, or fewer, of a limited number: whatever is sold meanwhile"`
		Remaining *int64       `json:"remaining,omitempty" doc:"How often it can be sold from now on; only of an option without limit, others take a change"`
		Unlimited bool         `json:"unlimited,omitempty" doc:"It can be sold without limit, in place of remaining"`
		Active    *bool        `json:"active,omitempty" doc:"Shown in the catalogue"`
	}
}

// EditOption changes price, number and showing of an option for every page and cart at once. What a hold
// keeps for somebody stays theirs.
func (s *Service) EditOption(ctx context.Context, in *optionIn) (*OptionState, error) {
	var wrong []fault.Field
	if p := in.Body.Price; p != nil && (*p < 1 || *p > mostPrice) {
		wrong = append(wrong, fault.Field{Path: "price", Code: "invalid-value"})
	}
	if r := in.Body.Remaining; r != nil && (*r < 0 || *r > offering.MostPlaces || in.Body.Unlimited) {
		wrong = append(wrong, fault.Field{Path: "remaining", Code: "invalid-value"})
	}
	if n := in.Body.Change; n != nil && (*n == 0 || max(*n, -*n) > offering.MostPlaces || in.Body.Unlimited || in.Body.Remaining != nil) {
		wrong = append(wrong, fault.Field{Path: "change", Code: "invalid-value"})
	}
	if err := fault.InvalidFields(wrong); err != nil {
		return nil, err
	}
	return httpd.WriteOnce(ctx, s.DB, func(ctx context.Context, tx *db.Tx) (*OptionState, error) { return s.editOption(ctx, tx, in) })
}

func (s *Service) editOption(ctx context.Context, tx *db.Tx, in *optionIn) (*OptionState, error) {
	if _, err := lockOffering(ctx, tx, in.ID); err != nil {
		return nil, err
	}
	before, err := optionOf(ctx, tx, in.ID, in.OptionID)
	if err != nil {
		return nil, err
	}
	if p := in.Body.Price; p != nil {
		if before.Price == nil {
			return nil, fault.InvalidFields([]fault.Field{{Path: "price", Code: "option-open-amount"}})
		}
		if err := offering.SetPrice(ctx, tx, in.OptionID, money.Cents(*p)); err != nil {
			return nil, err
		}
	}
	if err := editPlaces(ctx, tx, before, in); err != nil {
		return nil, err
	}
	if a := in.Body.Active; a != nil {
		if err := offering.SetActive(ctx, tx, in.OptionID, *a); err != nil {
			return nil, err
		}
	}
	after, err := optionOf(ctx, tx, in.ID, in.OptionID)
	if err != nil {
		return nil, err
	}
	return after, audit.Record(ctx, tx, s.Clock.Now(), audit.Entry{
		ActorID: actorOf(ctx), Action: "offering.option", Subject: "option:" + in.OptionID, Before: before.auditValues(), After: after.auditValues(),
	})
}

// editPlaces never writes a number over one that buyers change: it counts up and down, or begins to count.
func editPlaces(ctx context.Context, tx *db.Tx, before *OptionState, in *optionIn) error {
	switch {
	case in.Body.Change != nil:
		return offering.AddPlaces(ctx, tx, in.OptionID, *in.Body.Change)
	case in.Body.Remaining != nil && before.Remaining != nil:
		return fault.InvalidFields([]fault.Field{{Path: "remaining", Code: "option-limited", Params: map[string]any{"left": *before.Remaining}}})
	case in.Body.Remaining != nil || in.Body.Unlimited:
		return offering.SetRemaining(ctx, tx, in.OptionID, in.Body.Remaining)
	}
	return nil
}

func (o *OptionState) auditValues() map[string]any {
	return map[string]any{"price": o.Price, "remaining": o.Remaining, "active": o.Active}
}

func lockOffering(ctx context.Context, tx *db.Tx, offeringID string) (query.Offering, error) {
	o, err := tx.OfferingLock(ctx, offeringID)
	if errors.Is(err, db.ErrNoRows) {
		return o, fault.NotFound()
	}
	if err != nil {
		return o, fmt.Errorf("lock offering: %w", err)
	}
	return o, nil
}

func optionOf(ctx context.Context, tx *db.Tx, offeringID, optionID string) (*OptionState, error) {
	o, err := tx.OfferingOptionByID(ctx, optionID)
	if errors.Is(err, db.ErrNoRows) || err == nil && o.OfferingID != offeringID {
		return nil, fault.NotFound()
	}
	if err != nil {
		return nil, fmt.Errorf("option: %w", err)
	}
	return &OptionState{o.ID, o.Price, o.Remaining, o.Active}, nil
}

// OfferingState is what the office can change of an offering here.
type OfferingState struct {
	ID        string     `json:"id"`
	Published bool       `json:"published"`
	ClosesAt  *time.Time `json:"closesAt" doc:"null: never"`
}

type offeringIn struct {
	ID   string `path:"id"`
	Body struct {
		Published *bool      `json:"published,omitempty" doc:"Shown in the catalogue"`
		ClosesAt  *time.Time `json:"closesAt,omitempty" doc:"End of booking"`
		Endless   bool       `json:"endless,omitempty" doc:"Booking has no end, in place of closesAt"`
	}
}

// EditOffering publishes an offering or takes it out of the catalogue, and sets the end of its booking.
func (s *Service) EditOffering(ctx context.Context, in *offeringIn) (*OfferingState, error) {
	if in.Body.ClosesAt != nil && in.Body.Endless {
		return nil, fault.InvalidFields([]fault.Field{{Path: "closesAt", Code: "invalid-value"}})
	}
	return db.WriteValue(ctx, s.DB, func(ctx context.Context, tx *db.Tx) (*OfferingState, error) {
		row, err := lockOffering(ctx, tx, in.ID)
		if err != nil {
			return nil, err
		}
		before := offeringState(row)
		if p := in.Body.Published; p != nil {
			if err := offering.Publish(ctx, tx, in.ID, *p); err != nil {
				return nil, err
			}
		}
		if in.Body.ClosesAt != nil || in.Body.Endless {
			var at time.Time
			if in.Body.ClosesAt != nil {
				at = *in.Body.ClosesAt
			}
			if err := offering.Close(ctx, tx, in.ID, at); err != nil {
				return nil, err
			}
			if err := payment.RefreshCutOffs(ctx, tx); err != nil {
				return nil, err
			}
		}
		if row, err = tx.OfferingByID(ctx, in.ID); err != nil {
			return nil, fmt.Errorf("offering: %w", err)
		}
		after := offeringState(row)
		return after, audit.Record(ctx, tx, s.Clock.Now(), audit.Entry{
			ActorID: actorOf(ctx), Action: "offering.edit", Subject: "offering:" + in.ID, Before: before.auditValues(), After: after.auditValues(),
		})
	})
}

func offeringState(o query.Offering) *OfferingState {
	out := &OfferingState{ID: o.ID, Published: o.Published}
	if o.ClosesAt > 0 {
		at := o.ClosesAt.Time()
		out.ClosesAt = &at
	}
	return out
}

func (o *OfferingState) auditValues() map[string]any {
	return map[string]any{"published": o.Published, "closesAt": o.ClosesAt}
}
