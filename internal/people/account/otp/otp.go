// Package otp makes one-time codes, sends them, and counts and spends what is typed. A session waits for one code at most;
// whose it is, and what it opens, the accounts know.
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

// What a code is for. It opens only that.
const (
	ForRegistration = "registration"
	ForPassword     = "password"
	ForMobile       = "mobile"
	ForEntry        = "entry" // a number alone: it logs in, or begins an account
	ForName         = "name"  // a number that is proven and waits for the name of its owner; it has no code
	ForEmail        = "email" // a lost e-mail address: the code gives a ticket for another
)

// How a code travels.
const (
	BySMS  = "sms"
	ByMail = "mail"
)

// Guesses is how many guesses a code has.
const Guesses = 5

const (
	codeDigits  = 6
	codeLife    = 10 * time.Minute
	resendAfter = time.Minute
	pendingLife = time.Hour // how long a new code can be asked for without typing everything again
	day         = 24 * time.Hour
)

// Codes are the codes of one temple.
type Codes struct {
	DB    *db.DB
	Clock clock.Clock
	// Reach gives the calling code of a number's country, "" where there is no number, and whether texts reach it.
	Reach func(mobile string) (country string, texts bool)
	// Message chooses what carries the code of a state.
	Message func(ctx context.Context, tx *db.Tx, st query.OtpState) (Message, error)
	// LogEvent writes an entry into the log.
	LogEvent func(ctx context.Context, what, userID string)
}

// State is what a session waits for; the zero state when it waits for nothing.
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

// EndOf ends the codes of a user.
func EndOf(ctx context.Context, tx *db.Tx, userID string) error {
	if err := tx.EndOTPOfUser(ctx, &userID); err != nil {
		return fmt.Errorf("end codes: %w", err)
	}
	return nil
}

// Secret tells of states that guests ask for by somebody's number or address: no answer may tell whether
// there is an account.
func Secret(st query.OtpState) bool {
	return st.Purpose == ForPassword || st.Purpose == ForEmail
}

// Pending tells whether a state can still be completed or get a new code.
func (c Codes) Pending(st query.OtpState) bool {
	return st.Attempts < Guesses && c.Clock.Now().Before(st.CreatedAt.Time().Add(pendingLife))
}

// samePending returns the code that the session waits for, if it has the purpose, is about the same thing and is live.
func (c Codes) samePending(ctx context.Context, r db.Reader, sessionID, purpose string, same func(query.OtpState) bool) (*query.OtpState, error) {
	old, err := State(ctx, r, sessionID)
	if err != nil || old.Purpose != purpose || !c.Pending(old) || !same(old) {
		return nil, err
	}
	return &old, nil
}

// JustSent tells whether a code for the same is on its way, so that no other is sent.
func (c Codes) JustSent(ctx context.Context, r db.Reader, sessionID, purpose string, same func(query.OtpState) bool) (bool, error) {
	old, err := c.samePending(ctx, r, sessionID, purpose, same)
	return old != nil && c.wait(*old) > 0, err
}

// wait is how many seconds it takes until a state may get a new code.
func (c Codes) wait(st query.OtpState) int {
	wait := st.SentAt.Time().Add(resendAfter).Sub(c.Clock.Now())
	return int((max(wait, 0) + time.Second - 1) / time.Second)
}

// codeHash binds a code to its state and purpose. Six digits hide behind no hash for long; ten
// minutes and five guesses protect them.
func codeHash(stateID, purpose, code string) string {
	return id.Hash(stateID + "\n" + purpose + "\n" + code)
}

// newCode puts a new code into the state; an older one is dead from then on.
func newCode(st *query.OtpState, now time.Time) (code string) {
	code = id.Digits(codeDigits)
	st.ID = id.New()
	st.CodeHash = codeHash(st.ID, st.Purpose, code)
	st.SentAt = clock.MillisOf(now)
	st.SentCount++
	st.ExpiresAt = clock.MillisOf(now.Add(codeLife))
	return code
}

// AwaitName lets the session of a spent code wait for the name of the number's owner.
func (c Codes) AwaitName(ctx context.Context, tx *db.Tx, st query.OtpState) error {
	now := c.Clock.Now()
	st.ID, st.Purpose, st.CodeHash = id.New(), ForName, id.Hash(id.Token()) // of no code: none opens it
	st.Attempts, st.CreatedAt, st.ExpiresAt = 0, clock.MillisOf(now), clock.MillisOf(now.Add(pendingLife))
	return put(ctx, tx, st)
}

// Invalid is the refusal of a wrong, old, spent or dead code.
func Invalid() error {
	return fault.Invalid("otp-invalid", fault.Field{Path: "otp", Code: "otp-invalid"})
}

// Typed reads a code as people type it. wrong is there when it is none.
func Typed(text string) (code string, wrong []fault.Field) {
	if code = id.PlainDigits(text); len(code) != codeDigits {
		wrong = []fault.Field{{Path: "otp", Code: "otp-digits"}}
	}
	return code, wrong
}

// Guess spends one guess of the session's state and returns the state when the code is right. The
// state is not spent yet: whoever acts on it calls Spend in the same transaction.
func (c Codes) Guess(ctx context.Context, sessionID, code string) (query.OtpState, error) {
	now := clock.MillisOf(c.Clock.Now())
	// Counted and committed before anybody looks whether it is right. ErrNoRows: no guess is left.
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

// Uncount gives a guess back: the code was right, and what came with it was refused.
func (c Codes) Uncount(ctx context.Context, st query.OtpState) error {
	return c.DB.Write(ctx, func(ctx context.Context, tx *db.Tx) error { return tx.UncountOTPGuess(ctx, st.ID) })
}

// Spend makes a right code unusable. Of two requests that hold it, one gets through.
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
