// Package lookup finds records by words: numbers, references, mobile numbers and names in either
// script. Words are rows of their own under an index, so that a search of a million records costs
// what one of a thousand does, on both databases.
package lookup

import (
	"context"
	"encoding/hex"
	"fmt"
	"slices"
	"strings"

	"shanmen/internal/clock"
	"shanmen/internal/db"
	"shanmen/internal/db/query"
)

// Kind says what is looked for.
type Kind string

// What can be found.
const (
	Invoice Kind = "invoice"
	Member  Kind = "member"
)

// Add writes words of a record, beside those it has. at (Unix milliseconds) orders what is found, newest first.
func Add(ctx context.Context, tx *db.Tx, kind Kind, id string, at clock.Millis, w Words) error {
	for _, t := range Terms(w) {
		err := tx.SearchTermAdd(ctx, query.SearchTermAddParams{Kind: string(kind), Subject: id, Term: t, At: at})
		if err != nil {
			return fmt.Errorf("search term: %w", err)
		}
	}
	return nil
}

// Terms are the words as their rows hold them, for those who write many rows at once.
func Terms(w Words) []string {
	out := w.terms()
	for i, t := range out {
		out[i] = encode(t)
	}
	return out
}

// Put writes the words of a record in place of those it had.
func Put(ctx context.Context, tx *db.Tx, kind Kind, id string, at clock.Millis, w Words) error {
	if err := Remove(ctx, tx, kind, id); err != nil {
		return err
	}
	return Add(ctx, tx, kind, id, at, w)
}

// Remove makes a record unfindable.
func Remove(ctx context.Context, tx *db.Tx, kind Kind, id string) error {
	return tx.SearchTermsRemove(ctx, query.SearchTermsRemoveParams{Kind: string(kind), Subject: id})
}

// encode makes a term that sorts by its bytes whatever the database's collation.
func encode(term string) string { return hex.EncodeToString([]byte(term)) }

// Query splits what somebody typed into the words that For looks for, the longest first.
func Query(q string) []string {
	var out []string
	digits := true
	for _, r := range q {
		digits = digits && (r >= '0' && r <= '9' || strings.ContainsRune(" +-()", r))
	}
	if digits { // a mobile number or the end of an invoice's, however it is spaced
		q = strings.TrimLeft(keep(q, isDigit), "0")
	}
	for _, w := range strings.Fields(fold(q)) {
		if w = keep(w, isWord); w == "" {
			continue
		}
		if isNumber(w) {
			w = strings.TrimLeft(w, "0")
		}
		if w != "" && !slices.Contains(out, w) {
			out = append(out, w)
		}
	}
	slices.SortStableFunc(out, func(a, b string) int { return len(b) - len(a) })
	return out[:min(len(out), 3)]
}
