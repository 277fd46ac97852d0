package form

import (
	"strings"

	"shanmen/internal/base/locale"
)

// relations are common relations in both languages. The first match counts, so that each word can be translated.
var relations = []locale.Text{
	{EN: "Myself", ZH: "本人"},
	{EN: "Husband or wife", ZH: "配偶"},
	{EN: "Husband", ZH: "丈夫"},
	{EN: "Wife", ZH: "妻子"},
	{EN: "Father", ZH: "父亲"},
	{EN: "Mother", ZH: "母亲"},
	{EN: "Parents", ZH: "父母"},
	{EN: "Son", ZH: "儿子"},
	{EN: "Daughter", ZH: "女儿"},
	{EN: "Child", ZH: "子女"},
	{EN: "Son-in-law", ZH: "女婿"},
	{EN: "Daughter-in-law", ZH: "儿媳"},
	{EN: "Grandparent", ZH: "祖父母"},
	{EN: "Grandfather", ZH: "祖父"},
	{EN: "Grandmother", ZH: "祖母"},
	{EN: "Maternal grandfather", ZH: "外祖父"},
	{EN: "Maternal grandmother", ZH: "外祖母"},
	{EN: "Grandchild", ZH: "孙辈"},
	{EN: "Grandson", ZH: "孙子"},
	{EN: "Granddaughter", ZH: "孙女"},
	{EN: "Brother or sister", ZH: "兄弟姐妹"},
	{EN: "Brother", ZH: "兄弟"},
	{EN: "Sister", ZH: "姐妹"},
	{EN: "Elder brother", ZH: "哥哥"},
	{EN: "Younger brother", ZH: "弟弟"},
	{EN: "Elder sister", ZH: "姐姐"},
	{EN: "Younger sister", ZH: "妹妹"},
	{EN: "Father-in-law", ZH: "岳父"},
	{EN: "Mother-in-law", ZH: "岳母"},
	{EN: "Relative", ZH: "亲戚"},
	{EN: "Friend", ZH: "朋友"},
	{EN: "Late father", ZH: "先父"},
	{EN: "Late mother", ZH: "先母"},
	{EN: "Late grandfather", ZH: "先祖父"},
	{EN: "Late grandmother", ZH: "先祖母"},
	{EN: "Late husband", ZH: "先夫"},
	{EN: "Late wife", ZH: "亡妻"},
	{EN: "Late elder brother", ZH: "先兄"},
	{EN: "Late younger brother", ZH: "亡弟"},
	{EN: "Late elder sister", ZH: "先姐"},
	{EN: "Late younger sister", ZH: "亡妹"},
	{EN: "Late son", ZH: "亡儿"},
	{EN: "Late daughter", ZH: "亡女"},
	{EN: "Late friend", ZH: "故友"},
	// No longer offered, because they name several people; older entries have them.
	{EN: "Late wife", ZH: "先妻"},
	{EN: "Late brother", ZH: "故兄弟"},
	{EN: "Late sister", ZH: "故姐妹"},
	{EN: "Late child", ZH: "故儿女"},
}

// KnownRelation returns a relation in both languages, whichever it was written in; false for other words, which stay as
// written.
func KnownRelation(written string) (locale.Text, bool) { return readRelation(nil, written) }

// readRelation searches the form's own suggestions first.
func readRelation(suggested []Option, written string) (locale.Text, bool) {
	written = strings.TrimSpace(written)
	is := func(t locale.Text) bool { return strings.EqualFold(t.EN, written) || t.ZH == written }
	for _, o := range suggested {
		if is(o.Label) {
			return o.Label, true
		}
	}
	for _, t := range relations {
		if is(t) {
			return t, true
		}
	}
	return locale.Text{}, false
}
