package form

import (
	"context"
	"encoding/json"

	"shanmen/internal/base/locale"
)

// fund is the key of the choice that says what a gift is for. Figures and exports of money are split by its answer.
const fund = "fund"

// Fund is the option that an entry chose for its gift; "" where the form does not ask, or has no such option.
func Fund(d Definition, values json.RawMessage) string {
	chosen := word(decode(values)[fund])
	for _, f := range d.Fields {
		if f.Key == fund && f.Type == Choice {
			for _, o := range f.Options {
				if o.Key == chosen {
					return chosen
				}
			}
		}
	}
	return ""
}

// Fund is what Fund says of an entry, read with the definition that it was written with.
func (rd *Reader) Fund(ctx context.Context, key string, version int64, values string) (string, error) {
	if _, asked := decode(json.RawMessage(values))[fund]; key == "" || !asked {
		return "", nil
	}
	d, err := rd.definition(ctx, key, version)
	return Fund(d, json.RawMessage(values)), err
}

// FundName is what the newest version that has an option calls it: whoever renames a fund renames all of its money. One
// that no version has is called by its key.
func (rd *Reader) FundName(ctx context.Context, key, option string) (locale.Text, error) {
	if option == "" {
		return locale.Text{}, nil
	}
	versions, known := rd.versions[key]
	if !known {
		var err error
		if versions, err = Versions(ctx, rd.r, key); err != nil {
			return locale.Text{}, err
		}
		rd.versions[key] = versions
	}
	for _, d := range versions {
		for _, f := range d.Fields {
			if f.Key == fund && f.Type == Choice {
				if name := chosen(f, option); name != inBothLanguages(option) {
					return name, nil
				}
			}
		}
	}
	return inBothLanguages(option), nil
}
