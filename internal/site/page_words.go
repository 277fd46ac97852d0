package site

import (
	"strings"

	"shanmen/internal/platform/httpd"
)

// pageFaults are refusal messages that a page uses before sending anything. All others come with the answer; the
// hundred of them would make pages heavier.
var pageFaults = map[string]bool{
	"required": true, "too-short": true, "too-long": true, "too-few": true, "too-many": true, "not-a-choice": true,
	"bad-date": true, "date-in-future": true, "date-in-past": true, "date-too-far": true, "before-birth": true, "control-character": true, "unprintable-character": true, "consent-required": true,
	"unknown-field": true, "invalid-value": true, "wrong-credentials": true, "otp-digits": true, "password-needed": true,
}

// wordsOf returns every message in a page's HTML.
func (s *Service) wordsOf(d httpd.Document) map[string]string {
	words := s.Messages.Namespaces(d.Locale, append(d.Spec.Borrowed(), d.Spec.Namespaces...)...)
	for key := range words {
		if code, ok := strings.CutPrefix(key, "fault."); ok && !pageFaults[code] || !d.Spec.Shows(key) {
			delete(words, key)
		}
	}
	return words
}
