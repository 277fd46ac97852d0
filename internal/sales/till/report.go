package till

import (
	"context"
	"errors"
	"fmt"
	"time"

	"shanmen/internal/base/clock"
	"shanmen/internal/base/fault"
	"shanmen/internal/base/locale"
	"shanmen/internal/base/money"
	"shanmen/internal/offer/content"
	"shanmen/internal/offer/form"
	"shanmen/internal/platform/db"
	"shanmen/internal/platform/db/query"
	"shanmen/internal/platform/httpd"
)

// ShiftReport is the complete report of a shift. Amounts are cents; titles are in the caller's language.
type ShiftReport struct {
	Shift        Shift           `json:"shift"`
	Temple       string          `json:"temple"`
	OpeningCount Count           `json:"openingCount" doc:"Counted notes and coins at opening; empty when only a sum was given"`
	ClosingCount Count           `json:"closingCount"`
	Receipts     int             `json:"receipts" doc:"Number of official receipts issued and not void"`
	Taken        money.Cents     `json:"taken" doc:"Cash received and not undone, in cents"`
	Payments     int             `json:"payments"`
	Refunded     int64           `json:"refunded"`
	Refunds      int             `json:"refunds"`
	Undone       int64           `json:"undone" doc:"Cash recorded by mistake and undone, in cents"`
	Undos        int             `json:"undos"`
	Categories   []ShiftCategory `json:"categories" doc:"Cash taken, before refunds, by category; adds up to taken"`
	Movements    []ShiftMovement `json:"movements" doc:"Cash movements in order of time"`
	PayNow       money.Cents     `json:"payNow" doc:"Cents received by PayNow for orders that this clerk entered in the shift"`
	PayNows      int64           `json:"payNows" doc:"Number of these payments"`
	PayNowWaits  money.Cents     `json:"payNowWaits" doc:"Cents of these orders not confirmed yet"`
}

// ShiftCategory is the amount taken for a category.
type ShiftCategory struct {
	Title     string          `json:"title"`
	Amount    money.Cents     `json:"amount"`
	Offerings []ShiftOffering `json:"offerings"`
}

// ShiftOffering is the amount taken for an offering, or for one fund of it.
type ShiftOffering struct {
	Title    string      `json:"title"`
	Fund     string      `json:"fund,omitempty" doc:"Fund, if its form asks for it: the line contains only this fund"`
	Quantity int64       `json:"quantity" doc:"Quantity; later parts of a part payment do not count again"`
	Amount   money.Cents `json:"amount"`
}

// ShiftMovement is a cash movement.
type ShiftMovement struct {
	At           time.Time   `json:"at"`
	Kind         string      `json:"kind" enum:"payment,undone,refund"`
	Invoice      string      `json:"invoice,omitempty"`
	Receipt      string      `json:"receipt,omitempty"`
	Payer        string      `json:"payer"`
	PayerChinese string      `json:"payerChinese,omitempty"`
	Amount       money.Cents `json:"amount"`
}

// Report answers with one's own shift, or, for the treasurer, anybody's. An open one has its current state.
func (s *Service) Report(ctx context.Context, in *httpd.ByID) (*ShiftReport, error) {
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
	if out.Categories, err = byCategory(ctx, r, items); err != nil {
		return nil, err
	}
	to := row.ClosedAt
	if to == 0 {
		to = clock.MillisOf(s.Clock.Now()) + 1
	}
	sums, err := r.ShiftPayNow(ctx, query.ShiftPayNowParams{ActorID: row.UserID, Opened: int64(row.OpenedAt), Ended: int64(to)})
	if err != nil {
		return nil, fmt.Errorf("PayNow of a shift: %w", err)
	}
	out.PayNow, out.PayNows, out.PayNowWaits = money.Cents(sums.Received), sums.Payments, money.Cents(sums.Waits)
	if shift.Blind { // the amount taken would reveal the expected amount
		out.Taken, out.Refunded, out.Undone, out.Categories, out.Movements = 0, 0, 0, []ShiftCategory{}, []ShiftMovement{}
	}
	return out, nil
}

func (p *ShiftReport) add(m query.ShiftMovementsRow) {
	move := ShiftMovement{At: m.At.Time(), Invoice: m.Number, Receipt: m.Receipt, Payer: m.PayerName, PayerChinese: m.PayerChinese, Amount: money.Cents(m.Amount)}
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
		p.Taken += money.Cents(m.Amount)
		if m.Receipt != "" {
			p.Receipts++
		}
	}
	p.Movements = append(p.Movements, move)
}

// byCategory groups offering lines, sorted by category, by category.
func byCategory(ctx context.Context, r db.Reader, items []query.ShiftItemsRow) ([]ShiftCategory, error) {
	out, l, forms := []ShiftCategory{}, httpd.LocaleOf(ctx), form.NewReader(r)
	for i, it := range items {
		if i == 0 || it.Category != items[i-1].Category {
			out = append(out, ShiftCategory{Title: locale.Text{EN: it.CategoryEn, ZH: it.CategoryZh}.In(l), Offerings: []ShiftOffering{}})
		}
		fund, err := forms.FundName(ctx, it.FormKey, it.Fund)
		if err != nil {
			return nil, fmt.Errorf("fund: %w", err)
		}
		c := &out[len(out)-1]
		c.Amount += money.Cents(it.Amount)
		c.Offerings = append(c.Offerings, ShiftOffering{
			Title: locale.Text{EN: it.TitleEn, ZH: it.TitleZh}.In(l), Fund: fund.In(l), Quantity: it.Quantity, Amount: money.Cents(it.Amount),
		})
	}
	return out, nil
}
