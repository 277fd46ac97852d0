package account

import (
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"strings"
	"unicode"
	"unicode/utf8"

	"shanmen/internal/base/clock"
	"shanmen/internal/base/fault"
	"shanmen/internal/base/locale"
	"shanmen/internal/people/account/otp"
	"shanmen/internal/platform/db"
	"shanmen/internal/platform/db/query"
	"shanmen/internal/platform/httpd"
)

// EntryIn is the body of POST /api/auth/entry.
type EntryIn struct {
	Body struct {
		Mobile   string `json:"mobile" doc:"Any usual spelling; without a country code it is Singapore's"`
		Locale   string `json:"locale" doc:"Language of the message, and of a new account"`
		Remember bool   `json:"remember,omitempty" doc:"Stay logged in for 30 days"`
	}
}

// codeLogin is the pending state of a code login: only the number, which may or may not have an account.
type codeLogin struct {
	Locale   locale.Locale `json:"locale"`
	Remember bool          `json:"remember,omitempty"`
}

func readCodeLogin(st query.OtpState) (e codeLogin, err error) {
	if err := json.Unmarshal([]byte(st.Payload), &e); err != nil {
		return e, fmt.Errorf("entry: %w", err)
	}
	return e, nil
}

// StartCodeLogin sends a code to a number. The code logs in the member with that number; for a new number it starts an account,
// created once its owner has given a name (NameCodeLogin). Known and unknown numbers get the same answer after the same
// work; staff are told by the SMS that a code alone does not log in there.
func (s *Service) StartCodeLogin(ctx context.Context, in *EntryIn) (*otp.Sent, error) {
	m, ok := ParseMobile(in.Body.Mobile)
	l, known := locale.Parse(in.Body.Locale)
	var wrong []fault.Field
	switch {
	case strings.TrimSpace(in.Body.Mobile) == "":
		wrong = append(wrong, fault.Field{Path: "mobile", Code: "required"})
	case !ok:
		wrong = append(wrong, fault.Field{Path: "mobile", Code: "mobile-invalid"})
	case !s.Texts(m):
		wrong = append(wrong, fault.Field{Path: "mobile", Code: "mobile-unreachable"})
	}
	if !known {
		wrong = append(wrong, fault.Field{Path: "locale", Code: "not-a-choice"})
	}
	if err := fault.InvalidFields(wrong); err != nil {
		return nil, err
	}
	payload, err := json.Marshal(codeLogin{l, in.Body.Remember})
	if err != nil {
		return nil, err
	}
	st := query.OtpState{
		Purpose: otp.ForCodeLogin, Mobile: m.E164, Channel: otp.BySMS, Payload: string(payload), CreatedAt: clock.MillisOf(s.Clock.Now()),
	}
	return s.sendToGuest(ctx, st, st.Channel, func(old query.OtpState) bool { return old.Mobile == st.Mobile })
}

// completeCodeLogin logs in the owner of the number, or lets the session wait for the name of a new one.
func (s *Service) completeCodeLogin(ctx context.Context, st query.OtpState) (*Verified, error) {
	e, err := readCodeLogin(st)
	if err != nil {
		return nil, err
	}
	type result struct {
		user      *User
		setCookie func()
	}
	r, err := db.WriteValue(ctx, s.DB, func(ctx context.Context, tx *db.Tx) (r result, err error) {
		if err := otp.Spend(ctx, tx, st); err != nil {
			return r, err
		}
		r.user, r.setCookie, err = s.logInByCode(ctx, tx, st.Mobile, e.Remember)
		if r.user != nil || err != nil {
			return r, err
		}
		return r, s.Codes().AwaitName(ctx, tx, st)
	})
	if err != nil {
		return nil, err
	}
	if r.user == nil {
		return &Verified{NameNeeded: true}, nil
	}
	r.setCookie()
	s.LogEvent(ctx, "logged in by code", r.user.ID)
	return &Verified{User: r.user.Public()}, nil
}

// logInByCode logs in the member whose number was just verified; nil if nobody has it. An SMS code alone does not log staff
// in.
func (s *Service) logInByCode(ctx context.Context, tx *db.Tx, mobile string, remember bool) (*User, func(), error) {
	u, known, err := findBy(ctx, tx.Queries, identifier{mobile: mobile})
	if err != nil || !known {
		return nil, nil, err
	}
	if u, err = LockedUser(ctx, tx, u.ID); err != nil {
		return nil, nil, err
	}
	if u.Staff() || !u.active {
		return nil, nil, otp.Invalid()
	}
	setCookie, err := s.logIn(ctx, tx, u, remember)
	return &u, setCookie, err
}

// NameIn is the body of POST /api/auth/entry/name.
type NameIn struct {
	Body struct {
		Name             string `json:"name" doc:"1 to 100 characters of any script, kept as typed"`
		ChineseName      string `json:"chineseName,omitempty"`
		Email            string `json:"email,omitempty"`
		Locale           string `json:"locale"`
		AcceptedPolicies string `json:"acceptedPolicies" doc:"The version of the policies that the person has accepted"`
	}
}

// NameCodeLogin creates the account of a verified number and logs in. It has no password until its owner sets one. Refusals
// besides fields: "otp-not-pending" if the number was verified more than an hour ago.
func (s *Service) NameCodeLogin(ctx context.Context, in *NameIn) (*Verified, error) {
	b := &in.Body
	var wrong []fault.Field
	for _, f := range []*fault.Field{checkPerson("name", b.Name, true), checkPerson("chineseName", b.ChineseName, false)} {
		if f != nil {
			wrong = append(wrong, *f)
		}
	}
	e, f := checkEmail(b.Email)
	if f != nil {
		wrong = append(wrong, *f)
	}
	l, ok := locale.Parse(b.Locale)
	if !ok {
		wrong = append(wrong, fault.Field{Path: "locale", Code: "not-a-choice"})
	}
	if f := checkPolicies(b.AcceptedPolicies); f != nil {
		wrong = append(wrong, *f)
	}
	if err := fault.InvalidFields(wrong); err != nil {
		return nil, err
	}
	st, kept, err := s.proven(ctx)
	if err != nil {
		return nil, err
	}
	if _, err := s.countRegistration(ctx); err != nil {
		return nil, err
	}
	type result struct {
		user      *User
		setCookie func()
	}
	run := func() (result, error) {
		return db.WriteValue(ctx, s.DB, func(ctx context.Context, tx *db.Tx) (r result, err error) {
			if n, err := tx.SpendOTP(ctx, query.SpendOTPParams{ID: st.ID, CodeHash: st.CodeHash}); err != nil || n == 0 {
				return r, errors.Join(err, fault.Invalid("otp-not-pending"))
			}
			if r.user, r.setCookie, err = s.logInByCode(ctx, tx, st.Mobile, kept.Remember); r.user != nil || err != nil {
				return r, err
			}
			u, err := s.begin(ctx, tx, insertion{
				name: b.Name, chineseName: b.ChineseName, mobile: st.Mobile, mobileVerified: true, email: e,
				locale: l, policies: b.AcceptedPolicies, member: true,
			})
			if err != nil {
				return r, err
			}
			r.user = &u
			r.setCookie, err = s.logIn(ctx, tx, u, kept.Remember)
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
	s.LogEvent(ctx, "registered by code", r.user.ID)
	return &Verified{User: r.user.Public()}, nil
}

// proven is the state of a session with a verified number that waits for a name.
func (s *Service) proven(ctx context.Context) (st query.OtpState, e codeLogin, err error) {
	st, err = otp.State(ctx, s.DB.Read(), httpd.VisitorOf(ctx).SessionID)
	if err != nil {
		return st, e, err
	}
	if st.Purpose != otp.ForName || !s.Codes().Pending(st) {
		return st, e, fault.Invalid("otp-not-pending")
	}
	e, err = readCodeLogin(st)
	return st, e, err
}

// checkPolicies refuses invalid policy versions.
func checkPolicies(version string) *fault.Field {
	switch {
	case strings.TrimSpace(version) == "":
		return &fault.Field{Path: "acceptedPolicies", Code: "consent-required"}
	case utf8.RuneCountInString(version) > longestVersions, strings.ContainsFunc(version, unicode.IsControl):
		return &fault.Field{Path: "acceptedPolicies", Code: "invalid-value"}
	}
	return nil
}
