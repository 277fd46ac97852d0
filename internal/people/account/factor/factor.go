// Package factor manages second factors: an authenticator app (TOTP) and recovery codes. It counts passkeys; they can
// log in alone, so package account manages them.
package factor

import (
	"context"
	"errors"
	"fmt"
	"time"

	"shanmen/internal/base/fault"
	"shanmen/internal/base/id"
	"shanmen/internal/platform/db"
	"shanmen/internal/platform/db/query"
	"shanmen/internal/platform/httpd"
)

// The second factors that a login may ask staff for. A recovery code can replace either.
const (
	challengeTOTP    = "totp"
	challengePasskey = "passkey"
)

// Limits of wrong codes per account. Only somebody who knows the password gets this far, so nobody else can lock the
// owner out; and for them a million codes are too many.
const (
	codesPerQuarter = 5
	codesPerDay     = 30
	quarter         = 15 * time.Minute
	day             = 24 * time.Hour
)

// State is a staff member's second factors.
type State struct {
	TOTP          bool `json:"totp" doc:"Codes of an authenticator app are required"`
	Passkeys      int  `json:"passkeys"`
	RecoveryCodes int  `json:"recoveryCodes" doc:"Number of unused recovery codes"`
	Needed        bool `json:"needed" doc:"The office cannot be used until a second factor is set up"`
}

// Any returns whether there is a second factor to ask for.
func (f State) Any() bool { return f.TOTP || f.Passkeys > 0 }

// Challenge is the second factor that a login asks for, "" if there is none.
func (f State) Challenge() string {
	switch {
	case f.TOTP:
		return challengeTOTP
	case f.Passkeys > 0:
		return challengePasskey
	}
	return ""
}

// Of reads an account's second factors.
func Of(ctx context.Context, r db.Reader, userID string) (State, error) {
	n, err := r.CountFactors(ctx, userID)
	if err != nil {
		return State{}, fmt.Errorf("second factor: %w", err)
	}
	return State{TOTP: n.Totp > 0, Passkeys: int(n.Passkeys), RecoveryCodes: int(n.Recovery)}, nil
}

// CountTry counts a try before the code is checked, so that parallel tries cannot pass the limit together, and returns
// the seconds to wait when it is exceeded. whose names the account, or a browser known to it.
func CountTry(ctx context.Context, tx *db.Tx, now time.Time, whose string) (counted httpd.Counted, wait int, err error) {
	counted.At = now
	for _, l := range []struct {
		key    string
		limit  int64
		window time.Duration
	}{{"factor quarter " + whose, codesPerQuarter, quarter}, {"factor day " + whose, codesPerDay, day}} {
		if wait, err = httpd.CountHit(ctx, tx, now, l.key, l.limit, l.window); err != nil || wait > 0 {
			return counted, wait, err
		}
		counted.Keys = append(counted.Keys, l.key)
	}
	return counted, 0, nil
}

// Wrong is the refusal of an invalid or used code.
func Wrong() error {
	return fault.At("code", "factor-code-wrong")
}

// Spend accepts a TOTP or recovery code once. Of two concurrent requests with the same code, one succeeds; the other is
// refused like a wrong code.
func Spend(ctx context.Context, tx *db.Tx, now time.Time, userID, code string) (recovery bool, err error) {
	n := int64(0)
	if digits := id.PlainDigits(code); len(digits) == totpDigits {
		var row query.TotpSecret
		if row, err = tx.TOTPSecret(ctx, userID); errors.Is(err, db.ErrNoRows) || err == nil && row.Secret == "" {
			return false, Wrong()
		}
		if step, right := Step(row.Secret, digits, now); err == nil && right {
			n, err = tx.SpendTOTPStep(ctx, query.SpendTOTPStepParams{Step: step, UserID: userID})
		}
	} else if hash := recoveryHash(code); hash != "" {
		recovery = true
		n, err = tx.SpendRecoveryCode(ctx, query.SpendRecoveryCodeParams{UserID: userID, CodeHash: hash})
	}
	switch {
	case err != nil:
		return false, fmt.Errorf("second factor: %w", err)
	case n == 0:
		return false, Wrong()
	}
	return recovery, nil
}

// Forget deletes an account's app secret and recovery codes.
func Forget(ctx context.Context, tx *db.Tx, userID string) error {
	if err := tx.RemoveTOTP(ctx, userID); err != nil {
		return err
	}
	return tx.RemoveRecoveryCodes(ctx, userID)
}
