package till

import (
	"cmp"
	"context"
	"errors"
	"slices"
	"time"

	"shanmen/internal/clock"
	"shanmen/internal/content"
	"shanmen/internal/db"
	"shanmen/internal/db/query"
	"shanmen/internal/fault"
	"shanmen/internal/httpd"
	"shanmen/internal/locale"
)

// ShiftReport is a shift with all that its paper says. Amounts are cents; titles are in the language of
// who asks.
type ShiftReport struct {
	Shift        Shift           `json:"shift"`
	Temple       string          `json:"temple"`
	OpeningCount Count           `json:"openingCount" doc:"Empty when only a sum was given"`
	ClosingCount Count           `json:"closingCount"`
	Receipts     int             `json:"receipts" doc:"Official receipts that were issued and stand"`
	Taken        int64           `json:"taken" doc:"Cash that came in and was not taken back"`
	Payments     int             `json:"payments"`
	Refunded     int64           `json:"refunded"`
	Refunds      int             `json:"refunds"`
	Undone       int64           `json:"undone" doc:"Taken by mistake and given back at once"`
	Undos        int             `json:"undos"`
	Categories   []ShiftCategory `json:"categories" doc:"What was taken, before refunds: adds up to taken"`
	Movements    []ShiftMovement `json:"movements" doc:"In order"`
}

// ShiftCategory is what was taken for a category's offerings.
type ShiftCategory struct {
	Title     string          `json:"title"`
	Amount    int64           `json:"amount"`
	Offerings []ShiftOffering `json:"offerings"`
}

// ShiftOffering is what was taken for an offering.
type ShiftOffering struct {
	Title    string `json:"title"`
	Quantity int64  `json:"quantity"`
	Amount   int64  `json:"amount"`
}

// ShiftMovement is cash that came or went.
type ShiftMovement struct {
	At           time.Time `json:"at"`
	Kind         string    `json:"kind" enum:"payment,undone,refund"`
	Invoice      string    `json:"invoice,omitempty"`
	Receipt      string    `json:"receipt,omitempty"`
	Payer        string    `json:"payer"`
	PayerChinese string    `json:"payerChinese,omitempty"`
	Amount       int64     `json:"amount"`
}

type idIn struct {
	ID string `path:"id"`
}

// Report gives a shift of one's own, or, to who keeps the accounts, anybody's. Of an open one it says
// how it stands.
func (s *Service) Report(ctx context.Context, in *idIn) (*ShiftReport, error) {
	v, r, l := httpd.VisitorOf(ctx), s.DB.Read(), httpd.LocaleOf(ctx)
	row, err := r.Shift(ctx, in.ID)
	if errors.Is(err, db.ErrNoRows) || err == nil && row.UserID != v.UserID && !overseer(v) {
		return nil, fault.NotFound()
	}
	if err != nil {
		return nil, err
	}
	shift, err := show(ctx, r, row, v.UserID)
	if err != nil {
		return nil, err
	}
	site, err := content.Site(ctx, r)
	if err != nil {
		return nil, err
	}
	out := &ShiftReport{Shift: *shift, Temple: site.Name.In(l), Movements: []ShiftMovement{}}
	if out.OpeningCount, err = parseCount(row.OpeningCount); err != nil {
		return nil, err
	}
	if out.ClosingCount, err = parseCount(row.ClosingCount); err != nil {
		return nil, err
	}
	moves, err := r.ShiftMovements(ctx, row.ID)
	if err != nil {
		return nil, err
	}
	for _, m := range moves {
		out.add(m)
	}
	items, err := r.ShiftItems(ctx, row.ID)
	if err != nil {
		return nil, err
	}
	out.Categories = byCategory(items, l)
	return out, nil
}

func (p *ShiftReport) add(m query.ShiftMovementsRow) {
	move := ShiftMovement{At: clock.FromMillis(m.At), Invoice: m.Number, Receipt: m.Receipt, Payer: m.PayerName, PayerChinese: m.PayerChinese, Amount: m.Amount}
	switch m.Kind {
	case "refund":
		move.Kind = "refund"
		p.Refunds++
		p.Refunded += m.Amount
	case "voided":
		move.Kind = "undone"
		p.Undos++
		p.Undone += m.Amount
	default:
		move.Kind = "payment"
		p.Payments++
		p.Taken += m.Amount
		if m.Receipt != "" {
			p.Receipts++
		}
	}
	p.Movements = append(p.Movements, move)
}

// byCategory divides each payment among its order's items. What pays a part is divided as the items'
// amounts are; cents that do not divide go to whoever completes them, so that the sum is exact.
func byCategory(items []query.ShiftItemsRow, l locale.Locale) []ShiftCategory {
	type key struct{ category, offering string }
	type line struct {
		key
		position           int64
		categoryTitle, own string
		quantity, amount   int64
	}
	var lines []line
	at := map[key]int{}
	var payment string
	var upTo, given int64 // of the order's items so far: their amounts, and what they were given
	for _, it := range items {
		if it.PaymentID != payment {
			payment, upTo, given = it.PaymentID, 0, 0
		}
		upTo += it.Amount
		share := it.Received*upTo/max(it.SubTotal, 1) - given
		given += share
		k := key{it.Category, it.OfferingID}
		if _, there := at[k]; !there {
			at[k] = len(lines)
			lines = append(lines, line{
				key: k, position: it.CategoryPosition,
				categoryTitle: locale.Text{EN: it.CategoryEn, ZH: it.CategoryZh}.In(l), own: locale.Text{EN: it.TitleEn, ZH: it.TitleZh}.In(l),
			})
		}
		lines[at[k]].quantity += it.Quantity
		lines[at[k]].amount += share
	}
	slices.SortStableFunc(lines, func(a, b line) int {
		return cmp.Or(cmp.Compare(a.position, b.position), cmp.Compare(a.category, b.category), cmp.Compare(b.amount, a.amount))
	})
	out := []ShiftCategory{}
	last := ""
	for i, ln := range lines {
		if i == 0 || ln.category != last {
			out, last = append(out, ShiftCategory{Title: ln.categoryTitle, Offerings: []ShiftOffering{}}), ln.category
		}
		c := &out[len(out)-1]
		c.Amount += ln.amount
		c.Offerings = append(c.Offerings, ShiftOffering{Title: ln.own, Quantity: ln.quantity, Amount: ln.amount})
	}
	return out
}
