// Package keyset pages the office's lists by the key of the last row (keyset pagination) instead of an offset, so that
// page 40,000 costs as much as page 1.
package keyset

import (
	"encoding/base64"
	"strconv"
	"strings"

	"shanmen/internal/base/clock"
	"shanmen/internal/base/fault"
)

// Most is how far lists are counted exactly; above it the answer only says that there are more.
const Most = 10_000

// Key is a position in a list ordered by a number, usually a time in milliseconds, and an id.
type Key struct {
	At clock.Millis
	ID string
}

// String is the opaque form that clients send back.
func (k Key) String() string {
	return base64.RawURLEncoding.EncodeToString([]byte(strconv.FormatInt(int64(k.At), 10) + " " + k.ID))
}

// Parse reads the output of String; "" is the zero Key. Anything else is "invalid-value" of the field "after".
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

// Ask is the paging query of every list. A page costs the same at any list length, but a count of up to Most rows does
// not: so the office requests the two separately and need not wait for the count.
type Ask struct {
	After string `query:"after" maxLength:"200" doc:"Cursor: next from the previous page"`
	Limit int64  `query:"limit" default:"25" minimum:"1" maximum:"100"`
	Part  string `query:"part" default:"all" enum:"all,rows,total" doc:"rows: only the rows, with total 0 and more false; total: only the total, without rows"`
}

// Rows returns whether rows are requested.
func (a Ask) Rows() bool { return a.Part != "total" }

// Total returns whether the total is requested.
func (a Ask) Total() bool { return a.Part != "rows" }

// Total limits a count that was taken up to Most+1 rows.
func Total(counted int64) (total int64, more bool) { return TotalOf(counted, Most) }

// TotalOf limits a count that was taken up to most+1 rows.
func TotalOf(counted, most int64) (total int64, more bool) { return min(counted, most), counted > most }
