package app_test

import (
	"regexp"
	"strings"
	"testing"

	"shanmen/internal/testkit/source"
)

// The code "invalid-value" reads "This cannot be read", which does not help somebody who typed a value: it is for
// values that only a program sends. A value typed by a person is refused with a code that names the cause.
func TestEveryRefusalOfTypedInputHasASpecificCode(t *testing.T) {
	programs := map[string]string{
		"people/account/code_login.go": "the version of the policies, which the page sends", "rites/ceremony/view.go": "where a list goes on",
		"sales/checkout/paynow.go": "an amount that the page has added up", "sales/checkout/walkin.go": "cash beside PayNow, which no form has",
		"offer/editing/clean.go": "opening hours as JSON", "offer/editing/numbers.go": "keys of parts",
		"offer/family/check.go": "the JSON of a person", "offer/form/validate.go": "the JSON of a form", "platform/httpd/errors.go": "the JSON of a body",
		"office/imports/act.go": "a column or reading that the file has not", "sales/invoice/list.go": "a year, which is chosen", "base/keyset/keyset.go": "where a list goes on",
		"offer/library/list.go": "where a list goes on", "office/counter/cash_together.go": "ids of orders", "office/contact/contact.go": "of whom a link is", "rites/wall/wall.go": "where a list goes on",
	}
	literal := regexp.MustCompile(`"invalid-value"`)
	found := map[string]bool{}
	for _, file := range source.Program(t) {
		if !literal.Match(source.Read(t, file)) {
			continue
		}
		name := strings.TrimPrefix(file, "internal/")
		if found[name] = true; programs[name] == "" && name != "site/page_words.go" {
			t.Errorf("%s refuses something as invalid-value: who typed it wants to know why", name)
		}
	}
	for name := range programs {
		if !found[name] {
			t.Errorf("%s no longer does; take it out of this list", name)
		}
	}
}
