// Package factor knows what somebody has beside the password: an app that makes codes, and recovery codes. It counts the
// passkeys; they log in by themselves, so the accounts keep them.
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

// What a login may ask staff for after the password. A recovery code answers either.
const (
	challengeTOTP    = "totp"
	challengePasskey = "passkey"
)

// Wrong codes that one account may be given. Only who knows the password gets as far, so nobody else
// can lock the owner out; a million codes outlast whoever does know it.
const (
	codesPerQuarter = 5
	codesPerDay     = 30
	quarter         = 15 * time.Minute
	day             = 24 * time.Hour
)

// State is what a member of staff has beside the password.
type State struct {
	TOTP          bool `json:"totp" doc:"Codes of an app are asked for"`
	Passkeys      int  `json:"passkeys"`
	RecoveryCodes int  `json:"recoveryCodes" doc:"How many are left"`
	Needed        bool `json:"needed" doc:"Nothing of the office opens before there is one"`
}

// Any tells whether there is anything that a login asks for.
func (f State) Any() bool { return f.TOTP || f.Passkeys > 0 }

// Challenge is what a login asks for, "" when there is nothing to ask.
func (f State) Challenge() string {
	switch {
	case f.TOTP:
		return challengeTOTP
	case f.Passkeys > 0:
		return challengePasskey
	}
	return ""
}

// Of tells what somebody has set up beside the password.
func Of(ctx context.Context, r db.Reader, userID string) (State, error) {
	n, err := r.CountFactors(ctx, userID)
	if err != nil {
		return State{}, fmt.Errorf("second factor: %w", err)
	}
	return State{TOTP: n.Totp > 0, Passkeys: int(n.Passkeys), RecoveryCodes: int(n.Recovery)}, nil
}

// CountTry counts a code before it is looked at, so that parallel ones cannot pass the limit
// together, and returns how many seconds to wait when it is passed. whose names the account, or a browser that it knows.
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

// Wrong is the refusal of a code that is none, or was taken before.
func Wrong() error {
	return fault.At("code", "factor-code-wrong")
}

// Spend takes a code of the app, or a recovery code, for good. Of two requests with the same
// one, one gets through; the other is refused like any wrong code.
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

// Forget removes the app and the recovery codes of an account.
func Forget(ctx context.Context, tx *db.Tx, userID string) error {
	if err := tx.EraseTOTP(ctx, userID); err != nil {
		return err
	}
	return tx.EraseRecoveryCodes(ctx, userID)
}
