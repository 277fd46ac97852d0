package print

import (
	"cmp"
	"context"
	"slices"
	"strconv"
	"strings"
	"time"

	"shanmen/internal/content"
	"shanmen/internal/db"
	"shanmen/internal/db/query"
	"shanmen/internal/form"
	"shanmen/internal/lunar"
	"shanmen/internal/table"
	"shanmen/internal/tablet"
)

// How the rows of an export go.
const (
	byNumber = "number"
	bySign   = "sign"
)

// signColumns are those of an export by sign: one person a row.
var signColumns = []struct {
	message string
	kind    table.Kind
}{
	{"print.column-sign", table.Words}, {"print.column-tai-sui", table.Words}, {"print.column-names", table.Words}, {"print.column-typed", table.Words},
	{"print.column-nominal", table.Words}, {"print.column-solar-birth", table.Words}, {"print.column-lunar-birth", table.Words},
	{"print.column-no", table.Count}, {"print.column-state", table.Words}, {"print.column-option", table.Words}, {"print.column-sitting", table.Count},
	{"print.column-place", table.Words}, {"print.column-payer", table.Words}, {"print.column-order", table.Words},
}

// signReader reads signs and nominal ages as they are on a ceremony's day.
type signReader struct {
	from  lunar.Boundary
	day   lunar.Day
	meets content.Meets
}

// signsFor goes by the ceremony's day; a list that has none goes by today.
func signsFor(ctx context.Context, r db.Reader, c query.Ceremony, now time.Time) (*signReader, error) {
	from, err := content.Zodiac(ctx, r)
	if err != nil {
		return nil, err
	}
	out := &signReader{from: from, day: lunar.DayOf(now)}
	if c.StartsAt > 0 {
		out.day = lunar.DayOf(c.StartsAt.Time())
	}
	year, ok := lunar.YearOn(out.day, from)
	if !ok {
		return out, nil
	}
	years, err := content.TaiSuiTables(ctx, r, year, year)
	out.meets = years[year]
	return out, err
}

// of gives the place of a person's sign in lunar.Zodiacs, and the nominal age; ok is false where the birth is not known.
func (s *signReader) of(p form.Person) (sign, age int, ok bool) {
	if p.Born == (lunar.Day{}) {
		return 0, 0, false
	}
	sign, ok = lunar.ZodiacOn(p.Born, s.from)
	age, grown := lunar.NominalAge(p.Born, s.day, s.from)
	return sign, age, ok && grown
}

// living are the people of a form whom a rite is for: all but the departed.
func living(sheet *form.Sheet) (out []form.Person) {
	if sheet == nil {
		return nil
	}
	for _, g := range sheet.Groups {
		if g.Kind != form.InDeparted {
			out = append(out, g.People...)
		}
	}
	return out
}

// signsOf and agesOf have a line for each of the living whose birth is known, with the name, for nobody knows whose it
// is otherwise.
func (s *Service) signsOf(sheet *form.Sheet, signs *signReader) string {
	return linesOf(sheet, signs, func(sign, _ int) string { return s.both("form.sign-" + lunar.Zodiacs[sign]) })
}

func agesOf(sheet *form.Sheet, signs *signReader) string {
	return linesOf(sheet, signs, func(_, age int) string { return strconv.Itoa(age) })
}

func linesOf(sheet *form.Sheet, signs *signReader, say func(sign, age int) string) string {
	var lines []string
	people := living(sheet)
	for _, p := range people {
		sign, age, ok := signs.of(p)
		if !ok {
			continue
		}
		line := say(sign, age)
		if len(people) > 1 {
			line = cmp.Or(p.ChineseName, p.Name) + " · " + line
		}
		lines = append(lines, line)
	}
	return strings.Join(lines, "\n")
}

// signRow is a row of an export by sign; those without a sign come last.
type signRow struct {
	sign, year int
	no         int64
	cells      []any
}

// signRows are the living of an entry, one a row. A name is as it is printed where the list still has the people of the
// form, one for one; else as it was typed.
func (s *Service) signRows(e query.EntriesToExportRow, sheet *form.Sheet, signs *signReader) ([]signRow, error) {
	text, err := fromJSON[tablet.Text](e.Text)
	if err != nil {
		return nil, err
	}
	printed := text.People
	if text.Kind == tablet.Departed || len(text.Dedicators) > 0 {
		printed = text.Dedicators
	}
	people := living(sheet)
	if sheet == nil { // its answers are not kept any more, or it came without a form
		for _, p := range printed {
			people = append(people, form.Person{Name: p.Name})
		}
	}
	var out []signRow
	for i, p := range people {
		row := signRow{sign: len(lunar.Zodiacs), no: e.No, year: lunar.LastYear}
		name := cmp.Or(p.ChineseName, p.Name)
		if len(printed) == len(people) {
			name = printed[i].Name
		}
		word, meets, nominal, solar, moon := s.both("print.sign-unknown"), "", "", "", ""
		if sign, age, ok := signs.of(p); ok {
			row.sign, row.year = sign, p.Born.Number()
			word, nominal, solar = s.both("form.sign-"+lunar.Zodiacs[sign]), strconv.Itoa(age), p.Born.String()
			meets = s.waysOf(signs.meets[lunar.Zodiacs[sign]])
			if l, known := lunar.FromSolar(p.Born); known {
				moon = l.ChineseYear() + "年" + l.ChineseDay()
			}
		}
		row.cells = []any{word, meets, name, p.FullName(), nominal, solar, moon, e.No, s.both("print.entry-" + e.State), e.OptionTitleZh, e.Sitting,
			strings.TrimSpace(e.Hall + " " + e.Code), cmp.Or(e.PayerChinese, e.PayerName, e.Sponsor), e.Number}
		out = append(out, row)
	}
	return out, nil
}

// waysOf says in Chinese how a sign meets Tai Sui, as lists are read.
func (s *Service) waysOf(ways []lunar.Way) string {
	words := make([]string, len(ways))
	for i, w := range ways {
		words[i] = s.text("ceremonies.tai-sui-" + string(w)).ZH
	}
	return strings.Join(words, "、")
}

// sorted goes by sign, then by birth, the eldest first, then by number.
func sorted(rows []signRow) []signRow {
	slices.SortStableFunc(rows, func(a, b signRow) int {
		return cmp.Or(cmp.Compare(a.sign, b.sign), cmp.Compare(a.year, b.year), cmp.Compare(a.no, b.no))
	})
	return rows
}
