package otp

import (
	"context"
	"fmt"
	"time"

	"shanmen/internal/base/fault"
	"shanmen/internal/base/locale"
	"shanmen/internal/platform/db"
	"shanmen/internal/platform/db/query"
	"shanmen/internal/platform/outbox"
)

// Sent is the answer of every call that sends a code.
type Sent struct {
	Sent        bool      `json:"sent"`
	ResendAfter int       `json:"resendAfter" doc:"Seconds until a new code can be requested"`
	ExpiresAt   time.Time `json:"expiresAt"`
	Channel     string    `json:"channel,omitempty" enum:"sms,mail" doc:"How the code is sent; absent for a password reset, where it would reveal whether the account exists"`
	MailOffered bool      `json:"mailOffered" doc:"The next code can be requested with channel=mail"`
}

func (c Codes) answer(st query.OtpState) *Sent {
	a := &Sent{Sent: true, ResendAfter: c.wait(st), ExpiresAt: st.ExpiresAt.Time(), MailOffered: c.offersMail(st)}
	if !Secret(st) {
		a.Channel = st.Channel
	}
	return a
}

// offersMail returns whether the next code may go by mail. For a registration it may go to the address just given,
// after a second SMS was requested or if SMS do not reach the number. For a forgotten password mail is always offered,
// but only a confirmed address gets it.
func (c Codes) offersMail(st query.OtpState) bool {
	switch st.Purpose {
	case ForRegistration:
		_, texts := c.Reach(st.Mobile)
		return st.Email != "" && (st.SentCount >= 2 || st.Channel == ByMail || !texts)
	case ForPassword, ForEmail:
		return true
	}
	return false
}

// Message is the notice with a code and a login link. One without a template has no recipient: the work is the same,
// but nothing is sent.
type Message struct {
	Locale   locale.Locale
	Template string
	NoCode   bool // contains no code, but another text
}

// Send stores a state in its session and sends its code. A repeated request keeps the code just sent; a later one keeps
// the count of wrong guesses. same returns whether a state is for the same request. known: the account knows the
// visitor's browser.
func (c Codes) Send(ctx context.Context, tx *db.Tx, st query.OtpState, same func(query.OtpState) bool, known bool) (*Sent, error) {
	old, err := c.samePending(ctx, tx.Queries, st.SessionID, st.Purpose, same)
	if err != nil {
		return nil, err
	}
	if old != nil && c.wait(*old) > 0 {
		if st.Purpose == ForRegistration { // repeated or corrected: the code just sent stays valid
			if err := tx.SetOTPPayload(ctx, query.SetOTPPayloadParams{Payload: st.Payload, Email: st.Email, ID: old.ID}); err != nil {
				return nil, fmt.Errorf("code: %w", err)
			}
			old.Email = st.Email
		}
		return c.answer(*old), nil
	}
	if old != nil {
		st.Attempts, st.SentCount, st.CreatedAt = old.Attempts, old.SentCount, old.CreatedAt
	}
	code := newCode(&st, c.Clock.Now())
	if err := put(ctx, tx, st); err != nil {
		return nil, err
	}
	return c.answer(st), c.deliver(ctx, tx, st, code, known)
}

// Resent is the answer of POST /api/auth/otp.
type Resent struct {
	ResendAfter int       `json:"resendAfter" doc:"Seconds until the next code can be requested"`
	ExpiresAt   time.Time `json:"expiresAt"`
	Channel     string    `json:"channel,omitempty" enum:"sms,mail"`
	MailOffered bool      `json:"mailOffered" doc:"The next code can be requested with channel=mail"`
}

// Resend sends a new code for a session's pending state. Wrong guesses stay counted. known is as in Send.
func (c Codes) Resend(ctx context.Context, st query.OtpState, known bool) (*Resent, error) {
	before := st.ID
	code := newCode(&st, c.Clock.Now())
	err := c.DB.Write(ctx, func(ctx context.Context, tx *db.Tx) error {
		is, err := State(ctx, tx.Queries, st.SessionID)
		if err != nil {
			return err
		}
		if is.ID != before { // a concurrent request has sent one
			return fault.TooMany("otp-too-soon", int(resendAfter/time.Second))
		}
		if is.CreatedAt == st.CreatedAt { // the same state, with its wrong guesses
			st.Attempts = is.Attempts
		}
		if err := put(ctx, tx, st); err != nil {
			return err
		}
		return c.deliver(ctx, tx, st, code, known)
	})
	if err != nil {
		return nil, err
	}
	a := c.answer(st)
	return &Resent{a.ResendAfter, a.ExpiresAt, a.Channel, a.MailOffered}, nil
}

// NextChannel decides the channel of a new code: mail if it is offered, and for a forgotten password only to a
// confirmed address; without one the channel stays, so that the answer reveals nothing. Refusals: "otp-too-soon",
// "otp-channel".
func (c Codes) NextChannel(st query.OtpState, asked string) (string, error) {
	if wait := c.wait(st); wait > 0 {
		return "", fault.TooMany("otp-too-soon", wait)
	}
	_, texts := c.Reach(st.Mobile)
	switch {
	case Secret(st) && asked == ByMail && st.UserID != nil && st.Email != "":
		return ByMail, nil
	case Secret(st):
		return st.Channel, nil
	case asked == ByMail && c.offersMail(st):
		return ByMail, nil
	case asked != ByMail && texts:
		return BySMS, nil
	case asked != ByMail && st.Channel == ByMail:
		return ByMail, nil // the only channel to this person
	}
	return "", fault.Invalid("otp-channel")
}

// deliver sends the code of a state to its recipient. Without one it does the same work and sends nothing.
func (c Codes) deliver(ctx context.Context, tx *db.Tx, st query.OtpState, code string, known bool) error {
	now := c.Clock.Now()
	is, err := c.Message(ctx, tx, st)
	if err != nil {
		return err
	}
	if is.Template == "" {
		return outbox.AddNothing(ctx, tx, now)
	}
	params := map[string]string{"path": is.Locale.Path("/member/login")}
	if !is.NoCode {
		params["code"] = code
	}
	counted := &outbox.Code{Lane: c.lane(st.Purpose, st.Channel, st.Mobile), Known: known}
	if st.Channel == ByMail {
		m := outbox.Mail{To: st.Email, Locale: is.Locale, Template: is.Template, Params: params, Code: counted}
		return outbox.AddMail(ctx, tx, m, "", now)
	}
	m := outbox.SMS{To: st.Mobile, Locale: is.Locale, Template: is.Template, Params: params, Code: counted}
	return outbox.AddSMS(ctx, tx, m, "", now)
}
