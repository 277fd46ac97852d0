package bankfile

import (
	"slices"

	"shanmen/internal/money"
)

// againstBalance leaves out lines of which the balance beside them says that their money went out, where neither a sign nor a
// word in the file does: it would count as money that came in. Of lines of such a file whose balance says nothing nobody knows.
func (f *File) againstBalance(rows [][]string, c columns) {
	header := cellsOf(rows, c.HeaderRow)
	column := slices.IndexFunc(header, func(cell string) bool { return balanceName.MatchString(norm(cell)) })
	signed := slices.ContainsFunc(f.Lines, func(l Line) bool { return l.Amount < 0 })
	if column < 0 || c.Amount < 0 || c.Indicator >= 0 || signed || len(f.Lines) < 2 {
		return
	}
	balances := make([]*money.Cents, len(f.Lines))
	for i, l := range f.Lines {
		_, number := currencyIn(at(rows[l.Row-1], column))
		if n, empty, ok := cents(number); ok && !empty && len(rows[l.Row-1]) <= len(header) {
			balances[i] = &n
		}
	}
	up, ups := f.rises(balances, 1)
	down, downs := f.rises(balances, -1) // the newest line first
	rises := up
	if downs > ups {
		rises = down
	}
	if !slices.Contains(rises, -1) {
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

// rises tells of each line whether the balance rose by its amount since the line before it (1), fell by it (-1) or neither (0),
// when lines follow each other by step; and of how many it tells.
func (f *File) rises(balances []*money.Cents, step int) (out []int, told int) {
	out = make([]int, len(f.Lines))
	for i, l := range f.Lines {
		before := i - step
		if before < 0 || before >= len(f.Lines) || balances[i] == nil || balances[before] == nil {
			continue
		}
		switch *balances[i] - *balances[before] {
		case l.Amount:
			out[i] = 1
			told++
		case -l.Amount:
			out[i] = -1
			told++
		}
	}
	return out, told
}
