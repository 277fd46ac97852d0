package account

import (
	"cmp"
	"context"
	"errors"
	"fmt"
	"time"

	"shanmen/internal/base/fault"
	"shanmen/internal/people/account/factor"
	"shanmen/internal/platform/db"
	"shanmen/internal/platform/httpd"
	"shanmen/internal/platform/outbox"
)

// freshLogin is how long after a login authentication methods can be changed without the password.
const freshLogin = 10 * time.Minute

// OwnFactor answers staff with their second factors.
func (s *Service) OwnFactor(ctx context.Context, _ *struct{}) (*factor.State, error) {
	if err := s.staffOnly(ctx); err != nil {
		return nil, err
	}
	f, err := factor.Of(ctx, s.DB.Read(), anyAccountID(ctx))
	f.Needed = httpd.VisitorOf(ctx).PendingID != ""
	return &f, err
}

func (s *Service) staffOnly(ctx context.Context) error {
	if v := httpd.VisitorOf(ctx); v.PendingID == "" && !v.Staff() {
		return fault.Forbidden()
	}
	return nil
}

// withoutSecondFactor limits a staff session opened without a second factor: it may only set one up. If the account has
// one meanwhile, the session may do nothing.
func (s *Service) withoutSecondFactor(ctx context.Context, v httpd.Visitor) (httpd.Visitor, error) {
	f, err := factor.Of(ctx, s.DB.Read(), v.UserID)
	if err != nil || f.Any() {
		return httpd.Visitor{}, err
	}
	return httpd.Visitor{SessionID: v.SessionID, PendingID: v.UserID}, nil
}

// firstFactor returns whether this is a staff member's first second factor.
func (s *Service) firstFactor(ctx context.Context, tx *db.Tx, u User) (bool, error) {
	if !u.Staff() {
		return false, nil
	}
	f, err := factor.Of(ctx, tx.Queries, u.ID)
	return !f.Any(), err
}

// addedFirstFactor returns the results of a first second factor: recovery codes, and a session with full access
// replacing all others. Call setCookie after the commit.
func (s *Service) addedFirstFactor(ctx context.Context, tx *db.Tx, u User) (codes []string, setCookie func(), err error) {
	if codes, err = factor.NewRecoveryCodes(ctx, tx, s.Clock.Now(), u.ID); err != nil {
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

// requireSecondFactor refuses to remove the last second factor of a staff account, except in a demonstration. An
// account left without one loses its recovery codes.
func (s *Service) requireSecondFactor(ctx context.Context, tx *db.Tx, u User) error {
	if !u.Staff() {
		return nil
	}
	f, err := factor.Of(ctx, tx.Queries, u.ID)
	if err != nil || f.Any() {
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

// confirmOwner returns the visitor's account if the login is fresh or the password was given again. A wrong password
// counts as a failed login.
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
		return fault.At("password", code)
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
		return u, s.untried(ctx, err, counted)
	}
	if !right {
		s.LogEvent(ctx, "wrong current password", u.ID)
		return u, refused("wrong-password")
	}
	return u, s.DB.Write(ctx, counted.TakeBack)
}

// countCodeTry counts a try before checking the code, and refuses it beyond a limit.
func (s *Service) countCodeTry(ctx context.Context, userID string) (counted httpd.Counted, err error) {
	wait, err := db.WriteValue(ctx, s.DB, func(ctx context.Context, tx *db.Tx) (wait int, err error) {
		device, err := s.knownDevice(ctx, tx.Queries, userID)
		if err != nil {
			return 0, err
		}
		// Guesses made elsewhere by somebody who knows the password do not lock out a browser known to the account.
		counted, wait, err = factor.CountTry(ctx, tx, s.Clock.Now(), cmp.Or(device, userID))
		return wait, err
	})
	if err != nil {
		return counted, fmt.Errorf("count code: %w", err)
	}
	if wait > 0 {
		s.LogEvent(ctx, "too many codes", userID)
		return counted, fault.TooMany("too-many-tries", wait)
	}
	return counted, nil
}

// TellOwner notifies the account's owner that an authentication method changed.
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

// BeginTOTP offers staff a new secret. The current one stays valid until a code of the new one is given.
func (s *Service) BeginTOTP(ctx context.Context, in *PasswordIn) (*factor.Offer, error) {
	if err := s.staffOnly(ctx); err != nil {
		return nil, err
	}
	u, err := s.confirmOwner(ctx, in.Body.Password)
	if err != nil {
		return nil, err
	}
	site := "Shanmen"
	if s.Site != nil {
		site = s.Site.Hostname()
	}
	return factor.Begin(ctx, s.DB, s.Clock.Now(), site, holder{user: u}.WebAuthnName(), u.ID, httpd.VisitorOf(ctx).SessionID)
}

// CodeIn is a body with a code.
type CodeIn struct {
	Body struct {
		Code string `json:"code" doc:"Six-digit code of the authenticator app"`
	}
}

// FactorSet is the answer after a second factor is set up or recovery codes are renewed.
type FactorSet struct {
	factor.State
	Codes []string `json:"codes,omitempty" doc:"Ten recovery codes, shown once"`
}

// FinishTOTP activates the offered secret by its first code. Staff without a second factor get recovery codes and a
// session with full access.
func (s *Service) FinishTOTP(ctx context.Context, in *CodeIn) (*FactorSet, error) {
	if err := s.staffOnly(ctx); err != nil {
		return nil, err
	}
	userID := anyAccountID(ctx)
	now := s.Clock.Now()
	secret, err := factor.Offered(ctx, s.DB.Read(), now, userID, httpd.VisitorOf(ctx).SessionID)
	if err != nil {
		return nil, err
	}
	counted, err := s.countCodeTry(ctx, userID)
	if err != nil {
		return nil, err
	}
	step, right := factor.Step(secret, in.Body.Code, now)
	if !right {
		return nil, factor.Wrong()
	}
	after := func() {}
	out, err := db.WriteValue(ctx, s.DB, func(ctx context.Context, tx *db.Tx) (*FactorSet, error) {
		u, err := LockedUser(ctx, tx, userID)
		if err != nil {
			return nil, err
		}
		first, err := s.firstFactor(ctx, tx, u)
		if err != nil {
			return nil, err
		}
		if err := factor.Take(ctx, tx, u.ID, secret, step); err != nil {
			return nil, err
		}
		if err := counted.TakeBack(ctx, tx); err != nil {
			return nil, err
		}
		out := &FactorSet{}
		if first {
			if out.Codes, after, err = s.addedFirstFactor(ctx, tx, u); err != nil {
				return nil, err
			}
		}
		if out.State, err = factor.Of(ctx, tx.Queries, u.ID); err != nil {
			return nil, err
		}
		return out, s.TellOwner(ctx, tx, u, "factor-changed")
	})
	if err != nil {
		return nil, err
	}
	after()
	s.LogEvent(ctx, "second factor set up", userID)
	return out, nil
}

// changeFactor changes a staff member's second factors after confirmOwner, and notifies them.
func (s *Service) changeFactor(ctx context.Context, in *PasswordIn, what string, change func(context.Context, *db.Tx, User) error) (f factor.State, err error) {
	if err := s.staffOnly(ctx); err != nil {
		return f, err
	}
	u, err := s.confirmOwner(ctx, in.Body.Password)
	if err != nil {
		return f, err
	}
	f, err = db.WriteValue(ctx, s.DB, func(ctx context.Context, tx *db.Tx) (f factor.State, err error) {
		u, err := LockedUser(ctx, tx, u.ID) // its own variable, because the transaction may be retried
		if err != nil {
			return f, err
		}
		if err := change(ctx, tx, u); err != nil {
			return f, err
		}
		if err := s.TellOwner(ctx, tx, u, "factor-changed"); err != nil {
			return f, err
		}
		return factor.Of(ctx, tx.Queries, u.ID)
	})
	if err == nil {
		s.LogEvent(ctx, what, u.ID)
	}
	return f, err
}

// RemoveTOTP removes the authenticator app. Staff must keep at least one second factor if one is required.
func (s *Service) RemoveTOTP(ctx context.Context, in *PasswordIn) (*factor.State, error) {
	f, err := s.changeFactor(ctx, in, "codes of the app ended", func(ctx context.Context, tx *db.Tx, u User) error {
		if err := factor.RemoveTOTP(ctx, tx, u.ID); err != nil {
			return err
		}
		return s.requireSecondFactor(ctx, tx, u)
	})
	return &f, err
}

// RenewRecoveryCodes creates ten new codes; the old ones stop working.
func (s *Service) RenewRecoveryCodes(ctx context.Context, in *PasswordIn) (*FactorSet, error) {
	var codes []string
	f, err := s.changeFactor(ctx, in, "recovery codes renewed", func(ctx context.Context, tx *db.Tx, u User) error {
		f, err := factor.Of(ctx, tx.Queries, u.ID)
		if err != nil {
			return err
		}
		if !f.Any() {
			return fault.Invalid("factor-none")
		}
		codes, err = factor.NewRecoveryCodes(ctx, tx, s.Clock.Now(), u.ID)
		return err
	})
	return &FactorSet{f, codes}, err
}
