package httpd_test

import (
	"encoding/json"
	"os"
	"testing"

	"shanmen/internal/platform/httpd"
)

// The browser's test uses the same list (web/src/site/navigator/bot.test.ts).
func TestBotsAreRecognisedByUserAgent(t *testing.T) {
	t.Parallel()
	b, err := os.ReadFile("testdata/user-agents.json")
	if err != nil {
		t.Fatal(err)
	}
	var agents struct{ Programs, People []string }
	if err := json.Unmarshal(b, &agents); err != nil || len(agents.Programs) == 0 || len(agents.People) == 0 {
		t.Fatal(agents, err)
	}
	for _, ua := range agents.Programs {
		if !httpd.Bot(ua) {
			t.Errorf("taken for a person: %s", ua)
		}
	}
	for _, ua := range agents.People {
		if httpd.Bot(ua) {
			t.Errorf("taken for a program: %s", ua)
		}
	}
}
