package account

import (
	"context"
	"fmt"
	"time"

	"shanmen/internal/base/clock"
	"shanmen/internal/base/locale"
	"shanmen/internal/platform/db"
	"shanmen/internal/platform/db/query"
	"shanmen/internal/platform/httpd"
)

// consent records consents: one row per policy whose version changed since the person last agreed, with language, time
// and network address.
func (s *Service) consent(ctx context.Context, tx *db.Tx, userID, before, versions string, l locale.Locale) error {
	at, agreed := clock.MillisOf(s.Clock.Now()), policyVersions(before)
	for i, version := range policyVersions(versions) {
		if agreed[i] == version {
			continue
		}
		err := tx.AddConsent(ctx, query.AddConsentParams{
			ID: newID(), UserID: userID, Policy: Policies[i], Version: version, Locale: string(l), At: at, Ip: httpd.ClientIP(ctx),
		})
		if err != nil {
			return fmt.Errorf("consent: %w", err)
		}
	}
	return nil
}

// Agree records that the user agrees to the current policies, in the language of the request. Versions agreed to before
// are not recorded again.
func (s *Service) Agree(ctx context.Context, tx *db.Tx, userID string) error {
	u, err := LockedUser(ctx, tx, userID)
	if err != nil {
		return err
	}
	today, err := PoliciesNow(ctx, tx.Queries)
	if err != nil || u.Policies == today.String() {
		return err
	}
	err = tx.SetUserPolicies(ctx, query.SetUserPoliciesParams{
		AcceptedPolicies: today.String(), AcceptedAt: clock.MillisOf(s.Clock.Now()), ID: u.ID,
	})
	if err != nil {
		return fmt.Errorf("consent: %w", err)
	}
	return s.consent(ctx, tx, u.ID, u.Policies, today.String(), httpd.LocaleOf(ctx))
}

// Unread lists the policies with a version that the member has not agreed to. Staff work under their own terms.
type Unread struct {
	Versions string // of all policies, joined
	Policies []string
}

// UnreadBy returns the user's unread policies; empty if all are agreed to.
func UnreadBy(ctx context.Context, r db.Reader, u User) (Unread, error) {
	if u.MemberID == "" || u.Staff() {
		return Unread{}, nil
	}
	today, err := PoliciesNow(ctx, r)
	if err != nil || u.Policies == today.String() {
		return Unread{}, err
	}
	out, agreed := Unread{Versions: today.String()}, policyVersions(u.Policies)
	for i, version := range today {
		if agreed[i] != version {
			out.Policies = append(out.Policies, Policies[i])
		}
	}
	return out, nil
}

// Consent is an entry of the consent log.
type Consent struct {
	Policy  string    `json:"policy" enum:"privacy-policy,service-policy,term-and-condition"`
	Version string    `json:"version"`
	Locale  string    `json:"locale" enum:"en,zh" doc:"Language in which it was read"`
	At      time.Time `json:"at"`
	Address string    `json:"address,omitempty" doc:"IP address, if known"`
}

// Consents lists a user's consents, newest first.
func Consents(ctx context.Context, r db.Reader, userID string) ([]Consent, error) {
	rows, err := r.ConsentsOf(ctx, userID)
	if err != nil {
		return nil, fmt.Errorf("consents: %w", err)
	}
	out := make([]Consent, 0, len(rows))
	for _, row := range rows {
		out = append(out, Consent{row.Policy, row.Version, row.Locale, row.At.Time(), row.Ip})
	}
	return out, nil
}

// Notice is what the site shows a member on every page.
type Notice struct {
	ClosesAt *time.Time `json:"closesAt,omitempty" doc:"When the account, which is being closed, will be erased"`
	Policies string     `json:"policies,omitempty" doc:"Version of the policies that the member has not agreed to yet"`
}

// noticeOf is nil without a notice.
func noticeOf(ctx context.Context, r db.Reader, u User) (*Notice, error) {
	n := Notice{}
	if u.Closing() {
		n.ClosesAt = &u.ClosesAt
	}
	unread, err := UnreadBy(ctx, r, u)
	if err != nil {
		return nil, err
	}
	if n.Policies = unread.Versions; n == (Notice{}) {
		return nil, nil
	}
	return &n, nil
}
