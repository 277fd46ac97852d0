package lunar

import (
	"testing"
	"time"
)

func TestLunarDatesOfKnownDays(t *testing.T) {
	for _, c := range []struct {
		solar Day
		lunar Date
		name  string
	}{
		{Day{2026, 2, 17}, Date{2026, 1, 1, false}, "正月初一"},
		{Day{2026, 3, 3}, Date{2026, 1, 15, false}, "正月十五"},
		{Day{2026, 5, 31}, Date{2026, 4, 15, false}, "四月十五"},
		{Day{2027, 5, 20}, Date{2027, 4, 15, false}, "四月十五"},
		{Day{2026, 8, 13}, Date{2026, 7, 1, false}, "七月初一"},
		{Day{2026, 8, 27}, Date{2026, 7, 15, false}, "七月十五"},
		{Day{2026, 10, 10}, Date{2026, 9, 1, false}, "九月初一"},
		{Day{2026, 11, 21}, Date{2026, 10, 13, false}, "十月十三"},
		{Day{2026, 12, 25}, Date{2026, 11, 17, false}, "十一月十七"},
		{Day{2027, 1, 15}, Date{2026, 12, 8, false}, "十二月初八"},
		{Day{2027, 2, 6}, Date{2027, 1, 1, false}, "正月初一"},
		{Day{2028, 1, 26}, Date{2028, 1, 1, false}, "正月初一"},
		{Day{2028, 6, 23}, Date{2028, 5, 1, true}, "闰五月初一"},
		{Day{2025, 7, 25}, Date{2025, 6, 1, true}, "闰六月初一"},
		{Day{2033, 12, 22}, Date{2033, 11, 1, true}, "闰十一月初一"},
		{Day{1900, 1, 31}, Date{1900, 1, 1, false}, "正月初一"},
		{Day{2024, 2, 9}, Date{2023, 12, 30, false}, "十二月三十"},
		{Day{2024, 2, 29}, Date{2024, 1, 20, false}, "正月二十"},
		{Day{2024, 3, 1}, Date{2024, 1, 21, false}, "正月廿一"},
	} {
		t.Run(c.solar.String(), func(t *testing.T) {
			if got, ok := FromSolar(c.solar); !ok || got != c.lunar || got.ChineseDay() != c.name {
				t.Errorf("FromSolar = %v %q %v, want %v %q", got, got.ChineseDay(), ok, c.lunar, c.name)
			}
			if got, ok := ToSolar(c.lunar); !ok || got != c.solar {
				t.Errorf("ToSolar = %v %v, want %v", got, ok, c.solar)
			}
		})
	}
}

func TestEveryDayConvertsToLunarAndBack(t *testing.T) {
	last := Day{LastYear, 12, 31}
	var before Date
	for d := (Day{FirstYear, 3, 1}); d != last; d = d.Add(1) {
		l, ok := FromSolar(d)
		if !ok {
			t.Fatalf("%v has no lunar day", d)
		}
		if l == before {
			t.Fatalf("%v is the same lunar day as the day before", d)
		}
		if back, ok := ToSolar(l); !ok || back != d {
			t.Fatalf("%v became %v and came back as %v", d, l, back)
		}
		before = l
	}
}

func TestNonexistentLunarDatesAreRefused(t *testing.T) {
	for _, l := range []Date{
		{2026, 6, 1, true}, {2025, 6, 30, true}, {2026, 13, 1, false}, {2026, 0, 1, false},
		{2026, 1, 0, false}, {2026, 1, 31, false}, {FirstYear - 1, 1, 1, false}, {LastYear + 1, 1, 1, false}, {-5, 1, 1, false},
	} {
		if d, ok := ToSolar(l); ok {
			t.Errorf("ToSolar(%v) = %v, want none", l, d)
		}
	}
	for _, d := range []Day{{2026, 2, 29}, {2026, 13, 1}, {2026, 0, 1}, {1582, 10, 10}, {LastYear + 1, 1, 1}, {0, 0, 0}} {
		if l, ok := FromSolar(d); ok {
			t.Errorf("FromSolar(%v) = %v, want none", d, l)
		}
		if got := Term(d); got != "" {
			t.Errorf("Term(%v) = %q", d, got)
		}
	}
}

func TestTheZodiacSignFollowsTheLunarYear(t *testing.T) {
	for _, c := range []struct {
		day    Day
		year   string
		animal string
	}{
		{Day{2026, 2, 17}, "丙午", "马"}, {Day{2026, 2, 16}, "乙巳", "蛇"},
		{Day{2027, 2, 6}, "丁未", "羊"}, {Day{2028, 1, 26}, "戊申", "猴"}, {Day{1985, 2, 5}, "甲子", "鼠"},
	} {
		l, _ := FromSolar(c.day)
		if l.ChineseYear() != c.year || Animals[l.Zodiac()] != c.animal {
			t.Errorf("%v: %s %s, want %s %s", c.day, l.ChineseYear(), Animals[l.Zodiac()], c.year, c.animal)
		}
	}
}

func TestSolarTermsAreRecognised(t *testing.T) {
	for d, want := range map[Day]string{
		{2026, 2, 4}: "立春", {2026, 4, 5}: "清明", {2026, 12, 22}: "冬至", {2027, 4, 5}: "清明", {2026, 12, 21}: "",
	} {
		if got := Term(d); got != want {
			t.Errorf("Term(%v) = %q, want %q", d, got, want)
		}
	}
	if got := Label(Day{2026, 12, 22}); got != "冬至" {
		t.Errorf("Label = %q", got)
	}
	if got := Label(Day{2026, 2, 4}); got != "十二月十七" {
		t.Errorf("Label = %q", got)
	}
}

func TestTheNextObservanceIsFound(t *testing.T) {
	o, on, ok := NextObservance(Day{2026, 11, 21})
	if !ok || o != FullMoon || on != (Day{2026, 11, 23}) {
		t.Errorf("after 十月十三: %v %v", o, on)
	}
	if o, on, _ = NextObservance(Day{2026, 11, 23}); o != FullMoon || on != (Day{2026, 11, 23}) {
		t.Errorf("on the day itself: %v %v", o, on)
	}
	if o, on, _ = NextObservance(Day{2026, 11, 24}); o != FirstDay || on != (Day{2026, 12, 9}) {
		t.Errorf("after the full moon: %v %v", o, on)
	}
}

func TestTheNextAndPreviousLunarDatesAreFound(t *testing.T) {
	today := Day{2026, 11, 21}
	if d, ok := Next(today, 4, 15); !ok || d != (Day{2027, 5, 20}) {
		t.Errorf("the next Vesak is %v", d)
	}
	if d, ok := Previous(today, 7, 15); !ok || d != (Day{2026, 8, 27}) {
		t.Errorf("the last Ullambana was %v", d)
	}
	if d, ok := NextTerm(today, "冬至"); !ok || d != (Day{2026, 12, 22}) {
		t.Errorf("the next solstice is %v", d)
	}
	if d, ok := Next(Day{2025, 7, 25}, 6, 1); !ok || d != (Day{2026, 7, 14}) {
		t.Errorf("a leap month is passed over: %v", d)
	}
}

func TestDayOfCrossesMidnightInSingapore(t *testing.T) {
	if d := DayOf(time.Date(2026, 11, 21, 16, 0, 0, 0, time.UTC)); d != (Day{2026, 11, 22}) {
		t.Errorf("DayOf = %v", d)
	}
}
