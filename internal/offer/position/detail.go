package position

import (
	"cmp"
	"context"
	"errors"
	"fmt"
	"slices"
	"time"

	"shanmen/internal/base/clock"
	"shanmen/internal/base/locale"
	"shanmen/internal/offer/form"
	"shanmen/internal/platform/db"
	"shanmen/internal/platform/db/query"
)

// PlaceDetail is one position as the office sees it.
type PlaceDetail struct {
	Place
	State   string         `json:"state" enum:"free,held,booked,taken,kept,clearing,unusable"`
	Option  *OptionNamed   `json:"option,omitempty" doc:"Option that it is sold for; absent: none"`
	Use     *PlaceUse      `json:"use,omitempty" doc:"Present use"`
	Earlier []PlaceEarlier `json:"earlier" doc:"Earlier uses, newest first"`
}

// OptionNamed is an option with the names of its offering.
type OptionNamed struct {
	ID          string      `json:"id"`
	Title       locale.Text `json:"title"`
	OptionTitle locale.Text `json:"optionTitle"`
}

// PlaceUse is the use of a position.
type PlaceUse struct {
	ID          string      `json:"id"`
	InvoiceID   string      `json:"invoiceId,omitempty"`
	Number      string      `json:"number,omitempty" doc:"Order number"`
	Payer       string      `json:"payer,omitempty"`
	Words       string      `json:"words,omitempty" doc:"For an imported lamp: its position as written in the temple's list"`
	Title       locale.Text `json:"title"`
	OptionTitle locale.Text `json:"optionTitle"`
	Term        string      `json:"term" enum:"once,monthly,yearly"`
	Names       []string    `json:"names" doc:"Names that it is for, as typed"`
	Sheet       *form.Sheet `json:"sheet,omitempty" doc:"The names by group, without other answers"`
	From        *time.Time  `json:"from,omitempty"`
	Until       *time.Time  `json:"until,omitempty"`
	Labelled    bool        `json:"labelled" doc:"A label is on the lamp"`
	Placing     string      `json:"placing,omitempty" doc:"Id for undoing the assignment"`
}

// PlaceEarlier is a use that has ended.
type PlaceEarlier struct {
	From  *time.Time `json:"from,omitempty"`
	Ended *time.Time `json:"ended,omitempty"`
	Why   string     `json:"why" enum:"expired,returned,over,moved"`
}

type positionIn struct {
	ID string `path:"id" maxLength:"64"`
}

// Get answers with a position.
func (s *Service) Get(ctx context.Context, in *positionIn) (*PlaceDetail, error) {
	return s.detail(ctx, s.DB.Read(), in.ID)
}

func (s *Service) detail(ctx context.Context, r db.Reader, positionID string) (*PlaceDetail, error) {
	p, err := r.PositionPlace(ctx, positionID)
	if err != nil {
		return nil, db.NotFound(fmt.Errorf("position: %w", err))
	}
	out := &PlaceDetail{Place: placeOf(p), State: "free", Earlier: []PlaceEarlier{}}
	if !p.Usable {
		out.State = "unusable"
	}
	if p.OptionID != nil {
		f, err := r.OfferingFacts(ctx, query.OfferingFactsParams{ID: *p.OptionID, Now: int64(clock.MillisOf(s.Clock.Now()))})
		if err != nil {
			return nil, fmt.Errorf("option of a position: %w", err)
		}
		out.Option = &OptionNamed{ID: f.OptionID, Title: locale.Text{EN: f.TitleEn, ZH: f.TitleZh}, OptionTitle: locale.Text{EN: f.OptionTitleEn, ZH: f.OptionTitleZh}}
	}
	history, err := r.PositionHistory(ctx, p.ID)
	if err != nil {
		return nil, fmt.Errorf("uses of a position: %w", err)
	}
	for _, u := range history {
		if u.ID == p.UseID {
			out.State = u.State
			if out.Use, err = useView(ctx, r, s.Clock.Now(), u); err != nil {
				return nil, err
			}
		} else if u.State == Ended && u.FromAt > 0 {
			out.Earlier = append(out.Earlier, PlaceEarlier{moment(u.FromAt), moment(u.EndedAt), u.EndedWhy})
		}
	}
	return out, nil
}

func useView(ctx context.Context, r db.Reader, now time.Time, u query.PositionUse) (*PlaceUse, error) {
	v := &PlaceUse{ID: u.ID, InvoiceID: u.InvoiceID, Names: []string{}, From: moment(u.FromAt), Until: moment(u.UntilAt), Labelled: u.Labelled, Term: "once", Placing: u.PlacingID}
	if u.ImportedID != "" {
		return v, importedView(ctx, r, now, u, v)
	}
	if u.InvoiceID == "" {
		return v, nil
	}
	inv, err := r.Invoice(ctx, u.InvoiceID)
	if err != nil {
		return nil, fmt.Errorf("order of a position: %w", err)
	}
	v.Number, v.Payer = inv.Number, inv.PayerName
	if v.Payer == "" {
		v.Payer = inv.PayerChinese
	}
	items, err := r.InvoiceItems(ctx, u.InvoiceID)
	if err != nil {
		return nil, fmt.Errorf("items of an order: %w", err)
	}
	at := slices.IndexFunc(items, func(it query.InvoiceItem) bool { return it.ID == u.ItemID })
	if at < 0 {
		return v, nil
	}
	it := items[at]
	v.Title, v.OptionTitle = locale.Text{EN: it.TitleEn, ZH: it.TitleZh}, locale.Text{EN: it.OptionTitleEn, ZH: it.OptionTitleZh}
	if it.Term != "" {
		v.Term = it.Term
	}
	formKey, version, values := it.FormKey, it.FormVersion, it.Form
	if u.SubscriptionID != "" { // its names may have changed since
		sub, err := r.SubscriptionNow(ctx, query.SubscriptionNowParams{Now: clock.MillisOf(now), ID: u.SubscriptionID})
		if err != nil {
			return nil, fmt.Errorf("subscription of a position: %w", err)
		}
		formKey, version, values = sub.FormKey, sub.FormVersion, sub.Form
	}
	sheet, err := form.NewReader(r).Sheet(ctx, formKey, version, values)
	if err != nil {
		return nil, err
	}
	if sheet != nil {
		v.Names, v.Sheet = append(v.Names, sheet.Names()...), sheet.OnlyNames()
	}
	return v, nil
}

// importedView fills in the data of an imported lamp: the names of its subscription, otherwise those of the imported
// list.
func importedView(ctx context.Context, r db.Reader, now time.Time, u query.PositionUse, v *PlaceUse) error {
	lamp, err := r.PositionImported(ctx, u.ImportedID)
	if errors.Is(err, db.ErrNoRows) { // its import was undone
		return nil
	}
	if err != nil {
		return fmt.Errorf("lamp from before this site: %w", err)
	}
	v.Title, v.OptionTitle = locale.Text{EN: lamp.TitleEn, ZH: lamp.TitleZh}, locale.Text{EN: lamp.OptionTitleEn, ZH: lamp.OptionTitleZh}
	v.Payer, v.Words = lamp.Name, lamp.Place
	if u.SubscriptionID != "" {
		sub, err := r.SubscriptionNow(ctx, query.SubscriptionNowParams{Now: clock.MillisOf(now), ID: u.SubscriptionID})
		if err != nil {
			return fmt.Errorf("subscription of a position: %w", err)
		}
		v.Term = sub.Term
		if v.Sheet, err = form.NewReader(r).Sheet(ctx, sub.FormKey, sub.FormVersion, sub.Form); err != nil {
			return err
		}
	}
	if v.Sheet != nil {
		v.Names, v.Sheet = append(v.Names, v.Sheet.Names()...), v.Sheet.OnlyNames()
	}
	if name := cmp.Or(lamp.ChineseName, lamp.Name); len(v.Names) == 0 && name != "" {
		v.Names = append(v.Names, name)
	}
	return nil
}

func moment(at clock.Millis) *time.Time {
	if at == 0 {
		return nil
	}
	t := at.Time().UTC()
	return &t
}
