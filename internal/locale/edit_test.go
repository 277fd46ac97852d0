package locale

import "testing"

func TestEditsLieOverTheBuiltInSentences(t *testing.T) {
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

func TestEditsThatAreRefused(t *testing.T) {
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
		"broken bytes":          {Edit{EN, "common.cart", "Ca\xffrt"}, "control-character"},
		"longer than a page is": {Edit{EN, "common.cart", string(make([]rune, longestEdit+1))}, "too-long"},
	} {
		if got := m.CheckEdit(c.edit); got != c.want {
			t.Errorf("%s: %q, want %q", name, got, c.want)
		}
	}
}
