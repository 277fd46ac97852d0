package event

import (
	"strings"

	"shanmen/internal/db/query"
)

// matches tells whether every word stands in the event's texts, whatever its case. Lists have
// hundreds of events at most, and both databases compare letters differently: it is done here.
func matches(e query.Event, words string) bool {
	text := strings.ToLower(strings.Join([]string{e.TitleEn, e.TitleZh, e.SummaryEn, e.SummaryZh, e.PlaceEn, e.PlaceZh}, "\n"))
	for _, w := range strings.Fields(strings.ToLower(words)) {
		if !strings.Contains(text, w) {
			return false
		}
	}
	return true
}
