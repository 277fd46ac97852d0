package lunar

import (
	"encoding/json"
	"testing"

	"shanmen/internal/testkit/source"
)

// The browser is tested on the same cases (web/src/domain/form/zodiac.test.ts).
func TestZodiacSignsFollowBothYearBoundaries(t *testing.T) {
	raw := source.Read(t, "testdata/zodiac-cases.json")
	var cases []struct {
		Solar   string
		Lunar   Date
		Chinese string
		NewYear string `json:"new-year"`
		Lichun  string `json:"lichun"`
	}
	if err := json.Unmarshal(raw, &cases); err != nil || len(cases) < 15 {
		t.Fatal(len(cases), err)
	}
	for _, c := range cases {
		t.Run(c.Solar, func(t *testing.T) {
			d, ok := ToSolar(c.Lunar)
			if !ok || d.String() != c.Solar || c.Lunar.ChineseDay() != c.Chinese {
				t.Errorf("%v %q, want %s %q", d, c.Lunar.ChineseDay(), c.Solar, c.Chinese)
			}
			if l, ok := FromSolar(d); !ok || l != c.Lunar {
				t.Errorf("back it is %v", l)
			}
			for b, want := range map[Boundary]string{NewYear: c.NewYear, Lichun: c.Lichun, "": c.NewYear} {
				if sign, ok := ZodiacOn(d, b); !ok || Zodiacs[sign] != want {
					t.Errorf("from %q: %s %v, want %s", b, Zodiacs[sign], ok, want)
				}
			}
		})
	}
}

// Spring begins from 3 to 5 February in every year of the table; a birth outside the table has no sign.
func TestSpringBeginsEveryYearBetween3And5February(t *testing.T) {
	for y := FirstYear; y <= LastYear; y++ {
		if d, ok := SpringBegins(y); !ok || d.Year != y || d.Month != 2 {
			t.Errorf("%d: %v %v", y, d, ok)
		}
	}
	for _, d := range []Day{{2101, 1, 1}, {1849, 12, 31}, {2026, 2, 30}} {
		for _, b := range []Boundary{NewYear, Lichun} {
			if _, ok := ZodiacOn(d, b); ok {
				t.Errorf("%v has a sign", d)
			}
		}
	}
}

func TestAnniversaryOfALunarDate(t *testing.T) {
	today := Day{2026, 11, 21} // 十月十三
	for name, c := range map[string]struct {
		date       Date
		from, want Day
	}{
		"later this year":                         {Date{1998, 11, 17, false}, today, Day{2026, 12, 25}},
		"over for this year":                      {Date{1998, 7, 15, false}, today, Day{2027, 8, 16}},
		"on the day itself":                       {Date{1998, 10, 13, false}, today, today},
		"the leap month is kept in the ordinary":  {Date{2020, 4, 1, true}, today, Day{2027, 5, 6}},
		"in the year of the leap month the first": {Date{2001, 6, 1, false}, Day{2025, 1, 29}, Day{2025, 6, 25}},
		"a 30th that the month lacks":             {Date{2024, 12, 30, false}, Day{2026, 1, 1}, Day{2026, 2, 16}},
		"a 30th that the month has":               {Date{2023, 12, 30, false}, today, Day{2027, 2, 5}},
	} {
		t.Run(name, func(t *testing.T) {
			if got, ok := c.date.Anniversary(c.from); !ok || got != c.want {
				t.Errorf("%v %v, want %v", got, ok, c.want)
			}
		})
	}
	if _, ok := (Date{1998, 7, 15, false}).Anniversary(Day{LastYear, 12, 31}); ok {
		t.Error("beyond the known years there is none")
	}
}

func TestAnniversaryOfASolarDate(t *testing.T) {
	today := Day{2026, 11, 21}
	for _, c := range []struct{ d, from, want Day }{
		{Day{1998, 11, 21}, today, today},
		{Day{1998, 11, 20}, today, Day{2027, 11, 20}},
		{Day{1998, 12, 1}, today, Day{2026, 12, 1}},
		{Day{2024, 2, 29}, today, Day{2027, 2, 28}},
		{Day{2024, 2, 29}, Day{2028, 1, 1}, Day{2028, 2, 29}},
	} {
		if got := c.d.Anniversary(c.from); got != c.want {
			t.Errorf("%v from %v: %v, want %v", c.d, c.from, got, c.want)
		}
	}
}

func TestWholeYearsBetweenDatesAreCounted(t *testing.T) {
	for _, c := range []struct {
		from, to Day
		want     int
	}{
		{Day{1956, 3, 2}, Day{2026, 3, 1}, 69}, {Day{1956, 3, 2}, Day{2026, 3, 2}, 70},
		{Day{2026, 11, 21}, Day{2026, 11, 21}, 0}, {Day{2026, 11, 21}, Day{2026, 11, 20}, -1},
	} {
		if got := c.from.YearsUntil(c.to); got != c.want {
			t.Errorf("%v to %v: %d, want %d", c.from, c.to, got, c.want)
		}
	}
}
