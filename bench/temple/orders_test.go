package temple

import (
	"encoding/json"
	"net/http"
	"net/http/httptest"
	"testing"
)

// The comparison detects an order that is lost, an order that nobody placed, and one number given to two visitors.
func TestTheVerdictFindsLostAndDuplicateOrders(t *testing.T) {
	t.Parallel()
	for name, c := range map[string]struct {
		told, there   []string
		lost, doubled int
	}{
		"OK":                {[]string{"1", "2"}, []string{"2", "1"}, 0, 0},
		"Lost":              {[]string{"1", "2"}, []string{"2"}, 1, 0},
		"Unordered":         {[]string{"1"}, []string{"1", "2"}, 0, 1},
		"AcknowledgedTwice": {[]string{"1", "1"}, []string{"1"}, 0, 1},
		"StoredTwice":       {[]string{"1"}, []string{"1", "1"}, 0, 1},
	} {
		t.Run(name, func(t *testing.T) {
			t.Parallel()
			site := httptest.NewServer(http.HandlerFunc(func(w http.ResponseWriter, _ *http.Request) {
				items := []map[string]any{}
				for _, n := range c.there {
					items = append(items, map[string]any{"number": n, "status": "awaiting-payment"})
				}
				_ = json.NewEncoder(w).Encode(map[string]any{"items": items, "total": len(items)})
			}))
			t.Cleanup(site.Close)
			told := map[string]int{}
			for _, n := range c.told {
				told[n]++
			}
			lost, doubled, err := Compare(told, []*Visitor{(&Program{URL: site.URL}).Visit()})
			if err != nil || lost != c.lost || doubled != c.doubled {
				t.Errorf("lost %d, doubled %d, %v", lost, doubled, err)
			}
		})
	}
}
