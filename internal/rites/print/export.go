package print

import (
	"cmp"
	"context"
	"encoding/json"
	"fmt"
	"io"
	"net/http"
	"slices"
	"strings"

	"shanmen/internal/base/clock"
	"shanmen/internal/base/fault"
	"shanmen/internal/base/locale"
	"shanmen/internal/offer/form"
	"shanmen/internal/platform/audit"
	"shanmen/internal/platform/db"
	"shanmen/internal/platform/db/query"
	"shanmen/internal/platform/httpd"
	"shanmen/internal/platform/table"
	"shanmen/internal/rites/tablet"
)

var listColumns = []struct {
	message string
	kind    table.Kind
}{
	{"office.field.number", table.Count}, {"common.field.status", table.Words}, {"print.column-kind", table.Words}, {"office.field.offering", table.Words},
	{"office.field.option", table.Words}, {"print.column-sitting", table.Count}, {"print.column-hall", table.Words}, {"office.field.place", table.Words},
	{"print.column-names", table.Words}, {"print.column-dedicators", table.Words}, {"office.field.dates", table.Words},
	{"print.column-original", table.Words}, {"print.column-revision", table.Count}, {"print.column-printed", table.Count},
	{"office.after-closing", table.Words}, {"office.field.payer", table.Words}, {"print.column-payer-chinese", table.Words}, {"office.field.order", table.Words},
	{"office.field.sign", table.Words}, {"print.column-nominal", table.Words},
	{"print.column-departed", table.Words}, {"print.column-by", table.Words}, {"print.column-blessing", table.Words}, {"print.column-answers", table.Words},
}

// exportStates are the contents of an export; all includes every entry, even withdrawn ones.
var exportStates = []string{"all", "collected", "checked", "printed", "done", "withdrawn"}

const exportChunk = 500

type listExport struct {
	Password string `json:"password"`
	Format   string `json:"format"`
	State    string `json:"state"`
	By       string `json:"by"` // number, or sign: one person per row, sorted by zodiac sign
}

// Export writes a ceremony's list with all form answers as CSV or XLSX after the password is confirmed. The export is
// audited.
func (s *Service) Export(w http.ResponseWriter, r *http.Request) error {
	ctx := r.Context()
	var in listExport
	if err := json.NewDecoder(http.MaxBytesReader(w, r.Body, 4<<10)).Decode(&in); err != nil {
		return fault.Invalid("bad-request")
	}
	format := table.Format(in.Format)
	if format != table.CSV && format != table.XLSX {
		return fault.At("format", "not-a-choice")
	}
	if !slices.Contains(exportStates, in.State) {
		return fault.At("state", "not-a-choice")
	}
	if in.By != "" && in.By != byNumber && in.By != bySign {
		return fault.At("by", "not-a-choice")
	}
	c, err := s.DB.Read().CeremonyByID(ctx, r.PathValue("id"))
	if err != nil {
		return db.NotFound(err)
	}
	by := httpd.VisitorOf(ctx).UserID
	if err := s.Accounts.CheckPassword(ctx, by, in.Password); err != nil {
		return err
	}
	err = s.DB.Write(ctx, func(ctx context.Context, tx *db.Tx) error {
		return audit.Note(ctx, tx, "export.list", "ceremony:"+c.ID, nil, map[string]any{"format": string(format), "status": in.State, "by": cmp.Or(in.By, byNumber)})
	})
	if err != nil {
		return err
	}
	name := fmt.Sprintf("list-%s-%s.%s", c.Key, s.Clock.Now().In(clock.Singapore).Format("2006-01-02"), format)
	return httpd.SendStream(w, r, s.Log, name, format.ContentType(), func(to io.Writer) error { return s.writeExport(ctx, to, format, c, in) })
}

func (s *Service) writeExport(ctx context.Context, w io.Writer, format table.Format, c query.Ceremony, in listExport) error {
	r := s.DB.Read()
	signs, err := signsFor(ctx, r, c, s.Clock.Now())
	if err != nil {
		return err
	}
	asked := listColumns
	if in.By == bySign {
		asked = signColumns
	}
	columns := make([]table.Column, len(asked))
	for i, c := range asked {
		columns[i] = table.Column{Name: s.Messages.Both(c.message), Kind: c.kind}
	}
	to, err := table.New(format, w, s.Messages.T(locale.EN, "office.field.list", nil), columns)
	if err != nil {
		return err
	}
	var bySigns []signRow
	err = s.eachEntry(ctx, r, c.ID, in.State, func(e query.EntriesToExportRow, sheet *form.Sheet) error {
		if in.By != bySign {
			return s.exportRow(ctx, to, e, sheet, signs)
		}
		rows, err := signRows(e, sheet, signs)
		bySigns = append(bySigns, rows...)
		return err
	})
	if err != nil {
		return err
	}
	for _, row := range sorted(bySigns) {
		if err := to.Row(s.signCells(row)...); err != nil {
			return err
		}
	}
	return to.Close()
}

// eachEntry iterates over a list by number, with each entry's form.
func (s *Service) eachEntry(ctx context.Context, r db.Reader, ceremonyID, state string, do func(query.EntriesToExportRow, *form.Sheet) error) error {
	sheets := form.NewReader(r)
	p := query.EntriesToExportParams{CeremonyID: ceremonyID, State: state, Most: exportChunk}
	for {
		rows, err := r.EntriesToExport(ctx, p)
		if err != nil {
			return fmt.Errorf("entries: %w", err)
		}
		for _, e := range rows {
			sheet, err := sheets.Sheet(ctx, e.FormKey, e.FormVersion, e.Form)
			if err != nil {
				return err
			}
			if err := do(e, sheet); err != nil {
				return err
			}
			p.After = e.No
		}
		if len(rows) < exportChunk {
			return nil
		}
	}
}

func (s *Service) exportRow(ctx context.Context, to table.Writer, e query.EntriesToExportRow, sheet *form.Sheet, signs *signReader) error {
	text, err := fromJSON[tablet.Text](e.Text)
	if err != nil {
		return err
	}
	original, err := fromJSON[tablet.Text](e.Original)
	if err != nil {
		return err
	}
	late := ""
	if e.Late > 0 {
		late = s.both("office.after-closing")
	}
	return to.Row(e.No, s.both("print.entry-"+e.State), s.both("print.paper-"+e.Kind), e.TitleZh, e.OptionTitleZh, e.Sitting, e.Hall, e.Code,
		mainNames(text), people(text.Dedicators), strings.Join(text.Dates, "\n"), mainNames(original), e.Revision, e.PrintedRevision, late,
		cmp.Or(e.PayerName, e.Sponsor), e.PayerChinese, e.Number, s.signsOf(sheet, signs), agesOf(sheet, signs),
		filled(ctx, sheet, form.InDeparted), filled(ctx, sheet, form.InDedicators), filled(ctx, sheet, form.InBlessing), answers(ctx, sheet))
}

// mainNames are the names on a paper, one per line.
func mainNames(t tablet.Text) string {
	var lines []string
	for _, n := range []string{t.Surname, t.Ancestors} {
		if n != "" {
			lines = append(lines, n)
		}
	}
	if rest := people(t.People); rest != "" {
		lines = append(lines, rest)
	}
	return strings.Join(lines, "\n")
}

func people(list []tablet.Person) string {
	lines := make([]string, 0, len(list))
	for _, p := range list {
		var parts []string
		for _, w := range []string{p.Relation, p.Honorific, p.Name, p.After} {
			if w != "" {
				parts = append(parts, w)
			}
		}
		lines = append(lines, strings.Join(parts, " "))
	}
	return strings.Join(lines, "\n")
}

// filled lists the people of a group, one per line, with the answers about each.
func filled(ctx context.Context, sheet *form.Sheet, kind string) string {
	if sheet == nil {
		return ""
	}
	var lines []string
	for _, g := range sheet.Groups {
		for _, p := range g.People {
			if g.Kind != kind {
				continue
			}
			parts := []string{p.FullName()}
			for _, a := range p.Answers {
				parts = append(parts, a.In(httpd.LocaleOf(ctx)))
			}
			lines = append(lines, strings.Join(parts, " · "))
		}
	}
	return strings.Join(lines, "\n")
}

// answers lists the form's other answers, one per line.
func answers(ctx context.Context, sheet *form.Sheet) string {
	if sheet == nil {
		return ""
	}
	var lines []string
	for _, a := range sheet.Answers {
		lines = append(lines, a.In(httpd.LocaleOf(ctx)))
	}
	return strings.Join(lines, "\n")
}

// both is a message in both languages, for a cell.
func (s *Service) both(key string) string {
	t := s.Messages.Both(key)
	if t.EN == t.ZH {
		return t.EN
	}
	return t.EN + " " + t.ZH
}
