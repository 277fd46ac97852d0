package content

import (
	"context"
	"fmt"
	"time"

	"shanmen/internal/base/clock"
	"shanmen/internal/platform/db"
	"shanmen/internal/platform/db/query"
)

// Span is a period.
type Span struct {
	Since, Until clock.Millis // milliseconds; Until 0: still valid
	Number       string       // of the registration
}

// Spans is the history of a registration. It is never deleted: documents are reprinted as they were issued.
type Spans []Span

// At returns whether the registration was valid at a time, and its number.
func (all Spans) At(t time.Time) (number string, held bool) {
	ms := clock.MillisOf(t)
	for _, s := range all {
		if ms >= s.Since && (s.Until == 0 || ms < s.Until) {
			return s.Number, true
		}
	}
	return "", false
}

func taxSpans(ctx context.Context, r db.Reader) (map[string]Spans, error) {
	rows, err := r.TaxSpans(ctx)
	if err != nil {
		return nil, fmt.Errorf("tax spans: %w", err)
	}
	out := map[string]Spans{}
	for _, row := range rows {
		out[row.Key] = append(out[row.Key], Span{row.Since, row.Until, row.Number})
	}
	return out, nil
}

// recordRegistrations starts and ends registrations when the settings change. A different number is a different
// registration.
func recordRegistrations(ctx context.Context, tx *db.Tx, before, after map[string]string, now time.Time) error {
	for _, key := range []string{settingGST.Key, settingIPC.Key} {
		number := ""
		if key == settingGST.Key {
			number = after[settingGSTNumber.Key]
		}
		was, is := before[key] == on, after[key] == on
		renamed := key == settingGST.Key && was && is && before[settingGSTNumber.Key] != number
		if was && (!is || renamed) {
			if err := tx.TaxSpanEnd(ctx, query.TaxSpanEndParams{Until: clock.MillisOf(now), Key: key}); err != nil {
				return fmt.Errorf("end of %s: %w", key, err)
			}
		}
		if is && (!was || renamed) {
			if err := tx.TaxSpanBegin(ctx, query.TaxSpanBeginParams{Key: key, Since: clock.MillisOf(now), Number: number}); err != nil {
				return fmt.Errorf("beginning of %s: %w", key, err)
			}
		}
	}
	return nil
}
