package writing

import (
	_ "embed"
	"strings"
	"sync"
)

// Conversion of Chinese characters by the data of OpenCC (https://github.com/BYVoid/OpenCC, Apache License 2.0): a
// simplified character of GB 2312, its traditional form as temples write it, and other traditional characters that it
// replaces. Characters that are correct in both scripts stay (天后, 里).
//
//go:embed scripts.txt
var scriptsFile string

// scripts maps each script's characters to the other's.
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

// words are compounds whose characters have several meanings, as temple documents use them.
var toTraditional = strings.NewReplacer("佛历", "佛曆", "农历", "農曆", "阴历", "陰曆", "阳历", "陽曆", "年历", "年曆", "以后", "以後", "之后", "之後", "家里", "家裡")

// InScript converts a text to traditional or simplified characters. Names of people are never converted.
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
