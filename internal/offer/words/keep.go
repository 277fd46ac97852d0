package words

import (
	"context"
	"errors"
	"fmt"

	"shanmen/internal/base/fault"
	"shanmen/internal/base/locale"
	"shanmen/internal/platform/audit"
	"shanmen/internal/platform/db"
	"shanmen/internal/platform/db/query"
	"shanmen/internal/platform/httpd"
)

type keepWordIn struct {
	Body struct {
		Key    string `json:"key" maxLength:"200"`
		Locale string `json:"locale" enum:"en,zh"`
		Live   string `json:"live" maxLength:"16000" doc:"The office's own text, as it was displayed"`
		Over   string `json:"over" maxLength:"16000" doc:"The program's default text, as it was displayed"`
	}
}

// KeptWord is the state of a text after Keep.
type KeptWord struct {
	Side WordSide `json:"side"`
}

// Keep confirms the temple's wording after an update changed the built-in text. The published text does not change, and
// a draft stays. Fault draft-changed: our or the built-in text has changed since.
func (s *Service) Keep(ctx context.Context, in *keepWordIn) (*KeptWord, error) {
	at := place{locale.Locale(in.Body.Locale), in.Body.Key}
	if s.Messages.BuiltIn(at.locale, at.key) != in.Body.Over || in.Body.Over == "" {
		return nil, fault.Invalid("draft-changed")
	}
	// A text that lacks a required placeholder cannot be kept: visitors see the built-in one.
	if err := s.check(ctx, locale.Edit{Locale: at.locale, Key: at.key, Text: in.Body.Live}); err != nil {
		return nil, err
	}
	return httpd.WriteOnce(ctx, s.DB, func(ctx context.Context, tx *db.Tx) (*KeptWord, error) {
		rows, err := tx.MessageEditKeep(ctx, query.MessageEditKeepParams{
			Locale: in.Body.Locale, Key: at.key, Text: in.Body.Live, Over: in.Body.Over,
		})
		if err != nil {
			return nil, fmt.Errorf("message kept: %w", err)
		}
		if rows != 1 {
			return nil, fault.Invalid("draft-changed")
		}
		live, err := s.live(ctx, tx)
		if err != nil {
			return nil, err
		}
		draft, err := tx.MessageDraft(ctx, query.MessageDraftParams{Locale: in.Body.Locale, Key: at.key})
		if err != nil && !errors.Is(err, db.ErrNoRows) {
			return nil, fmt.Errorf("draft of a message: %w", err)
		}
		out := &KeptWord{Side: s.side(at, live[at], draft)}
		return out, audit.Note(ctx, tx, "words.keep", "message:"+at.key, nil, map[string]any{"keys": at.key + " (" + in.Body.Locale + ")"})
	})
}
