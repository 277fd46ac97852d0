package till

import (
	"context"
	"errors"
	"time"

	"shanmen/internal/base/keyset"
	"shanmen/internal/base/money"
	"shanmen/internal/offer/content"
	"shanmen/internal/people/account"
	"shanmen/internal/platform/db"
	"shanmen/internal/platform/db/query"
	"shanmen/internal/platform/httpd"
)

// Shift is a cash shift for display. Amounts are cents.
type Shift struct {
	ID          string       `json:"id"`
	Clerk       string       `json:"clerk"`
	Mine        bool         `json:"mine" doc:"The user's own shift"`
	OpenedAt    time.Time    `json:"openedAt"`
	ClosedAt    *time.Time   `json:"closedAt,omitempty"`
	ClosedBy    string       `json:"closedBy,omitempty" doc:"Who closed it, if not the clerk"`
	Float       money.Cents  `json:"float"`
	FloatFirst  *money.Cents `json:"floatFirst,omitempty" doc:"The original float, if it was corrected"`
	Expected    money.Cents  `json:"expected" doc:"Expected cents: float plus cash taken minus cash paid out, at closing or now; 0 while blind"`
	Blind       bool         `json:"blind" doc:"Open, to be counted without showing the expected amount"`
	Counted     money.Cents  `json:"counted"`
	Difference  money.Cents  `json:"difference" doc:"Counted minus expected cents, for a closed shift"`
	Explanation string       `json:"explanation,omitempty"`
	Waits       bool         `json:"waits" doc:"There is a difference that no accountant has checked"`
}

// OpenShift is one's own open shift, if any.
type OpenShift struct {
	Shift *Shift `json:"shift,omitempty"`
}

// Mine returns the caller's own open shift, if there is one.
func (s *Service) Mine(ctx context.Context, _ *struct{}) (*OpenShift, error) {
	r := s.DB.Read()
	row, err := r.ShiftCurrent(ctx, httpd.VisitorOf(ctx).UserID)
	if errors.Is(err, db.ErrNoRows) {
		return &OpenShift{}, nil
	}
	if err != nil {
		return nil, err
	}
	shown, err := show(ctx, r, row, httpd.VisitorOf(ctx).UserID)
	return &OpenShift{Shift: shown}, err
}

type shiftOpenIn struct {
	Body struct {
		Float money.Cents `json:"float,omitempty" minimum:"0" maximum:"100000000" doc:"Cents in the box; counts when no pieces are given"`
		Count Count       `json:"count,omitempty" maxItems:"11" doc:"Counted notes and coins in the box"`
	}
}

// Start opens the caller's shift.
func (s *Service) Start(ctx context.Context, in *shiftOpenIn) (*Shift, error) {
	userID := httpd.VisitorOf(ctx).UserID
	return httpd.WriteOnce(ctx, s.DB, func(ctx context.Context, tx *db.Tx) (*Shift, error) {
		row, err := Open(ctx, tx, s.Clock.Now(), userID, in.Body.Float, in.Body.Count)
		if err != nil {
			return nil, err
		}
		return show(ctx, tx.Queries, row, userID)
	})
}

type shiftListIn struct{ keyset.Ask }

// Shifts is a page of shifts, newest first.
type Shifts struct {
	Items []Shift `json:"items"`
	Next  string  `json:"next,omitempty" doc:"Cursor of the next page"`
	Total int64   `json:"total" doc:"At most 10,000"`
	More  bool    `json:"more" doc:"True if there are more results than total"`
}

// List returns all shifts to the treasurer, and to others their own.
func (s *Service) List(ctx context.Context, in *shiftListIn) (*Shifts, error) {
	after, err := keyset.Parse(in.After)
	if err != nil {
		return nil, err
	}
	v, r := httpd.VisitorOf(ctx), s.DB.Read()
	out := &Shifts{Items: []Shift{}}
	if in.Total() {
		var counted int64
		if overseer(v) {
			counted, err = r.ShiftsCount(ctx)
		} else {
			counted, err = r.ShiftsOfUserCount(ctx, v.UserID)
		}
		if err != nil {
			return nil, err
		}
		out.Total, out.More = keyset.Total(counted)
	}
	if !in.Rows() {
		return out, nil
	}
	var rows []query.Shift
	if overseer(v) {
		rows, err = r.Shifts(ctx, query.ShiftsParams{At: after.At, ID: after.ID, Most: in.Limit + 1})
	} else {
		rows, err = r.ShiftsOfUser(ctx, query.ShiftsOfUserParams{UserID: v.UserID, At: after.At, ID: after.ID, Most: in.Limit + 1})
	}
	if err != nil {
		return nil, err
	}
	if int64(len(rows)) > in.Limit {
		rows = rows[:in.Limit]
		last := rows[len(rows)-1]
		out.Next = keyset.Key{At: last.OpenedAt, ID: last.ID}.String()
	}
	for _, row := range rows {
		shown, err := show(ctx, r, row, v.UserID)
		if err != nil {
			return nil, err
		}
		out.Items = append(out.Items, *shown)
	}
	return out, nil
}

// overseer returns whether a visitor may see and close other people's shifts.
func overseer(v httpd.Visitor) bool { return v.Has("treasurer") }

func show(ctx context.Context, r db.Reader, row query.Shift, viewerID string) (*Shift, error) {
	clerk, err := account.NameOf(ctx, r, row.UserID)
	if err != nil {
		return nil, err
	}
	out := &Shift{
		ID: row.ID, Clerk: clerk, Mine: row.UserID == viewerID, OpenedAt: row.OpenedAt.Time(), Float: row.OpeningFloat,
		Expected: row.Expected, Counted: row.Counted, Explanation: row.Explanation,
	}
	if row.FloatFirst >= 0 {
		out.FloatFirst = &row.FloatFirst
	}
	if row.ClosedAt == 0 {
		if out.Blind, err = content.BlindCount(ctx, r); err != nil || out.Blind {
			out.Expected = 0
			return out, err
		}
		out.Expected, err = expected(ctx, r, row)
		return out, err
	}
	out.Waits = row.Counted != row.Expected && row.LookedAt == 0
	at := row.ClosedAt.Time()
	out.ClosedAt, out.Difference = &at, row.Counted-row.Expected
	if row.ClosedBy != row.UserID {
		out.ClosedBy, err = account.NameOf(ctx, r, row.ClosedBy)
	}
	return out, err
}
