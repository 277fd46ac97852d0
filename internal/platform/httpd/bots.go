package httpd

import (
	"slices"
	"strings"
)

// botWords are parts of User-Agents of programs that read pages for search, preview or monitoring; one list for all
// uses, in lower case.
var botWords = []string{
	"+http", // the URL with which a bot describes itself; no browser has one
	"bot", "crawl", "spider", "slurp", "bingpreview", "facebookexternalhit", "facebookcatalog",
	"google-inspectiontool", "google-site-verification", "googleother", "google-read-aloud", "mediapartners-google", "feedfetcher", "apis-google",
	"sogou web", "embedly", "vkshare", "w3c_validator", "validator.nu", "qwantify", "chatgpt-user", "perplexity-user",
	"claude-user", "cohere-ai",
}

// botNames are complete names at the start of a User-Agent, of programs whose name also occurs in browsers'
// User-Agents.
var botNames = []string{"whatsapp/", "skypeuripreview", "wget/", "curl/", "python-requests/", "go-http-client/"}

// botPhone is a phone brand that contains a word of the list.
const botPhone = "cubot"

// BotSigns are the lists used by Bot, for the same check in the browser.
type BotSigns struct {
	Words []string `json:"words"`
	Names []string `json:"names"`
	Phone string   `json:"phone"`
}

// Bots returns these lists.
func Bots() BotSigns { return BotSigns{slices.Clone(botWords), slices.Clone(botNames), botPhone} }

// Bot returns whether a User-Agent is a program's and not a browser's. It never decides about access, only whether an
// error page, which a program would index, is worth showing.
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
