package offering

import (
	"context"
	"errors"
	"fmt"
	"time"

	"shanmen/internal/base/clock"
	"shanmen/internal/base/fault"
	"shanmen/internal/base/lunar"
	"shanmen/internal/platform/db"
	"shanmen/internal/platform/db/query"
)

// Use is the current use of an offering by buyers.
type Use struct {
	ID      string      `json:"id" doc:"Offering id; empty: never published"`
	Options []OptionUse `json:"options" doc:"Published options"`
	Forms   []string    `json:"forms" doc:"The keys of all forms"`
}

// OptionUse is the stock of one option, and who has it.
type OptionUse struct {
	ID            string `json:"id"`
	Key           string `json:"key"`
	Remaining     *int64 `json:"remaining,omitempty" doc:"Remaining stock; absent: unlimited"`
	Active        bool   `json:"active" doc:"The option is on sale"`
	Carts         int64  `json:"carts" doc:"Number of open carts with it"`
	Codes         int64  `json:"codes" doc:"Number of these with a valid PayNow code"`
	Orders        int64  `json:"orders" doc:"Number of orders this year"`
	Subscriptions int64  `json:"subscriptions" doc:"Number of running subscriptions"`
}

type offeringUseIn struct {
	Key string `path:"key" maxLength:"100"`
}

// Use answers GET /api/admin/offering/{key}.
func (s *Service) Use(ctx context.Context, in *offeringUseIn) (*Use, error) {
	r, now := s.DB.Read(), s.Clock.Now()
	forms, err := r.FormKeys(ctx)
	if err != nil {
		return nil, fmt.Errorf("forms: %w", err)
	}
	out := &Use{Options: []OptionUse{}, Forms: append([]string{}, forms...)}
	o, err := r.OfferingByKeyAny(ctx, in.Key)
	if err = db.NotFound(err); errors.Is(err, fault.NotFound()) {
		return out, nil
	}
	if err != nil {
		return nil, fmt.Errorf("offering: %w", err)
	}
	out.ID = o.ID
	rows, err := r.OfferingListedOptions(ctx, o.ID)
	if err != nil {
		return nil, fmt.Errorf("options: %w", err)
	}
	use, err := countUse(ctx, r, o.ID, now)
	if err != nil {
		return nil, err
	}
	for _, p := range rows {
		u := use[p.ID]
		u.ID, u.Key, u.Remaining, u.Active = p.ID, p.Key, p.Remaining, p.Active
		out.Options = append(out.Options, u)
	}
	return out, nil
}

func countUse(ctx context.Context, r db.Reader, offeringID string, now time.Time) (map[string]OptionUse, error) {
	use := map[string]OptionUse{}
	carts, err := r.OfferingInCarts(ctx, query.OfferingInCartsParams{OfferingID: offeringID, Now: int64(clock.MillisOf(now))})
	if err != nil {
		return nil, fmt.Errorf("carts: %w", err)
	}
	for _, c := range carts {
		u := use[c.OptionID]
		u.Carts, u.Codes = c.Carts, c.Codes
		use[c.OptionID] = u
	}
	year := lunar.Day{Year: lunar.DayOf(now).Year, Month: 1, Day: 1}.Time(0, 0)
	orders, err := r.OfferingOrdered(ctx, query.OfferingOrderedParams{OfferingID: offeringID, Since: int64(clock.MillisOf(year))})
	if err != nil {
		return nil, fmt.Errorf("orders: %w", err)
	}
	for _, c := range orders {
		u := use[c.OptionID]
		u.Orders = c.Orders
		use[c.OptionID] = u
	}
	subscriptions, err := r.OfferingSubscribed(ctx, offeringID)
	if err != nil {
		return nil, fmt.Errorf("subscriptions: %w", err)
	}
	for _, c := range subscriptions {
		u := use[c.OptionID]
		u.Subscriptions = c.Subscriptions
		use[c.OptionID] = u
	}
	return use, nil
}
