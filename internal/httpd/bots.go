package httpd

import "strings"

// botWords are parts of what programs say of themselves that read pages for a search, a preview or a
// check: one list for everything that asks. Lower case.
var botWords = []string{
	"bot", "crawl", "spider", "slurp", "bingpreview", "facebookexternalhit", "facebookcatalog",
	"google-inspectiontool", "googleother", "google-read-aloud", "mediapartners-google", "feedfetcher", "apis-google",
	"sogou web", "embedly", "vkshare", "w3c_validator", "validator.nu", "qwantify", "chatgpt-user", "perplexity-user",
	"claude-user", "cohere-ai",
}

// botNames are whole names at the beginning, of programs whose name also stands in what a person's
// browser says.
var botNames = []string{"whatsapp/", "skypeuripreview", "wget/", "curl/", "python-requests/", "go-http-client/"}

// Bot tells whether a User-Agent is of a program and not of a person's browser. It never decides what
// may be seen: only whether an error page, which a program would keep, is worth showing.
func Bot(userAgent string) bool {
	ua := strings.ToLower(userAgent)
	ua = strings.ReplaceAll(ua, "cubot", "") // a maker of phones
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
