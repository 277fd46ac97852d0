package account

import (
	"context"
	"errors"
	"fmt"
	"time"

	"shanmen/internal/base/clock"
	"shanmen/internal/base/fault"
	"shanmen/internal/base/id"
	"shanmen/internal/platform/audit"
	"shanmen/internal/platform/db"
	"shanmen/internal/platform/db/query"
	"shanmen/internal/platform/httpd"
)

// term is the lifetime of a kind of session.
type term struct {
	absolute time.Duration // since its start
	idle     time.Duration // since its last use; 0: no limit
	cookie   time.Duration // of the cookie; 0: until the browser closes
}

const day = 24 * time.Hour

var (
	guestTerm    = term{absolute: 30 * day, cookie: 30 * day}
	memberTerm   = term{absolute: 30 * day, idle: 12 * time.Hour}
	rememberTerm = term{absolute: 30 * day, cookie: 30 * day}
	staffTerm    = term{absolute: 12 * time.Hour, idle: 30 * time.Minute}
)

// termOf always gives staff the short term.
func termOf(u User, remember bool) term {
	switch {
	case u.Staff():
		return staffTerm
	case remember:
		return rememberTerm
	}
	return memberTerm
}

// touchEvery is the minimum interval at which a session's use is recorded.
const touchEvery = 5 * time.Minute

// Visitor finds the owner of a session token. An unknown, ended or disabled one gives the zero Visitor.
func (s *Service) Visitor(ctx context.Context, token string) (httpd.Visitor, error) {
	row, err := s.DB.Read().SessionByToken(ctx, id.Hash(token))
	if errors.Is(err, db.ErrNoRows) {
		return httpd.Visitor{}, nil
	}
	if err != nil {
		return httpd.Visitor{}, fmt.Errorf("load session: %w", err)
	}
	now := clock.MillisOf(s.Clock.Now())
	if now >= row.ExpiresAt || (row.IdleMs > 0 && now >= row.LastUsedAt.Add(time.Duration(row.IdleMs)*time.Millisecond)) {
		return httpd.Visitor{}, nil
	}
	v := httpd.Visitor{SessionID: row.ID}
	if row.UserID != nil {
		if row.UserStatus == nil || *row.UserStatus != StatusActive {
			return httpd.Visitor{}, nil
		}
		v.UserID, v.Name, v.Roles = *row.UserID, *row.UserName, SplitRoles(row.Roles)
		if row.MemberID != nil {
			v.MemberID = *row.MemberID
		}
		if v.Staff() && !row.Factor && row.Demo != demoMark {
			if v, err = s.withoutSecondFactor(ctx, v); err != nil || v.SessionID == "" {
				return httpd.Visitor{}, err
			}
		}
	}
	if stale := now.Add(-touchEvery); row.LastUsedAt <= stale {
		err := s.DB.Write(ctx, func(ctx context.Context, tx *db.Tx) error {
			return tx.TouchSession(ctx, query.TouchSessionParams{Now: now, ID: row.ID, Stale: stale})
		})
		if err != nil { // ignore: the next request records it
			s.log().Warn("session use not written", "error", err)
		}
	}
	return v, nil
}

// EnsureSession returns the visitor's session, or a new guest session; the caller calls setCookie after the commit (a
// no-op for an existing one). A member whose session ended meanwhile gets fault "not-logged-in", never a guest session.
func (s *Service) EnsureSession(ctx context.Context, tx *db.Tx) (sessionID string, setCookie func(), err error) {
	v := httpd.VisitorOf(ctx)
	if v.SessionID != "" {
		n, err := tx.SessionIsThere(ctx, v.SessionID)
		if err != nil {
			return "", nil, fmt.Errorf("session: %w", err)
		}
		if n > 0 {
			return v.SessionID, func() {}, nil
		}
		if v.LoggedIn() {
			return "", nil, fault.Login("not-logged-in")
		}
	}
	if err := s.limitGuests(ctx, tx); err != nil {
		return "", nil, err
	}
	sessionID, token, err := s.addSession(ctx, tx, nil, false, guestTerm)
	return sessionID, func() { httpd.SetSession(ctx, token, guestTerm.cookie) }, err
}

func (s *Service) addSession(ctx context.Context, tx *db.Tx, userID *string, remember bool, t term) (sessionID, token string, err error) {
	now := s.Clock.Now()
	sessionID, token = newID(), id.Token()
	origin := ""
	if userID == nil {
		origin = originOf(httpd.ClientIP(ctx))
	}
	err = tx.AddSession(ctx, query.AddSessionParams{
		ID: sessionID, TokenHash: id.Hash(token), UserID: userID, Remember: remember,
		CreatedAt: clock.MillisOf(now), LastUsedAt: clock.MillisOf(now), ExpiresAt: clock.MillisOf(now.Add(t.absolute)),
		IdleMs: t.idle.Milliseconds(), UserAgent: httpd.UserAgent(ctx), Ip: httpd.ClientIP(ctx), Origin: origin,
	})
	if err != nil {
		return "", "", fmt.Errorf("add session: %w", err)
	}
	return sessionID, token, nil
}

// logIn creates a new session for the user and ends the visitor's old one, so that a cookie planted before a login is
// useless after it. Call setCookie after the commit.
func (s *Service) logIn(ctx context.Context, tx *db.Tx, u User, remember bool) (setCookie func(), err error) {
	_, setCookie, err = s.logInBy(ctx, tx, u, remember, false)
	return setCookie, err
}

// logInBy is logIn that also returns the session's id. proven: a second factor was given.
func (s *Service) logInBy(ctx context.Context, tx *db.Tx, u User, remember, proven bool) (sessionID string, setCookie func(), err error) {
	old := httpd.VisitorOf(ctx).SessionID
	t := termOf(u, remember)
	sessionID, token, err := s.addSession(ctx, tx, &u.ID, remember, t)
	if err != nil {
		return "", nil, err
	}
	if proven {
		if err := tx.ProveSession(ctx, sessionID); err != nil {
			return "", nil, fmt.Errorf("prove session: %w", err)
		}
	}
	if u.Staff() {
		how := map[string]bool{"secondFactor": proven}
		if err := audit.Note(audit.As(ctx, u.ID), tx, audit.Login, "user:"+u.ID, nil, how); err != nil {
			return "", nil, err
		}
	}
	if s.OnLogin != nil {
		if err := s.OnLogin(ctx, tx, old, u.ID); err != nil {
			return "", nil, err
		}
	}
	if old != "" {
		if err := tx.EndSession(ctx, old); err != nil {
			return "", nil, fmt.Errorf("end session: %w", err)
		}
	}
	setDevice, err := s.knowDevice(ctx, tx, u.ID)
	if err != nil {
		return "", nil, err
	}
	return sessionID, func() {
		httpd.SetSession(ctx, token, t.cookie)
		setDevice()
	}, nil
}

// EndSessions ends the user's sessions except keep ("": all).
func EndSessions(ctx context.Context, tx *db.Tx, userID, keep string) error {
	return tx.EndSessionsOfUser(ctx, query.EndSessionsOfUserParams{UserID: &userID, Keep: keep})
}

// ForgetSessions deletes ended sessions with their codes.
func (s *Service) ForgetSessions(ctx context.Context) error {
	return s.DB.Write(ctx, func(ctx context.Context, tx *db.Tx) error {
		now := clock.MillisOf(s.Clock.Now())
		if err := tx.ForgetTickets(ctx, now); err != nil {
			return fmt.Errorf("tickets: %w", err)
		}
		if err := tx.ForgetCeremonies(ctx, now); err != nil {
			return fmt.Errorf("passkey ceremonies: %w", err)
		}
		if err := tx.ForgetDevices(ctx, now); err != nil {
			return fmt.Errorf("known devices: %w", err)
		}
		return tx.ForgetSessions(ctx, now)
	})
}

// SessionUser is the browser's data about the logged-in user.
type SessionUser struct {
	ID          string `json:"id"`
	Name        string `json:"name"`
	ChineseName string `json:"chineseName"`
	Email       string `json:"email"`
	// Mails are only sent once the address is confirmed.
	EmailConfirmed bool     `json:"emailConfirmed"`
	Mobile         string   `json:"mobile" doc:"E.164"`
	Locale         string   `json:"locale" enum:"en,zh"`
	Roles          []string `json:"roles"`
	TextSize       int      `json:"textSize" doc:"Text size, 1 to 3; 0: set on each device"`
	NoPassword     bool     `json:"noPassword,omitempty" doc:"No password was ever set: login is by code or passkey"`
	Member         bool     `json:"member" doc:"Has a member record with a family book; staff may have none"`
}

// Public converts the user to what the browser may know.
func (u User) Public() *SessionUser {
	roles := u.Roles
	if roles == nil {
		roles = []string{}
	}
	return &SessionUser{u.ID, u.Name, u.ChineseName, u.Email, u.EmailConfirmed, u.Mobile, string(u.Locale), roles, u.TextSize, !u.HasPassword(), u.MemberID != ""}
}

// CartSummary is the session's data about the cart.
type CartSummary struct {
	Count int `json:"count"`
}

// Session is the answer of GET /api/_auth/session.
type Session struct {
	User   *SessionUser `json:"user,omitempty" doc:"Absent for guests"`
	Cart   *CartSummary `json:"cart,omitempty" doc:"Absent when there is no cart"`
	Notice *Notice      `json:"notice,omitempty" doc:"Absent when there is nothing to tell the member"`
	// FactorNeeded is set for staff who have given a password and must set up a second factor first.
	FactorNeeded bool `json:"factorNeeded,omitempty" doc:"Staff must set up a second factor first"`
}

// Session answers who is logged in and whether there is a cart. It refuses nobody.
func (s *Service) Session(ctx context.Context, _ *struct{}) (*Session, error) {
	v := httpd.VisitorOf(ctx)
	out := &Session{FactorNeeded: v.PendingID != ""}
	if v.LoggedIn() {
		u, err := Find(ctx, s.DB.Read(), v.UserID)
		if err != nil && !errors.Is(err, fault.NotFound()) { // erased between the two reads: a guest
			return nil, err
		}
		if err == nil {
			out.User = u.Public()
			if out.Notice, err = noticeOf(ctx, s.DB.Read(), u); err != nil {
				return nil, err
			}
		}
	}
	if v.SessionID != "" && s.CartCount != nil {
		n, err := s.CartCount(ctx, v)
		if err != nil {
			return nil, err
		}
		if n > 0 {
			out.Cart = &CartSummary{Count: n}
		}
	}
	return out, nil
}

// LoggedOut is the answer of DELETE /api/_auth/session.
type LoggedOut struct {
	LoggedOut bool `json:"loggedOut"`
}

// Logout ends the visitor's session on the server and removes the cookie. It is idempotent.
func (s *Service) Logout(ctx context.Context, _ *struct{}) (*LoggedOut, error) {
	v := httpd.VisitorOf(ctx)
	if v.SessionID != "" {
		err := s.DB.Write(ctx, func(ctx context.Context, tx *db.Tx) error { return tx.EndSession(ctx, v.SessionID) })
		if err != nil {
			return nil, fmt.Errorf("end session: %w", err)
		}
		s.LogEvent(ctx, "logged out", v.UserID)
	}
	httpd.ClearSession(ctx)
	return &LoggedOut{true}, nil
}

// Identity is the logged-in account with the member record.
type Identity struct {
	User   IdentityUser    `json:"user"`
	Member *IdentityMember `json:"member" null:"true" doc:"null for staff without a member record"`
}

// IdentityUser is the account as its owner sees it.
type IdentityUser struct {
	SessionUser
	MobileVerified bool `json:"mobileVerified"`
}

// IdentityMember is the devotee's record.
type IdentityMember struct {
	ID    string    `json:"id"`
	Since time.Time `json:"since"`
}

// Identity answers GET /api/auth/identity, which guests cannot call.
func (s *Service) Identity(ctx context.Context, _ *struct{}) (*Identity, error) {
	u, err := Find(ctx, s.DB.Read(), httpd.VisitorOf(ctx).UserID)
	if errors.Is(err, fault.NotFound()) {
		return nil, fault.Login("not-logged-in")
	}
	if err != nil {
		return nil, err
	}
	out := &Identity{User: IdentityUser{*u.Public(), u.MobileVerified}}
	if u.MemberID != "" {
		out.Member = &IdentityMember{u.MemberID, u.MemberSince}
	}
	return out, nil
}

// LogEvent logs a login event with the user's id only, never a number or address.
func (s *Service) LogEvent(ctx context.Context, what, userID string) {
	s.log().Info("account: "+what, "request", httpd.RequestID(ctx), "user", userID, "from", httpd.ClientIP(ctx))
}
