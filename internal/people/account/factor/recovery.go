package factor

import (
	"context"
	"crypto/rand"
	"fmt"
	"strings"
	"time"

	"golang.org/x/text/width"

	"shanmen/internal/base/clock"
	"shanmen/internal/base/id"
	"shanmen/internal/platform/db"
	"shanmen/internal/platform/db/query"
)

const (
	recoveryCodes = 10
	// recoveryLength gives each code 79 bits: a plain hash suffices, and guessing is hopeless.
	recoveryLength = 16
	recoveryGroup  = 4
)

// NewRecoveryCodes replaces all recovery codes by ten new ones, returned as displayed: K7Q4-X9TM-2RPH-W6CD. Only their
// hashes are stored.
func NewRecoveryCodes(ctx context.Context, tx *db.Tx, now time.Time, userID string) ([]string, error) {
	if err := tx.RemoveRecoveryCodes(ctx, userID); err != nil {
		return nil, fmt.Errorf("recovery codes: %w", err)
	}
	codes := make([]string, 0, recoveryCodes)
	for range recoveryCodes {
		code := randomCode()
		err := tx.AddRecoveryCode(ctx, query.AddRecoveryCodeParams{UserID: userID, CodeHash: recoveryHash(code), CreatedAt: clock.MillisOf(now)})
		if err != nil {
			return nil, fmt.Errorf("recovery codes: %w", err)
		}
		codes = append(codes, code)
	}
	return codes, nil
}

// randomCode is one code in groups, of unambiguous letters and digits.
func randomCode() string {
	const n = len(id.ReferenceAlphabet)
	const fair = 256 / n * n // reject larger bytes: the first letters would be more frequent
	var out strings.Builder
	var b [1]byte
	for count := 0; count < recoveryLength; {
		_, _ = rand.Read(b[:])
		if int(b[0]) >= fair {
			continue
		}
		if count > 0 && count%recoveryGroup == 0 {
			out.WriteByte('-')
		}
		out.WriteByte(id.ReferenceAlphabet[int(b[0])%n])
		count++
	}
	return out.String()
}

// recoveryHash is the stored form of a code. Case, spaces, dashes and full width are ignored; "" for what is no code.
func recoveryHash(typed string) string {
	if len(typed) > 200 {
		return ""
	}
	plain := strings.Map(func(r rune) rune {
		switch {
		case r == ' ' || r == '-' || r == '\u00a0' || r == '\u2011' || r == '\u2013':
			return -1
		case r >= 'a' && r <= 'z':
			return r - 'a' + 'A'
		}
		return r
	}, width.Narrow.String(typed))
	if len(plain) != recoveryLength || strings.Trim(plain, id.ReferenceAlphabet) != "" {
		return ""
	}
	return id.Hash(plain)
}
