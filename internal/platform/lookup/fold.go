package lookup

import (
	"strings"
	"unicode"

	"golang.org/x/text/unicode/norm"
)

// alike are characters that a search takes for another, beside the traditional forms: radicals, which copied text has in
// place of characters (U+2E80 to U+2EFF; Unicode takes apart only two of them), and rare forms that no keyboard offers.
const alike = "" +
	"⺁厂⺂乛⺃乚⺄乙⺅亻⺆冂⺇几⺈刀⺉刂⺊卜⺋㔾⺌小⺍小⺎兀⺏尢⺐尢⺒巳⺓幺⺔彑⺕彐⺖忄⺗心⺘扌⺙攵⺛旡⺜日⺝月⺞歹⺠民⺡氵⺢氺⺣灬⺤爫⺥爫⺦丬⺧牛⺨犭⺩王" +
	"⺪疋⺫罒⺬示⺭礻⺮竹⺯糹⺰纟⺱罒⺲罒⺳罒⺴罒⺵罒⺶羊⺷羊⺸羊⺹耂⺺聿⺻聿⺼月⺽臼⺾艹⺿艹⻀艹⻁虎⻂衤⻃西⻄西⻅见⻆角⻇角⻈讠⻉贝⻊足⻋车⻌辶⻍辶⻎辶⻏阝⻐钅" +
	"⻑长⻒长⻓长⻔门⻕阜⻖阝⻗雨⻘青⻙韦⻚页⻛风⻜飞⻝食⻞食⻟食⻠饣⻡首⻢马⻣骨⻤鬼⻥鱼⻦鸟⻧卤⻨麦⻩黄⻪黾⻫齐⻬齐⻭齿⻮齿⻯龙⻰龙⻱龟⻲龟" +
	"𠮷吉髙高"

// simpler has, of each character that is found by another, that other.
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

// fold makes texts alike that a person takes for the same: case, width, accents, and the forms of a character. It is the
// one that is looked for and the one that is found by; what is kept and shown stays as it was written.
func fold(s string) string { return strings.Map(simplify, unaccented(s)) }

// unaccented leaves the forms of characters as they are: each may be read in ways of its own.
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

// isWord tells what words are made of. A radical is a symbol to Unicode, and a character to the person who copied it.
func isWord(r rune) bool {
	return unicode.IsLetter(r) || unicode.IsNumber(r) || unicode.Is(unicode.Han, r) && r != '々' && r != '〻'
}

func isDigit(r rune) bool { return r >= '0' && r <= '9' }

func isNumber(s string) bool { return keep(s, isDigit) == s }
