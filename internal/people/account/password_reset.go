package account

import (
	"context"
	"encoding/json"
	"fmt"

	"shanmen/internal/base/clock"
	"shanmen/internal/base/fault"
	"shanmen/internal/people/account/password"
	"shanmen/internal/platform/db"
	"shanmen/internal/platform/db/query"
	"shanmen/internal/platform/httpd"
	"shanmen/internal/platform/outbox"
)

// ForgetPasswordIn is the body of POST /api/auth/forget-password.
type ForgetPasswordIn struct {
	Body struct {
		Identifier string `json:"identifier" doc:"A mobile number or an e-mail address"`
	}
}

// forgotten waits in the session's state of a forgotten password. It is what was typed, so that the
// limits count the same whoever it belongs to.
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

// ForgetPassword sends a code to the proven number or address. Unknown ones get the same answer, and
// nothing is sent.
func (s *Service) ForgetPassword(ctx context.Context, in *ForgetPasswordIn) (*Sent, error) {
	who := parseIdentifier(in.Body.Identifier)
	if who == (identifier{}) {
		return nil, fault.InvalidFields([]fault.Field{{Path: "identifier", Code: "identifier-invalid"}})
	}
	return s.forgot(ctx, purposePassword, who)
}

// forgot puts a state of a secret purpose into the visitor's session, and sends its code to the owner of a
// number or address.
func (s *Service) forgot(ctx context.Context, purpose string, who identifier) (*Sent, error) {
	now := s.Clock.Now()
	payload, err := json.Marshal(forgotten{who.mobile, who.emailKey})
	if err != nil {
		return nil, err
	}
	st := query.OtpState{
		Purpose: purpose, Mobile: who.mobile, Email: who.emailKey, Channel: channelSMS,
		Payload: string(payload), CreatedAt: clock.MillisOf(now),
	}
	if who.emailKey != "" {
		st.Channel = channelMail
	}
	if err := s.ownerOf(ctx, s.DB.Read(), who, &st); err != nil {
		return nil, err
	}
	same := func(old query.OtpState) bool { return old.Payload == st.Payload }
	before, err := s.samePending(ctx, s.DB.Read(), httpd.VisitorOf(ctx).SessionID, st.Purpose, same)
	if err != nil {
		return nil, err
	}
	deviceKnown := false
	if before == nil || !s.justSent(*before) {
		asked := channelSMS
		if who.emailKey != "" {
			asked = channelMail
		}
		if deviceKnown, err = s.countCode(ctx, st, asked); err != nil {
			return nil, err
		}
	}
	type result struct {
		sent      *Sent
		setCookie func()
	}
	r, err := db.WriteValue(ctx, s.DB, func(ctx context.Context, tx *db.Tx) (r result, err error) {
		st := st
		if st.SessionID, r.setCookie, err = s.EnsureSession(ctx, tx); err != nil {
			return r, err
		}
		r.sent, err = s.send(ctx, tx, st, same, deviceKnown)
		return r, err
	})
	if err != nil {
		return nil, err
	}
	r.setCookie()
	return r.sent, nil
}

// ownerOf puts the owner of a number or address, and all that is proven to be theirs, into a state.
// Nobody's stays as it was typed.
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
	if m, _ := ParseMobile(st.Mobile); st.Channel == channelSMS && !s.Texts(m) && st.Email != "" {
		st.Channel = channelMail
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

// ResetPassword sets a new password by the code and ends every session of the account. A password
// that the rules refuse spends neither the code nor a guess.
func (s *Service) ResetPassword(ctx context.Context, in *ResetPasswordIn) (*PasswordReset, error) {
	v := httpd.VisitorOf(ctx)
	var wrong []fault.Field
	code := plainDigits(in.Body.OTP)
	if len(code) != codeDigits {
		wrong = append(wrong, fault.Field{Path: "otp", Code: "otp-digits"})
	}
	if f := checkPassword(in.Body.Password, password.LeastOfMember, ""); f != nil {
		wrong = append(wrong, *f)
	}
	if err := fault.InvalidFields(wrong); err != nil {
		return nil, err
	}
	old, err := s.samePending(ctx, s.DB.Read(), v.SessionID, purposePassword, func(query.OtpState) bool { return true })
	if err != nil {
		return nil, err
	}
	if old == nil {
		return nil, s.noCodeError(ctx, v.SessionID)
	}
	st, err := s.guess(ctx, v.SessionID, code)
	if err != nil {
		return nil, err
	}
	if st.Purpose != purposePassword || st.UserID == nil {
		return nil, invalidCode()
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
	// What depends on the account is told only to who holds its code.
	if f := checkPassword(in.Body.Password, least, u.Mobile); f != nil {
		err := s.DB.Write(ctx, func(ctx context.Context, tx *db.Tx) error { return tx.UncountOTPGuess(ctx, st.ID) })
		if err != nil {
			return nil, err
		}
		return nil, fault.InvalidFields([]fault.Field{*f})
	}
	hash, err := s.passwords().Hash(ctx, in.Body.Password)
	if err != nil {
		return nil, err
	}
	err = s.DB.Write(ctx, func(ctx context.Context, tx *db.Tx) error {
		u, err := LockedUser(ctx, tx, u.ID) // before the code: whoever sets a password takes them in this order
		if err != nil {
			return err
		}
		if err := spendCode(ctx, tx, st); err != nil {
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

// noCodeError is the refusal when the session waits for no code: it distinguishes an expired code from none, and does not
// reveal whose it was.
func (s *Service) noCodeError(ctx context.Context, sessionID string) error {
	if sessionID != "" {
		if st, err := s.DB.Read().OTPState(ctx, sessionID); err == nil && st.Purpose == purposePassword {
			return invalidCode()
		}
	}
	return fault.Invalid("otp-not-pending")
}

// setPassword stores a new password, ends the account's other sessions, its open codes and tickets, and
// tells the owner.
func (s *Service) setPassword(ctx context.Context, tx *db.Tx, u User, hash, keepSession string) error {
	now := s.Clock.Now()
	if err := tx.SetUserPassword(ctx, query.SetUserPasswordParams{PasswordHash: hash, UpdatedAt: clock.MillisOf(now), ID: u.ID}); err != nil {
		return fmt.Errorf("password: %w", err)
	}
	if err := s.RevokeAccess(ctx, tx, u.ID, keepSession); err != nil {
		return err
	}
	params := map[string]string{"path": u.Locale.Path("/member/forgot-password")}
	if u.EmailConfirmed {
		return outbox.AddMail(ctx, tx, outbox.Mail{To: u.Email, Name: u.Name, Locale: u.Locale, Template: "password-changed", Params: params}, "", now)
	}
	if u.MobileVerified {
		return outbox.AddSMS(ctx, tx, outbox.SMS{To: u.Mobile, Locale: u.Locale, Template: "password-changed", Params: params}, "", now)
	}
	return nil
}
