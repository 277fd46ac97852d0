// Package otp creates one-time codes, sends them, and checks what is typed. A session waits for at most one code;
// package account decides whose it is and what it allows.
package otp

import (
	"context"
	"crypto/subtle"
	"errors"
	"fmt"
	"time"

	"shanmen/internal/base/clock"
	"shanmen/internal/base/fault"
	"shanmen/internal/base/id"
	"shanmen/internal/platform/db"
	"shanmen/internal/platform/db/query"
)

// The purposes of a code; it is valid only for its own.
const (
	ForRegistration = "registration"
	ForPassword     = "password"
	ForMobile       = "mobile"
	ForCodeLogin    = "entry" // code login: logs in, or starts an account
	ForName         = "name"  // a verified number that waits for its owner's name; has no code
	ForEmail        = "email" // a lost e-mail address: gives a ticket to set another
)

// The channels of a code.
const (
	BySMS  = "sms"
	ByMail = "mail"
)

// Guesses is how many guesses a code allows.
const Guesses = 5

const (
	codeDigits  = 6
	codeLife    = 10 * time.Minute
	resendAfter = time.Minute
	pendingLife = time.Hour // how long a new code can be requested without typing everything again
	day         = 24 * time.Hour
)

// Codes manages the codes of one temple.
type Codes struct {
	DB    *db.DB
	Clock clock.Clock
	// Reach returns the calling code of a number's country, "" without a number, and whether SMS reach it.
	Reach func(mobile string) (country string, texts bool)
	// Message returns the notice that carries the code of a state.
	Message func(ctx context.Context, tx *db.Tx, st query.OtpState) (Message, error)
	// LogEvent writes a log entry.
	LogEvent func(ctx context.Context, what, userID string)
}

// State is a session's pending state; the zero state if nothing is pending.
func State(ctx context.Context, r db.Reader, sessionID string) (query.OtpState, error) {
	if sessionID == "" {
		return query.OtpState{}, nil
	}
	st, err := r.OTPState(ctx, sessionID)
	if err != nil && !errors.Is(err, db.ErrNoRows) {
		return st, fmt.Errorf("code: %w", err)
	}
	return st, nil
}

func put(ctx context.Context, tx *db.Tx, st query.OtpState) error {
	if err := tx.PutOTPState(ctx, query.PutOTPStateParams(st)); err != nil {
		return fmt.Errorf("code: %w", err)
	}
	return nil
}

// EndOf revokes a user's codes.
func EndOf(ctx context.Context, tx *db.Tx, userID string) error {
	if err := tx.EndOTPOfUser(ctx, &userID); err != nil {
		return fmt.Errorf("end codes: %w", err)
	}
	return nil
}

// Secret returns whether guests request this state by somebody's number or address, so that no answer may reveal
// whether an account exists.
func Secret(st query.OtpState) bool {
	return st.Purpose == ForPassword || st.Purpose == ForEmail
}

// Pending returns whether a state can still be completed or get a new code.
func (c Codes) Pending(st query.OtpState) bool {
	return st.Attempts < Guesses && c.Clock.Now().Before(st.CreatedAt.Time().Add(pendingLife))
}

// samePending returns the session's valid code if it has the same purpose and request.
func (c Codes) samePending(ctx context.Context, r db.Reader, sessionID, purpose string, same func(query.OtpState) bool) (*query.OtpState, error) {
	old, err := State(ctx, r, sessionID)
	if err != nil || old.Purpose != purpose || !c.Pending(old) || !same(old) {
		return nil, err
	}
	return &old, nil
}

// JustSent returns whether a code for the same request was just sent, so that no other is sent.
func (c Codes) JustSent(ctx context.Context, r db.Reader, sessionID, purpose string, same func(query.OtpState) bool) (bool, error) {
	old, err := c.samePending(ctx, r, sessionID, purpose, same)
	return old != nil && c.wait(*old) > 0, err
}

// wait is the seconds until a state may get a new code.
func (c Codes) wait(st query.OtpState) int {
	wait := st.SentAt.Time().Add(resendAfter).Sub(c.Clock.Now())
	return int((max(wait, 0) + time.Second - 1) / time.Second)
}

// codeHash binds a code to its state and purpose. Hashing alone cannot protect six digits; ten minutes and five guesses
// do.
func codeHash(stateID, purpose, code string) string {
	return id.Hash(stateID + "\n" + purpose + "\n" + code)
}

// newCode gives the state a new code and invalidates the old one.
func newCode(st *query.OtpState, now time.Time) (code string) {
	code = id.Digits(codeDigits)
	st.ID = id.New()
	st.CodeHash = codeHash(st.ID, st.Purpose, code)
	st.SentAt = clock.MillisOf(now)
	st.SentCount++
	st.ExpiresAt = clock.MillisOf(now.Add(codeLife))
	return code
}

// AwaitName lets the session of a used code wait for the name of the number's owner.
func (c Codes) AwaitName(ctx context.Context, tx *db.Tx, st query.OtpState) error {
	now := c.Clock.Now()
	st.ID, st.Purpose, st.CodeHash = id.New(), ForName, id.Hash(id.Token()) // a random hash that no code matches
	st.Attempts, st.CreatedAt, st.ExpiresAt = 0, clock.MillisOf(now), clock.MillisOf(now.Add(pendingLife))
	return put(ctx, tx, st)
}

// Invalid is the refusal of a wrong, old, used or expired code.
func Invalid() error {
	return fault.Invalid("otp-invalid", fault.Field{Path: "otp", Code: "otp-invalid"})
}

// Typed normalises a typed code. wrong is set if it is no code.
func Typed(text string) (code string, wrong []fault.Field) {
	if code = id.PlainDigits(text); len(code) != codeDigits {
		wrong = []fault.Field{{Path: "otp", Code: "otp-digits"}}
	}
	return code, wrong
}

// Guess uses one guess of the session's state and returns the state if the code is right. The state is not spent yet:
// the caller calls Spend in the transaction that acts on it.
func (c Codes) Guess(ctx context.Context, sessionID, code string) (query.OtpState, error) {
	now := clock.MillisOf(c.Clock.Now())
	// Counted and committed before the comparison. ErrNoRows: no guesses left.
	st, err := db.WriteValue(ctx, c.DB, func(ctx context.Context, tx *db.Tx) (query.OtpState, error) {
		return tx.CountOTPGuess(ctx, query.CountOTPGuessParams{SessionID: sessionID, Most: Guesses, Now: now})
	})
	if errors.Is(err, db.ErrNoRows) {
		return st, Invalid()
	}
	if err != nil {
		return st, fmt.Errorf("code: %w", err)
	}
	if subtle.ConstantTimeCompare([]byte(codeHash(st.ID, st.Purpose, code)), []byte(st.CodeHash)) != 1 {
		c.LogEvent(ctx, "wrong code", "")
		return st, Invalid()
	}
	return st, nil
}

// Uncount returns a guess: the code was right, but its other input was refused.
func (c Codes) Uncount(ctx context.Context, st query.OtpState) error {
	return c.DB.Write(ctx, func(ctx context.Context, tx *db.Tx) error { return tx.UncountOTPGuess(ctx, st.ID) })
}

// Spend makes a right code unusable. Of two concurrent requests with it, one succeeds.
func Spend(ctx context.Context, tx *db.Tx, st query.OtpState) error {
	n, err := tx.SpendOTP(ctx, query.SpendOTPParams{ID: st.ID, CodeHash: st.CodeHash})
	if err != nil {
		return fmt.Errorf("code: %w", err)
	}
	if n == 0 {
		return Invalid()
	}
	return nil
}
