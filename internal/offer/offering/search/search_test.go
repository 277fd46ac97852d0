package search

import (
	"encoding/json"
	"testing"

	"github.com/google/go-cmp/cmp"

	"shanmen/internal/platform/db/query"
	"shanmen/internal/testkit/source"
)

type searchCases struct {
	Offerings []struct {
		Key      string
		Title    struct{ EN, ZH string }
		Summary  struct{ EN, ZH string }
		Category struct{ EN, ZH string }
		Options  []struct{ EN, ZH string }
		Index
	}
	Searches []struct {
		Search, Why string
		Found       []string
	}
}

func readSearchCases(t *testing.T) (c searchCases) {
	t.Helper()
	if err := json.Unmarshal(source.Read(t, "testdata/search-cases.json"), &c); err != nil {
		t.Fatal(err)
	}
	return c
}

// The browser's search is tested on the same cases (catalogue.test.ts), with the same indexes.
func TestSearchMatchesTheBrowsers(t *testing.T) {
	c := readSearchCases(t)
	indexes := map[string]Index{}
	for _, o := range c.Offerings {
		var options []query.OfferingOption
		for _, p := range o.Options {
			options = append(options, query.OfferingOption{TitleEn: p.EN, TitleZh: p.ZH})
		}
		indexes[o.Key] = Of(
			query.Offering{TitleEn: o.Title.EN, TitleZh: o.Title.ZH, SummaryEn: o.Summary.EN, SummaryZh: o.Summary.ZH},
			query.Category{TitleEn: o.Category.EN, TitleZh: o.Category.ZH}, options)
		if diff := cmp.Diff(o.Index, indexes[o.Key]); diff != "" {
			t.Errorf("index of %s, want (-), made (+):\n%s", o.Key, diff)
		}
	}
	for _, s := range c.Searches {
		t.Run(s.Search, func(t *testing.T) {
			found := []string{}
			for _, o := range c.Offerings {
				if indexes[o.Key].Finds(Words(s.Search)) {
					found = append(found, o.Key)
				}
			}
			if diff := cmp.Diff(s.Found, found); diff != "" {
				t.Errorf("%s\n%s", s.Why, diff)
			}
		})
	}
}

// FuzzSearch checks that no query makes the search panic.
func FuzzSearch(f *testing.F) {
	for _, s := range []string{"guang ming", "gmd", "长生", "𠮷", "xi'an", "%", "ǚ"} {
		f.Add("长生禄位", s)
	}
	f.Fuzz(func(t *testing.T, name, search string) {
		x := Of(query.Offering{TitleZh: name}, query.Category{}, nil)
		x.Finds(Words(search))
	})
}
