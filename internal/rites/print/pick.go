package print

import (
	"cmp"
	"context"
	"fmt"
	"slices"
	"strings"
	"sync"
	"time"

	"shanmen/internal/base/clock"
	"shanmen/internal/base/fault"
	"shanmen/internal/offer/form"
	"shanmen/internal/people/account"
	"shanmen/internal/platform/db"
	"shanmen/internal/platform/db/query"
	"shanmen/internal/rites/ceremony"
	"shanmen/internal/rites/tablet"
)

// RunDraft is the office's selection for a run.
type RunDraft struct {
	Source    string   `json:"source" enum:"ceremony,hall"`
	SourceID  string   `json:"sourceId" maxLength:"64" doc:"Ceremony id, or hall key"`
	Kind      string   `json:"kind" enum:"tablet,label,petition,list" doc:"Kind of sheet; \"list\" is for reading, and does not count as printed"`
	LayoutKey string   `json:"layoutKey,omitempty" maxLength:"64" doc:"Absent for a list"`
	Which     string   `json:"which" enum:"ready,late,chosen" doc:"ready: checked and not printed; late: only those paid after closing; chosen: those in entries"`
	Entries   []string `json:"entries,omitempty" maxItems:"100" doc:"Entry ids for which=chosen; for a hall, ids of the positions' uses"`
	Sitting   int64    `json:"sitting,omitempty" minimum:"0" maximum:"99" doc:"Session number; 0: all"`
	Sort      string   `json:"sort" enum:"number,place,sponsor,sitting,sign" doc:"sign: for a list, one person per row, grouped by zodiac sign"`
	Why       string   `json:"why,omitempty" enum:",spoiled,corrected,damaged,lost" doc:"Reason of a reprint"`
	Boxes     bool     `json:"boxes,omitempty" doc:"Print an empty box for a character missing from the fonts; otherwise its sheet is left out"`
	First     int64    `json:"first,omitempty" minimum:"0" maximum:"65" doc:"Number of the first free label on the first sheet, from 1"`
	OffsetX   int64    `json:"offsetX,omitempty" minimum:"-200" maximum:"200" doc:"Printer offset to the right in tenths of a millimetre, added to the layout's"`
	OffsetY   int64    `json:"offsetY,omitempty" minimum:"-200" maximum:"200" doc:"Printer offset downwards in tenths of a millimetre"`
}

// RunLeftOut is an entry that a run leaves out, with the reason.
type RunLeftOut struct {
	EntryID string `json:"entryId"`
	No      int64  `json:"no"`
	Name    string `json:"name" doc:"Its first name"`
	Why     string `json:"why" enum:"no-glyph,private-use,does-not-fit,other-layout,in-another-run,no-name"`
	Chars   string `json:"chars,omitempty" doc:"Characters missing from the fonts"`
	Layout  string `json:"layout,omitempty" doc:"Name of another layout that it fits"`
	Run     int64  `json:"run,omitempty" doc:"Number of the unconfirmed run that contains it"`
	By      string `json:"by,omitempty" doc:"Who made the run that contains it"`
	At      string `json:"at,omitempty" doc:"When that run was made"`
}

// candidate is a possible piece.
type candidate struct {
	entryID, useID string
	no, revision   int64
	place          string
	text           tablet.Text
	code, foot     string // of a label
	sponsor        []string
	kind           string
	late           bool
	sitting        int64
	hall, tower    string
	order          [4]int64 // of its position: hall, tower, row, unit
	inRun          *waitsIn
}

type waitsIn struct {
	no     int64
	by, at string
}

// picked is the result of a draft: what will be printed, in order, and what will not.
type picked struct {
	source  string // its id
	pieces  []candidate
	leftOut []RunLeftOut
	rest    int // beyond the maximum of one run
	layout  tablet.Layout
	version query.Layout // none for a name list
	title   string       // of its file and of each sheet
	head    tablet.ListHead
}

// pick selects what a draft is about. Refusals: fault.NotFound for the source; at layoutKey "not-a-choice".
func (s *Service) pick(ctx context.Context, r db.Reader, d RunDraft) (*picked, error) {
	if d.Sort == bySign && (d.Source == OfHall || d.Kind != List) {
		return nil, fault.At("sort", "not-a-choice")
	}
	if d.Source == OfHall {
		return s.pickHall(ctx, r, d)
	}
	c, err := r.CeremonyByID(ctx, d.SourceID)
	if err != nil {
		return nil, db.NotFound(err)
	}
	out := &picked{source: c.ID, title: c.TitleZh}
	if err := s.layoutFor(ctx, r, d, c.Script, out); err != nil {
		return nil, err
	}
	if err := s.rite(ctx, r, c, d, out); err != nil {
		return nil, err
	}
	all, err := s.candidates(ctx, r, c, d)
	if err != nil {
		return nil, err
	}
	order(all, d.Sort)
	return out, s.sift(ctx, r, c, d, all, out)
}

// layoutFor finds the newest version of the draft's layout.
func (s *Service) layoutFor(ctx context.Context, r db.Reader, d RunDraft, script string, out *picked) error {
	out.layout = tablet.Layout{Script: tablet.Script(script), Ground: tablet.Paper, Created: s.Clock.Now().Truncate(time.Second)}
	if d.Kind == List {
		return nil
	}
	rows, err := r.LayoutVersions(ctx, d.LayoutKey)
	if err != nil {
		return fmt.Errorf("layout: %w", err)
	}
	if len(rows) == 0 || rows[0].Kind != d.Kind {
		return fault.At("layoutKey", "not-a-choice")
	}
	out.version = rows[0]
	if out.layout, err = s.layoutOf(ctx, r, rows[0], script); err != nil {
		return err
	}
	out.layout.First = int(d.First)
	out.layout.Offset[0] += float64(d.OffsetX) / 10
	out.layout.Offset[1] += float64(d.OffsetY) / 10
	if _, err := tablet.NewChecker(out.layout); err != nil {
		return fault.At("first", "not-a-choice")
	}
	return nil
}

func (s *Service) layoutOf(ctx context.Context, r db.Reader, v query.Layout, script string) (tablet.Layout, error) {
	d, err := draftOfLayout(v)
	if err != nil {
		return tablet.Layout{}, err
	}
	return s.layout(ctx, r, d, script)
}

func draftOfLayout(v query.Layout) (LayoutDraft, error) {
	params, err := fromJSON[LayoutParams](v.Params)
	return LayoutDraft{Kind: v.Kind, Name: v.Name, Sheet: v.Sheet, Params: params}, err
}

// candidates are the entries that a draft asks for, before other conditions.
func (s *Service) candidates(ctx context.Context, r db.Reader, c query.Ceremony, d RunDraft) ([]candidate, error) {
	rows, err := r.EntriesToPrint(ctx, c.ID)
	if err != nil {
		return nil, fmt.Errorf("entries: %w", err)
	}
	places, err := r.EntryPlacesOfTerms(ctx, c.ID)
	if err != nil {
		return nil, fmt.Errorf("places: %w", err)
	}
	there := map[string]query.EntryPlacesOfTermsRow{}
	for _, p := range places {
		there[p.ID] = p
	}
	papers, err := r.EntryPapers(ctx, c.ID)
	if err != nil {
		return nil, fmt.Errorf("orders: %w", err)
	}
	of := map[string]query.EntryPapersRow{}
	for _, p := range papers {
		of[p.ID] = p
	}
	busy, err := s.inRuns(ctx, r, c.ID)
	if err != nil {
		return nil, err
	}
	var out []candidate
	for _, e := range rows {
		if !asked(e, d) {
			continue
		}
		one := candidate{entryID: e.ID, no: e.No, revision: e.Revision, kind: e.Kind, late: e.Late == 1, sitting: e.Sitting, inRun: busy[e.ID],
			code: e.Code, hall: e.Hall, tower: e.Tower, order: [4]int64{e.HallSeq, e.TowerSeq, e.RowNo, e.UnitNo}}
		if p, ok := there[e.ID]; ok && e.Code == "" {
			one.code, one.hall, one.tower, one.order = p.Code, p.Hall, p.Tower, [4]int64{p.HallSeq, p.TowerSeq, p.RowNo, p.UnitNo}
		}
		one.place = strings.TrimSpace(one.hall + " " + one.code)
		if one.text, err = fromJSON[tablet.Text](e.Text); err != nil {
			return nil, err
		}
		paper := of[e.ID]
		one.foot = paper.OptionTitleZh
		for _, n := range []string{paper.PayerChinese, paper.PayerName} {
			if n != "" {
				one.sponsor = append(one.sponsor, n)
			}
		}
		if len(one.sponsor) == 0 && e.Sponsor != "" {
			one.sponsor = []string{e.Sponsor}
		}
		out = append(out, one)
	}
	return out, nil
}

// asked returns whether a draft includes an entry. Runs print checked entries; name lists show all.
func asked(e query.EntriesToPrintRow, d RunDraft) bool {
	if d.Sitting > 0 && e.Sitting != d.Sitting {
		return false
	}
	if d.Kind == List {
		return d.Which != "late" || e.Late == 1
	}
	if ceremony.PaperOf(e.Kind) != d.Kind {
		return false
	}
	switch d.Which {
	case "chosen":
		return slices.Contains(d.Entries, e.ID) && (e.State == ceremony.Checked || e.State == ceremony.Printed)
	case "late":
		return e.State == ceremony.Checked && e.Late == 1
	}
	return e.State == ceremony.Checked
}

// inRuns are the entries, or uses, of a source that wait in a run.
func (s *Service) inRuns(ctx context.Context, r db.Reader, sourceID string) (map[string]*waitsIn, error) {
	rows, err := r.EntriesInRuns(ctx, sourceID)
	if err != nil {
		return nil, fmt.Errorf("runs: %w", err)
	}
	out, who := map[string]*waitsIn{}, map[string]string{}
	for _, w := range rows {
		name, known := who[w.ByID]
		if !known {
			if name, err = account.NameOf(ctx, r, w.ByID); err != nil {
				return nil, err
			}
			who[w.ByID] = name
		}
		key := w.EntryID
		if key == "" {
			key = w.UseID
		}
		out[key] = &waitsIn{w.No, name, w.CreatedAt.Time().UTC().Format(time.RFC3339)}
	}
	return out, nil
}

// order sorts like the papers are laid out; by number if nothing else decides.
func order(all []candidate, by string) {
	slices.SortStableFunc(all, func(a, b candidate) int {
		byNumber := cmp.Or(cmp.Compare(a.no, b.no), strings.Compare(a.useID, b.useID))
		switch by {
		case "place":
			none := func(c candidate) int {
				if c.code == "" {
					return 1
				}
				return 0
			}
			return cmp.Or(cmp.Compare(none(a), none(b)), slices.Compare(a.order[:2], b.order[:2]), strings.Compare(a.tower, b.tower), slices.Compare(a.order[2:], b.order[2:]), byNumber)
		case "sponsor":
			return cmp.Or(strings.Compare(strings.Join(a.sponsor, " "), strings.Join(b.sponsor, " ")), byNumber)
		case "sitting":
			return cmp.Or(cmp.Compare(a.sitting, b.sitting), byNumber)
		}
		return byNumber
	})
}

// payer is who ordered, as printed on a petition.
func (c candidate) payer() string {
	if len(c.sponsor) == 0 {
		return ""
	}
	return c.sponsor[0]
}

// sift removes what cannot be printed, with the reasons.
func (s *Service) sift(ctx context.Context, r db.Reader, c query.Ceremony, d RunDraft, all []candidate, out *picked) error {
	if d.Kind == List {
		out.pieces = all
		return nil
	}
	check, err := tablet.NewChecker(out.layout)
	if err != nil {
		return fmt.Errorf("layout: %w", err)
	}
	others := sync.OnceValues(func() ([]tablet.Layout, error) { return s.LayoutsOf(ctx, r, c, d.Kind, d.Sitting) })
	for _, one := range all {
		left := RunLeftOut{EntryID: one.entryID, No: one.no, Name: firstName(one.text)}
		one.text = ceremony.OnPaper(d.Kind, one.text, one.payer())
		why, chars := unprintable(check.Check(one.text), d.Boxes)
		if why == doesNotFit {
			layouts, err := others()
			if err != nil {
				return err
			}
			if left.Layout, err = fitsAnother(layouts, one.text); err != nil {
				return err
			}
			if left.Layout != "" {
				why = "other-layout"
			}
		}
		switch {
		case one.inRun != nil:
			left.Why, left.Run, left.By, left.At = "in-another-run", one.inRun.no, one.inRun.by, one.inRun.at
		case !named(one.text):
			left.Why = "no-name"
		case why != "":
			left.Why, left.Chars = why, chars
		case len(out.pieces) == mostPieces:
			out.rest++
			continue
		default:
			out.pieces = append(out.pieces, one)
			continue
		}
		out.leftOut = append(out.leftOut, left)
	}
	return nil
}

const doesNotFit = "does-not-fit"

// unprintable is the mark for which a text is left out: characters missing in the fonts, unless printed as boxes, or a
// text that does not fit.
func unprintable(marks []tablet.Mark, boxes bool) (why, chars string) {
	for _, m := range marks {
		switch m.Code {
		case doesNotFit:
			why = cmp.Or(why, m.Code)
		case "no-glyph", "private-use":
			if !boxes {
				why, chars = m.Code, chars+m.Char
			}
		}
	}
	return why, chars
}

func firstName(t tablet.Text) string {
	for _, n := range []string{t.Surname, t.Ancestors} {
		if strings.TrimSpace(n) != "" {
			return n
		}
	}
	for _, p := range append(slices.Clone(t.People), t.Dedicators...) {
		if strings.TrimSpace(p.Name) != "" {
			return p.Name
		}
	}
	return ""
}

// pickHall selects the labels of a hall: all not yet attached, or chosen ones.
func (s *Service) pickHall(ctx context.Context, r db.Reader, d RunDraft) (*picked, error) {
	h, err := r.HallByKey(ctx, d.SourceID)
	if err != nil {
		return nil, db.NotFound(err)
	}
	if d.Kind != Label {
		return nil, fault.At("kind", "not-a-choice")
	}
	out := &picked{source: h.ID, title: h.TitleZh}
	if err := s.layoutFor(ctx, r, d, string(tablet.Simplified), out); err != nil {
		return nil, err
	}
	rows, err := r.UsesToLabel(ctx, h.ID)
	if err != nil {
		return nil, fmt.Errorf("places: %w", err)
	}
	busy, err := s.inRuns(ctx, r, h.ID)
	if err != nil {
		return nil, err
	}
	rd := form.NewReader(r)
	var all []candidate
	for i, u := range rows {
		if d.Which == "chosen" && !slices.Contains(d.Entries, u.ID) || d.Which != "chosen" && u.Labelled {
			continue
		}
		key, version, values := u.FormKey, u.FormVersion, u.Form
		if u.SubscriptionID != "" { // its names may have changed since
			sub, err := r.SubscriptionNow(ctx, query.SubscriptionNowParams{Now: clock.MillisOf(s.Clock.Now()), ID: u.SubscriptionID})
			if err != nil {
				return nil, fmt.Errorf("subscription: %w", err)
			}
			key, version, values = sub.FormKey, sub.FormVersion, sub.Form
		}
		sheet, err := rd.Sheet(ctx, key, version, values)
		if err != nil {
			return nil, err
		}
		one := candidate{useID: u.ID, no: int64(i + 1), code: u.Code, place: u.Code, foot: u.OptionTitleZh, kind: "lamp", inRun: busy[u.ID], text: tablet.Text{Kind: tablet.Lamp}}
		if sheet != nil {
			for _, g := range sheet.Groups {
				for _, p := range g.People {
					one.text.People = append(one.text.People, tablet.Person{Name: cmp.Or(p.ChineseName, p.Name)})
				}
			}
		}
		if len(one.text.People) == 0 {
			one.text.People = []tablet.Person{{Name: cmp.Or(u.PayerChinese, u.PayerName)}}
		}
		all = append(all, one)
	}
	return out, s.sift(ctx, r, query.Ceremony{Script: string(tablet.Simplified)}, d, all, out)
}
