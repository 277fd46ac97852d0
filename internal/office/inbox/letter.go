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

// AnswerLetter is what became of the letter of an answer.
type AnswerLetter struct {
	State string     `json:"state" enum:"waits,sent,trying,refused,withdrawn,forgotten" doc:"waits: on its way; trying: failed, and is tried again by itself; refused: given up; forgotten: longer ago than jobs are kept"`
	At    *time.Time `json:"at,omitempty" doc:"Of sent: when it left; of waits: when it leaves; of trying: of the next try"`
	Why   string     `json:"why,omitempty" enum:"refused,closed,limit,unwritable,away" doc:"Of the last try, where it failed"`
	Error string     `json:"error,omitempty" doc:"The same in the words of the program; names nobody"`
	Tries int64      `json:"tries,omitempty"`
	Again bool       `json:"again" doc:"It can be sent again now"`
}

// entryLetters tells of each answer to a message what became of its letter.
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
	failed := row.LastError != "" && row.Attempts > 0 // a letter that is sent again begins anew
	inHand := row.LeasedUntil > clock.MillisOf(now)
	switch row.State {
	case "done":
		return AnswerLetter{State: "sent", At: row.DoneAt.Moment()}
	case "dead":
		// After 30 days its words are blanked: then nothing can be sent again.
		return AnswerLetter{State: "refused", Why: row.Why, Error: row.LastError, Tries: row.Attempts, Again: row.LastError != ""}
	case "ready":
		if failed {
			return AnswerLetter{State: "trying", At: row.RunAt.Moment(), Why: row.Why, Error: row.LastError, Tries: row.Attempts, Again: !inHand}
		}
		return AnswerLetter{State: "waits", At: row.RunAt.Moment()}
	}
	return AnswerLetter{State: "withdrawn"}
}

// SendAnswerAgain has the letter of an answer tried at once, with its whole time of tries. fault.NotFound when it has left
// meanwhile, or somebody else was quicker.
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
