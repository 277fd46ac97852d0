package lookup

import (
	"strings"
	"unicode"

	"golang.org/x/text/unicode/norm"
)

// alike maps characters to the one they are searched as, besides traditional forms: radicals (U+2E80 to U+2EFF) that
// copied text contains instead of characters, of which Unicode decomposes only two, and rare forms missing on
// keyboards.
const alike = "" +
	"⺁厂⺂乛⺃乚⺄乙⺅亻⺆冂⺇几⺈刀⺉刂⺊卜⺋㔾⺌小⺍小⺎兀⺏尢⺐尢⺒巳⺓幺⺔彑⺕彐⺖忄⺗心⺘扌⺙攵⺛旡⺜日⺝月⺞歹⺠民⺡氵⺢氺⺣灬⺤爫⺥爫⺦丬⺧牛⺨犭⺩王" +
	"⺪疋⺫罒⺬示⺭礻⺮竹⺯糹⺰纟⺱罒⺲罒⺳罒⺴罒⺵罒⺶羊⺷羊⺸羊⺹耂⺺聿⺻聿⺼月⺽臼⺾艹⺿艹⻀艹⻁虎⻂衤⻃西⻄西⻅见⻆角⻇角⻈讠⻉贝⻊足⻋车⻌辶⻍辶⻎辶⻏阝⻐钅" +
	"⻑长⻒长⻓长⻔门⻕阜⻖阝⻗雨⻘青⻙韦⻚页⻛风⻜飞⻝食⻞食⻟食⻠饣⻡首⻢马⻣骨⻤鬼⻥鱼⻦鸟⻧卤⻨麦⻩黄⻪黾⻫齐⻬齐⻭齿⻮齿⻯龙⻰龙⻱龟⻲龟" +
	"𠮷吉髙高"

// simpler maps each character to the form it is searched as.
var simpler = func() map[rune]rune {
	out := map[rune]rune{}
	for _, pairs := range []string{simplifiedPairs, alike} {
		from := rune(0)
		for _, r := range pairs {
			if from == 0 {
				from = r
				continue
			}
			out[from], from = r, 0
		}
	}
	return out
}()

func simplify(r rune) rune {
	if to, there := simpler[r]; there {
		return to
	}
	return r
}

// fold normalises case, width, accents and character forms, for both query and index; stored text stays unchanged.
func fold(s string) string { return strings.Map(simplify, unaccented(s)) }

// unaccented keeps character forms, because each may have pronunciations of its own.
func unaccented(s string) string {
	return strings.Map(func(r rune) rune {
		if unicode.Is(unicode.Mn, r) {
			return -1
		}
		return unicode.ToLower(r)
	}, norm.NFKD.String(s))
}

func keep(s string, which func(rune) bool) string {
	return strings.Map(func(r rune) rune {
		if which(r) {
			return r
		}
		return -1
	}, s)
}

// isWord returns whether a character is part of words. Unicode classifies a radical as a symbol, but people copy it as
// a character.
func isWord(r rune) bool {
	return unicode.IsLetter(r) || unicode.IsNumber(r) || unicode.Is(unicode.Han, r) && r != '々' && r != '〻'
}

func isDigit(r rune) bool { return r >= '0' && r <= '9' }

func isNumber(s string) bool { return keep(s, isDigit) == s }
