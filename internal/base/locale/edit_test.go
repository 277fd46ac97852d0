package locale

import (
	"math/rand/v2"
	"strings"
	"testing"
)

func TestEditedTextsReplaceBuiltInTexts(t *testing.T) {
	t.Parallel()
	m, err := Load()
	if err != nil {
		t.Fatal(err)
	}
	was := m.T(ZH, "common.cart", nil)
	unfit := m.Overlay([]Edit{
		{EN, "common.cart", "Basket"},
		{EN, "message.bad-request", "Sorry: {title}"},
		{EN, "common.no-such-sentence", "x"},
	})
	if got := m.T(EN, "common.cart", nil); got != "Basket" || m.All(EN)["common.cart"] != "Basket" || m.Namespaces(EN, "common")["common.cart"] != "Basket" {
		t.Errorf("the edit is not used: %q", got)
	}
	if got := m.T(EN, "message.bad-request", map[string]any{"title": "no"}); got != "Sorry: no" {
		t.Errorf("filled in: %q", got)
	}
	if got := m.T(ZH, "common.cart", nil); got != was {
		t.Errorf("the other language changed to %q", got)
	}
	if len(unfit) != 1 || unfit[0].Key != "common.no-such-sentence" || m.Has(EN, "common.no-such-sentence") {
		t.Errorf("unfit: %v", unfit)
	}
	edition := m.Edition()
	m.Overlay([]Edit{{EN, "common.cart", "Basket"}, {EN, "message.bad-request", "Sorry: {title}"}})
	if m.Edition() != edition {
		t.Error("the same edits once more are another edition")
	}
	m.Overlay(nil)
	if m.Edition() == edition {
		t.Error("edits that are taken back are no other edition")
	}
	if got := m.T(EN, "common.cart", nil); got != "Cart" {
		t.Errorf("taken back: %q", got)
	}
}

func TestInvalidEditsAreRefused(t *testing.T) {
	t.Parallel()
	m, err := Load()
	if err != nil {
		t.Fatal(err)
	}
	for name, c := range map[string]struct {
		edit Edit
		want string
	}{
		"fits":                  {Edit{EN, "message.bad-request", "Please look again: {title}"}, ""},
		"no such sentence":      {Edit{EN, "common.nothing", "x"}, "message-unknown"},
		"no such language":      {Edit{"ms", "common.cart", "x"}, "message-unknown"},
		"empty":                 {Edit{EN, "common.cart", " "}, "required"},
		"markup":                {Edit{EN, "common.cart", "<b>Cart</b>"}, "message-markup"},
		"a name is missing":     {Edit{EN, "message.bad-request", "Please look again"}, "message-placeholders"},
		"a name is not known":   {Edit{EN, "message.bad-request", "{title} {code}"}, "message-placeholders"},
		"invisible characters":  {Edit{EN, "common.cart", "Ca\x00rt"}, "control-character"},
		"turned around":         {Edit{EN, "common.cart", "Ca\u202ert"}, "control-character"},
		"a name with a space":   {Edit{EN, "message.bad-request", "{title} { title }"}, "message-placeholders"},
		"half a name":           {Edit{EN, "message.bad-request", "{title} {"}, "message-placeholders"},
		"broken bytes":          {Edit{EN, "common.cart", "Ca\xffrt"}, "control-character"},
		"a subject in two":      {Edit{EN, "mail.form-received.subject", "Your message\nBcc: x"}, "message-one-line"},
		"a letter's lines":      {Edit{EN, "mail.form-received.body", m.BuiltIn(EN, "mail.form-received.body") + "\n\nWith joined palms"}, ""},
		"its own temple":        {Edit{EN, "sms.registration-code", "Bo Hua Temple: {code}"}, ""},
		"its own signature":     {Edit{EN, "mail.signature", "Bo Hua Temple\n1 Banyan Road"}, ""},
		"a temple too many":     {Edit{EN, "message.bad-request", "{temple}: {title}"}, "message-placeholders"},
		"longer than a page is": {Edit{EN, "common.cart", string(make([]rune, LongestEdit+1))}, "too-long"},
	} {
		if got := m.CheckEdit(c.edit); got != c.want {
			t.Errorf("%s: %q, want %q", name, got, c.want)
		}
	}
}

// An older program published messages of several lines. They are read as one line.
func TestAMultilineTextBecomesOneLine(t *testing.T) {
	t.Parallel()
	m, err := Load()
	if err != nil {
		t.Fatal(err)
	}
	if unfit := m.Overlay([]Edit{{EN, "common.cart", "Offering\r\ntray"}}); len(unfit) > 0 {
		t.Errorf("not used: %v", unfit)
	}
	if got := m.T(EN, "common.cart", nil); got != "Offering tray" {
		t.Errorf("%q", got)
	}
}

// A message that passes the check has all its variables filled in, in its plural form too.
func TestACheckedTextFillsInAllPlaceholders(t *testing.T) {
	t.Parallel()
	m, err := Load()
	if err != nil {
		t.Fatal(err)
	}
	r := rand.New(rand.NewPCG(7, 28))
	pieces := []string{"{", "}", " ", "{count}", "{x}", "{}", "{ count }", "香", "a", "\u202e", "<", "{{count}}", "\n", "$1", "%d"}
	passed, refused := 0, 0
	for _, l := range All {
		for key, was := range m.All(l) {
			text := was
			for range r.IntN(4) {
				at := r.IntN(len(text) + 1)
				text = strings.ToValidUTF8(text[:at], "") + pieces[r.IntN(len(pieces))] + strings.ToValidUTF8(text[at:], "")
			}
			if m.CheckEdit(Edit{l, key, text}) != "" {
				refused++
				continue
			}
			passed++
			params := map[string]any{}
			for _, name := range Names(was) {
				params[strings.Trim(name, "{}")] = "‹" + strings.Trim(name, "{}") + "›"
			}
			if unfit := m.Overlay([]Edit{{l, key, text}}); len(unfit) > 0 {
				t.Fatalf("%s passes and is not used: %q", key, text)
			}
			if got := m.T(l, key, nil); got != text {
				t.Fatalf("%s: %q in place of %q", key, got, text)
			}
			asked := key
			if _, counted := params["count"]; counted {
				asked = strings.TrimSuffix(strings.TrimSuffix(key, "_other"), "_one")
				params["count"] = 7
				if strings.HasSuffix(key, "_one") {
					params["count"] = 1
				}
			}
			got := m.T(l, asked, params)
			for _, name := range Names(was) {
				if strings.Contains(got, name) {
					t.Fatalf("%s: %q leaves %s", key, got, name)
				}
			}
			if strings.ContainsAny(got, "{}") {
				t.Fatalf("%s: braces are left: %q", key, got)
			}
		}
	}
	if passed < 500 || refused < 200 {
		t.Errorf("%d passed, %d refused: the property was hardly asked", passed, refused)
	}
}
