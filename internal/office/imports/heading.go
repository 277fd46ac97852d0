package imports

import (
	"regexp"
	"slices"
	"strings"
	"unicode"
)

// plainHeading is a heading, or another fixed word of lists, as it is compared: in small letters and simplified characters,
// without dots, with one space between its words and between scripts. "姓 名", "電話Phone" and "H/P No." become 姓名,
// 电话 phone and h p no.
func plainHeading(text string) string {
	var out strings.Builder
	han := func(r rune) bool { return unicode.Is(unicode.Han, r) }
	before, space, mark := ' ', false, false
	for _, r := range simplified.Replace(strings.ToLower(fold(text))) {
		switch {
		case r == '.' || r == '\'' || r == '’':
			continue
		case unicode.IsSpace(r):
			space = true
			continue
		case strings.ContainsRune(",/()（）:：、;-_*", r):
			mark = true
			continue
		}
		if before != ' ' && (mark || han(r) != han(before) || space && !han(r)) {
			out.WriteByte(' ')
		}
		out.WriteRune(r)
		before, space, mark = r, false, false
	}
	return out.String()
}

// guess finds the columns of a header by their names. Of two columns with fitting names the earlier one is taken, and no
// column twice.
func guess(kind string, header []string) map[string]int {
	names := make([]string, len(header))
	for i, text := range header {
		names[i] = plainHeading(text)
	}
	out, used := map[string]int{}, map[int]bool{}
	pick := func(fits func(column, name string) bool) {
		for _, f := range fields[kind] {
			for _, name := range f.names { // the plainer name first: of 姓名 and Name the second is the name
				name = plainHeading(name)
				at := -1
				for i, column := range names {
					if at < 0 && column != "" && !used[i] && fits(column, name) {
						at = i
					}
				}
				if _, there := out[f.id]; !there && at >= 0 {
					out[f.id], used[at] = at, true
				}
			}
		}
	}
	pick(func(column, name string) bool { return column == name })
	pick(func(column, name string) bool { // "姓名 Name", "Lamp, place"
		return len(name) > 2 && !ofPart.MatchString(column) && strings.Contains(" "+column+" ", " "+name+" ")
	})
	pick(func(column, name string) bool { // 住家地址
		han, _ := parts(name)
		return han == name && len([]rune(han)) > 1 && !ofPart.MatchString(column) && strings.Contains(column, han)
	})
	return out
}

// ofPart are headings of a part of a name, and of somebody else's name or number: no column is guessed by them.
var ofPart = regexp.MustCompile(`\b(?:first|given|middle|last|family|maiden|fathers?|mothers?|spouses?|husbands?|wifes?|childs?|childrens?|emergency|kin|guardians?|company|bank|introducers?|referrers?)\b|紧急|配偶|父亲|母亲|子女|介绍人|推荐人|公司|银行`)

// isHeading tells whether a text is just the name of a field, in one language or two.
func isHeading(kind, text string) bool {
	text = plainHeading(text)
	han, other := parts(text)
	return isName(kind, text) || isName(kind, han) && isName(kind, other)
}

func isName(kind, text string) bool {
	return text != "" && slices.ContainsFunc(fields[kind], func(f field) bool {
		return slices.ContainsFunc(f.names, func(name string) bool { return plainHeading(name) == text })
	})
}

// parts are what a text says in Chinese characters, and the rest of it.
func parts(text string) (han, other string) {
	is := func(r rune) bool { return unicode.Is(unicode.Han, r) }
	only := func(keep bool) string {
		return strings.Join(strings.Fields(strings.Map(func(r rune) rune {
			if is(r) == keep {
				return r
			}
			return ' '
		}, text)), " ")
	}
	return only(true), only(false)
}

// headings are where a sheet says what its columns hold: in one row, or in two, of which the upper one gathers columns of
// the lower.
type headings struct {
	from, to int // rows; -1 where the sheet has no text
	texts    []string
	known    bool // they name two fields at least
}

// headingsOf are the first row that has two fields of the kind by name, with the row below it where that names more; the
// first row with any text where none has.
func headingsOf(kind string, rows [][]string) headings {
	h := headings{-1, -1, nil, false}
	for i, row := range rows[:min(len(rows), 30)] {
		said := slices.ContainsFunc(row, func(cell string) bool { return cell != "" })
		if said && h.from < 0 {
			h = headings{i, i, row, false}
		}
		if !said || len(guess(kind, row)) < 2 {
			continue
		}
		h = headings{i, i, row, true}
		if i+1 < len(rows) && goesOn(kind, rows[i+1]) {
			h.to, h.texts = i+1, merged(row, rows[i+1])
		}
		return h
	}
	return h
}

// goesOn tells whether a row below headings has headings too: two at least, and nothing with a number.
func goesOn(kind string, row []string) bool {
	known := 0
	for _, cell := range row {
		if strings.ContainsFunc(cell, unicode.IsDigit) {
			return false
		}
		if isHeading(kind, cell) {
			known++
		}
	}
	return known >= 2
}

// merged are the headings of two rows: of each column the lower one, where it has one.
func merged(upper, lower []string) []string {
	out := make([]string, max(len(upper), len(lower)))
	copy(out, upper)
	for i, cell := range lower {
		if cell != "" {
			out[i] = cell
		}
	}
	return out
}

// again tells whether a row below the headings has them once more, as each page of a long list does. below: it stands
// right below them.
func (h headings) again(kind string, cells map[string]string, columns map[string]int, below bool) bool {
	if len(cells) < 2 && !below {
		return false
	}
	for id, cell := range cells {
		at := columns[id]
		if !isHeading(kind, cell) && (at >= len(h.texts) || plainHeading(cell) == "" || plainHeading(cell) != plainHeading(h.texts[at])) {
			return false
		}
	}
	return h.known
}

var (
	totalEN = regexp.MustCompile(`^(?:(?:grand|sub|net|overall|page) ?)?totals?(?: (?:members?|names?|persons?|people|devotees|lamps?|orders?|records?|rows?|entries|amount|no|number|count|pax|sum|of|sgd|s?\$))*[ =]*[\d, ]*(?:members?|persons?|people|pax|names?|人|位|名)?$`)
	totalZH = regexp.MustCompile(`^(?:(?:以上|本页|全部|会员|信众)?(?:总共|共计|合共|合计|总计|小计|总数|总额|总人数|人数|累计|总和)|共(?: ?\d))[ =]*(?:[a-z]+ )?[\d, ]*(?:人|位|名|户|家|盏|笔|条|项|份|个|元|块)?(?: ?[正整])?(?: [a-z]+)*$`)
	countOf = regexp.MustCompile(`^[\d,]+ ?(?:人|位|名|户|盏|笔|条|项|份|persons?|pax|members?|people|names?|records?|entries|rows?)$`)
	footer  = regexp.MustCompile(`(?i)^(?:page ?\d+(?: ?(?:of|/) ?\d+)?|第 ?\d+ ?页.*|(?:prepared|printed|checked|updated|compiled|verified|generated|exported) (?:by|on|at)\b.*|(?:制表|打印|列印|制作|审核|经手|更新|核对|填表)(?:人|日期|时间|者)? ?[:：].*|[-*=~ ]*(?:end of (?:the )?(?:list|report|file|page)|以下空白|nothing follows|to be continued)[-*=~ .]*|[-*=~]+ ?(?:end|完|续) ?[-*=~]+)$`)
)

// sumsUp tells whether a row counts or adds up the others, or is a note below them or that of a sample, and no row of its own: its name is such a
// word, or it has no name and another cell is. A person is called neither Total nor 合计.
func sumsUp(cells map[string]string, row []string) bool {
	name := cells["name"] + cells["chinese"]
	if name == sampleRow {
		return true
	}
	if isTotal(cells["name"]) || isTotal(cells["chinese"]) {
		return true
	}
	texts := 0
	for _, cell := range row {
		if cell != "" {
			texts++
		}
	}
	if texts == 1 && (strings.HasSuffix(name, ":") || strings.HasSuffix(name, "：")) { // above those of a group
		return true
	}
	if texts == 1 && footer.MatchString(simplified.Replace(strings.Join(strings.Fields(fold(name)), " "))) {
		return true
	}
	return !hasLetter(name) && slices.ContainsFunc(row, isTotal)
}

func isTotal(text string) bool {
	if text == "" || len(text) > 100 {
		return false
	}
	text = plainHeading(text)
	han, other := parts(text)
	return totalEN.MatchString(text) || totalZH.MatchString(text) || countOf.MatchString(text) || totalEN.MatchString(other) && totalZH.MatchString(han)
}

// noName are words that stand where there is no name.
var noName = regexp.MustCompile(`^(?:n/?a|nil|null|none|不详|没有|未填)$`)

// longNumber is a telephone number, or another one that is no part of a name.
var longNumber = regexp.MustCompile(`\d(?:[ -]?\d){7}`)

// hasLetter tells whether a text may be a name: it has a letter or a character, unlike a number, a dash and N/A.
func hasLetter(text string) bool {
	if len(text) < 10 && noName.MatchString(strings.ToLower(fold(text))) && text != "Na" {
		return false
	}
	return strings.ContainsFunc(text, func(r rune) bool {
		return unicode.IsLetter(r) || unicode.Is(unicode.Han, r) || unicode.Is(unicode.Co, r)
	})
}
