package form

import (
	"context"
	"encoding/json"
	"fmt"
	"strings"
	"time"
	"unicode"

	"golang.org/x/text/unicode/norm"

	"shanmen/internal/base/clock"
	"shanmen/internal/base/id"
	"shanmen/internal/platform/db"
	"shanmen/internal/platform/db/query"
	"shanmen/internal/platform/httpd"
)

// The states of a message to the office.
const (
	Open    = "open"    // the office has to answer
	Waiting = "waiting" // the writer has to
	Done    = "done"
	Spam    = "spam"
)

// States are all of them.
var States = []string{Open, Waiting, Done, Spam}

// Why a message is taken for spam. It is kept like any other, and the office says otherwise with one press.
const (
	suspectTrap  = "trap"  // it filled in a field that nobody sees
	suspectFast  = "fast"  // it was written faster than anybody types
	suspectLinks = "links" // it is mostly links
	suspectAlike = "alike" // the same words of their own came several times within a week
)

const (
	fastest    = 3 * time.Second
	mostLinks  = 2
	alikeFor   = 7 * 24 * time.Hour
	mostAlike  = 2  // how often the same words may come before; the next are taken for spam
	fewLetters = 30 // shorter words may be anybody's: "When is the next ceremony?"
	fewHan     = 20 // the same, of Chinese characters
)

// Signs are what a browser tells of how a message was written.
type Signs struct {
	Trap string // what stands in the field that nobody sees
	Took int64  // milliseconds from the form's first sight; 0: unknown
}

// suspect tells why a message is taken for spam, "" when it is not, and the hash of its words.
func suspect(ctx context.Context, tx *db.Tx, d Definition, values json.RawMessage, signs Signs, now time.Time) (why, likeness string, err error) {
	own := "" // the longest answer, as the inbox shows it: what stands beside it may be an address that neighbours share
	links := 0
	typed(d, values, func(f Field, text string) {
		links += strings.Count(strings.ToLower(text), "http")
		if said := letters(text); f.free() && len(said) > len(own) {
			own = said
		}
	})
	if telling(own) {
		likeness = id.Hash("words " + own)
	}
	switch {
	case signs.Trap != "":
		return suspectTrap, likeness, nil
	case signs.Took > 0 && time.Duration(signs.Took)*time.Millisecond < fastest:
		return suspectFast, likeness, nil
	case links > mostLinks:
		return suspectLinks, likeness, nil
	case likeness == "":
		return "", "", nil
	}
	n, err := tx.FormEntriesAlike(ctx, query.FormEntriesAlikeParams{
		Likeness: likeness, Since: clock.MillisOf(now.Add(-alikeFor)), Writer: httpd.VisitorOf(ctx).UserID,
	})
	if err != nil {
		return "", "", fmt.Errorf("messages alike: %w", err)
	}
	if n >= mostAlike {
		why = suspectAlike
	}
	return why, likeness, nil
}

// typed calls fn with each answer that was typed. What was chosen is left out: families who tick the same boxes write the
// same words, and none of them is theirs.
func typed(d Definition, values json.RawMessage, fn func(f Field, text string)) {
	in := func(fields []Field, answers map[string]json.RawMessage) {
		for _, f := range fields {
			if defaultLength[f.Type] > 0 {
				fn(f, word(answers[f.Key]))
			}
		}
	}
	all := decode(values)
	in(d.Fields, all)
	for _, f := range d.Fields {
		for _, p := range persons(f, all) {
			in(f.Fields, p)
		}
	}
}

// free tells whether a field takes words of one's own: neither a choice nor a name, nor a way to reach the writer.
func (f Field) free() bool {
	return f.Type == Text && f.Key != mobileKey && f.Key != emailKey && f.Key != nameKey
}

// letters are the letters of a text, small and of one width: numbers, signs and spaces are what spam varies.
func letters(text string) string {
	return strings.Map(func(r rune) rune {
		if unicode.IsLetter(r) {
			return unicode.ToLower(r)
		}
		return -1
	}, norm.NFKC.String(text))
}

// telling tells whether letters are so many that two people hardly write the same.
func telling(letters string) bool {
	han, all := 0, 0
	for _, r := range letters {
		all++
		if unicode.Is(unicode.Han, r) {
			han++
		}
	}
	return han*fewLetters+(all-han)*fewHan >= fewLetters*fewHan
}
