package writing

import (
	_ "embed"
	"strings"
	"sync"
)

// Characters of both scripts by the data of OpenCC (https://github.com/BYVoid/OpenCC, Apache License 2.0): a simplified one
// of GB 2312, the traditional one that temples write for it, and others that it stands for. Those that are right in both
// scripts stay (天后, 里).
//
//go:embed scripts.txt
var scriptsFile string

// scripts are the characters of each script for those of the other.
var scripts = sync.OnceValue(func() (out [2]map[rune]rune) {
	out = [2]map[rune]rune{{}, {}}
	for _, row := range strings.Fields(scriptsFile) {
		all := []rune(row)
		out[1][all[0]] = all[1]
		for _, t := range all[1:] {
			out[0][t] = all[0]
		}
	}
	return out
})

// words of more than one meaning, as documents of a temple have them.
var toTraditional = strings.NewReplacer("佛历", "佛曆", "农历", "農曆", "阴历", "陰曆", "阳历", "陽曆", "年历", "年曆", "以后", "以後", "之后", "之後", "家里", "家裡")

// InScript is a text in traditional or simplified characters. The names of people are never put through it.
func InScript(text string, traditional bool) string {
	to := scripts()[0]
	if traditional {
		text, to = toTraditional.Replace(text), scripts()[1]
	}
	return strings.Map(func(r rune) rune {
		if other, ok := to[r]; ok {
			return other
		}
		return r
	}, text)
}
