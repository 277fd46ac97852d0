package editing

import (
	"context"
	"encoding/json"
	"fmt"
	"html"
	"regexp"

	"shanmen/internal/offer/words"
	"shanmen/internal/platform/db/query"
)

// mostWritten is how many records a search names; of more it says how many there are.
const mostWritten = 20

type writtenIn struct {
	Q string `query:"q" required:"true" minLength:"1" maxLength:"100" doc:"A part of a text, in either language"`
}

// WrittenList is where the office itself says something.
type WrittenList struct {
	Items []WrittenPlace `json:"items"`
	Total int            `json:"total" doc:"All records that say it"`
}

// WrittenPlace is a record whose draft says it: the first of its fields that does.
type WrittenPlace struct {
	Record  Summary       `json:"record"`
	Field   string        `json:"field" doc:"Such as html.en"`
	Excerpt words.Excerpt `json:"excerpt"`
}

// markUps are tags: what stands on both sides of one is read as two words.
var markUps = regexp.MustCompile(`<[^>]*>`)

// Written answers GET /api/admin/written: what is called so first, then what says it. All drafts are read, some thousand
// at most: people look for a part of a word, for which neither engine has an index.
func (s *Service) Written(ctx context.Context, in *writtenIn) (*WrittenList, error) {
	r := s.DB.Read()
	type hit struct {
		record query.Record
		place  WrittenPlace
	}
	var called, saying []hit
	for _, k := range kinds {
		if k.private {
			continue
		}
		rows, err := r.WrittenOf(ctx, k.Name)
		if err != nil {
			return nil, fmt.Errorf("drafts of %s: %w", k.Name, err)
		}
		for _, row := range rows {
			place, found, err := k.says(row, in.Q)
			if err != nil {
				return nil, err
			}
			if !found {
				continue
			}
			if _, is := words.Find(row.Record.TitleEn+"\n"+row.Record.TitleZh, in.Q); is {
				called = append(called, hit{row.Record, place})
			} else {
				saying = append(saying, hit{row.Record, place})
			}
		}
	}
	hits := append(called, saying...)
	out, p := &WrittenList{Items: []WrittenPlace{}, Total: len(hits)}, &people{r: r}
	for _, h := range hits[:min(len(hits), mostWritten)] {
		var err error
		if h.place.Record, err = summary(ctx, p, h.record); err != nil {
			return nil, err
		}
		out.Items = append(out.Items, h.place)
	}
	return out, nil
}

// says finds the first field of a draft, in the order of its kind, that says something.
func (k *Kind) says(row query.WrittenOfRow, q string) (WrittenPlace, bool, error) {
	f := Fields{}
	if err := json.Unmarshal([]byte(row.Fields), &f); err != nil {
		return WrittenPlace{}, false, fmt.Errorf("draft of %s: %w", row.Record.ID, err)
	}
	for _, field := range k.all(f) {
		for _, name := range field.names() {
			text := f[name]
			if languageOf(name) == "" || text == "" {
				continue
			}
			if field.Type == FieldHTML {
				text = html.UnescapeString(markUps.ReplaceAllString(text, " "))
			}
			if e, found := words.Find(text, q); found {
				return WrittenPlace{Field: name, Excerpt: e}, true, nil
			}
		}
	}
	return WrittenPlace{}, false, nil
}
