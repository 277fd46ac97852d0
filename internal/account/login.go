package account

import (
	"context"
	"errors"
	"time"

	"shanmen/internal/audit"
	"shanmen/internal/db"
	"shanmen/internal/db/query"
	"shanmen/internal/fault"
	"shanmen/internal/httpd"
)

// Limits of wrong passwords. Beyond them one try a minute is left, so that nobody can lock an owner
// out for good.
const (
	triesPerAccount = 10
	triesPerAddress = 100
	triesWindow     = 15 * time.Minute
	slowWindow      = time.Minute
)

// AuthenticationIn is the body of POST /api/auth/authentication.
type AuthenticationIn struct {
	Body struct {
		Identifier string `json:"identifier" doc:"A mobile number or an e-mail address"`
		Password   string `json:"password"`
		Remember   bool   `json:"remember,omitempty" doc:"Stay logged in for 30 days; members only"`
		Code       string `json:"code,omitempty" doc:"The answer to a challenge: a code of the app, or a recovery code"`
	}
}

// LoggedIn is the answer of a login. One of its fields is there.
type LoggedIn struct {
	User *SessionUser `json:"user,omitempty"`
	// Challenge asks staff for their second factor. Nobody is logged in yet.
	Challenge string `json:"challenge,omitempty" enum:"totp,passkey" doc:"The password was right: send the same again with a code, or log in by passkey"`
	// FactorNeeded is for staff who have no second factor yet: their session reaches only the page that
	// sets one up.
	FactorNeeded bool `json:"factorNeeded,omitempty"`
}

// Authenticate logs in with a password. Unknown, unproven and disabled accounts get the same words,
// after the same time, as a wrong password.
func (s *Service) Authenticate(ctx context.Context, in *AuthenticationIn) (*LoggedIn, error) {
	who := parseIdentifier(in.Body.Identifier)
	var u User
	found := false
	if who != (identifier{}) {
		var err error
		if u, found, err = findBy(ctx, s.DB.Read(), who); err != nil {
			return nil, err
		}
	}
	account := who.key(in.Body.Identifier)
	if found {
		account = u.ID // one count for the number and the address of the same account
	}
	counted, err := s.countTry(ctx, account, u.ID)
	if err != nil {
		return nil, err
	}
	right, err := s.passwords().Verify(ctx, in.Body.Password, u.passwordHash)
	if err != nil {
		return nil, err
	}
	if !right || !u.active {
		s.event(ctx, "wrong password", u.ID)
		if err := s.auditFailure(ctx, u.ID, "password"); err != nil {
			return nil, err
		}
		return nil, fault.Login("wrong-credentials")
	}
	second, err := s.askedOf(ctx, u)
	if err != nil {
		return nil, err
	}
	var guessed []tries
	var seen seenFactor
	if second.challenge != "" {
		if in.Body.Code == "" {
			return &LoggedIn{Challenge: second.challenge}, s.DB.Write(ctx, counted.takeBack)
		}
		if guessed, err = s.countCodeTry(ctx, u.ID); err != nil {
			return nil, err
		}
		if seen, err = s.seeFactor(ctx, u, in.Body.Code); err != nil {
			return nil, err
		}
	}
	fresh := ""
	if s.passwords().stale(u.passwordHash) {
		if fresh, err = s.passwords().Hash(ctx, in.Body.Password); err != nil {
			return nil, err
		}
	}
	setCookie, err := db.WriteValue(ctx, s.DB, func(ctx context.Context, tx *db.Tx) (func(), error) {
		now, err := lockedUser(ctx, tx, u.ID)
		if err != nil {
			return nil, err
		}
		if !now.active || now.passwordHash != u.passwordHash { // changed while we were hashing
			return nil, fault.Login("wrong-credentials")
		}
		u = now
		if second.challenge != "" {
			if err := s.spendFactor(ctx, tx, u, in.Body.Code, seen); err != nil {
				return nil, err
			}
		}
		for _, c := range append(guessed, counted) {
			if err := c.takeBack(ctx, tx); err != nil {
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
	if errors.Is(err, wrongFactor()) { // the password was right
		s.event(ctx, "wrong second factor", u.ID)
		return nil, errors.Join(err, s.DB.Write(ctx, counted.takeBack), s.auditFailure(ctx, u.ID, "second-factor"))
	}
	if err != nil {
		return nil, err
	}
	setCookie()
	s.event(ctx, "logged in", u.ID)
	if second.missing {
		return &LoggedIn{FactorNeeded: true}, nil
	}
	return &LoggedIn{User: u.Public()}, nil
}

// asked is what a right password alone does not do for staff.
type asked struct {
	challenge string // what is asked for: totp, passkey, or "" for nothing
	missing   bool   // a second factor has to be set up first
}

func (s *Service) askedOf(ctx context.Context, u User) (asked, error) {
	if !u.Staff() {
		return asked{}, nil
	}
	f, err := factorOf(ctx, s.DB.Read(), u.ID)
	if err != nil || f.any() {
		return asked{challenge: f.challenge()}, err
	}
	demo, err := s.IsDemo(ctx)
	return asked{missing: !demo}, err
}

// tries remembers what a login counted, so that a right password does not count as a wrong one.
type tries struct {
	keys []string
	at   time.Time // when they were counted
}

func (t tries) takeBack(ctx context.Context, tx *db.Tx) error {
	for _, k := range t.keys {
		if err := httpd.UncountHit(ctx, tx, t.at, k); err != nil {
			return err
		}
	}
	return nil
}

// countTry counts a try before the password is looked at, so that parallel ones cannot pass the
// limit together. userID is "" for unknown accounts.
func (s *Service) countTry(ctx context.Context, account, userID string) (tries, error) {
	now := s.Clock.Now()
	address := addressKey(httpd.ClientIP(ctx))
	t := tries{keys: []string{"login account " + account, "login address " + address}, at: now}
	wait, err := db.WriteValue(ctx, s.DB, func(ctx context.Context, tx *db.Tx) (int, error) {
		for i, limit := range []int64{triesPerAccount, triesPerAddress} {
			over, err := httpd.CountHit(ctx, tx, now, t.keys[i], limit, triesWindow)
			if err != nil || over == 0 {
				if err != nil {
					return 0, err
				}
				continue
			}
			slow := t.keys[i] + " slow"
			if i == 0 {
				// Where the owner is logged in, the owner has a minute of their own. Nobody's is looked
				// for too: how long that takes would tell whether there is an account.
				n, err := tx.CountSessionsFrom(ctx, query.CountSessionsFromParams{UserID: &userID, Ip: httpd.ClientIP(ctx), ExpiresAt: now.UnixMilli()})
				if err != nil {
					return 0, err
				}
				if n > 0 {
					slow += " at " + address
				}
			}
			if wait, err := httpd.CountHit(ctx, tx, now, slow, 1, slowWindow); wait > 0 || err != nil {
				return wait, err
			}
		}
		return 0, nil
	})
	if err != nil {
		return t, err
	}
	if wait > 0 {
		s.event(ctx, "too many passwords", userID)
		return t, fault.TooMany("too-many-tries", wait)
	}
	return t, nil
}

// auditFailure records a login that failed: of a known account its id, of a stranger nothing that was typed.
// It is the same work for both.
func (s *Service) auditFailure(ctx context.Context, userID, reason string) error {
	subject := "login"
	if userID != "" {
		subject = "user:" + userID
	}
	return s.DB.Write(ctx, func(ctx context.Context, tx *db.Tx) error {
		return audit.Record(ctx, tx, s.Clock.Now(), audit.Entry{
			ActorID: audit.Guest, Action: audit.LoginFailure, Subject: subject, After: map[string]string{"reason": reason},
		})
	})
}
