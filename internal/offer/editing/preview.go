package editing

import (
	"context"
	"strconv"

	"shanmen/internal/base/clock"
	"shanmen/internal/base/fault"
	"shanmen/internal/base/id"
	"shanmen/internal/offer/content"
	"shanmen/internal/offer/offering"
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
	if row.Kind == KindPractice && (token != "" || row.Key != v.UserID || row.TakenAt > 0) { // only its owner sees it
		return nil, fault.NotFound()
	}
	w, err := draftOf(ctx, r, row)
	if err != nil {
		return nil, err
	}
	if w.kind.Name == KindOffering {
		return func(ctx context.Context) context.Context {
			return offering.WithDraft(ctx, offeringOf(w.record.Key, w.record.Position, w.fields, s.Clock.Now()))
		}, nil
	}
	draft := w.laid()
	return func(ctx context.Context) context.Context { return content.WithDraft(ctx, draft) }, nil
}

// laid converts the draft to what pages read.
func (w *work) laid() content.Draft {
	key, f, position := w.record.Key, w.fields, w.record.Position
	switch w.kind.Name {
	case KindPractice:
		return content.Draft{Page: &content.NewPage{Key: practiceKey(key), Kind: content.KindAboutUs, Title: textOf(f, "title"), HTML: textOf(f, "html")}}
	case KindPage, KindPolicy, KindQuestion:
		kind := map[string]string{KindPage: content.KindAboutUs, KindPolicy: content.KindPolicy, KindQuestion: content.KindFAQ}[w.kind.Name]
		return content.Draft{Page: &content.NewPage{Key: key, Kind: kind, Position: position, Title: textOf(f, "title"), HTML: textOf(f, "html")}}
	case KindBanner:
		kind, _ := strconv.ParseInt(f["type"], 10, 64) // no type yet: shown nowhere
		return content.Draft{Banner: &content.NewBanner{
			ID: key, Type: kind, Position: position, Title: textOf(f, "title"), Text: textOf(f, "text"), Href: f["href"], Art: f["art"], Picture: f["picture"],
		}}
	case KindCategory:
		return content.Draft{Category: &content.DraftCategory{Key: key, Position: position, Title: textOf(f, "title")}}
	case KindForm, KindMessage: // previewed in the editor itself
		return content.Draft{}
	}
	if w.kind.Name == KindEvent {
		return content.Draft{Event: &content.DraftEvent{
			Key: key, Kind: f["kind"], Offering: f["offering"], Picture: f["picture"], Rule: f["rule"],
			Title: textOf(f, "title"), Summary: textOf(f, "summary"), Place: textOf(f, "place"), HTML: textOf(f, "html"),
		}}
	}
	facts := placeOf(f)
	return content.Draft{Place: &facts}
}
