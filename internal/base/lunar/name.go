package lunar

import "github.com/6tail/lunar-go/calendar"

var (
	monthNames = []string{"正", "二", "三", "四", "五", "六", "七", "八", "九", "十", "十一", "十二"}
	digits     = []string{"", "一", "二", "三", "四", "五", "六", "七", "八", "九", "十"}
	stems      = []string{"甲", "乙", "丙", "丁", "戊", "己", "庚", "辛", "壬", "癸"}
	branches   = []string{"子", "丑", "寅", "卯", "辰", "巳", "午", "未", "申", "酉", "戌", "亥"}
)

// Zodiacs are the twelve signs in their order, as keys of messages and of art. The Chinese
// characters stand in Animals.
var Zodiacs = []string{"rat", "ox", "tiger", "rabbit", "dragon", "snake", "horse", "goat", "monkey", "rooster", "dog", "pig"}

// Animals are the twelve signs as they are written on lists and tablets.
var Animals = []string{"鼠", "牛", "虎", "兔", "龙", "蛇", "马", "羊", "猴", "鸡", "狗", "猪"}

// ChineseDay writes month and day: 十月十三, 闰六月初一.
func (l Date) ChineseDay() string {
	if l.Month < 1 || l.Month > 12 || l.Day < 1 || l.Day > 30 {
		return ""
	}
	leap := ""
	if l.Leap {
		leap = "闰"
	}
	return leap + monthNames[l.Month-1] + "月" + dayName(l.Day)
}

// ChineseYear writes the year by stem and branch: 丙午.
func (l Date) ChineseYear() string { return stems[turn(l.Year, 10)] + branches[turn(l.Year, 12)] }

// Zodiac is the place of the year's sign in Zodiacs and Animals, counted from the lunar new year.
func (l Date) Zodiac() int { return turn(l.Year, 12) }

// turn: the year 4 began the first cycle.
func turn(year, cycle int) int { return ((year-4)%cycle + cycle) % cycle }

func dayName(d int) string {
	switch {
	case d <= 10:
		return "初" + digits[d]
	case d < 20:
		return "十" + digits[d-10]
	case d == 20:
		return "二十"
	case d < 30:
		return "廿" + digits[d-20]
	}
	return "三十"
}

// Observance is a day on which the temple chants every month.
type Observance int

// The two observances: the first day of a lunar month, and the fifteenth.
const (
	FirstDay Observance = 1
	FullMoon Observance = 15
)

const searching = 800 // days: two years and more

// NextObservance is the nearest first or fifteenth day, d itself included.
func NextObservance(d Day) (o Observance, on Day, ok bool) {
	for i := range 31 {
		on = d.Add(i)
		l, known := FromSolar(on)
		if !known {
			return 0, Day{}, false
		}
		if l.Day == int(FirstDay) || l.Day == int(FullMoon) {
			return Observance(l.Day), on, true
		}
	}
	return 0, Day{}, false
}

// Next is the first day from d on, d itself included, that keeps this lunar month and day (Kept); leap months are skipped,
// as yearly observances do.
func Next(d Day, month, day int) (Day, bool) { return Date{Month: month, Day: day}.Anniversary(d) }

// Previous is the last day before d that keeps this lunar month and day.
func Previous(d Day, month, day int) (on Day, ok bool) {
	now, ok := FromSolar(d)
	for year := now.Year; ok && year >= now.Year-1; year-- {
		if on, ok = ToSolar(Date{year, month, day, false}.Kept()); ok && on.Until(d) > 0 {
			return on, true
		}
	}
	return Day{}, false
}

// NextTerm is the first day from d on, d itself included, on which the solar term (冬至, 清明) begins.
func NextTerm(d Day, term string) (Day, bool) {
	for i := range searching {
		if x := d.Add(i); Term(x) == term {
			return x, true
		}
	}
	return Day{}, false
}

// Term is the solar term that begins on the day (冬至), or "".
func Term(d Day) (name string) {
	if !d.Valid() || d.Year < FirstYear || d.Year > LastYear {
		return ""
	}
	defer func() {
		if recover() != nil {
			name = ""
		}
	}()
	return calendar.NewLunarFromSolar(calendar.NewSolarFromYmd(d.Year, d.Month, d.Day)).GetJieQi()
}

// Label is what a calendar writes beside a solar day: the solar term that begins, else the lunar day.
func Label(d Day) string {
	for _, term := range []string{"冬至", "清明"} {
		if begins, ok := TermDay(d.Year, term); ok && begins == d { // asked by year: it is kept, and each page writes many days
			return term
		}
	}
	l, _ := FromSolar(d)
	return l.ChineseDay()
}
