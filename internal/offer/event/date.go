package event

import (
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"math"
	"slices"
	"time"

	"shanmen/internal/base/clock"
	"shanmen/internal/base/fault"
	"shanmen/internal/base/locale"
	"shanmen/internal/base/lunar"
	"shanmen/internal/offer/content"
	"shanmen/internal/offer/event/rule"
	"shanmen/internal/platform/db"
	"shanmen/internal/platform/db/query"
)

const (
	monthsAhead = 24
	daysBack    = 366 // a new event's dates of the past year are shown as past
)

// dated is a date with its event.
type dated struct {
	Event     query.Event
	EventDate query.EventDate
}

// Window is the period for which dates are stored: from back before today to 24 months ahead, at most MostDates.
func Window(now time.Time, back int) (from, to lunar.Day) {
	today := lunar.DayOf(now)
	ahead := today.Time(12, 0).AddDate(0, monthsAhead, 0)
	return today.Add(-back), lunar.DayOf(ahead).Add(1)
}

// SetRules sets an event's rule and writes its dates, in the transaction that saves the event. Faults: those of Check.
func SetRules(ctx context.Context, tx *db.Tx, eventID string, r rule.Rule, now time.Time) error {
	e, err := tx.EventLock(ctx, eventID)
	if err != nil {
		return db.NotFound(fmt.Errorf("event %s: %w", eventID, err))
	}
	if err := Check(ctx, tx, e.Key, r, now); err != nil {
		return err
	}
	p := query.EventRulePutParams{EventID: e.ID, Rule: r.JSON(), Renewed: int64(lunar.DayOf(now).Number())}
	if err := tx.EventRulePut(ctx, p); err != nil {
		return fmt.Errorf("rule of %s: %w", e.Key, err)
	}
	if _, err := writeDates(ctx, tx, e, r, now); err != nil {
		return err
	}
	return content.Changed(ctx, tx, content.TagEvents, content.TagOf("event", e.Key))
}

// Check validates a rule for the event with the key, which may not exist yet: fault "invalid-fields", each path
// starting with rule. A new rule must have a current or upcoming date; the existing rule may be over.
func Check(ctx context.Context, r db.Reader, key string, of rule.Rule, now time.Time) error {
	if err := of.Check("rule."); err != nil {
		return err
	}
	var before rule.Rule
	e, err := r.EventOfKey(ctx, key)
	if err == nil {
		before, _, err = Rule(ctx, r, e.ID)
	}
	var none *fault.Error // an event that has no dates yet
	if err != nil && !errors.Is(err, db.ErrNoRows) && !errors.As(err, &none) {
		return fmt.Errorf("event %s: %w", key, err)
	}
	if of.JSON() != before.JSON() && !hasDates(of, now) {
		return fault.At("rule", "rule-without-dates")
	}
	return movedAhead(of, before, lunar.DayOf(now))
}

// movedAhead refuses to move an upcoming date to a past day, where it would disappear. Existing moves into what is now
// the past stay.
func movedAhead(r, before rule.Rule, today lunar.Day) error {
	for i, e := range r.Exceptions {
		from, _ := lunar.ParseDay(e.Day)
		to, ok := lunar.ParseDay(e.To)
		stood := slices.ContainsFunc(before.Exceptions, func(b rule.Exception) bool { return b.Day == e.Day && b.To == e.To })
		if ok && !stood && today.Until(from) >= 0 && today.Until(to) < 0 {
			return fault.At(fmt.Sprintf("rule.exceptions[%d].to", i), "not-ahead")
		}
	}
	return nil
}

// hasDates returns whether a rule has a date between a year ago and 24 months ahead; chosen dates may be older.
func hasDates(r rule.Rule, now time.Time) bool {
	from, to := Window(now, daysBack)
	if r.Kind == rule.Dates {
		from = lunar.Day{Year: lunar.FirstYear, Month: 1, Day: 1}
	}
	return slices.ContainsFunc(r.Dates(from, to), func(d rule.Date) bool { return d.Exception != rule.LeftOut })
}

// Rule is an event's rule and its revision. An event without a stored rule gets one from its dates.
func Rule(ctx context.Context, r db.Reader, eventID string) (rule.Rule, int64, error) {
	row, err := r.EventRule(ctx, eventID)
	if err == nil {
		parsed, err := rule.Parse([]byte(row.Rule))
		return parsed, row.Rev, err
	}
	if !errors.Is(err, db.ErrNoRows) {
		return rule.Rule{}, 0, fmt.Errorf("rule of %s: %w", eventID, err)
	}
	last, err := r.EventDateLast(ctx, eventID)
	if err != nil {
		return rule.Rule{}, 0, db.NotFound(fmt.Errorf("dates of %s: %w", eventID, err))
	}
	return rule.Once(last.StartsAt.Time(), last.EndsAt.Time()), 0, nil
}

// Renew writes the dates of rules that were not renewed today. When there is nothing to do it costs one query of a
// small table.
func (s *Service) Renew(ctx context.Context) error {
	now := s.Clock.Now()
	today := int64(lunar.DayOf(now).Number())
	old, err := s.DB.Read().EventRulesOld(ctx, today)
	if err != nil {
		return fmt.Errorf("rules of events: %w", err)
	}
	var failed error
	for _, eventID := range old {
		failed = errors.Join(failed, s.DB.Write(ctx, func(ctx context.Context, tx *db.Tx) error { return renew(ctx, tx, eventID, today, now) }))
	}
	return failed
}

func renew(ctx context.Context, tx *db.Tx, eventID string, today int64, now time.Time) error {
	e, err := tx.EventLock(ctx, eventID)
	if err != nil {
		return fmt.Errorf("event %s: %w", eventID, err)
	}
	row, err := tx.EventRuleRenew(ctx, query.EventRuleRenewParams{EventID: eventID, Today: today})
	if errors.Is(err, db.ErrNoRows) {
		return nil // done by another replica
	}
	if err != nil {
		return fmt.Errorf("rule of %s: %w", e.Key, err)
	}
	r, err := rule.Parse([]byte(row.Rule))
	if err != nil {
		return fmt.Errorf("rule of %s: %w", e.Key, err)
	}
	changed, err := writeDates(ctx, tx, e, r, now)
	if err != nil || !changed {
		return err
	}
	return content.Changed(ctx, tx, content.TagEvents, content.TagOf("event", e.Key))
}

// writeDates replaces an event's upcoming dates by those of the rule. Past dates stay.
func writeDates(ctx context.Context, tx *db.Tx, e query.Event, r rule.Rule, now time.Time) (changed bool, err error) {
	have, err := tx.EventDates(ctx, query.EventDatesParams{EventID: e.ID, Since: clock.MillisOf(time.Unix(0, 0)), Most: math.MaxInt32})
	if err != nil {
		return false, fmt.Errorf("dates of %s: %w", e.Key, err)
	}
	if err := markBooked(ctx, tx, e, have, now); err != nil {
		return false, err
	}
	byDay := map[int64]query.EventDate{}
	for _, d := range have {
		byDay[d.Day] = d
	}
	back := rule.MostMoved + 1 // a moved date may still be upcoming
	if len(have) == 0 {
		back = daysBack
	}
	from, to := Window(now, back)
	if r.Kind == rule.Dates && len(have) == 0 {
		from = lunar.Day{Year: lunar.FirstYear, Month: 1, Day: 1}
	}
	var ruled []query.EventDatePutParams
	wanted := map[int64]bool{}
	coming := 0
	for _, d := range r.Dates(from, to) {
		over := !d.Ends().After(now)
		if d.Exception == rule.LeftOut || over && len(have) > 0 {
			continue
		}
		if !over {
			if coming++; coming > rule.MostDays {
				break
			}
		}
		row := rowOf(e.ID, d, now)
		wanted[row.Day] = true
		ruled = append(ruled, row)
	}
	nameDates(r.Kind, ruled, have, wanted, now)
	for _, row := range ruled {
		old, there := byDay[row.Day]
		took := !old.EndsAt.Time().After(now) && !old.Cancelled // a cancelled date may still be reinstated until its time is over
		if there && (same(old, row) || took) {
			continue
		}
		changed = true
		if err := tx.EventDatePut(ctx, row); err != nil {
			return false, fmt.Errorf("date of %s: %w", e.Key, err)
		}
	}
	gone, err := dropDates(ctx, tx, e, have, wanted, now)
	return changed || gone, err
}

// movedByRule is how many days a date may shift when its rule changes and still count as the same date: half a week, so
// that a Saturday class can move to Sundays.
const movedByRule = 3

// nameDates reuses UIDs for dates that replace others, so that calendars move their entries: a single date replaces a
// single one, otherwise the nearest removed one. No two dates share a UID.
func nameDates(kind string, ruled []query.EventDatePutParams, have []query.EventDate, wanted map[int64]bool, now time.Time) {
	var going []query.EventDate
	known, used := map[int64]bool{}, map[string]bool{}
	for _, d := range have {
		known[d.Day], used[d.Uid] = true, true
		if dropped(d, wanted, now) && !d.Booked {
			going = append(going, d)
		}
	}
	var added []*query.EventDatePutParams
	for i := range ruled {
		if row := &ruled[i]; !known[row.Day] {
			added = append(added, row)
		}
	}
	reach := int64(movedByRule)
	switch {
	case len(added) == 1 && len(going) == 1:
		reach = math.MaxInt64
	case kind == rule.Dates:
		reach = rule.MostMoved
	}
	for _, row := range added {
		if i := nearest(going, row.Day, reach); i >= 0 {
			row.Uid = going[i].Uid
			going = slices.Delete(going, i, i+1)
			continue
		}
		own := row.Uid
		for n := 2; used[row.Uid]; n++ {
			row.Uid = fmt.Sprintf("%s-%d", own, n)
		}
		used[row.Uid] = true
	}
}

// nearest finds the date closest to a day within a distance; -1: none.
func nearest(dates []query.EventDate, day, within int64) int {
	found := -1
	for i, d := range dates {
		if away := max(d.Day-day, day-d.Day); away <= within {
			found, within = i, away-1
		}
	}
	return found
}

// dropped returns whether an upcoming date is no longer in the rule.
func dropped(d query.EventDate, wanted map[int64]bool, now time.Time) bool {
	return !wanted[d.Day] && d.EndsAt.Time().After(now)
}

// markBooked marks upcoming dates for which the event's offering was ordered. The mark stays when the event gets
// another offering or none, so this must run while the event still has the published offering.
func markBooked(ctx context.Context, tx *db.Tx, e query.Event, have []query.EventDate, now time.Time) error {
	before := clock.Millis(0) // start of the previous date: later orders were for the next one
	for i := range have {
		d := &have[i]
		since := before
		if !d.Cancelled {
			before = d.StartsAt
		}
		if e.Offering == "" || d.Booked || !d.EndsAt.Time().After(now) || !since.Time().Before(now) {
			continue
		}
		booked, err := tx.EventOrdered(ctx, query.EventOrderedParams{Since: since, Offering: e.Offering})
		if err != nil {
			return fmt.Errorf("orders for %s: %w", e.Key, err)
		}
		if !booked {
			continue
		}
		d.Booked = true
		if err := tx.EventDateBook(ctx, query.EventDateBookParams{EventID: e.ID, Day: d.Day}); err != nil {
			return fmt.Errorf("date of %s: %w", e.Key, err)
		}
	}
	return nil
}

// dropDates deletes upcoming dates that are no longer in the rule. A booked one is cancelled instead, because somebody
// ordered for it.
func dropDates(ctx context.Context, tx *db.Tx, e query.Event, have []query.EventDate, wanted map[int64]bool, now time.Time) (changed bool, err error) {
	for _, d := range have {
		if !dropped(d, wanted, now) || d.Booked && d.Cancelled {
			continue
		}
		changed = true
		if d.Booked {
			err = tx.EventDateCancel(ctx, query.EventDateCancelParams{EventID: e.ID, Day: d.Day, UpdatedAt: clock.MillisOf(now)})
		} else {
			err = tx.EventDateDelete(ctx, query.EventDateDeleteParams{EventID: e.ID, Day: d.Day})
		}
		if err != nil {
			return false, fmt.Errorf("date of %s: %w", e.Key, err)
		}
	}
	return changed, nil
}

func rowOf(eventID string, d rule.Date, now time.Time) query.EventDatePutParams {
	sessions, err := json.Marshal(d.Held)
	if err != nil {
		sessions = nil // cannot fail: only texts and times
	}
	return query.EventDatePutParams{
		EventID: eventID, Day: int64(d.Day.Number()), Uid: eventID + "-" + d.Day.String(), StartsAt: clock.MillisOf(d.Starts()), EndsAt: clock.MillisOf(d.Ends()),
		Sessions: string(sessions), Cancelled: d.Exception == rule.Cancelled, NoteEn: d.Note.EN, NoteZh: d.Note.ZH, UpdatedAt: clock.MillisOf(now),
	}
}

// dateOf is a new, unbooked date of the rule.
func dateOf(row query.EventDatePutParams) query.EventDate {
	return query.EventDate{
		EventID: row.EventID, Day: row.Day, Uid: row.Uid, StartsAt: row.StartsAt, EndsAt: row.EndsAt, Sessions: row.Sessions,
		Cancelled: row.Cancelled, NoteEn: row.NoteEn, NoteZh: row.NoteZh, UpdatedAt: row.UpdatedAt,
	}
}

// same returns whether a stored date equals the rule's. UID and booking are not part of the rule.
func same(old query.EventDate, row query.EventDatePutParams) bool {
	ruled := dateOf(row)
	ruled.Uid, ruled.UpdatedAt, ruled.Booked = old.Uid, old.UpdatedAt, old.Booked
	return ruled == old
}

// held lists the sessions of a date with their places.
func (d dated) held() (list []rule.Held) {
	own := locale.Text{EN: d.Event.PlaceEn, ZH: d.Event.PlaceZh}
	if d.EventDate.Sessions != "" {
		if err := json.Unmarshal([]byte(d.EventDate.Sessions), &list); err != nil {
			list = nil
		}
	}
	if len(list) == 0 {
		list = []rule.Held{{Starts: d.EventDate.StartsAt.Time(), Ends: d.EventDate.EndsAt.Time()}}
	}
	for i := range list {
		if list[i].Place == (locale.Text{}) {
			list[i].Place = own
		}
	}
	return list
}
