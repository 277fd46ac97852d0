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
	inWords  = []string{"cr", "c", "credit", "credits", "in", "+", "deposit", "贷", "贷方", "收", "收入", "存入", "转入", "貸", "貸方", "轉入"}
	outWords = []string{"dr", "d", "debit", "debits", "out", "-", "withdrawal", "借", "借方", "支", "支出", "取出", "转出", "轉出"}
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

// indicatorOf finds the column whose every cell, beside an amount, says where the amount went; none without
// one.
func indicatorOf(rows [][]string, l Layout) int {
	var said, other [maxCells]bool
	for _, row := range rows[min(max(l.HeaderRow+1, 0), len(rows)):] {
		_, number := currencyIn(at(row, l.Amount))
		if n, _, ok := cents(number); !ok || n == 0 {
			continue
		}
		if _, _, ok := when(at(row, l.Date), l.DateFormat); !ok {
			continue
		}
		for j, cell := range row[:min(len(row), maxCells)] {
			if directionOf(cell) != unknownDirection {
				said[j] = true
			} else {
				other[j] = other[j] || cell != ""
			}
		}
	}
	for j := range said {
		if said[j] && !other[j] && j != l.Amount {
			return j
		}
	}
	return none
}

// returned are the words of a transaction that takes another one back.
var returned = regexp.MustCompile(`(?i)\b(?:return(?:ed)?|revers(?:al|ed)|reject(?:ed|ion)?|recall(?:ed)?|refund(?:ed)?|unpaid|cancell?ed|chargeback)\b|退回|退款|退汇|冲正|冲销|退匯|沖正|沖銷`)
