package account

import (
	"context"
	"crypto/subtle"
	"errors"
	"fmt"
	"strings"

	"shanmen/internal/base/clock"
	"shanmen/internal/base/fault"
	"shanmen/internal/platform/db"
	"shanmen/internal/platform/db/query"
	"shanmen/internal/platform/httpd"
)

// VerifyIn is the body of POST /api/auth/otp/verify.
type VerifyIn struct {
	Body struct {
		OTP string `json:"otp"`
	}
}

// Verified is the answer of a right code: what the code was for.
type Verified struct {
	User *SessionUser `json:"user,omitempty" doc:"After a registration or a login by code: who is now logged in"`
	// NameNeeded: the number is nobody's yet. POST /api/auth/entry/name makes the account.
	NameNeeded bool   `json:"nameNeeded,omitempty" doc:"The number is proven and has no account: give a name"`
	Verified   bool   `json:"verified,omitempty" doc:"The mobile number is proven"`
	Ticket     string `json:"ticket,omitempty" doc:"After a lost e-mail address: opens /member/reset-email"`
}

// VerifyOTP takes a code. Each try is counted and committed before the code is compared, so that
// tries in parallel see at most five comparisons. A wrong, old, spent or dead code all get
// "otp-invalid".
func (s *Service) VerifyOTP(ctx context.Context, in *VerifyIn) (*Verified, error) {
	v := httpd.VisitorOf(ctx)
	code := plainDigits(in.Body.OTP)
	if len(code) != codeDigits {
		return nil, fault.InvalidFields([]fault.Field{{Path: "otp", Code: "otp-digits"}})
	}
	if v.SessionID == "" {
		return nil, fault.Invalid("otp-not-pending")
	}
	st, err := s.DB.Read().OTPState(ctx, v.SessionID)
	if errors.Is(err, db.ErrNoRows) || err == nil && (st.Purpose == purposePassword || st.Purpose == purposeName) {
		return nil, fault.Invalid("otp-not-pending")
	}
	if err != nil {
		return nil, fmt.Errorf("code: %w", err)
	}
	st, err = s.guess(ctx, v.SessionID, code)
	if err != nil {
		return nil, err
	}
	switch st.Purpose {
	case purposeRegistration:
		return s.completeRegistration(ctx, st)
	case purposeEntry:
		return s.completeEntry(ctx, st)
	case purposeMobile:
		return s.completeMobile(ctx, st)
	case purposeEmail:
		return s.completeEmail(ctx, st)
	}
	return nil, fault.Invalid("otp-not-pending")
}

func invalidCode() error {
	return fault.Invalid("otp-invalid", fault.Field{Path: "otp", Code: "otp-invalid"})
}

// guess spends one guess of the session's state and returns the state when the code is right. The
// state is not spent yet: whoever acts on it calls spend in the same transaction.
func (s *Service) guess(ctx context.Context, sessionID, code string) (query.OtpState, error) {
	now := clock.MillisOf(s.Clock.Now())
	// Counted and committed before anybody looks whether it is right. ErrNoRows: no guess is left.
	st, err := db.WriteValue(ctx, s.DB, func(ctx context.Context, tx *db.Tx) (query.OtpState, error) {
		return tx.CountOTPGuess(ctx, query.CountOTPGuessParams{SessionID: sessionID, Most: codeGuesses, Now: now})
	})
	if errors.Is(err, db.ErrNoRows) {
		return st, invalidCode()
	}
	if err != nil {
		return st, fmt.Errorf("code: %w", err)
	}
	if subtle.ConstantTimeCompare([]byte(codeHash(st.ID, st.Purpose, code)), []byte(st.CodeHash)) != 1 {
		s.LogEvent(ctx, "wrong code", "")
		return st, invalidCode()
	}
	return st, nil
}

// spendCode makes a right code unusable. Of two requests that hold it, one gets through.
func spendCode(ctx context.Context, tx *db.Tx, st query.OtpState) error {
	n, err := tx.SpendOTP(ctx, query.SpendOTPParams{ID: st.ID, CodeHash: st.CodeHash})
	if err != nil {
		return fmt.Errorf("code: %w", err)
	}
	if n == 0 {
		return invalidCode()
	}
	return nil
}

// plainDigits reads a code as people type it: with spaces, or in full width.
func plainDigits(text string) string {
	if len(text) > 100 {
		return ""
	}
	bad := false
	out := strings.Map(func(r rune) rune {
		switch {
		case r >= '0' && r <= '9':
			return r
		case r >= '０' && r <= '９':
			return r - '０' + '0'
		case r == ' ' || r == '-' || r == '\u00a0' || r == '\u3000':
			return -1
		}
		bad = true
		return -1
	}, text)
	if bad {
		return ""
	}
	return out
}
