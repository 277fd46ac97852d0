package chat_test

import (
	"net/url"
	"strings"
	"testing"

	"shanmen/internal/base/locale"
	"shanmen/internal/people/chat"
	"shanmen/internal/platform/outbox"
)

// Every text exists in both languages and uses all its variables. A landline can only be called.
func TestChatTextsAreInThePersonsLanguage(t *testing.T) {
	t.Parallel()
	m, err := locale.Load()
	if err != nil {
		t.Fatal(err)
	}
	base, _ := url.Parse("https://temple.example")
	temple := outbox.Temple{Base: base, Name: locale.Text{EN: "Bo Hua Temple", ZH: "菠华寺"}}
	params := map[string]any{"number": "INV-2026-000023", "amount": "S$88.00", "reason": "It is dark & small.", "title": "Oil lamp", "date": "1 May 2027", "reference": "Q7"}
	for _, about := range chat.Abouts {
		for l, names := range map[locale.Locale]string{locale.EN: "Tan Bee Leng", locale.ZH: "陈美玲"} {
			p := chat.Person{Of: "user:u1", Number: "+6591234567", Name: "Tan Bee Leng", Chinese: "陈美玲", Locale: l}
			got := chat.To(m, temple, p, about, params)
			u, err := url.Parse(got.WhatsApp)
			if err != nil || u.Host != "wa.me" || u.Path != "/6591234567" || strings.Contains(u.RawQuery, "+") || len(u.Query()) != 1 {
				t.Fatalf("%s: %q, %v", about, got.WhatsApp, err)
			}
			text := u.Query().Get("text")
			if !strings.Contains(text, names) || !strings.Contains(text, temple.Name.In(l)) || strings.ContainsAny(text, "{}") || strings.HasPrefix(text, "chat.") {
				t.Errorf("%s %s: %q", l, about, text)
			}
			if got.Number != p.Number || got.Of != p.Of || got.About != about {
				t.Errorf("%+v", got)
			}
		}
	}
	for number, want := range map[string]bool{
		"+6591234567": true, "+60123456789": true, "+8613800138000": true, "+12025550123": true, // where the two look alike
		"+6567654321": false, "+60312345678": false, "not a number": false,
	} {
		if got := chat.To(m, temple, chat.Person{Number: number}, chat.Hello, nil); got == nil || (got.WhatsApp != "") != want {
			t.Errorf("%s: %+v, want a chat: %v", number, got, want)
		}
	}
	if got := chat.To(m, temple, chat.Person{Name: "Tan"}, chat.Hello, nil); got != nil {
		t.Errorf("nobody can be rung: %+v", got)
	}
	if got := chat.To(m, temple, chat.Person{Number: "+6591234567"}, chat.Hello, nil); !strings.Contains(got.WhatsApp, "friend") {
		t.Errorf("who has no name: %s", got.WhatsApp)
	}
}
