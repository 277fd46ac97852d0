package ceremony

import (
	"bytes"
	"cmp"
	"context"
	"errors"
	"fmt"
	"slices"

	"shanmen/internal/platform/db"
	"shanmen/internal/platform/db/query"
	"shanmen/internal/platform/document"
	"shanmen/internal/rites/tablet"
	"shanmen/internal/sales/invoice"
)

// The kinds of papers printed.
const (
	PaperTablet   = "tablet"
	PaperLabel    = "label"
	PaperPetition = "petition"
)

// PaperOf returns the kind of paper of a kind of entry: one entry, one paper.
func PaperOf(kind string) string {
	switch kind {
	case kindLamp:
		return PaperLabel
	case kindPetition:
		return PaperPetition
	}
	return PaperTablet
}

// OnPaper is a text as its paper prints it: a petition includes its sponsor.
func OnPaper(paper string, t tablet.Text, sponsor string) tablet.Text {
	if paper == PaperPetition {
		t.Kind = tablet.Petition
		t.Sponsor = cmp.Or(t.Sponsor, sponsor)
	}
	return t
}

// Layouts returns a ceremony's layouts for a kind of paper, the default first.
type Layouts func(ctx context.Context, r db.Reader, c query.Ceremony, paper string, sitting int64) ([]tablet.Layout, error)

// The marks of unprintable characters. A character can be printed as an empty box, to be filled in by hand.
const (
	markDoesNotFit  = "does-not-fit"
	markOtherLayout = "other-layout" // fits only another layout than the default, which the mark names
)

// onLayout is the first layout that can print a text, with the text's marks; otherwise the default one with its mark.
func onLayout(all []tablet.Layout, t tablet.Text) (tablet.Layout, []EntryMark, error) {
	var usual []EntryMark
	for i, l := range all {
		found, err := tablet.Check(l, t)
		if err != nil {
			return l, nil, fmt.Errorf("marks: %w", err)
		}
		marks, fits := make([]EntryMark, 0, len(found)+1), true
		for _, m := range found {
			marks = append(marks, EntryMark{m.Code, m.Char, m.Other})
			fits = fits && m.Code != markDoesNotFit
		}
		switch {
		case fits && i > 0:
			return l, append(marks, EntryMark{Code: markOtherLayout, Other: l.Title}), nil
		case fits:
			return l, marks, nil
		case i == 0:
			usual = marks
		}
	}
	if len(all) == 0 {
		return tablet.Layout{}, nil, errors.New("ceremony: no layout of a kind of paper")
	}
	return all[0], usual, nil
}

// looked previews a text on its paper, with everything to check. It changes nothing.
func (s *Service) looked(ctx context.Context, r db.Reader, c query.Ceremony, kind string, sitting int64, t tablet.Text, by payer) (tablet.Layout, []EntryMark, error) {
	paper := PaperOf(kind)
	all, err := s.Layouts(ctx, r, c, paper, sitting)
	if err != nil {
		return tablet.Layout{}, nil, err
	}
	l, marks, err := onLayout(all, OnPaper(paper, t, by.first()))
	if err == nil && t.Kind == tablet.Departed && slices.ContainsFunc(t.People, func(p tablet.Person) bool {
		return p.Name != "" && (p.Name == by.name || p.Name == by.chinese)
	}) {
		marks = append(marks, EntryMark{Code: markPayerDeparted})
	}
	return l, marks, err
}

// marksOf returns the marks of a stored entry with the current layouts.
func (s *Service) marksOf(ctx context.Context, r db.Reader, c query.Ceremony, e query.CeremonyEntry) ([]EntryMark, error) {
	text, err := fromJSON[tablet.Text](e.Text)
	if err != nil {
		return nil, err
	}
	by, _, err := payerOfEntry(ctx, r, e)
	if err != nil {
		return nil, err
	}
	_, marks, err := s.looked(ctx, r, c, e.Kind, e.Sitting, text, by)
	if err != nil {
		return nil, err
	}
	stored, err := fromJSON[[]EntryMark](e.Marks)
	for _, m := range stored {
		if m.Code == markChangedBoth {
			marks = append(marks, m)
		}
	}
	return marks, err
}

func doesNotFit(marks []EntryMark) bool {
	return slices.ContainsFunc(marks, func(m EntryMark) bool { return m.Code == markDoesNotFit })
}

// EntryLook is the preview of an entry's print, with its marks.
type EntryLook struct {
	Picture string      `json:"picture" doc:"SVG; empty where the text fits no layout of its paper"`
	Paper   string      `json:"paper" enum:"tablet,label,petition"`
	Marks   []EntryMark `json:"marks"`
}

type lookAtEntryIn struct {
	ID   string `path:"id" maxLength:"64"`
	Body struct {
		Text *EntryText `json:"text,omitempty" doc:"Unsaved text to preview; absent: the saved text"`
	}
}

// LookAtEntry previews an entry on its paper, saved or not, with the first layout that can print it.
func (s *Service) LookAtEntry(ctx context.Context, in *lookAtEntryIn) (*EntryLook, error) {
	r := s.DB.Read()
	e, err := r.ListEntry(ctx, in.ID)
	if err != nil {
		return nil, db.NotFound(err)
	}
	c, err := find(ctx, r, e.CeremonyID)
	if err != nil {
		return nil, err
	}
	text, err := fromJSON[tablet.Text](e.Text)
	if err != nil {
		return nil, err
	}
	if in.Body.Text != nil {
		was := text
		if text, err = fromJSON[tablet.Text](asJSON(in.Body.Text)); err != nil {
			return nil, err
		}
		if err := checkText(was, text); err != nil {
			return nil, err
		}
	}
	by, _, err := payerOfEntry(ctx, r, e)
	if err != nil {
		return nil, err
	}
	out := &EntryLook{Paper: PaperOf(e.Kind)}
	var l tablet.Layout
	if l, out.Marks, err = s.looked(ctx, r, c, e.Kind, e.Sitting, text, by); err != nil || doesNotFit(out.Marks) {
		return out, err
	}
	piece := tablet.Piece{Text: OnPaper(out.Paper, text, by.first())}
	if out.Paper == PaperLabel {
		if piece.Code, piece.Foot, err = besideLamp(ctx, r, e); err != nil {
			return nil, err
		}
	}
	out.Picture, err = drawn(ctx, l, piece)
	return out, err
}

// besideLamp is the text of a label besides the names: the lamp's position or number, and the kind of lamp.
func besideLamp(ctx context.Context, r db.Reader, e query.CeremonyEntry) (code, foot string, err error) {
	places, err := placesOf(ctx, r, []query.CeremonyEntry{e})
	if err != nil {
		return "", "", err
	}
	code = cmp.Or(places[e.ID], fmt.Sprintf("%04d", e.No))
	if e.InvoiceID == "" {
		return code, "", nil
	}
	v, err := invoice.Load(ctx, r, e.InvoiceID)
	if err != nil {
		return "", "", err
	}
	for _, it := range v.Items {
		if it.ID == e.ItemID {
			foot = it.OptionTitleZh
		}
	}
	return code, foot, nil
}

// drawn is a piece on its layout as an SVG, without the sheet around it.
func drawn(ctx context.Context, l tablet.Layout, piece tablet.Piece) (string, error) {
	l.Ground, l.NoNotes, l.Head, l.Offset = tablet.Full, true, "", [2]float64{}
	var file bytes.Buffer
	if err := tablet.Draw(ctx, &file, l, []tablet.Piece{piece}, func(int) {}); err != nil {
		return "", fmt.Errorf("tablet: %w", err)
	}
	at, err := l.Bounds()
	if err != nil {
		return "", fmt.Errorf("tablet: %w", err)
	}
	return document.SVG(file.Bytes(), 1, at)
}
