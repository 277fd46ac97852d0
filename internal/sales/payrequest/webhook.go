package payrequest

import (
	"context"
	"errors"
	"fmt"
	"io"
	"net/http"
	"sync/atomic"

	"shanmen/internal/base/clock"
	"shanmen/internal/base/fault"
	"shanmen/internal/platform/db"
	"shanmen/internal/platform/db/query"
	"shanmen/internal/platform/httpd"
)

// Counts are numbers since the program started.
type Counts struct {
	Made, Failed uint64 // codes
	// Webhooks: forged; about nothing that is ours; about what was confirmed before; answered by a look-up; and those
	// after which the provider could not be asked.
	Forged, Unknown, Replayed, Looked, Unanswered uint64
	Missing                                       uint64 // payments that the daily comparison found first, such as those of the last seconds
}

func (c *Counts) add(n *uint64) { atomic.AddUint64(n, 1) }

// Counts returns them.
func (s *Service) Counts() Counts {
	c := &s.counts
	return Counts{
		atomic.LoadUint64(&c.Made), atomic.LoadUint64(&c.Failed), atomic.LoadUint64(&c.Forged), atomic.LoadUint64(&c.Unknown),
		atomic.LoadUint64(&c.Replayed), atomic.LoadUint64(&c.Looked), atomic.LoadUint64(&c.Unanswered), atomic.LoadUint64(&c.Missing),
	}
}

// Webhook receives the provider's webhooks. It believes none: a signed one only makes its request due, and what the
// provider answers when asked is booked. When it cannot be asked the answer is 503, so that the webhook comes again.
func (s *Service) Webhook(w http.ResponseWriter, r *http.Request) error {
	if s.provider == nil {
		return fault.Invalid("paynow-not-confirmed")
	}
	body, err := io.ReadAll(r.Body) // its size and time are limited by the server
	if err != nil {
		return fault.Invalid("invalid-request")
	}
	requestID, err := s.provider.Webhook(r.Header, body)
	if err != nil {
		s.counts.add(&s.counts.Forged)
		return fault.Forbidden()
	}
	if err := s.heard(r.Context(), requestID); err != nil {
		return err
	}
	w.WriteHeader(http.StatusNoContent)
	return nil
}

// heard makes the request of a webhook due and looks at it.
func (s *Service) heard(ctx context.Context, requestID string) error {
	row, err := s.DB.Read().PayRequestOf(ctx, query.PayRequestOfParams{Provider: s.provider.Name(), RequestID: requestID})
	switch {
	case errors.Is(err, db.ErrNoRows):
		s.counts.add(&s.counts.Unknown)
		return nil
	case err != nil:
		return fmt.Errorf("request of a webhook: %w", err)
	case row.State == Paid:
		s.counts.add(&s.counts.Replayed)
		return nil
	}
	row, err = db.WriteValue(ctx, s.DB, func(ctx context.Context, tx *db.Tx) (query.PayRequest, error) {
		_, err := tx.PayRequestWake(ctx, query.PayRequestWakeParams{Gap: wakeGap.Milliseconds(), Now: int64(clock.MillisOf(s.Clock.Now())), ID: row.ID})
		if err != nil {
			return row, err
		}
		return tx.PayRequest(ctx, row.ID)
	})
	if err != nil {
		return fmt.Errorf("request of a webhook: %w", err)
	}
	err = errAsked
	if s.due(row) {
		err = s.look(ctx, row)
	}
	switch {
	case errors.Is(err, errAsked): // within wakeGap of another look; the job looks soon
		s.counts.add(&s.counts.Replayed)
		return nil
	case err != nil:
		if httpd.Gone(ctx) {
			return err
		}
		s.counts.add(&s.counts.Unanswered)
		s.Log.Warn("a webhook came, and the payment provider cannot be asked", "error", err)
		return fault.Unavailable("busy", 10, nil)
	}
	s.counts.add(&s.counts.Looked)
	return nil
}
