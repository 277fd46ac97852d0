package account

import (
	"context"
	"fmt"
	"slices"
	"strings"
	"time"

	"shanmen/internal/base/clock"
	"shanmen/internal/platform/db"
	"shanmen/internal/platform/db/query"
)

// Policies are the pages that a member agrees to, each with its own version.
var Policies = []string{"privacy-policy", "service-policy", "term-and-condition"}

// PolicyVersions are the versions of all Policies, in order.
type PolicyVersions []string

// between separates the versions in one text.
const between = "+"

// longestVersions is the maximum length of three joined versions, in characters.
const longestVersions = 64

// String joins the versions, as stored in accounts and registrations: a single one if all are equal.
func (v PolicyVersions) String() string {
	if len(v) > 0 && !slices.ContainsFunc(v, func(one string) bool { return one != v[0] }) {
		return v[0]
	}
	return strings.Join(v, between)
}

// policyVersions parses such a text. A single version applies to all.
func policyVersions(text string) PolicyVersions {
	if parts := strings.Split(text, between); len(parts) == len(Policies) {
		return parts
	}
	return slices.Repeat(PolicyVersions{text}, len(Policies))
}

// PoliciesNow are the current versions to agree to.
func PoliciesNow(ctx context.Context, r db.Reader) (PolicyVersions, error) {
	rows, err := r.PolicyVersions(ctx)
	if err != nil {
		return nil, fmt.Errorf("versions of the policies: %w", err)
	}
	out := make(PolicyVersions, len(Policies))
	for _, row := range rows {
		if i := slices.Index(Policies, row.Policy); i >= 0 {
			out[i] = row.Version
		}
	}
	return out, nil
}

// AskAgain gives a policy a new version, so that members are asked to agree. number is the published version of the
// record, which makes the policy's version unique.
func AskAgain(ctx context.Context, tx *db.Tx, policy string, number int64, now time.Time) error {
	version := fmt.Sprintf("%s.%d", now.In(clock.Singapore).Format(time.DateOnly), number)
	if err := tx.PolicyRaise(ctx, query.PolicyRaiseParams{Version: version, Number: number, Policy: policy}); err != nil {
		return fmt.Errorf("version of %s: %w", policy, err)
	}
	return nil
}

// AskNoMore reverts AskAgain, and returns whether there was something to revert.
func AskNoMore(ctx context.Context, tx *db.Tx, policy string, number int64) (bool, error) {
	n, err := tx.PolicyLower(ctx, query.PolicyLowerParams{Policy: policy, Number: number})
	if err != nil {
		return false, fmt.Errorf("version of %s: %w", policy, err)
	}
	return n > 0, nil
}
