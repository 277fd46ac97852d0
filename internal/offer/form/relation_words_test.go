package form_test

import (
	"testing"

	"shanmen/internal/offer/form"
)

// A relation question is answered for one person. Older entries keep their words, and are read.
func TestARelationWordNamesOnePerson(t *testing.T) {
	t.Parallel()
	for written, want := range map[string]string{
		"Late elder brother": "先兄", "Late younger brother": "亡弟", "Late elder sister": "先姐", "Late younger sister": "亡妹",
		"Late son": "亡儿", "Late daughter": "亡女", "Late wife": "亡妻", "Late brother": "故兄弟", "Late child": "故儿女",
	} {
		if got, ok := form.KnownRelation(written); !ok || got.ZH != want {
			t.Errorf("%s is %q in Chinese, want %q", written, got.ZH, want)
		}
	}
	if got, ok := form.KnownRelation("先妻"); !ok || got.EN != "Late wife" {
		t.Errorf("先妻 is %q", got.EN)
	}
}
