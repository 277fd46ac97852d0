package imports

import (
	"slices"
	"strings"
	"unicode"

	"shanmen/internal/base/lazyregexp"
)

// plainHeading normalises a heading or other fixed word for comparison: lower case, simplified characters, no dots, one
// space between words and between scripts. "姓 名", "電話Phone" and "H/P No." become 姓名, 电话 phone and h p no.
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

// guess assigns columns by their headings: the first matching column, and no column twice.
func guess(kind string, header []string) map[string]int {
	names := make([]string, len(header))
	for i, text := range header {
		names[i] = plainHeading(text)
	}
	out, used := map[string]int{}, map[int]bool{}
	pick := func(fits func(column, name string) bool) {
		for _, f := range fields[kind] {
			for _, name := range f.names { // plainer headings first: of 姓名 and Name, the second is the name
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

// ofPart are headings for part of a name, or for another person's name or number: such columns are not guessed.
var ofPart = lazyregexp.New(`\b(?:first|given|middle|last|family|maiden|fathers?|mothers?|spouses?|husbands?|wifes?|childs?|childrens?|emergency|kin|guardians?|company|bank|introducers?|referrers?)\b|紧急|配偶|父亲|母亲|子女|介绍人|推荐人|公司|银行`)

// isHeading returns whether a text is just the name of a field, in one language or two.
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

// parts splits a text into its Chinese characters and the rest.
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

// headings is where a sheet names its columns: one row, or two if the upper one groups columns of the lower.
type headings struct {
	from, to int // rows; -1 for a sheet without text
	texts    []string
	known    bool // they name at least two fields
}

// headingsOf finds the first row that names two fields of the kind, with the next row if that names more; otherwise the
// first row with any text.
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

// goesOn returns whether the row after headings has headings too: at least two, and no number.
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

// merged joins two heading rows: per column the lower one if it is not empty.
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

// again returns whether a row repeats the headings, as on each page of a long list. below: it directly follows them.
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
	totalEN = lazyregexp.New(`^(?:(?:grand|sub|net|overall|page) ?)?totals?(?: (?:members?|names?|persons?|people|devotees|lamps?|orders?|records?|rows?|entries|amount|no|number|count|pax|sum|of|sgd|s?\$))*[ =]*[\d, ]*(?:members?|persons?|people|pax|names?|人|位|名)?$`)
	totalZH = lazyregexp.New(`^(?:(?:以上|本页|全部|会员|信众)?(?:总共|共计|合共|合计|总计|小计|总数|总额|总人数|人数|累计|总和)|共(?: ?\d))[ =]*(?:[a-z]+ )?[\d, ]*(?:人|位|名|户|家|盏|笔|条|项|份|个|元|块)?(?: ?[正整])?(?: [a-z]+)*$`)
	countOf = lazyregexp.New(`^[\d,]+ ?(?:人|位|名|户|盏|笔|条|项|份|persons?|pax|members?|people|names?|records?|entries|rows?)$`)
	footer  = lazyregexp.New(`(?i)^(?:page ?\d+(?: ?(?:of|/) ?\d+)?|第 ?\d+ ?页.*|(?:prepared|printed|checked|updated|compiled|verified|generated|exported) (?:by|on|at)\b.*|(?:制表|打印|列印|制作|审核|经手|更新|核对|填表)(?:人|日期|时间|者)? ?[:：].*|[-*=~ ]*(?:end of (?:the )?(?:list|report|file|page)|以下空白|nothing follows|to be continued)[-*=~ .]*|[-*=~]+ ?(?:end|完|续) ?[-*=~]+)$`)
)

// sumsUp returns whether a row is a total, a count or a note (also that of a sample), not a record: its name, or
// another cell if it has no name, is such a word. Nobody is called Total or 合计.
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
	if texts == 1 && (strings.HasSuffix(name, ":") || strings.HasSuffix(name, "：")) { // the heading of a group
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

// noName are placeholders for an empty name.
var noName = lazyregexp.New(`^(?:n/?a|nil|null|none|不详|没有|未填)$`)

// longNumber matches a telephone or other number that is not part of a name.
var longNumber = lazyregexp.New(`\d(?:[ -]?\d){7}`)

// hasLetter returns whether a text may be a name: it has a letter or character, unlike a number, a dash and N/A.
func hasLetter(text string) bool {
	if len(text) < 10 && noName.MatchString(strings.ToLower(fold(text))) && text != "Na" {
		return false
	}
	return strings.ContainsFunc(text, func(r rune) bool {
		return unicode.IsLetter(r) || unicode.Is(unicode.Han, r) || unicode.Is(unicode.Co, r)
	})
}
