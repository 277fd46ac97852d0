package form

import (
	"context"
	"encoding/json"
	"strings"

	"shanmen/internal/base/locale"
)

// fund is the key of the choice that says what a gift is for. Reports and exports are split by its answer.
const fund = "fund"

// Fund is the fund that an entry chose; "" if the form does not ask or has no such option.
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

// Fund is Fund of an entry with the definition version it was written with.
func (rd *Reader) Fund(ctx context.Context, key string, version int64, values string) (string, error) {
	if key == "" || !mayHave(values, fund) {
		return "", nil
	}
	if _, asked := decode(json.RawMessage(values))[fund]; !asked {
		return "", nil
	}
	d, err := rd.definition(ctx, key, version)
	return Fund(d, json.RawMessage(values)), err
}

// mayHave returns whether a JSON text may have a key: most forms do not ask for a fund, and need not be read for that.
func mayHave(values, key string) bool {
	return strings.Contains(values, key) || strings.Contains(values, `\u`) // escaped letters
}

// FundName is the fund's title in the newest version that has it, so that renaming a fund renames all its money; its
// key if no version has it.
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
