package httpd

import (
	"slices"
	"strings"
)

// botWords are parts of what programs say of themselves that read pages for a search, a preview or a
// check: one list for everything that asks. Lower case.
var botWords = []string{
	"+http", // the address at which a program explains itself: no browser has one
	"bot", "crawl", "spider", "slurp", "bingpreview", "facebookexternalhit", "facebookcatalog",
	"google-inspectiontool", "google-site-verification", "googleother", "google-read-aloud", "mediapartners-google", "feedfetcher", "apis-google",
	"sogou web", "embedly", "vkshare", "w3c_validator", "validator.nu", "qwantify", "chatgpt-user", "perplexity-user",
	"claude-user", "cohere-ai",
}

// botNames are whole names at the beginning, of programs whose name also stands in what a person's
// browser says.
var botNames = []string{"whatsapp/", "skypeuripreview", "wget/", "curl/", "python-requests/", "go-http-client/"}

// botPhone is a maker of phones whose name has a word of the list.
const botPhone = "cubot"

// BotSigns are what Bot goes by, for the same question in the browser.
type BotSigns struct {
	Words []string `json:"words"`
	Names []string `json:"names"`
	Phone string   `json:"phone"`
}

// Bots returns the signs of programs.
func Bots() BotSigns { return BotSigns{slices.Clone(botWords), slices.Clone(botNames), botPhone} }

// Bot tells whether a User-Agent is of a program and not of a person's browser. It never decides what
// may be seen: only whether an error page, which a program would keep, is worth showing.
func Bot(userAgent string) bool {
	ua := strings.ReplaceAll(strings.ToLower(userAgent), botPhone, "")
	for _, n := range botNames {
		if strings.HasPrefix(ua, n) {
			return true
		}
	}
	for _, w := range botWords {
		if strings.Contains(ua, w) {
			return true
		}
	}
	return false
}
