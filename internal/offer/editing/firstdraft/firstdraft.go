// Package firstdraft has the model policies and forms that a new temple starts with. They are drafts that the temple
// reviews, changes and publishes.
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

// titles are the titles of policies with a model text.
var titles = map[string]locale.Text{
	"privacy-policy":     {EN: "Privacy policy", ZH: "隐私政策"},
	"service-policy":     {EN: "Service policy", ZH: "服务政策"},
	"term-and-condition": {EN: "Terms and conditions", ZH: "条款与条件"},
}

// Policy returns the model text of a policy, or empty texts.
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

// Form is a model form with its title.
type Form struct {
	Title locale.Text     `json:"title"`
	Asks  form.Definition `json:"form"`
}

// Forms are the model forms: names of the living, of the departed with their dedicators, of givers, and the contact
// form, which is found by its key.
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
