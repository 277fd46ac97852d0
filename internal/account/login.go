package account

import (
	"context"
	"time"

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
	}
}

// LoggedIn is the answer of a login.
type LoggedIn struct {
	User *SessionUser `json:"user"`
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
		return nil, fault.Login("wrong-credentials")
	}
	if u.Staff() {
		if demo, err := s.IsDemo(ctx); err != nil {
			return nil, err
		} else if !demo {
			s.event(ctx, "staff without a second factor refused", u.ID)
			return nil, &fault.Error{Kind: fault.KindForbidden, Code: "second-factor-needed"}
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
		if err := counted.takeBack(ctx, tx); err != nil {
			return nil, err
		}
		if fresh != "" {
			if err := tx.RefreshUserPassword(ctx, query.RefreshUserPasswordParams{NewHash: fresh, ID: u.ID, OldHash: u.passwordHash}); err != nil {
				return nil, err
			}
		}
		return s.logIn(ctx, tx, u, in.Body.Remember)
	})
	if err != nil {
		return nil, err
	}
	setCookie()
	s.event(ctx, "logged in", u.ID)
	return &LoggedIn{u.Public()}, nil
}

// tries remembers what a login counted, so that a right password does not count as a wrong one.
type tries struct {
	keys  []string
	start int64
}

func (t tries) takeBack(ctx context.Context, tx *db.Tx) error {
	for _, k := range t.keys {
		if err := tx.UncountThrottle(ctx, query.UncountThrottleParams{Key: k, WindowStart: t.start}); err != nil {
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
	t := tries{keys: []string{"login account " + account, "login address " + address}, start: now.Truncate(triesWindow).UnixMilli()}
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
			if i == 0 && userID != "" {
				// Where the owner is logged in, the owner has a minute of their own.
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
