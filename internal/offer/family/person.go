package family

import (
	"strings"

	"shanmen/internal/base/locale"
	"shanmen/internal/base/lunar"
	"shanmen/internal/offer/form"
)

// The kinds of people. A form's people field accepts one kind.
const (
	Living   = form.Living
	Departed = form.Departed
)

// Date is a day in the calendar in which the family knows it, the value of a form's birthDate.
type Date struct {
	Calendar string `json:"calendar" enum:"solar,lunar"`
	Year     int    `json:"year"`
	Month    int    `json:"month"`
	Day      int    `json:"day"`
	Leap     bool   `json:"leap,omitempty" doc:"The second of two lunar months with one number"`
}

// solar converts it; ok is false for a day that does not exist.
func (d Date) solar() (day lunar.Day, ok bool) {
	if d.Calendar == "lunar" {
		return lunar.ToSolar(d.lunar())
	}
	day = lunar.Day{Year: d.Year, Month: d.Month, Day: d.Day}
	return day, day.Valid()
}

func (d Date) lunar() lunar.Date {
	return lunar.Date{Year: d.Year, Month: d.Month, Day: d.Day, Leap: d.Leap}
}

// BothCalendars is one day in both calendars.
type BothCalendars struct {
	Solar string   `json:"solar" doc:"1956-03-02"`
	Lunar LunarDay `json:"lunar"`
}

// LunarDay is a day of the lunar calendar with its Chinese name.
type LunarDay struct {
	Year    int    `json:"year"`
	Month   int    `json:"month"`
	Day     int    `json:"day"`
	Leap    bool   `json:"leap,omitempty"`
	Chinese string `json:"chinese" doc:"Lunar month and day: 正月二十, 闰六月初一"`
}

// Person is an entry with ages and anniversary calculated for the current day.
type Person struct {
	ID          string `json:"id"`
	Kind        string `json:"kind" enum:"living,departed"`
	Name        string `json:"name" doc:"In any script; empty where only the Chinese name is known"`
	ChineseName string `json:"chineseName"`
	Relation    string `json:"relation" doc:"Relation as typed"`
	BirthDate   *Date  `json:"birthDate,omitempty"`
	PassedOn    *Date  `json:"passedOn,omitempty" doc:"Date of death"`
	Address     string `json:"address"`

	RelationWords *locale.Text `json:"relationWords,omitempty" doc:"The relation in both languages, where it is a known one"`

	Born   *BothCalendars `json:"born,omitempty"`
	Passed *BothCalendars `json:"passed,omitempty"`
	Zodiac string         `json:"zodiac,omitempty" enum:"rat,ox,tiger,rabbit,dragon,snake,horse,goat,monkey,rooster,dog,pig"`
	// Age counts birthdays; NominalAge (虚岁) counts zodiac years with the first as one. Both as of today, or of the day
	// of passing.
	Age        *int `json:"age,omitempty" doc:"Age in whole years: today, or at death"`
	NominalAge *int `json:"nominalAge,omitempty" doc:"Nominal age (虚岁): zodiac years, counting the year of birth as one"`
	// Anniversary is the next yearly commemoration (忌日) in the calendar of PassedOn.
	Anniversary *Anniversary `json:"anniversary,omitempty"`
	SameName    bool         `json:"sameName,omitempty" doc:"Another entry of this kind has the same name"`
}

// Anniversary is an upcoming commemoration, with the days until then.
type Anniversary struct {
	On   string `json:"on" doc:"2027-05-06"`
	Days int    `json:"days" doc:"0: it is today"`
}

func (p *Person) workOut(today lunar.Day, from lunar.Boundary) {
	born, knowsBirth := dayOf(p.BirthDate)
	passed, knowsPassing := dayOf(p.PassedOn)
	if knowsBirth {
		p.Born = both(born)
		if sign, ok := lunar.ZodiacOn(born, from); ok {
			p.Zodiac = lunar.Zodiacs[sign]
		}
	}
	if knowsPassing {
		p.Passed = both(passed)
		p.Anniversary = anniversary(*p.PassedOn, passed, today)
	}
	until := today
	if p.Kind == Departed {
		until = passed
	}
	if knowsBirth && (p.Kind == Living || knowsPassing) {
		p.Age = new(born.YearsUntil(until))
		if age, ok := lunar.NominalAge(born, until, from); ok {
			p.NominalAge = &age
		}
	}
}

// anniversary is the next one after the day of passing.
func anniversary(d Date, passed, today lunar.Day) *Anniversary {
	from := today
	if next := passed.Add(1); from.Until(next) > 0 {
		from = next
	}
	on, ok := passed.Anniversary(from), true
	if d.Calendar == "lunar" {
		on, ok = d.lunar().Anniversary(from)
	}
	if !ok {
		return nil
	}
	return &Anniversary{on.String(), today.Until(on)}
}

func dayOf(d *Date) (lunar.Day, bool) {
	if d == nil {
		return lunar.Day{}, false
	}
	return d.solar()
}

func both(d lunar.Day) *BothCalendars {
	l, ok := lunar.FromSolar(d)
	if !ok { // the first weeks of the first known year
		return nil
	}
	return &BothCalendars{d.String(), LunarDay{l.Year, l.Month, l.Day, l.Leap, l.ChineseDay()}}
}

// markSameNames marks equal names: they may be two people, such as a grandfather and his namesake, or a duplicate.
func markSameNames(people []Person) {
	for i := range people {
		for k := range i {
			if sameName(people[i], people[k]) {
				people[i].SameName, people[k].SameName = true, true
			}
		}
	}
}

// sameName compares Chinese names if both have one, otherwise the other names, ignoring case.
func sameName(a, b Person) bool {
	one, other := strings.TrimSpace(a.ChineseName), strings.TrimSpace(b.ChineseName)
	if one == "" || other == "" {
		one, other = strings.TrimSpace(a.Name), strings.TrimSpace(b.Name)
	}
	return a.Kind == b.Kind && one != "" && strings.EqualFold(one, other)
}
