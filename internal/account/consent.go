package account

import (
	"context"
	"fmt"
	"time"

	"shanmen/internal/clock"
	"shanmen/internal/db"
	"shanmen/internal/db/query"
	"shanmen/internal/httpd"
	"shanmen/internal/locale"
)

// Policies are the pages that a member agrees to, all in one version.
var Policies = []string{"privacy-policy", "service-policy", "term-and-condition"}

// consent writes down that a person has agreed to a version of the policies: one line for each page, with the
// language, the time and the network address of this request.
func (s *Service) consent(ctx context.Context, tx *db.Tx, userID, version string, l locale.Locale) error {
	at := clock.MillisOf(s.Clock.Now())
	for _, p := range Policies {
		err := tx.AddConsent(ctx, query.AddConsentParams{
			ID: newID(), UserID: userID, Policy: p, Version: version, Locale: string(l), At: at, Ip: httpd.ClientIP(ctx),
		})
		if err != nil {
			return fmt.Errorf("consent: %w", err)
		}
	}
	return nil
}

// Agree records that the user agrees to the policies as they stand now, in the language of this request. A
// version that was agreed to before is not written again.
func (s *Service) Agree(ctx context.Context, tx *db.Tx, userID string) error {
	u, err := LockedUser(ctx, tx, userID)
	if err != nil {
		return err
	}
	if u.Policies == s.PoliciesVersion {
		return nil
	}
	err = tx.SetUserPolicies(ctx, query.SetUserPoliciesParams{
		AcceptedPolicies: s.PoliciesVersion, AcceptedAt: clock.MillisOf(s.Clock.Now()), ID: u.ID,
	})
	if err != nil {
		return fmt.Errorf("consent: %w", err)
	}
	return s.consent(ctx, tx, u.ID, s.PoliciesVersion, httpd.LocaleOf(ctx))
}

// Outdated tells whether a member has agreed to other policies than those of today. Staff work under their
// own terms.
func (s *Service) Outdated(u User) bool {
	return s.PoliciesVersion != "" && u.MemberID != "" && !u.Staff() && u.Policies != s.PoliciesVersion
}

// Consent is one line of the consent log.
type Consent struct {
	Policy  string    `json:"policy" enum:"privacy-policy,service-policy,term-and-condition"`
	Version string    `json:"version"`
	Locale  string    `json:"locale" enum:"en,zh" doc:"In which it was read"`
	At      time.Time `json:"at"`
	Address string    `json:"address,omitempty" doc:"Network address, where it was known"`
}

// Consents is what a user has agreed to, newest first.
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

// Notice is what a member has to know wherever they are.
type Notice struct {
	ClosesAt *time.Time `json:"closesAt,omitempty" doc:"The account is closing, and is erased then"`
	Policies string     `json:"policies,omitempty" doc:"A version of the policies that the member has not agreed to yet"`
}

// noticeOf is nil when there is nothing to say.
func (s *Service) noticeOf(u User) *Notice {
	n := Notice{}
	if u.Closing() {
		n.ClosesAt = &u.ClosesAt
	}
	if s.Outdated(u) {
		n.Policies = s.PoliciesVersion
	}
	if n == (Notice{}) {
		return nil
	}
	return &n
}
