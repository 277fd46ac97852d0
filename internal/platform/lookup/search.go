package lookup

import (
	"cmp"
	"context"
	"fmt"
	"math"
	"slices"

	"shanmen/internal/base/clock"
	"shanmen/internal/base/keyset"
	"shanmen/internal/platform/db"
	"shanmen/internal/platform/db/query"
)

// merged is the maximum number of terms whose index entries are merged, each from its newest record.
const merged = 8

// many is the number of records with a word above which words are searched together in one name.
const many = 2000

// Search is a parsed query with its search plan. The zero Search finds nothing.
//
// A record matches if every word starts one of its terms. There are two exceptions, to bound the work. A word that
// starts many terms, which more than keyset.Most records have, finds only records with exactly this word. If many
// records have each of several words, only those with exactly these words in one name are found.
type Search struct {
	kind Kind

	// first is the index range that is scanned: each of terms, if there are any, else the whole range.
	first span
	terms []string
	// others are checked for each record found by first.
	others []span
	// since (Unix milliseconds) limits how old results may be, when many records have each word but no name has all.
	since int64
	// exact are the records with exactly the typed number; they rank before those in which it is only the start of
	// another.
	exact []Hit
	// cut: there may be more records, older ones or those whose terms only start with the words.
	cut bool
}

// span is a range of terms from low up to high, exclusive. The zero span matches all.
type span struct{ low, high string }

// only is the span of one term.
func only(term string) span { return span{term, term + "0"} } // the next longer term has two more hexadecimal digits

// Hit is a found record.
type Hit struct {
	ID string
	At clock.Millis // Unix milliseconds
}

// word is a word of the query.
type word struct {
	text string
	span
	terms   []string // the first merged+1 matching terms
	records int64    // up to many+1; a record counts once per term
}

// For parses and plans a query. Only the longest three words count. ok is false if nothing can be found, such as
// without a letter or digit.
func For(ctx context.Context, r db.Reader, kind Kind, q string) (s Search, ok bool, err error) {
	s.kind = kind
	words, err := s.words(ctx, r, q)
	if err != nil {
		return Search{}, false, err
	}
	switch len(words) {
	case 0:
		return Search{}, false, nil
	case 1:
		err = s.one(ctx, r, words[0])
	default:
		err = s.several(ctx, r, words)
	}
	return s, err == nil, err
}

// words are the query's words with their matching terms; none if nothing starts with them.
func (s *Search) words(ctx context.Context, r db.Reader, q string) ([]word, error) {
	typed, whole := wordsIn(q)
	if whole != "" {
		w, err := s.word(ctx, r, asked{text: whole})
		if err != nil || len(w.terms) > 0 {
			return []word{w}, err
		}
	}
	var out []word
	for _, a := range typed {
		w, err := s.word(ctx, r, a)
		if err != nil || len(w.terms) == 0 {
			return nil, err
		}
		out = append(out, w)
	}
	return out, nil
}

// word plans one word. An order's number finds that order only, if it exists: nearly any two digits start a part of
// some mobile number.
func (s *Search) word(ctx context.Context, r db.Reader, a asked) (word, error) {
	w := word{text: a.text, span: spanOf(a.text)}
	spans := []span{w.span}
	switch {
	case a.only:
		spans = []span{only(w.low)}
	case a.number:
		spans = []span{only(w.low), w.span}
	}
	for _, in := range spans {
		terms, err := r.SearchTermsIn(ctx, query.SearchTermsInParams{Kind: string(s.kind), Low: in.low, High: in.high})
		if err != nil {
			return word{}, fmt.Errorf("search: %w", err)
		}
		if len(terms) > 0 {
			w.span, w.terms = in, terms
			break
		}
	}
	return w, nil
}

func (s *Search) one(ctx context.Context, r db.Reader, w word) error {
	s.from(w)
	if isNumber(w.text) {
		if err := s.veryNumber(ctx, r, w); err != nil {
			return err
		}
	}
	if s.terms != nil {
		return nil
	}
	n, err := s.records(ctx, r, w.span, keyset.Most+1)
	if n > keyset.Most {
		s.term(w.low)
	}
	return err
}

// mostExact is how many records may have one number: an order of each year, and its receipt.
const mostExact = 20

// veryNumber finds the records with exactly the number; nothing if too many have it.
func (s *Search) veryNumber(ctx context.Context, r db.Reader, w word) error {
	rows, err := r.SearchTerm(ctx, query.SearchTermParams{Kind: string(s.kind), Term: w.low, AfterAt: math.MaxInt64, Most: mostExact + 1})
	if err != nil {
		return fmt.Errorf("search: %w", err)
	}
	if len(rows) > mostExact {
		return nil
	}
	for _, h := range rows {
		s.exact = append(s.exact, Hit{h.Subject, h.At})
	}
	return nil
}

func (s *Search) several(ctx context.Context, r db.Reader, words []word) (err error) {
	for i, w := range words {
		if words[i].records, err = s.records(ctx, r, w.span, many+1); err != nil {
			return err
		}
	}
	slices.SortStableFunc(words, func(a, b word) int { return cmp.Compare(a.records, b.records) })
	s.from(words[0])
	for _, w := range words[1:] {
		s.others = append(s.others, w.span)
	}
	if words[0].records <= many {
		return nil
	}
	if found, err := s.inOneName(ctx, r, words); err != nil || found {
		return err
	}
	if s.terms == nil {
		s.term(words[0].low)
	}
	return s.recent(ctx, r)
}

// from scans all terms that start with the word.
func (s *Search) from(w word) {
	s.first = w.span
	if len(w.terms) <= merged {
		s.terms = w.terms
	}
}

// term scans one term only.
func (s *Search) term(term string) {
	s.first, s.terms, s.cut = only(term), []string{term}, true
}

// inOneName searches all words in one name or, if no name has all three, the two rarest.
func (s *Search) inOneName(ctx context.Context, r db.Reader, words []word) (bool, error) {
	all := encode(together(texts(words)...))
	n, err := s.records(ctx, r, only(all), 1)
	if n > 0 {
		s.term(all)
		s.others = nil
	}
	if n > 0 || err != nil || len(words) < 3 {
		return n > 0, err
	}
	fewest := int64(math.MaxInt64)
	for i, other := range words {
		two := encode(together(texts(slices.Delete(slices.Clone(words), i, i+1))...))
		n, err := s.records(ctx, r, only(two), keyset.Most+1)
		if err != nil {
			return false, err
		}
		if n > 0 && n < fewest {
			fewest = n
			s.term(two)
			s.others = []span{only(other.low)}
		}
	}
	if fewest == math.MaxInt64 {
		return false, nil
	}
	return true, s.recent(ctx, r)
}

// recent limits a search of frequent words to recent years.
func (s *Search) recent(ctx context.Context, r db.Reader) error {
	s.cut = true
	for i, term := range s.terms {
		at, err := r.SearchFloor(ctx, query.SearchFloorParams{Kind: string(s.kind), Term: term})
		if err != nil {
			return fmt.Errorf("search: %w", err)
		}
		if i == 0 || at < s.since {
			s.since = at
		}
	}
	return nil
}

func texts(words []word) (out []string) {
	for _, w := range words {
		out = append(out, w.text)
	}
	return out
}

func spanOf(text string) span {
	if char := []rune(text); len(char) == 1 && char[0] >= 0x80 { // every character of a name is a term
		return only(encode(text))
	}
	return span{encode(text), encode(text) + "g"}
}

// records counts matches up to most.
func (s Search) records(ctx context.Context, r db.Reader, w span, most int64) (int64, error) {
	n, err := r.SearchRangeCount(ctx, query.SearchRangeCountParams{Kind: string(s.kind), Low: w.low, High: w.high, Most: most})
	if err != nil {
		return 0, fmt.Errorf("search: %w", err)
	}
	return n, nil
}

// Newest returns up to most results after a key: first exact numbers, then others, newest first. The zero Key starts at
// the first.
func (s Search) Newest(ctx context.Context, r db.Reader, after keyset.Key, most int64) ([]Hit, error) {
	if len(s.exact) == 0 {
		return s.newest(ctx, r, after, most)
	}
	isExact := func(h Hit) bool { return slices.ContainsFunc(s.exact, func(e Hit) bool { return e.ID == h.ID }) }
	var out []Hit
	at := slices.IndexFunc(s.exact, func(e Hit) bool { return e.ID == after.ID })
	if after.ID == "" || at >= 0 {
		out, after = slices.Clone(s.exact[at+1:]), keyset.Key{}
	}
	if int64(len(out)) < most {
		rest, err := s.newest(ctx, r, after, most+int64(len(s.exact)))
		if err != nil {
			return nil, err
		}
		out = append(out, slices.DeleteFunc(rest, isExact)...)
	}
	return out[:min(int64(len(out)), most)], nil
}

func (s Search) newest(ctx context.Context, r db.Reader, after keyset.Key, most int64) ([]Hit, error) {
	if s.kind == "" {
		return nil, nil
	}
	if after.ID == "" {
		after.At = math.MaxInt64
	}
	two, three := s.conditions()
	var out []Hit
	for _, term := range s.terms {
		rows, err := r.SearchTerm(ctx, query.SearchTermParams{
			Kind: string(s.kind), Term: term, Since: s.since, AfterAt: int64(after.At), AfterID: after.ID,
			Low2: two.low, High2: two.high, Low3: three.low, High3: three.high, Most: most,
		})
		if err != nil {
			return nil, fmt.Errorf("search: %w", err)
		}
		for _, h := range rows {
			out = append(out, Hit{h.Subject, h.At})
		}
	}
	if s.terms == nil {
		rows, err := r.SearchRange(ctx, query.SearchRangeParams{
			Kind: string(s.kind), Low: s.first.low, High: s.first.high, AfterAt: int64(after.At), AfterID: after.ID,
			Low2: two.low, High2: two.high, Low3: three.low, High3: three.high, Most: most,
		})
		if err != nil {
			return nil, fmt.Errorf("search: %w", err)
		}
		for _, h := range rows {
			out = append(out, Hit{h.Subject, h.At})
		}
	}
	if len(s.terms) > 1 { // a record may have several of them
		slices.SortFunc(out, func(a, b Hit) int { return cmp.Or(cmp.Compare(b.At, a.At), cmp.Compare(b.ID, a.ID)) })
		out = slices.Compact(out)
	}
	return out[:min(int64(len(out)), most)], nil
}

// Total is the number of results, exact up to keyset.Most; more means that there are others.
func (s Search) Total(ctx context.Context, r db.Reader) (total int64, more bool, err error) {
	if s.kind == "" {
		return 0, false, nil
	}
	var n int64
	if len(s.terms) == 1 && len(s.others) == 0 { // no record has the term twice
		n, err = s.records(ctx, r, s.first, keyset.Most+1)
	} else {
		two, three := s.conditions()
		n, err = r.SearchCount(ctx, query.SearchCountParams{
			Kind: string(s.kind), Low: s.first.low, High: s.first.high, Since: s.since,
			Low2: two.low, High2: two.high, Low3: three.low, High3: three.high,
		})
	}
	if err != nil {
		return 0, false, fmt.Errorf("search: %w", err)
	}
	total, more = keyset.Total(n)
	return total, more || s.cut, nil
}

// Records counts the records with the rarest word, up to most.
func (s Search) Records(ctx context.Context, r db.Reader, most int64) (int64, error) {
	return s.records(ctx, r, s.first, most)
}

func (s Search) conditions() (two, three span) {
	if len(s.others) > 0 {
		two = s.others[0]
	}
	if len(s.others) > 1 {
		three = s.others[1]
	}
	return two, three
}

// Spans are a search as conditions for a list with its own filters: a term from Low up to High (exclusive) and, if set,
// one from Low2 up to High2 and one from Low3 up to High3. Low is the rarest.
type Spans struct{ Low, High, Low2, High2, Low3, High3 string }

// Spans returns the search in that form.
func (s Search) Spans() Spans {
	two, three := s.conditions()
	return Spans{s.first.low, s.first.high, two.low, two.high, three.low, three.high}
}
