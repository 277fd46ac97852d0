package staff

import (
	"context"

	"shanmen/internal/base/fault"
	"shanmen/internal/people/account"
	"shanmen/internal/platform/audit"
	"shanmen/internal/platform/db"
)

// InviteIn is the body of POST /api/admin/staff/{id}/invite.
type InviteIn struct {
	ID   string `path:"id"`
	Body struct {
		Send string `json:"send" enum:"mail,sms,link"`
	}
}

// Invite sends an invitation again and revokes earlier ones. If the account has a password: "staff-has-password"; its
// owner uses the forgotten-password page.
func (s *Service) Invite(ctx context.Context, in *InviteIn) (*account.Invitation, error) {
	return db.WriteValue(ctx, s.DB, func(ctx context.Context, tx *db.Tx) (*account.Invitation, error) {
		u, err := account.LockedUser(ctx, tx, in.ID)
		if err != nil {
			return nil, err
		}
		switch {
		case !u.Staff():
			return nil, fault.NotFound()
		case !u.Active():
			return nil, fault.Invalid("staff-disabled")
		case u.HasPassword():
			return nil, fault.Invalid("staff-has-password")
		}
		if wrong := account.CannotInvite(in.Body.Send, u.Mobile, u.Email); wrong != nil {
			return nil, fault.InvalidFields(wrong)
		}
		if err := audit.Note(ctx, tx, "staff.invite", "user:"+u.ID, nil, map[string]string{"send": in.Body.Send}); err != nil {
			return nil, err
		}
		return s.Accounts.SendInvitation(ctx, tx, u, in.Body.Send)
	})
}
