package position

import (
	"context"
	"errors"
	"fmt"
	"strings"
	"time"

	"shanmen/internal/base/clock"
	"shanmen/internal/base/fault"
	"shanmen/internal/base/keyset"
	"shanmen/internal/base/locale"
	"shanmen/internal/platform/db"
	"shanmen/internal/platform/db/query"
)

// Items without a position, by what they belong to. A ref is kind and id: "subscription:…", "lamp:…",
// "order:<order>:<item>".
const (
	bySubscription = "subscription"
	byOrder        = "order" // paid once, or without an account
	byLamp         = "lamp"  // imported, without anybody known who could renew it
)

func refOf(w query.PlacelessRow) string {
	if w.Kind == byOrder {
		return w.Kind + ":" + w.InvoiceID + ":" + w.ID
	}
	return w.Kind + ":" + w.ID
}

// PlacelessOption is an option sold by positions, with the number of items that have none.
type PlacelessOption struct {
	OptionNamed
	Waiting int64    `json:"waiting" doc:"Exact up to 10,000"`
	More    bool     `json:"more" doc:"More than 10,000"`
	Free    int64    `json:"free" doc:"Number of positions that can be assigned now"`
	Next    *MapSpot `json:"next,omitempty" doc:"Position that would be assigned first; absent: none is free"`
}

// MapSpot is a position by its coordinates on a hall's map.
type MapSpot struct {
	Hall  string `json:"hall" doc:"Hall key"`
	Tower string `json:"tower"`
	Row   int64  `json:"row"`
	Unit  int64  `json:"unit"`
}

// PlacelessOptions is the answer of Placeless.
type PlacelessOptions struct {
	Items []PlacelessOption `json:"items" doc:"Every option sold by position"`
}

// Placeless counts, for each option sold by positions, current items without one: those sold before the hall was
// entered, and imported ones.
func (s *Service) Placeless(ctx context.Context, _ *struct{}) (*PlacelessOptions, error) {
	r := s.DB.Read()
	options, err := r.OptionsByPositions(ctx)
	if err != nil {
		return nil, fmt.Errorf("options by positions: %w", err)
	}
	out := &PlacelessOptions{Items: []PlacelessOption{}}
	for _, o := range options {
		n, err := r.PlacelessCount(ctx, query.PlacelessCountParams{OptionID: o.ID, Now: s.now(), PaidAfter: s.paidAfter(o.LastsMonths)})
		if err != nil {
			return nil, fmt.Errorf("without a place: %w", err)
		}
		one := PlacelessOption{OptionNamed: OptionNamed{ID: o.ID, Title: locale.Text{EN: o.OfferingEn, ZH: o.OfferingZh}, OptionTitle: locale.Text{EN: o.TitleEn, ZH: o.TitleZh}}, Free: o.Free}
		one.Waiting, one.More = keyset.Total(n)
		if one.Free > 0 {
			at, err := r.PositionFirstFree(ctx, &o.ID)
			if err != nil && !errors.Is(err, db.ErrNoRows) {
				return nil, fmt.Errorf("next free position: %w", err)
			}
			if err == nil {
				one.Next = &MapSpot{at.Key, at.Code, at.RowNo, at.UnitNo}
			}
		}
		out.Items = append(out.Items, one)
	}
	return out, nil
}

func (s *Service) now() int64 { return int64(clock.MillisOf(s.Clock.Now())) }

// paidAfter is the earliest payment that still lasts, for a validity in months.
func (s *Service) paidAfter(months int64) int64 {
	if months == 0 {
		return 0
	}
	return int64(clock.MillisOf(s.Clock.Now().AddDate(0, -int(months), 0)))
}

// Meant is the position that an imported text names.
type Meant struct {
	State string `json:"state" enum:"free,taken,other,unknown" doc:"taken: used by somebody, or out of use; other: sold for another option; unknown: no such position exists"`
	Code  string `json:"code,omitempty"`
	ID    string `json:"id,omitempty" doc:"Position id"`
	Hall  string `json:"hall,omitempty" doc:"Hall key"`
	Tower string `json:"tower,omitempty"`
	Row   int64  `json:"row,omitempty"`
	Unit  int64  `json:"unit,omitempty"`
}

// PlacelessLamp is a current lamp or tablet without a position.
type PlacelessLamp struct {
	Ref            string      `json:"ref" doc:"Id for assigning a position"`
	Missing        int64       `json:"missing" doc:"Number of positions missing"`
	InvoiceID      string      `json:"invoiceId,omitempty"`
	Number         string      `json:"number,omitempty" doc:"Order number; absent for an imported lamp"`
	SubscriptionID string      `json:"subscriptionId,omitempty"`
	Payer          string      `json:"payer"`
	Names          []string    `json:"names"`
	Title          locale.Text `json:"title"`
	OptionTitle    locale.Text `json:"optionTitle"`
	Since          time.Time   `json:"since"`
	Until          *time.Time  `json:"until,omitempty" doc:"End; absent: unlimited"`
	Words          string      `json:"words,omitempty" doc:"Position as written in an imported list"`
	Meant          *Meant      `json:"meant,omitempty" doc:"Position that the words match in the present halls"`
}

// PlacelessLamps is a page of them.
type PlacelessLamps struct {
	Items []PlacelessLamp `json:"items" doc:"Lamps without a position, longest waiting first"`
	Next  string          `json:"next,omitempty"`
}

type placelessIn struct {
	Option string `path:"option" maxLength:"64"`
	After  string `query:"after" maxLength:"200" doc:"Cursor: next from the previous page"`
	Limit  int64  `query:"limit" default:"25" minimum:"1" maximum:"100"`
}

// PlacelessOf lists an option's current items without a position.
func (s *Service) PlacelessOf(ctx context.Context, in *placelessIn) (*PlacelessLamps, error) {
	key, err := keyset.Parse(in.After)
	if err != nil {
		return nil, err
	}
	r := s.DB.Read()
	rows, err := s.placeless(ctx, r, in.Option, key, in.Limit+1)
	if err != nil {
		return nil, err
	}
	out := &PlacelessLamps{Items: []PlacelessLamp{}}
	if int64(len(rows)) > in.Limit {
		rows = rows[:in.Limit]
		last := rows[len(rows)-1]
		out.Next = keyset.Key{At: last.At, ID: last.ID}.String()
	}
	halls, err := DirectoryOf(ctx, r)
	if err != nil {
		return nil, err
	}
	for _, row := range rows {
		w, err := waitingOf(ctx, r, refOf(row))
		if err != nil {
			return nil, err
		}
		one, err := lampWithout(ctx, r, s.Clock.Now(), w, halls)
		if err != nil {
			return nil, err
		}
		one.Missing = row.Missing
		out.Items = append(out.Items, one)
	}
	return out, nil
}

// placeless reads a page of items without a position; fault.NotFound for an option that is not sold by positions.
func (s *Service) placeless(ctx context.Context, r db.Reader, optionID string, after keyset.Key, most int64) ([]query.PlacelessRow, error) {
	o, err := r.OfferingOptionByID(ctx, optionID)
	if errors.Is(err, db.ErrNoRows) || err == nil && o.PositionBy == "" {
		return nil, fault.NotFound()
	}
	if err != nil {
		return nil, fmt.Errorf("option: %w", err)
	}
	rows, err := r.Placeless(ctx, query.PlacelessParams{
		OptionID: optionID, Now: s.now(), PaidAfter: s.paidAfter(o.LastsMonths), AfterAt: int64(after.At), AfterID: after.ID, Most: most,
	})
	if err != nil {
		return nil, fmt.Errorf("without a place: %w", err)
	}
	return rows, nil
}

// waiting is an item without a position, with all data of its future use.
type waiting struct {
	ref            string
	optionID       string
	invoiceID      string
	itemID         string // for its uses
	subscriptionID string
	importedID     string
	words          string
	quantity       int64
	from, until    clock.Millis
	runs           bool // paid and not yet over; the caller checks what ended it
}

var errNobody = errors.New("position: nobody waits under this ref")

// waitingOf reads the item of a ref; errNobody if it is gone.
func waitingOf(ctx context.Context, r db.Reader, ref string) (w waiting, err error) {
	kind, ident, _ := strings.Cut(ref, ":")
	w.ref = ref
	switch kind {
	case bySubscription:
		err = w.ofSubscription(ctx, r, ident)
	case byOrder:
		order, item, _ := strings.Cut(ident, ":")
		err = w.ofOrder(ctx, r, order, item)
	case byLamp:
		err = w.ofLamp(ctx, r, ident)
	default:
		err = errNobody
	}
	if errors.Is(err, db.ErrNoRows) {
		return w, errNobody
	}
	return w, err
}

func (w *waiting) ofSubscription(ctx context.Context, r db.Reader, subscriptionID string) error {
	sub, err := r.Subscription(ctx, subscriptionID)
	if err != nil {
		return err
	}
	w.optionID, w.itemID, w.subscriptionID, w.quantity, w.from, w.until = sub.OptionID, sub.ItemID, sub.ID, sub.Quantity, sub.StartsAt, sub.EndsAt
	w.runs = sub.Status == 1
	if w.invoiceID, err = r.PlacelessInvoice(ctx, sub.ID); err == nil || !errors.Is(err, db.ErrNoRows) {
		return err
	}
	lamp, err := r.SubscriptionImported(ctx, sub.ID)
	if err != nil && !errors.Is(err, db.ErrNoRows) {
		return err
	}
	w.importedID, w.words = lamp.ID, lamp.Place
	return nil
}

func (w *waiting) ofOrder(ctx context.Context, r db.Reader, order, item string) error {
	it, err := r.PlacelessItem(ctx, query.PlacelessItemParams{InvoiceID: order, ID: item})
	if err != nil {
		return err
	}
	w.optionID, w.invoiceID, w.itemID, w.quantity, w.from = it.OptionID, it.InvoiceID, it.ID, it.Quantity, it.IssuedAt
	w.runs = it.Status == "paid"
	if it.LastsMonths > 0 {
		w.until = clock.MillisOf(it.IssuedAt.Time().AddDate(0, int(it.LastsMonths), 0))
	}
	return nil
}

func (w *waiting) ofLamp(ctx context.Context, r db.Reader, lampID string) error {
	lamp, err := r.PositionImported(ctx, lampID)
	if err != nil {
		return err
	}
	if lamp.SubscriptionID != "" { // its owner has verified the number meanwhile
		return errNobody
	}
	w.optionID, w.itemID, w.importedID, w.words, w.quantity, w.from, w.until = lamp.OptionID, earlierItem(lamp.ID, ""), lamp.ID, lamp.Place, 1, lamp.FromAt, lamp.UntilAt
	return nil
}

// lampWithout formats an item, and what its imported text means.
func lampWithout(ctx context.Context, r db.Reader, now time.Time, w waiting, halls *Directory) (PlacelessLamp, error) {
	v, err := useView(ctx, r, now, query.PositionUse{InvoiceID: w.invoiceID, ItemID: w.itemID, SubscriptionID: w.subscriptionID, ImportedID: w.importedID})
	if err != nil {
		return PlacelessLamp{}, err
	}
	out := PlacelessLamp{
		Ref: w.ref, Missing: w.quantity, InvoiceID: w.invoiceID, Number: v.Number, SubscriptionID: w.subscriptionID, Payer: v.Payer, Names: v.Names,
		Title: v.Title, OptionTitle: v.OptionTitle, Since: w.from.Time().UTC(), Until: moment(w.until), Words: w.words,
	}
	if w.words != "" {
		out.Meant, err = meant(ctx, r, halls, w)
	}
	return out, err
}

// meant finds the position that an imported text names.
func meant(ctx context.Context, r db.Reader, halls *Directory, w waiting) (*Meant, error) {
	spot, ok := halls.Read(w.words)
	if !ok {
		return &Meant{State: SpotUnknown}, nil
	}
	found, err := r.PositionAtTower(ctx, query.PositionAtTowerParams{TowerID: spot.TowerID, RowNo: spot.Row, UnitNo: spot.Unit})
	if errors.Is(err, db.ErrNoRows) {
		return &Meant{State: SpotUnknown}, nil
	}
	if err != nil {
		return nil, fmt.Errorf("position of a lamp: %w", err)
	}
	p, err := r.PositionPlace(ctx, found.ID)
	if err != nil {
		return nil, fmt.Errorf("place of a lamp: %w", err)
	}
	m := &Meant{State: "free", Code: p.Code, ID: p.ID, Hall: p.HallKey, Tower: p.TowerCode, Row: p.RowNo, Unit: p.UnitNo}
	switch {
	case p.OptionID == nil || *p.OptionID != w.optionID:
		m.State = SpotOther
	case p.UseID != "" || !p.Usable:
		m.State = SpotTaken
	}
	return m, nil
}
