package personal

import (
	"context"

	"shanmen/internal/db"
	"shanmen/internal/fault"
	"shanmen/internal/httpd"
)

// ConsentIn is the body of POST /api/member/consent.
type ConsentIn struct {
	Body struct {
		Version string `json:"version" doc:"Of the policies that were read"`
	}
}

// Agreed is the answer of POST /api/member/consent.
type Agreed struct {
	Agreed bool `json:"agreed"`
}

// Consent records that the caller agrees to the policies as they stand now. A version that is no longer theirs
// is "policies-changed": nobody agrees to what they have not read.
func (s *Service) Consent(ctx context.Context, in *ConsentIn) (*Agreed, error) {
	if in.Body.Version != s.Accounts.PoliciesVersion {
		return nil, fault.Invalid("policies-changed")
	}
	return &Agreed{true}, s.DB.Write(ctx, func(ctx context.Context, tx *db.Tx) error {
		return s.Accounts.Agree(ctx, tx, httpd.VisitorOf(ctx).UserID)
	})
}
