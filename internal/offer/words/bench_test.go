package words_test

import (
	"fmt"
	"net/url"
	"slices"
	"strings"
	"testing"
	"time"

	"shanmen/internal/offer/words"
	"shanmen/internal/testkit"
)

// BenchmarkSearch prints the time to search all messages: for all of them, a frequent word, one message, a word that
// does not occur, and the same with a draft for every message; in alternation within one run. x-settings is the ratio
// to reading the settings, an office call without a search.
func BenchmarkSearch(b *testing.B) {
	for _, engine := range []string{"sqlite", "postgres"} {
		b.Run(engine, func(b *testing.B) {
			a := testkit.New(b, engine)
			editor, admin := a.Staff(b, "editor"), a.Staff(b, "admin")
			var all words.WordList
			editor.Get("/api/admin/word?limit=1").Want(200).JSON(&all)
			if all.Every < 2_000 {
				b.Fatalf("only %d sentences", all.Every)
			}
			searches := []*search{
				{name: "settings", path: "/api/admin/setting", who: admin},
				{name: "all", path: "/api/admin/word?limit=100", who: editor},
				{name: "frequent", path: "/api/admin/word?limit=100&q=the", who: editor},
				{name: "one", path: "/api/admin/word?limit=100&q=" + url.QueryEscape("转账截图"), who: editor},
				{name: "none", path: "/api/admin/word?limit=100&q=zzzz", who: editor},
			}
			drafted := []*search{{name: "drafted", path: "/api/admin/word?limit=100&q=the", who: editor}}
			for b.Loop() {
				for _, s := range searches {
					s.ask()
				}
			}
			draftAll(b, a, editor)
			for range len(searches[0].took) {
				drafted[0].ask()
			}
			b.ReportMetric(0, "ns/op")
			for _, s := range append(searches, drafted...) {
				b.ReportMetric(float64(s.median())/1e6, "ms-"+s.name)
				if s != searches[0] {
					b.ReportMetric(float64(s.median())/float64(searches[0].median()), s.name+"-x-settings")
				}
			}
		})
	}
}

// draftAll saves a draft of every message, the slowest case for reading all of them.
func draftAll(b *testing.B, a *testkit.App, editor *testkit.Client) {
	b.Helper()
	for after := ""; ; {
		var page words.WordList
		editor.Get("/api/admin/word?limit=200&after=" + url.QueryEscape(after)).Want(200).JSON(&page)
		var rows []string
		var values []any
		for _, one := range page.Items {
			for language, side := range one.Sides {
				n := len(values)
				rows = append(rows, fmt.Sprintf("($%d, $%d, $%d, 1, 1, '', 1)", n+1, n+2, n+3))
				values = append(values, language, one.Key, side.Live+" ")
			}
		}
		a.Exec(b, "INSERT INTO message_drafts (locale, key, text, waiting, rev, by_id, at) VALUES "+strings.Join(rows, ", "), values...)
		if after = page.Next; after == "" {
			return
		}
	}
}

// search is one call, made again and again.
type search struct {
	name, path string
	who        *testkit.Client
	took       []time.Duration
}

func (s *search) ask() {
	started := time.Now()
	r := s.who.Get(s.path)
	s.took = append(s.took, time.Since(started))
	r.Want(200)
}

func (s *search) median() time.Duration {
	slices.Sort(s.took)
	return s.took[len(s.took)/2]
}
