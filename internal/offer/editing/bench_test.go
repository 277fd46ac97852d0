package editing_test

import (
	"fmt"
	"slices"
	"strconv"
	"strings"
	"testing"
	"time"

	"shanmen/internal/offer/editing"
	"shanmen/internal/testkit"
)

// BenchmarkSaving prints the time to save one field through the handler: of a short page, of an offering with 20
// options, and a text of 60,000 characters, in alternation within one run; x-short is the ratio to the short page. At
// most 100 ms.
func BenchmarkSaving(b *testing.B) {
	for _, engine := range []string{"sqlite", "postgres"} {
		b.Run(engine, func(b *testing.B) {
			a := testkit.New(b, engine)
			editor := a.Staff(b, "editor")
			made := func(kind string, fields map[string]string) string {
				var added editing.Added
				editor.Post("/api/admin/record", map[string]any{"kind": kind, "key": kind + "-measured", "fields": fields}).Want(200).JSON(&added)
				return added.Record.ID
			}
			offering, keys := soup(), []string{}
			delete(offering, "category")
			for i := range 20 {
				key := "o" + strconv.Itoa(i)
				keys = append(keys, key)
				for _, part := range []string{"title.en", "title.zh", "price", "terms", "channels", "each", "places"} {
					offering["option."+key+"."+part] = offering["option.bowl."+part]
				}
			}
			for name := range offering {
				if strings.HasPrefix(name, "option.bowl.") || strings.HasPrefix(name, "option.any.") {
					delete(offering, name)
				}
			}
			offering["options"] = strings.Join(keys, " ")
			long := "<p>" + strings.Repeat("莲", 590) + "</p>"
			text := strings.Repeat(long, 60_000/len([]rune(long))-1)
			saves := []*saving{
				{name: "short", id: made("page", map[string]string{"title.en": "Short"}), field: "title.en", value: func(i int) string { return "Short " + strconv.Itoa(i) }},
				{name: "options", id: made("offering", offering), field: "option.o19.title.en", value: func(i int) string { return "Bowl " + strconv.Itoa(i) }},
				{name: "long", id: a.Record(b, "page", "history"), field: "html.zh", value: func(i int) string { return text + "<p>" + strconv.Itoa(i) + "</p>" }},
			}
			for _, s := range saves {
				var o editing.Opened
				editor.Get("/api/admin/record/" + s.id).Want(200).JSON(&o)
				s.rev = o.Revs[s.field].Rev
			}
			for i := 0; b.Loop(); i++ {
				for _, s := range saves {
					s.save(editor, i)
				}
			}
			b.ReportMetric(0, "ns/op")
			for _, s := range saves {
				slices.Sort(s.took)
				b.ReportMetric(float64(s.median())/1e6, "ms-"+s.name)
				b.ReportMetric(float64(s.took[len(s.took)-1])/1e6, "ms-slowest-"+s.name)
				if s != saves[0] {
					b.ReportMetric(float64(s.median())/float64(saves[0].median()), s.name+"-x-short")
				}
			}
		})
	}
}

// saving is one field that is saved again and again.
type saving struct {
	name, id, field string
	value           func(i int) string
	rev             int64
	took            []time.Duration
}

func (s *saving) save(c *testkit.Client, i int) {
	body := map[string]any{"fields": map[string]editing.Typed{s.field: {Value: s.value(i), Base: s.rev}}}
	started := time.Now()
	r := c.Do("PATCH", "/api/admin/record/"+s.id, body)
	s.took = append(s.took, time.Since(started))
	var saved editing.Saved
	r.Want(200).JSON(&saved)
	if len(saved.Conflicts) > 0 {
		panic(fmt.Sprintf("%s is saved over another text", s.name))
	}
	s.rev = saved.Revs[s.field].Rev
}

func (s *saving) median() time.Duration { return s.took[len(s.took)/2] }
