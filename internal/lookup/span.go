package lookup

import (
	"context"
	"fmt"

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

// SpanOf reads what somebody typed. ok is false when nothing can be found by it.
func SpanOf(ctx context.Context, r db.Reader, kind Kind, q string) (s Span, ok bool, err error) {
	words := Query(q)
	if len(words) == 0 {
		return Span{}, false, nil
	}
	s.Low, s.High = bounds(words[0])
	if len(words) > 1 {
		s.Low2, s.High2 = bounds(words[1])
	}
	if len(words) > 2 {
		s.Low3, s.High3 = bounds(words[2])
	}
	n, err := r.SearchRangeCount(ctx, query.SearchRangeCountParams{Kind: string(kind), Low: s.Low, High: s.High})
	if err != nil {
		return Span{}, false, fmt.Errorf("search: %w", err)
	}
	s.Exact = n > keyset.Most
	return s, true, nil
}
