package bankfile

import (
	"regexp"
	"slices"
	"strings"
)

// The directions of an amount, where a column of its own names them.
const (
	unknownDirection = iota
	moneyIn
	moneyOut
)

var (
	inWords  = []string{"cr", "c", "credit", "credits", "credited", "crdt", "in", "money in", "paid in", "incoming", "inward", "received", "+", "deposit", "deposits", "贷", "贷方", "收", "收入", "存入", "转入", "貸", "貸方", "轉入"}
	outWords = []string{"dr", "d", "debit", "debits", "debited", "dbit", "out", "money out", "paid out", "outgoing", "outward", "sent", "-", "withdrawal", "withdrawals", "w", "借", "借方", "支", "支出", "取出", "转出", "轉出"}
)

// directionOf reads one cell of such a column.
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

// direction reads a cell of the column that names it: where W is a withdrawal, D is a deposit.
func (c columns) direction(row []string) int {
	cell := at(row, c.Indicator)
	if c.deposits && strings.EqualFold(cell, "d") {
		return moneyIn
	}
	return directionOf(cell)
}

// hasDeposits tells whether a column of directions writes W for what was withdrawn.
func hasDeposits(rows [][]string, l Layout) bool {
	return l.Indicator >= 0 && slices.ContainsFunc(rows, func(row []string) bool { return strings.EqualFold(at(row, l.Indicator), "w") })
}

// directionName is what banks call such a column.
var directionName = regexp.MustCompile(`^(?:(?:dr|debit|d) (?:or )?(?:cr|credit|c)|(?:cr|credit|c) (?:or )?(?:dr|debit|d)|cr dr indicator|dr cr indicator|(?:credit|debit) debit indicator|(?:transaction )?direction|in out|收 支|借贷|借贷标志|借贷方向|收支|收支类型|收支方向|借貸|借貸標誌|借貸方向|收支類型)(?: (?:flag|indicator|mark|code))?$`)

// indicatorOf finds the column whose cells, beside amounts, say where the amount went; none without one. It is one in which
// every cell does. Where no amount has a sign it may have other words too, if its name says what it is or most cells do: rows
// with those words are not read, because money out would count as money in.
func indicatorOf(rows [][]string, l Layout) int {
	var said, other [maxCells]int
	signed := false
	for _, row := range rows[min(max(l.HeaderRow+1, 0), len(rows)):] {
		_, number := currencyIn(at(row, l.Amount))
		n, _, ok := cents(number)
		if !ok || n == 0 {
			continue
		}
		if _, _, ok := when(at(row, l.Date), l.DateFormat); !ok {
			continue
		}
		signed = signed || n < 0 || strings.HasPrefix(number, "+") || strings.HasSuffix(strings.ToUpper(number), "CR")
		for j, cell := range row[:min(len(row), maxCells)] {
			if directionOf(cell) != unknownDirection {
				said[j]++
			} else if cell != "" {
				other[j]++
			}
		}
	}
	header := cellsOf(rows, l.HeaderRow)
	best := none
	for j := range said {
		switch {
		case said[j] == 0 || j == l.Amount:
		case other[j] == 0:
			return j
		case !signed && best < 0 && (said[j] >= other[j] || directionName.MatchString(norm(at(header, j)))):
			best = j
		}
	}
	return best
}

// returned are the words of a transaction that takes another one back.
var returned = regexp.MustCompile(`(?i)\b(?:return(?:ed)?|revers(?:al|ed)|reject(?:ed|ion)?|recall(?:ed)?|refund(?:ed)?|unpaid|cancell?ed|chargeback)\b|退回|退款|退汇|冲正|冲销|退匯|沖正|沖銷`)
