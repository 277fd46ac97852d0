package event

import (
	"strings"

	"shanmen/internal/platform/db/query"
)

// matches returns whether every word is in the event's texts, ignoring case. This is not done in SQL: there are at most
// a few hundred events, and the two databases compare letters differently.
func matches(e query.Event, words string) bool {
	text := strings.ToLower(strings.Join([]string{e.TitleEn, e.TitleZh, e.SummaryEn, e.SummaryZh, e.PlaceEn, e.PlaceZh}, "\n"))
	for _, w := range strings.Fields(strings.ToLower(words)) {
		if !strings.Contains(text, w) {
			return false
		}
	}
	return true
}
