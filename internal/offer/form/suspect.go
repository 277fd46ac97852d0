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
	Open    = "open"    // waits for the office's answer
	Waiting = "waiting" // waits for the sender's answer
	Done    = "done"
	Spam    = "spam"
)

// States lists all of them.
var States = []string{Open, Waiting, Done, Spam}

// Why a message counts as spam. It is stored like others, and the office can correct the mark.
const (
	suspectTrap  = "trap"  // the hidden field is filled in
	suspectFast  = "fast"  // written faster than a person types
	suspectLinks = "links" // mostly links
	suspectAlike = "alike" // the same typed text several times within a week
)

const (
	fastest    = 3 * time.Second
	mostLinks  = 2
	alikeFor   = 7 * 24 * time.Hour
	mostAlike  = 2  // how often the same text may occur; further ones are spam
	fewLetters = 30 // fewer letters may be common: "When is the next ceremony?"
	fewHan     = 20 // the same for Chinese characters
)

// Signs are what a browser reports about how a message was written.
type Signs struct {
	Trap string // content of the hidden field
	Took int64  // milliseconds since the form was first shown; 0: unknown
}

// suspect returns why a message counts as spam, "" if it does not, and the hash of its typed text.
func suspect(ctx context.Context, tx *db.Tx, d Definition, values json.RawMessage, signs Signs, now time.Time) (why, likeness string, err error) {
	own := "" // the longest answer, as in the inbox: shorter ones may be an address that neighbours share
	links := 0
	typed(d, values, func(f Field, text string) {
		links += strings.Count(strings.ToLower(text), "http")
		if said := lettersOf(text); f.free() && len(said) > len(own) {
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

// typed calls fn with each typed answer. Chosen answers are left out: families who tick the same boxes would look
// alike.
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

// free returns whether a field takes free text: not a choice, a name or contact data.
func (f Field) free() bool {
	return f.Type == Text && f.Key != mobileKey && f.Key != emailKey && f.Key != nameKey
}

// lettersOf extracts the letters of a text, in lower case and half width: spam varies digits, signs and spaces.
func lettersOf(text string) string {
	return strings.Map(func(r rune) rune {
		if unicode.IsLetter(r) {
			return unicode.ToLower(r)
		}
		return -1
	}, norm.NFKC.String(text))
}

// telling returns whether a text is long enough that two people hardly write the same.
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
