// Package keyset pages the office's lists by the key of the last row instead of an offset, so that page 40,000 costs
// what page 1 does.
package keyset

import (
	"encoding/base64"
	"strconv"
	"strings"

	"shanmen/internal/base/clock"
	"shanmen/internal/base/fault"
)

// Most is how far a list counts exactly; above it the answer says that there are more.
const Most = 10_000

// Key is a place in a list that is ordered by a number, mostly a time in milliseconds, and an id.
type Key struct {
	At clock.Millis
	ID string
}

// String is the opaque form that clients give back.
func (k Key) String() string {
	return base64.RawURLEncoding.EncodeToString([]byte(strconv.FormatInt(int64(k.At), 10) + " " + k.ID))
}

// Parse reads what String wrote; "" is the zero Key. Anything else is "invalid-value" of the field "after".
func Parse(after string) (Key, error) {
	if after == "" {
		return Key{}, nil
	}
	b, err := base64.RawURLEncoding.DecodeString(after)
	at, id, ok := strings.Cut(string(b), " ")
	n, bad := strconv.ParseInt(at, 10, 64)
	if err != nil || bad != nil || !ok || id == "" || len(id) > 100 {
		return Key{}, fault.At("after", "invalid-value")
	}
	return Key{clock.Millis(n), id}, nil
}

// Ask is the query of every list. A page costs the same however long the list is, but a count of up to Most rows does
// not: the office's screens ask for the two separately and need not wait for the count.
type Ask struct {
	After string `query:"after" maxLength:"200" doc:"next of the page before"`
	Limit int64  `query:"limit" default:"25" minimum:"1" maximum:"100"`
	Part  string `query:"part" default:"all" enum:"all,rows,total" doc:"rows leaves total and more 0 and false, total leaves the rows out"`
}

// Rows tells that a page is asked for, and not the total alone.
func (a Ask) Rows() bool { return a.Part != "total" }

// Total tells that the total is asked for, and not a page alone.
func (a Ask) Total() bool { return a.Part != "rows" }

// Total cuts a count that was taken up to Most+1 rows.
func Total(counted int64) (total int64, more bool) {
	return min(counted, Most), counted > Most
}
