package today

import (
	"context"
	"encoding/json"
	"errors"
	"math"
	"slices"
	"strings"
	"time"

	"shanmen/internal/base/clock"
	"shanmen/internal/base/locale"
	"shanmen/internal/offer/editing"
	"shanmen/internal/platform/audit"
	"shanmen/internal/platform/db"
	"shanmen/internal/platform/db/query"
	"shanmen/internal/platform/httpd"
)

// Did is an action of a colleague, however often repeated in these days.
type Did struct {
	Action string      `json:"action" doc:"Action as in the audit log: record.publish, payment.approve, …"`
	By     string      `json:"by" doc:"A name"`
	At     time.Time   `json:"at" doc:"Time of the last occurrence"`
	Count  int         `json:"count"`
	Kind   string      `json:"kind,omitempty" doc:"Kind of record, if it was one"`
	Record string      `json:"record,omitempty" doc:"Record id"`
	Title  locale.Text `json:"title"`
}

// didOf lists the roles that may see an action: those that could do it. Administrators see all.
var didOf = map[string][]string{
	"record.publish": {"editor"}, "record.schedule": {"editor"}, "record.take-away": {"editor"}, "picture.add": {"editor"}, "words.publish": {"editor"},
	"message.answer": {"editor", "counter"},
	"walk-in.order":  {"counter"}, "shift.close": {"treasurer"},
	"payment.approve": {"treasurer"}, "payment.reject": {"treasurer"}, "bank.upload": {"treasurer"}, "invoice.refund": {"treasurer"},
	"setting.change": {}, "staff.add": {}, "import.start": {},
}

const (
	didWithin = 3 * 24 * time.Hour
	// didRead is how many of the newest audit entries are read; on busy days earlier ones are not shown.
	didRead = 300
	didMost = 6
)

// todayDid lists colleagues' actions from the newest audit entries.
func (s *Service) todayDid(ctx context.Context, r db.Reader, out *Today) error {
	v := httpd.VisitorOf(ctx)
	rows, err := r.AuditTrail(ctx, query.AuditTrailParams{BeforeAt: math.MaxInt64, Since: int64(clock.MillisOf(out.Now.Add(-didWithin))), Most: didRead})
	if err != nil {
		return err
	}
	seen := map[string]int{}
	names := s.Trail.Namer(ctx)
	for _, row := range rows {
		roles, told := didOf[row.Action]
		if !told || !v.Has(roles...) || row.ActorID == v.UserID || row.ActorID == audit.System || row.ActorID == audit.Guest {
			continue
		}
		kind, id, _ := strings.Cut(row.Subject, ":")
		key := row.ActorID + " " + row.Action
		if kind == "record" {
			key += " " + id
		}
		if at, known := seen[key]; known {
			if at >= 0 {
				out.Did[at].Count += times(row)
			}
			continue
		}
		if len(out.Did) == didMost {
			seen[key] = -1
			continue
		}
		one := Did{Action: row.Action, At: row.At.Time().UTC(), Count: times(row)}
		if one.By, err = names.Person(ctx, row.ActorID); err != nil {
			return err
		}
		if kind == "record" {
			record, err := r.Record(ctx, id)
			if errors.Is(err, db.ErrNoRows) { // deleted since
				continue
			}
			if err != nil {
				return err
			}
			one.Kind, one.Record, one.Title = record.Kind, id, locale.Text{EN: record.TitleEn, ZH: record.TitleZh}
		}
		if one.By == "" { // its account is erased
			continue
		}
		seen[key] = len(out.Did)
		out.Did = append(out.Did, one)
	}
	return nil
}

// times is how many things an audit entry covers.
func times(row query.AuditEntry) int {
	var after struct {
		Keys string `json:"keys"`
	}
	if row.Action == "words.publish" && json.Unmarshal([]byte(row.After), &after) == nil {
		return 1 + strings.Count(after.Keys, ", ")
	}
	return 1
}

// newFor is how long an account counts as new for the practice page.
const newFor = 30 * 24 * time.Hour

// newWeek is how long a colleague is greeted as new.
const newWeek = 7 * 24 * time.Hour

// todayNew sets the greeting, and whether the account is new: the screen then explains what can be done, and that
// nothing can break.
func todayNew(ctx context.Context, r db.Reader, out *Today) error {
	who, err := r.TodayWho(ctx, httpd.VisitorOf(ctx).UserID)
	out.New, out.Called = err == nil && out.Now.Sub(who.CreatedAt.Time()) < newWeek, who.Called
	return err
}

// todayFirst offers the practice page to new colleagues until they delete it. An open one stays.
func todayFirst(ctx context.Context, r db.Reader, out *Today) error {
	v := httpd.VisitorOf(ctx)
	if !slices.Contains(v.Roles, "editor") { // administrators get the steps to set up a temple
		return nil
	}
	p, err := editing.PracticeOf(ctx, r, v.UserID)
	if err != nil || p.Over {
		return err
	}
	who, err := r.TodayWho(ctx, v.UserID)
	if err != nil {
		return err
	}
	if p.Record != "" || out.Now.Sub(who.CreatedAt.Time()) < newFor {
		out.FirstDay = &p
	}
	return nil
}
