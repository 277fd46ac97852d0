package bankfile

import (
	"slices"
	"strings"

	"shanmen/internal/base/lazyregexp"
)

// Names of status columns, also after another word: "Approval Status".
var (
	statusName = lazyregexp.New(`(?:^| )(?:status|state)$|^(?:cleared|posted|settled|completed|booked|pending|result|outcome)\??$|状态$|狀態$|结果$|結果$`)
	notOfMoney = lazyregexp.New(`^(?:account|card|customer|reconciliation)\b|^账户|^賬戶|^帳戶`)
	ofWords    = lazyregexp.New(`\bref|desc|detail|particular|narra|remark|note|memo|message|purpose|reason|name|摘要|说明|說明|描述|备注|備註|附言|用途|户名|戶名`)
)

var (
	// completed are status words of final transactions.
	completed = []string{
		"settled", "completed", "complete", "posted", "success", "successful", "cleared", "processed", "paid", "booked", "executed", "credited",
		"成功", "交易成功", "处理成功", "付款成功", "已完成", "完成", "交易完成", "已入账", "已结算", "已到账", "已过账", "已清算",
		"處理成功", "已入賬", "已入帳", "已結算", "已到賬", "已到帳", "已過賬", "已過帳",
	}
	// incomplete are status words of transactions that may be reversed or failed.
	incomplete = []string{
		"pending", "processing", "in progress", "in process", "on hold", "hold", "held", "scheduled", "unsettled", "uncleared", "outstanding", "initiated", "submitted", "queued",
		"rejected", "failed", "fail", "unsuccessful", "declined", "cancelled", "canceled", "returned", "reversed", "recalled", "expired", "voided", "void", "bounced",
		"待处理", "处理中", "进行中", "待入账", "未入账", "未完成", "失败", "交易失败", "已拒绝", "拒绝", "已取消", "取消", "已退回", "退回", "已冲正", "冲正", "已撤销", "待结算",
		"待處理", "處理中", "進行中", "待入賬", "待入帳", "未入賬", "未入帳", "失敗", "交易失敗", "已拒絕", "拒絕", "已沖正", "沖正", "已撤銷", "待結算",
	}
)

// statusOf is the column that says whether a transaction is final: by its name, or because every second transaction has
// a status word there and the name does not say that it is text; none without one. An empty column is ignored.
func statusOf(rows [][]string, header []string, l Layout) int {
	if named := statusesOf(rows, l); len(named) > 0 {
		return named[0]
	}
	var said [maxCells]int
	plain := slices.DeleteFunc(plainRows(rows, l), onlyLabel)
	for _, row := range plain {
		for j, cell := range row[:min(len(row), maxCells)] {
			if isStatus(cell) {
				said[j]++
			}
		}
	}
	for j, n := range said {
		if n > 0 && n*2 >= len(plain) && j != l.Indicator && j != l.Payer && j != l.Reference && !ofWords.MatchString(norm(at(header, j))) {
			return j
		}
	}
	return none
}

// statusesOf are the columns with a status name that are not empty.
func statusesOf(rows [][]string, l Layout) (out []int) {
	below := rows[min(max(l.HeaderRow+1, 0), len(rows)):]
	for j, cell := range cellsOf(rows, l.HeaderRow) {
		name := norm(cell)
		if statusName.MatchString(name) && !notOfMoney.MatchString(name) && holdsWords(below, j) {
			out = append(out, j)
		}
	}
	return out
}

// ofPayer matches names of columns with the payer's text or identity.
var ofPayer = lazyregexp.New(`\bref|name|payer|message|purpose|附言|用途|户名|戶名|备注|備註`)

// remarksOf are description columns written by the bank, not by payers.
func remarksOf(header []string, l Layout) (out []int) {
	for _, j := range l.Description {
		if name := norm(at(header, j)); name != "" && !ofPayer.MatchString(name) {
			out = append(out, j)
		}
	}
	return out
}

// holdsWords returns whether a column contains a text that is no date: "Posted" may name either.
func holdsWords(rows [][]string, column int) bool {
	return slices.ContainsFunc(rows, func(row []string) bool {
		_, _, day := when(at(row, column), "")
		return !day && at(row, column) != ""
	})
}

// plainRows are rows with a date and no more cells than the header, so no text is split. All rows may end with the same
// extra separators.
func plainRows(rows [][]string, l Layout) [][]string {
	width, least := lastCell(headings(rows, l)), maxCells
	var dated [][]string
	for _, row := range rows[min(max(l.HeaderRow+1, 0), len(rows)):] {
		if _, _, ok := when(at(row, l.Date), l.DateFormat); ok {
			dated = append(dated, row)
			least = min(least, len(row))
		}
	}
	if width == 0 {
		return dated
	}
	if ends := least - width; ends > 0 && len(dated) > 1 && !slices.ContainsFunc(dated, func(row []string) bool { return lastCell(row) > len(row)-ends }) {
		width = least
	}
	return slices.DeleteFunc(dated, func(row []string) bool { return len(row) > width })
}

func isStatus(cell string) bool {
	if len(cell) > longestStatus {
		return false
	}
	word := wordOf(cell)
	return slices.Contains(completed, word) || slices.Contains(incomplete, word)
}

// wordOf normalises a status like norm, but keeps brackets: "Completed (returned)".
func wordOf(cell string) string {
	return norm(brackets.Replace(cell))
}

var brackets = strings.NewReplacer("(", " ", ")", " ", "（", " ", "）", " ")

// isFinal returns whether a status means completed. An empty one does not.
func (l Layout) isFinal(cell string) bool {
	word := wordOf(cell)
	return word != "" && (slices.Contains(completed, word) || slices.Contains(l.Final, word))
}

// unknownStatuses are the unexplained words of a status column, in the form of wordOf.
func (l Layout) unknownStatuses(rows [][]string, column int) []string {
	var out []string
	plain := plainRows(rows, l)
	for _, j := range append([]int{column}, statusesOf(rows, l)...) {
		before := len(out)
		for _, row := range plain {
			cell := at(row, j)
			word := wordOf(cell[:min(len(cell), 2*longestStatus)])
			if word == "" || isStatus(word) || slices.Contains(l.Final, word) || slices.Contains(l.NotFinal, word) || slices.Contains(out, word) {
				continue
			}
			if out = append(out, word); len(out)-before > maxStatuses {
				break
			}
		}
		if j != column && len(out)-before > maxStatuses { // something else: too many words to explain
			out = out[:before]
		}
	}
	return out
}

// longestStatus is the maximum length of a status in bytes.
const longestStatus = 60

// maxStatuses is the maximum number of words in a status column; with more it is something else.
const maxStatuses = 12
