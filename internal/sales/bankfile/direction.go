package bankfile

import (
	"slices"
	"strings"

	"shanmen/internal/base/lazyregexp"
)

// The directions of an amount, if a column names them.
const (
	unknownDirection = iota
	moneyIn
	moneyOut
)

var (
	inWords  = []string{"cr", "c", "credit", "credits", "credited", "crdt", "in", "money in", "paid in", "incoming", "inward", "received", "+", "deposit", "deposits", "贷", "贷方", "收", "收入", "存入", "转入", "貸", "貸方", "轉入"}
	outWords = []string{"dr", "d", "debit", "debits", "debited", "dbit", "out", "money out", "paid out", "outgoing", "outward", "sent", "-", "withdrawal", "withdrawals", "w", "借", "借方", "支", "支出", "取出", "转出", "轉出"}
)

// directionOf parses a cell of such a column.
func directionOf(cell string) int {
	cell = strings.Trim(strings.ToLower(strings.TrimSpace(cell)), ".() ")
	switch {
	case slices.Contains(inWords, cell):
		return moneyIn
	case slices.Contains(outWords, cell):
		return moneyOut
	}
	return unknownDirection
}

// direction parses the row's cell of that column.
func (c columns) direction(row []string) int {
	cell := at(row, c.Indicator)
	if strings.EqualFold(cell, "d") && c.letterD != moneyOut {
		return c.letterD
	}
	return directionOf(cell)
}

// letterD is the meaning of D in a direction column: deposit if W is a withdrawal, debit if there is a C or the heading
// says DR. D alone is ambiguous.
func letterD(rows [][]string, l Layout) int {
	if l.Indicator < 0 {
		return unknownDirection
	}
	credits := debitName.MatchString(norm(at(cellsOf(rows, l.HeaderRow), l.Indicator)))
	withdrawals := false
	most, _ := mostRows(rows, l)
	for _, row := range most {
		switch cell := at(row, l.Indicator); {
		case strings.EqualFold(cell, "w"):
			withdrawals = true
		case !strings.EqualFold(cell, "d") && directionOf(cell) != unknownDirection:
			credits = true
		}
	}
	switch {
	case withdrawals && !credits:
		return moneyIn
	case credits && !withdrawals:
		return moneyOut
	}
	return unknownDirection
}

// debitName matches headings under which D is a debit.
var debitName = lazyregexp.New(`\b(?:dr|debit|d)\b|借`)

// directionName matches names of direction columns.
var directionName = lazyregexp.New(`^(?:(?:dr|debit|d) (?:or )?(?:cr|credit|c)|(?:cr|credit|c) (?:or )?(?:dr|debit|d)|cr dr indicator|dr cr indicator|(?:credit|debit) debit indicator|(?:transaction )?direction|in out|收 支|借贷|借贷标志|借贷方向|收支|收支类型|收支方向|借貸|借貸標誌|借貸方向|收支類型)(?: (?:flag|indicator|mark|code))?$`)

// indicatorOf finds the column whose cells give the direction of amounts; none without one. Normally every cell must.
// If no amount has a sign, other words are allowed if its name or most cells identify it: rows with those words are not
// read, because outgoing money would count as incoming.
func indicatorOf(rows [][]string, l Layout) int {
	var said, other [maxCells]int
	signed := false
	most, dated := mostRows(rows, l)
	for _, row := range most {
		_, number := currencyIn(at(row, l.Amount))
		n, _, ok := cents(number)
		if !ok || n == 0 {
			continue
		}
		signed = signed || n < 0 || hasSign(number)
		for j, cell := range row[:min(len(row), maxCells)] {
			if directionOf(cell) != unknownDirection {
				said[j]++
			} else if cell != "" {
				other[j]++
			}
		}
	}
	header := headings(rows, l)
	best, only := none, none
	for j := range said {
		named := directionName.MatchString(norm(at(header, j)))
		switch {
		case named && (!signed || other[j] == 0) && slices.ContainsFunc(dated, func(row []string) bool { return at(row, j) != "" }):
			return j // in any case: the rows may be shifted
		case said[j] == 0 || j == l.Amount || len(header) > 0 && j > lastCell(header):
		case other[j] == 0:
			if only < 0 || said[j] > said[only] {
				only = j
			}
		case !signed && best < 0 && said[j] >= other[j]:
			best = j
		}
	}
	if only >= 0 {
		return only
	}
	return best
}

// mostRows are the dated rows without split texts, or all dated rows if each has one cell more than the header.
func mostRows(rows [][]string, l Layout) (most, dated [][]string) {
	width, longer := lastCell(headings(rows, l)), 0
	for _, row := range rows[min(max(l.HeaderRow+1, 0), len(rows)):] {
		if _, _, ok := when(at(row, l.Date), l.DateFormat); ok {
			dated = append(dated, row)
			if lastCell(row) == width+1 {
				longer++
			}
		}
	}
	if longer == len(dated) {
		return dated, dated
	}
	return plainRows(rows, l), dated
}

// saysDirection returns whether a file with one amount column indicates the direction: by a sign, a word beside it, or
// a balance. Otherwise outgoing money would count as incoming.
func saysDirection(rows [][]string, l Layout) bool {
	var lines []Line
	for i := max(l.HeaderRow+1, 0); i < len(rows); i++ {
		_, number := currencyIn(at(rows[i], l.Amount))
		n, _, ok := cents(number)
		if ok && (n < 0 || n > 0 && hasSign(number)) {
			return true
		}
		booked, _, dated := when(at(rows[i], l.Date), l.DateFormat)
		if !dated || !ok || n == 0 {
			continue
		}
		lines = append(lines, Line{Row: i + 1, Booked: booked, Amount: n})
	}
	_, told := risesOf(rows, l.HeaderRow, lines)
	return told > 0
}

// hasSign returns whether an amount that is not negative indicates its direction.
func hasSign(number string) bool {
	number = strings.ToUpper(strings.TrimSpace(number))
	return strings.HasPrefix(number, "+") || strings.HasSuffix(number, "+") || strings.HasSuffix(number, "CR") || strings.HasSuffix(number, "DR")
}

// returned are words of reversing transactions.
var returned = lazyregexp.New(`(?i)\b(?:return(?:ed)?|revers(?:al|ed)|reject(?:ed|ion)?|recall(?:ed)?|refund(?:ed)?|unpaid|cancell?ed|chargeback)\b|退回|退款|退汇|冲正|冲销|退匯|沖正|沖銷`)
