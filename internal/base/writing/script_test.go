package writing_test

import (
	"testing"

	"shanmen/internal/base/writing"
)

func TestInScriptDetectsTheWritingSystem(t *testing.T) {
	t.Parallel()
	for _, c := range []struct{ hans, hant string }{
		{"清莲寺　新加坡莲山路十八号", "清蓮寺　新加坡蓮山路十八號"},
		{"释迦如来遗教　奉行祈福法事沙门", "釋迦如來遺教　奉行祈福法事沙門"},
		{"佛历二五七〇年　岁次丙午", "佛曆二五七〇年　歲次丙午"},
		{"天后宫　福云寺　里峇峇利路", "天后宮　福雲寺　里峇峇利路"},
		{"大悲观世音　钟声　为众生证明", "大悲觀世音　鐘聲　為眾生證明"},
		{"{templeAddress} 陈𠮷䶮 〇", "{templeAddress} 陳𠮷䶮 〇"},
	} {
		if got := writing.InScript(c.hans, true); got != c.hant {
			t.Errorf("%s: %s, want %s", c.hans, got, c.hant)
		}
		if got := writing.InScript(c.hant, false); got != c.hans {
			t.Errorf("%s: %s, want %s", c.hant, got, c.hans)
		}
		if got := writing.InScript(c.hant, true); got != c.hant {
			t.Errorf("%s changes: %s", c.hant, got)
		}
	}
}
