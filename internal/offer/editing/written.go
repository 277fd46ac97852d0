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

// mostWritten is the maximum number of records in a search result; beyond it only the count is given.
const mostWritten = 20

type writtenIn struct {
	Q string `query:"q" required:"true" minLength:"1" maxLength:"100" doc:"A part of a text, in either language"`
}

// WrittenList is where the office's texts contain a phrase.
type WrittenList struct {
	Items []WrittenPlace `json:"items"`
	Total int            `json:"total" doc:"Number of records that contain the text"`
}

// WrittenPlace is a record whose draft contains it, with the first matching field.
type WrittenPlace struct {
	Record  Summary       `json:"record"`
	Field   string        `json:"field" doc:"Field name, such as html.en"`
	Excerpt words.Excerpt `json:"excerpt"`
}

// markUps matches tags, which separate words.
var markUps = regexp.MustCompile(`<[^>]*>`)

// Written answers GET /api/admin/written: matching titles first, then texts. It reads all drafts, some thousand at
// most, because people search for parts of words, for which neither engine has an index.
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

// says finds the first field of a draft that contains the phrase, in the kind's field order.
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
