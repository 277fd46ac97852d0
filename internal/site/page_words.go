package site

import (
	"strings"

	"shanmen/internal/platform/httpd"
)

// pageFaults are the refusals that a page words by itself, before anything is sent. All others come in
// words with the answer, and would only make the page heavier: there are a hundred.
var pageFaults = map[string]bool{
	"required": true, "too-short": true, "too-long": true, "too-few": true, "too-many": true, "not-a-choice": true,
	"bad-date": true, "date-in-future": true, "date-in-past": true, "date-too-far": true, "before-birth": true, "control-character": true, "unprintable-character": true, "consent-required": true,
	"unknown-field": true, "invalid-value": true, "wrong-credentials": true, "otp-digits": true, "password-needed": true,
}

// wordsOf is every message that a page's first HTML carries.
func (s *Service) wordsOf(d httpd.Document) map[string]string {
	words := s.Messages.Namespaces(d.Locale, d.Spec.Namespaces...)
	for key := range words {
		if code, ok := strings.CutPrefix(key, "fault."); ok && !pageFaults[code] {
			delete(words, key)
		}
	}
	return words
}
