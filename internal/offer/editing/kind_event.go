package editing

import (
	"context"
	"errors"
	"fmt"
	"strings"
	"time"

	"shanmen/internal/base/fault"
	"shanmen/internal/base/locale"
	"shanmen/internal/offer/content"
	"shanmen/internal/offer/event"
	"shanmen/internal/offer/event/rule"
	"shanmen/internal/platform/db"
	"shanmen/internal/platform/httpd"
)

// KindEvent is an event of the calendar.
const KindEvent = "event"

// Calendar events: their texts, and the rule that gives their dates.
var eventKind = &Kind{
	Name: KindEvent, Rank: 9, Both: true, Keyed: true, Base: "/event/", ends: true,
	Fields: []Field{
		{Name: "title", Each: true, Type: FieldLine, Most: longestTitle, Required: true},
		{Name: "summary", Each: true, Type: FieldLine, Most: longestSummary},
		{Name: "place", Each: true, Type: FieldLine, Most: longestTitle, Required: true},
		{Name: "html", Each: true, Type: FieldHTML, Most: longestHTML},
		{Name: "kind", Type: FieldChoice, Choices: event.Kinds, Required: true},
		{Name: "offering", Type: FieldOffering, Most: longestTitle},
		{Name: "picture", Type: FieldPicture, Most: longestPictureID},
		{Name: "rule", Type: FieldRule, Most: rule.LongestJSON, Required: true},
	},
	live: events, show: showEvent, draft: draftEvent, limits: eventLimits, warns: eventWarnings, concerns: eventConcerns,
	lock: event.Lock, drop: event.Drop, rename: event.Rename,
}

func init() { register(eventKind) }

func events(ctx context.Context, r db.Reader) ([]Live, error) {
	rows, err := r.EventsAll(ctx)
	if err != nil {
		return nil, fmt.Errorf("events: %w", err)
	}
	var out []Live
	for i, e := range rows {
		f := Fields{"kind": e.Kind, "offering": e.Offering, "picture": e.Picture}
		f.Put("title", locale.Text{EN: e.TitleEn, ZH: e.TitleZh})
		f.Put("summary", locale.Text{EN: e.SummaryEn, ZH: e.SummaryZh})
		f.Put("place", locale.Text{EN: e.PlaceEn, ZH: e.PlaceZh})
		f.Put("html", locale.Text{EN: e.HtmlEn, ZH: e.HtmlZh})
		out = append(out, Live{Key: e.Key, Position: int64(i), Fields: f, Hidden: !e.Published})
		kept, _, err := event.Rule(ctx, r, e.ID)
		if err != nil {
			return nil, err
		}
		f["rule"] = kept.JSON()
	}
	return out, nil
}

func showEvent(ctx context.Context, tx *db.Tx, s Shown) error {
	if s.Hidden {
		return event.Publish(ctx, tx, s.Key, false, s.Now)
	}
	r, err := rule.Parse([]byte(s.Fields["rule"]))
	if err != nil {
		return fmt.Errorf("rule of event %s: %w", s.Key, err)
	}
	offered := s.Fields["offering"]
	if offered != "" { // its key may have changed since
		address, err := followed(ctx, tx, offeringBase+offered)
		if err != nil {
			return err
		}
		offered = strings.TrimPrefix(address, offeringBase)
	}
	return event.Save(ctx, tx, event.New{
		Key: s.Key, Kind: s.Fields["kind"], Offering: offered, Picture: s.Fields["picture"], Rule: r,
		Title: textOf(s.Fields, "title"), Summary: textOf(s.Fields, "summary"), Place: textOf(s.Fields, "place"), HTML: textOf(s.Fields, "html"),
	}, s.Now)
}

// eventLimits checks the complete rule; drafts may have incomplete ones.
func eventLimits(ctx context.Context, tx *db.Tx, key string, f Fields, now time.Time) ([]Finding, error) {
	if f["rule"] == "" {
		return nil, nil // missing: reported as a required field
	}
	var wrong *fault.Error
	r, err := rule.Read([]byte(f["rule"]), nil)
	if err == nil {
		err = event.Check(ctx, tx, key, r, now)
	}
	if err != nil && !errors.As(err, &wrong) {
		return nil, err
	}
	var out []Finding
	if wrong != nil {
		if len(wrong.Fields) == 0 {
			return []Finding{{Field: "rule", Code: wrong.Code}}, nil
		}
		for _, w := range wrong.Fields {
			out = append(out, Finding{Field: w.Path, Code: w.Code, Params: w.Params})
		}
	}
	return out, nil
}

// eventWarnings lists dates on which another event uses the same place.
func eventWarnings(ctx context.Context, tx *db.Tx, key string, f Fields, now time.Time) ([]Finding, error) {
	r, err := rule.Parse([]byte(f["rule"]))
	if err != nil {
		return nil, nil // blocked already
	}
	_, all := event.PreviewOf(r, now, false)
	clashes, err := event.Clashes(ctx, tx, key, textOf(f, "place"), all, now)
	if err != nil || len(clashes) == 0 {
		return nil, err
	}
	first, l := clashes[0], httpd.LocaleOf(ctx)
	return []Finding{{Field: "rule", Code: "place-taken", Params: map[string]any{
		"count": len(clashes), "day": locale.Date(l, first.StartsAt), "title": first.Title.In(l),
	}}}, nil
}

func draftEvent(ctx context.Context, s Shown) context.Context {
	f := s.Fields
	return content.WithDraft(ctx, content.Draft{Event: &content.DraftEvent{
		Key: s.Key, Kind: f["kind"], Offering: f["offering"], Picture: f["picture"], Rule: f["rule"],
		Title: textOf(f, "title"), Summary: textOf(f, "summary"), Place: textOf(f, "place"), HTML: textOf(f, "html"),
	}})
}

func eventConcerns(context.Context, *db.Tx, *work, []string) ([]string, error) {
	return []string{"/event", "/"}, nil
}

// eventsOf are the addresses of the events that name an offering.
func eventsOf(ctx context.Context, tx *db.Tx, offered string) (out []string, err error) {
	keys, err := tx.EventsOffering(ctx, offered)
	if err != nil {
		return nil, fmt.Errorf("events of offering %s: %w", offered, err)
	}
	for _, key := range keys {
		out = append(out, eventKind.address(key))
	}
	return out, nil
}
