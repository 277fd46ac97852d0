package account

import (
	"cmp"
	"context"
	"fmt"
	"slices"

	"shanmen/internal/audit"
	"shanmen/internal/db"
	"shanmen/internal/db/query"
	"shanmen/internal/fault"
	"shanmen/internal/httpd"
	"shanmen/internal/locale"
)

const roleAdmin = "admin"

// NewStaffIn is the body of POST /api/admin/staff.
type NewStaffIn struct {
	Body struct {
		Name        string   `json:"name"`
		ChineseName string   `json:"chineseName,omitempty"`
		Mobile      string   `json:"mobile,omitempty"`
		Email       string   `json:"email,omitempty"`
		Roles       []string `json:"roles" maxItems:"10"`
		Locale      string   `json:"locale" enum:"en,zh" doc:"Of letters to them"`
		Send        string   `json:"send" enum:"mail,sms,link" doc:"How the invitation goes: by mail, by text, or as a link on the administrator's screen"`
	}
}

// AddStaff makes an account of the office whose owner chooses the password: the invitation leads there. Its
// number and address are proven by whoever accepts it, and log nobody in before.
func (s *Service) AddStaff(ctx context.Context, in *NewStaffIn) (*Invitation, error) {
	b := in.Body
	l, ok := locale.Parse(b.Locale)
	if !ok {
		l = locale.EN
	}
	n, err := s.checkNew(NewUser{Name: b.Name, ChineseName: b.ChineseName, Mobile: b.Mobile, Email: b.Email, Roles: b.Roles, Locale: l}, false)
	if err != nil {
		return nil, err
	}
	if wrong := cannotSend(b.Send, n.mobile, n.email.key); len(b.Roles) == 0 || wrong != nil {
		if len(b.Roles) == 0 {
			wrong = append(wrong, fault.Field{Path: "roles", Code: "required"})
		}
		return nil, fault.InvalidFields(wrong)
	}
	var sent *Invitation
	made, err := db.WriteValue(ctx, s.DB, func(ctx context.Context, tx *db.Tx) (*Invitation, error) {
		sent = nil
		return httpd.Once(ctx, tx, func() (*Invitation, error) {
			userID, err := s.insertNew(ctx, tx, n)
			if err != nil {
				return nil, err
			}
			if err := s.auditStaff(ctx, tx, "staff.add", userID, nil, told(b.Roles)); err != nil {
				return nil, err
			}
			u, err := Find(ctx, tx.Queries, userID)
			if err != nil {
				return nil, err
			}
			if sent, err = s.invite(ctx, tx, u, b.Send); err != nil {
				return nil, err
			}
			return &Invitation{ID: userID, ExpiresAt: sent.ExpiresAt, SentTo: sent.SentTo}, nil // without the link: it is kept nowhere
		})
	})
	if err == nil && sent != nil {
		made.Link = sent.Link
	}
	return made, err
}

// RolesIn is the body of PUT /api/admin/staff/{id}/roles.
type RolesIn struct {
	ID   string `path:"id"`
	Body struct {
		Roles []string `json:"roles" maxItems:"10" doc:"All that the account has from now on; none ends its place in the office"`
		Send  string   `json:"send,omitempty" enum:"mail,sms,link" doc:"For a member who becomes staff: how the invitation to choose a longer password goes"`
	}
}

// SetRoles changes what an account may do in the office, and ends its sessions: a long one of a member would
// outlast the short ones that the office has. A member who becomes staff chooses a password of the office's
// length by an invitation first. Somebody who keeps no other place here must keep a role ("roles": required);
// the last administrator keeps that role ("staff-last-admin").
func (s *Service) SetRoles(ctx context.Context, in *RolesIn) (*Invitation, error) {
	roles := slices.Compact(slices.Sorted(slices.Values(in.Body.Roles)))
	for _, r := range roles {
		if !slices.Contains(Roles, r) {
			return nil, fault.InvalidFields([]fault.Field{{Path: "roles", Code: "not-a-choice"}})
		}
	}
	v := httpd.VisitorOf(ctx)
	return db.WriteValue(ctx, s.DB, func(ctx context.Context, tx *db.Tx) (*Invitation, error) {
		u, err := s.lockedStaff(ctx, tx, in.ID)
		if err != nil {
			return nil, err
		}
		if len(roles) == 0 && u.MemberID == "" {
			return nil, fault.InvalidFields([]fault.Field{{Path: "roles", Code: "required"}})
		}
		switch {
		case !u.active:
			return nil, fault.Invalid("staff-disabled")
		case u.Closing(): // it would be erased with its role
			return nil, fault.Invalid("staff-closing")
		}
		if slices.Equal(roles, u.Roles) {
			return &Invitation{ID: u.ID}, nil
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
		if err := EndSessions(ctx, tx, u.ID, keep); err != nil {
			return nil, fmt.Errorf("end sessions: %w", err)
		}
		if err := s.auditStaff(ctx, tx, "staff.roles", u.ID, told(u.Roles), told(roles)); err != nil {
			return nil, err
		}
		if u.Staff() {
			return &Invitation{ID: u.ID}, nil
		}
		return s.welcome(ctx, tx, u, in.Body.Send)
	})
}

// welcome makes a member one of the office: the old password no longer logs in.
func (s *Service) welcome(ctx context.Context, tx *db.Tx, u User, send string) (*Invitation, error) {
	if wrong := cannotSend(send, u.TextTo(), u.MailTo()); wrong != nil {
		return nil, fault.InvalidFields(wrong)
	}
	err := tx.SetUserPassword(ctx, query.SetUserPasswordParams{UpdatedAt: s.Clock.Now().UnixMilli(), ID: u.ID})
	if err != nil {
		return nil, fmt.Errorf("password: %w", err)
	}
	return s.invite(ctx, tx, u, send)
}

// StaffIDIn names an account of the office.
type StaffIDIn struct {
	ID string `path:"id"`
}

// StaffStatus tells whether an account may log in.
type StaffStatus struct {
	Active bool `json:"active"`
}

// Disable ends an account's sessions, codes and tickets at once; it logs nobody in until it is enabled. Its
// records stay. One's own is "staff-own", the last administrator's "staff-last-admin".
func (s *Service) Disable(ctx context.Context, in *StaffIDIn) (*StaffStatus, error) {
	if in.ID == httpd.VisitorOf(ctx).UserID {
		return nil, fault.Invalid("staff-own")
	}
	return s.setStatus(ctx, in.ID, false)
}

// Enable gives an account back that was disabled.
func (s *Service) Enable(ctx context.Context, in *StaffIDIn) (*StaffStatus, error) {
	return s.setStatus(ctx, in.ID, true)
}

func (s *Service) setStatus(ctx context.Context, userID string, active bool) (*StaffStatus, error) {
	return db.WriteValue(ctx, s.DB, func(ctx context.Context, tx *db.Tx) (*StaffStatus, error) {
		u, err := s.lockedStaff(ctx, tx, userID)
		if err != nil {
			return nil, err
		}
		if !u.Staff() {
			return nil, fault.NotFound()
		}
		if u.active == active {
			return &StaffStatus{active}, nil
		}
		action := "staff.enable"
		if !active {
			action = "staff.disable"
			if slices.Contains(u.Roles, roleAdmin) {
				if err := othersAdministrate(ctx, tx, u.ID); err != nil {
					return nil, err
				}
			}
			if err := s.shutDoors(ctx, tx, u.ID, ""); err != nil {
				return nil, err
			}
			if err := s.endTickets(ctx, tx, u.ID, TicketInvitation); err != nil {
				return nil, err
			}
		}
		if err := s.SetActive(ctx, tx, u.ID, active); err != nil {
			return nil, err
		}
		return &StaffStatus{active}, s.auditStaff(ctx, tx, action, u.ID, map[string]bool{"active": u.active}, map[string]bool{"active": active})
	})
}

// lockedStaff is lockedUser after the administrators: whoever takes a role or an account away waits for
// the others who do, so that two never take the last two administrators at once.
func (s *Service) lockedStaff(ctx context.Context, tx *db.Tx, userID string) (User, error) {
	if err := tx.LockAdmins(ctx); err != nil {
		return User{}, fmt.Errorf("lock administrators: %w", err)
	}
	u, err := lockedUser(ctx, tx, userID)
	if err == nil && u.closed {
		return u, fault.NotFound()
	}
	return u, err
}

// othersAdministrate refuses to leave the office without an administrator who can log in.
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

func told(roles []string) map[string]any { return map[string]any{"roles": roles} }

func (s *Service) auditStaff(ctx context.Context, tx *db.Tx, action, userID string, before, after any) error {
	return s.auditAs(ctx, tx, cmp.Or(httpd.VisitorOf(ctx).UserID, audit.System), action, userID, before, after)
}

func (s *Service) auditAs(ctx context.Context, tx *db.Tx, actor, action, userID string, before, after any) error {
	return audit.Record(ctx, tx, s.Clock.Now(), audit.Entry{ActorID: actor, Action: action, Subject: "user:" + userID, Before: before, After: after})
}
