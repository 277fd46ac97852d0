package lunar

import "sync"

// Boundary says when a zodiac year starts. Temples differ: a birth between the two possible days has a different sign
// by each.
type Boundary string

// The boundaries. Most people count from the lunar new year, Taoist practice from 立春.
const (
	NewYear Boundary = "new-year"
	Lichun  Boundary = "lichun"
)

// ZodiacOn is the index in Zodiacs of the sign of a birth on the day. The whole day of 立春 belongs to the new year,
// because the hour of a birth is rarely known. ok is false for an unknown day.
func ZodiacOn(d Day, b Boundary) (sign int, ok bool) {
	year, ok := YearOn(d, b)
	return turn(year, 12), ok
}

var springs sync.Map // solar year to Day

// SpringBegins is the day of 立春 in a solar year, between 3 and 5 February.
func SpringBegins(year int) (Day, bool) {
	if v, ok := springs.Load(year); ok {
		return v.(Day), true
	}
	for day := 3; day <= 5; day++ {
		if d := (Day{year, 2, day}); Term(d) == "立春" {
			springs.Store(year, d)
			return d, true
		}
	}
	return Day{}, false
}

// Anniversary is the first day from `from` on, included, on which a family commemorates a lunar date: leap months are
// observed in the ordinary month of their number, and days as in Kept.
func (l Date) Anniversary(from Day) (Day, bool) {
	now, ok := FromSolar(from)
	if !ok {
		return Day{}, false
	}
	for year := now.Year; year <= now.Year+1; year++ {
		if d, ok := ToSolar(Date{year, l.Month, l.Day, false}.Kept()); ok && from.Until(d) >= 0 {
			return d, true
		}
	}
	return Day{}, false
}

// Anniversary is the first day from `from` on, included, with the same day and month; 29 February is observed on the
// 28th in other years.
func (d Day) Anniversary(from Day) Day {
	for year := from.Year; ; year++ {
		a := Day{year, d.Month, d.Day}
		if !a.Valid() {
			a.Day--
		}
		if from.Until(a) >= 0 {
			return a
		}
	}
}

// YearsUntil counts the whole years from d to o, as ages are counted; negative if o is earlier.
func (d Day) YearsUntil(o Day) int {
	years := o.Year - d.Year
	if o.Month < d.Month || o.Month == d.Month && o.Day < d.Day {
		years--
	}
	return years
}
