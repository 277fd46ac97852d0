package editing

import (
	"slices"
	"strconv"
	"strings"

	"shanmen/internal/base/clock"
	"shanmen/internal/base/fault"
	"shanmen/internal/base/lunar"
	"shanmen/internal/base/money"
	"shanmen/internal/offer/offering"
)

// mostSuggestions and mostLater are the maximum numbers of suggested amounts and later prices of an option.
const (
	mostSuggestions = 6
	mostLater       = 12
)

// counts returns whether the field is a value, not a text for people.
func (f Field) counts() bool {
	return slices.Contains([]FieldType{FieldYes, FieldNumber, FieldCents, FieldAmounts, FieldChoices, FieldKeys, FieldLaterPrices, FieldDay}, f.Type)
}

// cleanNumbers normalises the value of a field that is no text, or returns why it is refused.
func (f Field) cleanNumbers(text string) (string, *fault.Field) {
	words := strings.Fields(text)
	invalid := &fault.Field{Code: "invalid-value"}
	switch f.Type {
	case FieldYes:
		if text != ticked {
			return "", &fault.Field{Code: "not-a-choice"}
		}
	case FieldCents:
		if n, ok := whole(text); !ok || n > int64(f.Most) {
			return "", &fault.Field{Code: "price-range"} // the message states mostPrice
		}
	case FieldNumber:
		if n, ok := whole(text); !ok || n > int64(f.Most) {
			return "", &fault.Field{Code: "count-range", Params: map[string]any{"min": 1, "max": f.Most}}
		}
	case FieldAmounts:
		if len(words) > mostSuggestions {
			return "", &fault.Field{Code: "too-many-parts", Params: map[string]any{"max": mostSuggestions}}
		}
		for _, w := range words {
			if n, ok := whole(w); !ok || n > int64(f.Most) {
				return "", &fault.Field{Code: "price-range"} // the message states mostPrice
			}
		}
		var once []string
		for _, w := range words {
			if !slices.Contains(once, w) {
				once = append(once, w)
			}
		}
		return strings.Join(once, " "), nil
	case FieldChoices:
		var out []string
		for _, c := range f.Choices { // in order, without duplicates
			if slices.Contains(words, c) {
				out = append(out, c)
			}
		}
		for _, w := range words {
			if !slices.Contains(f.Choices, w) {
				return "", &fault.Field{Code: "not-a-choice"}
			}
		}
		return strings.Join(out, " "), nil
	case FieldKeys:
		if len(words) > f.Most {
			return "", &fault.Field{Code: "too-many-parts", Params: map[string]any{"max": f.Most}}
		}
		for i, w := range words {
			if !keyShape.MatchString(w) || len(w) > longestPartKey || slices.Contains(words[:i], w) {
				return "", invalid
			}
		}
		return strings.Join(words, " "), nil
	case FieldLaterPrices:
		later, code := laterPrices(text)
		if code != "" {
			return "", &fault.Field{Code: code}
		}
		if len(later) > mostLater {
			return "", &fault.Field{Code: "too-many-parts", Params: map[string]any{"max": mostLater}}
		}
		return laterText(later), nil
	case FieldDay:
		if _, ok := bookingDay(text); !ok {
			return "", &fault.Field{Code: lunar.WhyNoDay(text)}
		}
	}
	return text, nil
}

// whole parses a positive number without sign and leading zeros.
func whole(text string) (int64, bool) {
	n, err := strconv.ParseInt(text, 10, 64)
	return n, err == nil && n > 0 && strconv.FormatInt(n, 10) == text
}

// laterPrices parses lines of "2027-01-01 9800": the first day of a price, and the price in cents. Two prices on one
// day are refused; code is the reason.
func laterPrices(text string) (out []offering.LaterPrice, code string) {
	for _, l := range strings.Split(text, "\n") {
		words := strings.Fields(l)
		if len(words) == 0 {
			continue
		}
		if len(words) < 2 {
			return nil, "required"
		}
		day := strings.Join(words[:len(words)-1], " ")
		d, known := lunar.ParseDay(day)
		n, number := whole(words[len(words)-1])
		if !known {
			return nil, lunar.WhyNoDay(strings.TrimPrefix(day, "-"))
		}
		if !number || n > mostPrice {
			return nil, "price-range"
		}
		out = append(out, offering.LaterPrice{From: d.Time(0, 0), Price: money.Cents(n)})
	}
	slices.SortFunc(out, func(a, b offering.LaterPrice) int { return a.From.Compare(b.From) })
	for i := 1; i < len(out); i++ {
		if out[i].From.Equal(out[i-1].From) {
			return nil, "rule-twice"
		}
	}
	return out, ""
}

func laterText(later []offering.LaterPrice) string {
	lines := make([]string, len(later))
	for i, l := range later {
		lines[i] = l.From.In(clock.Singapore).Format("2006-01-02") + " " + strconv.FormatInt(int64(l.Price), 10)
	}
	return strings.Join(lines, "\n")
}

// booking is the day on which booking opens or ends: a date, or days before or after a solar term or a lunar date.
type booking struct {
	on         lunar.Day // a fixed date, if set
	term       string    // 冬至
	month, day int       // a lunar date
	add        int       // days after it; negative: before
}

// counted returns whether the day comes from the almanac, so that it recurs each year.
func (b booking) counted() bool { return b.term != "" || b.month > 0 }

// mostDaysAway is the maximum distance in days from the term or lunar date.
const mostDaysAway = 120

// bookingDay parses "2026-12-16", "冬至 -6", "7-15 -3".
func bookingDay(text string) (b booking, ok bool) {
	words := strings.Fields(text)
	if len(words) == 1 {
		b.on, ok = lunar.ParseDay(words[0])
		return b, ok
	}
	if len(words) != 2 || text != strings.Join(words, " ") {
		return b, false
	}
	add, err := strconv.Atoi(words[1])
	if err != nil || max(add, -add) > mostDaysAway || strconv.Itoa(add) != words[1] {
		return b, false
	}
	b.add = add
	if slices.Contains(lunar.Terms, words[0]) {
		b.term = words[0]
		return b, true
	}
	month, d, found := strings.Cut(words[0], "-")
	m, okM := whole(month)
	n, okD := whole(d)
	b.month, b.day = int(m), int(n)
	return b, found && okM && okD && m <= 12 && n <= 30
}

// next is the first such day on or after a day. ok is false if the calendar knows none.
func (b booking) next(from lunar.Day) (d lunar.Day, ok bool) {
	switch {
	case b.term != "":
		d, ok = lunar.NextTerm(from.Add(-b.add), b.term)
	case b.month > 0:
		d, ok = lunar.Next(from.Add(-b.add), b.month, b.day)
	default:
		return b.on, true
	}
	return d.Add(b.add), ok
}

// before is the last such day on or before a day.
func (b booking) before(until lunar.Day) (d lunar.Day, ok bool) {
	if !b.counted() {
		return b.on, true
	}
	from := until.Add(-400) // a lunar year has at most 385 days
	for {
		next, found := b.next(from)
		if !found || until.Until(next) > 0 {
			return d, ok
		}
		d, ok, from = next, true, next.Add(1)
	}
}
