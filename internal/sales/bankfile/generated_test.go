package bankfile_test

import (
	"fmt"
	"os"
	"strconv"
	"testing"

	"shanmen/internal/sales/bankfile"
)

// Generated statements, with columns in any order, names in two languages and three scripts, and all the extra rows of
// banks: what is read is what happened, and what is not read is reported. LAYOUTS=10000 generates more of them,
// LAYOUTS_FROM others.
func TestGeneratedStatementsRoundTrip(t *testing.T) {
	many, err := strconv.ParseUint(os.Getenv("LAYOUTS"), 10, 32)
	if err != nil {
		many = 300
	}
	first, _ := strconv.ParseUint(os.Getenv("LAYOUTS_FROM"), 10, 32)
	asked, wrong, read, readable := 0, 0, 0, 0
	for seed := first; seed < first+many; seed++ {
		data, text, rows := madeUp(t, seed)
		for _, one := range rows {
			if one.completed && !one.unsure {
				readable++
			}
		}
		f, err := bankfile.Read("", data, nil)
		guess := ""
		if isFault(err, "statement-no-header") {
			l := f.Guess
			if l.Status >= 0 && l.Status < len(f.Unknown) {
				l.NotFinal = f.Unknown[l.Status]
			}
			guess = fmt.Sprintf("%+v", l)
			f, err = bankfile.Read("", data, &l)
		}
		if err != nil { // somebody is asked
			asked++
			continue
		}
		read += len(f.Lines)
		if faults := against(f, rows); len(faults) > 0 {
			if wrong++; wrong <= 12 {
				t.Errorf("seed %d: %q by %s of\n%s", seed, faults, guess, text)
			}
		}
	}
	t.Logf("%d of %d are read wrongly, and %d asked about; %d of %d transactions that a person could read are read", wrong, many, asked, read, readable)
	if asked*5 > int(many) || read*10 < readable*8 {
		t.Error("a reader that always asks reads nothing")
	}
}

// against compares what was read with what happened.
func against(f bankfile.File, rows map[int]moved) (out []string) {
	named := map[int]bool{}
	for _, u := range f.Unread {
		named[u.Row] = true
	}
	for _, l := range f.Lines {
		one, there := rows[l.Row]
		if named[l.Row] || !there || !one.completed || int64(l.Amount) != one.cents || l.Booked.In(sgt).Format("20060102") != one.day.Format("20060102") || one.unsure || l.Currency != one.currency {
			out = append(out, fmt.Sprintf("%d: %d on %s", l.Row, l.Amount, l.Booked.In(sgt).Format("2006-01-02")))
		}
		named[l.Row] = true
	}
	for row := range rows {
		if !named[row] {
			out = append(out, fmt.Sprintf("%d: vanished", row))
		}
	}
	return out
}
