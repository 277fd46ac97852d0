package lunar

import "slices"

// Way is how a sign meets Tai Sui, the year's guardian.
type Way string

// The ways, in the order in which lists name them.
const (
	Own   Way = "own"   // 值太岁: the sign of the year itself
	Clash Way = "clash" // 冲太岁: the sign across the circle
	Bind  Way = "bind"  // 刑太岁
	Harm  Way = "harm"  // 害太岁
	Break Way = "break" // 破太岁
)

// Ways are all of them.
var Ways = []Way{Own, Clash, Bind, Harm, Break}

// harms (六害) and breaks (六破) give each sign its partner; bindings (刑) are the signs that bind one another: two
// groups of three, one pair, and four that bind themselves.
var (
	harms    = []int{7, 6, 5, 4, 3, 2, 1, 0, 11, 10, 9, 8}
	breaks   = []int{9, 4, 11, 6, 1, 8, 3, 10, 5, 0, 7, 2}
	bindings = [][]int{{2, 5, 8}, {1, 7, 10}, {0, 3}, {4}, {6}, {9}, {11}}
)

// Meets tells how a sign meets Tai Sui in a year of a sign, by the usual almanac; none where it does not. Temples
// publish lists that differ, so the office may change what this gives.
func Meets(sign, year int) (ways []Way) {
	for _, w := range Ways {
		var meets bool
		switch w {
		case Own:
			meets = sign == year
		case Clash:
			meets = (sign+6)%12 == year
		case Bind:
			meets = slices.ContainsFunc(bindings, func(g []int) bool {
				return slices.Contains(g, sign) && slices.Contains(g, year) && (sign != year || len(g) == 1)
			})
		case Harm:
			meets = harms[year] == sign
		case Break:
			meets = breaks[year] == sign
		}
		if meets {
			ways = append(ways, w)
		}
	}
	return ways
}

// YearOn is the year of a sign that the day belongs to, by the boundary: 2026 until the day before 2027's begins. ok is
// false for an unknown day.
func YearOn(d Day, b Boundary) (year int, ok bool) {
	l, ok := FromSolar(d)
	if !ok || b != Lichun {
		return l.Year, ok
	}
	spring, ok := SpringBegins(d.Year)
	if year = d.Year; spring.Until(d) < 0 {
		year--
	}
	return year, ok
}

// YearBegins is the first day of a year of a sign.
func YearBegins(year int, b Boundary) (Day, bool) {
	if b == Lichun {
		return SpringBegins(year)
	}
	return ToSolar(Date{year, 1, 1, false})
}

// SignOfYear is the place in Zodiacs of the sign that a year has.
func SignOfYear(year int) int { return turn(year, 12) }

// NominalAge is 虚岁 on a day of who was born on another: years of signs, that of the birth as one. ok is false for an
// unknown day, and for one before the birth.
func NominalAge(born, on Day, b Boundary) (age int, ok bool) {
	first, known := YearOn(born, b)
	last, ok := YearOn(on, b)
	return last - first + 1, ok && known && born.Until(on) >= 0
}
