package imports

import (
	"context"
	"errors"
	"fmt"
	"slices"
	"strings"
	"unicode/utf8"

	"shanmen/internal/base/clock"
	"shanmen/internal/base/fault"
	"shanmen/internal/platform/audit"
	"shanmen/internal/platform/db"
	"shanmen/internal/platform/db/query"
	"shanmen/internal/platform/httpd"
)

type columnsImportIn struct {
	ID   string `path:"id" maxLength:"64"`
	Body struct {
		Columns    map[string]int `json:"columns" doc:"Field → column, from 0; a field without a column is left out"`
		DayNumbers []string       `json:"dayNumbers,omitempty" maxItems:"10" doc:"Fields whose plain numbers are Excel day numbers"`
		Reading    *int           `json:"reading,omitempty" doc:"Which of two possible character encodings to use"`
	}
}

// SetColumns assigns columns and checks all rows. The assignment is remembered for files with the same header.
func (s *Service) SetColumns(ctx context.Context, in *columnsImportIn) (*ImportView, error) {
	return s.act(ctx, in.ID, func(ctx context.Context, tx *db.Tx, actorID string) error {
		one, err := lock(ctx, tx, in.ID, stateColumns, stateReady)
		if err != nil {
			return err
		}
		counts, err := countsOf(ctx, tx.Queries, one.ID)
		if err != nil {
			return err
		}
		if counts[classMade] > 0 { // stopped midway: its rows are not read again
			return fault.Invalid("import-busy")
		}
		head, err := headOf(one)
		if err != nil {
			return err
		}
		chosen, used := map[string]int{}, map[int]bool{}
		var wrong []fault.Field
		if head.Other != nil {
			ok := false
			if in.Body.Reading == nil {
				wrong = append(wrong, fault.Field{Path: "reading", Code: "required"})
			} else if head, ok = head.in(*in.Body.Reading); !ok {
				wrong = append(wrong, fault.Field{Path: "reading", Code: "invalid-value"})
			}
		}
		for _, f := range fields[one.Kind] {
			at, there := in.Body.Columns[f.id]
			switch {
			case (!there || at < 0) && f.required:
				wrong = append(wrong, fault.Field{Path: f.id, Code: "required"})
			case !there || at < 0:
			case used[at]:
				wrong = append(wrong, fault.Field{Path: f.id, Code: "column-twice"})
			case at >= len(head.Header):
				wrong = append(wrong, fault.Field{Path: f.id, Code: "invalid-value"})
			default:
				chosen[f.id], used[at] = at, true
			}
		}
		for id := range in.Body.Columns {
			if !slices.ContainsFunc(fields[one.Kind], func(f field) bool { return f.id == id }) {
				wrong = append(wrong, fault.Field{Path: id, Code: "unknown-field"})
			}
		}
		if err := fault.InvalidFields(wrong); err != nil {
			return err
		}
		columns, numbers := asJSON(chosen), []string{}
		for _, id := range in.Body.DayNumbers {
			if _, there := chosen[id]; there && dayFields[id] {
				numbers = append(numbers, id)
			}
		}
		if err := tx.ImportColumns(ctx, query.ImportColumnsParams{Columns: columns, DayNumbers: asJSON(numbers), Header: asJSON(head), ID: one.ID}); err != nil {
			return fmt.Errorf("columns: %w", err)
		}
		if err := tx.ImportLayoutPut(ctx, query.ImportLayoutPutParams{Kind: one.Kind, HeaderKey: one.HeaderKey, Columns: columns}); err != nil {
			return fmt.Errorf("layout: %w", err)
		}
		if err := tx.ImportState(ctx, query.ImportStateParams{State: stateReading, ID: one.ID}); err != nil {
			return err
		}
		return s.queue(ctx, tx, work{one.ID, actorID})
	})
}

// act is an idempotent action on an import. It answers with the import's new state.
func (s *Service) act(ctx context.Context, importID string, do func(ctx context.Context, tx *db.Tx, actorID string) error) (*ImportView, error) {
	actorID := httpd.VisitorOf(ctx).UserID
	return httpd.WriteOnce(ctx, s.DB, func(ctx context.Context, tx *db.Tx) (*ImportView, error) {
		if err := do(ctx, tx, actorID); err != nil {
			return nil, err
		}
		one, err := find(ctx, tx.Queries, importID)
		if err != nil {
			return nil, err
		}
		return s.view(ctx, tx.Queries, one)
	})
}

type answerImportIn struct {
	ID   string `path:"id" maxLength:"64"`
	Row  int64  `path:"row"`
	Body struct {
		Field  string `json:"field" maxLength:"20"`
		Answer string `json:"answer" enum:",same,other,set,day,without,leave-out" doc:"The chosen answer; empty removes an earlier one"`
		Value  string `json:"value,omitempty" maxLength:"4000"`
	}
}

// ImportAnswered is the answered row and the rows that the answer changed, such as its duplicate.
type ImportAnswered struct {
	Row    ImportRow   `json:"row"`
	Others []ImportRow `json:"others"`
}

// Answer stores the answer about a row's problem and checks the row again, with those that share its key or position.
func (s *Service) Answer(ctx context.Context, in *answerImportIn) (*ImportAnswered, error) {
	one, err := find(ctx, s.DB.Read(), in.ID)
	if err != nil {
		return nil, err
	}
	if err := s.keyed(ctx, one); err != nil {
		return nil, err
	}
	return httpd.WriteOnce(ctx, s.DB, func(ctx context.Context, tx *db.Tx) (*ImportAnswered, error) {
		one, err := lock(ctx, tx, in.ID, stateReady)
		if err != nil {
			return nil, err
		}
		row, err := tx.ImportRow(ctx, query.ImportRowParams{ImportID: one.ID, RowNo: in.Row})
		if err != nil {
			return nil, db.NotFound(err)
		}
		if row.Class == classMade {
			return nil, fault.Invalid("import-busy")
		}
		f, err := s.factsOf(ctx, tx.Queries, one)
		if err != nil {
			return nil, err
		}
		before := row
		if err := f.answer(ctx, tx, &row, in); err != nil {
			return nil, err
		}
		others, err := f.beside(ctx, tx, before, row)
		if err != nil {
			return nil, err
		}
		v, err := rowView(row)
		if err != nil {
			return nil, err
		}
		return &ImportAnswered{Row: *v, Others: others}, nil
	})
}

func (f *facts) answer(ctx context.Context, tx *db.Tx, row *query.ImportRow, in *answerImportIn) error {
	b := in.Body
	if !slices.ContainsFunc(fields[f.kind], func(one field) bool { return one.id == b.Field }) {
		return fault.At("field", "unknown-field")
	}
	if utf8.RuneCountInString(b.Value) > 500 {
		return fault.InvalidFields([]fault.Field{{Path: "value", Code: "too-long", Params: map[string]any{"max": 500}}})
	}
	l, err := lineOf(*row)
	if err != nil {
		return err
	}
	before, err := fromJSON[[]ImportProblem](row.Problems)
	if err != nil {
		return err
	}
	at := slices.IndexFunc(before, func(p ImportProblem) bool { return p.Field == b.Field })
	if b.Answer != sayOut && (at < 0 || b.Answer != sayCancel && !slices.Contains(before[at].Answers, b.Answer)) {
		return fault.At("answer", "not-a-choice")
	}
	said := answer{b.Answer, strings.TrimSpace(b.Value)}.after(l.answers[b.Field])
	delete(l.answers, b.Field)
	if b.Answer != sayCancel {
		l.answers[b.Field] = said
	}
	row.Answers = asJSON(l.answers)
	if err := f.again(ctx, tx, row, l, before); err != nil {
		return err
	}
	if b.Answer == saySet { // a value that was entered must be valid
		now, err := fromJSON[[]ImportProblem](row.Problems)
		if err != nil {
			return err
		}
		for _, p := range now {
			if p.Field == b.Field && p.Mark == markWrong && p.Answered == "" {
				return fault.InvalidFields([]fault.Field{{Path: "value", Code: "import-" + p.Code, Params: p.in(httpd.LocaleOf(ctx))}})
			}
		}
	}
	return nil
}

// again checks a row with its answers and stores the result. A corrected problem stays visible, so that the answer can
// be reverted.
func (f *facts) again(ctx context.Context, tx *db.Tx, row *query.ImportRow, l line, before []ImportProblem) error {
	if err := f.gatherBeside(ctx, tx.Queries, row.ImportID, []line{l}); err != nil {
		return err
	}
	if err := f.meet(ctx, tx.Queries, []line{l}); err != nil {
		return err
	}
	v := f.judge(l)
	for _, p := range before {
		now := func(q ImportProblem) bool { return q.Field == p.Field }
		if said := l.answers[p.Field].Say; said == saySet && !slices.ContainsFunc(v.problems, now) {
			p.Answered = saySet
			v.problems = append(v.problems, p)
		}
	}
	row.Class, row.Problems, row.RowKey, row.Place = v.class, asJSON(v.problems), v.key, v.place
	return writeJudged(ctx, tx, *row, v)
}

// beside checks the rows that share a key or position with a row before or after its change.
func (f *facts) beside(ctx context.Context, tx *db.Tx, before, now query.ImportRow) ([]ImportRow, error) {
	keys, places := set{before.RowKey: 1, now.RowKey: 1}, set{}
	for _, place := range []string{before.Place, now.Place} {
		if place != "" {
			places[place] = 1
		}
	}
	rows, err := tx.ImportRowsBeside(ctx, query.ImportRowsBesideParams{ImportID: now.ImportID, Keys: keys.json(), Places: places.json()})
	if err != nil {
		return nil, fmt.Errorf("rows beside: %w", err)
	}
	out := []ImportRow{}
	for _, row := range rows {
		if row.RowNo == now.RowNo || row.Class == classMade || row.Class == classKept {
			continue
		}
		l, err := lineOf(row)
		if err != nil {
			return nil, err
		}
		problems, err := fromJSON[[]ImportProblem](row.Problems)
		if err != nil {
			return nil, err
		}
		old := row
		if err := f.again(ctx, tx, &row, l, problems); err != nil {
			return nil, err
		}
		if row.Class == old.Class && row.Problems == old.Problems {
			continue
		}
		v, err := rowView(row)
		if err != nil {
			return nil, err
		}
		out = append(out, *v)
	}
	return out, nil
}

type startImportIn struct {
	ID   string `path:"id" maxLength:"64"`
	Body struct {
		Ready int64 `json:"ready" doc:"Number of ready rows shown to the user"`
	}
}

// Start imports the ready rows: "import-changed" if their number is not the one that was seen.
func (s *Service) Start(ctx context.Context, in *startImportIn) (*ImportView, error) {
	return s.act(ctx, in.ID, func(ctx context.Context, tx *db.Tx, actorID string) error {
		one, err := lock(ctx, tx, in.ID, stateReady)
		if err != nil {
			return err
		}
		counts, err := countsOf(ctx, tx.Queries, one.ID)
		if err != nil {
			return err
		}
		if counts[classReady] == 0 || counts[classReady] != in.Body.Ready {
			return fault.Invalid("import-changed")
		}
		if err := tx.ImportState(ctx, query.ImportStateParams{State: stateImporting, Total: counts[classReady], ID: one.ID}); err != nil {
			return err
		}
		if err := s.queue(ctx, tx, work{one.ID, actorID}); err != nil {
			return err
		}
		return audit.Note(ctx, tx, "import.start", "import:"+one.ID, nil, map[string]any{"kind": one.Kind, "rows": counts[classReady]})
	})
}

// Cancel stops an import after the current batch. Imported rows stay and can be undone; if there are none, the rows
// wait as before.
func (s *Service) Cancel(ctx context.Context, in *httpd.ByID) (*ImportView, error) {
	return s.act(ctx, in.ID, func(ctx context.Context, tx *db.Tx, actorID string) error {
		one, err := lock(ctx, tx, in.ID, stateImporting)
		if err != nil {
			return err
		}
		counts, err := countsOf(ctx, tx.Queries, one.ID)
		if err != nil {
			return err
		}
		if counts[classMade] > 0 {
			return s.finish(ctx, tx, one.ID, actorID)
		}
		return tx.ImportState(ctx, query.ImportStateParams{State: stateReady, ID: one.ID})
	})
}

// Resume restarts an import whose job failed.
func (s *Service) Resume(ctx context.Context, in *httpd.ByID) (*ImportView, error) {
	return s.act(ctx, in.ID, func(ctx context.Context, tx *db.Tx, actorID string) error {
		one, err := lock(ctx, tx, in.ID, stateReading, stateImporting, stateUndoing)
		if err != nil {
			return err
		}
		stuck, err := isStuck(ctx, tx.Queries, one)
		if err != nil {
			return err
		}
		if !stuck {
			return fault.Invalid("import-busy")
		}
		if err := tx.JobTakenUp(ctx, one.JobID); err != nil {
			return err
		}
		return s.queue(ctx, tx, work{one.ID, actorID})
	})
}

// GiveUp deletes an import from which no row was imported.
func (s *Service) GiveUp(ctx context.Context, in *httpd.ByID) (*ImportView, error) {
	var key string
	out, err := s.act(ctx, in.ID, func(ctx context.Context, tx *db.Tx, _ string) error {
		one, err := lock(ctx, tx, in.ID, stateColumns, stateReady, stateFailed)
		if err != nil {
			return err
		}
		key = one.FileKey
		if err := tx.ImportRowsDrop(ctx, one.ID); err != nil {
			return err
		}
		if err := tx.ImportFileGone(ctx, query.ImportFileGoneParams{State: stateGone, ID: one.ID}); err != nil {
			return err
		}
		return audit.Note(ctx, tx, "import.give-up", "import:"+one.ID, nil, map[string]any(nil))
	})
	if err == nil && key != "" {
		s.discard(ctx, key)
	}
	return out, err
}

// Undo undoes an import within 30 days. Rows that something else depends on stay, with the reason.
func (s *Service) Undo(ctx context.Context, in *httpd.ByID) (*ImportView, error) {
	return s.act(ctx, in.ID, func(ctx context.Context, tx *db.Tx, actorID string) error {
		one, err := lock(ctx, tx, in.ID, stateDone)
		if err != nil {
			return err
		}
		if !s.Clock.Now().Before(one.ImportedAt.Time().Add(UndoFor)) {
			return fault.Invalid("too-late-to-take-back")
		}
		counts, err := countsOf(ctx, tx.Queries, one.ID)
		if err != nil {
			return err
		}
		if err := tx.ImportState(ctx, query.ImportStateParams{State: stateUndoing, Total: counts[classMade], ID: one.ID}); err != nil {
			return err
		}
		if err := tx.ImportUndoBy(ctx, query.ImportUndoByParams{UndoneBy: actorID, ID: one.ID}); err != nil {
			return err
		}
		if err := s.queue(ctx, tx, work{one.ID, actorID}); err != nil {
			return err
		}
		return audit.Note(ctx, tx, "import.undo", "import:"+one.ID, nil, map[string]any(nil))
	})
}

// endOf is the final state of an import whose rows are deleted.
func endOf(state string) string {
	switch state {
	case stateImporting, stateUndoing, stateDone: // imported rows stay
		return stateDone
	case stateUndone:
		return stateUndone
	}
	return stateGone
}

// Forget deletes rows and files of imports older than UndoFor. Imported data stays.
func (s *Service) Forget(ctx context.Context) error {
	before := clock.MillisOf(s.Clock.Now().Add(-UndoFor))
	old, err := s.DB.Read().ImportsToForget(ctx, before)
	if err != nil {
		return fmt.Errorf("old imports: %w", err)
	}
	var failed error
	for _, one := range old {
		err := s.DB.Write(ctx, func(ctx context.Context, tx *db.Tx) error {
			if err := tx.ImportRowsDrop(ctx, one.ID); err != nil {
				return err
			}
			return tx.ImportFileGone(ctx, query.ImportFileGoneParams{State: endOf(one.State), ID: one.ID})
		})
		if err == nil {
			s.discard(ctx, one.FileKey)
		}
		failed = errors.Join(failed, err)
	}
	return failed
}
