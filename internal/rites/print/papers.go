package print

import (
	"context"
	"fmt"
	"slices"
	"strings"

	"shanmen/internal/offer/content"
	"shanmen/internal/platform/db"
	"shanmen/internal/platform/db/query"
	"shanmen/internal/rites/ceremony"
	"shanmen/internal/rites/tablet"
)

// LayoutsOf returns a ceremony's layouts for a kind of paper, those on the default sheet first; petitions with the
// sitting's details. ceremony.Service checks names with them.
func (s *Service) LayoutsOf(ctx context.Context, r db.Reader, c query.Ceremony, paper string, sitting int64) ([]tablet.Layout, error) {
	rows, err := r.Layouts(ctx)
	if err != nil {
		return nil, fmt.Errorf("layouts: %w", err)
	}
	rows = slices.DeleteFunc(rows, func(v query.Layout) bool { return v.Kind != paper })
	slices.SortStableFunc(rows, func(a, b query.Layout) int { return unusual(a) - unusual(b) })
	site, err := content.Site(ctx, r)
	if err != nil {
		return nil, err
	}
	out := make([]tablet.Layout, 0, len(rows))
	for _, v := range rows {
		d, err := draftOfLayout(v)
		if err != nil {
			return nil, err
		}
		p := picked{layout: s.signed(d, c.Script, site)}
		if paper == Petition {
			if err := s.rite(ctx, r, c, RunDraft{Kind: paper, Sitting: sitting}, &p); err != nil {
				return nil, err
			}
		}
		out = append(out, p.layout)
	}
	return out, nil
}

// unusual is 0 for a layout on the default sheet of its kind.
func unusual(v query.Layout) int {
	if v.Sheet == sheetsOf[v.Kind][0] {
		return 0
	}
	return 1
}

// fitsAnother is the name of the first other layout that can print a text; "" if none.
func fitsAnother(layouts []tablet.Layout, t tablet.Text) (string, error) {
	for _, l := range layouts {
		marks, err := tablet.Check(l, t)
		if err != nil {
			return "", fmt.Errorf("layout: %w", err)
		}
		if !slices.ContainsFunc(marks, func(m tablet.Mark) bool { return m.Code == doesNotFit }) {
			return l.Title, nil
		}
	}
	return "", nil
}

// PaperCount is how much of a kind of paper is waiting to be printed.
type PaperCount struct {
	Kind    string `json:"kind" enum:"tablet,label,petition"`
	Checked int    `json:"checked" doc:"Entries checked and not printed"`
	Late    int    `json:"late" doc:"Number of these that were paid after closing"`
	Prints  int    `json:"prints" doc:"Number of checked entries that can be printed as they are"`
}

// PaperCounts is the answer of Papers.
type PaperCounts struct {
	Items []PaperCount `json:"items" doc:"Kinds of sheets with something to print"`
}

type papersIn struct {
	ID string `path:"id" maxLength:"64"`
}

// Papers counts what a ceremony has to print, by kind of paper.
func (s *Service) Papers(ctx context.Context, in *papersIn) (*PaperCounts, error) {
	r := s.DB.Read()
	c, err := r.CeremonyByID(ctx, in.ID)
	if err != nil {
		return nil, db.NotFound(err)
	}
	out := &PaperCounts{Items: []PaperCount{}}
	for _, paper := range []string{Tablet, Label, Petition} {
		one, err := s.countPaper(ctx, r, c, paper)
		if err != nil {
			return nil, err
		}
		if one.Checked > 0 {
			out.Items = append(out.Items, one)
		}
	}
	return out, nil
}

func (s *Service) countPaper(ctx context.Context, r db.Reader, c query.Ceremony, paper string) (PaperCount, error) {
	out := PaperCount{Kind: paper}
	all, err := s.candidates(ctx, r, c, RunDraft{Kind: paper, Which: "ready"})
	if err != nil || len(all) == 0 {
		return out, err
	}
	layouts, err := s.LayoutsOf(ctx, r, c, paper, 0)
	if err != nil {
		return out, err
	}
	checkers := make([]*tablet.Checker, 0, len(layouts))
	for _, l := range layouts {
		check, err := tablet.NewChecker(l)
		if err != nil {
			return out, fmt.Errorf("layout: %w", err)
		}
		checkers = append(checkers, check)
	}
	for _, one := range all {
		out.Checked++
		if one.late {
			out.Late++
		}
		text := ceremony.OnPaper(paper, one.text, one.payer())
		if one.inRun == nil && named(text) && slices.ContainsFunc(checkers, func(check *tablet.Checker) bool {
			why, _ := unprintable(check.Check(text), false)
			return why == ""
		}) {
			out.Prints++
		}
	}
	return out, nil
}

// mostNamed is how many names identify a piece in a list.
const mostNamed = 4

// nameOn is the name that identifies a piece, from a label's or entry's text.
func nameOn(label, text string) (string, error) {
	var t tablet.Text
	switch {
	case label != "":
		piece, err := fromJSON[tablet.Piece](label)
		if err != nil {
			return "", err
		}
		t = piece.Text
	case text != "":
		var err error
		if t, err = fromJSON[tablet.Text](text); err != nil {
			return "", err
		}
	}
	var names []string
	for _, p := range t.People {
		names = append(names, p.Name)
	}
	if len(names) == 0 {
		return firstName(t), nil
	}
	if len(names) > mostNamed {
		names = append(names[:mostNamed], "…")
	}
	return strings.Join(names, "、"), nil
}

// named returns whether a paper has a name, or needs none.
func named(t tablet.Text) bool { return firstName(t) != "" || t.Kind == tablet.Creditors }
