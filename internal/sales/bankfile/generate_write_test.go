package bankfile_test

import (
	"encoding/csv"
	"fmt"
	"slices"
	"strconv"
	"strings"

	"golang.org/x/text/encoding/simplifiedchinese"
	"golang.org/x/text/encoding/traditionalchinese"
	"golang.org/x/text/encoding/unicode"
)

func (m *maker) phrases() string {
	names := []string{"TAN AH KOW", "LIM BEE HOON", "陈美玲", "ONG & SONS PTE LTD", "Total Fitness Pte Ltd", "José Tan", "林國華"}
	texts := []string{"lamp", "TM26K7Q4X9", "for mum", "供灯", "Ref 778812", "GIFT", "blk 12", "OTHR", "15/11", "2 lamps", "balance", "thank you", "FAST PAYMENT", "88", "28 Nov 2026", "INV-0012", "FEE"}
	var out []string
	for range 1 + m.IntN(3) {
		out = append(out, oneOf(m.Rand, oneOf(m.Rand, names...), oneOf(m.Rand, texts...)))
	}
	between := " "
	if m.hard {
		between = oneOf(m.Rand, " ", ", ", ",", "; ", "/", " - ", ` "`, "\t", "|", " 1,088.00 ", ", 12.00, ", "CR ", " ,")
	}
	return strings.Join(out, between)
}

// cell writes one cell of a transaction.
func (m *maker) cell(kind int, one moved) string {
	size, in := max(one.cents, -one.cents), one.cents > 0
	switch kind {
	case dateColumn:
		return m.dayOf(one.day)
	case valueDateColumn:
		return m.dayOf(one.day.AddDate(0, 0, m.IntN(2)))
	case clockColumn:
		return "10:15:00"
	case textColumn:
		return oneOf(m.Rand, "", m.phrases(), m.phrases())
	case payerColumn:
		return oneOf(m.Rand, "", "TAN AH KOW", "LIM, BEE HOON", "陈美玲")
	case referenceColumn:
		return oneOf(m.Rand, "", "TM26K7Q4X9", "a, b", "12345", "lamp")
	case codeColumn:
		return oneOf(m.Rand, "ICT", "GR", "ITR", "FEE")
	case numberColumn:
		return oneOf(m.Rand, "", "7", "000123", "12345678", "100088", "2026")
	case statusColumn:
		if one.completed {
			return m.done
		}
		return oneOf(m.Rand, "Pending", "Rejected", "Failed", "", "处理中", "Cancelled", "Reverted", "Awaiting approval")
	case currencyColumn:
		return one.currency
	case directionColumn:
		return m.words[map[bool]int{false: 1}[in]]
	case inColumn:
		switch {
		case in && one.written != "":
			return one.written
		case in:
			return m.amount(size)
		}
		return m.zero
	case outColumn:
		switch {
		case in:
			return m.zero
		case one.written != "":
			return one.written
		case m.plus:
			return m.below(m.amount(size))
		}
		return m.amount(size)
	case balanceColumn:
		return m.amount(one.balance)
	case runningColumn:
		return m.amount(m.running)
	}
	switch { // amountColumn
	case one.written != "":
		return one.written
	case m.form == bySign && !in:
		return m.below(m.amount(size))
	case m.form == bySign && m.plus:
		return "+" + m.amount(size)
	case m.form == byWord:
		return m.amount(size) + oneOf(m.Rand, " ", "") + map[bool]string{true: "CR", false: "DR"}[in]
	}
	return m.amount(size)
}

// label writes a balance or a total. Negative sums are left out.
func (m *maker) label(text string, day string, in, out, balance int64) {
	row := make([]string, len(m.kinds))
	for i, kind := range m.kinds {
		sum := int64(-1)
		switch kind {
		case textColumn:
			if !m.chance(6) || slices.Index(m.kinds, payerColumn) < i {
				row[i], text = text, ""
			}
		case payerColumn, codeColumn:
			if text != "" && m.chance(6) {
				row[i], text = text, ""
			}
		case dateColumn:
			row[i] = day
		case inColumn, amountColumn:
			sum = in
		case outColumn:
			sum = out
		case balanceColumn:
			sum = balance
		}
		if sum >= 0 {
			row[i] = m.amount(sum)
		}
	}
	if text != "" {
		row[slices.Index(m.kinds, textColumn)] = text
	}
	m.out = append(m.out, row)
}

// write appends all rows of the generated statement: lines above the heading, the heading, transactions and totals.
func (m *maker) write() {
	m.out = append(m.out, oneOf(m.Rand, nil, nil,
		[][]string{{"Account Number:", "072-900123-4"}, {"Period:", "01/11/2026 - 30/11/2026"}, {}},
		[][]string{{"Statement of account"}, {"Opening Balance", m.amount(m.opening)}, {"Date", "28 Nov 2026"}},
		[][]string{{"账户: 1234567890"}, {"导出时间: 2026-11-28 10:00:00"}},
		[][]string{{"Account details for:", "360 Account 111-111111-001"}, {"Ledger Balance", "4,888.00"}, {}, {"Transaction History"}})...)
	if m.chance(4) {
		for i, name := range m.header {
			m.header[i] = strings.ToUpper(name)
		}
	}
	headed := m.form < bySign || m.scaled || slices.ContainsFunc(m.lines, func(one moved) bool { return one.written != "" }) || !m.chance(25) // some have none
	if headed {
		m.out = append(m.out, m.header)
	}
	first, last := m.lines[0], m.lines[len(m.lines)-1]
	day := func(one moved) string { return oneOf(m.Rand, "", m.dayOf(one.day)) }
	if m.form == byBalance && !m.newest || m.chance(6) {
		m.label(oneOf(m.Rand, "Balance B/F", "Opening Balance", "期初余额"), day(first), oneOf(m.Rand, int64(-1), m.opening), -1, map[bool]int64{false: m.opening, true: last.balance}[m.newest && m.form != byBalance])
	}
	pages, goesOn, trims, more := m.chance(8), m.chance(5), m.chance(4), m.chance(8)
	for i, one := range m.lines {
		var row []string
		for _, kind := range m.kinds {
			row = append(row, m.cell(kind, one))
		}
		for trims && i > 0 && row[len(row)-1] == "" {
			row = row[:len(row)-1]
		}
		if more {
			row = append(row, "")
		}
		if pages && i > 0 && m.chance(2) {
			if m.chance(2) {
				m.label(oneOf(m.Rand, "Page Total", "本页合计"), day(one), oneOf(m.Rand, int64(-1), 123400), oneOf(m.Rand, int64(-1), 55500), -1)
			}
			m.out = append(m.out, m.header)
		}
		m.out = append(m.out, row)
		m.rows[len(m.out)] = one
		for goesOn && m.chance(2) {
			cells := make([]string, len(m.kinds))
			cells[slices.Index(m.kinds, textColumn)] = m.phrases()
			m.out = append(m.out, cells)
		}
	}
	if m.form == byBalance && m.newest {
		m.label("Balance B/F", day(last), -1, -1, m.opening)
	}
	if m.chance(3) {
		m.label(oneOf(m.Rand, "Total", "Grand Total:", "Closing Balance", "合计", "TOTAL DEPOSITS", "Sub-total", "SUM", "共计", "Total of 3 transactions", "Balance as at 28 Nov 2026", "Daily total"), day(last), oneOf(m.Rand, int64(-1), 200000), oneOf(m.Rand, int64(-1), 66600), -1)
		m.out = append(m.out, []string{}, []string{"This is a computer generated statement, no signature is required"})
	}
	if m.chance(20) && headed {
		m.another()
	}
}

// another adds rows of another account or currency, none of which belongs to this account.
func (m *maker) another() {
	account := m.chance(2)
	m.out = append(m.out, []string{})
	if account {
		m.out = append(m.out, oneOf(m.Rand, []string{"Account Number:", "072-900999-9"}, []string{"Savings Account 072-900999-9"}, []string{"账号：9876543210"}, []string{"Account No: 072-900999-9", "", "Currency: SGD"}))
	} else {
		m.out = append(m.out, oneOf(m.Rand, []string{"Currency:", "USD"}, []string{"Account Currency: US Dollar (USD)"}, []string{"币种：", "USD"}))
	}
	m.out = append(m.out, m.header)
	for range 1 + m.IntN(2) {
		one := moved{day: m.lines[0].day, cents: oneOf(m.Rand, int64(8800), -1200, 5000), completed: true, balance: 8800, currency: "SGD", unsure: true}
		var row []string
		for _, kind := range m.kinds {
			row = append(row, m.cell(kind, one))
		}
		m.out = append(m.out, row)
		m.rows[len(m.out)] = one
	}
}

// page writes the rows as an HTML table.
func (m *maker) page() string {
	var b strings.Builder
	b.WriteString("<html><body><table>")
	escape := strings.NewReplacer("&", "&amp;", "<", "&lt;", ">", "&gt;")
	for _, row := range m.out {
		b.WriteString("<tr>")
		for i := 0; i < len(row); i++ {
			if across := len(m.kinds) - i; row[i] != "" && across > 1 && blankRest(row[i+1:]) && m.chance(3) {
				fmt.Fprintf(&b, "<td colspan=%d>%s</td>", across, escape.Replace(row[i]))
				break
			}
			b.WriteString("<td>" + escape.Replace(row[i]) + "</td>")
		}
		b.WriteString("</tr>\n")
	}
	return b.String() + "</table></body></html>"
}

func blankRest(cells []string) bool {
	return !slices.ContainsFunc(cells, func(cell string) bool { return cell != "" })
}

// workbook writes the rows as a spreadsheet, with typed numbers and days where it knows them.
func (m *maker) workbook() []byte {
	plain := strings.NewReplacer(m.thousand, "", m.point, ".")
	if m.thousand == "" {
		plain = strings.NewReplacer(m.point, ".")
	}
	typed := m.chance(2)
	var rows [][]any
	for i, row := range m.out {
		var cells []any
		one, moves := m.rows[i+1]
		for j, cell := range row {
			var value any = cell
			n, err := strconv.ParseFloat(plain.Replace(cell), 64)
			switch {
			case cell == "":
				value = nil
			case !typed || !moves || m.swapped || j >= len(m.kinds):
			case m.kinds[j] == dateColumn && !one.unsure:
				value = serial(int(one.day.Month()), one.day.Day())
			case m.kinds[j] >= outColumn && err == nil && cell != one.written:
				value = n
			}
			cells = append(cells, value)
		}
		rows = append(rows, cells)
	}
	return writeXLSX(m.t, rows)
}

// text writes the rows, some without the quotation marks that they need.
func (m *maker) text() string {
	var b strings.Builder
	w := csv.NewWriter(&b)
	w.Comma = rune(m.mark[0])
	for _, row := range m.out {
		if m.quotes == 0 && len(row) > 0 {
			_ = w.Write(row) // to memory
			w.Flush()
			continue
		}
		cells := slices.Clone(row)
		for i, cell := range cells {
			if m.quotes == 1 {
				cells[i] = `"` + strings.ReplaceAll(cell, `"`, `""`) + `"`
			} else if cells[i] = strings.ReplaceAll(cell, `"`, ""); m.mark != "," {
				cells[i] = strings.ReplaceAll(cells[i], m.mark, " ")
			}
		}
		b.WriteString(strings.Join(cells, m.mark) + "\n")
	}
	if m.chance(3) {
		return strings.ReplaceAll(b.String(), "\n", "\r\n")
	}
	return b.String()
}

// encoded is the text in an encoding that has all its characters.
func (m *maker) encoded(text string) []byte {
	out, err := text, error(nil)
	switch m.IntN(8) {
	case 0:
		out = "\xEF\xBB\xBF" + text
	case 1:
		out, err = unicode.UTF16(unicode.LittleEndian, unicode.UseBOM).NewEncoder().String(text)
	case 2:
		out, err = simplifiedchinese.GB18030.NewEncoder().String(text)
	case 3:
		out, err = traditionalchinese.Big5.NewEncoder().String(text)
	}
	if err != nil {
		out = text
	}
	return []byte(out)
}
