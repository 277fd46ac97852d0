// Package outbox runs jobs outside the transaction that needs them: mails, SMS and background work. A job is a row
// written by this transaction. So it runs only if the transaction committed, and then at least once, on whichever
// replica claims it.
//
// worker.go decides what follows an attempt. A letter is retried for three days. A refusal of the one address or number
// (Refused, three tries) gives it up earlier; a refusal of our account (Closed), or of five different letters in a row,
// pauses the lane for 1 to 15 minutes. One-time codes are withdrawn after ten minutes. A mail's Message-ID is its job's
// id, so a mail that is sent twice is one mail; an SMS whose answer was lost may arrive twice. Jobs are taken by key
// among those due, so rows that fail each time delay no other. A commit that adds a job wakes the workers of its own
// database; other replicas poll each second. A letter that a worker has leased cannot be sent again meanwhile.
//
// Letters say {temple}; values.go fills in the published name and signature when they are sent.
package outbox

import (
	"context"
	"encoding/json"
	"fmt"
	"time"

	"shanmen/internal/base/clock"
	"shanmen/internal/base/id"
	"shanmen/internal/platform/db"
	"shanmen/internal/platform/db/query"
)

// Job is a mail, an SMS or background work.
type Job struct {
	Kind      string    // selects its handler
	Args      any       // JSON; no secrets beyond what the job needs
	UniqueKey string    // each non-empty key is used by at most one job, ever
	About     string    // key for WithdrawAbout, such as a payment's id; "": none
	NotBefore time.Time // earliest time to run
	Until     time.Time // dropped after this time, such as a code; zero: never
}

// triedFor is how long a letter is retried, so that a server that is down over a weekend loses none.
const triedFor = 3 * 24 * time.Hour

// Add enqueues a job in the caller's transaction and returns its id.
func Add(ctx context.Context, tx *db.Tx, j Job) (string, error) {
	args, err := json.Marshal(j.Args)
	if err != nil {
		return "", fmt.Errorf("outbox %s: %w", j.Kind, err)
	}
	row := query.AddJobParams{ID: id.New(), Kind: j.Kind, Args: string(args), About: j.About, RunAt: clock.MillisOf(j.NotBefore), CreatedAt: clock.MillisOf(j.NotBefore)}
	if j.Kind == KindMail || j.Kind == KindSMS {
		row.GiveUpAt = clock.MillisOf(j.NotBefore.Add(triedFor))
	}
	if !j.Until.IsZero() {
		row.UselessAt = clock.MillisOf(j.Until)
	}
	if j.UniqueKey != "" {
		row.UniqueKey = &j.UniqueKey
	}
	if err := tx.AddJob(ctx, row); err != nil {
		return "", fmt.Errorf("outbox %s: %w", j.Kind, err)
	}
	tx.Notify(topic)
	return row.ID, nil
}

// WithdrawAbout withdraws all letters about something, such as a payment that is undone, and frees their unique keys,
// because the same letters may become necessary again. notified: one had been sent already.
func WithdrawAbout(ctx context.Context, tx *db.Tx, about string) (notified bool, err error) {
	n, err := tx.FreeLettersAbout(ctx, about)
	if err != nil {
		return false, fmt.Errorf("letters about %s: %w", about, err)
	}
	return n > 0, tx.WithdrawLettersAbout(ctx, about)
}

// Replace frees a unique key for another letter. The key is given without its ":mail" or ":sms". A waiting letter with
// it is withdrawn.
func Replace(ctx context.Context, tx *db.Tx, key string) error { return tx.FreeLetter(ctx, key) }
