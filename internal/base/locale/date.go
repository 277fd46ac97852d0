package locale

import (
	"fmt"
	"strings"
	"time"

	"shanmen/internal/base/clock"
)

var weekdays = [...]string{"日", "一", "二", "三", "四", "五", "六"}

// Dates as pages write them; the browser's formatter is web/src/i18n/format.ts. All are in Singapore time.

// Date formats a day: 24 November 2026, 2026年11月24日.
func Date(l Locale, t time.Time) string {
	t = t.In(clock.Singapore)
	if l == ZH {
		return t.Format("2006年1月2日")
	}
	return t.Format("2 January 2006")
}

// Month formats a month: November 2026, 2026年11月.
func Month(l Locale, t time.Time) string {
	t = t.In(clock.Singapore)
	if l == ZH {
		return t.Format("2006年1月")
	}
	return t.Format("January 2006")
}

// Weekday formats a day of the week: Tuesday, 星期二.
func Weekday(l Locale, t time.Time) string {
	t = t.In(clock.Singapore)
	if l == ZH {
		return "星期" + weekdays[t.Weekday()]
	}
	return t.Weekday().String()
}

// Time formats a time of day: 9:30 am, 12:00 noon, 上午9:30, 中午12:00, 晚上7:30.
func Time(l Locale, t time.Time) string {
	t = t.In(clock.Singapore)
	if l == ZH {
		return part(t) + fmt.Sprintf("%d:%02d", (t.Hour()+11)%12+1, t.Minute())
	}
	if t.Hour() == 12 && t.Minute() == 0 {
		return "12:00 noon"
	}
	return t.Format("3:04 pm")
}

// TimeRange formats two times of one day: 9:30 am – 11:30 am, 上午9:30–11:30. Chinese names the part of the day once if
// both are in it.
func TimeRange(l Locale, from, to time.Time) string {
	if l != ZH {
		return Time(l, from) + " – " + Time(l, to)
	}
	end := Time(l, to)
	if Date(l, from) == Date(l, to) && from.Before(to) {
		end = strings.TrimPrefix(end, part(from.In(clock.Singapore)))
	}
	return Time(l, from) + "–" + end
}

// part is the Chinese name for the part of the day (上午, 晚上) of a Singapore time.
func part(t time.Time) string {
	switch h := t.Hour(); {
	case h < 6:
		return "凌晨"
	case h < 12:
		return "上午"
	case h < 13:
		return "中午"
	case h < 18:
		return "下午"
	}
	return "晚上"
}
