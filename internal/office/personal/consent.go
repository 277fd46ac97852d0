package personal

import (
	"context"

	"shanmen/internal/base/fault"
	"shanmen/internal/people/account"
	"shanmen/internal/platform/db"
	"shanmen/internal/platform/httpd"
)

// ConsentIn is the body of POST /api/member/consent.
type ConsentIn struct {
	Body struct {
		Version string `json:"version" doc:"Version of the policies that were read"`
	}
}

// Agreed is the answer of POST /api/member/consent.
type Agreed struct {
	Agreed bool `json:"agreed"`
}

// Consent records that the caller agrees to the current policies. An outdated version is "policies-changed": nobody
// agrees to what they have not read.
func (s *Service) Consent(ctx context.Context, in *ConsentIn) (*Agreed, error) {
	return &Agreed{true}, s.DB.Write(ctx, func(ctx context.Context, tx *db.Tx) error {
		today, err := account.PoliciesNow(ctx, tx.Queries)
		if err != nil {
			return err
		}
		if in.Body.Version != today.String() {
			return fault.Invalid("policies-changed")
		}
		return s.Accounts.Agree(ctx, tx, httpd.VisitorOf(ctx).UserID)
	})
}
