package words

import (
	"cmp"
	"context"
	"errors"
	"fmt"
	"slices"
	"strings"
	"time"

	"shanmen/internal/base/clock"
	"shanmen/internal/base/fault"
	"shanmen/internal/base/id"
	"shanmen/internal/base/locale"
	"shanmen/internal/base/uses"
	"shanmen/internal/base/writing"
	"shanmen/internal/offer/content"
	"shanmen/internal/people/account"
	"shanmen/internal/platform/audit"
	"shanmen/internal/platform/db"
	"shanmen/internal/platform/db/query"
	"shanmen/internal/platform/httpd"
)

// Why a version was stored.
const (
	whyPublish  = "publish"
	whyTakeBack = "take-back"
	whySetAside = "set-aside" // conflicting edit of the same text
)

// takeBackFor is how long a publishing can be undone.
const takeBackFor = 30 * time.Second

// mostAtOnce is the maximum number of texts in one publishing: its transaction blocks all other publishing.
const mostAtOnce = 500

type saveWordIn struct {
	Body struct {
		Key    string `json:"key" maxLength:"200"`
		Locale string `json:"locale" enum:"en,zh"`
		Text   string `json:"text" maxLength:"16000" doc:"Text; empty: the program's default"`
		Base   int64  `json:"base" doc:"The draft's revision when editing began"`
	}
}

// SavedWord is the state of a text after saving its draft.
type SavedWord struct {
	Side     WordSide `json:"side"`
	SetAside bool     `json:"setAside" doc:"Somebody else changed it meanwhile: their text is the draft, and the submitted one is in the history"`
}

// outcome is the stored result of a save for a repeated request: without texts, which may be long.
type outcome struct {
	Rev      int64      `json:"rev"` // a colleague's later one would let the next save overwrite their text
	SetAside bool       `json:"setAside"`
	answer   *SavedWord // of the request that has just saved; not remembered
}

// Save saves the draft of a text. After a concurrent change, the colleague's draft stays and this one is stored in the
// history.
func (s *Service) Save(ctx context.Context, in *saveWordIn) (*SavedWord, error) {
	e := locale.Edit{Locale: locale.Locale(in.Body.Locale), Key: in.Body.Key, Text: strings.TrimSpace(strings.ReplaceAll(in.Body.Text, "\r\n", "\n"))}
	builtIn := s.Messages.BuiltIn(e.Locale, e.Key)
	if e.Text == builtIn {
		e.Text = ""
	}
	checked := e
	checked.Text = cmp.Or(e.Text, builtIn)
	if err := s.check(ctx, checked); err != nil {
		return nil, err
	}
	done, err := httpd.WriteOnce(ctx, s.DB, func(ctx context.Context, tx *db.Tx) (*outcome, error) {
		return s.save(ctx, tx, e, in.Body.Base)
	})
	if err != nil {
		return nil, err
	}
	if done.answer != nil {
		return done.answer, nil
	}
	r := s.DB.Read()
	live, err := s.live(ctx, r)
	if err != nil {
		return nil, err
	}
	draft, err := r.MessageDraft(ctx, query.MessageDraftParams{Locale: string(e.Locale), Key: e.Key})
	if err != nil {
		return nil, fmt.Errorf("draft of a message: %w", err)
	}
	at := place{e.Locale, e.Key}
	out := &SavedWord{s.side(at, live[at], draft), done.SetAside}
	if !done.SetAside {
		out.Side.Rev = done.Rev
	}
	return out, nil
}

func (s *Service) save(ctx context.Context, tx *db.Tx, e locale.Edit, base int64) (*outcome, error) {
	live, err := s.live(ctx, tx)
	if err != nil {
		return nil, err
	}
	ours := live[place{e.Locale, e.Key}]
	who, now := whoIn(ctx), clock.MillisOf(s.Clock.Now())
	// A draft equal to the published text removes the draft; for a text whose built-in version an update has changed, it
	// confirms our wording.
	waiting := int64(1)
	if e.Text == ours.Text && (ours.Key == "" || ours.Over == s.Messages.BuiltIn(e.Locale, e.Key)) {
		waiting = 0
	}
	revs, err := tx.MessageDraftSave(ctx, query.MessageDraftSaveParams{
		Locale: string(e.Locale), Key: e.Key, Text: e.Text, Waiting: waiting, ByID: who, At: now, Base: base,
	})
	if err != nil {
		return nil, fmt.Errorf("draft of a message: %w", err)
	}
	draft, err := tx.MessageDraft(ctx, query.MessageDraftParams{Locale: string(e.Locale), Key: e.Key})
	if err != nil {
		return nil, fmt.Errorf("draft of a message: %w", err)
	}
	setAside := len(revs) == 0 && draft.Text != e.Text
	if setAside {
		err := tx.MessageVersionAdd(ctx, query.MessageVersionAddParams{
			Batch: id.New(), Locale: string(e.Locale), Key: e.Key, Why: whySetAside, BeforeText: ours.Text, Text: e.Text, ByID: who, At: now,
		})
		if err != nil {
			return nil, fmt.Errorf("message set aside: %w", err)
		}
	}
	answer := &SavedWord{s.side(place{e.Locale, e.Key}, ours, draft), setAside}
	return &outcome{draft.Rev, setAside, answer}, nil
}

// check refuses an unusable text at its field.
func (s *Service) check(ctx context.Context, e locale.Edit) error {
	code := s.Messages.CheckEdit(e)
	switch {
	case kept(e.Key):
		code = "message-unknown"
	case code != "":
	case !s.mayWord(ctx, e.Key):
		code = "message-locked"
	case e.Text != s.Messages.BuiltIn(e.Locale, e.Key) && s.proves(e.Key) && writing.LeadsElsewhere(e.Text, s.Base.Hostname()):
		code = "message-address"
	}
	if code == "" {
		return nil
	}
	return fault.InvalidFields([]fault.Field{{Path: "text", Code: code, Params: map[string]any{"max": locale.LongestEdit}}})
}

// live reads the published edits of built-in texts.
func (s *Service) live(ctx context.Context, r db.Reader) (map[place]query.MessageEdit, error) {
	rows, err := r.MessageEdits(ctx)
	if err != nil {
		return nil, fmt.Errorf("edited messages: %w", err)
	}
	out := map[place]query.MessageEdit{}
	for _, row := range rows {
		out[place{locale.Locale(row.Locale), row.Key}] = row
	}
	return out, nil
}

func whoIn(ctx context.Context) string { return cmp.Or(httpd.VisitorOf(ctx).UserID, audit.System) }

// LookedWord is a draft with the revision that the editor has seen.
type LookedWord struct {
	Key    string `json:"key" maxLength:"200"`
	Locale string `json:"locale" enum:"en,zh"`
	Rev    int64  `json:"rev"`
}

type publishWordsIn struct {
	Body struct {
		Items []LookedWord `json:"items" minItems:"1" maxItems:"500" doc:"Drafts as they were displayed"`
	}
}

// PublishedWords is the batch that was just published.
type PublishedWords struct {
	Batch string    `json:"batch"`
	Count int       `json:"count" doc:"Number of messages, counted per language"`
	Until time.Time `json:"until" doc:"It can be undone until then"`
}

// Publish publishes drafts, all or none.
func (s *Service) Publish(ctx context.Context, in *publishWordsIn) (*PublishedWords, error) {
	items := slices.Clone(in.Body.Items)
	slices.SortFunc(items, func(a, b LookedWord) int { return cmp.Or(cmp.Compare(a.Key, b.Key), cmp.Compare(a.Locale, b.Locale)) })
	items = slices.CompactFunc(items, func(a, b LookedWord) bool { return a.Key == b.Key && a.Locale == b.Locale })
	if len(items) == 0 || len(items) > mostAtOnce {
		return nil, fault.Invalid("nothing-to-publish")
	}
	out, err := httpd.WriteOnce(ctx, s.DB, func(ctx context.Context, tx *db.Tx) (*PublishedWords, error) {
		now := s.Clock.Now()
		p := &PublishedWords{Batch: id.New(), Count: len(items), Until: now.Add(takeBackFor).UTC()}
		var moves []move
		for _, one := range items {
			at := place{locale.Locale(one.Locale), one.Key}
			draft, err := tx.MessageDraft(ctx, query.MessageDraftParams{Locale: one.Locale, Key: one.Key})
			if err != nil && !errors.Is(err, db.ErrNoRows) {
				return nil, fmt.Errorf("draft of a message: %w", err)
			}
			// A concurrent publishing or edit of the same draft is either first or refused.
			rows, err := tx.MessageDraftOut(ctx, query.MessageDraftOutParams{Locale: one.Locale, Key: one.Key, Rev: one.Rev})
			if err != nil {
				return nil, fmt.Errorf("draft of a message: %w", err)
			}
			if rows != 1 || draft.Rev != one.Rev {
				return nil, fault.Invalid("draft-changed")
			}
			moves = append(moves, move{at, draft.Text})
		}
		live, err := s.hold(ctx, tx, moves)
		if err != nil {
			return nil, err
		}
		return p, s.put(ctx, tx, p.Batch, whyPublish, now, moves, live)
	})
	if err != nil {
		return nil, err
	}
	return out, s.Wording.Renew(ctx)
}

// move is the change of one text; ” is the built-in one.
type move struct {
	place
	text string
}

// hold names the change and reads the published texts. From here to the commit other publishing waits.
func (s *Service) hold(ctx context.Context, tx *db.Tx, moves []move) (map[place]query.MessageEdit, error) {
	var tags []string
	for _, m := range moves {
		tags = append(tags, uses.Words(m.key))
	}
	slices.Sort(tags)
	if err := content.Changed(ctx, tx, slices.Compact(tags)...); err != nil {
		return nil, err
	}
	return s.live(ctx, tx)
}

// put publishes texts as one batch with one audit entry: each text before and after. live are the texts published until
// now.
func (s *Service) put(ctx context.Context, tx *db.Tx, batch, why string, now time.Time, moves []move, live map[place]query.MessageEdit) error {
	before, after := map[string]string{}, map[string]string{}
	who := whoIn(ctx)
	for _, m := range moves {
		e := locale.Edit{Locale: m.locale, Key: m.key, Text: cmp.Or(m.text, s.Messages.BuiltIn(m.locale, m.key))}
		if err := s.check(ctx, e); err != nil {
			return err
		}
		if err := s.Wording.Write(ctx, tx, e); err != nil {
			return err
		}
		err := tx.MessageVersionAdd(ctx, query.MessageVersionAddParams{
			Batch: batch, Locale: string(m.locale), Key: m.key, Why: why, BeforeText: live[m.place].Text, Text: m.text, ByID: who, At: clock.MillisOf(now),
		})
		if err != nil {
			return fmt.Errorf("version of a message: %w", err)
		}
		name := m.key + " (" + string(m.locale) + ")"
		before[name], after[name] = cmp.Or(live[m.place].Text, s.Messages.BuiltIn(m.locale, m.key)), e.Text
	}
	return audit.Note(ctx, tx, "words."+why, "message:"+moves[0].key, before, after)
}

type takeWordsBackIn struct {
	Body struct {
		Batch string `json:"batch" maxLength:"64"`
	}
}

// TakeBack undoes a publishing. Its drafts are restored, unless they were edited since.
func (s *Service) TakeBack(ctx context.Context, in *takeWordsBackIn) (*PublishedWords, error) {
	out, err := httpd.WriteOnce(ctx, s.DB, func(ctx context.Context, tx *db.Tx) (*PublishedWords, error) {
		now := s.Clock.Now()
		rows, err := tx.MessageBatch(ctx, in.Body.Batch)
		if err != nil {
			return nil, fmt.Errorf("batch of messages: %w", err)
		}
		var moves []move
		for _, row := range rows {
			moves = append(moves, move{place{locale.Locale(row.Locale), row.Key}, row.BeforeText})
		}
		if len(moves) == 0 {
			return nil, fault.Invalid("too-late-to-take-back")
		}
		live, err := s.hold(ctx, tx, moves)
		if err != nil {
			return nil, err
		}
		p := &PublishedWords{Batch: id.New(), Count: len(rows), Until: now.UTC()}
		for i, row := range rows {
			if row.Why != whyPublish || now.After(row.At.Time().Add(takeBackFor)) || live[moves[i].place].Text != row.Text {
				return nil, fault.Invalid("too-late-to-take-back")
			}
			err := tx.MessageDraftBack(ctx, query.MessageDraftBackParams{Locale: row.Locale, Key: row.Key, Text: row.Text})
			if err != nil {
				return nil, fmt.Errorf("draft of a message: %w", err)
			}
		}
		return p, s.put(ctx, tx, p.Batch, whyTakeBack, now, moves, live)
	})
	if err != nil {
		return nil, err
	}
	return out, s.Wording.Renew(ctx)
}

// PastWord is an earlier published or draft version of a text.
type PastWord struct {
	Locale string    `json:"locale"`
	Text   string    `json:"text" doc:"Text; empty: the program's default"`
	Why    string    `json:"why" enum:"publish,take-back,set-aside"`
	By     string    `json:"by" doc:"A name"`
	At     time.Time `json:"at"`
}

// WordHistory is the history of a text, newest first.
type WordHistory struct {
	Items []PastWord `json:"items"`
}

type wordHistoryIn struct {
	Key string `query:"key" maxLength:"200"`
}

// History answers with the history of a text.
func (s *Service) History(ctx context.Context, in *wordHistoryIn) (*WordHistory, error) {
	r := s.DB.Read()
	rows, err := r.MessageHistory(ctx, in.Key)
	if err != nil {
		return nil, fmt.Errorf("history of a message: %w", err)
	}
	out, names := &WordHistory{Items: []PastWord{}}, map[string]string{}
	for _, row := range rows {
		if _, known := names[row.ByID]; !known && row.ByID != audit.System {
			if names[row.ByID], err = account.NameOf(ctx, r, row.ByID); err != nil {
				return nil, err
			}
		}
		out.Items = append(out.Items, PastWord{row.Locale, row.Text, row.Why, names[row.ByID], row.At.Time().UTC()})
	}
	return out, nil
}
