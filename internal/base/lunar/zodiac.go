package lunar

import "sync"

// Boundary tells when the year of a zodiac sign begins. Temples differ: who was born between the two
// days has another sign with the one than with the other.
type Boundary string

// The boundaries. Most people count from the lunar new year, Taoist practice from 立春.
const (
	NewYear Boundary = "new-year"
	Lichun  Boundary = "lichun"
)

// ZodiacOn is the place in Zodiacs of the sign of who is born on the day. The whole day of 立春 belongs
// to the year that it begins: the hour of a birth is rarely known. ok is false for an unknown day.
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

// Anniversary is the first day from `from` on, itself included, on which a family remembers a lunar
// date: leap months are kept in the ordinary month of their number, and days as Kept has them.
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

// Anniversary is the first day from `from` on, itself included, with the same day and month; 29
// February is kept on the 28th in a year that has none.
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

// YearsUntil counts the whole years from d to o, as ages are counted; negative when o is earlier.
func (d Day) YearsUntil(o Day) int {
	years := o.Year - d.Year
	if o.Month < d.Month || o.Month == d.Month && o.Day < d.Day {
		years--
	}
	return years
}
