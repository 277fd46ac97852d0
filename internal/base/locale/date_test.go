package locale_test

import (
	"encoding/json"
	"testing"
	"time"

	"shanmen/internal/base/locale"
	"shanmen/internal/testkit/source"
)

func TestDatesAreInSingapore(t *testing.T) {
	t.Parallel()
	for _, tc := range []struct {
		at     time.Time
		en, zh string
	}{
		{time.Date(2026, 11, 23, 16, 5, 0, 0, time.UTC), "Tuesday, 24 November 2026, 12:05 am, November 2026", "星期二, 2026年11月24日, 凌晨12:05, 2026年11月"},
		{time.Date(2026, 11, 22, 4, 0, 0, 0, time.UTC), "Sunday, 22 November 2026, 12:00 noon, November 2026", "星期日, 2026年11月22日, 中午12:00, 2026年11月"},
		{time.Date(2027, 2, 5, 23, 30, 0, 0, time.UTC), "Saturday, 6 February 2027, 7:30 am, February 2027", "星期六, 2027年2月6日, 上午7:30, 2027年2月"},
		{time.Date(2027, 2, 6, 11, 30, 0, 0, time.UTC), "Saturday, 6 February 2027, 7:30 pm, February 2027", "星期六, 2027年2月6日, 晚上7:30, 2027年2月"},
	} {
		for l, want := range map[locale.Locale]string{locale.EN: tc.en, locale.ZH: tc.zh} {
			got := locale.Weekday(l, tc.at) + ", " + locale.Date(l, tc.at) + ", " + locale.Time(l, tc.at) + ", " + locale.Month(l, tc.at)
			if got != want {
				t.Errorf("%s, want %s", got, want)
			}
		}
	}
}

// The pages' formatter is tested on the same cases: web/src/i18n/format.test.ts.
func TestTimeRangesAreFormatted(t *testing.T) {
	t.Parallel()
	raw := source.Read(t, "testdata/time-cases.json")
	var cases []struct{ From, To, EN, ZH string }
	if err := json.Unmarshal(raw, &cases); err != nil || len(cases) < 10 {
		t.Fatalf("%d cases: %v", len(cases), err)
	}
	at := func(clock string) time.Time {
		moment, err := time.Parse("2006-01-02 15:04 -0700", "2026-11-23 "+clock+" +0800")
		if err != nil {
			t.Fatal(err)
		}
		return moment
	}
	for _, tc := range cases {
		for l, want := range map[locale.Locale]string{locale.EN: tc.EN, locale.ZH: tc.ZH} {
			if got := locale.TimeRange(l, at(tc.From), at(tc.To)); got != want {
				t.Errorf("%s to %s: %s, want %s", tc.From, tc.To, got, want)
			}
		}
	}
	if got := locale.TimeRange(locale.ZH, at("01:00"), at("02:00").AddDate(0, 0, 1)); got != "凌晨1:00–凌晨2:00" {
		t.Errorf("over two days: %s", got)
	}
}
