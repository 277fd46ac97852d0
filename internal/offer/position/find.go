package position

import (
	"context"
	"fmt"
	"math"
	"strings"

	"shanmen/internal/base/keyset"
	"shanmen/internal/base/locale"
	"shanmen/internal/platform/db"
	"shanmen/internal/platform/db/query"
	"shanmen/internal/platform/lookup"
)

// mostFound is the maximum number of search results.
const mostFound = 20

// FoundPlace is a found position.
type FoundPlace struct {
	Place
	State string   `json:"state" enum:"free,held,booked,taken,kept,clearing,unusable"`
	Payer string   `json:"payer,omitempty"`
	Names []string `json:"names"`
}

// FoundPlaces is the answer of Find.
type FoundPlaces struct {
	Items []FoundPlace `json:"items"`
}

type findPlaceIn struct {
	Q string `query:"q" maxLength:"100" doc:"Position code, order number, or the payer's name or mobile number"`
}

// Find searches positions by code, and by the search words of their orders.
func (s *Service) Find(ctx context.Context, in *findPlaceIn) (*FoundPlaces, error) {
	r := s.DB.Read()
	q := strings.TrimSpace(in.Q)
	out := &FoundPlaces{Items: []FoundPlace{}}
	if q == "" {
		return out, nil
	}
	byCode, err := r.PositionByCode(ctx, strings.ToUpper(q))
	if err != nil {
		return nil, fmt.Errorf("place by its code: %w", err)
	}
	for _, p := range byCode {
		if err := s.found(ctx, r, out, p.ID); err != nil {
			return nil, err
		}
	}
	if len(out.Items) > 0 {
		return out, nil
	}
	search, ok, err := lookup.For(ctx, r, lookup.Invoice, q)
	if !ok || err != nil {
		return out, err
	}
	hits, err := search.Newest(ctx, r, keyset.Key{At: math.MaxInt64}, 5*mostFound)
	if err != nil {
		return nil, err
	}
	for _, h := range hits {
		uses, err := r.PositionUsesOfInvoice(ctx, h.ID)
		if err != nil {
			return nil, fmt.Errorf("places of an order: %w", err)
		}
		for _, u := range uses {
			if len(out.Items) == mostFound {
				return out, nil
			}
			if err := s.found(ctx, r, out, u.PositionID); err != nil {
				return nil, err
			}
		}
	}
	return out, nil
}

func (s *Service) found(ctx context.Context, r db.Reader, out *FoundPlaces, positionID string) error {
	d, err := s.detail(ctx, r, positionID)
	if err != nil {
		return err
	}
	f := FoundPlace{Place: d.Place, State: d.State, Names: []string{}}
	if d.Use != nil {
		f.Payer, f.Names = d.Use.Payer, d.Use.Names
	}
	out.Items = append(out.Items, f)
	return nil
}

// SoldOption is an option that positions can be sold as.
type SoldOption struct {
	OptionNamed
	PositionBy  string `json:"positionBy" enum:",temple,devotee"`
	LastsMonths int64  `json:"lastsMonths"`
	Remaining   *int64 `json:"remaining" doc:"Remaining stock; null: unlimited"`
}

// SoldOptions is the answer of Options.
type SoldOptions struct {
	Items []SoldOption `json:"items"`
}

// Options lists the options of the catalogue that positions can be sold as.
func (s *Service) Options(ctx context.Context, _ *struct{}) (*SoldOptions, error) {
	r := s.DB.Read()
	offerings, err := r.OfferingsAll(ctx)
	if err != nil {
		return nil, fmt.Errorf("offerings: %w", err)
	}
	options, err := r.OfferingOptionsAll(ctx)
	if err != nil {
		return nil, fmt.Errorf("options: %w", err)
	}
	out := &SoldOptions{Items: []SoldOption{}}
	for _, o := range offerings {
		for _, p := range options {
			if p.OfferingID != o.ID || o.EnquiryOnly {
				continue
			}
			out.Items = append(out.Items, SoldOption{
				OptionNamed: OptionNamed{ID: p.ID, Title: locale.Text{EN: o.TitleEn, ZH: o.TitleZh}, OptionTitle: locale.Text{EN: p.TitleEn, ZH: p.TitleZh}},
				PositionBy:  p.PositionBy, LastsMonths: p.LastsMonths, Remaining: p.Remaining,
			})
		}
	}
	return out, nil
}

type atPlaceIn struct {
	Key   string `path:"key" maxLength:"40"`
	Tower string `query:"tower" maxLength:"8"`
	Row   int64  `query:"row"`
	Unit  int64  `query:"unit"`
}

// At answers with the position at a point of a hall's map.
func (s *Service) At(ctx context.Context, in *atPlaceIn) (*PlaceDetail, error) {
	r := s.DB.Read()
	id, err := r.PositionAt(ctx, query.PositionAtParams{Key: in.Key, Code: in.Tower, RowNo: in.Row, UnitNo: in.Unit})
	if err != nil {
		return nil, db.NotFound(fmt.Errorf("place of a map: %w", err))
	}
	return s.detail(ctx, r, id)
}
