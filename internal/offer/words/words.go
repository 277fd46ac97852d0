// Package words lets the office replace the built-in texts of the site, first as drafts, which are published together.
// Visitors read them through content.Wording.
//
// Built-in texts are in locales/; the office's edits are applied over them in memory, reloaded with the content version
// and checked on saving and reading. An edit stores the built-in text that it replaces, so an update that changes it is
// reported. Many drafts are published, or undone within 30 seconds, in one transaction. In the preview frame a message
// is found by its text (said.go, decision 32). Messages of mails and SMS with a code, a ticket or an invitation are for
// administrators only and contain no other address (proof.go).
package words

import (
	"context"
	"fmt"
	"maps"
	"net/url"
	"slices"
	"strings"
	"sync"

	"golang.org/x/text/unicode/norm"

	"shanmen/internal/base/clock"
	"shanmen/internal/base/locale"
	"shanmen/internal/offer/content"
	"shanmen/internal/platform/db"
	"shanmen/internal/platform/db/query"
	"shanmen/internal/platform/httpd"
)

// Service finds and edits texts.
type Service struct {
	DB       *db.DB
	Clock    clock.Clock
	Messages *locale.Messages
	Wording  *content.Wording
	// Base is the address of the site.
	Base *url.URL
	// PageWords lists the key prefixes of the messages that the page at a plain path may show.
	PageWords func(path string) []string
	// Pages is the page table.
	Pages func() []httpd.PageSpec
	// Shown lists the pages that the editor can preview, with titles.
	Shown func(ctx context.Context, l locale.Locale) ([]PointPage, error)

	once sync.Once
	uses map[string][]string

	builtInOnce sync.Once
	builtIns    []builtIn
}

// builtIn is the constant part of a text.
type builtIn struct {
	key     string
	names   []string
	uses    []string
	locales []locale.Locale   // the locales that have it
	proves  bool              // grants access: see proves
	folded  map[string]string // by language, folded for search
}

// builtIn lists the editable texts by key, cached, because folding and finding placeholders is the slowest part of a
// search.
func (s *Service) builtIn() []builtIn {
	s.builtInOnce.Do(func() {
		found := map[string]*builtIn{}
		for _, l := range locale.All {
			for key := range s.Messages.All(l) {
				if kept(key) {
					continue
				}
				one := found[key]
				if one == nil {
					one = &builtIn{key: key, names: []string{}, uses: append([]string{}, s.where()[key]...), proves: s.proves(key), folded: map[string]string{}}
					found[key] = one
				}
				text := s.Messages.BuiltIn(l, key)
				one.locales, one.folded[string(l)] = append(one.locales, l), fold(text)
				if names := locale.Names(text); len(names) > 0 {
					one.names = names
				}
			}
		}
		for _, key := range slices.Sorted(maps.Keys(found)) {
			s.builtIns = append(s.builtIns, *found[key])
		}
	})
	return s.builtIns
}

// kept returns which messages are not edited here. Lunar days are formats that programs compare. Documents (document.)
// are proofs of payment, worded in the treasurer's settings if at all. Those settings also have the rejection reasons. No
// text is edited on two screens.
func kept(key string) bool {
	for _, prefix := range []string{"lunar.", "document.", "payment.reason."} {
		if strings.HasPrefix(key, prefix) {
			return true
		}
	}
	return false
}

// WordSide is a text in one language.
type WordSide struct {
	BuiltIn string `json:"builtIn" doc:"The program's default text"`
	Live    string `json:"live" doc:"Published text"`
	Ours    bool   `json:"ours" doc:"The published text was edited by the office"`
	Draft   string `json:"draft" doc:"Draft text; equals live when there is no draft"`
	Waiting bool   `json:"waiting" doc:"The draft is not published yet"`
	Rev     int64  `json:"rev" doc:"Revision of the draft; 0: never written"`
	Over    string `json:"over,omitempty" doc:"The default text at the time of editing, if it has changed since"`
	Unfit   string `json:"unfit,omitempty" doc:"Why the office's text is not used"`
}

// Sentence is one text in both languages.
type Sentence struct {
	Key   string              `json:"key"`
	Names []string            `json:"names" doc:"Variables such as {count}"`
	Sides map[string]WordSide `json:"sides" doc:"Texts by language: en, zh"`
	// Fills are the current values from the temple's settings, by language and placeholder, so that lengths can be
	// counted.
	Fills map[string]map[string]string `json:"fills,omitempty" doc:"Values from the temple's settings, by language and variable"`
	// Locked is set for those who are not administrators.
	Locked bool     `json:"locked,omitempty" doc:"The message grants access (code, ticket, invitation), so only administrators can edit it"`
	Uses   []string `json:"uses" doc:"Where it is used: site, office, letter (mail), sms, paper (document), head, page:ID or office:AREA"`

	folded map[string]string // the built-in text, by language, folded
}

func (s Sentence) any(is func(WordSide) bool) bool {
	for _, side := range s.Sides {
		if is(side) {
			return true
		}
	}
	return false
}

type place struct {
	locale locale.Locale
	key    string
}

// all reads every text, by key.
func (s *Service) all(ctx context.Context, r db.Reader) ([]Sentence, error) {
	edits, err := r.MessageEdits(ctx)
	if err != nil {
		return nil, fmt.Errorf("edited messages: %w", err)
	}
	drafts, err := r.MessageDrafts(ctx)
	if err != nil {
		return nil, fmt.Errorf("drafts of messages: %w", err)
	}
	ours, written := map[place]query.MessageEdit{}, map[place]query.MessageDraft{}
	for _, e := range edits {
		ours[place{locale.Locale(e.Locale), e.Key}] = e
	}
	for _, d := range drafts {
		written[place{locale.Locale(d.Locale), d.Key}] = d
	}
	temple, err := content.Sender(ctx, r, s.Base)
	if err != nil {
		return nil, err
	}
	fills := map[string]map[string]string{}
	for _, l := range locale.All {
		fills[string(l)] = map[string]string{}
		for name, value := range temple.Says(s.Messages, l) {
			fills[string(l)][name] = fmt.Sprint(value)
		}
	}
	builtIns := s.builtIn()
	out := make([]Sentence, len(builtIns))
	for i, b := range builtIns {
		one := Sentence{Key: b.key, Names: b.names, Sides: make(map[string]WordSide, len(b.locales)), Locked: b.proves && !httpd.VisitorOf(ctx).Has("admin"), Uses: b.uses, folded: b.folded}
		if slices.ContainsFunc(b.names, locale.OfTemple) {
			one.Fills = fills
		}
		for _, l := range b.locales {
			at := place{l, b.key}
			one.Sides[string(l)] = s.side(at, ours[at], written[at])
		}
		out[i] = one
	}
	return out, nil
}

// side builds one language of a text from its rows; a missing row is empty.
func (s *Service) side(at place, ours query.MessageEdit, draft query.MessageDraft) WordSide {
	side := WordSide{BuiltIn: s.Messages.BuiltIn(at.locale, at.key), Rev: draft.Rev, Waiting: draft.Waiting == 1}
	side.Live = side.BuiltIn
	if ours.Key != "" {
		side.Unfit = s.Messages.CheckEdit(locale.Edit{Locale: at.locale, Key: at.key, Text: ours.Text})
		side.Ours = true
		if side.Unfit == "" {
			side.Live = ours.Text
		}
		if ours.Over != side.BuiltIn {
			side.Over = ours.Over
		}
	}
	side.Draft = side.Live
	if side.Waiting {
		side.Draft = draft.Text
		if draft.Text == "" {
			side.Draft = side.BuiltIn
		}
	}
	return side
}

// WordList is a page of texts, with counts per filter.
type WordList struct {
	Items   []Sentence `json:"items"`
	Next    string     `json:"next,omitempty"`
	Total   int        `json:"total" doc:"Number of matches"`
	Every   int        `json:"every" doc:"Number of all messages that can be edited"`
	Ours    int        `json:"ours"`
	Waiting int        `json:"waiting"`
	Changed int        `json:"changed" doc:"Number of edited messages whose default has changed"`
	Parts   []string   `json:"parts" doc:"Key prefixes"`
	// Counts has only key prefixes with matches.
	Counts map[string]int `json:"counts" doc:"Number of matches by key prefix; plural forms of a message count once"`
}

// The filters of a WordList.
const (
	filterOurs    = "ours"
	filterWaiting = "waiting"
	filterChanged = "changed"
)

type listWordsIn struct {
	Q      string `query:"q" maxLength:"100" doc:"A part of a sentence, in either language, or of its key"`
	Filter string `query:"filter" enum:"all,ours,waiting,changed" default:"all"`
	Part   string `query:"part" maxLength:"50" doc:"Key prefix"`
	Use    string `query:"use" maxLength:"60" doc:"Where it is used"`
	After  string `query:"after" maxLength:"200"`
	Limit  int    `query:"limit" default:"50" minimum:"1" maximum:"200"`
}

// List searches texts. Everything is in memory, plus one row per text that the office has changed, so no index is
// needed.
func (s *Service) List(ctx context.Context, in *listWordsIn) (*WordList, error) {
	sentences, err := s.all(ctx, s.DB.Read())
	if err != nil {
		return nil, err
	}
	out := &WordList{Items: []Sentence{}, Every: len(sentences), Parts: []string{}, Counts: map[string]int{}}
	last := "" // plural forms are adjacent
	q := fold(in.Q)
	for _, one := range sentences {
		is := map[string]bool{
			filterOurs:    one.any(func(d WordSide) bool { return d.Ours }),
			filterWaiting: one.any(func(d WordSide) bool { return d.Waiting }),
			filterChanged: one.any(func(d WordSide) bool { return d.Over != "" || d.Unfit != "" }),
		}
		out.Ours, out.Waiting, out.Changed = out.Ours+count(is[filterOurs]), out.Waiting+count(is[filterWaiting]), out.Changed+count(is[filterChanged])
		part, _, _ := strings.Cut(one.Key, ".")
		if n := len(out.Parts); n == 0 || out.Parts[n-1] != part {
			out.Parts = append(out.Parts, part)
		}
		if in.Filter != "all" && !is[in.Filter] || in.Part != "" && in.Part != part || in.Use != "" && !slices.Contains(one.Uses, in.Use) || !one.has(q) {
			continue
		}
		out.Total++
		if base := baseOf(one.Key); base != last {
			last = base
			out.Counts[part]++
		}
		switch {
		case one.Key <= in.After && in.After != "":
		case len(out.Items) < in.Limit:
			out.Items = append(out.Items, one)
		default:
			out.Next = out.Items[len(out.Items)-1].Key
		}
	}
	slices.Sort(out.Parts) // "about-us." sorts before "about.", and a name may occur twice
	out.Parts = slices.Compact(out.Parts)
	return out, nil
}

// baseOf is the key without its plural suffix.
func baseOf(key string) string {
	return strings.TrimSuffix(strings.TrimSuffix(key, "_one"), "_other")
}

func count(is bool) int {
	if is {
		return 1
	}
	return 0
}

// has returns whether a folded query matches a text.
func (s Sentence) has(q string) bool {
	if q == "" || strings.Contains(s.Key, q) {
		return true
	}
	for language, d := range s.Sides {
		for _, text := range []string{d.Live, d.Draft} {
			folded := s.folded[language]
			if text != d.BuiltIn {
				folded = fold(text)
			}
			if strings.Contains(folded, q) {
				return true
			}
		}
	}
	return false
}

// fold normalises differences that people ignore when searching: case, width, spaces, curly quotes.
func fold(text string) string {
	return strings.ToLower(strings.Join(strings.Fields(straight.Replace(norm.NFKC.String(text))), " "))
}

var straight = strings.NewReplacer("’", "'", "‘", "'", "“", `"`, "”", `"`)
