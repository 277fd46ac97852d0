// Package lookup finds records by words: numbers, references, mobile numbers and names in either script. Words are
// indexed rows, so that searching a million records costs as much as searching a thousand, on both databases.
package lookup

import (
	"context"
	"encoding/hex"
	"encoding/json"
	"fmt"
	"slices"
	"strings"
	"unicode"

	"shanmen/internal/base/clock"
	"shanmen/internal/base/id"
	"shanmen/internal/platform/db"
	"shanmen/internal/platform/db/query"
)

// Kind is the kind of record searched.
type Kind string

// The kinds.
const (
	Invoice Kind = "invoice"
	Member  Kind = "member"
	// Imported is an imported person without an account.
	Imported Kind = "imported"
)

// Add adds search words to a record. at (Unix milliseconds) sorts results, newest first.
func Add(ctx context.Context, tx *db.Tx, kind Kind, id string, at clock.Millis, w Words) error {
	return AddMany(ctx, tx, kind, at, map[string]Words{id: w})
}

// AddMany adds the words of many new records in one statement.
func AddMany(ctx context.Context, tx *db.Tx, kind Kind, at clock.Millis, records map[string]Words) error {
	terms := map[string]map[string]int{}
	for id, w := range records {
		of := map[string]int{}
		for _, t := range Terms(w) {
			of[t] = 1
		}
		terms[id] = of
	}
	all, err := json.Marshal(terms)
	if err == nil {
		err = tx.SearchTermsAdd(ctx, query.SearchTermsAddParams{Kind: string(kind), At: int64(at), Terms: string(all)})
	}
	if err != nil {
		return fmt.Errorf("search terms: %w", err)
	}
	return nil
}

// RemoveMany removes records from the index.
func RemoveMany(ctx context.Context, tx *db.Tx, kind Kind, ids []string) error {
	subjects := map[string]int{}
	for _, id := range ids {
		subjects[id] = 1
	}
	all, err := json.Marshal(subjects)
	if err == nil {
		err = tx.SearchTermsHoldMany(ctx, query.SearchTermsHoldManyParams{Kind: string(kind), Subjects: string(all)})
	}
	if err == nil {
		err = tx.SearchTermsRemoveMany(ctx, query.SearchTermsRemoveManyParams{Kind: string(kind), Subjects: string(all)})
	}
	if err != nil {
		return fmt.Errorf("remove search terms: %w", err)
	}
	return nil
}

// Terms are the words in stored form, for callers that insert many rows.
func Terms(w Words) []string {
	out := w.terms()
	for i, t := range out {
		out[i] = encode(t)
	}
	return out
}

// Put replaces the words of a record.
func Put(ctx context.Context, tx *db.Tx, kind Kind, id string, at clock.Millis, w Words) error {
	if err := Remove(ctx, tx, kind, id); err != nil {
		return err
	}
	return Add(ctx, tx, kind, id, at, w)
}

// Remove removes a record from the index.
func Remove(ctx context.Context, tx *db.Tx, kind Kind, id string) error {
	if err := tx.SearchTermsHold(ctx, query.SearchTermsHoldParams{Kind: string(kind), Subject: id}); err != nil {
		return fmt.Errorf("search terms: %w", err)
	}
	return tx.SearchTermsRemove(ctx, query.SearchTermsRemoveParams{Kind: string(kind), Subject: id})
}

// encode makes a term that sorts by bytes in any collation.
func encode(term string) string { return hex.EncodeToString([]byte(term)) }

// LongEnough returns whether a query is specific enough: one Chinese character is a surname, but one letter matches
// half of the records.
func LongEnough(q string) bool {
	n := 0
	for _, r := range fold(q) {
		switch {
		case unicode.Is(unicode.Han, r):
			return true
		case isWord(r):
			n++
		}
	}
	return n >= 2
}

// mostWords and mostTyped limit the words and characters used of a query; more is pasted text.
const (
	mostWords = 3
	mostTyped = 200
)

// numberDigits is the length of an order's serial number: 000123.
const numberDigits = 6

// asked is a word of a query.
type asked struct {
	text string
	// number: probably an order number, because it starts with a zero, as printed, or is shorter than a useful part of
	// a mobile number.
	number bool
	// only: certainly an order number: six digits, zero-padded as printed.
	only bool
}

// wordsIn splits a query into words, longest first. whole is the query as one word, if it may be a number or reference
// typed with spaces: "inv 2026 000123", "k7q4x 9tm2p".
func wordsIn(q string) (words []asked, whole string) {
	if typed := []rune(q); len(typed) > mostTyped {
		q = string(typed[:mostTyped])
	}
	q = fold(q)
	if digits := keep(q, isDigit); digits != "" && strings.Trim(q, "0123456789 +-()") == "" { // a mobile number or the end of an invoice number, with any spacing
		q = digits
	}
	for _, field := range strings.Fields(q) {
		for _, run := range runs(keep(field, isWord)) {
			w := asked{text: cut(run)}
			if run[0] < 0x80 {
				w.text = run
			}
			if isNumber(run) {
				w.text = strings.TrimLeft(run, "0")
				w.number = w.text != run || len(run) < leastMobile
				w.only = len(run) == numberDigits && strings.HasPrefix(run, "00")
			}
			if w.text != "" && !slices.ContainsFunc(words, func(o asked) bool { return o.text == w.text }) {
				words = append(words, w)
			}
		}
	}
	if all := keep(q, isWord); len(words) > 1 && all != keep(all, isDigit) && (strings.ContainsFunc(all, isDigit) || len(all) == id.ReferenceLength) && !strings.ContainsFunc(all, func(r rune) bool { return r >= 0x80 }) {
		whole = all
	}
	slices.SortStableFunc(words, func(a, b asked) int { return len(b.text) - len(a.text) })
	return words[:min(len(words), mostWords)], whole
}
