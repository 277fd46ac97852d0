package lookup

import (
	"cmp"
	"context"
	"fmt"
	"slices"

	"shanmen/internal/db"
	"shanmen/internal/db/query"
	"shanmen/internal/keyset"
)

// Span is a search for lists that look it up in a query of their own, beside their other conditions:
// a record is found when it has a term from Low up to below High, and, where these are not "", one
// from Low2 up to High2 and one from Low3 up to High3.
type Span struct {
	Low, High, Low2, High2, Low3, High3 string

	// Exact tells that too many records have a term that begins so: a list that goes from the terms to
	// its rows takes the newest with the term Low itself.
	Exact bool
}

// SpanOf reads what somebody typed. Low is of the word that the fewest records have: the others are only
// asked of those. ok is false when nothing can be found by it.
func SpanOf(ctx context.Context, r db.Reader, kind Kind, q string) (s Span, ok bool, err error) {
	type span struct {
		low, high string
		records   int64 // up to keyset.Most + 1
	}
	var all []span
	for _, word := range Query(q) {
		w := span{}
		w.low, w.high = bounds(word)
		w.records, err = r.SearchRangeCount(ctx, query.SearchRangeCountParams{Kind: string(kind), Low: w.low, High: w.high})
		if err != nil {
			return Span{}, false, fmt.Errorf("search: %w", err)
		}
		all = append(all, w)
	}
	if len(all) == 0 {
		return Span{}, false, nil
	}
	slices.SortStableFunc(all, func(a, b span) int { return cmp.Compare(a.records, b.records) })
	s = Span{Low: all[0].low, High: all[0].high, Exact: all[0].records > keyset.Most}
	if len(all) > 1 {
		s.Low2, s.High2 = all[1].low, all[1].high
	}
	if len(all) > 2 {
		s.Low3, s.High3 = all[2].low, all[2].high
	}
	return s, true, nil
}
