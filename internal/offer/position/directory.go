package position

import (
	"context"
	"fmt"
	"regexp"
	"slices"
	"strconv"
	"strings"

	"golang.org/x/text/unicode/norm"

	"shanmen/internal/platform/db"
	"shanmen/internal/platform/db/query"
)

// Directory finds positions by the words of a temple's own lists: "A-12-07", "大殿A塔第十二排7号", "Main Hall, Tower A, row 12,
// lamp 7".
type Directory struct {
	halls  []query.Hall
	towers []query.Tower
}

// Spot is a row and unit of a tower.
type Spot struct {
	TowerID   string
	Row, Unit int64
}

// DirectoryOf reads the halls and towers.
func DirectoryOf(ctx context.Context, r db.Reader) (*Directory, error) {
	var d Directory
	var err error
	if d.halls, err = r.Halls(ctx); err != nil {
		return nil, fmt.Errorf("halls: %w", err)
	}
	if d.towers, err = r.Towers(ctx); err != nil {
		return nil, fmt.Errorf("towers: %w", err)
	}
	return &d, nil
}

var (
	numberIn  = regexp.MustCompile(`\d+|[〇零一二三四五六七八九十百]+`)
	rowMarked = regexp.MustCompile(`(?:ROW|R|LEVEL|第)?\s*(\d+)\s*(?:排|层|行)|(?:ROW|LEVEL)\s*(?:NO\.?)?\s*(\d+)`)
	codeFirst = regexp.MustCompile(`^([A-Z0-9]{1,4}?)\s*(?:塔|架|TOWER|RACK)?[\s\-/.,#]*(?:ROW|R|第)?\s*(\d{1,3})(?:排|层|行)?[\s\-/.,#]+(?:LAMP|NO\.?|UNIT|PLACE|第)?\s*(\d{1,3})(?:位|号|盏|灯)?$`)
	wordIn    = regexp.MustCompile(`[A-Z]+|\p{Han}+`)
)

// Read finds the position that a text names; ok is false if there is none or it is ambiguous. Nothing is guessed:
// without a hall's name, only one hall may have such a tower, and besides names the text may only contain row and unit.
func (d *Directory) Read(words string) (spot Spot, ok bool) {
	text := strings.ToUpper(strings.Join(strings.Fields(norm.NFKC.String(words)), " "))
	hall, rest := d.hall(text)
	var found []Spot
	for _, t := range d.towers {
		if hall != "" && t.HallID != hall {
			continue
		}
		for _, left := range towerNamed(t, rest) {
			if row, unit, ok := rowAndUnit(left); ok && row >= 1 && unit >= 1 && row <= t.RowCount && unit <= t.UnitCount {
				s := Spot{t.ID, row, unit}
				if !slices.Contains(found, s) {
					found = append(found, s)
				}
			}
		}
	}
	if len(found) != 1 {
		return Spot{}, false
	}
	return found[0], true
}

// hall removes the longest matching hall name from a text.
func (d *Directory) hall(text string) (id, rest string) {
	longest := ""
	for _, h := range d.halls {
		for _, name := range []string{h.TitleEn, h.TitleZh} {
			name = strings.ToUpper(strings.Join(strings.Fields(norm.NFKC.String(name)), " "))
			if len(name) > len(longest) && strings.Contains(text, name) {
				longest, id = name, h.ID
			}
		}
	}
	if id == "" {
		return "", text
	}
	return id, strings.Trim(strings.Replace(text, longest, " ", 1), " ,-/·、，")
}

// towerNamed is the rest of a text for each way in which it names a tower, by name or code.
func towerNamed(t query.Tower, text string) (out []string) {
	names := []string{t.TitleEn, t.TitleZh, t.Code + "塔", t.Code + " 塔", t.Code + "架", "TOWER " + t.Code, "RACK " + t.Code, "塔" + t.Code}
	longest := ""
	for _, name := range names {
		name = strings.ToUpper(strings.Join(strings.Fields(norm.NFKC.String(name)), " "))
		if at := strings.Index(text, name); at >= 0 && len(name) > len(longest) && alone(text, at, at+len(name)) {
			longest = name
		}
	}
	if longest != "" {
		return []string{strings.Replace(text, longest, " ", 1)}
	}
	if m := codeFirst.FindStringSubmatch(text); m != nil && m[1] == t.Code {
		return []string{"第" + m[2] + "排 " + m[3]}
	}
	return nil
}

// alone returns whether a part of a text is not continued by a Latin letter or digit: "TOWER A" is not in "TOWER AB".
func alone(text string, from, to int) bool {
	is := func(b byte) bool { return b >= 'A' && b <= 'Z' || b >= '0' && b <= '9' }
	return (from == 0 || !is(text[from-1]) || !is(text[from])) && (to == len(text) || !is(text[to]) || !is(text[to-1]))
}

// wordsOfPlaces are words that may stand next to the two numbers.
var wordsOfPlaces = []string{
	"ROW", "R", "LEVEL", "LAMP", "LAMPS", "NO", "UNIT", "PLACE", "POSITION", "NUMBER", "第", "排", "层", "行", "位", "号", "盏", "灯", "号灯", "盏灯", "灯位", "座", "排第", "层第", "行第",
}

// rowAndUnit parses row and unit. A number marked as a row is the row in any order; otherwise the row is first.
func rowAndUnit(text string) (row, unit int64, ok bool) {
	text = numberIn.ReplaceAllStringFunc(text, func(n string) string { return strconv.FormatInt(numberOf(n), 10) })
	for _, word := range wordIn.FindAllString(text, -1) {
		if !slices.Contains(wordsOfPlaces, word) {
			return 0, 0, false
		}
	}
	numbers := regexpDigits.FindAllString(text, -1)
	if len(numbers) != 2 {
		return 0, 0, false
	}
	row, unit = numberOf(numbers[0]), numberOf(numbers[1])
	if m := rowMarked.FindStringSubmatchIndex(text); m != nil {
		at := max(m[2], m[4])
		if at > strings.Index(text, numbers[0]) { // "lamp 7 of row 12"
			row, unit = unit, row
		}
	}
	return row, unit, true
}

var regexpDigits = regexp.MustCompile(`\d+`)

// numberOf parses digits, or a Chinese number below a thousand; -1 for anything else.
func numberOf(text string) int64 {
	if n, err := strconv.ParseInt(text, 10, 32); err == nil {
		return n
	}
	total, digit := int64(0), int64(0)
	for _, r := range text {
		switch r {
		case '百':
			total, digit = total+max(digit, 1)*100, 0
		case '十':
			total, digit = total+max(digit, 1)*10, 0
		default:
			at := slices.Index([]rune("零一二三四五六七八九"), r)
			if r == '〇' {
				at = 0
			}
			if at < 0 {
				return -1
			}
			digit = int64(at)
		}
	}
	return total + digit
}
