package bank

import (
	"context"
	"errors"
	"fmt"
	"slices"

	"shanmen/internal/base/fault"
	"shanmen/internal/base/keyset"
	"shanmen/internal/people/account"
	"shanmen/internal/platform/db"
	"shanmen/internal/platform/lookup"
)

// mostNamesakes is how many accounts of a name are read: one besides the payer's own suffices.
const mostNamesakes = 20

// doubtNames removes certainty by a name that another account has too, even one without orders, which may be about to
// order.
func (s *Service) doubtNames(ctx context.Context, targets []Target, verdicts []Verdict) error {
	r := s.DB.Read()
	for i, v := range verdicts {
		if v.Class != Certain || !slices.Contains(v.Why, whyPayer) {
			continue
		}
		shared, err := namesakes(ctx, r, &targets[v.Parts[0].Target])
		if err != nil {
			return fmt.Errorf("namesakes: %w", err)
		}
		if shared {
			verdicts[i].Class, verdicts[i].Why = Likely, append(v.Why, whyNamesake)
		}
	}
	return nil
}

func namesakes(ctx context.Context, r db.Reader, t *Target) (bool, error) {
	search, ok, err := lookup.For(ctx, r, lookup.Member, t.Payer)
	if err != nil || !ok {
		return false, err
	}
	hits, err := search.Newest(ctx, r, keyset.Key{}, mostNamesakes)
	if err != nil {
		return false, err
	}
	for _, h := range hits {
		if h.ID == t.UserID {
			continue
		}
		u, err := account.Find(ctx, r, h.ID)
		if errors.Is(err, fault.NotFound()) {
			continue
		}
		if err != nil {
			return false, err
		}
		if nameKey(u.Name) == nameKey(t.Payer) {
			return true, nil
		}
	}
	return false, nil
}
