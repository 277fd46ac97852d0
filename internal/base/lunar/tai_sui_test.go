package lunar

import (
	"fmt"
	"math"
	"slices"
	"testing"
	"time"
)

// The signs printed in almanacs for these years.
func TestSignsThatMeetTaiSui(t *testing.T) {
	for year, want := range map[int]map[string][]Way{
		2020: {"rat": {Own}, "horse": {Clash}, "rabbit": {Bind}, "goat": {Harm}, "rooster": {Break}},
		2021: {"ox": {Own}, "goat": {Clash, Bind}, "dog": {Bind}, "horse": {Harm}, "dragon": {Break}},
		2022: {"tiger": {Own}, "monkey": {Clash, Bind}, "snake": {Bind, Harm}, "pig": {Break}},
		2023: {"rabbit": {Own}, "rooster": {Clash}, "rat": {Bind}, "dragon": {Harm}, "horse": {Break}},
		2024: {"dragon": {Own, Bind}, "dog": {Clash}, "rabbit": {Harm}, "ox": {Break}},
		2025: {"snake": {Own}, "pig": {Clash}, "tiger": {Bind, Harm}, "monkey": {Bind, Break}},
		2026: {"horse": {Own, Bind}, "rat": {Clash}, "ox": {Harm}, "rabbit": {Break}},
		2027: {"goat": {Own}, "ox": {Clash, Bind}, "rat": {Harm}, "dog": {Bind, Break}},
		2028: {"monkey": {Own}, "tiger": {Clash, Bind}, "pig": {Harm}, "snake": {Bind, Break}},
	} {
		for sign, name := range Zodiacs {
			if got := Meets(sign, SignOfYear(year)); !slices.Equal(got, want[name]) {
				t.Errorf("%d, %s: %v, want %v", year, name, got, want[name])
			}
		}
	}
}

// Conflicts between signs are mutual; each year has exactly one own sign, one opposite, one harm and one break.
func TestTaiSuiMeetingsAreMutual(t *testing.T) {
	for year := range 12 {
		count := map[Way]int{}
		for sign := range 12 {
			ways := Meets(sign, year)
			if !slices.Equal(ways, Meets(year, sign)) {
				t.Errorf("%s and %s: %v, %v", Zodiacs[sign], Zodiacs[year], ways, Meets(year, sign))
			}
			for _, w := range ways {
				count[w]++
			}
		}
		if count[Own] != 1 || count[Clash] != 1 || count[Harm] != 1 || count[Break] != 1 || count[Bind] < 1 || count[Bind] > 2 {
			t.Errorf("%s: %v", Zodiacs[year], count)
		}
	}
}

// A year's sign holds from its first day to the day before the next year begins, with either boundary; somebody born on
// the first day has it, and is one year old; somebody born a day earlier has the sign before, and is two.
func TestAZodiacYearLastsUntilTheNextBegins(t *testing.T) {
	for year := 1901; year <= LastYear; year++ {
		for _, b := range []Boundary{NewYear, Lichun} {
			first, ok := YearBegins(year, b)
			if !ok {
				t.Fatalf("%d has no beginning by %s", year, b)
			}
			eve := first.Add(-1)
			sign, _ := ZodiacOn(first, b)
			before, _ := ZodiacOn(eve, b)
			if sign != SignOfYear(year) || before != SignOfYear(year-1) {
				t.Errorf("%d by %s: %s, and %s the day before", year, b, Zodiacs[sign], Zodiacs[before])
			}
			for born, want := range map[Day]int{first: 1, eve: 2} {
				if age, ok := NominalAge(born, first, b); !ok || age != want {
					t.Errorf("%d by %s: born on %v, %d years old on %v, want %d", year, b, born, age, first, want)
				}
			}
			if _, ok := NominalAge(first, eve, b); ok {
				t.Errorf("%v is older than nothing on %v", first, eve)
			}
		}
	}
	if _, ok := YearOn(Day{LastYear + 1, 1, 1}, Lichun); ok {
		t.Error("beyond the known years there is none")
	}
}

// The age grows by one at the beginning of each year, and at no other time; a birth in a leap month counts like any
// other.
func TestNominalAgeGrowsAtTheYearBoundary(t *testing.T) {
	leap, _ := ToSolar(Date{2020, 4, 15, true})
	for _, born := range []Day{{1950, 2, 4}, {1956, 2, 11}, {1985, 2, 5}, {2020, 1, 24}, {2020, 1, 25}, leap} {
		for _, b := range []Boundary{NewYear, Lichun} {
			before := 0
			for d := born; d.Year < 2030; d = d.Add(1) {
				age, ok := NominalAge(born, d, b)
				begins, _ := YearBegins(d.Year, b)
				want := before
				if d == born {
					want = 1
				} else if d == begins {
					want++
				}
				if !ok || age != want {
					t.Fatalf("born %v, %s: %d on %v, want %d", born, b, age, d, want)
				}
				before = age
			}
		}
	}
}

// A birth just before midnight UTC belongs to the next day in Singapore.
func TestZodiacSignUsesSingaporeTime(t *testing.T) {
	for at, want := range map[string]string{"2026-02-16T15:59:00Z": "snake", "2026-02-16T16:00:00Z": "horse"} {
		moment, err := time.Parse(time.RFC3339, at)
		if err != nil {
			t.Fatal(err)
		}
		if sign, _ := ZodiacOn(DayOf(moment), NewYear); Zodiacs[sign] != want {
			t.Errorf("%s: %s, want %s", at, Zodiacs[sign], want)
		}
	}
}

// Compares with astronomy, not with a calendar: Meeus' formulas for the sun's longitude and the new moon. They are
// accurate to some minutes, so events nearer than that to midnight may fall on either day.
func TestYearBoundariesAgreeWithAstronomy(t *testing.T) {
	const sure = 20.0 / (24 * 60) // in days: events nearer to midnight are not decided by these formulas
	unsure := 0
	for year := 1901; year <= LastYear; year++ {
		for what, c := range map[string]struct {
			b  Boundary
			at float64 // Julian day in Singapore's calendar time zone
		}{"spring": {Lichun, sunAt(year, 2, 4, 315)}, "new year": {NewYear, newYearMoon(year)}} {
			day, fraction := math.Modf(c.at + 0.5)
			if fraction < sure || fraction > 1-sure {
				unsure++
				continue
			}
			want := DayOfNumber(int(day) - 2440588)
			if got, ok := YearBegins(year, c.b); !ok || got != want {
				t.Errorf("%s of %d: %v, the sky says %v (%s)", what, year, got, want, fmt.Sprintf("%.3f", fraction))
			}
		}
	}
	if unsure > 20 {
		t.Errorf("%d of 400 could not be decided", unsure)
	}
}

func julian(year, month, day int) float64 {
	return float64(Day{year, month, day}.Number()) + 2440587.5
}

// zone converts a moment of ephemeris time to UTC+8.
func zone(jde float64) float64 {
	y := (jde - 2451545) / 365.25 // years from 2000
	seconds := 62.92 + 0.32217*y + 0.005589*y*y
	if y < 5 {
		seconds = math.Max(0, 63.86+0.3345*y-0.0060374*y*y*math.Exp(y/50)) // approximate: within half a minute after 1901
	}
	return jde - seconds/86400 + 8.0/24
}

func sine(degrees float64) float64 { return math.Sin(degrees * math.Pi / 180) }

// longitude is the sun's apparent longitude in degrees (Meeus, chapter 25).
func longitude(jde float64) float64 {
	t := (jde - 2451545) / 36525
	m := 357.52911 + 35999.05029*t - 0.0001537*t*t
	c := (1.914602-0.004817*t)*sine(m) + (0.019993-0.000101*t)*sine(2*m) + 0.000289*sine(3*m)
	return math.Mod(280.46646+36000.76983*t+0.0003032*t*t+c-0.00569-0.00478*sine(125.04-1934.136*t)+360*1000, 360)
}

// sunAt is when the sun reaches a longitude near a day, in UTC+8.
func sunAt(year, month, day int, degrees float64) float64 {
	at := julian(year, month, day)
	for range 20 {
		off := math.Mod(degrees-longitude(at)+540+360, 360) - 180
		at += off * 365.2422 / 360
	}
	return zone(at)
}

// moon is the k-th new moon after that of 6 January 2000, in UTC+8 (Meeus, chapter 49).
func moon(k float64) float64 {
	t := k / 1236.85
	e := 1 - 0.002516*t - 0.0000074*t*t
	sun := 2.5534 + 29.10535670*k - 0.0000014*t*t
	own := 201.5643 + 385.81693528*k + 0.0107582*t*t
	f := 160.7108 + 390.67050284*k - 0.0016118*t*t
	node := 124.7746 - 1.56375588*k + 0.0020672*t*t
	at := 2451550.09766 + 29.530588861*k + 0.00015437*t*t
	at += -0.40720*sine(own) + 0.17241*e*sine(sun) + 0.01608*sine(2*own) + 0.01039*sine(2*f) + 0.00739*e*sine(own-sun) -
		0.00514*e*sine(own+sun) + 0.00208*e*e*sine(2*sun) - 0.00111*sine(own-2*f) - 0.00057*sine(own+2*f) +
		0.00056*e*sine(2*own+sun) - 0.00042*sine(3*own) + 0.00042*e*sine(sun+2*f) + 0.00038*e*sine(sun-2*f) -
		0.00024*e*sine(2*own-sun) - 0.00017*sine(node)
	return zone(at)
}

// newYearMoon is the new moon that begins a lunar year. The month of the winter solstice is the eleventh; of thirteen
// months between two solstices the first without a middle term is the leap month.
func newYearMoon(year int) float64 {
	dayOf := func(at float64) int { return int(math.Floor(at + 0.5)) }
	monthOf := func(solstice float64) float64 { // the new moon on or before the solstice's day
		k := math.Floor((solstice-2451550)/29.530588861) + 1
		for dayOf(moon(k)) > dayOf(solstice) {
			k--
		}
		return k
	}
	eleventh := monthOf(sunAt(year-1, 12, 22, 270))
	thirteen := monthOf(sunAt(year, 12, 22, 270))-eleventh == 13
	months := eleventh + 2
	if thirteen {
		for leap := eleventh + 1; leap <= eleventh+2; leap++ {
			if !hasMiddleTerm(dayOf(moon(leap)), dayOf(moon(leap+1))) {
				months++
				break
			}
		}
	}
	return moon(months)
}

// hasMiddleTerm reports whether the sun enters a twelfth of its circle on one of the days.
func hasMiddleTerm(first, next int) bool {
	year := DayOfNumber(first - 2440588).Year
	for y := year; y <= year+1; y++ {
		for _, term := range []struct {
			month, day int
			at         float64
		}{{12, 22, 270}, {1, 20, 300}, {2, 19, 330}, {3, 21, 0}} {
			if day := int(math.Floor(sunAt(y, term.month, term.day, term.at) + 0.5)); day >= first && day < next {
				return true
			}
		}
	}
	return false
}
