package bankfile

import (
	"strings"

	"shanmen/internal/base/lazyregexp"
)

// longestLabel is the maximum length of a balance's label in bytes.
const longestLabel = 80

var (
	// labelOf matches the words of rows that are no transactions.
	labelOf = lazyregexp.New(`^(?:balances|totals?|subtotals?|sums?|b/f|c/f|b/d|c/d|bf|cf)$`)
	// labelWord matches words next to them.
	labelWord = lazyregexp.New(`^(?:sub|grand|net|previous|opening|closing|available|ledger|current|running|beginning|starting|ending|final|last|new|old|statement|account|page|daily|day|day's|month|monthly|period|today|today's|brought|carried|forward|fwd|down|over|debits?|credits?|withdrawals?|deposits?|payments?|receipts?|transactions?|amounts?|number|count|no|items?|entries|records?|money|in|out|of|for|this|the|as|at|on|to|from|and|end|start|dr|cr|sgd|s|jan|feb|mar|apr|may|june?|july?|aug|sept?|oct|nov|dec|january|february|march|april|august|september|october|november|december|[-+]?[\d.,/]+)$`)
	labelMark = lazyregexp.New(`[\s:()$*=_-]+`)
	// labelChinese matches such labels in Chinese.
	labelChinese = lazyregexp.New(`^(?:本页|本月|本期|上期|上页|上月|期初|期末|账户|帐户|当前|可用|累计|借方|贷方|收入|支出|存入|取出|发生额|金额|笔数|本頁|上頁|賬戶|帳戶|當前|累計|貸方|發生額|金額|筆數|[\s:：（）()\d.,])*(?:余额|餘額|合计|合計|共计|共計|总和|總和|总计|總計|小计|小計|总额|總額|承前|承前页|承前頁|结转|結轉|过次页|過次頁)(?:笔数|筆數|金额|金額|笔|筆|元|[\s:：（）()\d.,])*$`)
)

// isLabel returns whether a text is only the label of a balance or a total. "Total Fitness Pte Ltd" is a name.
func isLabel(text string) bool {
	if len(text) > longestLabel || !mayBeLabel(text) {
		return false
	}
	label, only := labelIn(text)
	return label && only
}

// mayBeLabel is a fast check that every label passes: each cell of a statement is asked. A sum stands at an end.
func mayBeLabel(text string) bool {
	lower := strings.ToLower(text)
	if strings.Contains(lower, "total") || strings.Contains(lower, "bal") || strings.HasPrefix(lower, "sum") || strings.HasSuffix(lower, "sum") ||
		strings.HasSuffix(lower, "sums") || strings.ContainsAny(lower, "余餘合总總小结結承转轉过過共") {
		return true
	}
	for i := 1; i < len(lower); i++ { // b/f, cd
		if c := lower[i]; c == 'f' || c == 'd' {
			if before := strings.TrimSuffix(lower[:i], "/"); strings.HasSuffix(before, "b") || strings.HasSuffix(before, "c") {
				return true
			}
		}
	}
	return false
}

// ofLabel returns whether a text may stand next to such a label: a count, an amount, a date, a currency.
func ofLabel(text string) bool {
	_, only := labelIn(text)
	_, number := currencyIn(text)
	_, _, amount := cents(number)
	_, _, day := when(text, "")
	return only || amount || day
}

// labelIn returns whether a text has such a label and no other word. "Balance" alone may be a payer's text.
func labelIn(text string) (found, only bool) {
	if len(text) > longestLabel {
		return false, false
	}
	if labelChinese.MatchString(text) {
		return true, true
	}
	balance, words := false, 0
	for _, word := range labelMark.Split(strings.ToLower(strings.Trim(text, ".")), -1) {
		switch word = strings.TrimSuffix(word, "."); {
		case word == "":
		case word == "balance" || word == "bal":
			balance = true
		case labelOf.MatchString(word):
			found = true
		case labelWord.MatchString(word):
			if !hasDigit.MatchString(word) {
				words++
			}
		default:
			return false, false
		}
	}
	return found || balance && words > 0, true
}
