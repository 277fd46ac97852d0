package locale

import (
	"maps"
	"regexp"
	"slices"
	"testing"
)

func TestEveryMessageIsInBothLanguages(t *testing.T) {
	m, err := Load()
	if err != nil {
		t.Fatal(err)
	}
	holes := regexp.MustCompile(`\{\w+\}`)
	plural := regexp.MustCompile(`_(one|other)$`)
	set := func(s string) []string {
		found := slices.Sorted(slices.Values(holes.FindAllString(s, -1)))
		return slices.Compact(found)
	}
	for _, key := range slices.Sorted(maps.Keys(m.All(EN))) {
		zh, ok := m.All(ZH)[key]
		if !ok {
			if plural.MatchString(key) && m.Has(ZH, plural.ReplaceAllString(key, "_other")) {
				continue // Chinese has one form
			}
			t.Errorf("%s has no Chinese", key)
			continue
		}
		en := m.All(EN)[key]
		if !plural.MatchString(key) && !slices.Equal(set(en), set(zh)) {
			t.Errorf("%s: placeholders %v in English, %v in Chinese", key, set(en), set(zh))
		}
	}
	for key := range m.All(ZH) {
		if !m.Has(EN, key) {
			t.Errorf("%s has no English", key)
		}
	}
}

func TestAcceptLanguage(t *testing.T) {
	for header, want := range map[string]Locale{
		"zh-CN,zh;q=0.9,en;q=0.8": ZH, "zh-TW": ZH, "zh-SG": ZH, "zh-Hans": ZH, "en-US,zh-Hans;q=0.9": EN,
		"en-SG": EN, "fr,zh;q=0.5": ZH, "en;q=0.1,zh;q=0.9": ZH, "zh;q=0": "", "": "", "fr,de": "", ";;;,q=": "",
	} {
		got, _ := FromAcceptLanguage(header)
		if got != want {
			t.Errorf("%q: %q, want %q", header, got, want)
		}
	}
}

func TestLanguagePrefixesOfPathsRoundTrip(t *testing.T) {
	for _, c := range []struct {
		full  string
		l     Locale
		plain string
	}{{"/", EN, "/"}, {"/zh", ZH, "/"}, {"/zh/cart", ZH, "/cart"}, {"/zhong", EN, "/zhong"}, {"/cart", EN, "/cart"}} {
		l, plain := SplitPath(c.full)
		if l != c.l || plain != c.plain || l.Path(plain) != c.full {
			t.Errorf("%s: %s %s, and back %s", c.full, l, plain, l.Path(plain))
		}
	}
	if EN.Tag() != "en-SG" || ZH.Tag() != "zh-Hans" {
		t.Errorf("tags: %s, %s", EN.Tag(), ZH.Tag())
	}
}
