package account

import (
	"context"
	"crypto/sha256"
	"encoding/hex"
	"errors"
	"fmt"
	"slices"
	"strings"
	"time"

	"shanmen/internal/base/clock"
	"shanmen/internal/base/fault"
	"shanmen/internal/base/id"
	"shanmen/internal/base/locale"
	"shanmen/internal/platform/db"
	"shanmen/internal/platform/db/query"
	"shanmen/internal/platform/httpd"
	"shanmen/internal/platform/outbox"
)

// What a code is for. It opens only that.
const (
	purposeRegistration = "registration"
	purposePassword     = "password"
	purposeMobile       = "mobile"
	purposeEntry        = "entry" // a number alone: it logs in, or begins an account
	purposeName         = "name"  // a number that is proven and waits for the name of its owner; it has no code
	purposeEmail        = "email" // a lost e-mail address: the code gives a ticket for another
)

const (
	channelSMS  = "sms"
	channelMail = "mail"
)

const (
	codeDigits  = 6
	codeLife    = 10 * time.Minute
	codeGuesses = 5
	resendAfter = time.Minute
	pendingLife = time.Hour // how long a new code can be asked for without typing everything again
)

// Sent is the answer of every call that sends a code.
type Sent struct {
	Sent        bool      `json:"sent"`
	ResendAfter int       `json:"resendAfter" doc:"Seconds until a new code can be asked for"`
	ExpiresAt   time.Time `json:"expiresAt"`
	Channel     string    `json:"channel,omitempty" enum:"sms,mail" doc:"How the code travels; untold for a forgotten password, where it would tell of the account"`
	MailOffered bool      `json:"mailOffered" doc:"Whether the next code may be asked for by channel=mail"`
}

func (s *Service) sentAnswer(now time.Time, st query.OtpState) *Sent {
	wait := st.SentAt.Time().Add(resendAfter).Sub(now)
	a := &Sent{
		Sent: true, ResendAfter: int((max(wait, 0) + time.Second - 1) / time.Second),
		ExpiresAt: st.ExpiresAt.Time(), MailOffered: s.offersMail(st),
	}
	if !secret(st) {
		a.Channel = st.Channel
	}
	return a
}

// offersMail tells whether the next code may go by mail. Those of a registration may go to the address just
// given, once a second text was asked for or where texts reach nobody. For a forgotten password it is always
// offered, whoever it is for, and goes to a confirmed address alone.
func (s *Service) offersMail(st query.OtpState) bool {
	switch st.Purpose {
	case purposeRegistration:
		m, _ := ParseMobile(st.Mobile)
		return st.Email != "" && (st.SentCount >= 2 || st.Channel == channelMail || !s.Texts(m))
	case purposePassword, purposeEmail:
		return true
	}
	return false
}

// secret tells of states that guests ask for by somebody's number or address: no answer may tell whether
// there is an account.
func secret(st query.OtpState) bool {
	return st.Purpose == purposePassword || st.Purpose == purposeEmail
}

// pending tells whether a state can still be completed or get a new code.
func (s *Service) pending(st query.OtpState) bool {
	return st.Attempts < codeGuesses && s.Clock.Now().Before(st.CreatedAt.Time().Add(pendingLife))
}

// codeHash binds a code to its state and purpose. Six digits hide behind no hash for long; ten
// minutes and five guesses protect them.
func codeHash(stateID, purpose, code string) string {
	sum := sha256.Sum256([]byte(stateID + "\n" + purpose + "\n" + code))
	return hex.EncodeToString(sum[:])
}

// newCode puts a new code into the state; an older one is dead from then on.
func newCode(st *query.OtpState, now time.Time) (code string) {
	code = id.Digits(codeDigits)
	st.ID = newID()
	st.CodeHash = codeHash(st.ID, st.Purpose, code)
	st.SentAt = clock.MillisOf(now)
	st.SentCount++
	st.ExpiresAt = clock.MillisOf(now.Add(codeLife))
	return code
}

func putState(ctx context.Context, tx *db.Tx, st query.OtpState) error {
	if err := tx.PutOTPState(ctx, query.PutOTPStateParams(st)); err != nil {
		return fmt.Errorf("code: %w", err)
	}
	return nil
}

// canText reports whether the program can send texts to a number.
func (s *Service) canText(m Mobile) bool {
	countries := s.SMSCountries
	if len(countries) == 0 {
		countries = []string{"65", "60"}
	}
	return m.E164 != "" && slices.ContainsFunc(countries, func(c string) bool {
		return strings.TrimPrefix(strings.TrimSpace(c), "+") == m.Country
	})
}

// Texts tells whether text messages reach a number.
func (s *Service) Texts(m Mobile) bool { return !s.NoSMS && s.canText(m) }

// deliverTo sends the code of a state to whoever it is for. For nobody's it does the same work, and
// nothing is sent. known is that of countCode.
func (s *Service) deliverTo(ctx context.Context, tx *db.Tx, st query.OtpState, code string, known bool) error {
	now := s.Clock.Now()
	var l locale.Locale
	var template string
	switch st.Purpose {
	case purposeRegistration:
		p, err := readPending(st)
		if err != nil {
			return err
		}
		if template, err = registrationTemplate(ctx, tx, st); err != nil {
			return err
		}
		l = p.Locale
	case purposeEntry:
		e, err := readEntry(st)
		if err != nil {
			return err
		}
		owner, known, err := findBy(ctx, tx.Queries, identifier{mobile: st.Mobile})
		if err != nil {
			return err
		}
		l, template = e.Locale, "entry-code"
		if known && (owner.Staff() || !owner.active) {
			template = templateNoCode
		}
	case purposePassword, purposeEmail:
		who, err := readForgotten(st)
		if err != nil {
			return err
		}
		u, known, err := findBy(ctx, tx.Queries, who)
		if err != nil {
			return err
		}
		if !known || !u.active || st.UserID == nil || *st.UserID != u.ID {
			return outbox.AddNothing(ctx, tx, now)
		}
		l, template = u.Locale, st.Purpose+"-code"
	default:
		if st.UserID == nil {
			return outbox.AddNothing(ctx, tx, now)
		}
		u, err := Find(ctx, tx.Queries, *st.UserID)
		if err != nil {
			return err
		}
		l, template = u.Locale, st.Purpose+"-code"
		if owner, taken, err := findBy(ctx, tx.Queries, identifier{mobile: st.Mobile}); err != nil {
			return err
		} else if taken && owner.ID != u.ID {
			l, template = owner.Locale, templateNumberInUse
		}
	}
	params := map[string]string{"path": l.Path("/member/login")}
	if template != templateNoCode && template != templateNumberInUse {
		params["code"] = code
	}
	counted := &outbox.Code{Lane: limitLane(st.Purpose, st.Channel, st.Mobile), Known: known}
	if st.Channel == channelMail {
		m := outbox.Mail{To: st.Email, Locale: l, Template: template, Params: params, Code: counted}
		return outbox.AddMail(ctx, tx, m, "", now)
	}
	m := outbox.SMS{To: st.Mobile, Locale: l, Template: template, Params: params, Code: counted}
	return outbox.AddSMS(ctx, tx, m, "", now)
}

// OTPIn is the input of POST /api/auth/otp.
type OTPIn struct {
	Channel string `query:"channel" enum:"sms,mail" default:"sms"`
}

// Resent is the answer of POST /api/auth/otp.
type Resent struct {
	ResendAfter int       `json:"resendAfter" doc:"Seconds until the next code can be asked for"`
	ExpiresAt   time.Time `json:"expiresAt"`
	Channel     string    `json:"channel,omitempty" enum:"sms,mail"`
	MailOffered bool      `json:"mailOffered" doc:"Whether the next code may be asked for by channel=mail"`
}

// SendOTP sends a new code for what the session waits for, or, to a member whose mobile is not
// verified, the first one. Wrong guesses stay counted. Refusals: "otp-not-pending", "otp-too-soon",
// "otp-channel".
func (s *Service) SendOTP(ctx context.Context, in *OTPIn) (*Resent, error) {
	v := httpd.VisitorOf(ctx)
	now := s.Clock.Now()
	st, err := s.stateToSend(ctx, v)
	if err != nil {
		return nil, err
	}
	if wait := st.SentAt.Time().Add(resendAfter).Sub(now); wait > 0 {
		return nil, fault.TooMany("otp-too-soon", int((wait+time.Second-1)/time.Second))
	}
	before := st
	if st.Channel, err = s.channelFor(st, in.Channel); err != nil {
		return nil, err
	}
	known, err := s.countCode(ctx, st, in.Channel)
	if err != nil {
		return nil, err
	}
	code := newCode(&st, now)
	err = s.DB.Write(ctx, func(ctx context.Context, tx *db.Tx) error {
		is, err := tx.OTPState(ctx, v.SessionID)
		if errors.Is(err, db.ErrNoRows) {
			is, err = query.OtpState{}, nil
		}
		if err != nil {
			return fmt.Errorf("code: %w", err)
		}
		if is.ID != before.ID { // another request sent one meanwhile
			return fault.TooMany("otp-too-soon", int(resendAfter/time.Second))
		}
		if is.CreatedAt == st.CreatedAt { // the same wait goes on, with its wrong guesses
			st.Attempts = is.Attempts
		}
		if err := putState(ctx, tx, st); err != nil {
			return err
		}
		return s.deliverTo(ctx, tx, st, code, known)
	})
	if err != nil {
		return nil, err
	}
	a := s.sentAnswer(now, st)
	return &Resent{a.ResendAfter, a.ExpiresAt, a.Channel, a.MailOffered}, nil
}

// stateToSend is what the session waits for; for a member with an unproven number and nothing
// pending, a new state that proves it.
func (s *Service) stateToSend(ctx context.Context, v httpd.Visitor) (query.OtpState, error) {
	none := fault.Invalid("otp-not-pending")
	if v.SessionID == "" {
		return query.OtpState{}, none
	}
	st, err := s.DB.Read().OTPState(ctx, v.SessionID)
	if err != nil && !errors.Is(err, db.ErrNoRows) {
		return st, fmt.Errorf("code: %w", err)
	}
	if err == nil && s.pending(st) && st.Purpose != purposeName {
		return st, nil
	}
	if !v.LoggedIn() || err == nil && st.Attempts >= codeGuesses && clock.MillisOf(s.Clock.Now()) < st.ExpiresAt {
		return query.OtpState{}, none
	}
	u, err2 := Find(ctx, s.DB.Read(), v.UserID)
	if err2 != nil {
		return st, err2
	}
	m, ok := ParseMobile(u.Mobile)
	if !ok || u.MobileVerified || !s.Texts(m) {
		return st, none
	}
	fresh := query.OtpState{
		SessionID: v.SessionID, Purpose: purposeMobile, UserID: &u.ID, Mobile: u.Mobile,
		Channel: channelSMS, Payload: "{}", CreatedAt: clock.MillisOf(s.Clock.Now()),
	}
	if err == nil {
		fresh.ID = st.ID // replaces the dead one
	}
	return fresh, nil
}

// channelFor decides how a new code travels: by mail where that is offered, and a forgotten password's to a
// confirmed address only; without one it goes the same way as before, so that the answer tells nothing.
func (s *Service) channelFor(st query.OtpState, asked string) (string, error) {
	m, _ := ParseMobile(st.Mobile)
	switch {
	case secret(st) && asked == channelMail && st.UserID != nil && st.Email != "":
		return channelMail, nil
	case secret(st):
		return st.Channel, nil
	case asked == channelMail && s.offersMail(st):
		return channelMail, nil
	case asked != channelMail && s.Texts(m):
		return channelSMS, nil
	case asked != channelMail && st.Channel == channelMail:
		return channelMail, nil // there is no other way to this person
	}
	return "", fault.Invalid("otp-channel")
}
