package today

import (
	"context"
	"fmt"
	"math"
	"time"

	"shanmen/internal/base/clock"
	"shanmen/internal/offer/form"
	"shanmen/internal/platform/db"
	"shanmen/internal/platform/db/query"
	"shanmen/internal/platform/httpd"
)

// MenuCounts counts open work per menu entry, only for those who see the entry.
type MenuCounts struct {
	Payments int64 `json:"payments,omitempty" doc:"Number of transfers to check"`
	Late     int64 `json:"late,omitempty" doc:"Number of late payments to decide"`
	Bank     int64 `json:"bank,omitempty" doc:"Number of days since the last statement ends"`
	Letters  int64 `json:"letters,omitempty" doc:"Number of notices that could not be sent"`
	Inbox    int64 `json:"inbox,omitempty" doc:"Number of messages to answer"`
}

// MenuCounts answers GET /api/admin/waiting.
func (s *Service) MenuCounts(ctx context.Context, _ *struct{}) (*MenuCounts, error) {
	r, v, out := s.DB.Read(), httpd.VisitorOf(ctx), &MenuCounts{}
	var err error
	if v.Has("editor", "counter") {
		if out.Inbox, err = r.InboxCount(ctx, query.InboxCountParams{State: form.Open}); err != nil {
			return nil, fmt.Errorf("menu: %w", err)
		}
	}
	if !v.Has("treasurer") {
		return out, nil
	}
	transfers, err := r.DeskWaitingCount(ctx, query.DeskWaitingCountParams{Before: math.MaxInt64})
	if err != nil {
		return nil, fmt.Errorf("menu: %w", err)
	}
	out.Payments = transfers.Count
	if out.Late, err = lateCount(ctx, r); err != nil {
		return nil, fmt.Errorf("menu: %w", err)
	}
	if out.Letters, err = r.TroubledLettersCount(ctx); err != nil {
		return nil, fmt.Errorf("menu: %w", err)
	}
	if out.Bank, _, err = daysBehind(ctx, r, s.Clock.Now()); err != nil {
		return nil, fmt.Errorf("menu: %w", err)
	}
	return out, nil
}

// lateCount is the number of late money items.
func lateCount(ctx context.Context, r db.Reader) (late int64, err error) {
	for _, count := range []func(context.Context) (int64, error){r.TransfersCount, r.LateLinesCount, r.ExcessCount} {
		one, err := count(ctx)
		if err != nil {
			return 0, err
		}
		late += one
	}
	return late, nil
}

// daysBehind is the age of the last statement's end, if old enough to ask for the next one and if the temple has
// uploaded any.
func daysBehind(ctx context.Context, r db.Reader, now time.Time) (days, through int64, err error) {
	through, err = r.BankThrough(ctx)
	if behind := now.Sub(clock.Millis(through).Time()); err == nil && through > 0 && behind > bankBehind {
		days = int64(behind / (24 * time.Hour))
	}
	return days, through, err
}
