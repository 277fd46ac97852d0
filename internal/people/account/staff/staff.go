// Package staff manages staff accounts: invitations, roles, disabling, and resetting second factors.
package staff

import (
	"context"
	"fmt"
	"slices"

	"shanmen/internal/base/clock"
	"shanmen/internal/base/fault"
	"shanmen/internal/base/locale"
	"shanmen/internal/people/account"
	"shanmen/internal/platform/audit"
	"shanmen/internal/platform/db"
	"shanmen/internal/platform/db/query"
	"shanmen/internal/platform/httpd"
)

const roleAdmin = "admin"

// Service serves administrators' calls about staff accounts.
type Service struct {
	DB       *db.DB
	Clock    clock.Clock
	Accounts *account.Service
}

// NewIn is the body of POST /api/admin/staff.
type NewIn struct {
	Body struct {
		Name        string   `json:"name"`
		ChineseName string   `json:"chineseName,omitempty"`
		Mobile      string   `json:"mobile,omitempty"`
		Email       string   `json:"email,omitempty"`
		Roles       []string `json:"roles" maxItems:"10"`
		Locale      string   `json:"locale" enum:"en,zh" doc:"Language of messages to the account"`
		Send        string   `json:"send" enum:"mail,sms,link" doc:"How the invitation is sent: by mail, by text, or as a link shown to the administrator"`
	}
}

// Add creates a staff account whose owner sets the password through the invitation. Its number and address become
// verified on acceptance, and log nobody in before.
func (s *Service) Add(ctx context.Context, in *NewIn) (*account.Invitation, error) {
	b := in.Body
	l, ok := locale.Parse(b.Locale)
	if !ok {
		l = locale.EN
	}
	create, err := s.Accounts.PrepareInvited(account.NewUser{Name: b.Name, ChineseName: b.ChineseName, Mobile: b.Mobile, Email: b.Email, Roles: b.Roles, Locale: l}, b.Send)
	if err != nil {
		return nil, err
	}
	type invited struct {
		account.Invitation
		link string // kept nowhere
	}
	made, err := httpd.WriteOnce(ctx, s.DB, func(ctx context.Context, tx *db.Tx) (*invited, error) {
		userID, err := create(ctx, tx)
		if err != nil {
			return nil, err
		}
		if err := audit.Note(ctx, tx, "staff.add", "user:"+userID, nil, rolesOf(b.Roles)); err != nil {
			return nil, err
		}
		u, err := account.Find(ctx, tx.Queries, userID)
		if err != nil {
			return nil, err
		}
		sent, err := s.Accounts.SendInvitation(ctx, tx, u, b.Send)
		if err != nil {
			return nil, err
		}
		return &invited{account.Invitation{ID: userID, ExpiresAt: sent.ExpiresAt, SentTo: sent.SentTo}, sent.Link}, nil
	})
	if err != nil {
		return nil, err
	}
	made.Link = made.link
	return &made.Invitation, nil
}

// RolesIn is the body of PUT /api/admin/staff/{id}/roles.
type RolesIn struct {
	ID   string `path:"id"`
	Body struct {
		Roles []string `json:"roles" maxItems:"10" doc:"All roles of the account from now on; empty ends its office access"`
		Send  string   `json:"send,omitempty" enum:"mail,sms,link" doc:"For a member who becomes staff: how the invitation to set a longer password is sent"`
	}
}

// SetRoles changes a staff account's roles, and ends its sessions, because a member's long session would outlast the
// short ones of staff. A member who becomes staff must first set a longer password by invitation. An account without a
// member record must keep a role ("roles": required); the last administrator must stay one ("staff-last-admin").
func (s *Service) SetRoles(ctx context.Context, in *RolesIn) (*account.Invitation, error) {
	roles := slices.Compact(slices.Sorted(slices.Values(in.Body.Roles)))
	for _, r := range roles {
		if !slices.Contains(account.Roles, r) {
			return nil, fault.At("roles", "not-a-choice")
		}
	}
	v := httpd.VisitorOf(ctx)
	return db.WriteValue(ctx, s.DB, func(ctx context.Context, tx *db.Tx) (*account.Invitation, error) {
		u, err := s.lockedStaff(ctx, tx, in.ID)
		if err != nil {
			return nil, err
		}
		if len(roles) == 0 && u.MemberID == "" {
			return nil, fault.At("roles", "required")
		}
		switch {
		case !u.Active():
			return nil, fault.Invalid("staff-disabled")
		case u.Closing(): // it would be erased with its role
			return nil, fault.Invalid("staff-closing")
		}
		if slices.Equal(roles, u.Roles) {
			return &account.Invitation{ID: u.ID}, nil
		}
		if slices.Contains(u.Roles, roleAdmin) && !slices.Contains(roles, roleAdmin) {
			if err := othersAdministrate(ctx, tx, u.ID); err != nil {
				return nil, err
			}
		}
		if err := tx.EraseRoles(ctx, u.ID); err != nil {
			return nil, fmt.Errorf("roles: %w", err)
		}
		for _, r := range roles {
			if err := tx.AddUserRole(ctx, query.AddUserRoleParams{UserID: u.ID, Role: r}); err != nil {
				return nil, fmt.Errorf("add role: %w", err)
			}
		}
		keep := ""
		if u.ID == v.UserID {
			keep = v.SessionID
		}
		if err := account.EndSessions(ctx, tx, u.ID, keep); err != nil {
			return nil, fmt.Errorf("end sessions: %w", err)
		}
		if err := audit.Note(ctx, tx, "staff.roles", "user:"+u.ID, rolesOf(u.Roles), rolesOf(roles)); err != nil {
			return nil, err
		}
		if u.Staff() {
			return &account.Invitation{ID: u.ID}, nil
		}
		return s.welcome(ctx, tx, u, in.Body.Send)
	})
}

// welcome turns a member into staff: the old password stops working.
func (s *Service) welcome(ctx context.Context, tx *db.Tx, u account.User, send string) (*account.Invitation, error) {
	if wrong := account.CannotInvite(send, u.TextTo(), u.MailTo()); wrong != nil {
		return nil, fault.InvalidFields(wrong)
	}
	err := tx.SetUserPassword(ctx, query.SetUserPasswordParams{UpdatedAt: clock.MillisOf(s.Clock.Now()), ID: u.ID})
	if err != nil {
		return nil, fmt.Errorf("password: %w", err)
	}
	return s.Accounts.SendInvitation(ctx, tx, u, send)
}

// Status is whether an account may log in.
type Status struct {
	Active bool `json:"active"`
}

// Disable ends an account's sessions, codes and tickets at once; it cannot log in until enabled. Its records stay.
// One's own: "staff-own"; the last administrator: "staff-last-admin".
func (s *Service) Disable(ctx context.Context, in *httpd.ByID) (*Status, error) {
	if in.ID == httpd.VisitorOf(ctx).UserID {
		return nil, fault.Invalid("staff-own")
	}
	return s.setStatus(ctx, in.ID, false)
}

// Enable enables a disabled account.
func (s *Service) Enable(ctx context.Context, in *httpd.ByID) (*Status, error) {
	return s.setStatus(ctx, in.ID, true)
}

func (s *Service) setStatus(ctx context.Context, userID string, active bool) (*Status, error) {
	return db.WriteValue(ctx, s.DB, func(ctx context.Context, tx *db.Tx) (*Status, error) {
		u, err := s.lockedStaff(ctx, tx, userID)
		if err != nil {
			return nil, err
		}
		if !u.Staff() {
			return nil, fault.NotFound()
		}
		if u.Active() == active {
			return &Status{active}, nil
		}
		action := "staff.enable"
		if !active {
			action = "staff.disable"
			if slices.Contains(u.Roles, roleAdmin) {
				if err := othersAdministrate(ctx, tx, u.ID); err != nil {
					return nil, err
				}
			}
			if err := s.Accounts.RevokeAccess(ctx, tx, u.ID, ""); err != nil {
				return nil, err
			}
			if err := s.Accounts.EndTickets(ctx, tx, u.ID, account.TicketInvitation); err != nil {
				return nil, err
			}
		}
		if err := s.Accounts.SetActive(ctx, tx, u.ID, active); err != nil {
			return nil, err
		}
		return &Status{active}, audit.Note(ctx, tx, action, "user:"+u.ID, map[string]bool{"active": u.Active()}, map[string]bool{"active": active})
	})
}

// lockedStaff is account.LockedUser after locking the administrators, so that two concurrent changes cannot remove the
// last two administrators.
func (s *Service) lockedStaff(ctx context.Context, tx *db.Tx, userID string) (account.User, error) {
	if err := tx.LockAdmins(ctx); err != nil {
		return account.User{}, fmt.Errorf("lock administrators: %w", err)
	}
	u, err := account.LockedUser(ctx, tx, userID)
	if err == nil && u.Closed() {
		return u, fault.NotFound()
	}
	return u, err
}

// othersAdministrate refuses to leave the office without an active administrator.
func othersAdministrate(ctx context.Context, tx *db.Tx, userID string) error {
	n, err := tx.CountAdminsBeside(ctx, userID)
	if err != nil {
		return fmt.Errorf("administrators: %w", err)
	}
	if n == 0 {
		return fault.Invalid("staff-last-admin")
	}
	return nil
}

func rolesOf(roles []string) map[string]any { return map[string]any{"roles": roles} }
