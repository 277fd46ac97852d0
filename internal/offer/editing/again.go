package editing

import (
	"context"
	"slices"

	"shanmen/internal/base/fault"
	"shanmen/internal/offer/content"
	"shanmen/internal/people/account"
	"shanmen/internal/platform/db"
	"shanmen/internal/platform/httpd"
)

// agreed returns whether the record is a policy that members agree to.
func (w *work) agreed() bool {
	return slices.Contains(w.kind.agreed, w.record.Key)
}

// mayAskAgain refuses to ask members again about a record that is no such policy, and without the administrator's role.
func (w *work) mayAskAgain(ctx context.Context, again bool) error {
	switch {
	case !again:
		return nil
	case !w.agreed():
		return fault.At("again", "not-a-choice")
	case !httpd.VisitorOf(ctx).Has("admin"):
		return fault.At("again", "administrator-only")
	}
	return nil
}

// askAgain makes members agree again to the policy that was just published.
func (w *work) askAgain(ctx context.Context, tx *db.Tx, number int64) error {
	if err := account.AskAgain(ctx, tx, w.record.Key, number, w.now); err != nil {
		return err
	}
	if err := content.Changed(ctx, tx, content.TagPolicies); err != nil {
		return err
	}
	return w.note(ctx, tx, "record.ask-again", map[string]any{"version": number})
}

// askNoMore reverts askAgain when its publishing is undone.
func (w *work) askNoMore(ctx context.Context, tx *db.Tx, number int64) error {
	if !w.agreed() {
		return nil
	}
	was, err := account.AskNoMore(ctx, tx, w.record.Key, number)
	if err != nil || !was {
		return err
	}
	return content.Changed(ctx, tx, content.TagPolicies)
}
