package bankfile

import (
	"slices"

	"shanmen/internal/money"
)

// againstBalance leaves out lines of which the balance beside them does not say that they came in, where nothing else in the
// file tells what came in and what went out: money that went out would count as money that came in.
func (f *File) againstBalance(rows [][]string, c columns) {
	signed := slices.ContainsFunc(f.Lines, func(l Line) bool { return l.Amount < 0 || hasSign(at(rows[l.Row-1], c.Amount)) })
	if c.Amount < 0 || c.Indicator >= 0 || signed {
		return
	}
	rises, told := risesOf(rows, c.HeaderRow, f.Lines)
	if told == 0 {
		return
	}
	kept := f.Lines[:0]
	for i, l := range f.Lines {
		if rises[i] == 1 {
			kept = append(kept, l)
		} else {
			f.unread(l.Row-1, WhyDirection, []string{l.Raw})
		}
	}
	f.Lines = kept
	slices.SortStableFunc(f.Unread, func(a, b Unread) int { return a.Row - b.Row })
}

// risesOf tells of each line whether the balance rose by its amount (1), fell by it (-1) or neither (0) since the row before,
// be that a line, a balance brought forward or a row that was not read; and of how many lines it tells.
func risesOf(rows [][]string, headerRow int, lines []Line) (rises []int, told int) {
	header := cellsOf(rows, headerRow)
	column := slices.IndexFunc(header, func(cell string) bool { return balanceName.MatchString(norm(cell)) })
	rises = make([]int, len(lines))
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
	steps := []int{-1, 1} // the oldest line first, or the newest
	if n := len(lines); n > 0 && lines[0].Booked.After(lines[n-1].Booked) {
		steps = []int{1, -1}
	}
	for _, step := range steps {
		one, ones := make([]int, len(lines)), 0
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
				one[i] = 1
				ones++
			case -l.Amount:
				one[i] = -1
				ones++
			}
		}
		if ones > told {
			rises, told = one, ones
		}
	}
	return rises, told
}
