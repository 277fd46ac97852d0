package account

import (
	"context"
	"strings"
	"unicode"
	"unicode/utf8"

	"golang.org/x/text/unicode/norm"

	"shanmen/internal/base/fault"
	"shanmen/internal/platform/db"
	"shanmen/internal/platform/db/query"
)

const maxReading = 60

// SetReading stores the pronunciation of a user's Chinese name; "" removes it. It returns the stored text and whether
// it changed. The caller reindexes the user's invoices. Errors at the field reading: "not-latin", "too-long".
func SetReading(ctx context.Context, tx *db.Tx, userID, typed string) (reading string, changed bool, err error) {
	reading = strings.Join(strings.Fields(norm.NFC.String(typed)), " ")
	if f := checkReading(reading); f != nil {
		return "", false, fault.InvalidFields([]fault.Field{*f})
	}
	before, err := tx.UserReadingLock(ctx, userID)
	if err != nil {
		return "", false, db.NotFound(err)
	}
	if before == reading {
		return reading, false, nil
	}
	if err := tx.UserReadingPut(ctx, query.UserReadingPutParams{Reading: reading, ID: userID}); err != nil {
		return "", false, err
	}
	return reading, true, indexForSearch(ctx, tx, userID)
}

// checkReading allows Latin letters with tone marks, and separators: Xī'ān, Mei-ling.
func checkReading(reading string) *fault.Field {
	hasLetter := false
	for i, r := range reading {
		switch {
		case unicode.Is(unicode.Latin, r):
			hasLetter = true
		case strings.ContainsRune(" '’-", r), i > 0 && unicode.Is(unicode.Mn, r) && r < 0x370:
		default:
			return &fault.Field{Path: "reading", Code: "not-latin"}
		}
	}
	switch {
	case reading != "" && !hasLetter:
		return &fault.Field{Path: "reading", Code: "not-latin"}
	case utf8.RuneCountInString(reading) > maxReading:
		return &fault.Field{Path: "reading", Code: "too-long", Params: map[string]any{"max": maxReading}}
	}
	return nil
}
