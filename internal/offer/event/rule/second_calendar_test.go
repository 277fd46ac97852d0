package rule

import (
	"bufio"
	"fmt"
	"math"
	"os"
	"slices"
	"testing"
	"time"

	"shanmen/internal/base/lunar"
)

// secondDay is a day of the second calendar, ICU, which computes sun and moon itself. long marks a month of 30 days.
type secondDay struct {
	lunar.Date
	long bool
}

// disputed are the first and last days of periods in which the two calendars differ: a new moon is within half an hour
// of midnight, or a solar term of a new moon, and ICU's astronomy is not that exact.
// TestEveryMonthBeginsOnTheDayOfItsNewMoon and TestLeapMonthsHaveNoGreatTerm decide each.
var disputed = [][2]string{
	{"1917-03-23", "1917-05-20"}, {"1922-06-25", "1922-08-22"}, {"1954-02-03", "1954-03-04"}, {"1955-02-22", "1955-03-23"},
	{"1987-07-26", "1987-09-22"}, {"1999-01-17", "1999-02-15"}, {"2012-08-17", "2012-09-15"}, {"2018-11-07", "2018-12-06"},
	{"2027-02-06", "2027-03-07"}, {"2030-02-02", "2030-03-03"}, {"2057-09-28", "2057-10-27"}, {"2070-03-12", "2070-04-10"},
}

// secondCalendar is the lunar day of each day of 1901 to 2099, from the output of scripts/second-calendar.mjs.
func secondCalendar(t *testing.T) map[lunar.Day]secondDay {
	t.Helper()
	f, err := os.Open("testdata/second-calendar.txt")
	if err != nil {
		t.Fatal(err)
	}
	defer func() { _ = f.Close() }()
	out := map[lunar.Day]secondDay{}
	for lines := bufio.NewScanner(f); lines.Scan(); {
		var year, leap int
		var first, months string
		if _, err := fmt.Sscan(lines.Text(), &year, &first, &leap, &months); err != nil {
			t.Fatal(lines.Text(), err)
		}
		day, _ := lunar.ParseDay(first)
		month, second := 1, false
		for _, long := range months {
			length := 29
			if long == '1' {
				length = 30
			}
			for i := range length {
				out[day] = secondDay{lunar.Date{Year: year, Month: month, Day: i + 1, Leap: second}, length == 30}
				day = day.Add(1)
			}
			if month == leap && !second {
				second = true
			} else {
				month, second = month+1, false
			}
		}
	}
	if len(out) < 72000 {
		t.Fatalf("only %d days", len(out))
	}
	return out
}

func isDisputed(d lunar.Day) bool {
	return slices.ContainsFunc(disputed, func(span [2]string) bool { return d.String() >= span[0] && d.String() <= span[1] })
}

func TestTheCalendarAgreesWithASecondOne(t *testing.T) {
	second := secondCalendar(t)
	differ := [][2]string{}
	last := lunar.Day{}
	for day := (lunar.Day{Year: 1901, Month: 2, Day: 19}); day.Year < 2100; day = day.Add(1) {
		if got, ok := lunar.FromSolar(day); ok && got == second[day].Date {
			continue
		}
		if last.Add(1) != day {
			differ = append(differ, [2]string{day.String()})
		}
		last, differ[len(differ)-1][1] = day, day.String()
	}
	if !slices.Equal(differ, disputed) {
		t.Errorf("the calendars differ in %q", differ)
	}
}

// newMoon is the k-th new moon after the first of 2000 (Meeus, Astronomical Algorithms, chapter 49), accurate to half a
// minute.
func newMoon(k float64) time.Time {
	c := k / 1236.85
	rad := math.Pi / 180
	jde := 2451550.09766 + 29.530588861*k + 0.00015437*c*c - 0.00000015*c*c*c
	e := 1 - 0.002516*c - 0.0000074*c*c
	sun := (2.5534 + 29.10535670*k - 0.0000014*c*c) * rad
	moon := (201.5643 + 385.81693528*k + 0.0107582*c*c + 0.00001238*c*c*c) * rad
	f := (160.7108 + 390.67050284*k - 0.0016118*c*c - 0.00000227*c*c*c) * rad
	node := (124.7746 - 1.56375588*k + 0.0020672*c*c) * rad
	sin := math.Sin
	jde += -0.40720*sin(moon) + 0.17241*e*sin(sun) + 0.01608*sin(2*moon) + 0.01039*sin(2*f) + 0.00739*e*sin(moon-sun) -
		0.00514*e*sin(moon+sun) + 0.00208*e*e*sin(2*sun) - 0.00111*sin(moon-2*f) - 0.00057*sin(moon+2*f) + 0.00056*e*sin(2*moon+sun) -
		0.00042*sin(3*moon) + 0.00042*e*sin(sun+2*f) + 0.00038*e*sin(sun-2*f) - 0.00024*e*sin(2*moon-sun) - 0.00017*sin(node) -
		0.00007*sin(moon+2*sun) + 0.00004*sin(2*moon-2*f) + 0.00004*sin(3*sun) + 0.00003*sin(moon+sun-2*f) + 0.00003*sin(2*moon+2*f) -
		0.00003*sin(moon+sun+2*f) + 0.00003*sin(moon-sun+2*f) - 0.00002*sin(moon-sun-2*f) - 0.00002*sin(3*moon+sun) + 0.00002*sin(4*moon)
	for i, planet := range [][3]float64{
		{299.77, 0.107408, 0.000325}, {251.88, 0.016321, 0.000165}, {251.83, 26.651886, 0.000164}, {349.42, 36.412478, 0.000126},
		{84.66, 18.206239, 0.000110}, {141.74, 53.303771, 0.000062}, {207.14, 2.453732, 0.000060}, {154.84, 7.306860, 0.000056},
		{34.52, 27.261239, 0.000047}, {207.19, 0.121824, 0.000042}, {291.34, 1.844379, 0.000040}, {161.72, 24.198154, 0.000037},
		{239.56, 25.513099, 0.000035}, {331.55, 3.592518, 0.000023},
	} {
		angle := planet[0] + planet[1]*k
		if i == 0 {
			angle -= 0.009173 * c * c
		}
		jde += planet[2] * sin(angle*rad)
	}
	// The difference between ephemeris time and universal time: some seconds in 1901, about 70 today, about 200 in
	// 2100.
	y := 2000 + 100*c
	late := 62.92 + 0.32217*(y-2000) + 0.005589*(y-2000)*(y-2000)
	if y < 1986 {
		late = 45.45 + 1.067*(y-1975) - (y-1975)*(y-1975)/260
	}
	if y < 1941 {
		late = 22
	}
	return time.Unix(0, int64((jde-2440587.5)*86400e9)-int64(late*1e9)).UTC()
}

// TestEveryMonthBeginsOnTheDayOfItsNewMoon decides where the second calendar differs. Until 1928 the day began at
// midnight on Beijing's own meridian. New moons within a minute of midnight are not decided.
func TestEveryMonthBeginsOnTheDayOfItsNewMoon(t *testing.T) {
	k := math.Round((1901.1 - 2000) * 12.3685)
	open := 0
	for day := (lunar.Day{Year: 1901, Month: 3, Day: 1}); day.Year < 2100; day = day.Add(1) {
		if l, ok := lunar.FromSolar(day); !ok || l.Day != 1 {
			continue
		}
		begins := day.Time(0, 0)
		if day.Year < 1929 {
			begins = begins.Add(8*time.Hour - (7*time.Hour + 45*time.Minute + 40*time.Second))
		}
		for newMoon(k).Before(begins.Add(-10 * 24 * time.Hour)) {
			k++
		}
		late := newMoon(k).Sub(begins)
		if day == (lunar.Day{Year: 1906, Month: 4, Day: 24}) {
			continue // that year's almanac was eight minutes wrong, and was used nevertheless
		}
		if late < -time.Minute || late > 24*time.Hour+time.Minute {
			t.Errorf("%v: its new moon is %v after midnight", day, late)
		}
		if late < time.Minute || late > 24*time.Hour-time.Minute {
			open++
		}
	}
	if open != 2 { // 2057-09-28 and 2097-08-07
		t.Errorf("%d months are left open", open)
	}
}

// TestLeapMonthsHaveNoGreatTerm: a leap month contains none of the twelve great terms (冬至, 大寒, …).
func TestLeapMonthsHaveNoGreatTerm(t *testing.T) {
	leap := 0
	for year := 1901; year <= 2098; year++ {
		first, ok := lunar.ToSolar(lunar.Date{Year: year, Month: lunar.LeapMonth(year), Day: 1, Leap: true})
		if !ok {
			continue
		}
		leap++
		for day := first; ; day = day.Add(1) {
			if l, _ := lunar.FromSolar(day); !l.Leap {
				break
			}
			if i := slices.Index(lunar.Terms, lunar.Term(day)); i%2 == 1 {
				t.Errorf("the leap month of %d has %s", year, lunar.Terms[i])
			}
		}
	}
	if leap != 72 {
		t.Errorf("%d leap months", leap)
	}
}

func TestLeapMonthsMatchKnownYears(t *testing.T) {
	for year, month := range map[int]int{2025: 6, 2026: 0, 2027: 0, 2028: 5, 2031: 3, 2033: 11} {
		if got := lunar.LeapMonth(year); got != month {
			t.Errorf("the leap month of %d is %d, want %d", year, got, month)
		}
	}
}

// sunAt is the apparent longitude of the sun in degrees, to 0.01 (Meeus, Astronomical Algorithms, chapter 25).
func sunAt(at time.Time) float64 {
	jd := float64(at.Unix())/86400 + 2440587.5 + 70.0/86400
	c := (jd - 2451545) / 36525
	rad := math.Pi / 180
	m := (357.52911 + 35999.05029*c - 0.0001537*c*c) * rad
	mean := 280.46646 + 36000.76983*c + 0.0003032*c*c
	center := (1.914602-0.004817*c-0.000014*c*c)*math.Sin(m) + (0.019993-0.000101*c)*math.Sin(2*m) + 0.000289*math.Sin(3*m)
	node := (125.04 - 1934.136*c) * rad
	return math.Mod(math.Mod(mean+center-0.00569-0.00478*math.Sin(node), 360)+360, 360)
}

// TestSolarTermsAgreeWithTheSun: the sun reaches the term's longitude on the term's day. The computation is accurate to
// a quarter of an hour, so half an hour at each end of the day is not decided.
func TestSolarTermsAgreeWithTheSun(t *testing.T) {
	const slack = 30 * time.Minute
	for year := 1901; year <= 2099; year++ {
		for i, term := range lunar.Terms {
			day, ok := lunar.TermDay(year, term)
			if !ok || day.Year != year || day.Month != i/2+1 {
				t.Fatalf("%s of %d: %v %v", term, year, day, ok)
			}
			place := math.Mod(285+15*float64(i), 360)
			behind := func(at time.Time) float64 { return math.Mod(sunAt(at)-place+540, 360) - 180 }
			begins := day.Time(0, 0)
			if behind(begins.Add(-slack)) > 0 || behind(begins.Add(24*time.Hour+slack)) < 0 {
				t.Errorf("%s of %d is not on %v", term, year, day)
			}
		}
	}
	if _, ok := lunar.TermDay(2026, "冬天"); ok {
		t.Error("a term that is none has a day")
	}
}

// TestEveryLunarRuleHasTheDaysOfTheSecondCalendar compares all days of 199 years, in both directions: each date
// satisfies the rule, and none is missing.
func TestEveryLunarRuleHasTheDaysOfTheSecondCalendar(t *testing.T) {
	second := secondCalendar(t)
	session := []Session{{Begins: "09:00", Ends: "10:00"}}
	for _, r := range []Rule{
		{Kind: LunarMonthly, LunarDays: []int{1, 15}},
		{Kind: LunarMonthly, LunarDays: []int{1, 15}, Leap: LeapFirst},
		{Kind: LunarMonthly, LunarDays: []int{30}, Short: ShortLast},
		{Kind: LunarMonthly, LunarDays: []int{30, 29}, Short: ShortLeftOut, Leap: LeapFirst},
		{Kind: LunarYearly, LunarMonth: 7, LunarDays: []int{15}},
		{Kind: LunarYearly, LunarMonth: 6, LunarDays: []int{19}, Leap: LeapAlso},
		{Kind: LunarYearly, LunarMonth: 12, LunarDays: []int{30}, Short: ShortLast},
		{Kind: LunarYearly, LunarMonth: 7, LunarDays: []int{30}, Short: ShortLeftOut, Leap: LeapAlso},
		{Kind: LunarYearly, LunarMonth: 11, LunarDays: []int{1, 30}, Short: ShortLast, Leap: LeapAlso},
	} {
		r.From, r.Sessions = "1901-03-01", session
		if err := r.Check(""); err != nil {
			t.Fatal(err)
		}
		from, to := lunar.Day{Year: 1901, Month: 3, Day: 1}, lunar.Day{Year: 2099, Month: 12, Day: 31}
		got := map[lunar.Day]bool{}
		for _, d := range r.Dates(from, to) {
			if got[d.Day] {
				t.Errorf("%s has %v twice", r.JSON(), d.Day)
			}
			got[d.Day] = true
		}
		also := r.Leap == LeapAlso || r.Leap == "" && r.Kind == LunarMonthly
		for day := from; day != to; day = day.Add(1) {
			l := second[day]
			want := slices.Contains(r.LunarDays, l.Day) ||
				r.Short == ShortLast && slices.Contains(r.LunarDays, 30) && l.Day == 29 && !l.long
			want = want && (r.Kind == LunarMonthly || l.Month == r.LunarMonth) && (also || !l.Leap)
			if got[day] != want && !isDisputed(day) && !isDisputed(day.Add(1)) && !isDisputed(day.Add(-1)) { // the month before has another length
				t.Errorf("%s has %v: %v, want %v", r.JSON(), day, got[day], want)
			}
		}
	}
}
