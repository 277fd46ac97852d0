package editing

import (
	"context"
	"encoding/json"
	"fmt"
	"math"
	"time"

	"shanmen/internal/base/clock"
	"shanmen/internal/base/fault"
	"shanmen/internal/base/locale"
	"shanmen/internal/base/money"
	"shanmen/internal/platform/db"
	"shanmen/internal/platform/db/query"
)

// pricePage is how many publishings are searched for price changes at once.
const pricePage = 20

// PriceList lists offerings that are or were published, with their prices.
type PriceList struct {
	Items []PricedOffering `json:"items"`
}

// PricedOffering is an offering with its published prices.
type PricedOffering struct {
	ID      string        `json:"id"`
	Title   locale.Text   `json:"title"`
	OnSite  bool          `json:"onSite"`
	Options []PricedPiece `json:"options" doc:"Options in display order"`
}

// PricedPiece is an option with its current and later prices.
type PricedPiece struct {
	Key   string      `json:"key"`
	Title locale.Text `json:"title"`
	Price money.Cents `json:"price" doc:"Price; the minimum if the donor chooses the amount"`
	Open  bool        `json:"open,omitempty" doc:"The donor chooses the amount"`
	Later []DatedCost `json:"later" doc:"Announced prices, earliest first"`
}

// DatedCost is a price from a day on.
type DatedCost struct {
	From  string      `json:"from" doc:"2027-01-01"`
	Price money.Cents `json:"price"`
}

// Prices answers GET /api/admin/price.
func (s *Service) Prices(ctx context.Context, _ *struct{}) (*PriceList, error) {
	r := s.DB.Read()
	rows, err := r.RecordsOf(ctx, offeringKind.Name)
	if err != nil {
		return nil, fmt.Errorf("offerings: %w", err)
	}
	out := &PriceList{Items: []PricedOffering{}}
	for _, row := range rows {
		if max(row.LiveEn, row.LiveZh) == 0 {
			continue
		}
		one, err := priced(ctx, r, row, dayText(s.Clock.Now()))
		if err != nil {
			return nil, err
		}
		out.Items = append(out.Items, one)
	}
	return out, nil
}

func priced(ctx context.Context, r db.Reader, row query.Record, today string) (PricedOffering, error) {
	out := PricedOffering{ID: row.ID, Title: locale.Text{EN: row.TitleEn, ZH: row.TitleZh}, OnSite: row.TakenAt == 0 && max(row.LiveEn, row.LiveZh) > 0, Options: []PricedPiece{}}
	w := &work{kind: offeringKind, record: row}
	shown, err := w.shown(ctx, r)
	if err != nil {
		return out, err
	}
	for _, c := range priceChanges(nil, shown, today) {
		if c.From == "" {
			out.Options = append(out.Options, PricedPiece{Key: c.Option, Title: c.Title, Price: *c.After, Open: c.OpenAfter, Later: []DatedCost{}})
			continue
		}
		last := &out.Options[len(out.Options)-1]
		last.Later = append(last.Later, DatedCost{From: c.From, Price: *c.After})
	}
	return out, nil
}

// PriceHistory is the price history of an offering, newest first.
type PriceHistory struct {
	Offering PricedOffering `json:"offering" doc:"The offering with its present prices"`
	Items    []PriceTurn    `json:"items"`
	Next     int64          `json:"next,omitempty" doc:"Cursor of the next page, to be sent as before"`
}

// PriceTurn is a publishing that changed prices, or its undo.
type PriceTurn struct {
	Version int64         `json:"version" doc:"Id of the version that was published or undone"`
	Why     string        `json:"why" enum:"publish,schedule,hand-over,take-back"`
	At      time.Time     `json:"at"`
	By      Person        `json:"by"`
	Changes []PriceChange `json:"changes"`
}

// PricesOf answers GET /api/admin/price/{id} from published versions and the audit trail, which alone records undone
// publishings.
func (s *Service) PricesOf(ctx context.Context, in *historyIn) (*PriceHistory, error) {
	r := s.DB.Read()
	row, err := r.Record(ctx, in.ID)
	if err != nil {
		return nil, db.NotFound(err)
	}
	if kind, err := kindOf(row.Kind); err != nil || !kind.priced {
		return nil, fault.NotFound()
	}
	out := &PriceHistory{Items: []PriceTurn{}}
	if out.Offering, err = priced(ctx, r, row, dayText(s.Clock.Now())); err != nil {
		return nil, err
	}
	before := in.Before
	if before == 0 {
		before = math.MaxInt64
	}
	rows, err := r.VersionsOnSite(ctx, query.VersionsOnSiteParams{RecordID: in.ID, Before: before, Most: pricePage + 1})
	if err != nil {
		return nil, fmt.Errorf("versions: %w", err)
	}
	if len(rows) > pricePage {
		rows = rows[:pricePage]
		out.Next = rows[pricePage-1].Number
	}
	back, err := takenBack(ctx, r, in.ID, rows)
	if err != nil {
		return nil, err
	}
	p := &people{r: r}
	for _, v := range rows {
		turns, err := turnsOf(ctx, p, v, back)
		if err != nil {
			return nil, err
		}
		out.Items = append(out.Items, turns...)
	}
	return out, nil
}

// turnsOf lists the price changes of a version, preceded by those of its undo.
func turnsOf(ctx context.Context, p *people, v query.Version, back map[int64]query.AuditEntry) ([]PriceTurn, error) {
	now, was := Fields{}, Fields{}
	if err := json.Unmarshal([]byte(v.Fields), &now); err != nil {
		return nil, fmt.Errorf("version: %w", err)
	}
	if stood := max(v.BeforeEn, v.BeforeZh); stood > 0 {
		var err error
		if was, err = version(ctx, p.r, v.RecordID, stood); err != nil {
			return nil, err
		}
	}
	var out []PriceTurn
	add := func(why, who string, at clock.Millis, before, after Fields) error {
		changes := priceChanges(before, after, dayText(at.Time()))
		if len(changes) == 0 {
			return nil
		}
		by, err := p.of(ctx, who)
		out = append(out, PriceTurn{Version: v.Number, Why: why, At: at.Time().UTC(), By: by, Changes: changes})
		return err
	}
	if e, ok := back[v.Number]; ok {
		if err := add("take-back", e.ActorID, e.At, now, was); err != nil {
			return nil, err
		}
	}
	return out, add(v.Why, v.UserID, v.At, was, now)
}

// takenBack maps versions to the audit entries of undone publishings.
func takenBack(ctx context.Context, r db.Reader, id string, rows []query.Version) (map[int64]query.AuditEntry, error) {
	out := map[int64]query.AuditEntry{}
	if len(rows) == 0 {
		return out, nil
	}
	entries, err := r.AuditTrailOfSubject(ctx, query.AuditTrailOfSubjectParams{
		Subject: "record:" + id, Action: "record.take-back",
		Since: int64(rows[len(rows)-1].At), BeforeAt: int64(rows[0].At) + TakeBackFor.Milliseconds() + 1, Most: pricePage + 1,
	})
	if err != nil {
		return nil, fmt.Errorf("taken back: %w", err)
	}
	for _, e := range entries {
		var after struct {
			Version int64 `json:"version"`
		}
		if err := json.Unmarshal([]byte(e.After), &after); err != nil {
			return nil, fmt.Errorf("audit entry: %w", err)
		}
		out[after.Version] = e
	}
	return out, nil
}
