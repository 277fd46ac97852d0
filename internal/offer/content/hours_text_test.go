package content_test

import (
	"slices"
	"strings"
	"testing"

	"shanmen/internal/base/locale"
	"shanmen/internal/offer/content"
)

func TestTimesInATextAreComparedWithTheOpeningHours(t *testing.T) {
	t.Parallel()
	for _, c := range []struct{ text, opens, closes, stray string }{
		{"7:00 am to 5:30 pm. On 1st and 15th lunar days, to 8 pm.", "07:00", "17:30", "8 pm"},
		{"7:00 am to 5:30 pm. On 1st and 15th lunar days, to 8 pm.", "08:00", "17:00", "7:00 am|5:30 pm|8 pm"},
		{"上午7时至下午5时30分。初一、十五至晚上8时。", "07:00", "20:00", "下午5时30分"},
		{"上午七时至下午五时半", "07:00", "17:30", ""},
		{"早上七点三刻至傍晚六點一刻", "07:45", "18:15", ""},
		{"每日7时至5时半", "07:00", "17:30", ""},
		{"晚上十二时关门，中午12:00开门", "12:00", "00:00", ""},
		{"每日7:00–17:30开放，全年24小时接听电话", "07:00", "17:30", ""},
		{"Open 07:00–17:30, every day of 2026", "07:00", "17:30", ""},
		{"9 a.m. to 12 noon", "09:00", "12:00", ""},
		{"Until 12 midnight", "07:00", "00:00", ""},
		{"8.30 am to 6 PM", "08:30", "18:00", ""},
		{"十一点三十分至十三时", "11:30", "13:00", ""},
		{"From a quarter past six", "06:15", "18:00", ""},
		{"7 steps, 5 halls, call 6000 0000", "06:15", "18:00", ""},
		{"7:00 am to 5:30 pm", "", "", ""},
	} {
		f := content.Facts{Hours: locale.Text{EN: c.text, ZH: c.text}}
		if c.opens != "" {
			f.Opening = []content.OpeningLine{{On: content.OnEveryDay, Opens: c.opens, Closes: c.closes}, {On: content.OnLunarDays, Days: []int{29}, Closed: true}}
		}
		if got := strings.Join(f.StrayTimes(locale.EN), "|"); got != c.stray {
			t.Errorf("%q beside %s – %s: stray %q, want %q", c.text, c.opens, c.closes, got, c.stray)
		}
	}
	at := func(opens, closes string) content.Facts {
		return content.Facts{Opening: []content.OpeningLine{{On: content.OnEveryDay, Opens: opens, Closes: closes}}}
	}
	if got := content.FormerTimes("From 7:00 am to 5:30 pm, tea at 7:00 am, chanting at 5:30; stay until 8 pm", at("07:00", "17:30"), at("07:00", "17:00")); !slices.Equal(got, []string{"5:30 pm"}) {
		t.Errorf("%v", got)
	}
}
