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
		DayNumbers []string       `json:"dayNumbers,omitempty" maxItems:"10" doc:"The fields whose bare numbers are the days by which Excel counts"`
		Reading    *int           `json:"reading,omitempty" doc:"Which of two readings is meant, where the characters may be of two encodings"`
	}
}

// SetColumns names the columns and looks through the rows by them. They are remembered for the next file with this header.
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
		if counts[classMade] > 0 { // stopped half-way: its rows are not read anew
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

// act is an act on an import that a request may send twice. It answers with how the import stands then.
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
		Answer string `json:"answer" enum:",same,other,set,day,without,leave-out" doc:"Empty takes an answer back"`
		Value  string `json:"value,omitempty" maxLength:"4000"`
	}
}

// ImportAnswered is the row that was answered, and those that its answer has changed: of two that say the same the other.
type ImportAnswered struct {
	Row    ImportRow   `json:"row"`
	Others []ImportRow `json:"others"`
}

// Answer says what becomes of a problem of a row, and judges the row anew, with those that have its key or its place.
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
	if b.Answer == saySet { // what was set must be right itself
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

// again judges a row by its answers and writes what became of it. What a value has mended stays in sight, so that it can be
// taken back.
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

// beside judges anew the rows that share a key or a place with a row as it was, or as it is now.
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
		Ready int64 `json:"ready" doc:"How many ready rows were looked at"`
	}
}

// Start imports the ready rows: "import-changed" where they are not as many as were looked at.
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

// Cancel stops importing after the batch in hand. What is made stays, and can be taken back; with nothing made the rows
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

// Resume takes the work up again whose job has failed.
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

// GiveUp erases an import of which nothing was made.
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

// Undo takes an import back, within 30 days. What something was built on stays, and says why.
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

// endOf is the state of an import whose rows are erased.
func endOf(state string) string {
	switch state {
	case stateImporting, stateUndoing, stateDone: // what is made stays
		return stateDone
	case stateUndone:
		return stateUndone
	}
	return stateGone
}

// Forget erases the rows and files of imports that are older than UndoFor. What was made of them stays.
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
