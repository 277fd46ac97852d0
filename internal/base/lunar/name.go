package lunar

import "github.com/6tail/lunar-go/calendar"

var (
	monthNames = []string{"正", "二", "三", "四", "五", "六", "七", "八", "九", "十", "十一", "十二"}
	digits     = []string{"", "一", "二", "三", "四", "五", "六", "七", "八", "九", "十"}
	stems      = []string{"甲", "乙", "丙", "丁", "戊", "己", "庚", "辛", "壬", "癸"}
	branches   = []string{"子", "丑", "寅", "卯", "辰", "巳", "午", "未", "申", "酉", "戌", "亥"}
)

// Zodiacs are the twelve signs in order, as keys of messages and pictures. Their Chinese characters are in Animals.
var Zodiacs = []string{"rat", "ox", "tiger", "rabbit", "dragon", "snake", "horse", "goat", "monkey", "rooster", "dog", "pig"}

// Animals are the twelve signs as written on lists and tablets.
var Animals = []string{"鼠", "牛", "虎", "兔", "龙", "蛇", "马", "羊", "猴", "鸡", "狗", "猪"}

// ChineseDay formats month and day: 十月十三, 闰六月初一.
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

// ChineseYear formats the year by stem and branch: 丙午.
func (l Date) ChineseYear() string { return stems[turn(l.Year, 10)] + branches[turn(l.Year, 12)] }

// Zodiac is the index of the year's sign in Zodiacs and Animals, counted from the lunar new year.
func (l Date) Zodiac() int { return turn(l.Year, 12) }

// turn is the year's index in the sexagenary cycle; year 4 was the first of a cycle.
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

// Observance is a monthly day of chanting.
type Observance int

// The two observances: the first and the fifteenth day of a lunar month.
const (
	FirstDay Observance = 1
	FullMoon Observance = 15
)

const searching = 800 // in days: a little over two years

// NextObservance is the next first or fifteenth day from d on, d included.
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

// Next is the first day from d on, d included, on which this lunar month and day is observed (Kept); leap months are
// skipped, as for yearly observances.
func Next(d Day, month, day int) (Day, bool) { return Date{Month: month, Day: day}.Anniversary(d) }

// Previous is the last day before d on which this lunar month and day is observed.
func Previous(d Day, month, day int) (on Day, ok bool) {
	now, ok := FromSolar(d)
	for year := now.Year; ok && year >= now.Year-1; year-- {
		if on, ok = ToSolar(Date{year, month, day, false}.Kept()); ok && on.Until(d) > 0 {
			return on, true
		}
	}
	return Day{}, false
}

// NextTerm is the first day from d on, d included, on which the solar term (冬至, 清明) starts.
func NextTerm(d Day, term string) (Day, bool) {
	for i := range searching {
		if x := d.Add(i); Term(x) == term {
			return x, true
		}
	}
	return Day{}, false
}

// Term is the solar term that starts on the day (冬至), or "".
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

// Label is the text beside a solar day in a calendar: the solar term that starts, otherwise the lunar day.
func Label(d Day) string {
	for _, term := range []string{"冬至", "清明"} {
		if begins, ok := TermDay(d.Year, term); ok && begins == d { // TermDay is cached by year, and a page formats many days
			return term
		}
	}
	l, _ := FromSolar(d)
	return l.ChineseDay()
}
