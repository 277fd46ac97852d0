package account

import (
	"cmp"
	"context"
	"errors"
	"time"

	"shanmen/internal/base/fault"
	"shanmen/internal/people/account/factor"
	"shanmen/internal/platform/admission"
	"shanmen/internal/platform/audit"
	"shanmen/internal/platform/db"
	"shanmen/internal/platform/db/query"
	"shanmen/internal/platform/httpd"
)

// Limits of wrong passwords, by account and by network address; browsers with a previous login of the account have
// their own. So nobody can lock an owner out: from another address or a known browser, the right password always works.
const (
	triesPerAccount = 10  // per account and address
	triesPerAddress = 100 // per address
	triesOverall    = 200 // per account, all addresses
	triesWindow     = 15 * time.Minute
	slowWindow      = time.Minute // beyond the first two limits: one try per window
	rareWindow      = triesWindow // beyond the last limit: one try per window and address
)

// AuthenticationIn is the body of POST /api/auth/authentication.
type AuthenticationIn struct {
	Body struct {
		Identifier string `json:"identifier" doc:"A mobile number or an e-mail address"`
		Password   string `json:"password"`
		Remember   bool   `json:"remember,omitempty" doc:"Stay logged in for 30 days; members only"`
		Code       string `json:"code,omitempty" doc:"Response to the challenge: a code of the authenticator app, or a recovery code"`
	}
}

// LoggedIn is the answer of a login, with exactly one field set.
type LoggedIn struct {
	User *SessionUser `json:"user,omitempty"`
	// Challenge asks staff for their second factor; nobody is logged in yet.
	Challenge string `json:"challenge,omitempty" enum:"totp,passkey" doc:"The password was right: repeat the request with a code, or log in with a passkey"`
	// FactorNeeded is set for staff without a second factor: their session only reaches the page that sets one up.
	FactorNeeded bool `json:"factorNeeded,omitempty"`
}

// Authenticate logs in with a password. Unknown, unverified and disabled accounts get the same answer as a wrong
// password, after the same time.
func (s *Service) Authenticate(ctx context.Context, in *AuthenticationIn) (*LoggedIn, error) {
	who := parseIdentifier(in.Body.Identifier)
	var u User
	if who != (identifier{}) {
		var err error
		if u, _, err = findBy(ctx, s.DB.Read(), who); err != nil {
			return nil, err
		}
	}
	// Counted by what was typed: a common count for number and address would reveal that they belong to one account.
	counted, err := s.countTry(ctx, who.key(in.Body.Identifier), u.ID)
	if err != nil {
		return nil, err
	}
	right, err := s.passwords().Verify(ctx, in.Body.Password, u.passwordHash)
	if err != nil {
		return nil, s.untried(ctx, err, counted)
	}
	if !right || !u.active {
		s.LogEvent(ctx, "wrong password", u.ID)
		if err := s.auditFailure(ctx, u.ID, "password"); err != nil {
			return nil, err
		}
		return nil, fault.Login("wrong-credentials")
	}
	second, err := s.askedOf(ctx, u)
	if err != nil {
		return nil, err
	}
	var guessed httpd.Counted
	if second.challenge != "" {
		if in.Body.Code == "" {
			return &LoggedIn{Challenge: second.challenge}, s.DB.Write(ctx, counted.TakeBack)
		}
		if guessed, err = s.countCodeTry(ctx, u.ID); err != nil {
			return nil, err
		}
	}
	fresh := ""
	if s.passwords().Stale(u.passwordHash) {
		if fresh, err = s.passwords().Hash(ctx, in.Body.Password); err != nil && !admission.Refused(err) { // if refused, the next login renews it
			return nil, s.untried(ctx, err, counted, guessed)
		}
	}
	setCookie, err := db.WriteValue(ctx, s.DB, func(ctx context.Context, tx *db.Tx) (func(), error) {
		now, err := LockedUser(ctx, tx, u.ID)
		if err != nil {
			return nil, err
		}
		if !now.active || now.passwordHash != u.passwordHash { // changed during hashing
			return nil, fault.Login("wrong-credentials")
		}
		u = now
		if second.challenge != "" {
			recovery, err := factor.Spend(ctx, tx, s.Clock.Now(), u.ID, in.Body.Code)
			if err == nil && recovery {
				err = s.TellOwner(ctx, tx, u, "recovery-code-used")
			}
			if err != nil {
				return nil, err
			}
		}
		for _, c := range []httpd.Counted{guessed, counted} {
			if err := c.TakeBack(ctx, tx); err != nil {
				return nil, err
			}
		}
		if fresh != "" {
			if err := tx.RefreshUserPassword(ctx, query.RefreshUserPasswordParams{NewHash: fresh, ID: u.ID, OldHash: u.passwordHash}); err != nil {
				return nil, err
			}
		}
		_, setCookie, err := s.logInBy(ctx, tx, u, in.Body.Remember, second.challenge != "")
		return setCookie, err
	})
	if errors.Is(err, factor.Wrong()) { // the password was right
		s.LogEvent(ctx, "wrong second factor", u.ID)
		return nil, errors.Join(err, s.DB.Write(ctx, counted.TakeBack), s.auditFailure(ctx, u.ID, "second-factor"))
	}
	if err != nil {
		return nil, err
	}
	setCookie()
	s.LogEvent(ctx, "logged in", u.ID)
	if second.missing {
		return &LoggedIn{FactorNeeded: true}, nil
	}
	return &LoggedIn{User: u.Public()}, nil
}

// asked is what staff need besides the password.
type asked struct {
	challenge string // the second factor to ask for: totp, passkey, or ""
	missing   bool   // a second factor must be set up first
}

func (s *Service) askedOf(ctx context.Context, u User) (asked, error) {
	if !u.Staff() {
		return asked{}, nil
	}
	f, err := factor.Of(ctx, s.DB.Read(), u.ID)
	if err != nil || f.Any() {
		return asked{challenge: f.Challenge()}, err
	}
	demo, err := s.IsDemo(ctx)
	return asked{missing: !demo}, err
}

// countTry counts a try before the password is checked, so that parallel tries cannot pass the limit together. account
// is the login name tried; userID is "" for unknown accounts.
func (s *Service) countTry(ctx context.Context, account, userID string) (t httpd.Counted, err error) {
	wait, err := db.WriteValue(ctx, s.DB, func(ctx context.Context, tx *db.Tx) (wait int, err error) {
		t = httpd.Counted{At: s.Clock.Now()}
		device, err := s.knownDevice(ctx, tx.Queries, userID)
		if err != nil {
			return 0, err
		}
		if device != "" {
			return count(ctx, tx, &t, []string{"login " + device}, triesPerAccount, "login "+device+" slow")
		}
		what := "login account " + account
		here := what + " at " + addressKey(httpd.ClientIP(ctx))
		if wait, err = count(ctx, tx, &t, httpd.NetworkKeys(ctx, what+" at"), triesPerAccount, here+" slow"); wait > 0 || err != nil {
			return wait, err
		}
		address := "login address"
		if wait, err = count(ctx, tx, &t, httpd.NetworkKeys(ctx, address), triesPerAddress, address+" slow "+addressKey(httpd.ClientIP(ctx))); wait > 0 || err != nil {
			return wait, err
		}
		over, err := httpd.CountHit(ctx, tx, t.At, what, triesOverall, triesWindow)
		if t.Keys = append(t.Keys, what); over == 0 || err != nil {
			return 0, err
		}
		return httpd.CountNetwork(ctx, tx, t.At, what+" rare at", 1, rareWindow)
	})
	if err != nil {
		return t, err
	}
	if wait > 0 {
		s.LogEvent(ctx, "too many passwords", userID)
		return t, fault.TooMany("too-many-tries", wait)
	}
	return t, nil
}

// untried gives back a try that was not checked because there was no room for it (fault "busy"): in a rush, whoever
// presses again would be locked out with the right password. It returns err.
func (s *Service) untried(ctx context.Context, err error, counts ...httpd.Counted) error {
	if !admission.Refused(err) {
		return err
	}
	failed := s.DB.Write(ctx, func(ctx context.Context, tx *db.Tx) error {
		for _, counted := range counts {
			if err := counted.TakeBack(ctx, tx); err != nil {
				return err
			}
		}
		return nil
	})
	return cmp.Or(failed, err)
}

// count counts a try under each key with the limit of the first, as httpd.CountNetwork does. Beyond it, one try a
// minute is allowed under the slow key.
func count(ctx context.Context, tx *db.Tx, t *httpd.Counted, keys []string, limit int64, slow string) (wait int, err error) {
	over := false
	for i, key := range keys {
		w, err := httpd.CountHit(ctx, tx, t.At, key, limit<<i, triesWindow)
		if err != nil {
			return 0, err
		}
		t.Keys = append(t.Keys, key)
		over = over || w > 0
	}
	if !over {
		return 0, nil
	}
	return httpd.CountHit(ctx, tx, t.At, slow, 1, slowWindow)
}

// auditFailure audits a failed login: with the id of a known account, without any typed text otherwise. Both take the
// same work.
func (s *Service) auditFailure(ctx context.Context, userID, reason string) error {
	subject := "login"
	if userID != "" {
		subject = "user:" + userID
	}
	return s.DB.Write(ctx, func(ctx context.Context, tx *db.Tx) error {
		return audit.Note(audit.As(ctx, audit.Guest), tx, audit.LoginFailure, subject, nil, map[string]string{"reason": reason})
	})
}
