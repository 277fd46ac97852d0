package bankfile

import (
	"slices"
	"strings"

	"shanmen/internal/base/lazyregexp"
)

// headerWithin is how many rows are searched for a header.
const headerWithin = 30

const none = -1

// columns are a Layout with extras of known banks.
type columns struct {
	Layout
	code, clock, currency int
	heading               string // the currency in the header
	letterD               int    // the meaning of D in the column Indicator
	scaled                bool   // amounts are in cents or thousands
	pointed               bool   // some have a decimal point
	statuses              []int  // besides Status, by their names
	remarks               []int  // columns of the bank's own text: Pending there is about the transfer
}

var inBrackets = lazyregexp.New(`\(.*?\)|（.*?）`)

// norm ignores differences of headers in case, spaces, brackets and punctuation.
func norm(s string) string {
	if s = strings.ToLower(s); strings.ContainsAny(s, "(（") {
		s = inBrackets.ReplaceAllString(s, " ")
	}
	return strings.Join(strings.FieldsFunc(s, func(r rune) bool {
		return strings.ContainsRune(" \n\t.:*#-_/", r)
	}), " ")
}

// Known banks, by their column names. All other columns are the description: which of them a bank uses for the payer's
// text changes from year to year.
var banks = []struct {
	bank                       string
	date, debit, credit, clock string
	codes                      []string // the first that exists
	marks                      []string // one of them exists
}{
	{
		bank: "DBS", date: "transaction date", debit: "debit amount", credit: "credit amount",
		codes: []string{"statement code", "transaction code", "reference"},
		marks: []string{"statement code", "transaction code", "supplementary code", "client reference", "additional reference", "transaction ref1"},
	},
	{bank: "OCBC", date: "transaction date", debit: "withdrawals", credit: "deposits", marks: []string{"description"}},
	{bank: "OCBC", date: "date", debit: "withdrawals", credit: "deposits", marks: []string{"description"}},
	{bank: "UOB", date: "transaction date", debit: "withdrawal", credit: "deposit", clock: "transaction time", marks: []string{"transaction description"}},
}

// find is the first of thirty rows that is a known bank's header.
func find(rows [][]string) (columns, string, bool) {
	for i, row := range rows[:min(len(rows), headerWithin)] {
		names := make([]string, len(row))
		for j, cell := range row {
			names[j] = norm(cell)
		}
		at := func(name string) int {
			if name == "" {
				return none
			}
			return slices.Index(names, name)
		}
		for _, b := range banks {
			c := columns{code: none, clock: at(b.clock)}
			c.Layout = Layout{
				HeaderRow: i, Date: at(b.date), Credit: at(b.credit), Debit: at(b.debit), Amount: none, Payer: none, Reference: none, Indicator: none, Status: none,
			}
			if c.Date < 0 || c.Credit < 0 || c.Debit < 0 || !slices.ContainsFunc(b.marks, func(name string) bool { return at(name) >= 0 }) {
				continue
			}
			c.currency = currencyOf(row)
			c.Status = statusOf(rows, row, c.Layout)
			for _, name := range b.codes {
				if c.code < 0 {
					c.code = at(name)
				}
			}
			for j, name := range names {
				if name != "" && !slices.Contains([]int{c.Date, c.Credit, c.Debit, c.Status, c.code, c.clock, c.currency}, j) &&
					!balanceName.MatchString(name) && !slices.Contains(otherDateNames, name) && name != "currency" {
					c.Description = append(c.Description, j)
				}
			}
			c.heading, c.statuses, c.remarks = headingCurrency(row, c.Layout), statusesOf(rows, c.Layout), remarksOf(row, c.Layout)
			return c, b.bank, true
		}
	}
	return columns{}, "", false
}

// Possible column names of an unknown bank, likeliest first.
var (
	dateNames    = []string{"transaction date", "txn date", "trans date", "posting date", "posted date", "booking date", "entry date", "date", "value date", "date time", "completed date", "finished on", "started date", "created on", "time", "created at", "交易日期", "记账日期", "入账日期", "日期", "交易时间", "記賬日期", "記帳日期", "入賬日期", "入帳日期", "交易時間"}
	creditNames  = []string{"credit amount", "credit", "credit net amount", "amount credit", "deposit", "deposits", "deposit amount", "money in", "paid in", "amount in", "cr", "cr amount", "credits", "存入", "存入金额", "收入", "贷方", "贷方金额", "收入金额", "存入金額", "貸方", "貸方金額", "收入金額", "记账金额 收入", "交易金额 收入", "金额 收入", "記賬金額 收入", "交易金額 收入"}
	debitNames   = []string{"debit amount", "debit", "debit net amount", "amount debit", "withdrawal", "withdrawals", "withdrawal amount", "money out", "paid out", "amount out", "dr", "dr amount", "debits", "支出", "支出金额", "借方", "借方金额", "取出", "支出金額", "借方金額", "记账金额 支出", "交易金额 支出", "金额 支出", "記賬金額 支出", "交易金額 支出"}
	amountNames  = []string{"amount", "transaction amount", "txn amount", "net amount", "金额", "交易金额", "发生额", "金額", "交易金額", "發生額"}
	detailNames  = []string{"description", "transaction description", "transaction details", "details", "particulars", "narrative", "narration", "remarks", "remark", "memo", "payment details", "transaction type", "transaction", "摘要", "业务摘要", "交易详情", "商品说明", "描述", "备注", "附言", "用途", "交易说明", "说明", "備註", "交易說明", "說明"}
	payerNames   = []string{"payer", "payer name", "sender", "sender name", "from", "counterparty", "counterparty name", "originator", "remitter", "name", "payer payee name", "对方户名", "对方账户名称", "交易对方", "付款人", "汇款人", "对方名称", "對方戶名", "匯款人", "對方名稱"}
	messageNames = []string{"customer reference", "payment reference", "your reference", "client reference", "reference", "reference number", "ref", "ref no", "end to end id", "message", "参考", "参考号", "附注", "參考", "參考號", "附註"}
)

// guess is the row most like a header, with its guessed columns.
func guess(rows [][]string) Layout {
	best, most := Layout{HeaderRow: none, Date: none, Credit: none, Debit: none, Amount: none, Payer: none, Reference: none, Indicator: none, Status: none}, 0
	for i, row := range rows[:min(len(rows), headerWithin)] {
		names := make([]string, len(row))
		for j, cell := range row {
			names[j] = norm(cell)
			if full := norm(brackets.Replace(cell)); slices.Contains(creditNames, full) || slices.Contains(debitNames, full) { // 金额(收入)
				names[j] = full
			}
		}
		pick := func(from []string) int {
			for _, name := range from {
				if j := slices.Index(names, name); j >= 0 {
					return j
				}
			}
			return none
		}
		// If two amount columns have one name, for two currencies or directions, a person decides.
		money := func(from []string) int {
			j := pick(from)
			if j >= 0 && slices.Contains(names[j+1:], names[j]) {
				return none
			}
			return j
		}
		l := Layout{
			HeaderRow: i, Date: pick(dateNames), Credit: money(creditNames), Debit: money(debitNames), Amount: money(amountNames),
			Payer: pick(payerNames), Reference: pick(messageNames), Indicator: none, Status: none,
		}
		if in, out := below(rows, i); l.Credit < 0 && in >= 0 {
			l.Credit, l.Debit = in, out
		}
		if l.Credit >= 0 {
			l.Amount = none
		}
		for j, name := range names {
			if slices.Contains(detailNames, name) {
				l.Description = append(l.Description, j)
			}
		}
		n := len(l.Description)
		for _, c := range []int{l.Date, l.Date, l.Credit, l.Debit, l.Amount, l.Payer, l.Reference} {
			if c >= 0 {
				n++
			}
		}
		if n > most && n >= 3 {
			best, most = l, n
		}
	}
	if best.HeaderRow < 0 {
		best = fromValues(rows, best)
	}
	best.DateFormat = daysIn(rows, best).format
	if best.Amount >= 0 {
		best.Indicator = indicatorOf(rows, best)
	}
	if best.Date >= 0 {
		best.Status = statusOf(rows, cellsOf(rows, best.HeaderRow), best)
	}
	if len(best.Description) == 0 {
		best.Description = texts(rows, best)
	}
	if best.Amount >= 0 && best.Indicator < 0 && !saysDirection(rows, best) {
		best.Amount = none // a person confirms whether all of it is incoming
	}
	return best
}

// isHeader returns whether a row names at least a date and an amount column.
func isHeader(row []string) bool {
	day, money := false, false
	for _, cell := range row {
		name := norm(cell)
		day = day || slices.Contains(dateNames, name)
		money = money || slices.Contains(creditNames, name) || slices.Contains(debitNames, name) || slices.Contains(amountNames, name)
	}
	return day && money
}

// below are the credit and debit columns named in the row under a header, if "Amount" is above both.
func below(rows [][]string, header int) (in, out int) {
	in, out = none, none
	row := cellsOf(rows, header+1)
	if hasDigit.MatchString(strings.Join(row, "")) {
		return none, none
	}
	for j, cell := range row {
		switch name := norm(cell); {
		case slices.Contains(creditNames, name):
			in = j
		case slices.Contains(debitNames, name):
			out = j
		}
	}
	if out < 0 {
		return none, none
	}
	return in, out
}

// mostTexts is how many text columns are used if no name identifies the description.
const mostTexts = 8

// texts are the text columns not used by the layout.
func texts(rows [][]string, l Layout) (out []int) {
	header := cellsOf(rows, l.HeaderRow)
	plain := plainRows(rows, l)
	plain = plain[:min(len(plain), headerWithin)]
	taken := []int{l.Date, l.Credit, l.Debit, l.Amount, l.Payer, l.Reference, l.Indicator, l.Status, currencyOf(header)}
	for j := range header {
		words := slices.ContainsFunc(plain, func(row []string) bool { return at(row, j) != "" && !ofLabel(at(row, j)) })
		if words && !slices.Contains(taken, j) && len(out) < mostTexts {
			out = append(out, j)
		}
	}
	return out
}

// fromValues guesses columns by their values, because some files have no header. With two dates, or an amount and a
// balance, this is ambiguous.
func fromValues(rows [][]string, l Layout) Layout {
	for i, row := range rows[:min(len(rows), headerWithin)] {
		var dates, amounts, words []int
		for j, cell := range row {
			if isDay(cell) {
				dates = append(dates, j)
			} else if isMoney(cell) {
				amounts = append(amounts, j)
			} else if len(cell) > 3 {
				words = append(words, j)
			}
		}
		if len(dates) == 0 || len(amounts) == 0 {
			continue
		}
		l.HeaderRow = i - 1
		if len(dates) == 1 {
			l.Date = dates[0]
			for l.HeaderRow >= 0 && isDay(at(rows[l.HeaderRow], l.Date)) {
				l.HeaderRow--
			}
		}
		if len(amounts) == 1 && l.Date >= 0 && !hasOtherMoney(rows[i:], l.Date, amounts[0]) {
			l.Amount = amounts[0]
		}
		if len(words) > 0 {
			l.Description = words[:1]
		}
		return l
	}
	return l
}

func isDay(cell string) bool {
	_, _, ok := when(cell, "")
	return ok
}

// isMoney returns whether a cell is an amount rather than a plain number.
func isMoney(cell string) bool {
	code, number := currencyIn(cell)
	_, empty, ok := cents(number)
	return ok && !empty && (code != "" || strings.ContainsAny(cell, ".,$") || hasSign(number))
}

// hasOtherMoney returns whether every second row with a date has a number in another column.
func hasOtherMoney(rows [][]string, date, amount int) bool {
	dated, others := 0, 0
	for _, row := range rows {
		if !isDay(at(row, date)) {
			continue
		}
		dated++
		for j, cell := range row {
			if _, empty, ok := cents(cell); j != amount && j != date && (ok && !empty || isMoney(cell)) {
				others++
				break
			}
		}
	}
	return others*2 >= dated
}

// headings are the column names; none if the row above the first transaction is a title or a transaction.
func headings(rows [][]string, l Layout) []string {
	header := cellsOf(rows, l.HeaderRow)
	named := 0
	for _, cell := range header {
		if cell != "" {
			named++
		}
	}
	of := func(j int) bool { return at(header, j) != "" }
	money := of(l.Credit) || of(l.Debit) || of(l.Amount) || l.Credit < 0 && l.Amount < 0
	if named < leastNames || !of(l.Date) || !money || isDay(at(header, l.Date)) {
		return nil
	}
	return header
}

// leastNames is the minimum number of names in a header: date, amount and text.
const leastNames = 3

// valid returns whether a layout is complete: it names a date and amounts.
func (l Layout) valid() bool {
	all := append([]int{l.Date, l.Credit, l.Debit, l.Amount, l.Payer, l.Reference, l.Indicator, l.Status}, l.Description...)
	for _, c := range all {
		if c < none || c >= maxCells {
			return false
		}
	}
	return l.HeaderRow >= none && l.HeaderRow < MaxRows && l.Date >= 0 && (l.Credit >= 0) != (l.Amount >= 0) &&
		(l.Indicator < 0 || l.Amount >= 0) && len(l.DateFormat) <= 40 && len(l.Final)+len(l.NotFinal) <= 4*maxStatuses
}

func at(row []string, i int) string {
	if i < 0 || i >= len(row) {
		return ""
	}
	return row[i]
}
