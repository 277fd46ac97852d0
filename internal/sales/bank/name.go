package bank

import (
	"slices"
	"strings"
	"unicode"

	"golang.org/x/text/unicode/norm"

	"shanmen/internal/base/pinyin"
)

// surnames are equal in characters but spelled differently here: by dialect, or in Mandarin.
var surnames = func() map[string][]string {
	out := map[string][]string{}
	for _, line := range strings.Split(surnameSpellings, "\n") {
		words := strings.Fields(line)
		for _, w := range words {
			out[w] = append(out[w], words...)
		}
	}
	return out
}()

const surnameSpellings = `陈 陳 tan chen chan chin ting tang
林 lim lin lam ling
黄 黃 ng huang wong ooi wee oei hwang
李 lee li lei
王 ong wang wong heng
张 張 teo chang zhang cheong teoh cheung tiong
刘 劉 low lau liu liew lao
吴 吳 goh wu ng ngoh go
蔡 chua cai choi tsai chai toy chuah
郑 鄭 tay cheng zheng teh
杨 楊 yeo yang yeoh young yong yeung
许 許 koh xu kho hui hsu khoo
谢 謝 chia xie tse seah cheah tay
郭 quek kwok guo kwek koay kok kuek
洪 ang hong hung
沈 sim shen sum shum
周 chew chow zhou chiew chou chau
徐 chee xu tsui hsu swee choo
何 ho he hor hoe
叶 葉 yap ye yip yeh
曾 chan zeng tsang chen chng cheng
罗 羅 loh luo law lo
梁 neo leong liang leung niu neoh nio
苏 蘇 soh su so saw
余 yee yu ee eu
潘 phua pan poon phoon
胡 ow hu wu woo foo oh oo
朱 choo zhu chu
高 koh gao ko kow kao
冯 馮 fong feng fung pang
邓 鄧 teng deng tang
孙 孫 soon sun suen sng
卢 盧 loo lu lo
彭 phang peng pang
侯 how hou hau
戴 tai dai tay tye
方 png fang hong fong pung
赵 趙 chao zhao chiu teo chiew chew
吕 呂 loo lu lui ler
颜 顏 gan yan ngan
韩 韓 han hang hon
庄 莊 chng zhuang chong ching
傅 poh fu foo
江 kang jiang kong kiang
钟 鍾 cheong zhong chung chong
唐 tng tang tong
宋 song soong sung
白 peh bai pak
温 溫 oon wen wan boon
施 see shi sze si
魏 gwee wei wee ngai
蒋 蔣 chiang jiang cheong
丁 teng ding ting
姚 yeo yao yew
邱 khoo qiu yau hew chiu`

// titles are ignored in names; joints separate the owners of a joint account.
var (
	titles = []string{"mr", "mrs", "ms", "mdm", "miss", "dr", "madam", "the", "pte", "ltd", "llp", "from"}
	joints = strings.NewReplacer(" or ", "/", " and ", "/", "&", "/", ";", "/")
)

// person is a name in a bank's spelling: lower-case Latin words.
type person []string

// persons lists the names in the bank's payer text; a joint account has several.
func persons(payer string) []person {
	var out []person
	for _, one := range strings.Split(joints.Replace(" "+plain(payer)+" "), "/") {
		var p person
		for _, w := range nameWords(one) {
			if len(w) > 1 && !slices.Contains(titles, w) && !slices.Contains(p, w) {
				p = append(p, w)
			}
		}
		if len(p) > 0 {
			out = append(out, p)
		}
	}
	return out
}

// nameKey is a name's words in any order, without titles. Unlike a person's words it keeps initials, which distinguish
// two people.
func nameKey(name string) string {
	words := slices.DeleteFunc(nameWords(plain(name)), func(w string) bool { return slices.Contains(titles, w) })
	slices.Sort(words)
	return strings.Join(words, " ")
}

// hanOf extracts a name's Chinese characters.
func hanOf(name string) string {
	return strings.Map(func(r rune) rune {
		if unicode.Is(unicode.Han, r) {
			return r
		}
		return -1
	}, norm.NFKC.String(name))
}

// nameKeys lists all forms of a payer's name: Latin letters, and characters.
func nameKeys(t Target) (out []string) {
	if key := nameKey(t.Payer); key != "" {
		out = append(out, key)
	}
	if han := hanOf(t.PayerChinese); han != "" {
		out = append(out, han)
	}
	return out
}

// sameName returns whether the bank's text is exactly a payer's name.
func sameName(payer string, t *Target) bool {
	if han := hanOf(payer); han != "" {
		return han == hanOf(t.PayerChinese) || han == hanOf(t.Payer)
	}
	return nameKey(payer) == nameKey(t.Payer)
}

func plain(s string) string {
	return strings.Map(func(r rune) rune {
		if unicode.Is(unicode.Mn, r) {
			return -1
		}
		return unicode.ToLower(r)
	}, norm.NFKD.String(s))
}

// nameWords are a name's Latin words, and the Mandarin pronunciation of its characters.
func nameWords(s string) []string {
	var out []string
	word := ""
	end := func() {
		if word != "" {
			out = append(out, word)
		}
		word = ""
	}
	for _, r := range s {
		switch {
		case r >= 'a' && r <= 'z':
			word += string(r)
		case r == '\'' || r == '.' || r == '`': // D'Souza, A.R.
		case unicode.Is(unicode.Han, r):
			end()
			if said := readingOf(r); said != "" {
				out = append(out, said)
			}
		default:
			end()
		}
	}
	end()
	return out
}

func readingOf(r rune) string {
	said := pinyin.Of(r)
	if said == nil {
		return ""
	}
	return strings.ReplaceAll(plain(said[0]), "ü", "u")
}

// dictionary numbers words, so that names are compared as integers.
type dictionary struct {
	ids   map[string]int32
	words []string
}

func newDictionary() *dictionary { return &dictionary{ids: map[string]int32{}} }

func (d *dictionary) id(word string) int32 {
	n, there := d.ids[word]
	if !there {
		n = int32(len(d.words))
		d.ids[word] = n
		d.words = append(d.words, word)
	}
	return n
}

func (d *dictionary) all(words []string) (out []int32) {
	for _, w := range words {
		out = append(out, d.id(w))
	}
	return out
}

// people are persons as dictionary numbers.
func (d *dictionary) people(payer string) (out [][]int32) {
	for _, p := range persons(payer) {
		out = append(out, d.all(p))
	}
	return out
}

// spellings are all words by which a bank may write a payer.
type spellings struct {
	words    []int32 // all of them
	family   []int32 // those of the surname, in all spellings
	whole    []int32 // the name's own words
	mandarin []int32 // its characters in Mandarin
	joined   int32   // the given name in Mandarin as one word; -1 without
}

func (d *dictionary) spell(name, chinese string) *spellings {
	s := &spellings{joined: -1}
	var own []string
	for _, w := range nameWords(plain(name)) {
		if len(w) > 1 && !slices.Contains(titles, w) && !slices.Contains(own, w) {
			own = append(own, w)
		}
	}
	said := nameWords(plain(chinese))
	s.whole, s.mandarin = d.all(own), d.all(said)
	s.words = append(slices.Clone(s.whole), s.mandarin...)
	if len(said) > 2 {
		s.joined = d.id(strings.Join(said[1:], ""))
		s.words = append(s.words, s.joined)
	}
	for _, first := range append(own[:min(1, len(own))], firstHan(chinese)...) {
		for _, w := range surnames[first] {
			if w[0] < 0x80 {
				s.family = append(s.family, d.id(w))
			}
		}
	}
	s.words = append(s.words, s.family...)
	slices.Sort(s.words)
	s.words = slices.Compact(s.words)
	return s
}

func firstHan(s string) []string {
	for _, r := range s {
		if unicode.Is(unicode.Han, r) {
			return []string{string(r)}
		}
	}
	return nil
}

// How well a bank's payer and an order's payer agree.
const (
	nameOther   = iota - 1 // both known, without a common word
	nameUnknown            // one unknown, or only the surname agrees
	nameWeak               // some words agree
	nameStrong             // at least two words agree, and all words of one of them
)

// agree compares the bank's text with an order's payer.
func (d *dictionary) agree(s *spellings, people [][]int32) int {
	if len(people) == 0 || len(s.words) == 0 {
		return nameUnknown
	}
	best := nameOther
	for _, p := range people {
		best = max(best, d.agreeOne(s, p))
	}
	return best
}

func (d *dictionary) agreeOne(s *spellings, p []int32) int {
	matched, given, count := 0, 0, 0
	var room [8]int32
	got := room[:0]
	for i, w := range p {
		there := has(s.words, w)
		if !there && i == len(p)-1 && matched > 0 { // banks truncate long names
			if w, there = d.longer(s.words, w); !there {
				continue
			}
		}
		if !there {
			continue
		}
		matched++
		count++
		if w == s.joined {
			count++
		}
		if !has(s.family, w) {
			given++
		}
		got = append(got, w)
	}
	switch {
	case matched == 0:
		return nameOther
	case count >= 2 && given >= 1 && (matched == len(p) || s.covered(s.whole, got) || s.covered(s.mandarin, got)):
		return nameStrong
	case given >= 1:
		return nameWeak
	}
	return nameUnknown
}

// covered returns whether all words of a name were found; the first may be another spelling of the surname.
func (s *spellings) covered(words, got []int32) bool {
	if len(words) < 2 {
		return false
	}
	for i, w := range words {
		if !has(got, w) && (i > 0 || !slices.ContainsFunc(got, func(g int32) bool { return has(s.family, g) })) {
			return false
		}
	}
	return true
}

// longer finds the word that starts with another.
func (d *dictionary) longer(words []int32, start int32) (int32, bool) {
	if len(d.words[start]) >= 3 {
		for _, w := range words {
			if strings.HasPrefix(d.words[w], d.words[start]) {
				return w, true
			}
		}
	}
	return 0, false
}
