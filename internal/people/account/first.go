package account

import (
	"context"
	"fmt"
	"strings"

	"shanmen/internal/base/clock"
	"shanmen/internal/base/fault"
	"shanmen/internal/people/account/password"
	"shanmen/internal/platform/db"
	"shanmen/internal/platform/db/query"
	"shanmen/internal/platform/httpd"
)

// FirstInvitation creates the link for the first staff account and revokes previous ones. It is valid for a day, and
// only while nobody has a role. "" if none is needed: there is a staff account, or this is a demonstration.
func (s *Service) FirstInvitation(ctx context.Context) (link string, err error) {
	demo, err := s.IsDemo(ctx)
	if err != nil || demo {
		return "", err
	}
	if there, err := s.DB.Read().AnyStaff(ctx); err != nil || there {
		return "", err
	}
	token, err := db.WriteValue(ctx, s.DB, func(ctx context.Context, tx *db.Tx) (string, error) {
		return s.IssueTicket(ctx, tx, TicketFirst, "", "")
	})
	if err != nil {
		return "", err
	}
	return s.invitationLink(token), nil
}

// acceptFirst creates the first account, with every role, for the holder of the printed link, and logs them in. Whoever
// can read that output controls the machine, so the address counts as verified, as with "staff add".
func (s *Service) acceptFirst(ctx context.Context, t Ticket, in *AcceptIn) (*Accepted, error) {
	if err := nobodyYet(ctx, s.DB.Read()); err != nil {
		return nil, err
	}
	out := &Accepted{Roles: Roles, First: true}
	if in.Body.Password == "" {
		return out, nil
	}
	if strings.TrimSpace(in.Body.Email) == "" {
		return nil, fault.At("email", "required")
	}
	n := NewUser{
		Name: in.Body.Name, Email: in.Body.Email, Password: in.Body.Password, Locale: httpd.LocaleOf(ctx), Roles: Roles, audited: true,
	}
	if _, err := s.checkNew(n, password.LeastOfStaff); err != nil {
		return nil, err
	}
	if _, err := s.countRegistration(ctx); err != nil { // before the expensive password hash
		return nil, err
	}
	create, err := s.prepare(ctx, n, password.LeastOfStaff)
	if err != nil {
		return nil, err
	}
	var u User
	setCookie, err := db.WriteValue(ctx, s.DB, func(ctx context.Context, tx *db.Tx) (func(), error) {
		if err := s.spendTicket(ctx, tx, t); err != nil {
			return nil, err
		}
		if err := nobodyYet(ctx, tx.Queries); err != nil {
			return nil, err
		}
		userID, err := create(ctx, tx)
		if err != nil {
			return nil, err
		}
		if u, err = Find(ctx, tx.Queries, userID); err != nil {
			return nil, err
		}
		_, setCookie, err := s.logInBy(ctx, tx, u, false, false)
		return setCookie, err
	})
	if err != nil {
		return nil, err
	}
	setCookie()
	s.LogEvent(ctx, "first account made", u.ID)
	out.Name, out.Accepted, out.FactorNeeded = u.Name, true, true
	return out, nil
}

// nobodyYet refuses a first account if there is one already.
func nobodyYet(ctx context.Context, r db.Reader) error {
	there, err := r.AnyStaff(ctx)
	if err != nil {
		return fmt.Errorf("first account: %w", err)
	}
	if there {
		return errTicketDead
	}
	return nil
}

// endFirst revokes previously printed links.
func endFirst(ctx context.Context, tx *db.Tx, now clock.Millis) error {
	return tx.EndTicketsOfNobody(ctx, query.EndTicketsOfNobodyParams{UsedAt: now, Purpose: TicketFirst})
}
