package rule

import (
	"slices"
	"strconv"
	"strings"
	"time"
	"unicode/utf8"

	"shanmen/internal/base/clock"
	"shanmen/internal/base/fault"
	"shanmen/internal/base/locale"
	"shanmen/internal/base/lunar"
)

// checker collects a rule's errors by field.
type checker struct {
	at    string // prefix of each path: "rule."
	wrong []fault.Field
}

func (c *checker) refuse(path, code string, params map[string]any) {
	c.wrong = append(c.wrong, fault.Field{Path: c.at + path, Code: code, Params: params})
}

// unless refuses a field if a condition is false.
func (c *checker) unless(ok bool, path, code string) {
	if !ok {
		c.refuse(path, code, nil)
	}
}

// Check validates a rule: fault "invalid-fields", each path prefixed by at ("rule.").
func (r Rule) Check(at string) error {
	c := &checker{at: at}
	used := r.checkKind(c)
	r.checkUnused(c, used)
	r.checkSpan(c)
	r.checkSessions(c)
	if len(c.wrong) == 0 { // exceptions can only be checked against a valid rule
		r.checkExceptions(c)
	}
	return fault.InvalidFields(c.wrong)
}

// checkKind checks the fields that define the days, and returns their names.
func (r Rule) checkKind(c *checker) (used []string) {
	switch r.Kind {
	case Dates:
		r.checkDays(c, MostDays)
		return []string{"days"}
	case Regular:
		return r.checkRegular(c)
	case LunarMonthly:
		c.numbers("lunarDays", r.LunarDays, 1, 30)
		return append([]string{"lunarDays", "leap"}, r.checkLunar(c)...)
	case LunarYearly:
		c.numbers("lunarDays", r.LunarDays, 1, 30)
		c.unless(r.LunarMonth >= 1 && r.LunarMonth <= 12, "lunarMonth", "not-a-choice")
		return append([]string{"lunarMonth", "lunarDays", "leap"}, r.checkLunar(c)...)
	case SolarTerm:
		r.checkTerm(c)
		return []string{"term", "offset"}
	case Row:
		return r.checkRow(c)
	}
	c.refuse("kind", "not-a-choice", nil)
	return []string{"days", "every", "interval", "weekdays", "nth", "monthDays", "lunarMonth", "lunarDays", "leap", "short", "term", "offset", "start", "length"}
}

func (r Rule) checkDays(c *checker, most int) {
	if len(r.Days) == 0 {
		c.refuse("days", "required", nil)
	}
	if len(r.Days) > most {
		c.refuse("days", "rule-too-many", map[string]any{"most": most})
		return
	}
	seen := map[string]bool{}
	for i, day := range r.Days {
		_, ok := lunar.ParseDay(day)
		path := "days[" + strconv.Itoa(i) + "]"
		c.unless(ok, path, lunar.WhyNoDay(day))
		c.unless(!seen[day], path, "rule-twice")
		seen[day] = true
	}
}

func (r Rule) checkRegular(c *checker) (used []string) {
	used = []string{"every", "interval"}
	c.unless(r.Interval >= 0 && r.Interval <= MostInterval, "interval", "not-a-choice")
	switch r.Every {
	case Week:
		c.numbers("weekdays", r.Weekdays, 1, 7)
		return append(used, "weekdays")
	case Month:
		if len(r.MonthDays) == 0 {
			c.numbers("weekdays", r.Weekdays, 1, 7)
			c.numbers("nth", r.Nth, -1, 5)
			c.unless(!slices.Contains(r.Nth, 0), "nth", "not-a-choice")
			return append(used, "weekdays", "nth")
		}
		c.numbers("monthDays", r.MonthDays, 1, 31)
		used = append(used, "monthDays")
		if r.NeedsShort() {
			c.unless(r.Short == ShortLast || r.Short == ShortLeftOut, "short", "required")
			used = append(used, "short")
		}
		return used
	}
	c.refuse("every", "not-a-choice", nil)
	return append(used, "weekdays", "nth", "monthDays", "short")
}

// checkLunar checks the fields of both lunar kinds.
func (r Rule) checkLunar(c *checker) (used []string) {
	c.unless(slices.Contains([]string{"", LeapAlso, LeapFirst}, r.Leap), "leap", "not-a-choice")
	if r.NeedsShort() {
		c.unless(r.Short == ShortLast || r.Short == ShortLeftOut, "short", "required")
		return []string{"short"}
	}
	return nil
}

// NeedsShort returns whether the rule has a day that some months lack; only then is Short asked for.
func (r Rule) NeedsShort() bool {
	late := func(from int) func(int) bool { return func(d int) bool { return d >= from } }
	switch {
	case r.Kind == Regular && r.Every == Month:
		return slices.ContainsFunc(r.MonthDays, late(29))
	case r.Kind == LunarMonthly, r.Kind == LunarYearly, r.Kind == Row && r.Start == StartLunar:
		return slices.ContainsFunc(r.LunarDays, late(30))
	}
	return false
}

func (r Rule) checkTerm(c *checker) {
	c.unless(slices.Contains(lunar.Terms, r.Term), "term", "not-a-choice")
	c.unless(r.Offset >= -MostOffset && r.Offset <= MostOffset, "offset", "not-a-choice")
}

func (r Rule) checkRow(c *checker) (used []string) {
	c.unless(r.Length >= 2 && r.Length <= MostLength, "length", "not-a-choice")
	used = []string{"start", "length"}
	switch r.Start {
	case StartDay:
		r.checkDays(c, 1)
		return append(used, "days")
	case StartLunar:
		c.numbers("lunarDays", r.LunarDays, 1, 30)
		c.unless(len(r.LunarDays) <= 1, "lunarDays", "not-a-choice")
		c.unless(r.LunarMonth >= 1 && r.LunarMonth <= 12, "lunarMonth", "not-a-choice")
		return append(append(used, "lunarMonth", "lunarDays", "leap"), r.checkLunar(c)...)
	case StartTerm:
		r.checkTerm(c)
		return append(used, "term", "offset")
	}
	c.refuse("start", "not-a-choice", nil)
	return append(used, "days", "lunarMonth", "lunarDays", "leap", "short", "term", "offset")
}

// numbers checks a non-empty list of distinct numbers in a range.
func (c *checker) numbers(path string, list []int, least, most int) {
	if len(list) == 0 {
		c.refuse(path, "required", nil)
	}
	seen := map[int]bool{}
	for _, n := range list {
		if n < least || n > most || seen[n] {
			c.refuse(path, "not-a-choice", nil)
			return
		}
		seen[n] = true
	}
}

// checkUnused refuses fields that do not belong to the rule's kind: the sender meant something else.
func (r Rule) checkUnused(c *checker, used []string) {
	for _, f := range []struct {
		name  string
		given bool
	}{
		{"days", r.Days != nil}, {"every", r.Every != ""}, {"interval", r.Interval != 0}, {"weekdays", r.Weekdays != nil},
		{"nth", r.Nth != nil}, {"monthDays", r.MonthDays != nil}, {"lunarMonth", r.LunarMonth != 0}, {"lunarDays", r.LunarDays != nil},
		{"leap", r.Leap != ""}, {"short", r.Short != ""}, {"term", r.Term != ""}, {"offset", r.Offset != 0}, {"start", r.Start != ""}, {"length", r.Length != 0},
	} {
		if f.given && !slices.Contains(used, f.name) {
			c.refuse(f.name, "rule-not-here", nil)
		}
	}
}

func (r Rule) checkSpan(c *checker) {
	from, ok := lunar.ParseDay(r.From)
	chosen := r.Kind == Dates || r.Kind == Row && r.Start == StartDay
	switch {
	case chosen: // given by its days
		c.unless(r.From == "", "from", "rule-not-here")
		c.unless(r.Until == "", "until", "rule-not-here")
		return
	case r.From == "":
		c.refuse("from", "required", nil)
	default:
		c.unless(ok, "from", lunar.WhyNoDay(r.From))
	}
	if r.Until == "" {
		return
	}
	until, known := lunar.ParseDay(r.Until)
	c.unless(known, "until", lunar.WhyNoDay(r.Until))
	c.unless(!known || !ok || from.Until(until) >= 0, "until", "rule-until")
}

func (r Rule) checkSessions(c *checker) {
	if len(r.Sessions) == 0 {
		c.refuse("sessions", "required", nil)
	}
	if len(r.Sessions) > MostSessions {
		c.refuse("sessions", "rule-too-many", map[string]any{"most": MostSessions})
		return
	}
	seen := map[string]bool{}
	for i, s := range r.Sessions {
		at := "sessions[" + strconv.Itoa(i) + "]."
		c.unless(plainKey(s.Key) && !seen[s.Key], at+"key", "not-a-choice")
		seen[s.Key] = true
		c.text(at+"title", s.Title, maxTitle)
		c.text(at+"place", s.Place, maxTitle)
		_, begins := minuteOf(s.Begins)
		_, ends := minuteOf(s.Ends)
		c.unless(begins, at+"begins", "rule-time")
		c.unless(ends, at+"ends", "rule-time")
		c.unless(!begins || s.Begins != s.Ends, at+"ends", "rule-no-time")
		r.checkOnly(c, at+"only", s.Only)
	}
}

// checkOnly refuses sessions on days that the rule does not have.
func (r Rule) checkOnly(c *checker, path string, only []int) {
	if only == nil {
		return
	}
	choices := r.Numbers()
	if choices == nil {
		c.refuse(path, "rule-not-here", nil)
		return
	}
	if len(only) == 0 {
		c.refuse(path, "required", nil)
	}
	for i, n := range only {
		if !slices.Contains(choices, n) || slices.Contains(only[:i], n) {
			c.refuse(path, "not-a-choice", nil)
			return
		}
	}
}

// Numbers are the numbers that distinguish the rule's days, for sessions on some of them: lunar days, weekdays, days of
// the month or of the row; nil if there are none.
func (r Rule) Numbers() []int {
	switch {
	case r.Kind == Regular && len(r.MonthDays) > 0:
		return r.MonthDays
	case r.Kind == Regular:
		return r.Weekdays
	case r.Kind == LunarMonthly, r.Kind == LunarYearly:
		return r.LunarDays
	case r.Kind == Row && r.Length <= MostLength:
		var days []int
		for i := range r.Length {
			days = append(days, i+1)
		}
		return days
	}
	return nil
}

func plainKey(key string) bool {
	return len(key) <= 20 && !strings.ContainsFunc(key, func(c rune) bool { return (c < 'a' || c > 'z') && (c < '0' || c > '9') })
}

// text checks that a text exists in both languages or in neither.
func (c *checker) text(path string, t locale.Text, most int) {
	for _, one := range []struct{ name, text, other string }{{".en", t.EN, t.ZH}, {".zh", t.ZH, t.EN}} {
		if utf8.RuneCountInString(one.text) > most {
			c.refuse(path+one.name, "too-long", map[string]any{"max": most})
		}
		if strings.TrimSpace(one.text) == "" && strings.TrimSpace(one.other) != "" {
			c.refuse(path+one.name, "required", nil)
		}
	}
}

func (r Rule) checkExceptions(c *checker) {
	if len(r.Exceptions) > MostExceptions {
		c.refuse("exceptions", "rule-too-many", map[string]any{"most": MostExceptions})
		return
	}
	seen := map[string]bool{}
	for i, e := range r.Exceptions {
		at := "exceptions[" + strconv.Itoa(i) + "]."
		day, ok := lunar.ParseDay(e.Day)
		c.unless(ok, at+"day", lunar.WhyNoDay(e.Day))
		c.unless(!seen[e.Day], at+"day", "rule-twice")
		seen[e.Day] = true
		c.unless(!ok || len(r.days(day, day.Add(1))) > 0, at+"day", "rule-no-date")
		c.text(at+"note", e.Note, maxNote)
		if e.Act != Moved {
			c.unless(e.Act == LeftOut || e.Act == Cancelled, at+"act", "not-a-choice")
			c.unless(e.To == "", at+"to", "rule-not-here")
			c.unless(e.Begins == "", at+"begins", "rule-not-here")
			continue
		}
		to, known := lunar.ParseDay(e.To)
		_, time := minuteOf(e.Begins)
		c.unless(e.To == "" || known, at+"to", lunar.WhyNoDay(e.To))
		c.unless(e.To == "" || !known || !ok || abs(day.Until(to)) <= MostMoved, at+"to", "rule-too-far")
		c.unless(e.Begins == "" || time, at+"begins", "rule-time")
		c.unless(e.Begins != "" || e.To != "" && e.To != e.Day, at+"to", "required")
	}
}

func abs(n int) int { return max(n, -n) }

// minuteOf is the minutes since midnight of a time such as 19:30.
func minuteOf(s string) (int, bool) {
	if len(s) != len("19:30") {
		return 0, false
	}
	t, err := time.Parse("15:04", s)
	return t.Hour()*60 + t.Minute(), err == nil
}

func clockOf(t time.Time) string { return t.In(clock.Singapore).Format("15:04") }
