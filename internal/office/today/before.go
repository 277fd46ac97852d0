package today

import (
	"context"
	"fmt"
	"time"

	"shanmen/internal/base/clock"
	"shanmen/internal/base/lunar"
	"shanmen/internal/base/money"
	"shanmen/internal/offer/content"
	"shanmen/internal/offer/editing"
	"shanmen/internal/platform/db"
	"shanmen/internal/platform/db/query"
)

// yearBefore is the same date a year before; for 29 February the day before.
func yearBefore(d lunar.Day) lunar.Day {
	if d.Month == 2 && d.Day == 29 {
		d.Day = 28
	}
	d.Year--
	return d
}

// takingsOn sums the takings of a day; nil for days before the first money.
func takingsOn(ctx context.Context, r db.Reader, day lunar.Day) (*Takings, error) {
	since, before := clock.MillisOf(day.Time(0, 0)), clock.MillisOf(day.Add(1).Time(0, 0))
	first, err := r.TodayFirstMoney(ctx)
	if err != nil || first == 0 || clock.Millis(first) >= before {
		return nil, err
	}
	in, err := r.TodayTakings(ctx, query.TodayTakingsParams{Since: since, Before: before})
	return &Takings{day.String(), money.Cents(in.Came), in.Orders}, err
}

// besideLastYear adds last year's numbers to a day's.
func besideLastYear(ctx context.Context, r db.Reader, day lunar.Day, y *Yesterday) error {
	var err error
	if y.Before, err = takingsOn(ctx, r, yearBefore(day)); err != nil || y.Before == nil {
		return err
	}
	begins := lunar.Day{Year: day.Year - 1, Month: 1, Day: 1}
	first, err := r.TodayFirstMoney(ctx)
	if err != nil {
		return err
	}
	y.Year = &Years{}
	if at := lunar.DayOf(clock.Millis(first).Time()); begins.Until(at) > 0 {
		y.Year.Since = at.String()
	}
	for _, part := range []struct {
		until lunar.Day
		sum   *money.Cents
	}{{day, &y.Year.This}, {yearBefore(day), &y.Year.Last}} {
		sum, err := r.TodayYear(ctx, query.TodayYearParams{
			Since:  int64(clock.MillisOf(lunar.Day{Year: part.until.Year, Month: 1, Day: 1}.Time(0, 0))),
			Before: int64(clock.MillisOf(part.until.Add(1).Time(0, 0))),
		})
		if err != nil {
			return err
		}
		*part.sum = money.Cents(sum)
	}
	return nil
}

// todayTomorrow shows those who take money last year's numbers of the same lunar day, if tomorrow is a busy day.
func todayTomorrow(ctx context.Context, r db.Reader, out *Today) error {
	if out.Tomorrow == "" {
		return nil
	}
	l, ok := lunar.FromSolar(lunar.DayOf(out.Now).Add(1))
	if !ok {
		return nil
	}
	before, ok := lunar.ToSolar(lunar.Date{Year: l.Year - 1, Month: l.Month, Day: l.Day}.Kept())
	if !ok {
		return nil
	}
	then, err := takingsOn(ctx, r, before)
	out.TomorrowBefore = then
	return err
}

// bannersSoon is how far ahead a banner's end is announced.
const bannersSoon = 15 * 24 * time.Hour

// todayBanners lists banners that end soon.
func todayBanners(ctx context.Context, r db.Reader, out *Today) error {
	ends, err := content.BannersEnding(ctx, r, out.Now, out.Now.Add(bannersSoon))
	if err != nil {
		return err
	}
	for _, b := range ends {
		record, err := r.RecordByKey(ctx, query.RecordByKeyParams{Kind: editing.KindBanner, Key: b.ID})
		if err != nil {
			return fmt.Errorf("banner %s: %w", b.ID, err)
		}
		out.Coming = append(out.Coming, Coming{What: "banner", At: b.At.UTC(), Kind: editing.KindBanner, Record: record.ID, Title: b.Title})
	}
	return nil
}

// todayAnswers lists answers that could not be delivered, until somebody writes about the message again.
func todayAnswers(ctx context.Context, r db.Reader, out *Today) error {
	rows, err := r.TodayAnswers(ctx)
	if err != nil || len(rows) == 0 {
		return err
	}
	out.wait("answers", int64(len(rows)), int64(rows[0].At), 0)
	out.last().ID = rows[0].EntryID
	return nil
}
