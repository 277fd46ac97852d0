package locale_test

import (
	"testing"
	"time"

	"shanmen/internal/locale"
)

func TestDatesAreInSingapore(t *testing.T) {
	t.Parallel()
	for _, tc := range []struct {
		at     time.Time
		en, zh string
	}{
		{time.Date(2026, 11, 23, 16, 5, 0, 0, time.UTC), "Tuesday, 24 November 2026, 12:05 am, November 2026", "星期二, 2026年11月24日, 上午12:05, 2026年11月"},
		{time.Date(2026, 11, 22, 4, 0, 0, 0, time.UTC), "Sunday, 22 November 2026, 12:00 pm, November 2026", "星期日, 2026年11月22日, 下午12:00, 2026年11月"},
		{time.Date(2027, 2, 5, 23, 30, 0, 0, time.UTC), "Saturday, 6 February 2027, 7:30 am, February 2027", "星期六, 2027年2月6日, 上午7:30, 2027年2月"},
		{time.Date(2027, 2, 6, 11, 30, 0, 0, time.UTC), "Saturday, 6 February 2027, 7:30 pm, February 2027", "星期六, 2027年2月6日, 下午7:30, 2027年2月"},
	} {
		for l, want := range map[locale.Locale]string{locale.EN: tc.en, locale.ZH: tc.zh} {
			got := locale.Weekday(l, tc.at) + ", " + locale.Date(l, tc.at) + ", " + locale.Time(l, tc.at) + ", " + locale.Month(l, tc.at)
			if got != want {
				t.Errorf("%s, want %s", got, want)
			}
		}
	}
}
