package outbox

import (
	"context"
	"encoding/json"
	"fmt"
	"time"

	"shanmen/internal/base/clock"
	"shanmen/internal/base/locale"
	"shanmen/internal/platform/db"
	"shanmen/internal/platform/db/query"
)

// Letter is a mail or a text that could not be sent yet, or for good.
type Letter struct {
	ID        string
	Kind      string // KindMail or KindSMS
	To        string // address or E.164 number
	Name      string // of who gets it, where the letter has it
	Template  string
	Locale    locale.Locale
	Params    map[string]string
	Order     string // id of the order that it is about, where it names one
	Dead      bool   // nobody tries it any more
	Tries     int64
	Error     string // of the last try; names nobody
	Why       string // the same as one of Why…; empty before that was asked
	CreatedAt time.Time
	NextAt    time.Time // of the next try, when it is not dead
}

// Troubled lists letters in trouble, the newest first.
func Troubled(ctx context.Context, r db.Reader, in query.TroubledLettersParams) ([]Letter, error) {
	rows, err := r.TroubledLetters(ctx, in)
	if err != nil {
		return nil, fmt.Errorf("letters in trouble: %w", err)
	}
	out := make([]Letter, 0, len(rows))
	for _, row := range rows {
		var m Mail // a text has the same fields, less some
		if err := json.Unmarshal([]byte(row.Args), &m); err != nil {
			m = Mail{}
		}
		out = append(out, Letter{
			ID: row.ID, Kind: row.Kind, To: m.To, Name: m.Name, Template: m.Template, Locale: m.Locale, Params: m.Params, Order: m.Order,
			Dead: row.State == "dead", Tries: row.Attempts, Error: row.LastError, Why: row.Why, CreatedAt: row.CreatedAt.Time(), NextAt: row.RunAt.Time(),
		})
	}
	return out, nil
}

// RetryNow makes a job in trouble due now, with three days of tries again. It reports whether there was one.
func RetryNow(ctx context.Context, tx *db.Tx, jobID string, now time.Time) (bool, error) {
	n, err := tx.RetryJobNow(ctx, query.RetryJobNowParams{Now: clock.MillisOf(now), GiveUpAt: now.Add(triedFor).UnixMilli(), ID: jobID})
	if err != nil {
		return false, fmt.Errorf("job again: %w", err)
	}
	tx.Notify(topic)
	return n > 0, nil
}
