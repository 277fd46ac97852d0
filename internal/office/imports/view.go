package imports

import (
	"context"
	"errors"
	"fmt"
	"io"
	"net/http"
	"slices"
	"strconv"
	"time"

	"shanmen/internal/base/keyset"
	"shanmen/internal/base/locale"
	"shanmen/internal/offer/position"
	"shanmen/internal/people/account"
	"shanmen/internal/platform/db"
	"shanmen/internal/platform/db/query"
	"shanmen/internal/platform/httpd"
	"shanmen/internal/platform/table"
)

// ImportCounts counts an import's rows by result.
type ImportCounts struct {
	Ready      int64 `json:"ready"`
	Decide     int64 `json:"decide"`
	Unreadable int64 `json:"unreadable"`
	Known      int64 `json:"known" doc:"Rows already in the system"`
}

// ImportColumn is a field and its column.
type ImportColumn struct {
	ID       string `json:"id"`
	Required bool   `json:"required"`
	Column   int    `json:"column" doc:"From 0; -1: none"`
	Days     bool   `json:"days" doc:"The column contains dates"`
	Numbers  bool   `json:"numbers" doc:"Its plain numbers are Excel day numbers"`
}

// ImportDayNumbers are plain numbers in a column that may be Excel dates.
type ImportDayNumbers struct {
	Column int    `json:"column" doc:"From 0"`
	Rows   int    `json:"rows" doc:"Number of rows with one"`
	First  string `json:"first" doc:"The first such number"`
	Day    string `json:"day" doc:"The resulting date"`
	Likely bool   `json:"likely" doc:"The column contains nothing else"`
}

// ImportColumns is the data for assigning columns.
type ImportColumns struct {
	Header     []string           `json:"header"`
	Sample     [][]string         `json:"sample"`
	Remembered bool               `json:"remembered" doc:"The columns are remembered from an earlier file"`
	Fields     []ImportColumn     `json:"fields"`
	DayNumbers []ImportDayNumbers `json:"dayNumbers"`
	Readings   []ImportReading    `json:"readings" doc:"Two possible encodings, if a person has to choose"`
	Reading    int                `json:"reading" doc:"Encoding used to read the rows"`
}

// ImportSpots counts the positions of a lamp list by result.
type ImportSpots struct {
	Given   int64            `json:"given" doc:"Lamps that got a position in a hall"`
	Taken   int64            `json:"taken" doc:"Lamps whose position is taken"`
	Other   int64            `json:"other" doc:"Lamps whose position is sold for another option"`
	Unknown int64            `json:"unknown" doc:"Lamps whose position does not exist"`
	Open    []ImportSpotOpen `json:"open" doc:"The first twenty lamps without a position"`
}

// ImportSpotOpen is a row without a matching position: its lamp keeps the text.
type ImportSpotOpen struct {
	Row   int64  `json:"row"`
	Words string `json:"words"`
	Code  string `json:"code,omitempty"`
	Why   string `json:"why" enum:"taken,other,unknown"`
}

func spotsOf(ctx context.Context, r db.Reader, one query.Import) (*ImportSpots, error) {
	if one.Kind != Lamps {
		return nil, nil
	}
	counts, err := r.ImportSpots(ctx, one.ID)
	if err != nil {
		return nil, fmt.Errorf("places of an import: %w", err)
	}
	out := &ImportSpots{Open: []ImportSpotOpen{}}
	into := map[string]*int64{position.SpotGiven: &out.Given, position.SpotTaken: &out.Taken, position.SpotOther: &out.Other, position.SpotUnknown: &out.Unknown}
	for _, c := range counts {
		*into[c.SpotWhy] = c.N
	}
	rows, err := r.ImportSpotsOpen(ctx, one.ID)
	if err != nil {
		return nil, fmt.Errorf("places without a position: %w", err)
	}
	for _, o := range rows {
		out.Open = append(out.Open, ImportSpotOpen{o.RowNo, o.Place, o.Spot, o.SpotWhy})
	}
	return out, nil
}

// ImportView is an import as the office sees it.
type ImportView struct {
	ID        string          `json:"id"`
	Kind      string          `json:"kind" enum:"members,lamps,orders"`
	Name      string          `json:"name" doc:"Name of the file"`
	State     string          `json:"state" enum:"columns,reading,ready,importing,done,undoing,undone,failed,gone"`
	Stuck     bool            `json:"stuck" doc:"Its background job failed and can be restarted"`
	Problem   string          `json:"problem" doc:"Error code"`
	By        string          `json:"by"`
	CreatedAt time.Time       `json:"createdAt"`
	Done      int64           `json:"done" doc:"Number of rows the running job has processed"`
	Total     int64           `json:"total"`
	Counts    ImportCounts    `json:"counts"`
	Spots     *ImportSpots    `json:"spots,omitempty" doc:"For lamps: how their positions were matched"`
	Made      int64           `json:"made"`
	Kept      int64           `json:"kept" doc:"Records that remained after the import was undone, because they are in use"`
	UndoUntil *time.Time      `json:"undoUntil,omitempty"`
	UndoneBy  string          `json:"undoneBy,omitempty"`
	UndoneAt  *time.Time      `json:"undoneAt,omitempty"`
	Columns   *ImportColumns  `json:"columns,omitempty"`
	Used      int             `json:"used" doc:"Number of columns that are read"`
	Width     int             `json:"width" doc:"Number of columns in the sheet"`
	Fields    []string        `json:"fields" doc:"Fields that are read, in column order"`
	Formulas  *ImportFormulas `json:"formulas,omitempty"`
	Unread    *ImportUnread   `json:"unread,omitempty" doc:"Parts of the file that were not read"`
	// Identity is set after the rows were checked.
	Identity *ImportIdentity `json:"identity,omitempty" doc:"Rows that contain an NRIC or FIN, which the temple should not collect"`
}

// ImportIdentity lists rows with an identity number.
type ImportIdentity struct {
	Count int     `json:"count"`
	Rows  []int64 `json:"rows" doc:"Numbers of the first such rows"`
}

// Imports is a page of imports, newest first.
type Imports struct {
	Items []ImportView `json:"items"`
	Next  string       `json:"next,omitempty"`
}

type listIn struct{ keyset.Ask }

// List lists imports.
func (s *Service) List(ctx context.Context, in *listIn) (*Imports, error) {
	after, err := keyset.Parse(in.After)
	if err != nil {
		return nil, err
	}
	if after.ID == "" {
		after = keyset.Key{At: 1 << 60, ID: "~"}
	}
	r := s.DB.Read()
	rows, err := r.Imports(ctx, query.ImportsParams{At: int64(after.At), ID: after.ID, Most: in.Limit + 1})
	if err != nil {
		return nil, fmt.Errorf("imports: %w", err)
	}
	out := &Imports{Items: []ImportView{}}
	if int64(len(rows)) > in.Limit {
		rows = rows[:in.Limit]
		last := rows[len(rows)-1]
		out.Next = keyset.Key{At: last.CreatedAt, ID: last.ID}.String()
	}
	for _, one := range rows {
		v, err := s.view(ctx, r, one)
		if err != nil {
			return nil, err
		}
		v.Columns = nil
		out.Items = append(out.Items, *v)
	}
	return out, nil
}

// Get is one import.
func (s *Service) Get(ctx context.Context, in *httpd.ByID) (*ImportView, error) {
	r := s.DB.Read()
	one, err := find(ctx, r, in.ID)
	if err != nil {
		return nil, err
	}
	return s.view(ctx, r, one)
}

func (s *Service) view(ctx context.Context, r db.Reader, one query.Import) (*ImportView, error) {
	counts, err := countsOf(ctx, r, one.ID)
	if err != nil {
		return nil, err
	}
	columns, err := fromJSON[map[string]int](one.Columns)
	if err != nil {
		return nil, err
	}
	head, err := headOf(one)
	if err != nil {
		return nil, err
	}
	var seen common
	if one.Facts != "" {
		if seen, err = fromJSON[common](one.Facts); err != nil {
			return nil, fmt.Errorf("facts of an import: %w", err)
		}
	}
	out := &ImportView{
		ID: one.ID, Kind: one.Kind, Name: one.Name, State: one.State, Problem: one.Problem, CreatedAt: one.CreatedAt.Time(),
		Done: one.Done, Total: one.Total, Made: counts[classMade], Kept: counts[classKept], UndoneAt: one.UndoneAt.Moment(),
		Counts: ImportCounts{counts[classReady], counts[classDecide], counts[classUnreadable], counts[classKnown]},
		Used:   len(columns), Width: len(head.Header), Fields: []string{},
		Columns: &ImportColumns{Header: head.Header, Sample: head.Sample, Remembered: one.Remembered, DayNumbers: head.dayNumbers(), Readings: head.readings(), Reading: head.Reading},
	}
	out.Formulas, out.Unread = head.told(seen.Unread)
	if seen.IdentityCount > 0 {
		out.Identity = &ImportIdentity{seen.IdentityCount, seen.Identity}
	}
	if out.Spots, err = spotsOf(ctx, r, one); err != nil {
		return nil, err
	}
	numbers, err := fromJSON[[]string](one.DayNumbers)
	if err != nil {
		return nil, err
	}
	for _, f := range fields[one.Kind] {
		at, there := columns[f.id]
		if !there {
			at = -1
		} else {
			out.Fields = append(out.Fields, f.id)
		}
		out.Columns.Fields = append(out.Columns.Fields, ImportColumn{f.id, f.required, at, dayFields[f.id], slices.Contains(numbers, f.id)})
	}
	if out.By, err = nameOf(ctx, r, one.CreatedBy); err != nil {
		return nil, err
	}
	if out.UndoneBy, err = nameOf(ctx, r, one.UndoneBy); err != nil {
		return nil, err
	}
	if one.State == stateDone {
		if until := one.ImportedAt.Time().Add(UndoFor); s.Clock.Now().Before(until) {
			out.UndoUntil = &until
		}
	}
	out.Stuck, err = isStuck(ctx, r, one)
	return out, err
}

// dayNumbers lists the columns that may contain Excel dates, in order.
func (h shown) dayNumbers() []ImportDayNumbers {
	out := []ImportDayNumbers{}
	for at, n := range h.Numbers {
		if d, ok := dayOfNumber(n.First, h.Since04); ok {
			out = append(out, ImportDayNumbers{at, n.Rows, n.First, d.String(), n.Every})
		}
	}
	slices.SortFunc(out, func(a, b ImportDayNumbers) int { return a.Column - b.Column })
	return out
}

func isStuck(ctx context.Context, r db.Reader, one query.Import) (bool, error) {
	if one.State != stateReading && one.State != stateImporting && one.State != stateUndoing {
		return false, nil
	}
	job, err := r.JobInHand(ctx, one.JobID)
	if errors.Is(err, db.ErrNoRows) {
		return true, nil
	}
	return job.State != "ready" || job.LastError != "", err
}

func nameOf(ctx context.Context, r db.Reader, userID string) (string, error) {
	if userID == "" {
		return "", nil
	}
	u, err := account.Find(ctx, r, userID)
	return u.Name, err
}

// ImportCell is a value of a row: the sheet's or the entered one.
type ImportCell struct {
	Text string `json:"text"`
	Mark string `json:"mark" enum:",decide,wrong"`
}

// ImportMade is what an imported row created.
type ImportMade struct {
	ID    string `json:"id"`
	Label string `json:"label"`
}

// ImportRow is a row of the sheet.
type ImportRow struct {
	ID       string                `json:"id"`
	Row      int64                 `json:"row" doc:"Row number in the sheet, from 1"`
	Class    string                `json:"class" enum:"ready,decide,unreadable,known,out,made,kept"`
	Cells    map[string]ImportCell `json:"cells"`
	Problems []ImportProblem       `json:"problems"`
	Made     *ImportMade           `json:"made,omitempty"`
	KeptWhy  string                `json:"keptWhy,omitempty" enum:"claimed,renewed"`
}

// ImportRows are a page of rows in their order.
type ImportRows struct {
	Items []ImportRow `json:"items"`
	Next  string      `json:"next,omitempty"`
}

type rowsIn struct {
	ID    string `path:"id" maxLength:"64"`
	Rows  string `query:"rows" enum:"look,all,ready,decide,unreadable,known,out,made,kept" default:"look"`
	After string `query:"after" maxLength:"12" doc:"Row after which the page begins"`
}

const rowsOfPage = 50

// Rows lists the rows of a class, in order.
func (s *Service) Rows(ctx context.Context, in *rowsIn) (*ImportRows, error) {
	r := s.DB.Read()
	if _, err := find(ctx, r, in.ID); err != nil {
		return nil, err
	}
	after, _ := strconv.ParseInt(in.After, 10, 64)
	rows, err := rowsOf(ctx, r, in.ID, in.Rows, after, rowsOfPage+1)
	if err != nil {
		return nil, fmt.Errorf("rows: %w", err)
	}
	out := &ImportRows{Items: []ImportRow{}}
	if len(rows) > rowsOfPage {
		rows = rows[:rowsOfPage]
		out.Next = strconv.FormatInt(rows[len(rows)-1].RowNo, 10)
	}
	for _, row := range rows {
		v, err := rowView(row)
		if err != nil {
			return nil, err
		}
		out.Items = append(out.Items, *v)
	}
	return out, nil
}

func rowsOf(ctx context.Context, r db.Reader, importID, sort string, after, most int64) ([]query.ImportRow, error) {
	switch sort {
	case "all":
		return r.ImportRows(ctx, query.ImportRowsParams{ImportID: importID, After: after, Most: most})
	case "look":
		return r.ImportRowsToLookAt(ctx, query.ImportRowsToLookAtParams{ImportID: importID, After: after, Most: most})
	}
	return r.ImportRowsOf(ctx, query.ImportRowsOfParams{ImportID: importID, Class: sort, After: after, Most: most})
}

func rowView(row query.ImportRow) (*ImportRow, error) {
	cells, err := fromJSON[map[string]string](row.Cells)
	if err != nil {
		return nil, err
	}
	answers, err := fromJSON[map[string]answer](row.Answers)
	if err != nil {
		return nil, err
	}
	problems, err := fromJSON[[]ImportProblem](row.Problems)
	if err != nil {
		return nil, err
	}
	out := &ImportRow{ID: strconv.FormatInt(row.RowNo, 10), Row: row.RowNo, Class: row.Class, Cells: map[string]ImportCell{}, Problems: problems, KeptWhy: row.KeptWhy}
	for id, text := range cells {
		out.Cells[id] = ImportCell{Text: text}
	}
	for id, a := range answers {
		if a.sets() {
			out.Cells[id] = ImportCell{Text: a.Value}
		}
	}
	for _, p := range problems {
		if p.Answered == "" {
			out.Cells[p.Field] = ImportCell{out.Cells[p.Field].Text, p.Mark}
		}
	}
	if row.MadeID != "" {
		label := out.Cells["name"].Text
		if label == "" {
			label = out.Cells["chinese"].Text
		}
		out.Made = &ImportMade{ID: row.MadeID, Label: label}
	}
	return out, nil
}

// Mend downloads the waiting rows as a sheet: as they were, with their problems.
func (s *Service) Mend(w http.ResponseWriter, r *http.Request) error {
	ctx := r.Context()
	one, err := find(ctx, s.DB.Read(), r.PathValue("id"))
	if err != nil {
		return err
	}
	rows, err := rowsOf(ctx, s.DB.Read(), one.ID, "look", 0, 20_000)
	if err != nil {
		return fmt.Errorf("rows: %w", err)
	}
	view, err := s.view(ctx, s.DB.Read(), one)
	if err != nil {
		return err
	}
	httpd.Attachment(w, "to-mend.xlsx", table.XLSX.ContentType())
	return s.writeMend(ctx, w, view, rows)
}

func (s *Service) writeMend(ctx context.Context, w io.Writer, view *ImportView, rows []query.ImportRow) error {
	l := httpd.LocaleOf(ctx)
	columns := make([]table.Column, 0, len(view.Fields)+1)
	for _, id := range view.Fields {
		title := id
		for _, c := range view.Columns.Fields {
			if c.ID == id && c.Column < len(view.Columns.Header) {
				title = view.Columns.Header[c.Column]
			}
		}
		columns = append(columns, table.Column{Name: locale.Text{EN: title, ZH: title}})
	}
	columns = append(columns, table.Column{Name: locale.Text{EN: "To mend", ZH: "待更正"}})
	out, err := table.New(table.XLSX, w, "1", columns)
	if err != nil {
		return err
	}
	for _, row := range rows {
		v, err := rowView(row)
		if err != nil {
			return err
		}
		var cells []any
		for _, id := range view.Fields {
			cells = append(cells, v.Cells[id].Text)
		}
		why := ""
		for _, p := range v.Problems {
			if p.Answered == "" {
				if why != "" {
					why += " · "
				}
				why += s.Messages.T(l, "fault.import-"+p.Code, p.in(l))
			}
		}
		if err := out.Row(append(cells, why)...); err != nil {
			return err
		}
	}
	return out.Close()
}
