package ceremony

import (
	"context"
	"fmt"

	"shanmen/internal/base/fault"
	"shanmen/internal/base/locale"
	"shanmen/internal/base/lunar"
	"shanmen/internal/offer/content"
	"shanmen/internal/platform/db"
	"shanmen/internal/platform/db/query"
)

// SourceOption is an option of an offering.
type SourceOption struct {
	ID    string      `json:"id"`
	Title locale.Text `json:"title"`
}

// SourceOffering is an offering that a list can collect.
type SourceOffering struct {
	ID      string         `json:"id"`
	Title   locale.Text    `json:"title"`
	Options []SourceOption `json:"options"`
}

// LunarDay is a first or fifteenth day of a lunar month, when many have their names read.
type LunarDay struct {
	Day   string `json:"day" format:"date"`
	Lunar string `json:"lunar" doc:"十一月初一"`
	First bool   `json:"first" doc:"First day of the lunar month; otherwise the fifteenth"`
}

// SourceOfferings is the answer of CanGather.
type SourceOfferings struct {
	Items []SourceOffering `json:"items"`
	Days  []LunarDay       `json:"days" doc:"The next four dates"`
}

// daysAhead is how many such days are suggested.
const daysAhead = 4

// nextDays are the next first and fifteenth days.
func nextDays(from lunar.Day) []LunarDay {
	out := []LunarDay{}
	for d := from; len(out) < daysAhead; d = d.Add(1) {
		moon, ok := lunar.FromSolar(d)
		if !ok {
			return out
		}
		if moon.Day == 1 || moon.Day == 15 {
			out = append(out, LunarDay{d.String(), moon.ChineseDay(), moon.Day == 1})
		}
	}
	return out
}

// CanGather lists the offerings that a list can collect, and the next such days.
func (s *Service) CanGather(ctx context.Context, _ *struct{}) (*SourceOfferings, error) {
	r := s.DB.Read()
	offerings, err := r.OfferingsAll(ctx)
	if err != nil {
		return nil, fmt.Errorf("offerings: %w", err)
	}
	options, err := r.OfferingOptionsAll(ctx)
	if err != nil {
		return nil, fmt.Errorf("options: %w", err)
	}
	out := &SourceOfferings{Items: []SourceOffering{}, Days: nextDays(lunar.DayOf(s.Clock.Now()))}
	for _, o := range offerings {
		if o.EnquiryOnly {
			continue
		}
		one := SourceOffering{ID: o.ID, Title: locale.Text{EN: o.TitleEn, ZH: o.TitleZh}, Options: []SourceOption{}}
		for _, p := range options {
			if p.OfferingID == o.ID {
				one.Options = append(one.Options, SourceOption{p.ID, locale.Text{EN: p.TitleEn, ZH: p.TitleZh}})
			}
		}
		out.Items = append(out.Items, one)
	}
	return out, nil
}

// DoneLook is the preview of marking entries as offered.
type DoneLook struct {
	Entries  int64       `json:"entries" doc:"Number of entries that would be marked as done"`
	Left     int64       `json:"left" doc:"Number of entries not printed yet, which would be left out"`
	Families int64       `json:"families" doc:"Number of families that would be notified, one message each"`
	Letter   locale.Text `json:"letter" doc:"Text of the mail"`
	Text     locale.Text `json:"text" doc:"Text of the SMS for families without an e-mail address"`
}

// LookAtDone previews marking entries as offered, with the families' notice.
func (s *Service) LookAtDone(ctx context.Context, in *doneCeremonyIn) (*DoneLook, error) {
	r, b := s.DB.Read(), in.Body
	c, err := find(ctx, r, in.ID)
	if err != nil {
		return nil, err
	}
	if !c.Paper && c.ClosedAt == 0 {
		return nil, fault.Invalid("list-open")
	}
	out := &DoneLook{}
	if len(b.Entries) > 0 {
		err = s.lookAtChosen(ctx, r, c, b.Entries, out)
	} else {
		err = s.lookAtSitting(ctx, r, c, b.Sitting, out)
	}
	if err != nil {
		return nil, err
	}
	temple, err := content.Sender(ctx, r, s.Base)
	if err != nil {
		return nil, err
	}
	m := query.DoneMark{PhotoID: b.Photo, WordsEn: b.Words.EN, WordsZh: b.Words.ZH}
	for _, l := range []locale.Locale{locale.EN, locale.ZH} {
		template, params := s.doneLetter(c, m, l)
		said := temple.Says(s.Messages, l)
		said["name"] = "…"
		for k, v := range params {
			said[k] = v
		}
		mail, text := s.Messages.T(l, "mail."+template+".body", said), s.Messages.T(l, "sms."+template, said)
		if l == locale.ZH {
			out.Letter.ZH, out.Text.ZH = mail, text
		} else {
			out.Letter.EN, out.Text.EN = mail, text
		}
	}
	return out, nil
}

func (s *Service) lookAtSitting(ctx context.Context, r db.Reader, c query.Ceremony, sitting int64, out *DoneLook) (err error) {
	paperless := int64(1)
	if c.Paper {
		paperless = 0
		if out.Left, err = r.SittingNotPrinted(ctx, query.SittingNotPrintedParams{CeremonyID: c.ID, Sitting: sitting}); err != nil {
			return fmt.Errorf("not printed: %w", err)
		}
	}
	if out.Entries, err = r.DoneReady(ctx, query.DoneReadyParams{CeremonyID: c.ID, Sitting: sitting, Paperless: paperless}); err != nil {
		return fmt.Errorf("ready: %w", err)
	}
	if out.Families, err = r.DoneFamilies(ctx, query.DoneFamiliesParams{CeremonyID: c.ID, Sitting: sitting, Paperless: paperless}); err != nil {
		return fmt.Errorf("families: %w", err)
	}
	return nil
}

func (s *Service) lookAtChosen(ctx context.Context, r db.Reader, c query.Ceremony, entries []string, out *DoneLook) error {
	families := map[string]bool{}
	for _, entryID := range entries {
		e, err := r.ListEntry(ctx, entryID)
		if err != nil {
			return db.NotFound(err)
		}
		switch {
		case e.State == Done:
		case onList(e) != nil, c.Paper && e.State != Printed:
			out.Left++
		default:
			out.Entries++
			to, _, _, err := familyOf(ctx, r, e)
			if err != nil {
				return err
			}
			families[to] = true
		}
	}
	out.Families = int64(len(families))
	return nil
}
