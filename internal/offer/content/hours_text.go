package content

import (
	"regexp"
	"slices"
	"strconv"
	"strings"

	"shanmen/internal/base/locale"
)

// dayMinutes is the number of minutes in a day.
const dayMinutes = 24 * 60

// SaidTime is a time of day found in a text: 5:30 pm, 晚上8时, 07:00.
type SaidTime struct {
	Words string
	// Sure: the text states morning or afternoon.
	Sure   bool
	minute int // of the day, or of its first half if either is possible
}

// Times of day in English, in digits, and in Chinese.
var (
	englishTime = regexp.MustCompile(`(?i)\b(\d{1,2})(?:[:.]([0-5]\d))?\s?(am\b|pm\b|a\.m\.|p\.m\.|noon\b|midnight\b)|\b([01]?\d|2[0-4]):([0-5]\d)\b`)
	chineseTime = regexp.MustCompile(`(凌晨|清晨|早上|早晨|上午|早|中午|正午|下午|傍晚|晚上|晚间|晚|夜)?\s*(\d{1,2}|[零一二两三四五六七八九十]{1,3})\s*(?:[:：]([0-5]\d)|[时時点點]正?(半|一刻|三刻|\d{1,2}分|[一二三四五六七八九十]{1,3}分)?)`)
)

// TimesIn finds the times of the day in a text.
func TimesIn(text string) (out []SaidTime) {
	chinese := strings.ContainsFunc(text, func(r rune) bool { return r >= 0x4e00 && r <= 0x9fff })
	if chinese {
		for _, m := range chineseTime.FindAllStringSubmatch(text, -1) {
			if t, ok := chineseSaid(m); ok {
				out = append(out, t)
			}
		}
		return out
	}
	for _, m := range englishTime.FindAllStringSubmatch(text, -1) {
		if t, ok := englishSaid(m); ok {
			out = append(out, t)
		}
	}
	return out
}

func englishSaid(m []string) (SaidTime, bool) {
	if m[4] != "" { // 07:00
		return said(m[0], "", figure(m[4]), figure(m[5]))
	}
	half := "morning"
	if strings.ContainsAny(m[3][:1], "pPnN") {
		half = "afternoon"
	}
	return said(m[0], half, figure(m[1]), figure(m[2]))
}

func chineseSaid(m []string) (SaidTime, bool) {
	half := ""
	switch m[1] {
	case "":
	case "凌晨", "清晨", "早上", "早晨", "上午", "早":
		half = "morning"
	default:
		half = "afternoon"
		if hour := figure(m[2]); hour == 12 && strings.ContainsAny(m[1], "晚夜") {
			half = "morning" // 12 am is midnight
		}
	}
	minute := figure(m[3])
	switch m[4] {
	case "":
	case "半":
		minute = 30
	case "一刻":
		minute = 15
	case "三刻":
		minute = 45
	default:
		minute = figure(strings.TrimSuffix(m[4], "分"))
	}
	return said(m[0], half, figure(m[2]), minute)
}

// said builds a SaidTime; half is the half of the day, or "" if the text does not state it.
func said(words, half string, hour, minute int) (SaidTime, bool) {
	if hour > 24 || hour < 0 || minute < 0 || minute > 59 || half != "" && hour == 0 {
		return SaidTime{}, false
	}
	sure := half != "" || hour > 12
	switch {
	case half == "morning" && hour == 12:
		hour = 0
	case half == "afternoon" && hour < 12:
		hour += 12
	}
	return SaidTime{Words: strings.TrimSpace(words), Sure: sure, minute: (hour*60 + minute) % dayMinutes}, true
}

// figure parses 12 and 十二; "" is 0, anything else -1.
func figure(s string) int {
	if s == "" {
		return 0
	}
	if n, err := strconv.Atoi(s); err == nil {
		return n
	}
	n, digits := 0, "零一二三四五六七八九"
	for _, r := range strings.ReplaceAll(s, "两", "二") {
		if r == '十' {
			n = max(n, 1) * 10
			continue
		}
		at := slices.Index([]rune(digits), r)
		if at < 0 {
			return -1
		}
		n += at
	}
	return n
}

// is returns whether an opening-hours time, in minutes, equals the time in the text.
func (t SaidTime) is(minute int) bool {
	return t.minute == minute || !t.Sure && (t.minute+dayMinutes/2)%dayMinutes == minute
}

// lineTimes lists the times at which the temple opens or closes, in minutes of the day.
func (f Facts) lineTimes() (out []int) {
	for _, l := range f.Opening {
		for _, at := range []string{l.Opens, l.Closes} {
			if hour, minute, ok := strings.Cut(at, ":"); ok {
				out = append(out, figure(hour)*60+figure(minute))
			}
		}
	}
	return out
}

// StrayTimes lists times in the text about the hours that are in no line of the opening hours, as written. There are
// none while no lines exist.
func (f Facts) StrayTimes(l locale.Locale) []string {
	var out []string
	times := f.lineTimes()
	words := f.Hours.EN
	if l == locale.ZH {
		words = f.Hours.ZH
	}
	for _, t := range TimesIn(words) {
		if len(times) > 0 && !slices.ContainsFunc(times, t.is) {
			out = append(out, t.Words)
		}
	}
	return out
}

// FormerTimes lists times in a text that were opening or closing times before this change and are no longer.
func FormerTimes(text string, was, is Facts) (out []string) {
	now := is.lineTimes()
	former := slices.DeleteFunc(was.lineTimes(), func(minute int) bool { return slices.Contains(now, minute) })
	for _, t := range TimesIn(text) {
		if t.Sure && slices.ContainsFunc(former, t.is) && !slices.Contains(out, t.Words) {
			out = append(out, t.Words)
		}
	}
	return out
}
