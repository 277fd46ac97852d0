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
	// recoveryLength gives each code 79 bits: enough for a plain hash, and too many to guess.
	recoveryLength = 16
	recoveryGroup  = 4
)

// NewRecoveryCodes makes ten codes in place of all before, and returns them as they are read:
// K7Q4-X9TM-2RPH-W6CD. Only their hashes stay.
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

// randomCode is one code in groups, of the letters and digits that nobody takes for one another.
func randomCode() string {
	const n = len(id.ReferenceAlphabet)
	const fair = 256 / n * n // above it, the first letters would come more often
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

// recoveryHash is how a code is stored. Case, spaces, dashes and full width make no difference; "" is
// for what is no code.
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
