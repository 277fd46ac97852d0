package words

import (
	"context"
	"slices"
	"strings"

	"shanmen/internal/base/locale"
	"shanmen/internal/platform/httpd"
)

// proves returns whether a message is part of a mail or SMS with a code, ticket or invitation, including the frame of
// every mail. Editing these texts could redirect all codes.
func (s *Service) proves(key string) bool {
	kind, rest, _ := strings.Cut(key, ".")
	if kind != "mail" && kind != "sms" {
		return false
	}
	template, _, whole := strings.Cut(rest, ".") // of a mail: subject or body
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
	case slices.Contains(names, "{code}"), template == "mobile-changed", template == "ticket-issued": // these two contain the number to call
		return true
	case slices.Contains(names, "{path}"):
		return template != "form-received" // its link is the contact page
	}
	// Links to an order lead to the login, except for renewals and people without an account, whose links have a
	// ticket.
	return slices.Contains(names, "{link}") && (strings.HasPrefix(template, "renewal-") || strings.HasSuffix(template, "-walk-in"))
}

// mayWord returns whether the visitor may edit a text: texts with codes or tickets are for administrators.
func (s *Service) mayWord(ctx context.Context, key string) bool {
	return !s.proves(key) || httpd.VisitorOf(ctx).Has("admin")
}
