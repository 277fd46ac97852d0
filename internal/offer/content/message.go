package content

import (
	"context"
	"fmt"
	"log/slog"
	"strings"

	"shanmen/internal/base/clock"
	"shanmen/internal/base/fault"
	"shanmen/internal/base/locale"
	"shanmen/internal/base/uses"
	"shanmen/internal/platform/db"
	"shanmen/internal/platform/db/query"
)

// Wording stores the office's wordings of messages and applies them over the built-in ones.
type Wording struct {
	DB       *db.DB
	Clock    clock.Clock
	Messages *locale.Messages
	Log      *slog.Logger
}

// Renew loads the edits into memory. Every replica does so at startup and when the content version has changed.
func (w *Wording) Renew(ctx context.Context) error {
	rows, err := w.DB.Read().MessageEdits(ctx)
	if err != nil {
		return fmt.Errorf("edited messages: %w", err)
	}
	edits := make([]locale.Edit, 0, len(rows))
	for _, r := range rows {
		edits = append(edits, locale.Edit{Locale: locale.Locale(r.Locale), Key: r.Key, Text: r.Text})
	}
	for _, e := range w.Messages.Overlay(edits) {
		w.Log.Warn("an edited message is not used", "locale", e.Locale, "key", e.Key, "because", w.Messages.CheckEdit(e))
	}
	return nil
}

// Save sets the wording of a message on every replica; an empty text restores the built-in one. Fault "invalid-fields"
// with the codes of locale.Messages.CheckEdit.
func (w *Wording) Save(ctx context.Context, e locale.Edit) error {
	err := w.DB.Write(ctx, func(ctx context.Context, tx *db.Tx) error {
		_, err := w.Put(ctx, tx, e)
		return err
	})
	if err != nil {
		return fmt.Errorf("edited message: %w", err)
	}
	return w.Renew(ctx)
}

// Put is Save inside a larger transaction. It returns the previous wording; the caller calls Renew after the commit. Of
// two concurrent saves, the second waits and sees the first.
func (w *Wording) Put(ctx context.Context, tx *db.Tx, e locale.Edit) (before string, err error) {
	builtIn := w.Messages.BuiltIn(e.Locale, e.Key)
	if strings.TrimSpace(e.Text) == "" {
		e.Text = builtIn
	}
	if code := w.Messages.CheckEdit(e); code != "" {
		return "", fault.At("text", code)
	}
	if err := Changed(ctx, tx, uses.Words(e.Key)); err != nil {
		return "", err
	}
	stored, err := tx.MessageEdits(ctx)
	if err != nil {
		return "", err
	}
	before = builtIn
	for _, s := range stored {
		if s.Locale == string(e.Locale) && s.Key == e.Key {
			before = s.Text
		}
	}
	return before, w.Write(ctx, tx, e)
}

// Write stores a checked wording. A text equal to the built-in one is not stored as an edit, so that an update can
// replace it. The caller has called Changed, and calls Renew after the commit.
func (w *Wording) Write(ctx context.Context, tx *db.Tx, e locale.Edit) error {
	builtIn := w.Messages.BuiltIn(e.Locale, e.Key)
	if e.Text == builtIn {
		return tx.DropMessageEdit(ctx, query.DropMessageEditParams{Locale: string(e.Locale), Key: e.Key})
	}
	return tx.PutMessageEdit(ctx, query.PutMessageEditParams{
		Locale: string(e.Locale), Key: e.Key, Text: e.Text, Over: builtIn, UpdatedAt: clock.MillisOf(w.Clock.Now()),
	})
}
