package editing

import (
	"context"

	"shanmen/internal/base/clock"
	"shanmen/internal/base/fault"
	"shanmen/internal/base/id"
	"shanmen/internal/people/account"
	"shanmen/internal/platform/db"
	"shanmen/internal/platform/db/query"
	"shanmen/internal/platform/httpd"
)

// roleEditor is the role that may see every draft.
const roleEditor = "editor"

// Draft implements httpd.Draft: it opens a draft by an office session or by a preview link. Without either, the
// published page is shown.
func (s *Service) Draft(ctx context.Context, v httpd.Visitor, record, token string) (func(context.Context) context.Context, error) {
	r := s.DB.Read()
	if token != "" {
		l, err := r.Look(ctx, query.LookParams{TokenHash: id.Hash(token), Now: clock.MillisOf(s.Clock.Now())})
		if err != nil {
			return nil, db.NotFound(err)
		}
		u, err := account.Find(ctx, r, l.UserID)
		if err != nil {
			return nil, err
		}
		if !u.Active() || !(httpd.Visitor{Roles: u.Roles}).Has(roleEditor) { // a link shows only what its creator may see
			return nil, fault.NotFound()
		}
		record = l.RecordID
	} else if !v.Has(roleEditor) {
		return nil, fault.NotFound()
	}
	if record == "" {
		return func(ctx context.Context) context.Context { return ctx }, nil
	}
	row, err := r.Record(ctx, record)
	if err != nil {
		return nil, db.NotFound(err)
	}
	owner := v.UserID
	if token != "" { // a link opens nobody's own page
		owner = ""
	}
	if err := mayOpen(owner, row); err != nil {
		return nil, err
	}
	w, err := draftOf(ctx, r, row)
	if err != nil {
		return nil, err
	}
	if w.kind.draft == nil {
		return func(ctx context.Context) context.Context { return ctx }, nil
	}
	return func(ctx context.Context) context.Context {
		return w.kind.draft(ctx, Shown{Key: w.record.Key, Position: w.record.Position, Fields: w.fields, Now: s.Clock.Now()})
	}, nil
}
