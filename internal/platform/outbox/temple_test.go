package outbox

import (
	"net/url"
	"testing"

	"shanmen/internal/base/locale"
)

// Settings are published one by one; mails use those that exist. Some mails contain codes, so their values are never
// turned into links.
func TestTheMailSignatureUsesTheTempleSettings(t *testing.T) {
	t.Parallel()
	m, err := locale.Load()
	if err != nil {
		t.Fatal(err)
	}
	base, _ := url.Parse("https://bohua.example")
	both, at := locale.Text{EN: "Bo Hua Temple", ZH: "菠华寺"}, locale.Text{EN: "1 Banyan Road", ZH: "榕树路1号"}
	for name, c := range map[string]struct {
		temple Temple
		en, zh string
	}{
		"all":               {Temple{Name: both, Address: at, Phone: "6123 4567"}, "Bo Hua Temple 菠华寺\n1 Banyan Road · 6123 4567", "菠华寺 · Bo Hua Temple\n榕树路1号 · 6123 4567"},
		"nothing":           {Temple{}, "bohua.example", "bohua.example"},
		"a name":            {Temple{Name: both}, "Bo Hua Temple 菠华寺", "菠华寺 · Bo Hua Temple"},
		"an English name":   {Temple{Name: locale.Text{EN: "Bo Hua"}, Phone: "6123 4567"}, "Bo Hua\n6123 4567", "Bo Hua\n6123 4567"},
		"a Chinese name":    {Temple{Name: locale.Text{ZH: "菠华寺"}, Address: at}, "菠华寺\n1 Banyan Road", "菠华寺\n榕树路1号"},
		"the same twice":    {Temple{Name: locale.Text{EN: "Bo Hua", ZH: "Bo Hua"}}, "Bo Hua", "Bo Hua"},
		"a dot in a word":   {Temple{Name: locale.Text{EN: "evil.sg", ZH: "evil.sg"}}, "evil. sg", "evil. sg"},
		"its own address":   {Temple{Name: locale.Text{EN: "bohua.example", ZH: "菠华寺"}}, "bohua.example 菠华寺", "菠华寺 · bohua.example"},
		"another address":   {Temple{Name: locale.Text{EN: "https://evil.sg", ZH: "ｅｖｉｌ．sg"}, Address: locale.Text{EN: "a@evil.sg"}, Phone: "//evil"}, "bohua.example", "bohua.example"},
		"what is filled in": {Temple{Name: locale.Text{EN: "{path}"}}, "bohua.example", "bohua.example"},
	} {
		c.temple.Base = base
		for l, want := range map[locale.Locale]string{locale.EN: c.en, locale.ZH: c.zh} {
			if got := Signature(m, l, c.temple.Says(m, l)); got != want {
				t.Errorf("%s in %s: %q, want %q", name, l, got, want)
			}
		}
	}
}
