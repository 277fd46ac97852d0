package account

import (
	"net/mail"
	"strconv"
	"strings"

	"github.com/nyaruka/phonenumbers"

	"shanmen/internal/base/fault"
	"shanmen/internal/base/id"
	"shanmen/internal/platform/httpd"
)

func newID() string { return id.New() }

// Mobile is a mobile number in normalised form.
type Mobile struct {
	E164    string // +6591234567
	Country string // calling code, "65"
}

// ParseMobile parses a typed number: "9123 4567" is Singapore's; "+65 9…", "659…", "0065 9…" and full-width digits are
// equal. ok is false for what cannot be a mobile number.
func ParseMobile(text string) (m Mobile, ok bool) {
	digits, ok := dialled(text)
	if !ok {
		return Mobile{}, false
	}
	tries := []string{digits}
	if rest, intl := strings.CutPrefix(digits, "00"); intl {
		tries = []string{"+" + rest}
	} else if !strings.HasPrefix(digits, "+") {
		tries = append(tries, "+"+digits) // 60123456789, typed without its plus
	}
	for _, try := range tries {
		n, err := phonenumbers.Parse(try, "SG")
		if err != nil || !phonenumbers.IsValidNumber(n) {
			continue
		}
		switch phonenumbers.GetNumberType(n) {
		case phonenumbers.MOBILE, phonenumbers.FIXED_LINE_OR_MOBILE:
			return Mobile{phonenumbers.Format(n, phonenumbers.E164), strconv.Itoa(int(n.GetCountryCode()))}, true
		}
	}
	return Mobile{}, false
}

// ParsePhone normalises any telephone number. Without a country code it is Singapore's, and never guessed to be one of
// a country whose code it starts with.
func ParsePhone(text string) (e164 string, ok bool) {
	digits, ok := dialled(text)
	if !ok {
		return "", false
	}
	if rest, intl := strings.CutPrefix(digits, "00"); intl {
		digits = "+" + rest
	}
	n, err := phonenumbers.Parse(digits, "SG")
	if err != nil || !phonenumbers.IsValidNumber(n) {
		return "", false
	}
	return phonenumbers.Format(n, phonenumbers.E164), true
}

// dialled is the digits of a number, after a plus if there is one.
func dialled(text string) (digits string, ok bool) {
	if len(text) > 100 {
		return "", false
	}
	digits = strings.Map(func(r rune) rune {
		switch {
		case r >= '０' && r <= '９':
			return r - '０' + '0'
		case r == '＋':
			return '+'
		case r >= '0' && r <= '9' || r == '+':
			return r
		case strings.ContainsRune(" \u00a0\u3000\t-‐‑–()（）.", r):
			return -1
		}
		return 'x' // a letter or sign: not a number
	}, text)
	return digits, !strings.ContainsRune(digits, 'x') && strings.LastIndex(digits, "+") <= 0
}

// email is an address as typed, and in the form for comparison.
type email struct{ typed, key string }

// IsEmail returns whether a text is an address that an account could have.
func IsEmail(text string) bool {
	e, wrong := checkEmail(text)
	return wrong == nil && e.key != ""
}

// checkEmail parses an optional address. Non-ASCII letters are refused, because they could imitate another address.
func checkEmail(text string) (email, *fault.Field) {
	text = strings.TrimSpace(text)
	if text == "" {
		return email{}, nil
	}
	bad := &fault.Field{Path: "email", Code: "email-invalid"}
	if len(text) > 254 {
		return email{}, bad
	}
	for _, r := range text {
		if r <= ' ' || r >= 0x7f || strings.ContainsRune(`<>()[],;:"\`, r) {
			return email{}, bad
		}
	}
	a, err := mail.ParseAddress(text)
	if err != nil || a.Address != text {
		return email{}, bad
	}
	_, domain, _ := strings.Cut(text, "@")
	if dot := strings.LastIndex(domain, "."); dot < 1 || dot >= len(domain)-2 || strings.Contains(domain, "..") {
		return email{}, bad
	}
	return email{text, strings.ToLower(text)}, nil
}

// ParseEmail parses an address and returns it as typed, trimmed. ok is false if it is invalid or empty.
func ParseEmail(text string) (address string, ok bool) {
	e, wrong := checkEmail(text)
	return e.typed, wrong == nil && e.key != ""
}

// identifier is a login name: one of the two is set, or neither if the text is invalid.
type identifier struct{ mobile, emailKey string }

func parseIdentifier(text string) identifier {
	if strings.Contains(text, "@") {
		e, _ := checkEmail(text)
		return identifier{emailKey: e.key}
	}
	m, _ := ParseMobile(text)
	return identifier{mobile: m.E164}
}

// key identifies the login name in rate limits without revealing it, because counters outlive accounts.
func (i identifier) key(typed string) string {
	switch {
	case i.mobile != "":
		return id.Hash("mobile " + i.mobile)
	case i.emailKey != "":
		return id.Hash("mail " + i.emailKey)
	}
	return id.Hash("text " + typed)
}

func addressKey(ip string) string { return AddressKey(ip) }

// AddressKey is the visitor's network address in rate limits. A 64-bit IPv6 network counts as one household.
func AddressKey(ip string) string { return httpd.Networks(ip)[0] }
