package content_test

import (
	"context"
	"errors"
	"strings"
	"testing"

	"shanmen/internal/base/lunar"
	"shanmen/internal/offer/content"
	"shanmen/internal/platform/db"
	"shanmen/internal/platform/db/query"
)

const line = `,"name":{"en":"","zh":""}}`

// Of all rows that apply to a day the last one counts.
func TestTheLastMatchingOpeningHoursLineWins(t *testing.T) {
	t.Parallel()
	lines, err := content.ParseOpening(`[
		{"on":"every","opens":"07:00","closes":"17:30"` + line + `,
		{"on":"weekday","days":[7],"opens":"06:00","closes":"18:00"` + line + `,
		{"on":"lunar-day","days":[1,15],"opens":"07:00","closes":"20:00"` + line + `,
		{"on":"lunar-date","month":6,"day":19,"opens":"05:00","closes":"21:00"` + line + `,
		{"on":"lunar-date","month":12,"day":0,"opens":"07:00","closes":"01:00"` + line + `,
		{"on":"date","date":"2027-01-11","closed":true,"name":{"en":"Cleaning","zh":"大扫除"}}]`)
	if err != nil {
		t.Fatal(err)
	}
	f := content.Facts{Opening: lines}
	for day, want := range map[lunar.Day]string{
		{Year: 2026, Month: 11, Day: 21}: "07:00 – 17:30", // a Saturday
		{Year: 2026, Month: 11, Day: 22}: "06:00 – 18:00", // a Sunday
		{Year: 2026, Month: 11, Day: 23}: "07:00 – 20:00", // 十月十五
		{Year: 2027, Month: 1, Day: 11}:  "",              // closed
		{Year: 2027, Month: 2, Day: 5}:   "07:00 – 01:00", // 除夕
		{Year: 2027, Month: 2, Day: 4}:   "07:00 – 17:30", // 廿八
		{Year: 2025, Month: 7, Day: 13}:  "05:00 – 21:00", // 六月十九
		{Year: 2025, Month: 7, Day: 25}:  "07:00 – 20:00", // 闰六月初一
		{Year: 2025, Month: 8, Day: 12}:  "07:00 – 17:30", // 闰六月十九 is no 六月十九
	} {
		if got := f.HoursOn(day); got != want {
			t.Errorf("%s: %q, want %q", day, got, want)
		}
	}
	if _, said := (content.Facts{}).OpeningOn(lunar.Day{Year: 2026, Month: 11, Day: 21}); said {
		t.Error("hours that nobody has set")
	}
}

func TestOpeningHoursLinesAreChecked(t *testing.T) {
	t.Parallel()
	good := `{"on":"every","opens":"07:00","closes":"17:30"` + line
	for text, bad := range map[string]int{
		`[` + good + `,{"on":"every","opens":"7:00","closes":"17:30"` + line + `]`:                2,
		`[{"on":"every","opens":"07:00"` + line + `]`:                                             1,
		`[{"on":"every","opens":"07:00","closes":"07:00"` + line + `]`:                            1,
		`[{"on":"every","opens":"07:00","closes":"17:30","closed":true` + line + `]`:              1,
		`[{"on":"weekday","days":[0],"closed":true` + line + `]`:                                  1,
		`[{"on":"weekday","closed":true` + line + `]`:                                             1,
		`[{"on":"lunar-day","days":[31],"closed":true` + line + `]`:                               1,
		`[{"on":"lunar-date","month":13,"closed":true` + line + `]`:                               1,
		`[{"on":"date","date":"2027-02-30","closed":true` + line + `]`:                            1,
		`[{"on":"noon","closed":true` + line + `]`:                                                1,
		`[{"on":"every","closed":true,"name":{"en":"` + strings.Repeat("x", 101) + `","zh":""}}]`: 1,
	} {
		_, err := content.ParseOpening(text)
		var wrong content.OpeningLineError
		if !errors.As(err, &wrong) || wrong.Line != bad {
			t.Errorf("%s: %v", text, err)
		}
	}
	if _, err := content.ParseOpening("[" + strings.TrimSuffix(strings.Repeat(good+",", 60), ",") + "]"); err != nil {
		t.Errorf("60 lines: %v", err)
	}
	if _, err := content.ParseOpening("[" + strings.TrimSuffix(strings.Repeat(good+",", 61), ",") + "]"); !errors.Is(err, content.ErrTooManyLines) {
		t.Errorf("61 lines: %v", err)
	}
}

// Where an older program has three times of day set, they are converted into these rows.
func TestOpeningHoursOfAnOlderVersionAreConverted(t *testing.T) {
	eachEngine(t, func(t *testing.T, s *content.Service) {
		err := s.DB.Write(ctx, func(ctx context.Context, tx *db.Tx) error {
			for key, value := range map[string]string{"temple-opens": "07:00", "temple-closes": "17:30", "temple-closes-late": "20:00"} {
				if err := tx.PutSetting(ctx, query.PutSettingParams{Key: key, Value: value}); err != nil {
					return err
				}
			}
			return nil
		})
		if err != nil {
			t.Fatal(err)
		}
		f, err := content.Site(ctx, s.DB.Read())
		if err != nil || f.HoursOn(lunar.Day{Year: 2026, Month: 11, Day: 21}) != "07:00 – 17:30" || f.HoursOn(lunar.Day{Year: 2026, Month: 11, Day: 23}) != "07:00 – 20:00" {
			t.Errorf("%v %+v", err, f.Opening)
		}
		f.Opening = nil
		if err := s.DB.Write(ctx, func(ctx context.Context, tx *db.Tx) error { return content.SavePlace(ctx, tx, f) }); err != nil {
			t.Fatal(err)
		}
		if f, err = content.Site(ctx, s.DB.Read()); err != nil || f.HoursOn(lunar.Day{Year: 2026, Month: 11, Day: 21}) != "" {
			t.Errorf("the office has said nothing since: %v %+v", err, f.Opening)
		}
	})
}
