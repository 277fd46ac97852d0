package imports

import (
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"strconv"

	"shanmen/internal/base/clock"
	"shanmen/internal/base/fault"
	"shanmen/internal/offer/position"
	"shanmen/internal/platform/audit"
	"shanmen/internal/platform/db"
	"shanmen/internal/platform/db/query"
	"shanmen/internal/platform/lookup"
	"shanmen/internal/platform/outbox"
	"shanmen/internal/sales/bankfile"
)

// errRolledBack ends a dry run by rolling it back.
var errRolledBack = errors.New("looked at")

// errMoved ends a job whose import is no longer in the expected state: cancelled, or done by another worker.
var errMoved = errors.New("the import has moved on")

// Work is the handler of KindWork. It may run again and concurrently: each batch reads the current state.
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

// read inserts the file's rows and checks them.
func (s *Service) read(ctx context.Context, one query.Import) error {
	data, err := s.open(ctx, one.FileKey)
	if err != nil {
		return err
	}
	sheet, err := bankfile.Cells(data)
	if refused, ok := fault.Of(err); ok { // it was readable when uploaded: by another version, or before it was damaged
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
	head, err := headOf(one)
	if err != nil {
		return err
	}
	rows, left := readRows(one, head.rowsOfSheet(sheet), sheet.Parted, columns)
	lines, err := linesOf(rows)
	if err != nil {
		return err
	}
	f, err := s.look(ctx, s.DB.Read(), one, lines)
	if err != nil {
		return err
	}
	f.Unread, f.Lines = left, !sheet.Parted
	f.pointOut(left.identity)
	err = s.DB.Write(ctx, func(ctx context.Context, tx *db.Tx) error {
		if err := stillIn(ctx, tx, one.ID, stateReading); err != nil {
			return err
		}
		if err := tx.ImportRowsDrop(ctx, one.ID); err != nil { // from an earlier check
			return err
		}
		if err := tx.ImportFacts(ctx, query.ImportFactsParams{Facts: asJSON(f.common), ID: one.ID}); err != nil {
			return err
		}
		return tx.ImportState(ctx, query.ImportStateParams{State: stateReading, Total: int64(len(rows)), ID: one.ID})
	})
	if err != nil {
		return err
	}
	for from := 0; from < len(rows); from += batch {
		to := min(from+batch, len(rows))
		looked, err := s.lookAt(ctx, one, f, rows[from:to], lines[from:to])
		if err != nil {
			return err
		}
		err = s.DB.Write(ctx, func(ctx context.Context, tx *db.Tx) error {
			if err := stillIn(ctx, tx, one.ID, stateReading); err != nil {
				return err
			}
			if err := tx.ImportRowsAdd(ctx, query.ImportRowsAddParams{ImportID: one.ID, Rows: looked.json()}); err != nil {
				return fmt.Errorf("rows from %d: %w", rows[from].RowNo, err)
			}
			return tx.ImportProgress(ctx, query.ImportProgressParams{More: int64(to - from), ID: one.ID})
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

// lookAt imports rows in a dry run, records the results, and rolls back.
func (s *Service) lookAt(ctx context.Context, one query.Import, f *facts, rows []query.ImportRow, lines []line) (set, error) {
	out := set{}
	err := s.DB.Write(ctx, func(ctx context.Context, tx *db.Tx) error {
		clear(out)
		done, err := s.carryOut(ctx, tx, one, f, lines)
		if err != nil {
			return err
		}
		for i, d := range done {
			if d.class == classMade {
				d.class = classReady
			}
			out[numberOf(rows[i].RowNo)] = keyedRow{d.class, rows[i].Cells, asJSON(d.problems), d.key, d.place, d.at.from, d.at.until, d.spot, d.spotWhy}
		}
		return errRolledBack
	})
	if errors.Is(err, errRolledBack) {
		err = nil
	}
	return out, err
}

// doneRow is the result of a row, and what it created.
type doneRow struct {
	verdict
	madeID string
	goesOn string // subscription of a lamp
}

// carryOut checks rows and imports the ready ones.
func (s *Service) carryOut(ctx context.Context, tx *db.Tx, one query.Import, f *facts, lines []line) ([]doneRow, error) {
	if err := f.meet(ctx, tx.Queries, lines); err != nil {
		return nil, err
	}
	if f.kind == Lamps {
		var err error
		if f.halls, err = position.DirectoryOf(ctx, tx.Queries); err != nil {
			return nil, err
		}
	}
	out := make([]doneRow, len(lines))
	for i, l := range lines {
		out[i].verdict = f.judge(l)
	}
	return out, s.make(ctx, tx, one, f, lines, out)
}

// importAll imports the ready rows in batches. A stopped job continues with the rest.
func (s *Service) importAll(ctx context.Context, one query.Import, actorID string) error {
	if err := s.keyed(ctx, one); err != nil {
		return err
	}
	one, err := find(ctx, s.DB.Read(), one.ID)
	if err != nil {
		return err
	}
	f, err := s.factsOf(ctx, s.DB.Read(), one)
	if err != nil {
		return err
	}
	for left := true; left; {
		err := s.DB.Write(ctx, func(ctx context.Context, tx *db.Tx) error {
			if err := stillIn(ctx, tx, one.ID, stateImporting); err != nil {
				return err
			}
			if err := tx.ImportTurn(ctx); err != nil {
				return fmt.Errorf("turn of a batch: %w", err)
			}
			rows, err := tx.ImportRowsOf(ctx, query.ImportRowsOfParams{ImportID: one.ID, Class: classReady, Most: batch})
			if err != nil {
				return fmt.Errorf("ready rows: %w", err)
			}
			if left = len(rows) > 0; !left {
				return nil
			}
			return s.importRows(ctx, tx, one, f, rows)
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

func (s *Service) importRows(ctx context.Context, tx *db.Tx, one query.Import, f *facts, rows []query.ImportRow) error {
	lines, err := linesOf(rows)
	if err != nil {
		return err
	}
	if err := f.gatherBeside(ctx, tx.Queries, one.ID, lines); err != nil {
		return err
	}
	done, err := s.carryOut(ctx, tx, one, f, lines)
	if err != nil {
		return err
	}
	made := set{}
	for i, d := range done {
		if d.class == classMade || d.class == classKnown {
			made[numberOf(rows[i].RowNo)] = map[string]string{"class": d.class, "made": d.madeID, "spot": d.spot, "spotWhy": d.spotWhy}
			continue
		}
		if err := writeJudged(ctx, tx, rows[i], d.verdict); err != nil { // other data has changed since the check
			return err
		}
	}
	if err := tx.ImportRowsMade(ctx, query.ImportRowsMadeParams{ImportID: one.ID, Rows: made.json()}); err != nil {
		return fmt.Errorf("made rows: %w", err)
	}
	return tx.ImportProgress(ctx, query.ImportProgressParams{More: int64(len(rows)), ID: one.ID})
}

// writeJudged stores a row's result and answers.
func writeJudged(ctx context.Context, tx *db.Tx, r query.ImportRow, v verdict) error {
	return tx.ImportRowJudged(ctx, query.ImportRowJudgedParams{
		Class: v.class, Problems: asJSON(v.problems), Answers: r.Answers, RowKey: v.key, Place: v.place, FromAt: v.at.from, UntilAt: v.at.until,
		ImportID: r.ImportID, RowNo: r.RowNo,
	})
}

func numberOf(rowNo int64) string { return strconv.FormatInt(rowNo, 10) }

// finish ends an import with its results.
func (s *Service) finish(ctx context.Context, tx *db.Tx, importID, actorID string) error {
	counts, err := countsOf(ctx, tx.Queries, importID)
	if err != nil {
		return err
	}
	if err := tx.ImportDone(ctx, query.ImportDoneParams{ImportedAt: clock.MillisOf(s.Clock.Now()), ID: importID}); err != nil {
		return err
	}
	return audit.Note(audit.As(ctx, actorID), tx, "import.done", "import:"+importID, nil, map[string]any{"made": counts[classMade], "known": counts[classKnown]})
}

// undoAll reverts an import in batches.
func (s *Service) undoAll(ctx context.Context, one query.Import, actorID string) error {
	for left := true; left; {
		err := s.DB.Write(ctx, func(ctx context.Context, tx *db.Tx) error {
			if err := stillIn(ctx, tx, one.ID, stateUndoing); err != nil {
				return err
			}
			rows, err := tx.ImportRowsOf(ctx, query.ImportRowsOfParams{ImportID: one.ID, Class: classMade, Most: batch})
			if err != nil {
				return fmt.Errorf("made rows: %w", err)
			}
			if left = len(rows) > 0; !left {
				return nil
			}
			why, err := s.revertRows(ctx, tx, one, rows)
			if err != nil {
				return err
			}
			gone, kept, found := set{}, set{}, []string{}
			for _, r := range rows {
				if w := why[r.MadeID]; w != "" {
					kept[numberOf(r.RowNo)] = map[string]string{"why": w}
				} else {
					gone[numberOf(r.RowNo)] = map[string]string{"class": classReady, "made": ""}
					found = append(found, r.MadeID)
				}
			}
			if err := lookup.RemoveMany(ctx, tx, lookup.Imported, found); err != nil {
				return err
			}
			if err := tx.ImportKeysDrop(ctx, query.ImportKeysDropParams{ImportID: one.ID, Rows: gone.json()}); err != nil {
				return fmt.Errorf("drop keys: %w", err)
			}
			if err := tx.ImportRowsMade(ctx, query.ImportRowsMadeParams{ImportID: one.ID, Rows: gone.json()}); err != nil {
				return fmt.Errorf("rows that are gone: %w", err)
			}
			if err := tx.ImportRowsKept(ctx, query.ImportRowsKeptParams{ImportID: one.ID, Rows: kept.json()}); err != nil {
				return fmt.Errorf("rows that stay: %w", err)
			}
			return tx.ImportProgress(ctx, query.ImportProgressParams{More: int64(len(rows)), ID: one.ID})
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
		return audit.Note(audit.As(ctx, actorID), tx, "import.undone", "import:"+one.ID, nil, map[string]any{"kept": counts[classKept]})
	})
}

// stillIn locks the import, so that one batch runs at a time and a cancellation takes effect between two.
func stillIn(ctx context.Context, tx *db.Tx, importID, state string) error {
	one, err := tx.ImportLock(ctx, importID)
	if err == nil && one.State != state {
		err = errMoved
	}
	return err
}

// rowsOf reads all rows of an import.
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
