package outbox

import (
	"context"
	"fmt"
	"net/url"
	"regexp"
	"strings"

	"shanmen/internal/base/locale"
	"shanmen/internal/base/writing"
)

// Temple is the temple's published name and contact details for letters, and the site's address.
type Temple struct {
	Base          *url.URL
	Name, Address locale.Text
	Phone         string
}

// TempleReader reads the temple's settings when a letter is sent.
type TempleReader func(ctx context.Context) (Temple, error)

// Says are the placeholders filled in from the settings: {temple} is the name, falling back to the other language, or
// to the site's host before a name is published; {phone} follows "call", and is "us" without a number. {templeAlso}
// (the name in the other language), {templeAddress} and {templePhone} are for the signature and may be "".
func (t Temple) Says(m *locale.Messages, l locale.Locale) map[string]any {
	name, address, phone := t.text(t.Name), t.text(t.Address), t.safe(t.Phone)
	says := map[string]any{"host": t.Base.Hostname(), "temple": oneLine(name.In(l)), "templeAlso": "", "templeAddress": address.In(l), "templePhone": phone, "phone": phone}
	if says["temple"] == "" {
		says["temple"] = t.Base.Hostname()
	}
	if name.EN != "" && name.ZH != "" && name.EN != name.ZH {
		says["templeAlso"] = oneLine(locale.Text{EN: name.ZH, ZH: name.EN}.In(l))
	}
	if phone == "" {
		says["phone"] = m.T(l, "mail.us", nil)
	}
	return says
}

func oneLine(text string) string { return strings.Join(strings.Fields(text), " ") }

func (t Temple) text(of locale.Text) locale.Text {
	return locale.Text{EN: t.safe(of.EN), ZH: t.safe(of.ZH)}
}

var dotInAWord = regexp.MustCompile(`([^\s.])\.(\pL{2,})`)

// safe makes a setting safe for letters. Some carry codes, so no setting may become a link: a dot within a word gets a
// space, and what still looks like a URL is removed.
func (t Temple) safe(setting string) string {
	host := t.Base.Hostname()
	if writing.LeadsElsewhere(setting, host) {
		setting = dotInAWord.ReplaceAllString(setting, "$1. $2")
	}
	if strings.ContainsAny(setting, "{}") || writing.LeadsElsewhere(setting, host) {
		return ""
	}
	return setting
}

// Signature is the signature of every mail. A line, or a part between " · ", is omitted if its settings are empty.
func Signature(m *locale.Messages, l locale.Locale, says map[string]any) string {
	var lines []string
	for line := range strings.SplitSeq(m.T(l, "mail.signature", nil), "\n") {
		var parts []string
		for part := range strings.SplitSeq(line, " · ") {
			filled, names := "", locale.Names(part)
			for _, name := range names {
				value := fmt.Sprint(says[strings.Trim(name, "{}")])
				filled += value
				part = strings.ReplaceAll(part, name, value)
			}
			if len(names) == 0 || filled != "" {
				parts = append(parts, strings.TrimSpace(part))
			}
		}
		if len(parts) > 0 {
			lines = append(lines, strings.Join(parts, " · "))
		}
	}
	return strings.Join(lines, "\n")
}

// values fills in the placeholders of letters.
type values struct {
	base     *url.URL
	messages *locale.Messages
	temple   TempleReader
}

// of adds the current temple settings to a letter's parameters, and completes paths to URLs.
func (v values) of(ctx context.Context, l locale.Locale, given map[string]string) (map[string]any, error) {
	temple := Temple{Base: v.base}
	if v.temple != nil {
		var err error
		if temple, err = v.temple(ctx); err != nil {
			return nil, fmt.Errorf("temple of a letter: %w", err)
		}
	}
	all := temple.Says(v.messages, l)
	for k, value := range given {
		if strings.HasPrefix(value, "/") && !strings.HasPrefix(value, "//") {
			value = v.base.String() + value
		}
		all[k] = value
	}
	return all, nil
}
