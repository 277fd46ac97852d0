package today

import (
	"context"
	"time"

	"shanmen/internal/base/clock"
	"shanmen/internal/base/locale"
	"shanmen/internal/base/money"
	"shanmen/internal/platform/db"
	"shanmen/internal/platform/db/query"
	"shanmen/internal/platform/httpd"
)

// Note is information for those who take money that needs no action.
type Note struct {
	What   string      `json:"what" enum:"price,counter-only"`
	Record string      `json:"record" doc:"Record id of the offering"`
	Title  locale.Text `json:"title" doc:"Title of offering and option"`
	At     *time.Time  `json:"at,omitempty" doc:"For a price: when it changes"`
	Price  money.Cents `json:"price,omitempty" doc:"Cents"`
	Before money.Cents `json:"before,omitempty" doc:"Present price in cents"`
	// Renewals is set for the treasurer.
	Renewals int64 `json:"renewals,omitempty" doc:"For a price: number of running subscriptions that will be renewed at it"`
	Left     int64 `json:"left" doc:"For counter-only options: remaining stock"`
}

// todayPrices announces upcoming price changes: to those who take money as a note, to editors as an automatic event.
func todayPrices(ctx context.Context, r db.Reader, out *Today) error {
	now, v := out.Now, httpd.VisitorOf(ctx)
	rows, err := r.TodayPrices(ctx, query.TodayPricesParams{Now: int64(clock.MillisOf(now)), Until: int64(clock.MillisOf(now.Add(comingWithin)))})
	if err != nil {
		return err
	}
	for _, row := range rows {
		title := optionTitle(row.TitleEn, row.TitleZh, row.OptionTitleEn, row.OptionTitleZh)
		at := row.FromAt.Time().UTC()
		if !v.Has("treasurer", "counter") {
			out.Coming = append(out.Coming, Coming{What: "price", At: at, Price: row.Price, Before: money.Cents(row.Before), Title: title})
			continue
		}
		note := Note{What: "price", Record: row.RecordID, Title: title, At: &at, Price: row.Price, Before: money.Cents(row.Before)}
		if v.Has("treasurer") {
			if note.Renewals, err = r.TodayRenewals(ctx, query.TodayRenewalsParams{OfferingID: row.OfferingID, OptionID: row.OptionID}); err != nil {
				return err
			}
		}
		out.Notes = append(out.Notes, note)
	}
	return nil
}

// fewLeft is the stock below which the counter is told about what only it sells.
const fewLeft = 20

// todayCounterOnly lists counter-only options that are nearly sold out; nobody else sees their stock.
func todayCounterOnly(ctx context.Context, r db.Reader, out *Today) error {
	rows, err := r.TodayCounterOnly(ctx, fewLeft)
	for _, row := range rows {
		out.Notes = append(out.Notes, Note{
			What: "counter-only", Record: row.RecordID, Left: row.Remaining,
			Title: optionTitle(row.TitleEn, row.TitleZh, row.OptionTitleEn, row.OptionTitleZh),
		})
	}
	return err
}

func optionTitle(en, zh, optionEN, optionZH string) locale.Text {
	return locale.Text{EN: en + " · " + optionEN, ZH: zh + " · " + optionZH}
}
