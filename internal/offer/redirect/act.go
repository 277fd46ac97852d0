package redirect

import (
	"cmp"
	"context"
	"encoding/csv"
	"errors"
	"fmt"
	"io"
	"net/http"
	"slices"
	"strconv"
	"strings"
	"time"

	"shanmen/internal/base/fault"
	"shanmen/internal/offer/content"
	"shanmen/internal/offer/redirect/address"
	"shanmen/internal/platform/audit"
	"shanmen/internal/platform/db"
	"shanmen/internal/platform/db/query"
	"shanmen/internal/platform/httpd"
)

// MostEntries is the maximum number of redirects: every replica has all in memory.
const MostEntries = 2000

// Change is the office's input for one redirect.
type Change struct {
	Was    string     `json:"was,omitempty" maxLength:"2000" doc:"Address of the redirect to change; absent for a new one"`
	Seen   *time.Time `json:"seen,omitempty" doc:"changedAt when it was read; refused if it was changed since"`
	Path   string     `json:"path" maxLength:"2000"`
	Target string     `json:"target" maxLength:"2000"`
	Status int        `json:"status" enum:"301,302"`
	Active bool       `json:"active"`
	Why    string     `json:"why,omitempty" maxLength:"1000"`
}

type changeIn struct{ Body Change }

// Send creates or changes a redirect. Refusals besides those of tidy: redirect-taken, redirect-many, redirect-nowhere,
// redirect-loop at their fields; redirect-changed and redirect-gone after a concurrent change.
func (s *Service) Send(ctx context.Context, in *changeIn) (*Row, error) {
	if err := s.Change(ctx, in.Body); err != nil {
		return nil, err
	}
	path, _ := address.Tidy(in.Body.Path)
	return s.one(ctx, path)
}

// Change is Send without reading the row for the office.
func (s *Service) Change(ctx context.Context, c Change) error {
	d, err := s.checked(ctx, c, nil)
	if err != nil {
		return err
	}
	return s.acted(ctx, func(ctx context.Context, tx *db.Tx, rows []query.Redirect, now time.Time) error {
		return s.send(ctx, tx, rows, d, now)
	})
}

// draft is a change that passed all checks that do not need the list.
type draft struct {
	Change
	entry   Entry
	through bool // its target is another redirect
}

// checked normalises the entry for storage. An active one leads to a page of the site, to another redirect, or to
// another site; in an import also to another line's address.
func (s *Service) checked(ctx context.Context, c Change, in *sheet) (draft, error) {
	e, err := s.tidy(Entry{Path: c.Path, Target: c.Target, Status: c.Status, Active: c.Active, Why: c.Why})
	d := draft{Change: c, entry: e}
	if err != nil || e.External() || !e.Active {
		return d, err
	}
	if _, d.through = s.Find(e.leads()); d.through || in != nil && in.paths[e.leads()] {
		d.through = true
		return d, nil
	}
	var lost, known bool
	if in != nil {
		lost, known = in.lost[e.leads()]
	}
	if !known {
		if lost, err = s.lost(ctx, e.Target); err != nil {
			return d, err
		}
	}
	if in != nil {
		in.lost[e.leads()] = lost
	}
	if lost {
		return d, fault.At("target", "redirect-nowhere")
	}
	return d, nil
}

// sheet is the shared state of an import: the addresses of its lines, and cached checks of targets, because many lines
// lead to the same page, which must be built to check it.
type sheet struct{ paths, lost map[string]bool }

func on(rows []query.Redirect, path string) bool {
	return slices.ContainsFunc(rows, func(r query.Redirect) bool { return r.Active && address.Of(r.Path) == path })
}

// acted runs an action with the whole list locked until commit, and reloads memory afterwards.
func (s *Service) acted(ctx context.Context, act func(context.Context, *db.Tx, []query.Redirect, time.Time) error) error {
	now := s.Clock.Now()
	err := s.DB.Write(ctx, func(ctx context.Context, tx *db.Tx) error {
		if err := content.Changed(ctx, tx, content.TagRedirects); err != nil {
			return err
		}
		rows, err := tx.Redirects(ctx)
		if err != nil {
			return fmt.Errorf("redirects: %w", err)
		}
		return act(ctx, tx, rows, now)
	})
	if err != nil {
		return err
	}
	return s.Renew(ctx)
}

func find(rows []query.Redirect, path string) (query.Redirect, bool) {
	for _, r := range rows {
		if r.Path == path {
			return r, true
		}
	}
	return query.Redirect{}, false
}

func (s *Service) send(ctx context.Context, tx *db.Tx, rows []query.Redirect, c draft, now time.Time) error {
	list, e := entries(rows), c.entry
	if same, there := find(rows, e.Path); there && entryOf(same) == e {
		if _, still := find(rows, c.Was); c.Was == "" || c.Was == e.Path || !still {
			return nil // a retry after a lost answer
		}
	}
	var before *Entry
	if c.Was != "" {
		was, err := seen(rows, c.Was, c.Seen)
		if err != nil {
			return err
		}
		before = &was
	}
	if _, taken := find(rows, e.Path); taken && c.Was != e.Path {
		return fault.At("path", "redirect-taken")
	}
	if c.through && !on(rows, e.leads()) {
		return fault.At("target", "redirect-nowhere") // its target redirect was just deleted
	}
	if before == nil && len(rows) >= MostEntries {
		return fault.Invalid("redirect-many").With("max", MostEntries)
	}
	var err error
	if before != nil && (before.Path != e.Path || !e.Active) {
		if list, err = s.leave(ctx, tx, list, *before, now); err != nil {
			return err
		}
	}
	if before != nil && before.Path != e.Path {
		if err := tx.DropRedirect(ctx, before.Path); err != nil {
			return fmt.Errorf("redirect: %w", err)
		}
		list = without(list, before.Path)
	}
	if err := s.write(ctx, tx, list, e, now); err != nil {
		return err
	}
	return note(ctx, tx, "redirect.send", before, &e)
}

// seen returns the entry of an address, unless it has changed since it was read.
func seen(rows []query.Redirect, path string, at *time.Time) (Entry, error) {
	r, there := find(rows, path)
	switch {
	case !there:
		return Entry{}, fault.Invalid("redirect-gone")
	case at != nil && !at.Equal(r.UpdatedAt.Time()):
		return Entry{}, fault.Invalid("redirect-changed")
	}
	return entryOf(r), nil
}

// leave inlines an entry's target into the redirects that lead to it, before it is deleted. It returns the resulting
// list.
func (s *Service) leave(ctx context.Context, tx *db.Tx, list []Entry, gone Entry, now time.Time) ([]Entry, error) {
	for _, e := range list {
		if !gone.Active || e.Path == gone.Path || e.leads() != address.Of(gone.Path) {
			continue
		}
		to := e
		to.Target = withQuery(gone, e)
		if gone.Status == http.StatusFound {
			to.Status = gone.Status
		}
		list = append(without(list, e.Path), to)
		if err := s.write(ctx, tx, list, to, now); err != nil {
			return nil, err
		}
		if err := note(ctx, tx, "redirect.send", &e, &to); err != nil {
			return nil, err
		}
	}
	return list, nil
}

type takeAwayIn struct {
	Body struct {
		Path string     `json:"path" maxLength:"2000"`
		Seen *time.Time `json:"seen,omitempty" doc:"changedAt when it was read"`
	}
}

// TakenAway is the answer of a deletion; a retry gets the same answer.
type TakenAway struct {
	Was Row `json:"was"`
}

// TakeAway deletes a redirect. Redirects that led to it now lead to its target.
func (s *Service) TakeAway(ctx context.Context, in *takeAwayIn) (*TakenAway, error) {
	row, err := s.Drop(ctx, in.Body.Path, in.Body.Seen)
	return &TakenAway{row}, err
}

// Drop deletes an entry, unless it has changed since it was read.
func (s *Service) Drop(ctx context.Context, path string, at *time.Time) (was Row, err error) {
	err = s.acted(ctx, func(ctx context.Context, tx *db.Tx, rows []query.Redirect, now time.Time) error {
		gone, err := seen(rows, path, at)
		if err != nil {
			return err
		}
		row, _ := find(rows, gone.Path)
		was = s.row(ways{}, nil, row)
		if _, err := s.leave(ctx, tx, entries(rows), gone, now); err != nil {
			return err
		}
		if err := tx.DropRedirect(ctx, gone.Path); err != nil {
			return fmt.Errorf("redirect: %w", err)
		}
		return note(ctx, tx, "redirect.take-away", &gone, nil)
	})
	return was, err
}

func (s *Service) one(ctx context.Context, path string) (*Row, error) {
	rows, err := s.DB.Read().Redirects(ctx)
	if err != nil {
		return nil, fmt.Errorf("redirects: %w", err)
	}
	titles, err := s.titles(ctx, httpd.LocaleOf(ctx))
	if err != nil {
		return nil, err
	}
	r, there := find(rows, path)
	if !there {
		return nil, fault.Invalid("redirect-gone") // deleted concurrently
	}
	used, _ := s.resolve(entries(rows))
	row := s.row(used, titles, r)
	return &row, nil
}

func note(ctx context.Context, tx *db.Tx, action string, before, after *Entry) error {
	var subject string
	var was, is any
	if before != nil {
		subject, was = "redirect:"+before.Path, told(*before)
	}
	if after != nil {
		subject, is = "redirect:"+after.Path, told(*after)
	}
	return audit.Note(ctx, tx, action, subject, was, is)
}

func told(e Entry) map[string]string {
	return map[string]string{"path": e.Path, "target": e.Target, "status": strconv.Itoa(e.Status), "active": strconv.FormatBool(e.Active), "reason": e.Why}
}

// mostLines is the maximum number of lines of an import.
const mostLines = 500

type importIn struct {
	Body struct {
		Text   string `json:"text" maxLength:"200000" doc:"One redirect per line: old address, target, optional note; separated by commas, semicolons or tabs"`
		Status int    `json:"status" enum:"301,302"`
	}
}

// LineProblem is the error of one line of an import.
type LineProblem struct {
	Line  int    `json:"line" doc:"Line number, from 1"`
	Field string `json:"field" enum:"path,target,why"`
	Code  string `json:"code" doc:"Error code, as in the fields of a 400 response"`
	Max   int    `json:"max,omitempty"`
}

// Imported is the result of an import. With problems nothing was stored.
type Imported struct {
	Made     int           `json:"made"`
	Same     int           `json:"same" doc:"Number of lines that changed nothing"`
	Problems []LineProblem `json:"problems"`
}

// Import creates many redirects at once, all or none. It is idempotent.
func (s *Service) Import(ctx context.Context, in *importIn) (*Imported, error) {
	lines, err := readLines(in.Body.Text)
	if err != nil {
		return nil, err
	}
	out := &Imported{Problems: []LineProblem{}}
	refuse := func(line int, err error) bool {
		f, refused := fault.Of(err)
		if !refused || len(f.Fields) == 0 {
			return false
		}
		for _, w := range f.Fields {
			most, _ := w.Params["max"].(int)
			out.Problems = append(out.Problems, LineProblem{Line: line, Field: w.Path, Code: w.Code, Max: most})
		}
		return true
	}
	all := &sheet{map[string]bool{}, map[string]bool{}}
	for _, l := range lines {
		if path, ok := address.Tidy(l.path); ok {
			all.paths[path] = true
		}
	}
	var fit []numbered
	for _, l := range lines {
		d, err := s.checked(ctx, Change{Path: l.path, Target: l.target, Why: l.why, Status: in.Body.Status, Active: true}, all)
		if err == nil {
			fit = append(fit, numbered{d, l.number})
		} else if !refuse(l.number, err) {
			return nil, err
		}
	}
	fit, circles := inOrder(fit)
	for _, l := range circles {
		refuse(l.number, fault.At("target", "redirect-loop"))
	}
	if len(out.Problems) > 0 {
		return out, nil
	}
	err = s.acted(ctx, func(ctx context.Context, tx *db.Tx, rows []query.Redirect, now time.Time) error {
		out.Made, out.Same, out.Problems = 0, 0, []LineProblem{}
		for _, l := range fit {
			if r, there := find(rows, l.entry.Path); there && r.Target == l.entry.Target && r.Active {
				out.Same++
				continue
			}
			err := s.send(ctx, tx, rows, l.draft, now)
			if err != nil && !refuse(l.number, err) {
				return err
			}
			out.Made++
			rows = append(rows, query.Redirect{Path: l.entry.Path, Target: l.entry.Target, Status: int64(l.entry.Status), Active: true, Why: l.entry.Why})
		}
		if len(out.Problems) > 0 {
			return errNotKept
		}
		return nil
	})
	if errors.Is(err, errNotKept) {
		out.Made, out.Same, err = 0, 0, nil
		slices.SortStableFunc(out.Problems, func(a, b LineProblem) int { return cmp.Compare(a.Line, b.Line) })
	}
	return out, err
}

// numbered is a valid line of an import.
type numbered struct {
	draft
	number int
}

// inOrder sorts lines after those that they lead to. circles are lines in a loop.
func inOrder(lines []numbered) (out, circles []numbered) {
	at := map[string]int{}
	for i, l := range lines {
		if _, there := at[l.entry.Path]; !there {
			at[l.entry.Path] = i
		}
	}
	const begun, done = 1, 2
	state := make([]int, len(lines))
	var put func(i int)
	put = func(i int) {
		state[i] = begun
		if next, there := at[lines[i].entry.leads()]; there {
			switch state[next] {
			case begun:
				circles = append(circles, lines[i])
			case 0:
				put(next)
			}
		}
		state[i] = done
		out = append(out, lines[i])
	}
	for i := range lines {
		if state[i] == 0 {
			put(i)
		}
	}
	return out, circles
}

// errNotKept rolls an import back.
var errNotKept = errors.New("a line of the sheet was refused")

type sheetLine struct {
	number            int
	path, target, why string
}

// readLines parses an import; a first line without addresses is its header.
func readLines(text string) ([]sheetLine, error) {
	first, _, _ := strings.Cut(text, "\n")
	r := csv.NewReader(strings.NewReader(strings.TrimPrefix(text, "\ufeff")))
	r.FieldsPerRecord, r.TrimLeadingSpace, r.LazyQuotes = -1, true, true
	for _, separator := range []rune{'\t', ';'} {
		if strings.ContainsRune(first, separator) {
			r.Comma = separator
		}
	}
	var out []sheetLine
	for {
		fields, err := r.Read()
		if errors.Is(err, io.EOF) {
			break
		}
		if err != nil {
			return nil, fault.At("text", "redirect-sheet")
		}
		number, _ := r.FieldPos(0)
		fields = append(fields, "", "")
		if strings.TrimSpace(fields[0]+fields[1]) == "" || len(out) == 0 && number == 1 && !strings.Contains(fields[0], "/") {
			continue
		}
		out = append(out, sheetLine{number, fields[0], fields[1], fields[2]})
		if len(out) > mostLines {
			return nil, fault.InvalidFields([]fault.Field{{Path: "text", Code: "redirect-lines", Params: map[string]any{"max": mostLines}}})
		}
	}
	if len(out) == 0 {
		return nil, fault.At("text", "required")
	}
	return out, nil
}
