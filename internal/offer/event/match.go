package event

import (
	"strings"

	"shanmen/internal/platform/db/query"
)

// matches reports whether every word stands in the event's texts, whatever its case. The program does this itself:
// there are a few hundred events at most, and the two databases compare letters differently.
func matches(e query.Event, words string) bool {
	text := strings.ToLower(strings.Join([]string{e.TitleEn, e.TitleZh, e.SummaryEn, e.SummaryZh, e.PlaceEn, e.PlaceZh}, "\n"))
	for _, w := range strings.Fields(strings.ToLower(words)) {
		if !strings.Contains(text, w) {
			return false
		}
	}
	return true
}
