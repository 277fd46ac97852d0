package settings

import (
	"context"
	"fmt"
	"slices"
	"strings"
	"unicode/utf8"

	"shanmen/internal/base/fault"
	"shanmen/internal/base/locale"
	"shanmen/internal/people/chat"
	"shanmen/internal/platform/audit"
	"shanmen/internal/platform/db"
	"shanmen/internal/sales/payment"
)

// The most characters of such a sentence: a reason goes out by SMS too.
const (
	longestReason = 200
	longestChat   = 500
)

// wording is a sentence that the settings' screen shows to be worded anew. In the trail it is a setting.
type wording struct {
	key     string // "payment.reason.unreadable-zh"
	group   string
	locale  locale.Locale
	message string
	most    int
}

// wordings are all of them, in the screen's order.
func wordings() (out []wording) {
	add := func(group, message string, most int) {
		for _, l := range locale.All {
			out = append(out, wording{message + "-" + string(l), group, l, message, most})
		}
	}
	for _, code := range payment.Reasons {
		add("reasons", payment.ReasonKey(code), longestReason)
	}
	for _, about := range chat.Abouts {
		add("chats", chat.Key(about), longestChat)
	}
	return out
}

// WordingList is the answer of both calls.
type WordingList struct {
	Items []State `json:"items"`
}

// Wordings tells the sentences as they stand, with the program's own.
func (s *Service) Wordings(ctx context.Context, _ *struct{}) (*WordingList, error) {
	stored, err := s.DB.Read().MessageEdits(ctx)
	if err != nil {
		return nil, fmt.Errorf("edited messages: %w", err)
	}
	names := s.Trail.Namer(ctx)
	out := &WordingList{}
	for _, w := range wordings() {
		builtIn := s.Messages.BuiltIn(w.locale, w.message)
		one := State{Key: w.key, Group: w.group, Kind: "long", Value: builtIn, Default: builtIn, Most: w.most}
		for _, e := range stored {
			if e.Key == w.message && e.Locale == string(w.locale) {
				one.Value = e.Text
			}
		}
		if one.Previous, err = s.lastChange(ctx, names, w.key); err != nil {
			return nil, err
		}
		out.Items = append(out.Items, one)
	}
	return out, nil
}

type wordingsIn struct {
	Body struct {
		Values map[string]string `json:"values" doc:"The sentences that change, by key; an empty one gives the program's own back"`
	}
}

// ChangeWordings words some sentences anew: for the desk, for pages, and for letters that are written from now
// on. Each that is different now is an entry of the audit trail.
func (s *Service) ChangeWordings(ctx context.Context, in *wordingsIn) (*WordingList, error) {
	edits, err := s.checkWordings(in.Body.Values)
	if err != nil {
		return nil, err
	}
	err = s.DB.Write(ctx, func(ctx context.Context, tx *db.Tx) error {
		for _, w := range wordings() {
			e, ok := edits[w.key]
			if !ok {
				continue
			}
			before, err := s.Wording.Put(ctx, tx, e)
			if err != nil {
				return err
			}
			if e.Text == before {
				continue
			}
			err = audit.Note(ctx, tx, settingChange, settingSubject+w.key, map[string]string{"value": before}, map[string]string{"value": e.Text})
			if err != nil {
				return err
			}
		}
		return nil
	})
	if err != nil {
		return nil, err
	}
	if err := s.Wording.Renew(ctx); err != nil {
		return nil, err
	}
	return s.Wordings(ctx, nil)
}

// checkWordings gives the edits by key as they are stored, on one line each.
func (s *Service) checkWordings(values map[string]string) (map[string]locale.Edit, error) {
	if len(values) == 0 {
		return nil, fault.At("values", "required")
	}
	var wrong []fault.Field
	edits := map[string]locale.Edit{}
	for key, value := range values {
		i := slices.IndexFunc(wordings(), func(w wording) bool { return w.key == key })
		if i < 0 {
			wrong = append(wrong, fault.Field{Path: key, Code: "unknown-field"})
			continue
		}
		w := wordings()[i]
		e := locale.Edit{Locale: w.locale, Key: w.message, Text: strings.Join(strings.Fields(value), " ")}
		if e.Text == "" {
			e.Text = s.Messages.BuiltIn(e.Locale, e.Key)
		}
		edits[key] = e
		code := s.Messages.CheckEdit(e)
		if utf8.RuneCountInString(e.Text) > w.most {
			code = "too-long"
		}
		if code != "" {
			wrong = append(wrong, fault.Field{Path: key, Code: code, Params: map[string]any{"max": w.most}})
		}
	}
	return edits, fault.InvalidFields(wrong)
}
