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
		{time.Date(2026, 11, 22, 4, 0, 0, 0, time.UTC), "Sunday, 22 November 2026, 12:00 noon, November 2026", "星期日, 2026年11月22日, 中午12:00, 2026年11月"},
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

func TestTimeRange(t *testing.T) {
	t.Parallel()
	at := func(hour, minute int) time.Time { return time.Date(2026, 11, 23, hour-8, minute, 0, 0, time.UTC) }
	for _, tc := range []struct {
		from, to time.Time
		en, zh   string
	}{
		{at(9, 30), at(11, 30), "9:30 am – 11:30 am", "上午9:30–11:30"},
		{at(7, 0), at(17, 30), "7:00 am – 5:30 pm", "上午7:00–下午5:30"},
		{at(10, 0), at(12, 0), "10:00 am – 12:00 noon", "上午10:00–中午12:00"},
		{at(12, 0), at(13, 0), "12:00 noon – 1:00 pm", "中午12:00–下午1:00"},
		{at(12, 30), at(13, 0), "12:30 pm – 1:00 pm", "下午12:30–1:00"},
		{at(7, 0), at(25, 0), "7:00 am – 1:00 am", "上午7:00–上午1:00"},
		{at(0, 5), at(11, 59), "12:05 am – 11:59 am", "上午12:05–11:59"},
	} {
		for l, want := range map[locale.Locale]string{locale.EN: tc.en, locale.ZH: tc.zh} {
			if got := locale.TimeRange(l, tc.from, tc.to); got != want {
				t.Errorf("%s, want %s", got, want)
			}
		}
	}
}
