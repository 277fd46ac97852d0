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

// The maximum lengths of such texts: a rejection reason is also sent by SMS.
const (
	longestReason = 200
	longestChat   = 500
)

// wording is a text that the settings screen edits. In the audit trail it is a setting.
type wording struct {
	key     string // "payment.reason.unreadable-zh"
	group   string
	locale  locale.Locale
	message string
	most    int
}

// wordings lists all of them, in display order.
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

// Wordings answers with the current and the built-in texts.
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
		Values map[string]string `json:"values" doc:"Changed texts, by key; an empty one restores the program's default"`
	}
}

// ChangeWordings changes texts for the desk, pages, and future notices. Each change is an audit entry.
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

// checkWordings normalises the edits by key to single lines.
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
