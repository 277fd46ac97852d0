// Package firstdraft has the model texts of the policies and the forms that a new temple gets on its first day. They
// are drafts, which the temple reads, changes and publishes.
package firstdraft

import (
	"embed"
	"encoding/json"
	"fmt"
	"strings"

	"shanmen/internal/base/locale"
	"shanmen/internal/offer/form"
)

//go:embed en zh forms
var files embed.FS

// titles are those of the policies that have a model text.
var titles = map[string]locale.Text{
	"privacy-policy":     {EN: "Privacy policy", ZH: "隐私政策"},
	"service-policy":     {EN: "Service policy", ZH: "服务政策"},
	"term-and-condition": {EN: "Terms and conditions", ZH: "条款与条件"},
}

// Policy is the model text of a policy; both are empty where there is none.
func Policy(key string) (title, html locale.Text, err error) {
	title, there := titles[key]
	if !there {
		return title, html, nil
	}
	for l, to := range map[locale.Locale]*string{locale.EN: &html.EN, locale.ZH: &html.ZH} {
		raw, err := files.ReadFile(string(l) + "/" + key + ".html")
		if err != nil {
			return title, html, fmt.Errorf("model of %s: %w", key, err)
		}
		*to = strings.TrimSpace(string(raw))
	}
	return title, html, nil
}

// Form is a form with its title.
type Form struct {
	Title locale.Text     `json:"title"`
	Asks  form.Definition `json:"form"`
}

// Forms are the forms for the names of the living, of the departed with those who dedicate, of who gives, and of the contact
// page, which finds its own by its key.
func Forms() ([]Form, error) {
	var out []Form
	for _, key := range []string{"living", "departed", "gift", form.Contact} {
		raw, err := files.ReadFile("forms/" + key + ".json")
		if err != nil {
			return nil, fmt.Errorf("model form: %w", err)
		}
		var f Form
		if err := json.Unmarshal(raw, &f); err != nil {
			return nil, fmt.Errorf("model form %s: %w", key, err)
		}
		if err := f.Asks.Check(); err != nil {
			return nil, fmt.Errorf("model form %s: %w", key, err)
		}
		out = append(out, f)
	}
	return out, nil
}
