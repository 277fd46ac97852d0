package rule

import (
	"errors"
	"math/rand/v2"
	"reflect"
	"slices"
	"strings"
	"testing"
	"time"

	"shanmen/internal/base/fault"
	"shanmen/internal/base/locale"
	"shanmen/internal/base/lunar"
)

var morning = []Session{{Begins: "09:30", Ends: "11:30"}}

func day(s string) lunar.Day {
	d, ok := lunar.ParseDay(s)
	if !ok {
		panic(s)
	}
	return d
}

// daysOf are the days of a rule, with the time of the first session where it differs.
func daysOf(t *testing.T, r Rule, from, to string) string {
	t.Helper()
	if r.Sessions == nil {
		r.Sessions = morning
	}
	if err := r.Check(""); err != nil {
		t.Fatalf("%s: %v", r.JSON(), err)
	}
	var out []string
	for _, d := range r.Dates(day(from), day(to)) {
		out = append(out, strings.TrimSuffix(d.Day.String()+" "+d.Exception, " "))
	}
	return strings.Join(out, " ")
}

func TestRuleKindsGiveTheirDays(t *testing.T) {
	for name, x := range map[string]struct {
		rule           Rule
		from, to, want string
	}{
		"chosen dates, in their order": {
			Rule{Kind: Dates, Days: []string{"2027-02-20", "2026-12-01", "2026-11-30"}}, "2026-12-01", "2028-01-01", "2026-12-01 2027-02-20",
		},
		"the last Sunday of each month": {
			Rule{Kind: Regular, Every: Month, Weekdays: []int{7}, Nth: []int{-1}, From: "2026-11-01"}, "2026-11-01", "2027-03-01",
			"2026-11-29 2026-12-27 2027-01-31 2027-02-28",
		},
		"the second and the fifth Saturday; few months have a fifth": {
			Rule{Kind: Regular, Every: Month, Weekdays: []int{6}, Nth: []int{2, 5}, From: "2026-11-01"}, "2026-11-01", "2027-02-01",
			"2026-11-14 2026-12-12 2027-01-09 2027-01-30",
		},
		"every second week, counted from the first day's": {
			Rule{Kind: Regular, Every: Week, Interval: 2, Weekdays: []int{1, 3}, From: "2026-11-25"}, "2026-11-01", "2026-12-24",
			"2026-11-25 2026-12-07 2026-12-09 2026-12-21 2026-12-23",
		},
		"every third month": {
			Rule{Kind: Regular, Every: Month, Interval: 3, MonthDays: []int{1}, From: "2026-11-21"}, "2026-11-01", "2027-12-01",
			"2027-02-01 2027-05-01 2027-08-01 2027-11-01",
		},
		"the 31st, or the last day": {
			Rule{Kind: Regular, Every: Month, MonthDays: []int{30, 31}, Short: ShortLast, From: "2027-01-01", Until: "2027-04-30"}, "2026-11-01", "2029-01-01",
			"2027-01-30 2027-01-31 2027-02-28 2027-03-30 2027-03-31 2027-04-30",
		},
		"the 31st, or none": {
			Rule{Kind: Regular, Every: Month, MonthDays: []int{31}, Short: ShortLeftOut, From: "2027-01-01"}, "2027-01-01", "2027-06-01",
			"2027-01-31 2027-03-31 2027-05-31",
		},
		"the first and the fifteenth, in a leap month too": {
			Rule{Kind: LunarMonthly, LunarDays: []int{1, 15}, From: "2026-11-23"}, "2028-05-20", "2028-07-23",
			"2028-05-24 2028-06-07 2028-06-23 2028-07-07 2028-07-22",
		},
		"only in the first of two months": {
			Rule{Kind: LunarMonthly, LunarDays: []int{1, 15}, Leap: LeapFirst, From: "2026-11-23"}, "2028-05-20", "2028-07-23",
			"2028-05-24 2028-06-07 2028-07-22",
		},
		"a lunar day of every year": {
			Rule{Kind: LunarYearly, LunarMonth: 7, LunarDays: []int{15}, From: "2026-01-01"}, "2026-01-01", "2029-01-01", "2026-08-27 2027-08-16 2028-09-03",
		},
		"new year's eve is the last day of the year, long or short": {
			Rule{Kind: LunarYearly, LunarMonth: 12, LunarDays: []int{30}, Short: ShortLast, From: "2026-01-01"}, "2026-01-01", "2028-12-31",
			"2026-02-16 2027-02-05 2028-01-25",
		},
		"six days before the solstice": {
			Rule{Kind: SolarTerm, Term: "冬至", Offset: -6, From: "2026-01-01"}, "2026-01-01", "2028-12-31", "2026-12-16 2027-12-16 2028-12-15",
		},
		"a term whose date lies in the next year": {
			Rule{Kind: SolarTerm, Term: "冬至", Offset: 20, From: "2026-01-01"}, "2027-01-01", "2028-01-01", "2027-01-11",
		},
		"three days from a day on": {
			Rule{Kind: Row, Start: StartDay, Days: []string{"2026-12-31"}, Length: 3}, "2027-01-01", "2028-01-01", "2027-01-01 2027-01-02",
		},
		"a week that begins on a lunar day; the last one is not cut": {
			Rule{Kind: Row, Start: StartLunar, LunarMonth: 7, LunarDays: []int{14}, Length: 3, From: "2026-01-01", Until: "2027-08-15"}, "2026-08-01", "2029-01-01",
			"2026-08-26 2026-08-27 2026-08-28 2027-08-15 2027-08-16 2027-08-17",
		},
		"a row around a term": {
			Rule{Kind: Row, Start: StartTerm, Term: "清明", Offset: -1, Length: 2, From: "2027-01-01"}, "2027-01-01", "2028-01-01", "2027-04-04 2027-04-05",
		},
		"exceptions": {
			Rule{Kind: LunarMonthly, LunarDays: []int{1}, From: "2026-12-01", Exceptions: []Exception{
				{Day: "2027-02-06", Act: LeftOut}, {Day: "2027-03-08", Act: Cancelled}, {Day: "2027-04-07", Act: Moved, To: "2027-04-06"},
			}}, "2027-02-01", "2027-05-01", "2027-02-06 left-out 2027-03-08 cancelled 2027-04-07 moved",
		},
	} {
		t.Run(name, func(t *testing.T) {
			if got := daysOf(t, x.rule, x.from, x.to); got != x.want {
				t.Errorf("got  %s\nwant %s", got, x.want)
			}
		})
	}
}

func TestADayHasItsSessionsAndExceptions(t *testing.T) {
	r := Rule{
		Kind: LunarMonthly, LunarDays: []int{1, 15, 30}, Short: ShortLast, From: "2026-11-23",
		Sessions: []Session{
			{Begins: "09:30", Ends: "11:30"},
			{Key: "light", Begins: "19:30", Ends: "20:15", Only: []int{15}, Place: locale.Text{EN: "Courtyard", ZH: "寺前广场"}},
			{Key: "night", Begins: "23:00", Ends: "01:00", Only: []int{30}},
		},
		Exceptions: []Exception{
			{Day: "2027-02-20", Act: Moved, Begins: "08:30"},
			{Day: "2027-03-22", Act: Moved, To: "2027-03-23", Begins: "20:00", Note: locale.Text{EN: "Repairs", ZH: "修缮"}},
		},
	}
	if err := r.Check(""); err != nil {
		t.Fatal(err)
	}
	on := func(d string) string {
		t.Helper()
		var out []string
		for _, x := range r.Dates(day(d), day(d).Add(1)) {
			for _, h := range x.Held {
				out = append(out, h.Key+" "+lunar.DayOf(h.Starts).String()[5:]+" "+clockOf(h.Starts)+"–"+clockOf(h.Ends))
			}
			if x.Starts() != x.Held[0].Starts || x.Ends().Before(x.Held[0].Ends) {
				t.Errorf("%v: from %v to %v", d, x.Starts(), x.Ends())
			}
		}
		return strings.Join(out, ", ")
	}
	for d, want := range map[string]string{
		"2026-12-09": " 12-09 09:30–11:30",
		"2026-12-23": " 12-23 09:30–11:30, light 12-23 19:30–20:15",
		"2027-01-07": " 01-07 09:30–11:30, night 01-07 23:00–01:00", // the 30th of a long month
		"2027-03-07": " 03-07 09:30–11:30, night 03-07 23:00–01:00", // the 30th of a long month
		"2027-02-20": " 02-20 08:30–10:30, light 02-20 19:30–20:15",
		"2027-03-22": "light 03-23 19:30–20:15,  03-23 20:00–22:00",
		"2026-12-10": "",
	} {
		if got := on(d); got != want {
			t.Errorf("on %s: %q, want %q", d, got, want)
		}
	}
	r.Sessions = r.Sessions[1:2] // a session without a day gives no date
	r.Exceptions = nil
	if got := r.Dates(day("2026-12-09"), day("2026-12-24")); len(got) != 1 || got[0].Day != day("2026-12-23") {
		t.Errorf("with one session on the fifteenth: %v", got)
	}
}

// randomRule makes a rule that an editor could send.
func randomRule(n *rand.Rand) Rule {
	some := func(least, most int) (out []int) {
		for range 1 + n.IntN(5) {
			if x := least + n.IntN(most-least+1); !slices.Contains(out, x) && x != 0 {
				out = append(out, x)
			}
		}
		if out == nil {
			out = []int{most}
		}
		return out
	}
	anyDay := func() string { return day("2000-01-01").Add(n.IntN(20000)).String() }
	r := Rule{Kind: []string{Dates, Regular, Regular, LunarMonthly, LunarYearly, SolarTerm, Row}[n.IntN(7)], Sessions: slices.Clone(morning)}
	setLunar := func() {
		r.Leap = []string{"", LeapAlso, LeapFirst}[n.IntN(3)]
		if r.Kind != LunarMonthly {
			r.LunarMonth = 1 + n.IntN(12)
		}
		if r.LunarDays = some(1, 30); r.Kind == Row {
			r.LunarDays = r.LunarDays[:1]
		}
	}
	setTerm := func() { r.Term, r.Offset = lunar.Terms[n.IntN(24)], n.IntN(2*MostOffset+1)-MostOffset }
	switch r.Kind {
	case Dates:
		for range 1 + n.IntN(9) {
			if d := anyDay(); !slices.Contains(r.Days, d) {
				r.Days = append(r.Days, d)
			}
		}
	case Regular:
		r.Interval = n.IntN(MostInterval + 1)
		switch n.IntN(3) {
		case 0:
			r.Every, r.Weekdays = Week, some(1, 7)
		case 1:
			r.Every, r.Weekdays, r.Nth = Month, some(1, 7), some(-1, 5)
		default:
			r.Every, r.MonthDays = Month, some(1, 31)
		}
	case LunarMonthly, LunarYearly:
		setLunar()
	case SolarTerm:
		setTerm()
	case Row:
		r.Length = 2 + n.IntN(MostLength-1)
		switch r.Start = []string{StartDay, StartLunar, StartTerm}[n.IntN(3)]; r.Start {
		case StartDay:
			r.Days = []string{anyDay()}
		case StartLunar:
			setLunar()
		default:
			setTerm()
		}
	}
	if r.NeedsShort() {
		r.Short = []string{ShortLast, ShortLeftOut}[n.IntN(2)]
	}
	if r.Kind != Dates && (r.Kind != Row || r.Start != StartDay) {
		r.From = anyDay()
		if n.IntN(3) == 0 {
			r.Until = day(r.From).Add(n.IntN(4000)).String()
		}
	}
	if numbers := r.Numbers(); numbers != nil && n.IntN(2) == 0 {
		r.Sessions = append(r.Sessions, Session{Key: "b", Begins: "19:00", Ends: "00:30", Only: numbers[:1]})
	}
	return r
}

func TestRandomRulesRoundTrip(t *testing.T) {
	for seed := range uint64(3000) {
		n := rand.New(rand.NewPCG(seed, 13))
		r := randomRule(n)
		if err := r.Check(""); err != nil {
			t.Fatalf("%d: %s: %v", seed, r.JSON(), err)
		}
		back, err := Parse([]byte(r.JSON()))
		if err != nil || back.JSON() != r.JSON() {
			t.Fatalf("%d: %s came back as %s: %v", seed, r.JSON(), back.JSON(), err)
		}
		a := day("2000-01-01").Add(n.IntN(18000))
		b := a.Add(n.IntN(800))
		c := b.Add(n.IntN(800))
		whole := r.Dates(a, c)
		if parts := append(r.Dates(a, b), r.Dates(b, c)...); len(parts)+len(whole) > 0 && !reflect.DeepEqual(parts, whole) {
			t.Fatalf("%d: %s from %v over %v to %v: %v and %v", seed, r.JSON(), a, b, c, parts, whole)
		}
		before := a.Add(-1)
		for _, d := range whole {
			if before.Until(d.Day) <= 0 || d.Day.Until(c) <= 0 {
				t.Fatalf("%d: %s: %v after %v", seed, r.JSON(), d.Day, before)
			}
			before = d.Day
			satisfies(t, r, d.Day)
		}
	}
}

// satisfies checks a day against its rule with the standard library's calendar.
func satisfies(t *testing.T, r Rule, d lunar.Day) {
	t.Helper()
	at := time.Date(d.Year, time.Month(d.Month), d.Day, 0, 0, 0, 0, time.UTC)
	weekday := (int(at.Weekday())+6)%7 + 1
	last := at.AddDate(0, 0, 1).Day() == 1
	ok := true
	switch {
	case r.Kind == Dates:
		ok = slices.Contains(r.Days, at.Format(time.DateOnly))
	case r.Kind == Regular && len(r.MonthDays) > 0:
		ok = slices.Contains(r.MonthDays, d.Day) || last && r.Short == ShortLast && slices.Max(r.MonthDays) > d.Day
	case r.Kind == Regular:
		ok = slices.Contains(r.Weekdays, weekday)
		if r.Every == Month {
			fromEnd := at.AddDate(0, 0, 7).Month() != at.Month()
			ok = ok && (slices.Contains(r.Nth, (d.Day+6)/7) || fromEnd && slices.Contains(r.Nth, -1))
		}
	}
	if r.Kind != Row && (r.From != "" && d.String() < r.From || r.Until != "" && d.String() > r.Until) {
		ok = false
	}
	if !ok {
		t.Fatalf("%s has %v", r.JSON(), d)
	}
}

func TestInvalidRulesAreRefused(t *testing.T) {
	good := func(change func(*Rule)) Rule {
		r := Rule{Kind: LunarMonthly, LunarDays: []int{1, 15}, From: "2026-11-23", Sessions: slices.Clone(morning)}
		change(&r)
		return r
	}
	many := make([]string, MostDays+1)
	for i := range many {
		many[i] = day("2026-01-01").Add(i).String()
	}
	nine := make([]Session, MostSessions+1)
	for i := range nine {
		nine[i] = Session{Key: string(rune('a' + i)), Begins: "09:00", Ends: "10:00"}
	}
	for name, x := range map[string]struct {
		rule Rule
		want string
	}{
		"no kind":           {good(func(r *Rule) { r.Kind = "moon" }), "kind:not-a-choice"},
		"no days":           {good(func(r *Rule) { r.LunarDays = nil }), "lunarDays:required"},
		"day 31":            {good(func(r *Rule) { r.LunarDays = []int{31} }), "lunarDays:not-a-choice short:required"},
		"a lunar day twice": {good(func(r *Rule) { r.LunarDays = []int{1, 1} }), "lunarDays:not-a-choice"},
		"day 30 without a choice for short months": {good(func(r *Rule) { r.LunarDays = []int{30} }), "short:required"},
		"a choice for short months without day 30": {good(func(r *Rule) { r.Short = ShortLast }), "short:rule-not-here"},
		"an unknown leap choice":                   {good(func(r *Rule) { r.Leap = "second" }), "leap:not-a-choice"},
		"a solar term in a lunar rule":             {good(func(r *Rule) { r.Term = "冬至" }), "term:rule-not-here"},
		"no first day":                             {good(func(r *Rule) { r.From = "" }), "from:required"},
		"an impossible first day":                  {good(func(r *Rule) { r.From = "2026-02-30" }), "from:bad-date"},
		"the end before the first day":             {good(func(r *Rule) { r.Until = "2026-11-22" }), "until:rule-until"},
		"no sessions":                              {good(func(r *Rule) { r.Sessions = nil }), "sessions:required"},
		"nine sessions":                            {good(func(r *Rule) { r.Sessions = nine }), "sessions:rule-too-many"},
		"two sessions with the same key":           {good(func(r *Rule) { r.Sessions = append(r.Sessions, morning[0]) }), "sessions[1].key:not-a-choice"},
		"24:00 as a time":                          {good(func(r *Rule) { r.Sessions[0].Begins = "24:00" }), "sessions[0].begins:rule-time"},
		"a time with am":                           {good(func(r *Rule) { r.Sessions[0].Ends = "9:30am" }), "sessions[0].ends:rule-time"},
		"a session that ends when it begins":       {good(func(r *Rule) { r.Sessions[0].Ends = "09:30" }), "sessions[0].ends:rule-no-time"},
		"a session on a day the rule lacks":        {good(func(r *Rule) { r.Sessions[0].Only = []int{2} }), "sessions[0].only:not-a-choice"},
		"a session on no day":                      {good(func(r *Rule) { r.Sessions[0].Only = []int{} }), "sessions[0].only:required"},
		"a place in one language":                  {good(func(r *Rule) { r.Sessions[0].Place.EN = "Hall" }), "sessions[0].place.zh:required"},
		"a long title": {good(func(r *Rule) {
			r.Sessions[0].Title = locale.Text{EN: strings.Repeat("a", 201), ZH: strings.Repeat("字", 200)}
		}),
			"sessions[0].title.en:too-long"},
		"an exception on a day the rule lacks": {good(func(r *Rule) { r.Exceptions = []Exception{{Day: "2027-02-07", Act: LeftOut}} }), "exceptions[0].day:rule-no-date"},
		"two exceptions of one day": {good(func(r *Rule) {
			r.Exceptions = []Exception{{Day: "2027-02-06", Act: LeftOut}, {Day: "2027-02-06", Act: Cancelled}}
		}), "exceptions[1].day:rule-twice"},
		"a moved date without its new day": {good(func(r *Rule) { r.Exceptions = []Exception{{Day: "2027-02-06", Act: Moved}} }), "exceptions[0].to:required"},
		"a date moved too far":             {good(func(r *Rule) { r.Exceptions = []Exception{{Day: "2027-02-06", Act: Moved, To: "2027-04-08"}} }), "exceptions[0].to:rule-too-far"},
		"a left-out date with a new day": {good(func(r *Rule) { r.Exceptions = []Exception{{Day: "2027-02-06", Act: LeftOut, To: "2027-02-07"}} }),
			"exceptions[0].to:rule-not-here"},
		"too many dates":                    {Rule{Kind: Dates, Days: many, Sessions: morning}, "days:rule-too-many"},
		"a date twice":                      {Rule{Kind: Dates, Days: []string{"2026-12-01", "2026-12-01"}, Sessions: morning}, "days[1]:rule-twice"},
		"chosen dates with an end":          {Rule{Kind: Dates, Days: []string{"2026-12-01"}, Until: "2027-01-01", Sessions: morning}, "until:rule-not-here"},
		"weekday 8":                         {Rule{Kind: Regular, Every: Week, Weekdays: []int{8}, From: "2026-12-01", Sessions: morning}, "weekdays:not-a-choice"},
		"the zeroth weekday of a month":     {Rule{Kind: Regular, Every: Month, Weekdays: []int{1}, Nth: []int{0}, From: "2026-12-01", Sessions: morning}, "nth:not-a-choice"},
		"every thirteenth week":             {Rule{Kind: Regular, Every: Week, Interval: 13, Weekdays: []int{1}, From: "2026-12-01", Sessions: morning}, "interval:not-a-choice"},
		"an unknown interval":               {Rule{Kind: Regular, Every: "fortnight", From: "2026-12-01", Sessions: morning}, "every:not-a-choice"},
		"an unknown solar term":             {Rule{Kind: SolarTerm, Term: "冬天", From: "2026-12-01", Sessions: morning}, "term:not-a-choice"},
		"a day too far from its solar term": {Rule{Kind: SolarTerm, Term: "冬至", Offset: 61, From: "2026-12-01", Sessions: morning}, "offset:not-a-choice"},
		"61 days in a row":                  {Rule{Kind: Row, Start: StartDay, Days: []string{"2026-12-01"}, Length: 61, Sessions: morning}, "length:not-a-choice"},
		"a row of too many days":            {Rule{Kind: Row, Start: StartDay, Days: []string{"2026-12-01"}, Length: 1 << 40, Sessions: []Session{{Begins: "09:00", Ends: "10:00", Only: []int{1}}}}, "length:not-a-choice sessions[0].only:rule-not-here"},
		"lunar month 13":                    {Rule{Kind: LunarYearly, LunarMonth: 13, LunarDays: []int{1}, From: "2026-12-01", Sessions: morning}, "lunarMonth:not-a-choice"},
	} {
		t.Run(name, func(t *testing.T) {
			err := x.rule.Check("rule.")
			var f *fault.Error
			if !errors.As(err, &f) || f.Code != "invalid-fields" {
				t.Fatalf("%v", err)
			}
			var got []string
			for _, field := range f.Fields {
				got = append(got, strings.TrimPrefix(field.Path, "rule.")+":"+field.Code)
			}
			if strings.Join(got, " ") != x.want {
				t.Errorf("got %v, want %s", got, x.want)
			}
		})
	}
}

func TestParseIsStrict(t *testing.T) {
	good := `{"kind":"dates","days":["2026-12-01"],"sessions":[{"key":"","title":{"en":"","zh":""},"place":{"en":"","zh":""},"begins":"09:00","ends":"10:00"}]}`
	if _, err := Parse([]byte(good)); err != nil {
		t.Fatal(err)
	}
	for name, text := range map[string]string{
		"no JSON": "dates", "nothing": "", "a field too many": `{"freq":"DAILY",` + good[1:], "something behind": good + "{}",
		"a number as a day": strings.Replace(good, `"2026-12-01"`, "20261201", 1), "half a number": strings.Replace(good, `"days"`, `"interval":1.5,"days"`, 1),
		"too long": good + strings.Repeat(" ", LongestJSON),
	} {
		var f *fault.Error
		if _, err := Parse([]byte(text)); !errors.As(err, &f) || f.Code != "rule-unreadable" {
			t.Errorf("%s: %v", name, err)
		}
	}
}

func TestAOneOffRuleKeepsItsDate(t *testing.T) {
	starts := time.Date(2026, 12, 31, 15, 0, 0, 0, time.UTC) // eleven at night in Singapore
	r := Once(starts, starts.Add(2*time.Hour))
	if err := r.Check(""); err != nil {
		t.Fatal(err)
	}
	got := r.Dates(day("2026-12-01"), day("2027-02-01"))
	if len(got) != 1 || !got[0].Starts().Equal(starts) || !got[0].Ends().Equal(starts.Add(2*time.Hour)) {
		t.Errorf("%v", got)
	}
}

func BenchmarkTwoYears(b *testing.B) {
	for name, r := range map[string]Rule{
		"every day":  {Kind: Regular, Every: Week, Weekdays: []int{1, 2, 3, 4, 5, 6, 7}, From: "2020-01-01", Sessions: morning},
		"lunar days": {Kind: LunarMonthly, LunarDays: []int{1, 15, 30}, Short: ShortLast, From: "2020-01-01", Sessions: morning},
		"a term":     {Kind: SolarTerm, Term: "冬至", From: "2020-01-01", Sessions: morning},
	} {
		b.Run(name, func(b *testing.B) {
			for b.Loop() {
				r.Dates(day("2026-11-23"), day("2028-11-23"))
			}
		})
	}
}

func TestThe30thMatchesTheLastDayOfAShortMonth(t *testing.T) {
	r := Rule{Kind: LunarMonthly, LunarDays: []int{29, 30}, Short: ShortLast, From: "2026-11-23", Sessions: []Session{
		{Begins: "09:30", Ends: "11:30"}, {Key: "eve", Begins: "19:00", Ends: "20:00", Only: []int{30}},
	}}
	if err := r.Check(""); err != nil {
		t.Fatal(err)
	}
	eves := 0
	for _, d := range r.Dates(day("2026-12-01"), day("2027-12-01")) {
		for _, h := range d.Held {
			if h.Key == "eve" {
				eves++
			}
		}
	}
	if eves != 13 { // these days contain thirteen lunar month ends, long or short
		t.Errorf("the session of the 30th is held %d times in a year", eves)
	}
}

func TestOneOffRulesKeepTheDaysOfAnEvent(t *testing.T) {
	starts := time.Date(2026, 12, 1, 1, 0, 0, 0, time.UTC) // nine in Singapore
	for _, c := range []struct {
		ends  time.Time
		dates int
		last  time.Time
	}{
		{starts.Add(2 * time.Hour), 1, starts.Add(2 * time.Hour)},
		{starts.Add(20 * time.Hour), 1, starts.Add(20 * time.Hour)},
		{starts.Add(24 * time.Hour), 1, starts.Add(24*time.Hour - time.Minute)},
		{starts.AddDate(0, 0, 6).Add(8 * time.Hour), 7, starts.AddDate(0, 0, 6).Add(8 * time.Hour)},
	} {
		r := Once(starts, c.ends)
		if err := r.Check(""); err != nil {
			t.Errorf("%v: %v", c.ends, err)
			continue
		}
		got := r.Dates(day("2026-11-01"), day("2027-02-01"))
		if len(got) != c.dates || !got[0].Starts().Equal(starts) || !got[len(got)-1].Ends().Equal(c.last) {
			t.Errorf("until %v: %d dates, the last ends %v", c.ends, len(got), got[len(got)-1].Ends())
		}
	}
}
