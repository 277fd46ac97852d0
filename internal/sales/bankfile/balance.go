package bankfile

import (
	"slices"

	"shanmen/internal/base/money"
)

// againstBalance drops lines that the balance does not confirm: in files without another indication of direction,
// because outgoing money would count as incoming; and lines whose cells had to be shifted, because an amount split by
// commas may be in the wrong column.
func (f *File) againstBalance(rows [][]string, moved map[int]bool, c columns) {
	signed := slices.ContainsFunc(f.Lines, func(l Line) bool { return l.Amount < 0 || hasSign(at(rows[l.Row-1], c.Amount)) })
	unsaid := c.Amount >= 0 && c.Indicator < 0 && !signed
	if !unsaid && len(moved) == 0 {
		return
	}
	rises, told := risesOf(rows, c.HeaderRow, f.Lines)
	if told == 0 {
		return
	}
	kept := f.Lines[:0]
	for i, l := range f.Lines {
		switch {
		case rises[i] == rose, !unsaid && !moved[l.Row-1]:
			kept = append(kept, l)
		case unsaid:
			f.unread(l.Row-1, WhyDirection, []string{l.Raw})
		default:
			f.unread(l.Row-1, WhyShifted, []string{l.Raw})
		}
	}
	f.Lines = kept
	slices.SortStableFunc(f.Unread, func(a, b Unread) int { return a.Row - b.Row })
}

// rise is the balance's change from one row to the next.
type rise int

const (
	unknown rise = iota // no previous row, or no balance
	rose                // increased by the line's amount
	fell                // decreased by the line's amount instead of increasing
	differs             // changed by another amount
)

// risesOf returns for each line the balance's change since the previous row (a line, a balance brought forward or an
// unread row), and how many lines changed it by their amounts.
func risesOf(rows [][]string, headerRow int, lines []Line) (rises []rise, told int) {
	header := cellsOf(rows, headerRow)
	column := slices.IndexFunc(header, func(cell string) bool { return balanceName.MatchString(norm(cell)) })
	rises = make([]rise, len(lines))
	if column < 0 {
		return rises, 0
	}
	balances := make([]*money.Cents, len(rows))
	for i := headerRow + 1; i < len(rows); i++ {
		_, number := currencyIn(at(rows[i], column))
		if n, empty, ok := cents(number); ok && !empty && lastCell(rows[i]) <= len(header) {
			balances[i] = &n
		}
	}
	steps := []int{-1, 1} // oldest line first, or newest first
	if n := len(lines); n > 0 && lines[0].Booked.After(lines[n-1].Booked) {
		steps = []int{1, -1}
	}
	for _, step := range steps {
		one, ones := make([]rise, len(lines)), 0
		for i, l := range lines {
			now, before := balances[l.Row-1], l.Row-1+step
			for before >= 0 && before < len(rows) && balances[before] == nil && before != headerRow {
				before += step
			}
			if now == nil || before < 0 || before >= len(rows) || balances[before] == nil {
				continue
			}
			switch *now - *balances[before] {
			case l.Amount:
				one[i] = rose
				ones++
			case -l.Amount:
				one[i] = fell
				ones++
			default:
				one[i] = differs
			}
		}
		if ones > told {
			rises, told = one, ones
		}
	}
	return rises, told
}
