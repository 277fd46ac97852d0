package bankfile

import "slices"

// What a bank may call the column that says how far a transaction is.
var statusNames = []string{
	"status", "transaction status", "txn status", "payment status", "trans status", "state",
	"状态", "交易状态", "处理状态", "付款状态", "狀態", "交易狀態", "處理狀態", "付款狀態",
}

var (
	// completed are the words for a transaction that is final.
	completed = []string{
		"settled", "completed", "complete", "posted", "success", "successful", "cleared", "processed", "paid", "booked", "executed", "credited",
		"成功", "交易成功", "处理成功", "付款成功", "已完成", "完成", "交易完成", "已入账", "已结算", "已到账", "已过账", "已清算",
		"處理成功", "已入賬", "已入帳", "已結算", "已到賬", "已到帳", "已過賬", "已過帳",
	}
	// incomplete are those for one that may still be reversed, or never was.
	incomplete = []string{
		"pending", "processing", "in progress", "in process", "on hold", "hold", "held", "scheduled", "unsettled", "uncleared", "outstanding", "initiated", "submitted", "queued",
		"rejected", "failed", "fail", "unsuccessful", "declined", "cancelled", "canceled", "returned", "reversed", "recalled", "expired", "voided", "void", "bounced",
		"待处理", "处理中", "进行中", "待入账", "未入账", "未完成", "失败", "交易失败", "已拒绝", "拒绝", "已取消", "取消", "已退回", "退回", "已冲正", "冲正", "已撤销", "待结算",
		"待處理", "處理中", "進行中", "待入賬", "待入帳", "未入賬", "未入帳", "失敗", "交易失敗", "已拒絕", "拒絕", "已沖正", "沖正", "已撤銷", "待結算",
	}
)

// statusOf is the column that says whether a transaction is final: by its name, or because it holds words for that alone;
// none without one. A column without a word in any row says nothing.
func statusOf(rows [][]string, header []string, l Layout) int {
	var said, other [maxCells]bool
	for _, row := range plainRows(rows, l) {
		for j, cell := range row[:min(len(row), maxCells)] {
			switch {
			case cell == "":
			case isStatus(cell):
				said[j] = true
			default:
				other[j] = true
			}
		}
	}
	below := rows[min(max(l.HeaderRow+1, 0), len(rows)):]
	for j, cell := range header {
		if slices.Contains(statusNames, norm(cell)) && slices.ContainsFunc(below, func(row []string) bool { return at(row, j) != "" }) {
			return j
		}
	}
	for j := range said {
		if said[j] && !other[j] && j != l.Indicator && j != l.Payer && j != l.Reference {
			return j
		}
	}
	return none
}

// plainRows are the rows with a day that have no more cells than the header: none of their texts is parted.
func plainRows(rows [][]string, l Layout) [][]string {
	width := len(cellsOf(rows, l.HeaderRow))
	var out [][]string
	for _, row := range rows[min(max(l.HeaderRow+1, 0), len(rows)):] {
		if _, _, ok := when(at(row, l.Date), l.DateFormat); ok && (width == 0 || len(row) <= width) {
			out = append(out, row)
		}
	}
	return out
}

func isStatus(cell string) bool {
	if len(cell) > longestStatus {
		return false
	}
	word := norm(cell)
	return slices.Contains(completed, word) || slices.Contains(incomplete, word)
}

// isFinal tells whether a status means that the money has moved. An empty one does not.
func (l Layout) isFinal(cell string) bool {
	word := norm(cell)
	return word != "" && (slices.Contains(completed, word) || slices.Contains(l.Final, word))
}

// unknownStatuses are the words of a column of which nobody has said whether they mean that the money has moved. They come
// as norm writes them.
func (l Layout) unknownStatuses(rows [][]string, column int) []string {
	var out []string
	for _, row := range plainRows(rows, l) {
		cell := at(row, column)
		word := norm(cell[:min(len(cell), 2*longestStatus)])
		if word == "" || isStatus(word) || slices.Contains(l.Final, word) || slices.Contains(l.NotFinal, word) || slices.Contains(out, word) {
			continue
		}
		if out = append(out, word); len(out) > maxStatuses {
			break
		}
	}
	return out
}

// longestStatus is more bytes than a status has.
const longestStatus = 60

// maxStatuses is how many words a column of statuses has at most: with more it holds something else.
const maxStatuses = 12
