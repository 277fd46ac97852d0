package staff

import (
	"context"
	"fmt"

	"shanmen/internal/base/fault"
	"shanmen/internal/people/account"
	"shanmen/internal/people/account/factor"
	"shanmen/internal/platform/audit"
	"shanmen/internal/platform/db"
	"shanmen/internal/platform/httpd"
)

// Member is a staff account.
type Member struct {
	ID          string   `json:"id"`
	Name        string   `json:"name"`
	ChineseName string   `json:"chineseName"`
	Email       string   `json:"email"`
	Mobile      string   `json:"mobile" doc:"E.164"`
	Roles       []string `json:"roles"`
	Active      bool     `json:"active"`
	TOTP        bool     `json:"totp"`
	Passkeys    int      `json:"passkeys"`
	Invited     bool     `json:"invited" doc:"Invited, and has not set a password yet"`
	Waits       bool     `json:"waits" doc:"Has a password, but must set up a second factor before working"`
	Member      bool     `json:"member" doc:"Also has a member record, so all roles can be removed"`
}

// List is the answer of GET /api/admin/staff.
type List struct {
	Staff []Member `json:"staff"`
}

// List lists the staff accounts by name, including disabled ones.
func (s *Service) List(ctx context.Context, _ *struct{}) (*List, error) {
	rows, err := s.DB.Read().StaffAccounts(ctx)
	if err != nil {
		return nil, fmt.Errorf("staff: %w", err)
	}
	demo, err := s.Accounts.IsDemo(ctx)
	if err != nil {
		return nil, err
	}
	out := &List{Staff: []Member{}}
	for _, row := range rows {
		out.Staff = append(out.Staff, Member{
			ID: row.ID, Name: row.Name, ChineseName: row.ChineseName, Email: row.Email, Mobile: row.Mobile,
			Roles: account.SplitRoles(row.Roles), Active: row.Status == account.StatusActive, TOTP: row.Totp > 0, Passkeys: int(row.Passkeys),
			Invited: row.Invited == 1, Member: row.MemberID != nil,
			Waits: row.Status == account.StatusActive && Lacks(row.Invited == 0, row.Totp+row.Passkeys > 0, demo) == SecondStep,
		})
	}
	return out, nil
}

// ResetFactorIn is the input of POST /api/admin/staff/{id}/reset-factor.
type ResetFactorIn struct {
	ID string `path:"id"`
}

// FactorReset is its answer.
type FactorReset struct {
	Reset bool `json:"reset"`
}

// ResetColleague removes a colleague's second factors, so that they set one up at the next login. One's own is changed
// in the profile, not here.
func (s *Service) ResetColleague(ctx context.Context, in *ResetFactorIn) (*FactorReset, error) {
	actor := httpd.VisitorOf(ctx).UserID
	if in.ID == actor {
		return nil, fault.Invalid("factor-own")
	}
	if err := s.ResetFactor(ctx, in.ID, actor); err != nil {
		return nil, err
	}
	return &FactorReset{true}, nil
}

// ResetFactor removes app, passkeys and recovery codes of a staff account, ends its sessions and notifies its owner.
// actor is recorded in the audit trail. Unknown ids and members are fault.NotFound.
func (s *Service) ResetFactor(ctx context.Context, userID, actor string) error {
	err := s.DB.Write(ctx, func(ctx context.Context, tx *db.Tx) error {
		u, err := account.LockedUser(ctx, tx, userID)
		if err != nil {
			return err
		}
		if !u.Staff() {
			return fault.NotFound()
		}
		had, err := factor.Of(ctx, tx.Queries, u.ID)
		if err != nil {
			return err
		}
		if err := factor.Forget(ctx, tx, u.ID); err != nil {
			return fmt.Errorf("reset second factor: %w", err)
		}
		if err := tx.ErasePasskeys(ctx, u.ID); err != nil {
			return fmt.Errorf("remove passkeys: %w", err)
		}
		if err := tx.EraseCeremonies(ctx, &u.ID); err != nil {
			return fmt.Errorf("end ceremonies: %w", err)
		}
		if err := account.EndSessions(ctx, tx, u.ID, ""); err != nil {
			return fmt.Errorf("end sessions: %w", err)
		}
		if err := s.Accounts.TellOwner(ctx, tx, u, "factor-changed"); err != nil {
			return err
		}
		return audit.Note(ctx, tx, "staff.reset-factor", "user:"+u.ID,
			map[string]any{"totp": had.TOTP, "passkeys": had.Passkeys, "recoveryCodes": had.RecoveryCodes}, nil)
	})
	if err != nil {
		return err
	}
	s.Accounts.LogEvent(ctx, "second factor reset by "+actor, userID)
	return nil
}
