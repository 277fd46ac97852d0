package print

import (
	"cmp"
	"context"
	"slices"
	"strconv"
	"strings"
	"time"

	"shanmen/internal/base/lunar"
	"shanmen/internal/offer/content"
	"shanmen/internal/offer/form"
	"shanmen/internal/platform/db"
	"shanmen/internal/platform/db/query"
	"shanmen/internal/platform/table"
	"shanmen/internal/rites/ceremony"
	"shanmen/internal/rites/tablet"
)

// The sort orders of an export.
const (
	byNumber = "number"
	bySign   = "sign"
)

// signColumns are the columns of an export by sign: one person per row.
var signColumns = []struct {
	message string
	kind    table.Kind
}{
	{"office.field.sign", table.Words}, {"office.field.tai-sui", table.Words}, {"print.column-names", table.Words}, {"print.column-typed", table.Words},
	{"print.column-nominal", table.Words}, {"print.column-solar-birth", table.Words}, {"print.column-lunar-birth", table.Words},
	{"office.field.number", table.Count}, {"common.field.status", table.Words}, {"office.field.option", table.Words}, {"print.column-sitting", table.Count},
	{"office.field.place", table.Words}, {"office.field.payer", table.Words}, {"office.field.order", table.Words},
}

// signReader calculates signs and nominal ages on a ceremony's day.
type signReader struct {
	from  lunar.Boundary
	day   lunar.Day
	meets content.Meets
}

// signsFor uses the ceremony's day, or today for a list without one.
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

// of returns the index of a person's sign in lunar.Zodiacs, and the nominal age; ok is false if the birth is unknown.
func (s *signReader) of(p form.Person) (sign, age int, ok bool) {
	if p.Born == (lunar.Day{}) {
		return 0, 0, false
	}
	sign, ok = lunar.ZodiacOn(p.Born, s.from)
	age, grown := lunar.NominalAge(p.Born, s.day, s.from)
	return sign, age, ok && grown
}

// living are the people of a form except the departed.
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

// signsOf and agesOf have a line for each living person with a known birth, including the name.
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

// signRow is one person of a list by sign; those without a sign come last.
type signRow struct {
	entry                      query.EntriesToExportRow
	sign, born                 int // born: the birth date as a number, for sorting
	meets                      []lunar.Way
	name, typed                string // as printed; as typed
	nominal, solarDay, moonDay string // "" if the birth is unknown
}

// signRows lists the living of an entry, one per row. A name is as printed if the print text still matches the form's
// people one by one; otherwise as typed.
func signRows(e query.EntriesToExportRow, sheet *form.Sheet, signs *signReader) ([]signRow, error) {
	text, err := fromJSON[tablet.Text](e.Text)
	if err != nil {
		return nil, err
	}
	printed := text.People
	if text.Kind == tablet.Departed || len(text.Dedicators) > 0 {
		printed = text.Dedicators
	}
	people := living(sheet)
	if sheet == nil { // its answers were deleted, or it has no form
		for _, p := range printed {
			people = append(people, form.Person{Name: p.Name})
		}
	}
	var out []signRow
	for i, p := range people {
		row := signRow{entry: e, sign: len(lunar.Zodiacs), name: cmp.Or(p.ChineseName, p.Name), typed: p.FullName()}
		if len(printed) == len(people) {
			row.name = printed[i].Name
		}
		if sign, age, ok := signs.of(p); ok {
			row.sign, row.born, row.nominal, row.solarDay = sign, p.Born.Number(), strconv.Itoa(age), p.Born.String()
			row.meets = signs.meets[lunar.Zodiacs[sign]]
			if l, known := lunar.FromSolar(p.Born); known {
				row.moonDay = l.ChineseYear() + "年" + l.ChineseDay()
			}
		}
		out = append(out, row)
	}
	return out, nil
}

// signCells is a row of an export by sign.
func (s *Service) signCells(p signRow) []any {
	e, word := p.entry, s.both("print.sign-unknown")
	if p.sign < len(lunar.Zodiacs) {
		word = s.both("form.sign-" + lunar.Zodiacs[p.sign])
	}
	return []any{word, s.waysOf(p.meets), p.name, p.typed, p.nominal, p.solarDay, p.moonDay, e.No, s.both("print.entry-" + e.State), e.OptionTitleZh, e.Sitting,
		strings.TrimSpace(e.Hall + " " + e.Code), cmp.Or(e.PayerChinese, e.PayerName, e.Sponsor), e.Number}
}

// rowsBySign are the rows of a name list by sign: one person per row, under a heading with the sign, how it meets Tai
// Sui in the ceremony's year, and the count.
func (s *Service) rowsBySign(ctx context.Context, r db.Reader, c query.Ceremony, d RunDraft) ([]tablet.ListRow, error) {
	signs, err := signsFor(ctx, r, c, s.Clock.Now())
	if err != nil {
		return nil, err
	}
	var all []signRow
	err = s.eachEntry(ctx, r, c.ID, "all", func(e query.EntriesToExportRow, sheet *form.Sheet) error {
		if e.State == ceremony.Withdrawn || e.Late > 1 || d.Sitting > 0 && e.Sitting != d.Sitting || d.Which == "late" && e.Late != 1 {
			return nil
		}
		rows, err := signRows(e, sheet, signs)
		all = append(all, rows...)
		return err
	})
	if err != nil {
		return nil, err
	}
	count := map[int]int{}
	for _, p := range all {
		count[p.sign]++
	}
	bands := map[int]string{}
	for sign, n := range count {
		bands[sign] = s.bandOf(c, sign, signs, n)
	}
	out := make([]tablet.ListRow, 0, len(all))
	for _, p := range sorted(all) {
		e := p.entry
		row := tablet.ListRow{No: numberOf(e.No), Place: e.Code, Kind: kindWords[e.Kind], Late: e.Late == 1, Band: bands[p.sign],
			Text: tablet.Text{Kind: tablet.Living, People: []tablet.Person{{Name: p.name}}}}
		if p.nominal != "" {
			row.Text.Dedicators = []tablet.Person{{Name: p.moonDay, Relation: p.nominal}}
		}
		for _, n := range []string{e.PayerChinese, e.PayerName} {
			if n != "" {
				row.Sponsor = append(row.Sponsor, n)
			}
		}
		if len(row.Sponsor) == 0 && e.Sponsor != "" {
			row.Sponsor = []string{e.Sponsor}
		}
		out = append(out, row)
	}
	return out, nil
}

// bandOf is the heading of a sign, in the script of its ceremony: 鼠 · 害太岁 · 12 位.
func (s *Service) bandOf(c query.Ceremony, sign int, signs *signReader, n int) string {
	parts := []string{"生辰未填"}
	if sign < len(lunar.Zodiacs) {
		parts[0] = lunar.Animals[sign]
		for _, w := range signs.meets[lunar.Zodiacs[sign]] {
			parts = append(parts, s.Messages.Both("ceremonies.tai-sui-"+string(w)).ZH)
		}
	}
	text := strings.Join(append(parts, strconv.Itoa(n)+"位"), " · ")
	if c.Script == string(tablet.Traditional) {
		text = strings.NewReplacer("龙", "龍", "马", "馬", "鸡", "雞", "猪", "豬", "岁", "歲", "冲", "沖").Replace(text)
	}
	return text
}

// waysOf is the Chinese text of how a sign meets Tai Sui.
func (s *Service) waysOf(ways []lunar.Way) string {
	words := make([]string, len(ways))
	for i, w := range ways {
		words[i] = s.Messages.Both("ceremonies.tai-sui-" + string(w)).ZH
	}
	return strings.Join(words, "、")
}

// sorted sorts by sign, then birth, eldest first, then number.
func sorted(rows []signRow) []signRow {
	slices.SortStableFunc(rows, func(a, b signRow) int {
		return cmp.Or(cmp.Compare(a.sign, b.sign), cmp.Compare(a.born, b.born), cmp.Compare(a.entry.No, b.entry.No))
	})
	return rows
}
