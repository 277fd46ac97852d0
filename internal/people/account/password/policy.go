package password

import (
	"strings"
	"unicode"
	"unicode/utf8"

	"shanmen/internal/base/fault"
)

// Password lengths in characters (code points).
const (
	LeastOfMember = 8
	LeastOfStaff  = 15
	Max           = 128
)

// Check validates a new password of at least least characters. isOwnNumber returns whether a text is the account's
// mobile number. nil: valid.
func Check(password string, least int, isOwnNumber func(string) bool) *fault.Field {
	no := func(code string, params map[string]any) *fault.Field {
		return &fault.Field{Path: "password", Code: code, Params: params}
	}
	switch n := utf8.RuneCountInString(password); {
	case n == 0:
		return no("required", nil)
	case n > Max:
		return no("password-too-long", map[string]any{"max": Max})
	case n < least:
		return no("password-too-short", map[string]any{"min": least})
	}
	if strings.ContainsFunc(password, unicode.IsControl) {
		return no("control-character", nil)
	}
	if isOwnNumber(password) {
		return no("password-is-phone", nil)
	}
	if isCommon(password) {
		return no("password-common", nil)
	}
	return nil
}
