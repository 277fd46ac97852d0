package office_test

import (
	"strings"
	"testing"

	"shanmen/internal/testkit"
	"shanmen/internal/testkit/officekit"
)

// Everything that leaves the temple, or is previewed before, has the temple's name from its settings, and no other.
func TestMailAndSMSNameTheTempleFromTheSettings(t *testing.T) {
	t.Parallel()
	testkit.Each(t, func(t *testing.T, a *testkit.App) {
		editor, place := a.Staff(t, "editor"), a.Record(t, "place", "temple")
		editor.Type(place, map[string]string{
			"name.en": "Bo Hua Temple", "name.zh": "菠华寺", "address.en": "1 Banyan Road", "address.zh": "榕树路1号", "phone": "6123 4567",
		}).Want(200)
		editor.Publish(place, "en", "zh").Want(200)

		signatures := map[string]string{"en": "Bo Hua Temple 菠华寺\n1 Banyan Road · 6123 4567", "zh": "菠华寺 · Bo Hua Temple\n榕树路1号 · 6123 4567"}
		own := func(where, text string, says ...string) {
			t.Helper()
			for _, want := range says {
				if !strings.Contains(text, want) {
					t.Errorf("%s does not say %q: %s", where, want, text)
				}
			}
			for _, demo := range []string{"Qing Lian", "清莲", "Lotus Hill", "莲山", "6000 0000"} {
				if strings.Contains(text, demo) {
					t.Errorf("%s says %q: %s", where, demo, text)
				}
			}
		}
		for language, signature := range signatures {
			name := map[string]string{"en": "Bo Hua Temple", "zh": "菠华寺"}[language]
			e := officekit.EntryOf(t, editor, officekit.WriteMessage(t, a, language, "mobile", "9123 4567"))
			mails := a.Mails(t)
			last := mails[len(mails)-1]
			own("a mail", strings.ReplaceAll(testkit.MailText(t, last), "\r\n", "\n"), signature)
			html, err := last.GetParts()[1].GetContent()
			if err != nil {
				t.Fatal(err)
			}
			own("its HTML", string(html), name, "6123 4567")
			own("an answer's frame", e.Frame.After, signature)
			own("words for a chat", officekit.Said(e.Links), name)
			own("a text's frame", officekit.EntryOf(t, editor, officekit.WriteMessage(t, a, language, "email", nil, "mobile", "9123 4567")).Frame.Before, name)
		}
		a.Register(t, a.Guest(), "Tan Bee Leng", "+6598887777")
		texts := a.Texts(t)
		own("a text", texts[len(texts)-1].Body, "Bo Hua Temple: ")
	})
}
