package bankfile_test

import (
	"fmt"
	"math/rand/v2"
	"slices"
	"strconv"
	"strings"
	"testing"
	"time"
)

// moved is the true transaction behind a row.
type moved struct {
	day       time.Time
	cents     int64
	completed bool
	balance   int64
	currency  string
	unsure    bool   // its day or amount cannot be determined from the file
	written   string // its amount as written, when it is unreadable
}

// The columns of a generated statement.
const (
	dateColumn = iota
	valueDateColumn
	clockColumn
	textColumn
	payerColumn
	referenceColumn
	codeColumn
	numberColumn
	statusColumn
	currencyColumn
	outColumn
	inColumn
	amountColumn
	directionColumn
	balanceColumn
	runningColumn
)

// How an amount shows its direction: below bySign, by one of two columns.
const (
	bySign = iota + 2
	byWord // 88.00 CR
	byColumn
	byBalance
)

// headings are the possible names of each column, in English and in simplified and traditional Chinese.
var headings = map[int][3][]string{
	dateColumn:      {{"Date", "Transaction Date", "Txn Date", "Trans. Date"}, {"交易日期", "日期"}, {"交易日期", "日期"}},
	valueDateColumn: {{"Value Date", "Effective Date"}, {"起息日"}, {"起息日"}},
	clockColumn:     {{"Transaction Time"}, {"时间"}, {"時間"}},
	textColumn:      {{"Description", "Details", "Particulars", "Narrative", "Remarks", "Memo"}, {"摘要", "说明", "备注", "附言"}, {"摘要", "說明", "備註"}},
	payerColumn:     {{"Payer", "Counterparty", "Sender Name"}, {"对方户名", "付款人"}, {"對方戶名"}},
	referenceColumn: {{"Reference", "Customer Reference", "Ref No"}, {"参考号", "附注"}, {"參考號"}},
	codeColumn:      {{"Code", "Statement Code", "Channel", "Type"}, {"交易码", "类型"}, {"類型"}},
	numberColumn:    {{"No.", "S/N", "Cheque No", "Transaction ID", "Account No"}, {"序号", "流水号"}, {"序號"}},
	statusColumn:    {{"Status", "Transaction Status", "State"}, {"状态", "交易状态"}, {"狀態"}},
	currencyColumn:  {{"Currency", "Ccy"}, {"币种", "货币"}, {"幣種"}},
	outColumn:       {{"Debit", "Withdrawals", "Debit Amount", "Money Out", "DR"}, {"支出", "借方金额", "借方"}, {"支出金額", "借方"}},
	inColumn:        {{"Credit", "Deposits", "Credit Amount", "Money In", "CR"}, {"收入", "贷方金额", "存入"}, {"存入金額", "貸方"}},
	amountColumn:    {{"Amount", "Transaction Amount", "Txn Amount"}, {"金额", "交易金额", "发生额"}, {"金額", "交易金額"}},
	directionColumn: {{"DR/CR", "Debit/Credit", "Dr / Cr", "Direction", "Flag"}, {"借贷标志", "收/支"}, {"借貸", "收支類型"}},
	balanceColumn:   {{"Balance", "Running Balance", "Available Balance"}, {"余额", "账户余额"}, {"餘額"}},
	runningColumn:   {{"Running Total", "Cumulative Amount"}, {"累计金额"}, {"累計金額"}},
}

func oneOf[T any](r *rand.Rand, from ...T) T { return from[r.IntN(len(from))] }

// maker generates one statement: its transactions, and how its bank writes them.
type maker struct {
	*rand.Rand
	t                    testing.TB
	language, form       int
	kinds                []int
	header               []string
	date, mark           string // a day's format, and the cell separator
	thousand, point      string
	currency, zero, done string
	words                [2]string // of money in and out
	sign                 int
	wide, cents, plus    bool
	quotes               int // as a program writes them, around all cells, none
	hard                 bool
	opening, running     int64 // the balance before, and the total received
	scaled, swapped      bool  // amounts are in cents or thousands; days were read as months

	lines  []moved
	newest bool // the newest stands first
	out    [][]string
	rows   map[int]moved // by the row that describes each
}

func (m *maker) chance(n int) bool { return m.IntN(n) == 0 } // one of so many

// madeUp is a generated statement file, with the transactions that its rows describe.
func madeUp(t testing.TB, seed uint64) (data []byte, text string, rows map[int]moved) {
	m := &maker{t: t, Rand: rand.New(rand.NewPCG(seed, 1)), rows: map[int]moved{}}
	m.layout()
	m.style()
	m.transactions()
	m.write()
	text = m.text()
	switch m.IntN(12) {
	case 0:
		data = []byte(m.page())
	case 1:
		data = m.workbook()
	default:
		data = m.encoded(text)
	}
	return data, text, m.rows
}

// layout chooses the columns.
func (m *maker) layout() {
	m.language, m.form = m.IntN(3), m.IntN(6)
	kinds := []int{dateColumn}
	for _, c := range [][2]int{{valueDateColumn, 4}, {clockColumn, 6}, {textColumn, 1}, {textColumn, 2}, {textColumn, 4}, {payerColumn, 4}, {referenceColumn, 4}, {codeColumn, 5}, {numberColumn, 5}, {statusColumn, 4}, {currencyColumn, 5}} {
		if m.chance(c[1]) {
			kinds = append(kinds, c[0])
		}
	}
	money := []int{amountColumn}
	switch m.form {
	case 0, 1:
		money = []int{outColumn, inColumn}
	case byColumn:
		money = append(money, directionColumn)
	}
	if m.chance(2) {
		slices.Reverse(money)
	}
	if m.form == byBalance || m.chance(2) {
		money = append(money, balanceColumn)
	}
	if m.form != byBalance && m.chance(12) {
		money = append(money, runningColumn)
	}
	kinds = append(kinds, money...)
	if m.chance(3) {
		m.Shuffle(len(kinds), func(i, j int) { kinds[i], kinds[j] = kinds[j], kinds[i] })
	}
	unit := oneOf(m.Rand, "", "", "", " (SGD)", " (S$)")
	if m.scaled = m.chance(40); m.scaled {
		unit = [][]string{{" (cents)", " (S$'000)", " in cents"}, {"（分）", "（万元）"}, {"（分）", "（萬元）"}}[m.language][m.IntN(2)]
	}
	for _, kind := range kinds {
		name := oneOf(m.Rand, headings[kind][m.language]...)
		if kind == outColumn || kind == inColumn || kind == amountColumn {
			name += unit
		}
		if kind == textColumn && slices.Contains(m.header, name) {
			name = "Text"
		}
		m.header = append(m.header, name)
	}
	m.kinds = kinds
}

// style chooses how values and cells are written.
func (m *maker) style() {
	m.date = oneOf(m.Rand, "02/01/2006", "2/1/2006", "02 Jan 2006", "02-Jan-2006", "2006-01-02", "2006/01/02", "20060102", "02-Jan-06", "2006-01-02 15:04:05", "02/01/2006 15:04", "Mon, 02 Jan 2006", "2006年01月02日", "02.01.2006", "02/01/06", "Jan 2, 2006", "2 January 2006")
	m.mark = oneOf(m.Rand, ",", ",", ",", ",", ";", "\t", "|")
	m.thousand, m.point = oneOf(m.Rand, "", "", ",", ",", " ", "'"), "."
	if m.mark == ";" && m.chance(3) {
		m.thousand, m.point = ".", ","
	}
	m.quotes, m.hard = m.IntN(3), m.chance(2)
	m.currency, m.zero, m.done = oneOf(m.Rand, "", "", "", "S$", "SGD ", "$"), oneOf(m.Rand, "", "", "", "-", "0.00", "0", "--"), oneOf(m.Rand, "Completed", "Settled", "Posted", "成功", "已入账", "SUCCESS")
	m.words = oneOf(m.Rand, [2]string{"CR", "DR"}, [2]string{"C", "D"}, [2]string{"Credit", "Debit"}, [2]string{"D", "W"}, [2]string{"贷", "借"}, [2]string{"收入", "支出"}, [2]string{"IN", "OUT"}, [2]string{"+", "-"})
	if i := slices.Index(m.kinds, directionColumn); i >= 0 && m.words[1] == "W" && strings.ContainsAny(m.header[i], "/借") {
		m.header[i] = "Flag" // D is no debit then
	}
	switch { // a day of November may be ambiguous, depending on its format
	case m.chance(40):
		m.date = oneOf(m.Rand, "02 Jan", "Jan 02", "2/1", "02-Jan")
	case m.chance(25):
		m.date = oneOf(m.Rand, "01/02/2006", "1/2/2006", "01-02-2006", "01/02/06")
	case m.chance(40):
		m.date = "06/01/02"
	case m.chance(25):
		m.swapped, m.date = true, "02/01/2006"
	case m.chance(20):
		m.date = oneOf(m.Rand, "02 Jan 2006 3:04 PM", "2006-01-02T15:04:05+08:00", "２００６年０１月０２日", "2006/1/2 15:04")
	}
	m.opening = oneOf(m.Rand, int64(500000000), 500000000, 0, 5000, -12000)
	m.sign, m.wide, m.cents, m.plus = m.IntN(5), m.chance(12), !m.chance(8), m.chance(6)
}

// bad are ambiguous or unreadable amounts.
var bad = []string{"八十八元", "1.088", "12.345", "88/2", "N/A", "###", "O5.00", "88.00?", "88.00 12.00", "壹佰", "8..8", "0x58", "1e3"}

// transactions generates what happened, the oldest or the newest first.
func (m *maker) transactions() {
	day, balance := time.Date(2026, 11, 2+m.IntN(20), 0, 0, 0, 0, sgt), m.opening
	odd, foreign := m.chance(8), m.form != byBalance && m.currency == "" && !strings.Contains(strings.Join(m.header, " "), "S") && slices.Contains(m.kinds, currencyColumn) && m.chance(3)
	for i := range 1 + m.IntN(9) {
		one := moved{day: day, completed: i == 0 || !slices.Contains(m.kinds, statusColumn) || !m.chance(4), currency: "SGD", unsure: m.scaled}
		one.cents = oneOf(m.Rand, int64(8800), 1200, 100, 108800, 5000, 50000, int64(1+m.IntN(300000)), 200108800, 88000, 100000, 202600)
		if m.IntN(5) < 2 {
			one.cents = -one.cents
		}
		if one.completed {
			balance += one.cents
			m.running += max(one.cents, 0)
		}
		one.balance = balance
		if foreign && m.chance(3) {
			one.currency = oneOf(m.Rand, "USD", "CNY")
		}
		if odd && m.chance(3) {
			one.written, one.unsure = oneOf(m.Rand, bad...), true
			if m.cents && m.point == "." && m.quotes == 0 && i > 0 && m.lines[0].written == "" && m.chance(8) {
				one.written = "1,08"
			}
		}
		m.lines = append(m.lines, one)
		day = day.AddDate(0, 0, m.IntN(3))
	}
	m.sureOfDays()
	if m.newest = m.chance(2); m.newest {
		slices.Reverse(m.lines)
	}
}

// sureOfDays marks days that are ambiguous, and leaves out those that even a careful person would misread.
func (m *maker) sureOfDays() {
	last := m.lines[len(m.lines)-1].day
	m.swapped = m.swapped && last.Day() > 12
	switch m.date {
	case "01/02/2006", "1/2/2006", "01-02-2006", "01/02/06":
		if last.Day() <= 12 {
			m.date = "02/01/2006"
		}
	case "06/01/02":
		if last.Day()-m.lines[0].day.Day() <= 2 {
			m.date = "2006/01/02"
		}
	}
	for i := range m.lines {
		one := &m.lines[i]
		one.unsure = one.unsure || slices.Contains([]string{"02 Jan", "Jan 02", "2/1", "02-Jan", "06/01/02"}, m.date) || m.swapped && one.day.Day() <= 12 && one.day.Day() != 11
	}
}

// dayOf writes a day.
func (m *maker) dayOf(at time.Time) string {
	if m.swapped && at.Day() <= 12 {
		return time.Date(at.Year(), time.Month(at.Day()), int(at.Month()), 0, 0, 0, 0, sgt).Format("2006-01-02")
	}
	if strings.Contains(m.date, "２") {
		return strings.Map(wideDigit, at.Format("2006年01月02日"))
	}
	return at.Add(10 * time.Hour).Format(m.date)
}

func wideDigit(r rune) rune {
	if r >= '0' && r <= '9' {
		return r - '0' + '０'
	}
	return r
}

func (m *maker) amount(cents int64) string {
	if cents < 0 {
		return m.below(m.amount(-cents))
	}
	whole := strconv.FormatInt(cents/100, 10)
	for i := len(whole) - 3; i > 0; i -= 3 {
		whole = whole[:i] + m.thousand + whole[i:]
	}
	if m.cents || cents%100 != 0 {
		whole += m.point + fmt.Sprintf("%02d", cents%100)
	}
	if m.wide {
		whole = strings.Map(wideDigit, whole)
	}
	return m.currency + whole
}

// below writes money that went out.
func (m *maker) below(amount string) string {
	return []string{"-" + amount, "(" + amount + ")", amount + "-", "−" + amount, "(-" + amount + ")"}[m.sign]
}
