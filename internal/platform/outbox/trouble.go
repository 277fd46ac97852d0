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

// Letter is an undelivered mail or SMS.
type Letter struct {
	ID        string
	Kind      string // KindMail or KindSMS
	To        string // address or E.164 number
	Name      string // of the recipient, if known
	Template  string
	Locale    locale.Locale
	Params    map[string]string
	Order     string // id of its order, if any
	Dead      bool   // given up
	Tries     int64
	Error     string // of the last try; contains no personal data
	Why       string // one of Why…; empty before reasons were recorded
	CreatedAt time.Time
	NextAt    time.Time // of the next try, unless dead
}

// Troubled lists undelivered letters, newest first.
func Troubled(ctx context.Context, r db.Reader, in query.TroubledLettersParams) ([]Letter, error) {
	rows, err := r.TroubledLetters(ctx, in)
	if err != nil {
		return nil, fmt.Errorf("letters in trouble: %w", err)
	}
	out := make([]Letter, 0, len(rows))
	for _, row := range rows {
		var m Mail // an SMS has a subset of these fields
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

// RetryNow makes a failing or dead job due now, with three days of retries. It returns whether there was one.
func RetryNow(ctx context.Context, tx *db.Tx, jobID string, now time.Time) (bool, error) {
	n, err := tx.RetryJobNow(ctx, query.RetryJobNowParams{Now: clock.MillisOf(now), GiveUpAt: now.Add(triedFor).UnixMilli(), ID: jobID})
	if err != nil {
		return false, fmt.Errorf("job again: %w", err)
	}
	tx.Notify(topic)
	return n > 0, nil
}
