package outbox

import (
	"context"
	"fmt"
	"net/url"
	"strings"

	"shanmen/internal/locale"
)

// PhoneReader reads the temple's number when a letter or text is sent; "" before the temple has written one.
type PhoneReader func(ctx context.Context) (string, error)

// values fill in the sentences of letters and texts.
type values struct {
	base     *url.URL
	messages *locale.Messages
	phone    PhoneReader
}

// WhomToCall is what a letter says after "call": the temple's number, or "us" before the temple has written one.
func WhomToCall(m *locale.Messages, l locale.Locale, phone string) string {
	if phone == "" {
		return m.T(l, "mail.us", nil)
	}
	return phone
}

// of adds to what a letter was given the site's name and the number to call, and makes whole addresses of paths. The number
// is that of the moment of sending.
func (v values) of(ctx context.Context, l locale.Locale, given map[string]string) (map[string]any, error) {
	all := map[string]any{"host": v.base.Hostname()}
	phone := ""
	if v.phone != nil {
		var err error
		if phone, err = v.phone(ctx); err != nil {
			return nil, fmt.Errorf("number of a letter: %w", err)
		}
	}
	all["phone"] = WhomToCall(v.messages, l, phone)
	for k, value := range given {
		if strings.HasPrefix(value, "/") && !strings.HasPrefix(value, "//") {
			value = v.base.String() + value
		}
		all[k] = value
	}
	return all, nil
}
