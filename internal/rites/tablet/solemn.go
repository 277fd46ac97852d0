package tablet

import (
	"regexp"
	"strconv"
	"strings"
	"unicode"

	"shanmen/internal/base/writing"
)

var (
	digits   = regexp.MustCompile(`#?[0-9]+(?:-[0-9]+)*`)
	pauses   = regexp.MustCompile(`\x{3000}*[,，、;；。][ \x{3000}]*`)
	numerals = "〇零一二三四五六七八九十廿卅百千"
	// unbroken matches words that are not broken between columns: the country, and a number with its counter.
	unbroken = regexp.MustCompile(`新加坡(?:共和[国國])?|(?:邮区|郵區|大牌|门牌|門牌)?[` + numerals + `]+(?:之[` + numerals + `]+)*[号號楼樓层層室座年月日时時岁歲]*`)
)

// country matches Singapore's name in an address or the text around it.
var country = regexp.MustCompile(`新加坡(?:共和[国國])?`)

// solemn normalises a text for a petition: one script, numbers in characters, and spaces for punctuation. Texts with
// Latin letters keep their digits.
func solemn(text string, s Script) string {
	text = strings.Map(narrow, writing.InScript(text, s == Traditional))
	text = strings.Trim(pauses.ReplaceAllString(text, "\u3000"), "\u3000")
	if strings.ContainsFunc(variable.ReplaceAllString(text, ""), func(r rune) bool { return unicode.Is(unicode.Latin, r) }) {
		return text
	}
	return digits.ReplaceAllStringFunc(text, inCharacters)
}

// narrow converts a full-width digit.
func narrow(r rune) rune {
	if r >= '０' && r <= '９' {
		return r - '０' + '0'
	}
	return r
}

// inCharacters converts 18 to 十八, 108018 to 一〇八〇一八 and #05-08 to 〇五之〇八.
func inCharacters(number string) string {
	parts := strings.Split(strings.TrimPrefix(number, "#"), "-")
	for i, p := range parts {
		n, err := strconv.Atoi(p)
		if err != nil || n < 1 || n > 99 || p[0] == '0' {
			parts[i] = strings.NewReplacer("0", "〇", "1", "一", "2", "二", "3", "三", "4", "四", "5", "五", "6", "六", "7", "七", "8", "八", "9", "九").Replace(p)
			continue
		}
		one := []string{"", "一", "二", "三", "四", "五", "六", "七", "八", "九"}
		switch tens := n / 10; tens {
		case 0:
			parts[i] = one[n]
		case 1:
			parts[i] = "十" + one[n%10]
		default:
			parts[i] = one[tens] + "十" + one[n%10]
		}
	}
	return strings.Join(parts, "之")
}

// withoutCountry removes the country from an address if the petition's text already names it.
func withoutCountry(address string) string {
	return strings.Trim(country.ReplaceAllString(address, ""), "\u3000 ")
}
