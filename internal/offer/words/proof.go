package words

import (
	"context"
	"slices"
	"strings"

	"shanmen/internal/base/locale"
	"shanmen/internal/platform/httpd"
)

// proves tells whether a sentence stands in a letter or text that lets somebody in: with a code, a ticket or an invitation.
// What stands around every letter is such a sentence too. Whoever words it can lead all codes of the temple elsewhere.
func (s *Service) proves(key string) bool {
	kind, rest, _ := strings.Cut(key, ".")
	if kind != "mail" && kind != "sms" {
		return false
	}
	template, _, whole := strings.Cut(rest, ".") // of a letter: its subject or its body
	if kind == "mail" && !whole {
		return true
	}
	var names []string
	for _, l := range locale.All {
		for _, one := range []string{"mail." + template + ".subject", "mail." + template + ".body", "sms." + template} {
			names = append(names, locale.Names(s.Messages.BuiltIn(l, one))...)
		}
	}
	switch {
	case slices.Contains(names, "{code}"), template == "mobile-changed", template == "ticket-issued": // these two say whom to call
		return true
	case slices.Contains(names, "{path}"):
		return template != "form-received" // its path is the contact page
	}
	// Links into an order lead to the login, but for a renewal and for who has no account: those have a ticket.
	return slices.Contains(names, "{link}") && (strings.HasPrefix(template, "renewal-") || strings.HasSuffix(template, "-walk-in"))
}

// mayWord tells whether the visitor may word a sentence: one that lets somebody in is for administrators.
func (s *Service) mayWord(ctx context.Context, key string) bool {
	return !s.proves(key) || httpd.VisitorOf(ctx).Has("admin")
}
