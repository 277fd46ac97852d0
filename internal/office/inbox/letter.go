package inbox

import (
	"context"
	"fmt"
	"time"

	"shanmen/internal/base/clock"
	"shanmen/internal/base/fault"
	"shanmen/internal/platform/audit"
	"shanmen/internal/platform/db"
	"shanmen/internal/platform/db/query"
	"shanmen/internal/platform/outbox"
)

// AnswerLetter is the delivery state of an answer.
type AnswerLetter struct {
	State string     `json:"state" enum:"waits,sent,trying,refused,withdrawn,forgotten" doc:"waits: queued; trying: failed and will be retried automatically; refused: given up; forgotten: older than delivery records are stored"`
	At    *time.Time `json:"at,omitempty" doc:"For sent: time of sending; for waits: scheduled time; for trying: time of the next try"`
	Why   string     `json:"why,omitempty" enum:"refused,closed,limit,unwritable,away" doc:"Reason for the failure of the last try"`
	Error string     `json:"error,omitempty" doc:"Technical error text, without personal data"`
	Tries int64      `json:"tries,omitempty"`
	Again bool       `json:"again" doc:"The message can be sent again now"`
}

// entryLetters reads the delivery state of each answer to a message.
func entryLetters(ctx context.Context, r db.Reader, entryID string, now time.Time) (map[string]AnswerLetter, error) {
	rows, err := r.EntryLetters(ctx, entryID)
	if err != nil {
		return nil, fmt.Errorf("letters of a message: %w", err)
	}
	out := map[string]AnswerLetter{}
	for _, row := range rows {
		out[row.MessageID] = answerLetter(row, now)
	}
	return out, nil
}

func answerLetter(row query.EntryLettersRow, now time.Time) AnswerLetter {
	failed := row.LastError != "" && row.Attempts > 0 // a resent letter starts over
	inHand := row.LeasedUntil > clock.MillisOf(now)
	switch row.State {
	case "done":
		return AnswerLetter{State: "sent", At: row.DoneAt.Moment()}
	case "dead":
		// After 30 days its text is deleted, so it cannot be resent.
		return AnswerLetter{State: "refused", Why: row.Why, Error: row.LastError, Tries: row.Attempts, Again: row.LastError != ""}
	case "ready":
		if failed {
			return AnswerLetter{State: "trying", At: row.RunAt.Moment(), Why: row.Why, Error: row.LastError, Tries: row.Attempts, Again: !inHand}
		}
		return AnswerLetter{State: "waits", At: row.RunAt.Moment()}
	}
	return AnswerLetter{State: "withdrawn"}
}

// SendAnswerAgain resends an answer now, with all its retries. fault.NotFound if it was sent meanwhile, or resent by
// somebody else.
func (s *Service) SendAnswerAgain(ctx context.Context, in *answerBackIn) (*EntryActed, error) {
	return s.act(ctx, in.ID, func(ctx context.Context, tx *db.Tx, e *query.FormEntry, now time.Time) (string, error) {
		m, err := tx.EntryMessage(ctx, query.EntryMessageParams{ID: in.Message, EntryID: e.ID})
		if err != nil {
			return "", db.NotFound(err)
		}
		rows, err := tx.EntryLetters(ctx, e.ID)
		if err != nil {
			return "", fmt.Errorf("letters of a message: %w", err)
		}
		for _, row := range rows {
			if row.MessageID != m.ID || !answerLetter(row, now).Again {
				continue
			}
			switch ok, err := outbox.RetryNow(ctx, tx, row.ID, now); {
			case err != nil:
				return "", err
			case ok:
				return m.ID, audit.Note(ctx, tx, "letter.again", "message:"+e.Reference, nil, map[string]string{"method": m.Channel})
			}
		}
		return "", fault.NotFound()
	})
}
