package imports

import (
	"context"
	"fmt"
	"slices"

	"shanmen/internal/base/clock"
	"shanmen/internal/base/lunar"
	"shanmen/internal/base/writing"
	"shanmen/internal/platform/db"
	"shanmen/internal/platform/db/query"
)

// line is a parsed row of a sheet.
type line struct {
	no      int64
	cells   map[string]string
	answers map[string]answer
}

func lineOf(r query.ImportRow) (l line, err error) {
	l.no = r.RowNo
	if l.cells, err = fromJSON[map[string]string](r.Cells); err != nil {
		return l, fmt.Errorf("cells of row %d: %w", r.RowNo, err)
	}
	if l.answers, err = fromJSON[map[string]answer](r.Answers); err != nil {
		return l, fmt.Errorf("answers of row %d: %w", r.RowNo, err)
	}
	return l, nil
}

func linesOf(rows []query.ImportRow) ([]line, error) {
	out := make([]line, len(rows))
	for i, r := range rows {
		var err error
		if out[i], err = lineOf(r); err != nil {
			return nil, err
		}
	}
	return out, nil
}

// text is the value of a field: an entered value overrides the sheet's.
func (l line) text(id string) string {
	a := l.answers[id]
	if a.sets() {
		return a.Value
	}
	if id == "id" && a.Say == sayWithout {
		return ""
	}
	return l.cells[id]
}

func (l line) isOut() bool {
	for _, a := range l.answers {
		if a.Say == sayOut {
			return true
		}
	}
	return false
}

// stay is the use of a position by a row, from one midnight to another.
type stay struct {
	no          int64
	name        string
	from, until clock.Millis
}

// at is where and when a lamp stands; place is empty if unknown.
func (f *facts) at(l line) (place string, s stay) {
	place = l.text("place")
	if f.kind != Lamps || place == "" || writing.Unreadable(place, false) {
		return "", s
	}
	from, until := f.days(l)
	if !from.Valid() || from.Until(until) <= 0 {
		return "", s
	}
	return place, stay{no: l.no, from: clock.MillisOf(from.Time(0, 0)), until: clock.MillisOf(until.Time(0, 0))}
}

// set is a JSON object of many values for one SQL statement.
type set map[string]any

func (s set) json() string { return asJSON(s) }

// meet reads the database's data for lines: accounts, keys, and uses of their positions.
func (f *facts) meet(ctx context.Context, r db.Reader, lines []line) error {
	mobiles, keys, places := set{}, set{}, set{}
	f.numbers = make(map[string]numberRead, len(lines))
	for _, l := range lines {
		if number := f.number(l.text("mobile")); number.mobile != "" {
			mobiles[number.mobile] = 1
		}
		keys[f.keyOf(l.text)] = 1
		if place, _ := f.at(l); place != "" {
			places[place] = 1
		}
	}
	accounts, err := r.ImportAccountsOfMobiles(ctx, mobiles.json())
	if err != nil {
		return fmt.Errorf("accounts of numbers: %w", err)
	}
	f.accounts = map[string]query.ImportAccountsOfMobilesRow{}
	for _, u := range accounts {
		f.accounts[u.Mobile] = u
	}
	known, err := r.ImportKeysKnown(ctx, query.ImportKeysKnownParams{Kind: f.kind, Keys: keys.json()})
	if err != nil {
		return fmt.Errorf("keys of rows: %w", err)
	}
	f.known = map[string]string{}
	for _, one := range known {
		f.known[one.RowKey] = one.Who
	}
	f.lamps = map[string][]stay{}
	if len(places) == 0 {
		return nil
	}
	lamps, err := r.ImportedLampsAt(ctx, places.json())
	if err != nil {
		return fmt.Errorf("lamps at places: %w", err)
	}
	for _, one := range lamps {
		f.lamps[one.Place] = append(f.lamps[one.Place], stay{name: one.Name, from: one.FromAt, until: one.UntilAt})
	}
	return nil
}

// gather indexes the rows of a whole sheet by key and position, before they are written.
func (f *facts) gather(lines []line) {
	f.keys, f.places = map[string]int64{}, map[string][]stay{}
	for _, l := range lines {
		if l.isOut() {
			continue
		}
		if key := f.keyOf(l.text); f.keys[key] == 0 {
			f.keys[key] = l.no
		}
		if place, s := f.at(l); place != "" {
			f.places[place] = append(f.places[place], s)
		}
	}
}

// gatherBeside collects stored rows that share a key or position with the lines.
func (f *facts) gatherBeside(ctx context.Context, r db.Reader, importID string, lines []line) error {
	keys, places := set{}, set{}
	for _, l := range lines {
		keys[f.keyOf(l.text)] = 1
		if place, _ := f.at(l); place != "" {
			places[place] = 1
		}
	}
	f.keys, f.places = map[string]int64{}, map[string][]stay{}
	first, err := r.ImportFirstRows(ctx, query.ImportFirstRowsParams{ImportID: importID, Keys: keys.json()})
	if err != nil {
		return fmt.Errorf("first rows: %w", err)
	}
	for _, one := range first {
		f.keys[one.RowKey] = one.RowNo
	}
	if len(places) == 0 {
		return nil
	}
	stays, err := r.ImportStays(ctx, query.ImportStaysParams{ImportID: importID, Places: places.json()})
	if err != nil {
		return fmt.Errorf("rows at places: %w", err)
	}
	for _, one := range stays {
		f.places[one.Place] = append(f.places[one.Place], stay{no: one.RowNo, from: one.FromAt, until: one.UntilAt})
	}
	return nil
}

// overlapping is the first stay that overlaps s and, if it has a row, comes before it.
func overlapping(all []stay, s stay) (stay, bool) {
	at := slices.IndexFunc(all, func(o stay) bool { return o.no < s.no && o.from < s.until && o.until > s.from })
	if at < 0 {
		return stay{}, false
	}
	return all[at], true
}

// factsOf loads the facts of a checked import.
func (s *Service) factsOf(ctx context.Context, r db.Reader, one query.Import) (*facts, error) {
	f := &facts{kind: one.Kind, today: lunar.DayOf(s.Clock.Now())}
	var err error
	if f.common, err = fromJSON[common](one.Facts); err != nil {
		return nil, fmt.Errorf("facts of an import: %w", err)
	}
	if f.kind == Lamps {
		err = f.readOptions(ctx, r)
	}
	return f, err
}

// keyed updates the facts of an import that an earlier version has checked.
func (s *Service) keyed(ctx context.Context, one query.Import) error {
	if one.Facts != "" || one.State != stateReady && one.State != stateImporting {
		return nil
	}
	rows, err := s.rowsOf(ctx, one.ID)
	if err != nil {
		return err
	}
	lines, err := linesOf(rows)
	if err != nil {
		return err
	}
	f, err := s.look(ctx, s.DB.Read(), one, lines)
	if err != nil {
		return err
	}
	out := set{}
	for _, l := range lines {
		place, at := f.at(l)
		out[numberOf(l.no)] = keyedRow{Key: f.keyOf(l.text), Place: place, From: at.from, Until: at.until}
	}
	return s.DB.Write(ctx, func(ctx context.Context, tx *db.Tx) error {
		if err := tx.ImportRowsKeyed(ctx, query.ImportRowsKeyedParams{ImportID: one.ID, Rows: out.json()}); err != nil {
			return err
		}
		return tx.ImportFacts(ctx, query.ImportFactsParams{Facts: asJSON(f.common), ID: one.ID})
	})
}

type keyedRow struct {
	Class    string       `json:"class,omitempty"`
	Cells    string       `json:"cells,omitempty"`
	Problems string       `json:"problems,omitempty"`
	Key      string       `json:"key"`
	Place    string       `json:"place"`
	From     clock.Millis `json:"from"`
	Until    clock.Millis `json:"until"`
	Spot     string       `json:"spot"`
	SpotWhy  string       `json:"spotWhy"`
}
