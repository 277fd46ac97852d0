package imports

import (
	"context"
	"encoding/json"
	"errors"
	"fmt"

	"shanmen/internal/bankfile"
	"shanmen/internal/clock"
	"shanmen/internal/db"
	"shanmen/internal/db/query"
	"shanmen/internal/fault"
	"shanmen/internal/outbox"
)

// errRolledBack ends a look: what it wrote is taken back.
var errRolledBack = errors.New("looked at")

// errMoved ends a job when the import is no longer in the state that it works for: stopped, or another one did the work.
var errMoved = errors.New("the import has moved on")

// Work is the handler of KindWork. It may run again, and beside itself: each batch looks at what is there.
func (s *Service) Work(ctx context.Context, _ string, args json.RawMessage) error {
	var w work
	if err := json.Unmarshal(args, &w); err != nil {
		return outbox.Permanent(fmt.Errorf("import work: %w", err))
	}
	one, err := find(ctx, s.DB.Read(), w.ImportID)
	switch {
	case errors.Is(err, fault.NotFound()):
		return nil
	case err != nil:
		return err
	case one.State == stateReading:
		err = s.read(ctx, one)
	case one.State == stateImporting:
		err = s.importAll(ctx, one, w.ActorID)
	case one.State == stateUndoing:
		err = s.undoAll(ctx, one, w.ActorID)
	}
	if errors.Is(err, errMoved) {
		return nil
	}
	return err
}

// read takes the rows of the file in, and looks through them.
func (s *Service) read(ctx context.Context, one query.Import) error {
	data, err := s.open(ctx, one.FileKey)
	if err != nil {
		return err
	}
	sheet, err := bankfile.Cells(data)
	if refused, ok := fault.Of(err); ok { // it could be read when it came: by another version, or before it was damaged
		return s.DB.Write(ctx, func(ctx context.Context, tx *db.Tx) error {
			if err := stillIn(ctx, tx, one.ID, stateReading); err != nil {
				return err
			}
			return tx.ImportState(ctx, query.ImportStateParams{State: stateFailed, Problem: refused.Code, ID: one.ID})
		})
	}
	if err != nil {
		return err
	}
	columns, err := fromJSON[map[string]int](one.Columns)
	if err != nil {
		return err
	}
	var rows []query.ImportRow
	for i := headerRow(one.Kind, sheet) + 1; i < len(sheet); i++ {
		if cells := cellsOf(columns, sheet[i]); len(cells) > 0 {
			rows = append(rows, query.ImportRow{ImportID: one.ID, RowNo: int64(i + 1), Cells: asJSON(cells), Answers: "{}", Problems: "[]", Class: classReady})
		}
	}
	err = s.DB.Write(ctx, func(ctx context.Context, tx *db.Tx) error {
		if err := stillIn(ctx, tx, one.ID, stateReading); err != nil {
			return err
		}
		if err := tx.ImportRowsDrop(ctx, one.ID); err != nil { // of a look before
			return err
		}
		return tx.ImportState(ctx, query.ImportStateParams{State: stateReading, Total: int64(len(rows)), ID: one.ID})
	})
	if err != nil {
		return err
	}
	f, err := look(ctx, s.DB.Read(), one.Kind, rows)
	if err != nil {
		return err
	}
	for from := 0; from < len(rows); from += batch {
		part := rows[from:min(from+batch, len(rows))]
		if err := s.lookAt(ctx, one, f, part); err != nil {
			return err
		}
		err := s.DB.Write(ctx, func(ctx context.Context, tx *db.Tx) error {
			if err := stillIn(ctx, tx, one.ID, stateReading); err != nil {
				return err
			}
			for _, r := range part {
				if err := tx.ImportRowAdd(ctx, query.ImportRowAddParams{ImportID: r.ImportID, RowNo: r.RowNo, Class: r.Class, Cells: r.Cells, Problems: r.Problems}); err != nil {
					return fmt.Errorf("row %d: %w", r.RowNo, err)
				}
			}
			return tx.ImportProgress(ctx, query.ImportProgressParams{More: int64(len(part)), ID: one.ID})
		})
		if err != nil {
			return err
		}
	}
	return s.DB.Write(ctx, func(ctx context.Context, tx *db.Tx) error {
		if err := stillIn(ctx, tx, one.ID, stateReading); err != nil {
			return err
		}
		return tx.ImportState(ctx, query.ImportStateParams{State: stateReady, Total: int64(len(rows)), ID: one.ID})
	})
}

// lookAt does with rows what the import would do, notes what became of each, and takes it back.
func (s *Service) lookAt(ctx context.Context, one query.Import, f *facts, rows []query.ImportRow) error {
	err := s.DB.Write(ctx, func(ctx context.Context, tx *db.Tx) error {
		for i := range rows {
			v, class, _, err := s.carryOut(ctx, tx, one, f, rows[i])
			if err != nil {
				return err
			}
			if class == classMade {
				class = classReady
			}
			rows[i].Class, rows[i].Problems = class, asJSON(v.problems)
		}
		return errRolledBack
	})
	if errors.Is(err, errRolledBack) {
		return nil
	}
	return err
}

// carryOut judges a row and makes what it says, if it is ready.
func (s *Service) carryOut(ctx context.Context, tx *db.Tx, one query.Import, f *facts, r query.ImportRow) (v verdict, class, madeID string, err error) {
	cells, err := fromJSON[map[string]string](r.Cells)
	if err != nil {
		return v, "", "", err
	}
	answers, err := fromJSON[map[string]answer](r.Answers)
	if err != nil {
		return v, "", "", err
	}
	if v, err = f.judge(ctx, tx.Queries, r.RowNo, cells, answers); err != nil || v.class != classReady {
		return v, v.class, "", err
	}
	class, madeID, err = s.make(ctx, tx, one, r.RowNo, v)
	return v, class, madeID, err
}

// importAll makes the ready rows, batch after batch. A job that stopped goes on with those that are not made.
func (s *Service) importAll(ctx context.Context, one query.Import, actorID string) error {
	rows, err := s.rowsOf(ctx, one.ID)
	if err != nil {
		return err
	}
	f, err := look(ctx, s.DB.Read(), one.Kind, rows)
	if err != nil {
		return err
	}
	for {
		left, err := s.DB.Read().ImportRowsOf(ctx, query.ImportRowsOfParams{ImportID: one.ID, Class: classReady, Most: batch})
		if err != nil {
			return fmt.Errorf("ready rows: %w", err)
		}
		if len(left) == 0 {
			break
		}
		err = s.DB.Write(ctx, func(ctx context.Context, tx *db.Tx) error {
			if err := stillIn(ctx, tx, one.ID, stateImporting); err != nil {
				return err
			}
			if err := tx.ImportTurn(ctx); err != nil {
				return fmt.Errorf("turn of a batch: %w", err)
			}
			for _, r := range left {
				now, err := tx.ImportRow(ctx, query.ImportRowParams{ImportID: one.ID, RowNo: r.RowNo})
				if err != nil || now.Class != classReady { // another job has made it
					return errors.Join(err, errMoved)
				}
				v, class, madeID, err := s.carryOut(ctx, tx, one, f, r)
				if err != nil {
					return err
				}
				if class != classMade && class != classKnown { // the world has changed since it was looked at
					if err := tx.ImportRowJudged(ctx, query.ImportRowJudgedParams{Class: class, Problems: asJSON(v.problems), Answers: r.Answers, ImportID: one.ID, RowNo: r.RowNo}); err != nil {
						return err
					}
					continue
				}
				if err := tx.ImportRowMade(ctx, query.ImportRowMadeParams{Class: class, MadeID: madeID, ImportID: one.ID, RowNo: r.RowNo}); err != nil {
					return err
				}
			}
			return tx.ImportProgress(ctx, query.ImportProgressParams{More: int64(len(left)), ID: one.ID})
		})
		if err != nil {
			return err
		}
	}
	return s.DB.Write(ctx, func(ctx context.Context, tx *db.Tx) error {
		if err := stillIn(ctx, tx, one.ID, stateImporting); err != nil {
			return err
		}
		return s.finish(ctx, tx, one.ID, actorID)
	})
}

// finish ends an import with what was made of it.
func (s *Service) finish(ctx context.Context, tx *db.Tx, importID, actorID string) error {
	counts, err := countsOf(ctx, tx.Queries, importID)
	if err != nil {
		return err
	}
	if err := tx.ImportDone(ctx, query.ImportDoneParams{ImportedAt: clock.MillisOf(s.Clock.Now()), ID: importID}); err != nil {
		return err
	}
	return s.note(ctx, tx, actorID, "import.done", importID, map[string]any{"made": counts[classMade], "known": counts[classKnown]})
}

// undoAll takes back what was made, batch after batch.
func (s *Service) undoAll(ctx context.Context, one query.Import, actorID string) error {
	for {
		left, err := s.DB.Read().ImportRowsOf(ctx, query.ImportRowsOfParams{ImportID: one.ID, Class: classMade, Most: batch})
		if err != nil {
			return fmt.Errorf("made rows: %w", err)
		}
		if len(left) == 0 {
			break
		}
		err = s.DB.Write(ctx, func(ctx context.Context, tx *db.Tx) error {
			if err := stillIn(ctx, tx, one.ID, stateUndoing); err != nil {
				return err
			}
			for _, r := range left {
				now, err := tx.ImportRow(ctx, query.ImportRowParams{ImportID: one.ID, RowNo: r.RowNo})
				if err != nil || now.Class != classMade {
					return errors.Join(err, errMoved)
				}
				why, err := s.unmake(ctx, tx, one, r)
				if err == nil && why == "" {
					err = tx.ImportRowMade(ctx, query.ImportRowMadeParams{Class: classReady, ImportID: one.ID, RowNo: r.RowNo})
				} else if err == nil {
					err = tx.ImportRowKept(ctx, query.ImportRowKeptParams{KeptWhy: why, ImportID: one.ID, RowNo: r.RowNo})
				}
				if err != nil {
					return err
				}
			}
			return tx.ImportProgress(ctx, query.ImportProgressParams{More: int64(len(left)), ID: one.ID})
		})
		if err != nil {
			return err
		}
	}
	return s.DB.Write(ctx, func(ctx context.Context, tx *db.Tx) error {
		if err := stillIn(ctx, tx, one.ID, stateUndoing); err != nil {
			return err
		}
		counts, err := countsOf(ctx, tx.Queries, one.ID)
		if err != nil {
			return err
		}
		if err := tx.ImportUndone(ctx, query.ImportUndoneParams{UndoneAt: clock.MillisOf(s.Clock.Now()), ID: one.ID}); err != nil {
			return err
		}
		return s.note(ctx, tx, actorID, "import.undone", one.ID, map[string]any{"kept": counts[classKept]})
	})
}

// stillIn locks the import, so that one batch is written at a time and a stop comes between two.
func stillIn(ctx context.Context, tx *db.Tx, importID, state string) error {
	one, err := tx.ImportLock(ctx, importID)
	if err == nil && one.State != state {
		err = errMoved
	}
	return err
}

// rowsOf are all rows of an import.
func (s *Service) rowsOf(ctx context.Context, importID string) (out []query.ImportRow, err error) {
	after := int64(0)
	for {
		part, err := s.DB.Read().ImportRows(ctx, query.ImportRowsParams{ImportID: importID, After: after, Most: 2000})
		if err != nil {
			return nil, fmt.Errorf("rows: %w", err)
		}
		out = append(out, part...)
		if len(part) < 2000 {
			return out, nil
		}
		after = part[len(part)-1].RowNo
	}
}

func countsOf(ctx context.Context, r db.Reader, importID string) (map[string]int64, error) {
	rows, err := r.ImportCounts(ctx, importID)
	if err != nil {
		return nil, fmt.Errorf("counts: %w", err)
	}
	out := map[string]int64{}
	for _, c := range rows {
		out[c.Class] = c.N
	}
	return out, nil
}
