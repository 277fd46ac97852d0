// Package personal exports what is stored about a person, erases it when an account is closed, keeps the log of
// consents, and deletes data at the end of its retention period.
//
// App passes the list of features that keep personal data: each exports its part and erases it.
//
// The tests walk the schema: a table with personal data that nobody exports, erases or names in docs/retention.md
// fails. The archive is streamed; a failure breaks the connection, so that half a file is not taken for a whole one.
package personal

import (
	"context"
	"io"
	"log/slog"
	"sync/atomic"
	"time"

	"shanmen/internal/base/clock"
	"shanmen/internal/base/locale"
	"shanmen/internal/offer/content"
	"shanmen/internal/people/account"
	"shanmen/internal/platform/db"
	"shanmen/internal/rites/ceremony"
	"shanmen/internal/rites/wall"
	"shanmen/internal/sales/payment"
)

// DataSource is a feature that stores personal data, with functions to export and erase it. A nil function has nothing
// to do.
type DataSource struct {
	// Name is the part's file name in the archive, without ".json", and the suffix of its message in the archive's
	// README: data.part-<name>.
	Name string
	// Export returns a user's data for JSON, without secrets; nil if there is none.
	Export func(ctx context.Context, userID string) (any, error)
	// Files adds documents and pictures one after the other: add starts a file with its path in the archive.
	Files func(ctx context.Context, userID string, add func(name string) (io.Writer, error)) error
	// Erase deletes or blanks data without a legal reason to keep it, in the transaction that erases the account.
	Erase func(ctx context.Context, tx *db.Tx, userID string) error
}

// Service manages the temple's personal data.
type Service struct {
	DB         *db.DB
	Clock      clock.Clock
	Log        *slog.Logger
	Messages   *locale.Messages
	Accounts   *account.Service
	Payments   *payment.Service
	Ceremonies *ceremony.Service
	Wall       *wall.Service
	// DataSources in the order of the archive, which is also the order of erasing, before the account itself.
	DataSources []DataSource
	// SweepLetters deletes stored letter files older than a time of the machine's clock.
	SweepLetters func(before time.Time) error

	swept atomic.Int64 // when the slow rules last ran
}

// settingGrace is the days between closing an account and erasing it.
var settingGrace = content.Setting{Key: "closing-grace-days", Kind: content.KindNumber, Default: "30", Least: 1, Most: 365}

// grace is the number of those days.
func grace(ctx context.Context, r db.Reader) (days int, err error) {
	v, err := content.ReadSettings(ctx, r, settingGrace)
	return int(v.Number(settingGrace)), err
}
