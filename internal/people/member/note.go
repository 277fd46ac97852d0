package member

import (
	"context"
	"fmt"
	"strings"
	"time"
	"unicode/utf8"

	"shanmen/internal/base/clock"
	"shanmen/internal/base/fault"
	"shanmen/internal/base/id"
	"shanmen/internal/platform/audit"
	"shanmen/internal/platform/db"
	"shanmen/internal/platform/db/query"
	"shanmen/internal/platform/httpd"
)

const (
	longestNote = 1000
	mostNotes   = 100
)

// MemberNote is a colleague's note about a member. It is part of the member's personal data archive.
type MemberNote struct {
	ID   string    `json:"id"`
	Text string    `json:"text"`
	By   string    `json:"by,omitempty" doc:"Author's name; absent for a deleted account"`
	Mine bool      `json:"mine" doc:"Written by the user"`
	At   time.Time `json:"at"`
}

// Notes lists the notes about a member, newest first.
func (s *Service) Notes(ctx context.Context, userID string) ([]MemberNote, error) {
	rows, err := s.DB.Read().MemberNotes(ctx, userID)
	if err != nil {
		return nil, fmt.Errorf("notes about a member: %w", err)
	}
	me, out := httpd.VisitorOf(ctx).UserID, []MemberNote{}
	for _, n := range rows {
		out = append(out, MemberNote{ID: n.ID, Text: n.Text, By: n.Writer, Mine: n.WrittenBy == me, At: n.At.Time()})
	}
	return out, nil
}

type memberNoteIn struct {
	ID   string `path:"id" doc:"User id"`
	Body struct {
		Text string `json:"text" doc:"1 to 1,000 characters, kept as typed"`
	}
}

// AddNote adds a note about a member. Refusals: "required", "too-long" at text, "notes-full".
func (s *Service) AddNote(ctx context.Context, in *memberNoteIn) (*MemberNote, error) {
	text := strings.TrimSpace(in.Body.Text)
	switch {
	case text == "":
		return nil, fault.At("text", "required")
	case utf8.RuneCountInString(text) > longestNote:
		return nil, fault.InvalidFields([]fault.Field{{Path: "text", Code: "too-long", Params: map[string]any{"max": longestNote}}})
	}
	me, now := httpd.VisitorOf(ctx).UserID, s.Clock.Now()
	return db.WriteValue(ctx, s.DB, func(ctx context.Context, tx *db.Tx) (*MemberNote, error) {
		if err := s.noted(ctx, tx, in.ID); err != nil {
			return nil, err
		}
		row := query.MemberNoteAddParams{ID: id.New(), UserID: in.ID, Text: text, WrittenBy: me, At: clock.MillisOf(now)}
		if err := tx.MemberNoteAdd(ctx, row); err != nil {
			return nil, fmt.Errorf("note about a member: %w", err)
		}
		err := audit.Note(ctx, tx, "member.note", "user:"+in.ID, nil, nil)
		return &MemberNote{ID: row.ID, Text: text, Mine: true, At: now}, err
	})
}

// noted locks the account of a note, and refuses more notes than the limit.
func (s *Service) noted(ctx context.Context, tx *db.Tx, userID string) error {
	locked, err := tx.LockUser(ctx, userID)
	if err != nil {
		return fmt.Errorf("lock a member: %w", err)
	}
	if locked == 0 {
		return fault.NotFound()
	}
	n, err := tx.MemberNoteCount(ctx, userID)
	if err != nil {
		return fmt.Errorf("count notes: %w", err)
	}
	if n >= mostNotes {
		return fault.Invalid("notes-full").With("most", mostNotes)
	}
	return nil
}

type memberNoteRemoveIn struct {
	ID   string `path:"id" doc:"User id"`
	Note string `path:"note"`
}

// RemoveNote removes a note; its writer and administrators may.
func (s *Service) RemoveNote(ctx context.Context, in *memberNoteRemoveIn) (*struct{}, error) {
	v := httpd.VisitorOf(ctx)
	return db.WriteValue(ctx, s.DB, func(ctx context.Context, tx *db.Tx) (*struct{}, error) {
		row, err := tx.MemberNote(ctx, query.MemberNoteParams{ID: in.Note, UserID: in.ID})
		if err != nil {
			return nil, db.NotFound(fmt.Errorf("note about a member: %w", err))
		}
		if row.WrittenBy != v.UserID && !v.Has("admin") {
			return nil, fault.Invalid("note-of-another")
		}
		n, err := tx.MemberNoteRemove(ctx, query.MemberNoteRemoveParams{ID: in.Note, UserID: in.ID})
		if err != nil {
			return nil, fmt.Errorf("remove a note: %w", err)
		}
		if n == 0 { // removed by a concurrent call
			return nil, fault.NotFound()
		}
		return &struct{}{}, audit.Note(ctx, tx, "member.note-remove", "user:"+in.ID, nil, nil)
	})
}
