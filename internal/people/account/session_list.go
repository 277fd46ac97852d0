package account

import (
	"context"
	"fmt"
	"time"

	"shanmen/internal/base/clock"
	"shanmen/internal/base/fault"
	"shanmen/internal/platform/db"
	"shanmen/internal/platform/db/query"
	"shanmen/internal/platform/httpd"
)

// OpenSession is a session as its owner may recognise it. The network address is not sent: it is no use to an owner,
// but to an onlooker.
type OpenSession struct {
	ID         string    `json:"id"`
	Browser    string    `json:"browser" doc:"A name like Safari; empty when it is not known"`
	System     string    `json:"system" doc:"A name like iPhone or Windows; empty when it is not known"`
	Kind       string    `json:"kind" enum:"phone,tablet,computer,unknown"`
	StartedAt  time.Time `json:"startedAt"`
	LastUsedAt time.Time `json:"lastUsedAt" doc:"Time of last use, accurate to five minutes"`
	Current    bool      `json:"current" doc:"This is the session of the request"`
}

// OpenSessions is the answer of GET /api/member/session, the asking session first, then by last use.
type OpenSessions struct {
	Sessions []OpenSession `json:"sessions"`
}

// Sessions lists the logged-in user's sessions.
func (s *Service) Sessions(ctx context.Context, _ *struct{}) (*OpenSessions, error) {
	v := httpd.VisitorOf(ctx)
	rows, err := s.DB.Read().SessionsOfUser(ctx, query.SessionsOfUserParams{
		UserID: &v.UserID, Now: clock.MillisOf(s.Clock.Now()), CurrentID: v.SessionID,
	})
	if err != nil {
		return nil, fmt.Errorf("sessions: %w", err)
	}
	out := &OpenSessions{Sessions: []OpenSession{}}
	for _, row := range rows {
		d := deviceOf(row.UserAgent)
		out.Sessions = append(out.Sessions, OpenSession{
			ID: row.ID, Browser: d.browser, System: d.system, Kind: d.kind,
			StartedAt: row.CreatedAt.Time(), LastUsedAt: row.LastUsedAt.Time(), Current: row.ID == v.SessionID,
		})
	}
	return out, nil
}

// SessionID names a session in a path.
type SessionID struct {
	ID string `path:"id"`
}

// SessionsEnded is the answer of calls that end other sessions.
type SessionsEnded struct {
	Ended int `json:"ended" doc:"Number of sessions that were ended"`
}

// EndOneSession ends one of the member's sessions. Another user's is not found.
func (s *Service) EndOneSession(ctx context.Context, in *SessionID) (*SessionsEnded, error) {
	v := httpd.VisitorOf(ctx)
	n, err := db.WriteValue(ctx, s.DB, func(ctx context.Context, tx *db.Tx) (int64, error) {
		return tx.EndOwnSession(ctx, query.EndOwnSessionParams{ID: in.ID, UserID: &v.UserID})
	})
	if err != nil {
		return nil, fmt.Errorf("end session: %w", err)
	}
	if n == 0 {
		return nil, fault.NotFound()
	}
	s.LogEvent(ctx, "logged out elsewhere", v.UserID)
	return &SessionsEnded{int(n)}, nil
}

// EndOtherSessions ends the member's other sessions.
func (s *Service) EndOtherSessions(ctx context.Context, _ *struct{}) (*SessionsEnded, error) {
	v := httpd.VisitorOf(ctx)
	now := clock.MillisOf(s.Clock.Now())
	n, err := db.WriteValue(ctx, s.DB, func(ctx context.Context, tx *db.Tx) (int, error) {
		rows, err := tx.SessionsOfUser(ctx, query.SessionsOfUserParams{UserID: &v.UserID, Now: now, CurrentID: v.SessionID})
		if err != nil {
			return 0, err
		}
		others := 0
		for _, row := range rows {
			if row.ID != v.SessionID {
				others++
			}
		}
		return others, EndSessions(ctx, tx, v.UserID, v.SessionID)
	})
	if err != nil {
		return nil, fmt.Errorf("end sessions: %w", err)
	}
	s.LogEvent(ctx, "logged out everywhere else", v.UserID)
	return &SessionsEnded{n}, nil
}

// Security is the data of the security page.
type Security struct {
	Email          string        `json:"email"`
	EmailConfirmed bool          `json:"emailConfirmed"`
	Mobile         string        `json:"mobile" doc:"E.164"`
	MobileVerified bool          `json:"mobileVerified"`
	Staff          bool          `json:"staff" doc:"Staff account, for which longer passwords are required"`
	Sessions       []OpenSession `json:"sessions"`
}

// SecurityPage shows passwords, factors and sessions of the logged-in user.
func (s *Service) SecurityPage(ctx context.Context, r httpd.PageRequest) (httpd.PageData, error) {
	u, err := Find(ctx, s.DB.Read(), r.Visitor.UserID)
	if err != nil {
		return httpd.PageData{}, err
	}
	open, err := s.Sessions(ctx, &struct{}{})
	if err != nil {
		return httpd.PageData{}, err
	}
	return httpd.PageData{Data: Security{u.Email, u.EmailConfirmed, u.Mobile, u.MobileVerified, u.Staff(), open.Sessions}}, nil
}
