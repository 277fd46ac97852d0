package position

import (
	"context"
	"fmt"
	"time"

	"shanmen/internal/base/locale"
	"shanmen/internal/offer/form"
	"shanmen/internal/platform/db"
	"shanmen/internal/platform/db/query"
)

// Lamp is a current or past position of a member's order or imported lamp.
type Lamp struct {
	LampPlace
	InvoiceID      string `json:"invoiceId" doc:"Invoice id; empty for an imported lamp"`
	ItemID         string `json:"itemId"`
	SubscriptionID string `json:"subscriptionId,omitempty"`
}

// LampPlace is where a lamp is or was, for whom, and until when.
type LampPlace struct {
	Place
	Rows        int64       `json:"rows" doc:"Number of rows of its tower"`
	Units       int64       `json:"units" doc:"Number of units in its row"`
	Upwards     bool        `json:"upwards" doc:"Rows are numbered upwards from the lowest"`
	State       string      `json:"state" enum:"taken,kept,over,moved"`
	Title       locale.Text `json:"title"`
	OptionTitle locale.Text `json:"optionTitle"`
	Names       []string    `json:"names" doc:"Names that it is for, as typed"`
	Sheet       *form.Sheet `json:"sheet,omitempty" doc:"The names by group, without other answers"`
	From        time.Time   `json:"from"`
	Until       *time.Time  `json:"until,omitempty" doc:"End; absent: unlimited"`
}

// mostLamps is how many positions a member sees: the current ones and the newest past ones.
const mostLamps = 100

// LampsOf lists the positions of everything a member has paid for: current ones first, then past ones, newest first.
func LampsOf(ctx context.Context, r db.Reader, now time.Time, userID string) ([]Lamp, error) {
	rows, err := r.PositionUsesOfUser(ctx, &userID)
	if err != nil {
		return nil, fmt.Errorf("places of a member: %w", err)
	}
	return lampsOf(ctx, r, now, rows)
}

// LampsOfGuest lists the lamps of orders and imported lists without an account, by their mobile number (E.164).
func LampsOfGuest(ctx context.Context, r db.Reader, now time.Time, mobile string) ([]Lamp, error) {
	found, err := r.PositionUsesOfGuest(ctx, mobile)
	if err != nil {
		return nil, fmt.Errorf("places of a number: %w", err)
	}
	rows := make([]query.PositionUsesOfUserRow, len(found))
	for i, one := range found {
		rows[i] = query.PositionUsesOfUserRow(one)
	}
	return lampsOf(ctx, r, now, rows)
}

// LampsOfOrder lists the lamps of one order.
func LampsOfOrder(ctx context.Context, r db.Reader, now time.Time, invoiceID string) ([]Lamp, error) {
	found, err := r.PositionUsesOfOrder(ctx, invoiceID)
	if err != nil {
		return nil, fmt.Errorf("places of an order: %w", err)
	}
	rows := make([]query.PositionUsesOfUserRow, len(found))
	for i, one := range found {
		rows[i] = query.PositionUsesOfUserRow(one)
	}
	return lampsOf(ctx, r, now, rows)
}

func lampsOf(ctx context.Context, r db.Reader, now time.Time, rows []query.PositionUsesOfUserRow) ([]Lamp, error) {
	var out, past []Lamp
	for _, u := range rows {
		standing := u.State == Taken || u.State == Kept
		if !standing && len(past) == mostLamps || len(out) == mostLamps {
			continue
		}
		l, err := lampOf(ctx, r, now, u)
		switch {
		case err != nil:
			return nil, err
		case standing:
			out = append(out, l)
		case l.State == "over":
			past = append(past, l)
		}
	}
	return append(out, past...), nil
}

func lampOf(ctx context.Context, r db.Reader, now time.Time, u query.PositionUsesOfUserRow) (Lamp, error) {
	v, err := useView(ctx, r, now, query.PositionUse{ID: u.ID, InvoiceID: u.InvoiceID, ItemID: u.ItemID, SubscriptionID: u.SubscriptionID, ImportedID: u.ImportedID})
	if err != nil {
		return Lamp{}, err
	}
	l := Lamp{
		LampPlace: LampPlace{
			Place: Place{
				ID: u.PositionID, Code: u.Code, Hall: locale.Text{EN: u.HallEn, ZH: u.HallZh}, Key: u.HallKey, Tower: u.TowerCode, Row: u.RowNo, Unit: u.UnitNo,
				Way: locale.Text{EN: u.WayEn, ZH: u.WayZh},
			},
			Rows: u.RowCount, Units: u.UnitCount, Upwards: u.Upwards, State: u.State,
			Title: v.Title, OptionTitle: v.OptionTitle, Names: v.Names, Sheet: v.Sheet, From: u.FromAt.Time().UTC(), Until: moment(u.UntilAt),
		},
		InvoiceID: u.InvoiceID, ItemID: u.ItemID, SubscriptionID: u.SubscriptionID,
	}
	switch {
	case u.EndedWhy == WhyMoved:
		l.State = "moved"
	case u.State == Clearing || u.State == Ended:
		l.State = "over"
	}
	return l, nil
}

// KeptPlace is a position in its payer's personal data archive.
type KeptPlace struct {
	Code           string      `json:"code"`
	Hall           locale.Text `json:"hall"`
	State          string      `json:"state"`
	InvoiceID      string      `json:"invoiceId"`
	ItemID         string      `json:"itemId"`
	SubscriptionID string      `json:"subscriptionId,omitempty"`
	Instead        string      `json:"instead,omitempty"`
	Labelled       bool        `json:"labelled"`
	From           time.Time   `json:"from"`
	Until          *time.Time  `json:"until,omitempty"`
	Ended          *time.Time  `json:"ended,omitempty"`
	Why            string      `json:"why,omitempty"`
}

// Export returns the positions of a user's orders, newest first; nil if there are none.
func (s *Service) Export(ctx context.Context, userID string) (any, error) {
	rows, err := s.DB.Read().PositionUsesOfUser(ctx, &userID)
	if err != nil || len(rows) == 0 {
		return nil, err
	}
	out := make([]KeptPlace, 0, len(rows))
	for _, u := range rows {
		out = append(out, KeptPlace{
			Code: u.Code, Hall: locale.Text{EN: u.HallEn, ZH: u.HallZh}, State: u.State, InvoiceID: u.InvoiceID, ItemID: u.ItemID, SubscriptionID: u.SubscriptionID,
			Labelled: u.Labelled, Instead: u.Instead, From: u.FromAt.Time(), Until: moment(u.UntilAt), Ended: moment(u.EndedAt), Why: u.EndedWhy,
		})
	}
	return out, nil
}
