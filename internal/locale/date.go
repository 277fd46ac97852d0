package locale

import (
	"fmt"
	"time"

	"shanmen/internal/clock"
)

var weekdays = [...]string{"日", "一", "二", "三", "四", "五", "六"}

// The pages write dates the same way: web/src/i18n/format.ts. All are in Singapore's time.

// Date writes a moment's day: 24 November 2026, 2026年11月24日.
func Date(l Locale, t time.Time) string {
	t = t.In(clock.Singapore)
	if l == ZH {
		return t.Format("2006年1月2日")
	}
	return t.Format("2 January 2006")
}

// Month writes a moment's month: November 2026, 2026年11月.
func Month(l Locale, t time.Time) string {
	t = t.In(clock.Singapore)
	if l == ZH {
		return t.Format("2006年1月")
	}
	return t.Format("January 2006")
}

// Weekday writes a moment's day of the week: Tuesday, 星期二.
func Weekday(l Locale, t time.Time) string {
	t = t.In(clock.Singapore)
	if l == ZH {
		return "星期" + weekdays[t.Weekday()]
	}
	return t.Weekday().String()
}

// Time writes a moment's time of day: 9:30 am, 上午9:30.
func Time(l Locale, t time.Time) string {
	t = t.In(clock.Singapore)
	if l == EN {
		return t.Format("3:04 pm")
	}
	half := "上午"
	if t.Hour() >= 12 {
		half = "下午"
	}
	return half + fmt.Sprintf("%d:%02d", (t.Hour()+11)%12+1, t.Minute())
}
