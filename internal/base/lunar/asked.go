package lunar

import (
	"time"

	"shanmen/internal/base/clock"
	"shanmen/internal/base/fault"
)

// DayBegins is midnight at the start of a day in Singapore; later adds days.
func DayBegins(field, day string, later int) (clock.Millis, error) {
	if day == "" {
		return 0, nil
	}
	t, err := time.ParseInLocation(time.DateOnly, day, clock.Singapore)
	if err != nil {
		return 0, fault.At(field, WhyNoDay(day))
	}
	return clock.MillisOf(t.AddDate(0, 0, later)), nil
}
