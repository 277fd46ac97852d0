package offering

import (
	"context"
	"errors"
	"fmt"

	"shanmen/internal/base/fault"
	"shanmen/internal/platform/audit"
	"shanmen/internal/platform/db"
	"shanmen/internal/platform/db/query"
	"shanmen/internal/platform/httpd"
)

// OptionState is what the office can change about an option.
type OptionState struct {
	ID        string `json:"id"`
	Remaining *int64 `json:"remaining" doc:"Remaining stock; null: unlimited"`
	Active    bool   `json:"active"`
}

type optionIn struct {
	ID       string `path:"id"`
	OptionID string `path:"optionId"`
	Body     struct {
		Change    *int64 `json:"change,omitempty" doc:"Stock to add (or, negative, to remove) for a limited option, independent of sales meanwhile"`
		Remaining *int64 `json:"remaining,omitempty" doc:"New stock of an option that was unlimited; use change for others"`
		Unlimited bool   `json:"unlimited,omitempty" doc:"Make the stock unlimited, instead of remaining"`
		Active    *bool  `json:"active,omitempty" doc:"Shown in the catalogue"`
	}
}

// EditOption changes stock and visibility of an option for every page and cart at once. Existing holds stay valid.
func (s *Service) EditOption(ctx context.Context, in *optionIn) (*OptionState, error) {
	var wrong []fault.Field
	if r := in.Body.Remaining; r != nil && (*r < 0 || *r > MostPlaces || in.Body.Unlimited) {
		wrong = append(wrong, fault.Field{Path: "remaining", Code: "count-range", Params: map[string]any{"min": 0, "max": MostPlaces}})
	}
	if n := in.Body.Change; n != nil && (*n == 0 || max(*n, -*n) > MostPlaces || in.Body.Unlimited || in.Body.Remaining != nil) {
		wrong = append(wrong, fault.Field{Path: "change", Code: "count-range", Params: map[string]any{"min": 1, "max": MostPlaces}})
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
	if err := editPlaces(ctx, tx, before, in); err != nil {
		return nil, err
	}
	if a := in.Body.Active; a != nil {
		if err := SetActive(ctx, tx, in.OptionID, *a); err != nil {
			return nil, err
		}
	}
	after, err := optionOf(ctx, tx, in.ID, in.OptionID)
	if err != nil {
		return nil, err
	}
	return after, audit.Note(ctx, tx, "offering.option", "option:"+in.OptionID, before.auditValues(), after.auditValues())
}

// editPlaces never overwrites a stock that buyers change: it adds a difference, or starts to limit the stock.
func editPlaces(ctx context.Context, tx *db.Tx, before *OptionState, in *optionIn) error {
	switch {
	case in.Body.Change != nil:
		return AddPlaces(ctx, tx, in.OptionID, *in.Body.Change)
	case in.Body.Remaining != nil && before.Remaining != nil:
		return fault.InvalidFields([]fault.Field{{Path: "remaining", Code: "option-limited", Params: map[string]any{"left": *before.Remaining}}})
	case in.Body.Remaining != nil || in.Body.Unlimited:
		return SetRemaining(ctx, tx, in.OptionID, in.Body.Remaining)
	}
	return nil
}

func (o *OptionState) auditValues() map[string]any {
	return map[string]any{"remaining": o.Remaining, "active": o.Active}
}

func lockOffering(ctx context.Context, tx *db.Tx, offeringID string) (query.Offering, error) {
	o, err := tx.OfferingLock(ctx, offeringID)
	if err != nil {
		return o, db.NotFound(fmt.Errorf("lock offering: %w", err))
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
	return &OptionState{o.ID, o.Remaining, o.Active}, nil
}
