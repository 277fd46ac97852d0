package editing

import (
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"slices"
	"strings"
	"time"

	"shanmen/internal/base/clock"
	"shanmen/internal/base/fault"
	"shanmen/internal/base/id"
	"shanmen/internal/people/account"
	"shanmen/internal/platform/audit"
	"shanmen/internal/platform/db"
	"shanmen/internal/platform/db/query"
	"shanmen/internal/platform/outbox"
)

// The states of a schedule.
const (
	scheduleWaiting   = "waiting"
	scheduleLate      = "late" // published late, after the program was down
	scheduleProblem   = "problem"
	scheduleWithdrawn = "withdrawn"
)

const (
	// lateAfter is the delay after which a schedule counts as late.
	lateAfter = time.Minute
	// furthest is how far ahead a schedule may be.
	furthest = 2 * 366 * 24 * time.Hour
)

// Schedule is a version to be published at a time, or one that failed.
type Schedule struct {
	ID        string    `json:"id"`
	Version   int64     `json:"version"`
	Languages []string  `json:"languages"`
	At        time.Time `json:"at"`
	State     string    `json:"state" enum:"waiting,problem"`
	Again     bool      `json:"again,omitempty" doc:"Members are asked to agree again"`
	Problems  []Finding `json:"problems" doc:"Why it was not published"`
}

func scheduleOf(row query.Schedule) (Schedule, error) {
	out := Schedule{ID: row.ID, Version: row.Version, Languages: languagesIn(row.Languages), At: row.At.Time(), State: row.State, Again: row.Again, Problems: []Finding{}}
	if row.Problem == "" {
		return out, nil
	}
	return out, json.Unmarshal([]byte(row.Problem), &out.Problems)
}

type scheduleIn struct {
	ID   string `path:"id" maxLength:"64"`
	Body struct {
		Languages []string  `json:"languages" maxItems:"2" doc:"en, zh"`
		Rev       int64     `json:"rev" doc:"Revision of the draft that was checked"`
		At        time.Time `json:"at"`
		Again     bool      `json:"again,omitempty" doc:"Ask members to agree to this policy again; administrators only"`
		Confirmed bool      `json:"confirmed,omitempty" doc:"The prices that look like typing errors are intended"`
	}
}

// Schedule schedules the draft as it is now. Later edits are not included; a second schedule of a language replaces the
// first.
func (s *Service) Schedule(ctx context.Context, in *scheduleIn) (*Added, error) {
	return s.change(ctx, in.ID, func(ctx context.Context, tx *db.Tx, w *work) error {
		chosen, err := w.chosen(in.Body.Languages)
		if err != nil {
			return err
		}
		if !in.Body.At.After(w.now) || in.Body.At.After(w.now.Add(furthest)) {
			return fault.At("at", "not-ahead")
		}
		if err := w.seen(in.Body.Rev); err != nil {
			return err
		}
		if err := w.mayAskAgain(ctx, in.Body.Again); err != nil {
			return err
		}
		shown, err := w.shown(ctx, tx)
		if err != nil {
			return err
		}
		if len(w.changed(shown, chosen)) == 0 && !w.firstOf(chosen) {
			return fault.Invalid("nothing-to-publish")
		}
		seen := shown.with(w.fields, append(chosen, "")...)
		blocks, err := s.blocks(ctx, tx, w, seen, chosen)
		if err != nil {
			return err
		}
		if len(blocks) > 0 {
			return refusal(blocks)
		}
		if err := w.meant(ctx, shown, seen, in.Body.At, in.Body.Confirmed); err != nil {
			return err
		}
		if err := w.makeRoom(ctx, tx, chosen); err != nil {
			return err
		}
		number, err := w.addVersion(ctx, tx, query.VersionAddParams{Why: whySchedule}, w.fields)
		if err != nil {
			return err
		}
		if err := w.addSchedule(ctx, tx, number, chosen, clock.MillisOf(in.Body.At), in.Body.Again); err != nil {
			return err
		}
		if err := w.putScheduledRefs(ctx, tx); err != nil {
			return err
		}
		return w.note(ctx, tx, "record.schedule", map[string]any{"version": number, "languages": languagesOf(chosen), "at": in.Body.At})
	})
}

func (w *work) addSchedule(ctx context.Context, tx *db.Tx, number int64, chosen []string, at clock.Millis, again bool) error {
	err := tx.ScheduleAdd(ctx, query.ScheduleAddParams{
		ID: id.New(), RecordID: w.record.ID, Version: number, Languages: languagesOf(chosen), At: at, UserID: w.who, CreatedAt: clock.MillisOf(w.now), Again: again,
	})
	if err != nil {
		return fmt.Errorf("schedule: %w", err)
	}
	return nil
}

// makeRoom withdraws schedules of the same languages; their other language stays scheduled.
func (w *work) makeRoom(ctx context.Context, tx *db.Tx, chosen []string) error {
	rows, err := tx.SchedulesOfRecord(ctx, w.record.ID)
	if err != nil {
		return fmt.Errorf("schedules: %w", err)
	}
	for _, row := range rows {
		var rest []string
		for _, l := range languagesIn(row.Languages) {
			if !slices.Contains(chosen, l) {
				rest = append(rest, l)
			}
		}
		if len(rest) == len(languagesIn(row.Languages)) {
			continue
		}
		if err := tx.ScheduleEnd(ctx, query.ScheduleEndParams{State: scheduleWithdrawn, DoneAt: clock.MillisOf(w.now), ID: row.ID}); err != nil {
			return fmt.Errorf("schedule: %w", err)
		}
		if len(rest) > 0 && row.State == scheduleWaiting {
			if err := w.addSchedule(ctx, tx, row.Version, rest, row.At, row.Again); err != nil {
				return err
			}
		}
	}
	return nil
}

// putScheduledRefs writes the references of everything scheduled.
func (w *work) putScheduledRefs(ctx context.Context, tx *db.Tx) error {
	rows, err := tx.SchedulesOfRecord(ctx, w.record.ID)
	if err != nil {
		return fmt.Errorf("schedules: %w", err)
	}
	if err := putRefs(ctx, tx, w.record.ID, slotScheduled, w.kind, nil); err != nil {
		return err
	}
	for _, row := range rows {
		if row.State != scheduleWaiting {
			continue
		}
		f, err := version(ctx, tx, w.record.ID, row.Version)
		if err != nil {
			return err
		}
		if err := addRefs(ctx, tx, w.record.ID, slotScheduled, w.kind, f); err != nil {
			return err
		}
	}
	return nil
}

type withdrawIn struct {
	ID       string `path:"id" maxLength:"64"`
	Schedule string `path:"schedule" maxLength:"64"`
}

// Withdraw cancels a schedule.
func (s *Service) Withdraw(ctx context.Context, in *withdrawIn) (*Added, error) {
	return s.change(ctx, in.ID, func(ctx context.Context, tx *db.Tx, w *work) error {
		n, err := tx.ScheduleWithdraw(ctx, query.ScheduleWithdrawParams{DoneAt: clock.MillisOf(w.now), ID: in.Schedule, RecordID: w.record.ID})
		if err != nil {
			return fmt.Errorf("withdraw: %w", err)
		}
		if n == 0 {
			return fault.Invalid("schedule-gone")
		}
		if err := w.putScheduledRefs(ctx, tx); err != nil {
			return err
		}
		return w.note(ctx, tx, "record.withdraw", nil)
	})
}

// Due returns whether a schedule is due.
func (s *Service) Due(ctx context.Context) (bool, error) {
	rows, err := s.DB.Read().SchedulesDue(ctx, clock.MillisOf(s.Clock.Now()))
	if err != nil {
		return false, fmt.Errorf("due schedules: %w", err)
	}
	return len(rows) > 0, nil
}

// GoOut publishes what is due. Every replica runs it each second; each schedule is processed by one of them, and a
// failing one does not block others.
func (s *Service) GoOut(ctx context.Context) error {
	rows, err := s.DB.Read().SchedulesDue(ctx, clock.MillisOf(s.Clock.Now()))
	if err != nil {
		return fmt.Errorf("due schedules: %w", err)
	}
	var failed error
	for _, row := range rows {
		err := s.DB.Write(ctx, func(ctx context.Context, tx *db.Tx) error { return s.goOutAt(ctx, tx, row.ID, row.RecordID) })
		if err != nil {
			failed = errors.Join(failed, fmt.Errorf("schedule %s: %w", row.ID, err))
		}
	}
	return failed
}

func (s *Service) goOutAt(ctx context.Context, tx *db.Tx, scheduleID, recordID string) error {
	w, err := s.open(ctx, tx, recordID)
	if err != nil {
		return err
	}
	if wait, err := w.mayBeTakenBack(ctx, tx); err != nil || wait {
		return err // retried in a second
	}
	row, err := tx.ScheduleClaim(ctx, query.ScheduleClaimParams{Now: clock.MillisOf(w.now), ID: scheduleID})
	if errors.Is(err, db.ErrNoRows) {
		return nil // processed by another replica, or withdrawn
	}
	if err != nil {
		return fmt.Errorf("claim: %w", err)
	}
	w.who, ctx = row.UserID, audit.As(ctx, row.UserID)
	state, problem, err := s.goOutNow(ctx, tx, w, row)
	if err != nil {
		return err
	}
	if state == scheduleProblem {
		if err := s.tellProblem(ctx, tx, w, row, problem); err != nil {
			return err
		}
	}
	if state != "" {
		if err := tx.ScheduleEnd(ctx, query.ScheduleEndParams{State: state, Problem: problem, DoneAt: clock.MillisOf(w.now), ID: row.ID}); err != nil {
			return fmt.Errorf("schedule: %w", err)
		}
	}
	return w.putScheduledRefs(ctx, tx)
}

// mayBeTakenBack returns whether the last publishing can still be undone; until it cannot, the base of a schedule is
// unknown.
func (w *work) mayBeTakenBack(ctx context.Context, tx *db.Tx) (bool, error) {
	last := max(w.record.LiveEn, w.record.LiveZh)
	if last == 0 || w.record.TakenAt > 0 {
		return false, nil
	}
	v, err := tx.Version(ctx, query.VersionParams{RecordID: w.record.ID, Number: last})
	if err != nil {
		return false, fmt.Errorf("version on the site: %w", err)
	}
	return v.Why == whyPublish && !w.now.After(v.At.Time().Add(TakeBackFor)), nil
}

// tellProblem mails the scheduler that publishing failed, and why.
func (s *Service) tellProblem(ctx context.Context, tx *db.Tx, w *work, row query.Schedule, problem string) error {
	u, err := account.Find(ctx, tx.Queries, row.UserID)
	if errors.Is(err, fault.NotFound()) || err == nil && u.MailTo() == "" {
		return nil // without an address: the office's list shows it too
	}
	if err != nil {
		return err
	}
	var found []Finding
	if err := json.Unmarshal([]byte(problem), &found); err != nil {
		return fmt.Errorf("problem: %w", err)
	}
	why := make([]string, len(found))
	for i, f := range found {
		why[i] = "– " + s.Messages.T(u.Locale, "fault."+f.Code, f.Params)
	}
	mail := outbox.Mail{To: u.MailTo(), Name: u.Name, Locale: u.Locale, Template: "schedule-problem", Params: map[string]string{
		"title": textOf(w.fields, w.kind.titleField()).In(u.Locale), "why": strings.Join(why, "\n"), "path": u.Locale.Path("/admin"),
	}}
	if err := outbox.AddMail(ctx, tx, mail, "", w.now); err != nil {
		return fmt.Errorf("letter about a schedule: %w", err)
	}
	return nil
}

// goOutNow publishes a schedule's version. It returns the schedule's state if that is not done.
func (s *Service) goOutNow(ctx context.Context, tx *db.Tx, w *work, row query.Schedule) (state, problem string, err error) {
	var chosen []string
	for _, l := range languagesIn(row.Languages) {
		if w.live(l) < row.Version { // otherwise something newer was published, which stays
			chosen = append(chosen, l)
		}
	}
	if len(chosen) == 0 || w.record.TakenAt > 0 {
		return scheduleWithdrawn, "", nil
	}
	fields, err := version(ctx, tx, w.record.ID, row.Version)
	if err != nil {
		return "", "", err
	}
	shown, err := w.shown(ctx, tx)
	if err != nil {
		return "", "", err
	}
	with := slices.Clone(chosen)
	if len(chosen) == len(languagesIn(row.Languages)) {
		with = append(with, "")
	}
	seen := shown.with(fields, with...)
	blocks, err := s.blocks(ctx, tx, w, seen, chosen)
	if err != nil {
		return "", "", err
	}
	if len(blocks) > 0 {
		return scheduleProblem, asJSON(blocks), nil
	}
	v := query.VersionAddParams{Why: whySchedule, Languages: languagesOf(chosen), Source: row.Version}
	number, err := s.goOut(ctx, tx, w, v, seen, seen)
	if err != nil {
		return "", "", err
	}
	if row.Again {
		if err := w.askAgain(ctx, tx, number); err != nil {
			return "", "", err
		}
	}
	if w.now.Sub(row.At.Time()) > lateAfter {
		return scheduleLate, "", nil
	}
	return "", "", nil
}
