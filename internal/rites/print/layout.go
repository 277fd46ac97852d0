package print

import (
	"bytes"
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"net/http"
	"strings"
	"time"
	"unicode/utf8"

	"shanmen/internal/base/clock"
	"shanmen/internal/base/fault"
	"shanmen/internal/base/id"
	"shanmen/internal/offer/content"
	"shanmen/internal/people/account"
	"shanmen/internal/platform/audit"
	"shanmen/internal/platform/db"
	"shanmen/internal/platform/db/query"
	"shanmen/internal/platform/document"
	"shanmen/internal/platform/httpd"
	"shanmen/internal/rites/ceremony"
	"shanmen/internal/rites/tablet"
)

// The kinds of pieces that have layouts.
const (
	Tablet   = ceremony.PaperTablet
	Label    = ceremony.PaperLabel
	Petition = ceremony.PaperPetition
)

// sheetsOf are the possible sheets of each kind, the default first.
var sheetsOf = map[string][]string{
	Tablet:   {"A4-2", "A4-1", "A4-5", "A4-10"},
	Label:    {"L7160", "L7163", "L7159", "L7165", "L7651"},
	Petition: {"A4-landscape", "A3-landscape"},
}

const (
	mostLayouts = 100
	mostName    = 80
	mostOffset  = 200 // tenths of a millimetre
)

// LayoutParams are a layout's parameters. Offsets are tenths of a millimetre, right and down.
type LayoutParams struct {
	Ground    string `json:"ground" enum:"paper,frame,full" doc:"paper: print only the names, on preprinted sheets"`
	Tint      string `json:"tint" enum:"yellow,red,white"`
	Living    string `json:"living" enum:"yellow,red,white" doc:"Layout of tablets for the living"`
	Dates     bool   `json:"dates"`
	Longevity bool   `json:"longevity" doc:"Tablets for the living are titled 長生祿位"`
	Note      bool   `json:"note" doc:"Print number, revision and position outside the cutting line"`
	OffsetX   int    `json:"offsetX"`
	OffsetY   int    `json:"offsetY"`
	Title     string `json:"title,omitempty" maxLength:"100" doc:"Title of a petition"`
	Text      string `json:"text,omitempty" maxLength:"8000" doc:"Text of a petition: lines with marks and variables"`
}

// LayoutRow is the newest version of a layout.
type LayoutRow struct {
	Key       string       `json:"key"`
	Version   int64        `json:"version"`
	Kind      string       `json:"kind" enum:"tablet,label,petition"`
	Name      string       `json:"name"`
	Sheet     string       `json:"sheet"`
	Params    LayoutParams `json:"params"`
	ChangedAt time.Time    `json:"changedAt" doc:"Time of the last change; the beginning of 1970 for a built-in layout"`
	ChangedBy string       `json:"changedBy" doc:"Who changed it; empty for a built-in layout or a deleted account"`
}

// LayoutList has every layout, and the possible values.
type LayoutList struct {
	Items     []LayoutRow `json:"items"`
	Variables []string    `json:"variables" doc:"Variables allowed in a petition's text"`
}

// Layouts lists the newest version of each layout.
func (s *Service) Layouts(ctx context.Context, _ *struct{}) (*LayoutList, error) {
	rows, err := s.DB.Read().Layouts(ctx)
	if err != nil {
		return nil, fmt.Errorf("layouts: %w", err)
	}
	out := &LayoutList{Items: []LayoutRow{}, Variables: tablet.Variables()}
	for _, r := range rows {
		one, err := s.layoutRow(ctx, r)
		if err != nil {
			return nil, err
		}
		out.Items = append(out.Items, one)
	}
	return out, nil
}

func (s *Service) layoutRow(ctx context.Context, r query.Layout) (LayoutRow, error) {
	out := LayoutRow{Key: r.Key, Version: r.Version, Kind: r.Kind, Name: r.Name, Sheet: r.Sheet, ChangedAt: r.CreatedAt.Time()}
	if err := json.Unmarshal([]byte(r.Params), &out.Params); err != nil {
		return out, fmt.Errorf("layout %s: %w", r.Key, err)
	}
	var err error
	out.ChangedBy, err = account.NameOf(ctx, s.DB.Read(), r.CreatedBy)
	return out, err
}

type layoutKeyIn struct {
	Key string `path:"key" maxLength:"64"`
}

// LayoutVersionList is the history of a layout, newest first.
type LayoutVersionList struct {
	Items []LayoutRow `json:"items"`
}

// LayoutHistory lists the versions of a layout, or returns fault.NotFound.
func (s *Service) LayoutHistory(ctx context.Context, in *layoutKeyIn) (*LayoutVersionList, error) {
	rows, err := s.DB.Read().LayoutVersions(ctx, in.Key)
	if err != nil {
		return nil, fmt.Errorf("layout versions: %w", err)
	}
	if len(rows) == 0 {
		return nil, fault.NotFound()
	}
	out := &LayoutVersionList{Items: []LayoutRow{}}
	for _, r := range rows {
		one, err := s.layoutRow(ctx, r)
		if err != nil {
			return nil, err
		}
		out.Items = append(out.Items, one)
	}
	return out, nil
}

// LayoutDraft is the office's input for a layout.
type LayoutDraft struct {
	Kind   string       `json:"kind" enum:"tablet,label,petition"`
	Name   string       `json:"name" maxLength:"200"`
	Sheet  string       `json:"sheet" maxLength:"40"`
	Params LayoutParams `json:"params"`
}

// check refuses what could not be printed: layout-name, layout-sheet, layout-offset, petition-long, petition-names and
// petition-variable, at their fields.
func (d LayoutDraft) check() error {
	if n := utf8.RuneCountInString(strings.TrimSpace(d.Name)); n == 0 || n > mostName {
		return fault.At("name", "layout-name")
	}
	known := false
	for _, sheet := range sheetsOf[d.Kind] {
		known = known || sheet == d.Sheet
	}
	if !known {
		return fault.At("sheet", "layout-sheet")
	}
	for field, n := range map[string]int{"params.offsetX": d.Params.OffsetX, "params.offsetY": d.Params.OffsetY} {
		if n < -mostOffset || n > mostOffset {
			return fault.At(field, "layout-offset")
		}
	}
	if d.Kind != Petition {
		return nil
	}
	err := tablet.PetitionText{Title: d.Params.Title, Text: d.Params.Text}.Check()
	switch {
	case errors.Is(err, tablet.ErrPetitionLong):
		return fault.At("params.text", "petition-long")
	case errors.Is(err, tablet.ErrPetitionNames):
		return fault.At("params.text", "petition-names")
	case errors.Is(err, tablet.ErrPetitionVariable):
		return fault.At("params.text", "petition-variable")
	}
	return err
}

// tidied normalises a draft for storage, without parameters that its kind does not have.
func (d LayoutDraft) tidied() LayoutDraft {
	d.Name = strings.TrimSpace(d.Name)
	d.Params.Text = strings.ReplaceAll(d.Params.Text, "\r\n", "\n")
	if d.Kind != Petition {
		d.Params.Title, d.Params.Text = "", ""
	}
	return d
}

type layoutSaveIn struct {
	Key  string `path:"key" maxLength:"64"`
	Body struct {
		LayoutDraft
		Seen int64 `json:"seen" doc:"version when it was read; refused if it was changed since"`
	}
}

// SaveLayout adds a version to a layout. layout-changed after a concurrent change; those of check.
func (s *Service) SaveLayout(ctx context.Context, in *layoutSaveIn) (*LayoutRow, error) {
	d := in.Body.LayoutDraft.tidied()
	if err := d.check(); err != nil {
		return nil, err
	}
	return s.addLayout(ctx, in.Key, d, in.Body.Seen)
}

type layoutAddIn struct{ Body LayoutDraft }

// AddLayout creates a layout. layout-many if there are 100; those of check.
func (s *Service) AddLayout(ctx context.Context, in *layoutAddIn) (*LayoutRow, error) {
	d := in.Body.tidied()
	if err := d.check(); err != nil {
		return nil, err
	}
	return s.addLayout(ctx, id.New(), d, 0)
}

func (s *Service) addLayout(ctx context.Context, key string, d LayoutDraft, seen int64) (*LayoutRow, error) {
	params, err := json.Marshal(d.Params)
	if err != nil {
		return nil, fmt.Errorf("layout: %w", err)
	}
	now, by := s.Clock.Now(), httpd.VisitorOf(ctx).UserID
	row := query.LayoutAddParams{Key: key, Version: seen + 1, Kind: d.Kind, Name: d.Name, Sheet: d.Sheet, Params: string(params), CreatedBy: by, CreatedAt: clock.MillisOf(now)}
	err = s.DB.Write(ctx, func(ctx context.Context, tx *db.Tx) error {
		if seen == 0 {
			n, err := tx.LayoutCount(ctx)
			if err != nil {
				return fmt.Errorf("layouts: %w", err)
			}
			if n >= mostLayouts {
				return fault.Invalid("layout-many").With("max", mostLayouts)
			}
		} else if err := stillNewest(ctx, tx, d.Kind, key, seen); err != nil {
			return err
		}
		if err := tx.LayoutAdd(ctx, row); err != nil {
			return fmt.Errorf("layout: %w", err)
		}
		return audit.Note(ctx, tx, "layout.save", "layout:"+key,
			nil, map[string]string{"name": d.Name, "sheet": d.Sheet, "version": fmt.Sprint(row.Version)})
	})
	if err != nil {
		return nil, err
	}
	out, err := s.layoutRow(ctx, query.Layout(row))
	return &out, err
}

// stillNewest locks a layout and refuses a version that is no longer the newest.
func stillNewest(ctx context.Context, tx *db.Tx, kind, key string, seen int64) error {
	is, err := tx.LayoutLock(ctx, key)
	if err != nil {
		return db.NotFound(fmt.Errorf("layout: %w", err))
	}
	newest, err := tx.LayoutNewest(ctx, key)
	if err != nil {
		return fmt.Errorf("layout: %w", err)
	}
	switch {
	case is != kind:
		return fault.At("kind", "layout-sheet")
	case newest != seen:
		return fault.Invalid("layout-changed")
	}
	return nil
}

// of converts a layout for package tablet.
func (d LayoutDraft) of(script string) tablet.Layout {
	p := d.Params
	return tablet.Layout{Sheet: d.Sheet, Script: tablet.Script(script), Ground: p.Ground, Tint: p.Tint, Living: p.Living, NoDates: !p.Dates, Longevity: p.Longevity, NoNotes: !p.Note,
		Offset: [2]float64{float64(p.OffsetX) / 10, float64(p.OffsetY) / 10}, Petition: tablet.PetitionText{Title: p.Title, Text: p.Text}}
}

type layoutLookIn struct {
	Body struct {
		LayoutDraft
		Script string `json:"script" enum:"hans,hant"`
	}
}

// LayoutLook is a preview of a layout with sample pieces.
type LayoutLook struct {
	Picture string `json:"picture" doc:"SVG"`
}

// LookAtLayout previews a layout, saved or not.
func (s *Service) LookAtLayout(ctx context.Context, in *layoutLookIn) (*LayoutLook, error) {
	d := in.Body.tidied()
	if err := d.check(); err != nil {
		return nil, err
	}
	file, err := s.sample(ctx, d, in.Body.Script)
	if err != nil {
		return nil, err
	}
	svg, err := document.SVG(file, 1, document.Box{})
	if err != nil {
		return nil, err
	}
	return &LayoutLook{svg}, nil
}

// sample is a page of pieces with placeholder names.
func (s *Service) sample(ctx context.Context, d LayoutDraft, script string) ([]byte, error) {
	l, err := s.layout(ctx, s.DB.Read(), d, script)
	if err != nil {
		return nil, err
	}
	var b bytes.Buffer
	if err := tablet.Draw(ctx, &b, l, samplePieces(d.Kind, d.Sheet), func(int) {}); err != nil {
		return nil, err
	}
	return b.Bytes(), nil
}

// layout is a draft with the temple's own details.
func (s *Service) layout(ctx context.Context, r db.Reader, d LayoutDraft, script string) (tablet.Layout, error) {
	site, err := content.Site(ctx, r)
	if err != nil {
		return tablet.Layout{}, err
	}
	return s.signed(d, script, site), nil
}

// signed is a draft with the temple's name and address.
func (s *Service) signed(d LayoutDraft, script string, site content.Facts) tablet.Layout {
	l := d.of(script)
	l.Title, l.Author, l.Created = d.Name, site.Name.ZH, s.Clock.Now().Truncate(time.Second)
	l.Petition.Values = map[string]string{"temple": site.Name.ZH, "templeAddress": site.Address.ZH}
	return l
}

// Grid writes the test grid of a saved layout (?version=), to align with preprinted paper.
func (s *Service) Grid(w http.ResponseWriter, r *http.Request) error {
	return s.page(w, r, "grid", func(ctx context.Context, d LayoutDraft, script string) ([]byte, error) {
		var b bytes.Buffer
		err := tablet.Grid(ctx, &b, d.of(script))
		return b.Bytes(), err
	})
}

// Sample writes a page of a saved layout for a test print.
func (s *Service) Sample(w http.ResponseWriter, r *http.Request) error {
	return s.page(w, r, "sample", s.sample)
}

func (s *Service) page(w http.ResponseWriter, r *http.Request, name string, draw func(context.Context, LayoutDraft, string) ([]byte, error)) error {
	rows, err := s.DB.Read().LayoutVersions(r.Context(), r.PathValue("key"))
	if err != nil {
		return fmt.Errorf("layout: %w", err)
	}
	if len(rows) == 0 {
		return fault.NotFound()
	}
	d := LayoutDraft{Kind: rows[0].Kind, Name: rows[0].Name, Sheet: rows[0].Sheet}
	if err := json.Unmarshal([]byte(rows[0].Params), &d.Params); err != nil {
		return fmt.Errorf("layout %s: %w", rows[0].Key, err)
	}
	script := string(tablet.Traditional)
	if r.URL.Query().Get("script") == string(tablet.Simplified) {
		script = string(tablet.Simplified)
	}
	file, err := draw(r.Context(), d, script)
	if err != nil {
		return err
	}
	h := w.Header()
	h.Set("Content-Type", "application/pdf")
	h.Set("Content-Disposition", fmt.Sprintf(`inline; filename="%s-%s-%d.pdf"`, name, rows[0].Sheet, rows[0].Version))
	h.Set("Content-Length", fmt.Sprint(len(file)))
	h.Set("Cache-Control", "private, no-store")
	_, err = w.Write(file)
	return err
}

// samplePieces fills one sheet with the placeholder name 某某.
func samplePieces(kind, sheet string) (out []tablet.Piece) {
	person := func(name, honorific string) tablet.Person { return tablet.Person{Name: name, Honorific: honorific} }
	switch kind {
	case Label:
		for i := range map[string]int{"L7160": 21, "L7163": 14, "L7159": 24, "L7165": 8, "L7651": 65}[sheet] {
			p := tablet.Piece{Code: fmt.Sprintf("A-12-%02d", i+1), Foot: "光明灯", Text: tablet.Text{Kind: tablet.Lamp}}
			for range min(4, i%5+1) {
				p.Text.People = append(p.Text.People, person("某某某", ""))
			}
			out = append(out, p)
		}
	case Petition:
		return []tablet.Piece{{Note: "0001 · r1", Text: tablet.Text{Kind: tablet.Petition, Sponsor: "某某某", People: []tablet.Person{
			{Relation: "信士", Name: "某某某", Birth: "丙申年三月初二日", Age: "七十一"}, {Relation: "信女", Name: "某某某"}}}}}
	default:
		kinds := []tablet.Text{
			{Kind: tablet.Departed, People: []tablet.Person{person("某某某", "先父"), person("某某某", "先母")}, Dedicators: []tablet.Person{person("某某某", ""), person("某某", "")}, Dates: []string{"先父歿於某年某月某日"}},
			{Kind: tablet.Living, People: []tablet.Person{person("某某某", ""), person("某某", ""), person("某某某", "")}},
			{Kind: tablet.Ancestors, Surname: "某", Dedicators: []tablet.Person{person("某某某", "")}},
			{Kind: tablet.Creditors, Dedicators: []tablet.Person{person("某某某", "")}},
			{Kind: tablet.Infant, Surname: "某", Dedicators: []tablet.Person{{Name: "某某某", Relation: "父"}, {Name: "某某某", Relation: "母"}}},
		}
		for i := range map[string]int{"A4-1": 1, "A4-2": 2, "A4-5": 5, "A4-10": 10}[sheet] {
			out = append(out, tablet.Piece{Text: kinds[i%len(kinds)], Note: fmt.Sprintf("%04d · r1 · A-12-%02d", i+1, i+1)})
		}
	}
	return out
}
