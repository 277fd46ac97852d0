package account

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
	"shanmen/internal/platform/outbox"
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
)

// freshLogin is how long after a login the ways of logging in may be changed without the password.
const freshLogin = 10 * time.Minute

// Factor is what a member of staff has beside the password.
type Factor struct {
	TOTP          bool `json:"totp" doc:"Codes of an app are asked for"`
	Passkeys      int  `json:"passkeys"`
	RecoveryCodes int  `json:"recoveryCodes" doc:"How many are left"`
	Needed        bool `json:"needed" doc:"Nothing of the office opens before there is one"`
}

func (f Factor) any() bool { return f.TOTP || f.Passkeys > 0 }

// challenge is what a login asks for, "" when there is nothing to ask.
func (f Factor) challenge() string {
	switch {
	case f.TOTP:
		return challengeTOTP
	case f.Passkeys > 0:
		return challengePasskey
	}
	return ""
}

// FactorOf tells what somebody has set up beside the password.
func FactorOf(ctx context.Context, r db.Reader, userID string) (Factor, error) {
	n, err := r.CountFactors(ctx, userID)
	if err != nil {
		return Factor{}, fmt.Errorf("second factor: %w", err)
	}
	return Factor{TOTP: n.Totp > 0, Passkeys: int(n.Passkeys), RecoveryCodes: int(n.Recovery)}, nil
}

// OwnFactor tells staff what they have set up.
func (s *Service) OwnFactor(ctx context.Context, _ *struct{}) (*Factor, error) {
	if err := s.staffOnly(ctx); err != nil {
		return nil, err
	}
	f, err := FactorOf(ctx, s.DB.Read(), anyAccountID(ctx))
	f.Needed = httpd.VisitorOf(ctx).PendingID != ""
	return &f, err
}

func (s *Service) staffOnly(ctx context.Context) error {
	if v := httpd.VisitorOf(ctx); v.PendingID == "" && !v.Staff() {
		return fault.Forbidden()
	}
	return nil
}

// withoutSecondFactor limits a staff session that was opened without a second factor: it may set one up. When the
// account has one by now, the session may do nothing.
func (s *Service) withoutSecondFactor(ctx context.Context, v httpd.Visitor) (httpd.Visitor, error) {
	f, err := FactorOf(ctx, s.DB.Read(), v.UserID)
	if err != nil || f.any() {
		return httpd.Visitor{}, err
	}
	return httpd.Visitor{SessionID: v.SessionID, PendingID: v.UserID}, nil
}

// firstFactor tells whether what is being set up is the first that a member of staff has.
func (s *Service) firstFactor(ctx context.Context, tx *db.Tx, u User) (bool, error) {
	if !u.Staff() {
		return false, nil
	}
	f, err := FactorOf(ctx, tx.Queries, u.ID)
	return !f.any(), err
}

// addedFirstFactor gives what the first second factor brings: recovery codes, a session that opens the office in place of
// this one, and none elsewhere. setCookie is for after the commit.
func (s *Service) addedFirstFactor(ctx context.Context, tx *db.Tx, u User) (codes []string, setCookie func(), err error) {
	if codes, err = s.newRecoveryCodes(ctx, tx, u.ID); err != nil {
		return nil, nil, err
	}
	sessionID, setCookie, err := s.logInBy(ctx, tx, u, false, true)
	if err != nil {
		return nil, nil, err
	}
	if err := EndSessions(ctx, tx, u.ID, sessionID); err != nil {
		return nil, nil, fmt.Errorf("end sessions: %w", err)
	}
	return codes, setCookie, nil
}

// requireSecondFactor refuses to remove the last second factor of an account of the office, except in a demonstration.
// An account without one has its recovery codes removed.
func (s *Service) requireSecondFactor(ctx context.Context, tx *db.Tx, u User) error {
	if !u.Staff() {
		return nil
	}
	f, err := FactorOf(ctx, tx.Queries, u.ID)
	if err != nil || f.any() {
		return err
	}
	demo, err := tx.Setting(ctx, "demo")
	if err != nil && !errors.Is(err, db.ErrNoRows) {
		return err
	}
	if demo != demoMark {
		return fault.Invalid("factor-last")
	}
	return tx.RemoveRecoveryCodes(ctx, u.ID)
}

// confirmOwner returns the visitor's account when its owner has proven to be there: the login is fresh, or the password
// was given again. A wrong password counts as one of a login.
func (s *Service) confirmOwner(ctx context.Context, password string) (User, error) {
	u, err := Find(ctx, s.DB.Read(), anyAccountID(ctx))
	if err != nil {
		return u, err
	}
	start, err := s.DB.Read().SessionStart(ctx, httpd.VisitorOf(ctx).SessionID)
	if errors.Is(err, db.ErrNoRows) {
		return u, fault.Login("not-logged-in")
	}
	if err != nil {
		return u, fmt.Errorf("session: %w", err)
	}
	if s.Clock.Now().Sub(start.Time()) < freshLogin {
		return u, nil
	}
	refused := func(code string) error {
		return fault.InvalidFields([]fault.Field{{Path: "password", Code: code}})
	}
	if password == "" {
		return u, refused("password-needed")
	}
	counted, err := s.countTry(ctx, u.ID, u.ID)
	if err != nil {
		return u, err
	}
	right, err := s.passwords().Verify(ctx, password, u.passwordHash)
	if err != nil {
		return u, err
	}
	if !right {
		s.LogEvent(ctx, "wrong current password", u.ID)
		return u, refused("wrong-password")
	}
	return u, s.DB.Write(ctx, counted.takeBack)
}

// countCodeTry counts a code before it is looked at, so that parallel ones cannot pass the limit
// together.
func (s *Service) countCodeTry(ctx context.Context, userID string) ([]tries, error) {
	now := s.Clock.Now()
	var counted []tries
	wait, err := db.WriteValue(ctx, s.DB, func(ctx context.Context, tx *db.Tx) (int, error) {
		counted = nil
		whose := userID
		if device, err := s.knownDevice(ctx, tx.Queries, userID); err != nil {
			return 0, err
		} else if device != "" { // whoever knows the password, and guesses codes elsewhere, keeps nobody out here
			whose = device
		}
		for _, l := range []struct {
			key    string
			limit  int64
			window time.Duration
		}{{"factor quarter " + whose, codesPerQuarter, triesWindow}, {"factor day " + whose, codesPerDay, day}} {
			wait, err := httpd.CountHit(ctx, tx, now, l.key, l.limit, l.window)
			if err != nil || wait > 0 {
				return wait, err
			}
			counted = append(counted, tries{keys: []string{l.key}, at: now})
		}
		return 0, nil
	})
	if err != nil {
		return nil, fmt.Errorf("count code: %w", err)
	}
	if wait > 0 {
		s.LogEvent(ctx, "too many codes", userID)
		return nil, fault.TooMany("too-many-tries", wait)
	}
	return counted, nil
}

func wrongFactor() error {
	return fault.InvalidFields([]fault.Field{{Path: "code", Code: "factor-code-wrong"}})
}

// spendFactor takes a code of the app, or a recovery code, for good. Of two requests with the same
// one, one gets through; the other is refused like any wrong code.
func (s *Service) spendFactor(ctx context.Context, tx *db.Tx, u User, code string) error {
	now := s.Clock.Now()
	if digits := id.PlainDigits(code); len(digits) == totpDigits {
		row, err := tx.TOTPSecret(ctx, u.ID)
		if errors.Is(err, db.ErrNoRows) || err == nil && row.Secret == "" {
			return wrongFactor()
		}
		if err != nil {
			return fmt.Errorf("second factor: %w", err)
		}
		step, right := totpStep(row.Secret, digits, now)
		if !right {
			return wrongFactor()
		}
		if n, err := tx.SpendTOTPStep(ctx, query.SpendTOTPStepParams{Step: step, UserID: u.ID}); err != nil || n == 0 {
			return wrongCodeOr(err)
		}
		return nil
	}
	hash := recoveryHash(code)
	if hash == "" {
		return wrongFactor()
	}
	if n, err := tx.SpendRecoveryCode(ctx, query.SpendRecoveryCodeParams{UserID: u.ID, CodeHash: hash}); err != nil || n == 0 {
		return wrongCodeOr(err)
	}
	return s.TellOwner(ctx, tx, u, "recovery-code-used")
}

func wrongCodeOr(err error) error {
	if err != nil {
		return fmt.Errorf("second factor: %w", err)
	}
	return wrongFactor()
}

// TellOwner writes to the account's owner that a way of logging in changed.
func (s *Service) TellOwner(ctx context.Context, tx *db.Tx, u User, template string) error {
	now := s.Clock.Now()
	params := map[string]string{"path": u.Locale.Path("/member/forgot-password")}
	if to := u.MailTo(); to != "" {
		return outbox.AddMail(ctx, tx, outbox.Mail{To: to, Name: u.Name, Locale: u.Locale, Template: template, Params: params}, "", now)
	}
	if to := u.TextTo(); to != "" {
		return outbox.AddSMS(ctx, tx, outbox.SMS{To: to, Locale: u.Locale, Template: template, Params: params}, "", now)
	}
	return nil
}
