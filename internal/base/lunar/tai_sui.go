package lunar

import "slices"

// Way is how a sign meets Tai Sui, the guardian of the year.
type Way string

// The ways, in the order of lists.
const (
	Own   Way = "own"   // 值太岁: the sign of the year itself
	Clash Way = "clash" // 冲太岁: the opposite sign
	Bind  Way = "bind"  // 刑太岁
	Harm  Way = "harm"  // 害太岁
	Break Way = "break" // 破太岁
)

// Ways lists all of them.
var Ways = []Way{Own, Clash, Bind, Harm, Break}

// harms (六害) and breaks (六破) map each sign to its partner; bindings (刑) are signs that bind one another: two groups of
// three, one pair, and four that bind themselves.
var (
	harms    = []int{7, 6, 5, 4, 3, 2, 1, 0, 11, 10, 9, 8}
	breaks   = []int{9, 4, 11, 6, 1, 8, 3, 10, 5, 0, 7, 2}
	bindings = [][]int{{2, 5, 8}, {1, 7, 10}, {0, 3}, {4}, {6}, {9}, {11}}
)

// Meets returns how a sign meets Tai Sui in a sign's year by the usual almanac, if at all. Temples publish differing
// lists, so the office can override it.
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

// YearOn is the zodiac year of a day by the given boundary: 2026 until the day before 2027 starts. ok is false for an
// unknown day.
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

// YearBegins is the first day of a zodiac year.
func YearBegins(year int, b Boundary) (Day, bool) {
	if b == Lichun {
		return SpringBegins(year)
	}
	return ToSolar(Date{year, 1, 1, false})
}

// SignOfYear is the index in Zodiacs of a year's sign.
func SignOfYear(year int) int { return turn(year, 12) }

// NominalAge is the age in 虚岁 on a day: zodiac years, counting that of the birth as one. ok is false for an unknown day
// or one before the birth.
func NominalAge(born, on Day, b Boundary) (age int, ok bool) {
	first, known := YearOn(born, b)
	last, ok := YearOn(on, b)
	return last - first + 1, ok && known && born.Until(on) >= 0
}
