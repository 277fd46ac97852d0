package words

import (
	"cmp"
	"context"
	_ "embed"
	"encoding/json"
	"fmt"
	"slices"
	"strings"
	"sync"

	"shanmen/internal/base/locale"
	"shanmen/internal/platform/httpd"
)

// codeUses lists where the code of site and office uses each message. scripts/word-uses.mjs generates it (`make
// generate`), and its own test compares it with the code.
//
//go:embed uses.json
var codeUses []byte

// Where a message is used. Pages and office areas add their name: page:cart, office:payments.
const (
	useSite   = "site" // the frame of every page
	useOffice = "office"
	useLetter = "letter"
	useSMS    = "sms"
	useChat   = "chat" // the office's WhatsApp texts
	usePaper  = "paper"
	useHead   = "head" // page titles and descriptions for search engines and chats
	pageUse   = "page:"
	areaUse   = "office:"
)

// serverUses lists the messages that the server itself uses, by key prefix.
var serverUses = map[string]string{
	"mail": useLetter, "sms": useSMS, "chat": useChat, "refund": usePaper, "meta": useHead, "audit": areaUse + "audit", "inbox": areaUse + "inbox",
	"words": areaUse + "words", "table": areaUse + "accounts", "journal": areaUse + "accounts", "offline": useSite, // shown in the place of any page
}

// writtenIn reads the list: sentences with the same uses stand together.
var writtenIn = sync.OnceValue(func() (groups []struct{ Uses, Keys []string }) {
	if err := json.Unmarshal(codeUses, &groups); err != nil {
		panic(fmt.Errorf("uses of sentences: %w", err)) // what was built in is broken
	}
	return groups
})

// OfOffice is every sentence that the code of the office writes.
func OfOffice(m *locale.Messages, l locale.Locale) map[string]string {
	out, all := map[string]string{}, m.All(l)
	for _, g := range writtenIn() {
		if !slices.ContainsFunc(g.Uses, func(use string) bool { return use == useOffice || strings.HasPrefix(use, areaUse) }) {
			continue
		}
		for _, key := range g.Keys {
			if text, ok := all[key]; ok {
				out[key] = text
			}
		}
	}
	return out
}

// usesOf tells where each sentence is used, by key: what the code writes, then what the page table says of titles and
// descriptions, then what the server says by itself.
func usesOf(pages []httpd.PageSpec, keys []string) map[string][]string {
	out := map[string][]string{}
	for _, g := range writtenIn() {
		for _, key := range g.Keys {
			out[key] = g.Uses
		}
	}
	add := func(key, use string) {
		if !slices.Contains(out[key], use) && !slices.Contains(out[key], useSite) {
			out[key] = append(slices.Clone(out[key]), use)
		}
	}
	for _, p := range pages {
		add(p.TitleKey, pageUse+p.ID)
		add("meta."+p.ID, pageUse+p.ID)
	}
	for _, key := range keys {
		if len(out[key]) > 0 {
			continue
		}
		part, _, _ := strings.Cut(key, ".")
		if use, ok := serverUses[part]; ok {
			out[key] = []string{use}
			continue
		}
		for _, p := range pages {
			if p.Shows(key) {
				add(key, pageUse+p.ID)
			}
		}
	}
	return out
}

// where caches the uses; the page table is constant while the program runs.
func (s *Service) where() map[string][]string {
	s.once.Do(func() {
		var keys []string
		for key := range s.Messages.All(locale.EN) {
			keys = append(keys, key)
		}
		s.uses = usesOf(s.Pages(), keys)
	})
	return s.uses
}

// WordUse is a place where messages are used.
type WordUse struct {
	Use   string `json:"use" doc:"site, office, letter, sms, paper, head, page:ID or office:AREA"`
	Title string `json:"title,omitempty" doc:"Page title, in the requested language"`
}

// PointPage is a page that the editor can open to click on its texts.
type PointPage struct {
	Use   string `json:"use" doc:"page:ID"`
	Path  string `json:"path" doc:"Without /zh"`
	Title string `json:"title"`
}

// WordPlaces lists the uses of messages, and the pages that show them.
type WordPlaces struct {
	Uses  []WordUse   `json:"uses" doc:"Places that have messages"`
	Pages []PointPage `json:"pages"`
}

type wordPlacesIn struct {
	Language string `query:"language" required:"true" enum:"en,zh" doc:"Language of the titles"`
}

// Places answers with the uses and those pages.
func (s *Service) Places(ctx context.Context, in *wordPlacesIn) (*WordPlaces, error) {
	l := locale.Locale(in.Language)
	shown, err := s.Shown(ctx, l)
	if err != nil {
		return nil, err
	}
	out := &WordPlaces{Uses: []WordUse{}, Pages: shown}
	titles := map[string]string{}
	for _, p := range s.Pages() {
		titles[pageUse+p.ID] = s.Messages.T(l, cmp.Or(p.TitleKey, "words.page-"+p.ID), nil)
	}
	seen := map[string]bool{}
	for key, uses := range s.where() {
		for _, use := range uses {
			if !seen[use] && !kept(key) {
				seen[use] = true
				out.Uses = append(out.Uses, WordUse{Use: use, Title: titles[use]})
			}
		}
	}
	slices.SortFunc(out.Uses, func(a, b WordUse) int { return strings.Compare(a.Use, b.Use) })
	return out, nil
}
