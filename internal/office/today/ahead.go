package today

import (
	"context"
	"slices"
	"time"

	"shanmen/internal/base/clock"
	"shanmen/internal/base/locale"
	"shanmen/internal/base/lunar"
	"shanmen/internal/offer/event"
	"shanmen/internal/platform/db"
	"shanmen/internal/platform/db/query"
	"shanmen/internal/platform/httpd"
)

// Gathering is an upcoming ceremony list.
type Gathering struct {
	ID       string      `json:"id"`
	Title    locale.Text `json:"title"`
	StartsAt time.Time   `json:"startsAt"`
	ClosesAt *time.Time  `json:"closesAt,omitempty" doc:"Names can be changed until then; empty: no closing time, or closed"`
	Names    int64       `json:"names" doc:"Number of paid names; each state exact up to 10,000"`
	Look     int64       `json:"look" doc:"Number of these with a warning to check before printing"`
	Unpaid   int64       `json:"unpaid" doc:"Number of orders that can still be paid"`
}

const (
	// eventsRead is how many dates are read; on busy days later events are not shown.
	eventsRead = 24
	// ritualEvents is how many next events ritual staff see, however far ahead.
	ritualEvents = 3
	// undoneWithin is how long Today asks for a missing done mark.
	undoneWithin = 30 * 24 * time.Hour
	// gatherings is how many lists are shown.
	gatherings = 4
)

// todayEvents lists today's remaining and tomorrow's events; ritual staff also see the next ones.
func todayEvents(ctx context.Context, r db.Reader, out *Today) error {
	dates, err := event.DatesAhead(ctx, r, out.Now, eventsRead)
	after := lunar.DayOf(out.Now).Add(2).Time(0, 0)
	prepares := slices.Contains(httpd.VisitorOf(ctx).Roles, "ritual")
	for i, d := range dates {
		if d.StartsAt.Before(after) || prepares && i < ritualEvents {
			out.Events = append(out.Events, d)
		}
	}
	return err
}

// todayNames counts the names of upcoming lists, and asks for missing done marks.
func (s *Service) todayNames(ctx context.Context, r db.Reader, out *Today) error {
	today := lunar.DayOf(out.Now).Time(0, 0)
	rows, err := r.CeremoniesAhead(ctx, query.CeremoniesAheadParams{At: int64(clock.MillisOf(today.Add(-undoneWithin))), Which: "now", Most: 50})
	if err != nil {
		return err
	}
	var undone, oldest int64
	for _, row := range rows {
		if row.StartsAt.Time().Before(today) {
			if undone++; undone == 1 {
				oldest = int64(row.StartsAt)
			}
			continue
		}
		if len(out.Gatherings) == gatherings {
			break
		}
		n, err := r.ListEntryCounts(ctx, row.ID)
		if err != nil {
			return err
		}
		g := Gathering{
			ID: row.ID, Title: locale.Text{EN: row.TitleEn, ZH: row.TitleZh}, StartsAt: row.StartsAt.Time().UTC(),
			Names: n.Collected + n.Checked + n.Printed + n.Done, Look: n.Look,
		}
		if row.ClosedAt == 0 {
			g.ClosesAt = row.ClosesAt.Moment()
		}
		if g.Unpaid, err = r.OrdersUnpaidCount(ctx, row.ID); err != nil {
			return err
		}
		out.Gatherings = append(out.Gatherings, g)
	}
	out.wait("undone", undone, oldest, 0)
	return nil
}
