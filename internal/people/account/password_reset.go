package account

import (
	"context"
	"encoding/json"
	"fmt"

	"shanmen/internal/base/clock"
	"shanmen/internal/base/fault"
	"shanmen/internal/people/account/otp"
	"shanmen/internal/people/account/password"
	"shanmen/internal/platform/admission"
	"shanmen/internal/platform/db"
	"shanmen/internal/platform/db/query"
	"shanmen/internal/platform/httpd"
)

// ForgetPasswordIn is the body of POST /api/auth/forget-password.
type ForgetPasswordIn struct {
	Body struct {
		Identifier string `json:"identifier" doc:"A mobile number or an e-mail address"`
	}
}

// forgotten is the session state of a forgotten password: the typed text, so that limits count the same whoever owns
// it.
type forgotten struct {
	Mobile   string `json:"mobile,omitempty"`
	EmailKey string `json:"emailKey,omitempty"`
}

func readForgotten(st query.OtpState) (identifier, error) {
	var f forgotten
	if err := json.Unmarshal([]byte(st.Payload), &f); err != nil {
		return identifier{}, fmt.Errorf("forgotten password: %w", err)
	}
	return identifier{mobile: f.Mobile, emailKey: f.EmailKey}, nil
}

// ForgetPassword sends a code to the verified number or address. Unknown ones get the same answer, and nothing is sent.
func (s *Service) ForgetPassword(ctx context.Context, in *ForgetPasswordIn) (*otp.Sent, error) {
	who := parseIdentifier(in.Body.Identifier)
	if who == (identifier{}) {
		return nil, fault.At("identifier", "identifier-invalid")
	}
	return s.forgot(ctx, otp.ForPassword, who)
}

// forgot stores a state of a secret purpose in the visitor's session, and sends its code to the owner of a number or
// address.
func (s *Service) forgot(ctx context.Context, purpose string, who identifier) (*otp.Sent, error) {
	payload, err := json.Marshal(forgotten{who.mobile, who.emailKey})
	if err != nil {
		return nil, err
	}
	asked := otp.BySMS
	if who.emailKey != "" {
		asked = otp.ByMail
	}
	st := query.OtpState{
		Purpose: purpose, Mobile: who.mobile, Email: who.emailKey, Channel: asked,
		Payload: string(payload), CreatedAt: clock.MillisOf(s.Clock.Now()),
	}
	if err := s.ownerOf(ctx, s.DB.Read(), who, &st); err != nil {
		return nil, err
	}
	return s.sendToGuest(ctx, st, asked, func(old query.OtpState) bool { return old.Payload == st.Payload })
}

// ownerOf adds the owner of a number or address, with everything they have verified, to a state. Without an owner it
// stays as typed.
func (s *Service) ownerOf(ctx context.Context, r db.Reader, who identifier, st *query.OtpState) error {
	u, known, err := findBy(ctx, r, who)
	if err != nil || !known || !u.active {
		return err
	}
	st.UserID = &u.ID
	st.Mobile, st.Email = "", ""
	if u.MobileVerified {
		st.Mobile = u.Mobile
	}
	if u.EmailConfirmed {
		st.Email = u.Email
	}
	if m, _ := ParseMobile(st.Mobile); st.Channel == otp.BySMS && !s.Texts(m) && st.Email != "" {
		st.Channel = otp.ByMail
	}
	return nil
}

// ResetPasswordIn is the body of POST /api/auth/reset-password.
type ResetPasswordIn struct {
	Body struct {
		OTP      string `json:"otp"`
		Password string `json:"password" doc:"8 to 128 characters; 15 for staff"`
	}
}

// PasswordReset is the answer of POST /api/auth/reset-password.
type PasswordReset struct {
	Reset bool `json:"reset"`
}

// ResetPassword sets a new password with the code and ends all sessions of the account. An invalid password spends
// neither the code nor a guess.
func (s *Service) ResetPassword(ctx context.Context, in *ResetPasswordIn) (*PasswordReset, error) {
	v := httpd.VisitorOf(ctx)
	code, wrong := otp.Typed(in.Body.OTP)
	if f := checkPassword(in.Body.Password, password.LeastOfMember, ""); f != nil {
		wrong = append(wrong, *f)
	}
	if err := fault.InvalidFields(wrong); err != nil {
		return nil, err
	}
	codes := s.Codes()
	st, err := otp.State(ctx, s.DB.Read(), v.SessionID)
	switch {
	case err != nil:
		return nil, err
	case st.Purpose != otp.ForPassword:
		return nil, fault.Invalid("otp-not-pending")
	case !codes.Pending(st): // "expired" is distinguished from "none", without revealing whose it was
		return nil, otp.Invalid()
	}
	if st, err = codes.Guess(ctx, v.SessionID, code); err != nil {
		return nil, err
	}
	if st.Purpose != otp.ForPassword || st.UserID == nil {
		return nil, otp.Invalid()
	}
	u, err := Find(ctx, s.DB.Read(), *st.UserID)
	if err != nil {
		return nil, err
	}
	least := password.LeastOfMember
	if demo, err := s.IsDemo(ctx); err != nil {
		return nil, err
	} else if u.Staff() && !demo {
		least = password.LeastOfStaff
	}
	// What depends on the account is only revealed to the holder of its code.
	if f := checkPassword(in.Body.Password, least, u.Mobile); f != nil {
		if err := codes.Uncount(ctx, st); err != nil {
			return nil, err
		}
		return nil, fault.InvalidFields([]fault.Field{*f})
	}
	hash, err := s.passwords().Hash(ctx, in.Body.Password)
	if admission.Refused(err) {
		if failed := codes.Uncount(ctx, st); failed != nil {
			return nil, failed
		}
	}
	if err != nil {
		return nil, err
	}
	err = s.DB.Write(ctx, func(ctx context.Context, tx *db.Tx) error {
		u, err := LockedUser(ctx, tx, u.ID) // locked before the code, in the common order of password changes
		if err != nil {
			return err
		}
		if err := otp.Spend(ctx, tx, st); err != nil {
			return err
		}
		return s.setPassword(ctx, tx, u, hash, "")
	})
	if err != nil {
		return nil, err
	}
	s.LogEvent(ctx, "password reset", u.ID)
	return &PasswordReset{true}, nil
}

// setPassword stores a new password, ends the account's other sessions, open codes and tickets, and notifies the owner.
func (s *Service) setPassword(ctx context.Context, tx *db.Tx, u User, hash, keepSession string) error {
	now := clock.MillisOf(s.Clock.Now())
	if err := tx.SetUserPassword(ctx, query.SetUserPasswordParams{PasswordHash: hash, UpdatedAt: now, ID: u.ID}); err != nil {
		return fmt.Errorf("password: %w", err)
	}
	if err := s.RevokeAccess(ctx, tx, u.ID, keepSession); err != nil {
		return err
	}
	return s.TellOwner(ctx, tx, u, "password-changed")
}
