package office

import (
	"context"
	"errors"
	"fmt"
	"slices"
	"strings"
	"time"
	"unicode/utf8"

	"shanmen/internal/audit"
	"shanmen/internal/clock"
	"shanmen/internal/db"
	"shanmen/internal/db/query"
	"shanmen/internal/event"
	"shanmen/internal/event/rule"
	"shanmen/internal/fault"
	"shanmen/internal/httpd"
	"shanmen/internal/locale"
	"shanmen/internal/payment"
)

// The longest that the words of an event may be, in characters of one language.
const (
	longestTitle   = 200
	longestSummary = 300
	longestHTML    = 60_000
)

// EventWords is what an event says, in both languages.
type EventWords struct {
	Kind      string      `json:"kind" enum:"chanting,festival,memorial,talk"`
	Title     locale.Text `json:"title"`
	Summary   locale.Text `json:"summary"`
	Place     locale.Text `json:"place"`
	HTML      locale.Text `json:"html" doc:"Sanitised"`
	Offering  string      `json:"offering" doc:"Key of what can be offered on the day, or empty"`
	Published bool        `json:"published"`
}

// OfficeEvent is an event as the office sees it.
type OfficeEvent struct {
	ID  string `json:"id"`
	Key string `json:"key"`
	EventWords
	Rule    rule.Rule     `json:"rule"`
	Rev     int64         `json:"rev" doc:"Counts the saves of the rule; a change names the one that it was made over"`
	Preview event.Preview `json:"preview"`
}

// EventLine is an event in the office's list.
type EventLine struct {
	ID        string             `json:"id"`
	Key       string             `json:"key"`
	Kind      string             `json:"kind"`
	Title     locale.Text        `json:"title"`
	Published bool               `json:"published"`
	Rule      string             `json:"rule" enum:"dates,regular,lunar-monthly,lunar-yearly,term,row" doc:"Kind of its rule"`
	Next      *event.PreviewDate `json:"next,omitempty" doc:"Its next date; absent when none comes"`
	Dates     int                `json:"dates" doc:"How many dates come"`
}

// EventLines is the answer of the list, by the next date.
type EventLines struct {
	Items []EventLine `json:"items"`
}

// Events lists all events, those with a date to come first.
func (s *Service) Events(ctx context.Context, _ *struct{}) (*EventLines, error) {
	r := s.DB.Read()
	rows, err := r.EventsAll(ctx)
	if err != nil {
		return nil, fmt.Errorf("events: %w", err)
	}
	now, out := s.Clock.Now(), &EventLines{Items: []EventLine{}}
	for _, e := range rows {
		line := EventLine{ID: e.ID, Key: e.Key, Kind: e.Kind, Title: locale.Text{EN: e.TitleEn, ZH: e.TitleZh}, Published: e.Published}
		kept, _, err := event.Rule(ctx, r, e.ID)
		if err != nil {
			return nil, err
		}
		p, dates := event.PreviewOf(kept, now)
		line.Rule = kept.Kind
		for _, d := range dates {
			if d.Exception != rule.LeftOut {
				line.Dates++
			}
		}
		if i := slices.IndexFunc(p.Next, func(d event.PreviewDate) bool { return d.Exception != rule.LeftOut }); i >= 0 {
			line.Next = &p.Next[i]
		}
		out.Items = append(out.Items, line)
	}
	slices.SortStableFunc(out.Items, func(a, b EventLine) int {
		switch {
		case a.Next == nil && b.Next == nil:
			return 0
		case a.Next == nil:
			return 1
		case b.Next == nil:
			return -1
		}
		return a.Next.StartsAt.Compare(b.Next.StartsAt)
	})
	return out, nil
}

// Event reads one event with its rule.
func (s *Service) Event(ctx context.Context, in *idIn) (*OfficeEvent, error) {
	return s.officeEvent(ctx, s.DB.Read(), in.ID)
}

func (s *Service) officeEvent(ctx context.Context, r db.Reader, eventID string) (*OfficeEvent, error) {
	e, err := r.EventByID(ctx, eventID)
	if errors.Is(err, db.ErrNoRows) {
		return nil, fault.NotFound()
	}
	if err != nil {
		return nil, fmt.Errorf("event: %w", err)
	}
	out := &OfficeEvent{ID: e.ID, Key: e.Key, EventWords: wordsOf(e)}
	if out.Rule, out.Rev, err = event.Rule(ctx, r, e.ID); err != nil {
		return nil, err
	}
	p, err := previewOf(ctx, r, e.ID, out.Place, out.Rule, s.Clock.Now())
	if err != nil {
		return nil, err
	}
	out.Preview = *p
	return out, nil
}

func wordsOf(e query.Event) EventWords {
	return EventWords{
		Kind: e.Kind, Title: locale.Text{EN: e.TitleEn, ZH: e.TitleZh}, Summary: locale.Text{EN: e.SummaryEn, ZH: e.SummaryZh},
		Place: locale.Text{EN: e.PlaceEn, ZH: e.PlaceZh}, HTML: locale.Text{EN: e.HtmlEn, ZH: e.HtmlZh}, Offering: e.Offering, Published: e.Published,
	}
}

func previewOf(ctx context.Context, r db.Reader, eventID string, place locale.Text, of rule.Rule, now time.Time) (*event.Preview, error) {
	p, dates := event.PreviewOf(of, now)
	var err error
	p.Clashes, err = event.Clashes(ctx, r, eventID, place, dates, now)
	return &p, err
}

type previewIn struct {
	Body struct {
		ID    string      `json:"id,omitempty" doc:"The event that has the rule, which clashes with others alone"`
		Place locale.Text `json:"place" doc:"Of the event, for sessions without a place"`
		Rule  rule.Rule   `json:"rule"`
	}
}

// PreviewRule tells the dates of a rule that is not saved.
func (s *Service) PreviewRule(ctx context.Context, in *previewIn) (*event.Preview, error) {
	if err := in.Body.Rule.Check("rule."); err != nil {
		return nil, err
	}
	return previewOf(ctx, s.DB.Read(), in.Body.ID, in.Body.Place, in.Body.Rule, s.Clock.Now())
}

type ruleIn struct {
	ID   string `path:"id"`
	Body struct {
		Rule rule.Rule `json:"rule"`
		Rev  int64     `json:"rev" doc:"Of the rule that this one was made over"`
	}
}

// SetEventRule gives an event a rule, for every page and feed at once. Fault "rule-changed" when somebody was quicker.
func (s *Service) SetEventRule(ctx context.Context, in *ruleIn) (*OfficeEvent, error) {
	if err := in.Body.Rule.Check("rule."); err != nil {
		return nil, err
	}
	now := s.Clock.Now()
	return httpd.WriteOnce(ctx, s.DB, func(ctx context.Context, tx *db.Tx) (*OfficeEvent, error) {
		if _, err := tx.EventLock(ctx, in.ID); errors.Is(err, db.ErrNoRows) {
			return nil, fault.NotFound()
		} else if err != nil {
			return nil, fmt.Errorf("event: %w", err)
		}
		before, rev, err := event.Rule(ctx, tx, in.ID)
		if err != nil {
			return nil, err
		}
		if rev != in.Body.Rev {
			return nil, fault.Invalid("rule-changed")
		}
		if err := event.SetRules(ctx, tx, in.ID, in.Body.Rule, now); err != nil {
			return nil, err
		}
		return s.eventChanged(ctx, tx, in.ID, audit.Entry{Action: "event.rule", Before: before, After: in.Body.Rule})
	})
}

// eventChanged closes the change of an event: the desk's order follows its dates.
func (s *Service) eventChanged(ctx context.Context, tx *db.Tx, eventID string, e audit.Entry) (*OfficeEvent, error) {
	if err := payment.RefreshCutOffs(ctx, tx); err != nil {
		return nil, fmt.Errorf("order of the desk: %w", err)
	}
	e.ActorID, e.Subject = actorOf(ctx), "event:"+eventID
	if err := audit.Record(ctx, tx, s.Clock.Now(), e); err != nil {
		return nil, err
	}
	return s.officeEvent(ctx, tx, eventID)
}

type newEventIn struct {
	Body struct {
		Key string `json:"key" doc:"Of its address: letters, digits and hyphens" maxLength:"80"`
		EventWords
		Rule rule.Rule `json:"rule"`
	}
}

// AddEvent makes an event.
func (s *Service) AddEvent(ctx context.Context, in *newEventIn) (*OfficeEvent, error) {
	b := in.Body
	var wrong []fault.Field
	if !plainAddress(b.Key) {
		wrong = append(wrong, fault.Field{Path: "key", Code: "key-shape"})
	}
	wrong = append(wrong, b.wrong()...)
	var f *fault.Error
	if err := b.Rule.Check("rule."); errors.As(err, &f) {
		wrong = append(wrong, f.Fields...)
	}
	if err := fault.InvalidFields(wrong); err != nil {
		return nil, err
	}
	now := s.Clock.Now()
	return httpd.WriteOnce(ctx, s.DB, func(ctx context.Context, tx *db.Tx) (*OfficeEvent, error) {
		n, err := tx.EventKeyTaken(ctx, b.Key)
		if err != nil {
			return nil, fmt.Errorf("event: %w", err)
		}
		if n > 0 {
			return nil, fault.InvalidFields([]fault.Field{{Path: "key", Code: "key-taken"}})
		}
		eventID, err := event.Add(ctx, tx, event.New{
			Key: b.Key, Kind: b.Kind, Title: b.Title, Summary: b.Summary, Place: b.Place, HTML: b.HTML, Offering: b.Offering, Rule: b.Rule, Hidden: !b.Published,
		}, now)
		if err != nil {
			return nil, err
		}
		return s.eventChanged(ctx, tx, eventID, audit.Entry{Action: "event.add", After: map[string]any{"key": b.Key, "words": b.EventWords, "rule": b.Rule}})
	})
}

type eventWordsIn struct {
	ID   string `path:"id"`
	Body EventWords
}

// EditEvent changes what an event says, and whether visitors see it.
func (s *Service) EditEvent(ctx context.Context, in *eventWordsIn) (*OfficeEvent, error) {
	if err := fault.InvalidFields(in.Body.wrong()); err != nil {
		return nil, err
	}
	return httpd.WriteOnce(ctx, s.DB, func(ctx context.Context, tx *db.Tx) (*OfficeEvent, error) {
		before, err := tx.EventLock(ctx, in.ID)
		if errors.Is(err, db.ErrNoRows) {
			return nil, fault.NotFound()
		}
		if err != nil {
			return nil, fmt.Errorf("event: %w", err)
		}
		b := in.Body
		after := query.Event{
			ID: in.ID, Key: before.Key, Kind: b.Kind, TitleEn: b.Title.EN, TitleZh: b.Title.ZH, SummaryEn: b.Summary.EN, SummaryZh: b.Summary.ZH,
			HtmlEn: b.HTML.EN, HtmlZh: b.HTML.ZH, PlaceEn: b.Place.EN, PlaceZh: b.Place.ZH, Offering: b.Offering, Published: b.Published, UpdatedAt: clock.MillisOf(s.Clock.Now()),
		}
		if err := event.Put(ctx, tx, after); err != nil {
			return nil, err
		}
		return s.eventChanged(ctx, tx, in.ID, audit.Entry{Action: "event.edit", Before: wordsOf(before), After: b})
	})
}

// wrong finds what is wrong with an event's words: titles and places are there in both languages.
func (w EventWords) wrong() (wrong []fault.Field) {
	for _, f := range []struct {
		path, text string
		most       int
		needed     bool
	}{
		{"title.en", w.Title.EN, longestTitle, true}, {"title.zh", w.Title.ZH, longestTitle, true},
		{"place.en", w.Place.EN, longestTitle, true}, {"place.zh", w.Place.ZH, longestTitle, true},
		{"summary.en", w.Summary.EN, longestSummary, false}, {"summary.zh", w.Summary.ZH, longestSummary, false},
		{"html.en", w.HTML.EN, longestHTML, false}, {"html.zh", w.HTML.ZH, longestHTML, false},
		{"offering", w.Offering, longestTitle, false},
	} {
		if f.needed && strings.TrimSpace(f.text) == "" {
			wrong = append(wrong, fault.Field{Path: f.path, Code: "required"})
		}
		if utf8.RuneCountInString(f.text) > f.most {
			wrong = append(wrong, fault.Field{Path: f.path, Code: "too-long", Params: map[string]any{"max": f.most}})
		}
	}
	if !slices.Contains([]string{event.Chanting, event.Festival, event.Memorial, event.Talk}, w.Kind) {
		wrong = append(wrong, fault.Field{Path: "kind", Code: "not-a-choice"})
	}
	return wrong
}

// plainAddress tells whether a key can stand in an address: light-lamp.
func plainAddress(key string) bool {
	return key != "" && len(key) <= 80 && key[0] != '-' && key[len(key)-1] != '-' &&
		!strings.ContainsFunc(key, func(c rune) bool { return (c < 'a' || c > 'z') && (c < '0' || c > '9') && c != '-' })
}
