package lunar

import "strconv"

// Table is the compact calendar for browsers: testdata/lunar-years.json is generated from it, and pages check birth
// dates with it as this package does.
type Table struct {
	FirstYear int    `json:"firstYear"`
	FirstDay  string `json:"firstDay"` // the solar day on which FirstYear starts
	// Years has a number for each year: the lowest four bits are the leap month (0: none); bit 4+i is set if the i-th
	// month of the year, counting the leap month in its place, has 30 days.
	Years []int `json:"years"`
	// Spring has a digit for each year: the day of February on which 立春 falls.
	Spring string `json:"spring"`
}

// NewTable creates the table of all known years.
func NewTable() Table {
	first, _ := ToSolar(Date{FirstYear, 1, 1, false})
	t := Table{FirstYear: FirstYear, FirstDay: first.String()}
	for y := FirstYear; y <= LastYear; y++ {
		n := LeapMonth(y)
		for i, m := range monthsOf(y) {
			if m.days == 30 {
				n |= 1 << (4 + i)
			}
		}
		t.Years = append(t.Years, n)
		spring, _ := SpringBegins(y)
		t.Spring += strconv.Itoa(spring.Day)
	}
	return t
}
