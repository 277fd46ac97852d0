package account

import (
	"context"
	"encoding/json"
	"fmt"
	"strings"
	"time"
	"unicode/utf8"

	"shanmen/internal/base/clock"
	"shanmen/internal/base/fault"
	"shanmen/internal/base/locale"
	"shanmen/internal/base/writing"
	"shanmen/internal/people/account/otp"
	"shanmen/internal/people/account/password"
	"shanmen/internal/platform/db"
	"shanmen/internal/platform/db/query"
	"shanmen/internal/platform/httpd"
)

// registrationsAnHour limits registrations per network address.
const registrationsAnHour = 10

// RegistrationIn is the body of POST /api/auth/registration.
type RegistrationIn struct {
	IdempotencyKey string `header:"Idempotency-Key"`
	Body           struct {
		Name             string `json:"name" doc:"1 to 100 characters of any script, kept as typed"`
		ChineseName      string `json:"chineseName,omitempty"`
		Mobile           string `json:"mobile" doc:"Any usual spelling; without a country code it is Singapore's"`
		Email            string `json:"email,omitempty"`
		Password         string `json:"password" doc:"8 to 128 characters"`
		Locale           string `json:"locale"`
		AcceptedPolicies string `json:"acceptedPolicies" doc:"The version of the policies that the person has accepted"`
	}
}

// pendingAccount is stored in the session's state until its code is typed; before that there is no account.
type pendingAccount struct {
	Name         string        `json:"name"`
	ChineseName  string        `json:"chineseName"`
	Mobile       string        `json:"mobile"`
	Email        string        `json:"email"`
	PasswordHash string        `json:"passwordHash"`
	Locale       locale.Locale `json:"locale"`
	Policies     string        `json:"policies"`
}

func readPending(st query.OtpState) (p pendingAccount, err error) {
	if err := json.Unmarshal([]byte(st.Payload), &p); err != nil {
		return p, fmt.Errorf("pending account: %w", err)
	}
	return p, nil
}

const maxName = 100 // characters

// checkName refuses an invisible name, control characters, and the invisible characters that forms refuse too.
func checkName(field, name string, required bool) *fault.Field {
	no := func(code string) *fault.Field {
		return &fault.Field{Path: field, Code: code, Params: map[string]any{"max": maxName}}
	}
	switch {
	case name == "" && !required:
		return nil
	case !writing.Visible(name):
		return no("required")
	case utf8.RuneCountInString(name) > maxName:
		return no("too-long")
	case writing.Unreadable(name, false):
		return no("control-character")
	}
	return nil
}

// checked is a registration with valid fields.
type checked struct {
	account pendingAccount
	mobile  Mobile
	channel string
}

// checkPerson is checkName for a person's name, which is printed.
func checkPerson(field, name string, required bool) *fault.Field {
	if f := checkName(field, name, required); f != nil {
		return f
	}
	if signs := writing.Unprintable(name); signs != "" {
		return &fault.Field{Path: field, Code: "unprintable-character", Params: map[string]any{"chars": signs}}
	}
	return nil
}

func (s *Service) checkRegistration(in *RegistrationIn) (checked, error) {
	b := &in.Body
	var wrong []fault.Field
	add := func(f *fault.Field) {
		if f != nil {
			wrong = append(wrong, *f)
		}
	}
	add(checkPerson("name", b.Name, true))
	add(checkPerson("chineseName", b.ChineseName, false))
	m, ok := ParseMobile(b.Mobile)
	switch {
	case strings.TrimSpace(b.Mobile) == "":
		wrong = append(wrong, fault.Field{Path: "mobile", Code: "required"})
	case !ok:
		wrong = append(wrong, fault.Field{Path: "mobile", Code: "mobile-invalid"})
	}
	e, f := checkEmail(b.Email)
	add(f)
	add(checkPassword(b.Password, password.LeastOfMember, b.Mobile))
	l, ok := locale.Parse(b.Locale)
	if !ok {
		wrong = append(wrong, fault.Field{Path: "locale", Code: "not-a-choice"})
	}
	add(checkPolicies(b.AcceptedPolicies))
	channel := otp.BySMS
	if m.E164 != "" && !s.Texts(m) {
		channel = otp.ByMail
		if e.key == "" && f == nil {
			wrong = append(wrong, fault.Field{Path: "email", Code: "email-needed"})
		}
	}
	return checked{
		pendingAccount{Name: b.Name, ChineseName: b.ChineseName, Mobile: m.E164, Email: e.typed, Locale: l, Policies: b.AcceptedPolicies},
		m, channel,
	}, fault.InvalidFields(wrong)
}

// Register sends a code to the number and stores the account data in the session until the code is given. Known and
// unknown numbers get the same answer after the same work; the owner of a known one is told by the SMS that an account
// exists, and the code logs them in.
func (s *Service) Register(ctx context.Context, in *RegistrationIn) (*otp.Sent, error) {
	c, err := s.checkRegistration(in)
	if err != nil {
		return nil, err
	}
	counted, err := s.countRegistration(ctx)
	if err != nil {
		return nil, err
	}
	if c.account.PasswordHash, err = s.passwords().Hash(ctx, in.Body.Password); err != nil {
		return nil, s.untried(ctx, err, counted)
	}
	payload, err := json.Marshal(c.account)
	if err != nil {
		return nil, err
	}
	st := query.OtpState{
		Purpose: otp.ForRegistration, Mobile: c.account.Mobile, Email: c.account.Email,
		Channel: c.channel, Payload: string(payload), CreatedAt: clock.MillisOf(s.Clock.Now()),
	}
	return s.sendToGuest(ctx, st, st.Channel, func(old query.OtpState) bool {
		return old.Channel == st.Channel && old.Mobile == st.Mobile && (st.Channel == otp.BySMS || strings.EqualFold(old.Email, st.Email))
	})
}

// provenBy is what the state's code verifies.
func provenBy(st query.OtpState) identifier {
	if st.Channel == otp.ByMail {
		return identifier{emailKey: strings.ToLower(st.Email)}
	}
	return identifier{mobile: st.Mobile}
}

// templateNoCode notifies staff without a code: an SMS alone never opens the office.
const templateNoCode = "account-exists-no-code"

// completeRegistration creates the account, or logs in to the existing one of the number, and starts a new session.
func (s *Service) completeRegistration(ctx context.Context, st query.OtpState) (*Verified, error) {
	p, err := readPending(st)
	if err != nil {
		return nil, err
	}
	type result struct {
		user      User
		known     bool
		setCookie func()
	}
	run := func() (result, error) {
		return db.WriteValue(ctx, s.DB, func(ctx context.Context, tx *db.Tx) (r result, err error) {
			if err := otp.Spend(ctx, tx, st); err != nil {
				return r, err
			}
			if r.user, r.known, err = findBy(ctx, tx.Queries, provenBy(st)); err != nil {
				return r, err
			}
			if r.known {
				if r.user, err = LockedUser(ctx, tx, r.user.ID); err != nil {
					return r, err
				}
			}
			if r.known && (r.user.Staff() || !r.user.active) {
				return r, otp.Invalid()
			}
			if !r.known {
				e, _ := checkEmail(p.Email)
				r.user, err = s.begin(ctx, tx, insertion{
					name: p.Name, chineseName: p.ChineseName, mobile: p.Mobile, mobileVerified: st.Channel == otp.BySMS,
					email: e, emailConfirmed: st.Channel == otp.ByMail, passwordHash: p.PasswordHash,
					locale: p.Locale, policies: p.Policies, member: true,
				})
				if err != nil {
					return r, err
				}
			}
			r.setCookie, err = s.logIn(ctx, tx, r.user, false)
			return r, err
		})
	}
	r, err := run()
	if db.IsUnique(err) { // a concurrent request verified the same number: use that account
		r, err = run()
	}
	if err != nil {
		return nil, err
	}
	r.setCookie()
	if r.known {
		s.LogEvent(ctx, "logged in by code", r.user.ID)
	} else {
		s.LogEvent(ctx, "registered", r.user.ID)
	}
	return &Verified{User: r.user.Public()}, nil
}

// begin creates the account of a verified number or address, and asks to confirm the other one.
func (s *Service) begin(ctx context.Context, tx *db.Tx, in insertion) (User, error) {
	userID, err := s.insert(ctx, tx, in)
	if err != nil {
		return User{}, err
	}
	u, err := Find(ctx, tx.Queries, userID)
	if err != nil {
		return u, err
	}
	if err := s.proved(ctx, tx, u); err != nil {
		return u, err
	}
	if in.email.key != "" && !u.EmailConfirmed {
		return u, s.askConfirmation(ctx, tx, u, in.email, pageConfirmAddress)
	}
	return u, nil
}

// countRegistration counts a registration from the visitor's address, and refuses too many.
func (s *Service) countRegistration(ctx context.Context) (httpd.Counted, error) {
	counted := httpd.Counted{Keys: httpd.NetworkKeys(ctx, "registration"), At: s.Clock.Now()}
	wait, err := db.WriteValue(ctx, s.DB, func(ctx context.Context, tx *db.Tx) (int, error) {
		return httpd.CountNetwork(ctx, tx, counted.At, "registration", registrationsAnHour, time.Hour)
	})
	if err != nil {
		return counted, err
	}
	if wait > 0 {
		s.LogEvent(ctx, "too many registrations", "")
		return counted, fault.TooMany("too-many-registrations", wait)
	}
	return counted, nil
}

// proved notifies other features that a number now has an owner.
func (s *Service) proved(ctx context.Context, tx *db.Tx, u User) error {
	if s.OnProven == nil || !u.MobileVerified {
		return nil
	}
	return s.OnProven(ctx, tx, u.ID, u.Mobile)
}
