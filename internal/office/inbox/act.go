package inbox

import (
	"context"
	"fmt"
	"slices"
	"strings"
	"time"
	"unicode/utf8"

	"shanmen/internal/base/clock"
	"shanmen/internal/base/fault"
	"shanmen/internal/base/id"
	"shanmen/internal/base/locale"
	"shanmen/internal/offer/content"
	"shanmen/internal/offer/form"
	"shanmen/internal/office/claim"
	"shanmen/internal/platform/audit"
	"shanmen/internal/platform/db"
	"shanmen/internal/platform/db/query"
	"shanmen/internal/platform/httpd"
	"shanmen/internal/platform/outbox"
)

// EntryActed is the short answer to an action on a message, after which the page reads it again.
type EntryActed struct {
	Message string `json:"message,omitempty" doc:"Id of the new message"`
	Rev     int64  `json:"rev" doc:"New revision of the message"`
}

// act locks a message, runs fn, and stores its changes. The lock orders concurrent answers, so that the second sees the
// first.
func (s *Service) act(ctx context.Context, entryID string, fn func(ctx context.Context, tx *db.Tx, e *query.FormEntry, now time.Time) (string, error)) (*EntryActed, error) {
	now := s.Clock.Now()
	return httpd.WriteOnce(ctx, s.DB, func(ctx context.Context, tx *db.Tx) (*EntryActed, error) {
		e, err := tx.EntryLock(ctx, entryID)
		if err != nil {
			return nil, db.NotFound(err)
		}
		message, err := fn(ctx, tx, &e, now)
		if err != nil {
			return nil, err
		}
		err = tx.EntryPut(ctx, query.EntryPutParams{State: e.State, AssigneeID: e.AssigneeID, LastAt: e.LastAt, ID: e.ID})
		if err != nil {
			return nil, fmt.Errorf("message to the office: %w", err)
		}
		return &EntryActed{message, e.Rev + 1}, nil
	})
}

func checkWords(field, text string) (string, error) {
	text = strings.TrimSpace(strings.ReplaceAll(text, "\r\n", "\n"))
	switch {
	case text == "":
		return "", fault.At(field, "required")
	case utf8.RuneCountInString(text) > longestAnswer:
		return "", fault.InvalidFields([]fault.Field{{Path: field, Code: "too-long", Params: map[string]any{"max": longestAnswer}}})
	}
	return text, nil
}

type answerIn struct {
	IdempotencyKey string `header:"Idempotency-Key"`
	ID             string `path:"id" maxLength:"64"`
	Body           struct {
		Seen int64  `json:"seen" doc:"rev of the message when it was read; refused if a colleague changed it since"`
		Body string `json:"body"`
		Done bool   `json:"done" doc:"The conversation is finished"`
	}
}

// Answer answers the sender of a message in their language: by mail if there is an address, otherwise by SMS. It is
// sent after 30 seconds. Faults: entry-changed after a concurrent change, entry-no-way, sms-too-long.
func (s *Service) Answer(ctx context.Context, in *answerIn) (*EntryActed, error) {
	text, err := checkWords("body", in.Body.Body)
	if err != nil {
		return nil, err
	}
	return s.act(ctx, in.ID, func(ctx context.Context, tx *db.Tx, e *query.FormEntry, now time.Time) (string, error) {
		if e.Rev != in.Body.Seen {
			return "", fault.Invalid("entry-changed")
		}
		row, err := tx.Entry(ctx, e.ID)
		if err != nil {
			return "", err
		}
		to, err := form.ReachOf(row)
		if err != nil {
			return "", err
		}
		m := query.EntryMessageAddParams{
			ID: id.New(), EntryID: e.ID, Kind: "answer", Channel: s.reach(to), Locale: e.Locale, Body: text, ByID: audit.Actor(ctx), At: clock.MillisOf(now),
			WasState: e.State, WasAssigneeID: e.AssigneeID, WasLastAt: e.LastAt,
		}
		if err := s.sendAnswer(ctx, tx, m, to, e.Reference, now); err != nil {
			return "", err
		}
		if err := tx.EntryMessageAdd(ctx, m); err != nil {
			return "", fmt.Errorf("answer: %w", err)
		}
		e.State, e.LastAt = form.Waiting, m.At
		if in.Body.Done {
			e.State = form.Done
		}
		if e.AssigneeID == "" {
			e.AssigneeID = audit.Actor(ctx)
		}
		if err := tx.EntryRelease(ctx, query.EntryReleaseParams{ID: e.ID, Who: audit.Actor(ctx)}); err != nil {
			return "", err
		}
		return m.ID, audit.Note(ctx, tx, "message.answer", "message:"+e.Reference, nil, map[string]string{"method": m.Channel, "status": e.State})
	})
}

// sendAnswer enqueues the mail or SMS. It can be withdrawn by the answer's id.
func (s *Service) sendAnswer(ctx context.Context, tx *db.Tx, m query.EntryMessageAddParams, to form.Reach, reference string, now time.Time) error {
	l, leaves := locale.Locale(m.Locale), now.Add(answerBackFor)
	params := map[string]string{"reference": reference, "text": m.Body}
	if strings.HasPrefix(m.Body, "/") { // otherwise taken for a path of the site
		params["text"] = "\n" + m.Body
	}
	key := "entry-answer:" + m.ID
	switch m.Channel {
	case byMail:
		return outbox.AddMail(ctx, tx, outbox.Mail{To: to.Mail, Locale: l, Template: "entry-answer", Params: params, About: m.ID}, key, leaves)
	case bySMS:
		temple, err := content.Sender(ctx, tx.Queries, s.Base)
		if err != nil {
			return err
		}
		if tooManyParts(s.frame(temple, bySMS, l, reference), m.Body) {
			return fault.InvalidFields([]fault.Field{{Path: "body", Code: "sms-too-long", Params: map[string]any{"max": mostParts}}})
		}
		return outbox.AddSMS(ctx, tx, outbox.SMS{To: to.Mobile.E164, Locale: l, Template: "entry-answer", Params: params, About: m.ID}, key, leaves)
	}
	return fault.Invalid("entry-no-way")
}

type answerBackIn struct {
	IdempotencyKey string `header:"Idempotency-Key"`
	ID             string `path:"id" maxLength:"64"`
	Message        string `path:"message" maxLength:"64"`
}

// TakeAnswerBack withdraws one's own answer within 30 seconds and restores the message's state. Fault: entry-sent.
func (s *Service) TakeAnswerBack(ctx context.Context, in *answerBackIn) (*EntryActed, error) {
	return s.act(ctx, in.ID, func(ctx context.Context, tx *db.Tx, e *query.FormEntry, now time.Time) (string, error) {
		m, err := tx.EntryMessage(ctx, query.EntryMessageParams{ID: in.Message, EntryID: e.ID})
		if err != nil {
			return "", db.NotFound(err)
		}
		if !s.canTakeBack(ctx, m) {
			return "", fault.Invalid("entry-sent")
		}
		sent, err := outbox.WithdrawAbout(ctx, tx, m.ID)
		if err != nil {
			return "", err
		}
		if sent {
			return "", fault.Invalid("entry-sent")
		}
		e.State = m.WasState
		if e.LastAt == m.At { // nobody has written since
			e.LastAt, e.AssigneeID = m.WasLastAt, m.WasAssigneeID
		}
		if err := tx.EntryMessageBack(ctx, query.EntryMessageBackParams{BackAt: clock.MillisOf(now), ID: m.ID}); err != nil {
			return "", err
		}
		return m.ID, audit.Note(ctx, tx, "message.take-back", "message:"+e.Reference, nil, map[string]string{"status": e.State})
	})
}

type noteIn struct {
	IdempotencyKey string `header:"Idempotency-Key"`
	ID             string `path:"id" maxLength:"64"`
	Body           struct {
		Body string `json:"body"`
	}
}

// AddNote adds an internal note.
func (s *Service) AddNote(ctx context.Context, in *noteIn) (*EntryActed, error) {
	text, err := checkWords("body", in.Body.Body)
	if err != nil {
		return nil, err
	}
	return s.act(ctx, in.ID, func(ctx context.Context, tx *db.Tx, e *query.FormEntry, now time.Time) (string, error) {
		m := query.EntryMessageAddParams{
			ID: id.New(), EntryID: e.ID, Kind: "note", Locale: string(httpd.LocaleOf(ctx)), Body: text, ByID: audit.Actor(ctx), At: clock.MillisOf(now), WasState: e.State,
		}
		e.LastAt = m.At
		return m.ID, tx.EntryMessageAdd(ctx, m)
	})
}

type entryStateIn struct {
	IdempotencyKey string `header:"Idempotency-Key"`
	ID             string `path:"id" maxLength:"64"`
	Body           struct {
		State string `json:"state" enum:"open,waiting,done,spam"`
	}
}

// SetState sets the state of a message.
func (s *Service) SetState(ctx context.Context, in *entryStateIn) (*EntryActed, error) {
	return s.act(ctx, in.ID, func(ctx context.Context, tx *db.Tx, e *query.FormEntry, _ time.Time) (string, error) {
		before := e.State
		e.State = in.Body.State
		// The sender of a message marked spam automatically gets the confirmation once somebody corrects the mark.
		if before == e.State && e.Rev > 0 || before != form.Spam && e.State != form.Spam {
			return "", nil
		}
		return "", audit.Note(ctx, tx, "message.spam", "message:"+e.Reference, nil, map[string]string{"status": e.State})
	})
}

type entryAssignIn struct {
	IdempotencyKey string `header:"Idempotency-Key"`
	ID             string `path:"id" maxLength:"64"`
	Body           struct {
		UserID string `json:"userId" maxLength:"64" doc:"User id; empty: unassigned"`
	}
}

// Assign assigns a message to a colleague. Fault at userId: not-a-choice.
func (s *Service) Assign(ctx context.Context, in *entryAssignIn) (*EntryActed, error) {
	if in.Body.UserID != "" {
		some, err := s.colleagues(ctx)
		if err != nil {
			return nil, err
		}
		if !slices.ContainsFunc(some, func(c form.Colleague) bool { return c.ID == in.Body.UserID }) {
			return nil, fault.At("userId", "not-a-choice")
		}
	}
	return s.act(ctx, in.ID, func(_ context.Context, _ *db.Tx, e *query.FormEntry, _ time.Time) (string, error) {
		e.AssigneeID = in.Body.UserID
		return "", nil
	})
}

// Claim shows colleagues that one has a message open to answer it.
func (s *Service) Claim(ctx context.Context, in *claim.ClaimIn) (*claim.Claim, error) {
	return s.Claims.Take(ctx, in.Body.Take, claim.Marking{
		Mark: func(tx *db.Tx, who string, until clock.Millis, now, take int64) (int64, error) {
			return tx.EntryClaim(ctx, query.EntryClaimParams{Who: who, Until: until, ID: in.ID, Now: now, Take: take})
		},
		Other: func(tx *db.Tx) (string, clock.Millis, error) {
			e, err := tx.Entry(ctx, in.ID)
			return e.ClaimedBy, e.ClaimedUntil, db.NotFound(err)
		},
	})
}

// Release ends one's own claim when the message is left.
func (s *Service) Release(ctx context.Context, in *httpd.ByID) (*claim.Claim, error) {
	return &claim.Claim{}, s.DB.Write(ctx, func(ctx context.Context, tx *db.Tx) error {
		return tx.EntryRelease(ctx, query.EntryReleaseParams{ID: in.ID, Who: httpd.VisitorOf(ctx).UserID})
	})
}
