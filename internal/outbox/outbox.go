// Package outbox carries out duties that leave the database: mail, SMS and jobs. A duty is a row
// written in the transaction that makes it necessary, so it is done if and only if that
// transaction committed, at least once, by whichever replica claims it.
package outbox

import (
	"context"
	"encoding/json"
	"fmt"
	"time"

	"shanmen/internal/db"
	"shanmen/internal/db/query"
	"shanmen/internal/id"
)

// Duty is one thing to do.
type Duty struct {
	Kind      string    // of the handler that does it
	Args      any       // JSON; no secrets beyond what the duty needs
	UniqueKey string    // at most one duty for each non-empty key, ever
	About     string    // what WithdrawAbout finds it by, such as a payment's id; "": nothing
	NotBefore time.Time // when it may run
	Until     time.Time // when it is worth nothing any more, as a code is: withdrawn then; zero: never
}

// triedFor is how long a letter is tried: a relay or a gateway that is down over a weekend loses none.
const triedFor = 3 * 24 * time.Hour

// Add queues a duty in the caller's transaction and returns its id.
func Add(ctx context.Context, tx *db.Tx, d Duty) (string, error) {
	args, err := json.Marshal(d.Args)
	if err != nil {
		return "", fmt.Errorf("outbox %s: %w", d.Kind, err)
	}
	row := query.AddDutyParams{ID: id.New(), Kind: d.Kind, Args: string(args), About: d.About, RunAt: d.NotBefore.UnixMilli(), CreatedAt: d.NotBefore.UnixMilli()}
	if d.Kind == KindMail || d.Kind == KindSMS {
		row.GiveUpAt = d.NotBefore.Add(triedFor).UnixMilli()
	}
	if !d.Until.IsZero() {
		row.UselessAt = d.Until.UnixMilli()
	}
	if d.UniqueKey != "" {
		row.UniqueKey = &d.UniqueKey
	}
	if err := tx.AddDuty(ctx, row); err != nil {
		return "", fmt.Errorf("outbox %s: %w", d.Kind, err)
	}
	tx.Notify(topic)
	return row.ID, nil
}

// WithdrawAbout takes back all letters about something, such as a payment that is undone; told: one had left already. Their
// keys are free then, for the same letters may become necessary again.
func WithdrawAbout(ctx context.Context, tx *db.Tx, about string) (told bool, err error) {
	n, err := tx.FreeLettersAbout(ctx, about)
	if err != nil {
		return false, fmt.Errorf("letters about %s: %w", about, err)
	}
	return n > 0, tx.WithdrawLettersAbout(ctx, about)
}

// Replace makes room for another letter with the same key, without its ":mail" or ":sms": one that has not left is
// withdrawn.
func Replace(ctx context.Context, tx *db.Tx, key string) error { return tx.FreeLetter(ctx, key) }
