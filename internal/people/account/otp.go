package account

import (
	"context"
	"slices"
	"strings"

	"shanmen/internal/base/clock"
	"shanmen/internal/base/fault"
	"shanmen/internal/people/account/otp"
	"shanmen/internal/platform/db"
	"shanmen/internal/platform/db/query"
	"shanmen/internal/platform/httpd"
)

// Codes configures the one-time codes of the accounts.
func (s *Service) Codes() otp.Codes {
	return otp.Codes{DB: s.DB, Clock: s.Clock, Reach: s.reach, Message: s.message, LogEvent: s.LogEvent}
}

func (s *Service) reach(mobile string) (country string, texts bool) {
	m, _ := ParseMobile(mobile)
	return m.Country, s.Texts(m)
}

// Texts returns whether SMS reach a number.
func (s *Service) Texts(m Mobile) bool {
	countries := s.SMSCountries
	if len(countries) == 0 {
		countries = []string{"65", "60"}
	}
	return !s.NoSMS && m.E164 != "" && slices.ContainsFunc(countries, func(c string) bool {
		return strings.TrimPrefix(strings.TrimSpace(c), "+") == m.Country
	})
}

// message is the notice with the code of a state; empty if there is no recipient.
func (s *Service) message(ctx context.Context, tx *db.Tx, st query.OtpState) (m otp.Message, err error) {
	switch st.Purpose {
	case otp.ForRegistration, otp.ForCodeLogin:
		e, err := readCodeLogin(st) // a registration only has its language
		if err != nil {
			return m, err
		}
		owner, known, err := findBy(ctx, tx.Queries, provenBy(st))
		if err != nil {
			return m, err
		}
		m.Locale, m.Template = e.Locale, st.Purpose+"-code"
		switch {
		case known && (owner.Staff() || !owner.active):
			m.Template = templateNoCode
		case known && st.Purpose == otp.ForRegistration:
			m.Template = "account-exists"
		}
	case otp.ForPassword, otp.ForEmail:
		who, err := readForgotten(st)
		if err != nil {
			return m, err
		}
		u, known, err := findBy(ctx, tx.Queries, who)
		if err != nil || !known || !u.active || st.UserID == nil || *st.UserID != u.ID {
			return m, err
		}
		m.Locale, m.Template = u.Locale, st.Purpose+"-code"
	default:
		if st.UserID == nil {
			return m, nil
		}
		u, err := Find(ctx, tx.Queries, *st.UserID)
		if err != nil {
			return m, err
		}
		m.Locale, m.Template = u.Locale, st.Purpose+"-code"
		if owner, taken, err := findBy(ctx, tx.Queries, identifier{mobile: st.Mobile}); err != nil {
			return m, err
		} else if taken && owner.ID != u.ID {
			m.Locale, m.Template = owner.Locale, templateNumberInUse
		}
	}
	m.NoCode = m.Template == templateNoCode || m.Template == templateNumberInUse
	return m, nil
}

// sendToGuest stores a state in the visitor's session, creating one if needed, and sends its code. asked is the
// requested channel; same returns whether a state is for the same request.
func (s *Service) sendToGuest(ctx context.Context, st query.OtpState, asked string, same func(query.OtpState) bool) (*otp.Sent, error) {
	known, err := s.countNew(ctx, st, asked, same)
	if err != nil {
		return nil, err
	}
	type result struct {
		*otp.Sent
		setCookie func() // nil where the answer was remembered
	}
	send := func(ctx context.Context, tx *db.Tx) (r *result, err error) {
		r = &result{}
		if st.SessionID, r.setCookie, err = s.EnsureSession(ctx, tx); err != nil {
			return nil, err
		}
		r.Sent, err = s.Codes().Send(ctx, tx, st, same, known)
		return r, err
	}
	var r *result
	if st.Purpose == otp.ForRegistration {
		r, err = httpd.WriteOnce(ctx, s.DB, send)
	} else {
		r, err = db.WriteValue(ctx, s.DB, send)
	}
	if err != nil {
		return nil, err
	}
	if r.setCookie != nil {
		r.setCookie()
	}
	return r.Sent, nil
}

// countNew is countCode, unless a code for the same request was just sent: then no further one is sent.
func (s *Service) countNew(ctx context.Context, st query.OtpState, asked string, same func(query.OtpState) bool) (known bool, err error) {
	sent, err := s.Codes().JustSent(ctx, s.DB.Read(), httpd.VisitorOf(ctx).SessionID, st.Purpose, same)
	if err != nil || sent {
		return false, err
	}
	return s.countCode(ctx, st, asked)
}

// countCode counts a code to be sent by the requested channel, and refuses it beyond a limit. known: the account knows
// the visitor's browser.
func (s *Service) countCode(ctx context.Context, st query.OtpState, asked string) (known bool, err error) {
	to, err := countedAs(st)
	if err != nil {
		return false, err
	}
	if to.emailKey != "" {
		asked = otp.ByMail
	}
	count := otp.Asked{Purpose: st.Purpose, Channel: asked, To: to.key(""), Mobile: to.mobile}
	whose := ""
	switch {
	case st.Purpose == otp.ForCodeLogin: // a browser that the number's owner has used; strangers learn nothing from it
		owner, _, err := findBy(ctx, s.DB.Read(), to)
		if err != nil {
			return false, err
		}
		whose = owner.ID
	case st.UserID == nil:
	case otp.Secret(st):
		whose = *st.UserID
	default:
		count.By = *st.UserID
	}
	wait, err := db.WriteValue(ctx, s.DB, func(ctx context.Context, tx *db.Tx) (wait int, err error) {
		if count.Device, err = s.knownDevice(ctx, tx.Queries, whose); err != nil {
			return 0, err
		}
		return s.Codes().Count(ctx, tx, count)
	})
	if err != nil {
		return false, err
	}
	if wait > 0 {
		s.LogEvent(ctx, "too many codes", "")
		return false, fault.TooMany("too-many-codes", wait)
	}
	return count.Device != "", nil
}

// countedAs is the limit under which a code counts: its recipient, or for a forgotten password the typed text.
func countedAs(st query.OtpState) (identifier, error) {
	if otp.Secret(st) {
		return readForgotten(st)
	}
	return provenBy(st), nil
}

// OTPIn is the input of POST /api/auth/otp.
type OTPIn struct {
	Channel string `query:"channel" enum:"sms,mail" default:"sms"`
}

// SendOTP sends a new code for the session's pending state or, to a member with an unverified mobile, the first one.
// Wrong guesses stay counted. Refusals: "otp-not-pending", "otp-too-soon", "otp-channel".
func (s *Service) SendOTP(ctx context.Context, in *OTPIn) (*otp.Resent, error) {
	st, err := s.stateToSend(ctx, httpd.VisitorOf(ctx))
	if err != nil {
		return nil, err
	}
	if st.Channel, err = s.Codes().NextChannel(st, in.Channel); err != nil {
		return nil, err
	}
	known, err := s.countCode(ctx, st, in.Channel)
	if err != nil {
		return nil, err
	}
	return s.Codes().Resend(ctx, st, known)
}

// stateToSend is the session's pending state; for a member with an unverified number and nothing pending, a new state
// that verifies it.
func (s *Service) stateToSend(ctx context.Context, v httpd.Visitor) (query.OtpState, error) {
	none := fault.Invalid("otp-not-pending")
	st, err := otp.State(ctx, s.DB.Read(), v.SessionID)
	if err != nil || s.Codes().Pending(st) && st.Purpose != otp.ForName {
		return st, err
	}
	now := clock.MillisOf(s.Clock.Now())
	if !v.LoggedIn() || st.Attempts >= otp.Guesses && now < st.ExpiresAt {
		return st, none
	}
	u, err := Find(ctx, s.DB.Read(), v.UserID)
	if err != nil {
		return st, err
	}
	m, ok := ParseMobile(u.Mobile)
	if !ok || u.MobileVerified || !s.Texts(m) {
		return st, none
	}
	return query.OtpState{
		ID:        st.ID, // replaces the expired one
		SessionID: v.SessionID, Purpose: otp.ForMobile, UserID: &u.ID, Mobile: u.Mobile,
		Channel: otp.BySMS, Payload: "{}", CreatedAt: now,
	}, nil
}

// VerifyIn is the body of POST /api/auth/otp/verify.
type VerifyIn struct {
	Body struct {
		OTP string `json:"otp"`
	}
}

// Verified is the answer to a right code, depending on its purpose.
type Verified struct {
	User *SessionUser `json:"user,omitempty" doc:"The account now logged in, after a registration or a login by code"`
	// NameNeeded: no account has the number. POST /api/auth/entry/name creates one.
	NameNeeded bool   `json:"nameNeeded,omitempty" doc:"The number is verified and has no account yet: a name is needed"`
	Verified   bool   `json:"verified,omitempty" doc:"The mobile number is verified"`
	Ticket     string `json:"ticket,omitempty" doc:"Ticket for /member/reset-email, when an e-mail address was lost"`
}

// VerifyOTP checks a code. Each try is counted and committed before the comparison, so that parallel tries get at most
// five comparisons. A wrong, old, used or expired code is "otp-invalid".
func (s *Service) VerifyOTP(ctx context.Context, in *VerifyIn) (*Verified, error) {
	v := httpd.VisitorOf(ctx)
	code, wrong := otp.Typed(in.Body.OTP)
	if err := fault.InvalidFields(wrong); err != nil {
		return nil, err
	}
	st, err := otp.State(ctx, s.DB.Read(), v.SessionID)
	if err != nil {
		return nil, err
	}
	if st.ID == "" || st.Purpose == otp.ForPassword || st.Purpose == otp.ForName {
		return nil, fault.Invalid("otp-not-pending")
	}
	if st, err = s.Codes().Guess(ctx, v.SessionID, code); err != nil {
		return nil, err
	}
	switch st.Purpose {
	case otp.ForRegistration:
		return s.completeRegistration(ctx, st)
	case otp.ForCodeLogin:
		return s.completeCodeLogin(ctx, st)
	case otp.ForMobile:
		return s.completeMobile(ctx, st)
	case otp.ForEmail:
		return s.completeEmail(ctx, st)
	}
	return nil, fault.Invalid("otp-not-pending")
}
