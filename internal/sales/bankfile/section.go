package bankfile

import (
	"cmp"
	"slices"
	"strings"

	"shanmen/internal/base/lazyregexp"
)

// A file may contain several accounts, one after another, each under a row that names it. One file is one account here:
// rows of another account are not read, otherwise they would count again with its own file.

var (
	accountIn = lazyregexp.New(`(?i)\b(?:account|acct|a/c)\b|[账帳賬][户戶号號]`)
	accountNo = lazyregexp.New(`\d(?:[ -]?\d){5,}`)
	ofName    = lazyregexp.New(`(?i)^\s*(?:account |acct )?(?:holder|name)|^[账帳賬]?[户戶]名`)
	noDigits  = strings.NewReplacer(" ", "", "-", "")
)

// longestName is the maximum length in bytes of a row that only names an account.
const longestName = 160

// accountOf is the account number in a row; "" for none.
func accountOf(row []string) string {
	text := strings.Join(row, " ")
	if len(text) > longestName {
		return ""
	}
	at := accountIn.FindStringIndex(text)
	if at == nil || ofName.MatchString(text) || slices.ContainsFunc(row, isLabel) {
		return ""
	}
	text = text[at[1]:]
	for _, found := range accountNo.FindAllStringIndex(text, -1) {
		number, behind := text[found[0]:found[1]], strings.TrimLeft(text[found[1]:], ".,")
		_, _, day := when(number, "")
		money := behind != text[found[1]:] && behind != "" && hasDigit.MatchString(behind[:1])
		if !day && !money {
			return noDigits.Replace(number)
		}
	}
	return ""
}

// mostCaption is the maximum number of texts in such a row: "Account Number:", the number, the currency.
const mostCaption = 4

// nearHeader is how far above a header its account and currency are.
const nearHeader = 4

// isCaption returns whether a row names an account: few texts, no amount, and not written by a payer.
func (c columns) isCaption(rows [][]string, i int) bool {
	texts := 0
	for _, cell := range rows[i] {
		if cell != "" {
			texts++
		}
		if _, empty, ok := cents(cell); ok && !empty && strings.Contains(cell, ".") {
			return false
		}
	}
	first := slices.IndexFunc(rows[i], func(cell string) bool { return cell != "" })
	if texts > mostCaption || isDay(at(rows[i], c.Date)) {
		return false
	}
	return first == 0 && !slices.Contains(c.Description, 0) || slices.ContainsFunc(rows[i+1:min(i+1+nearHeader, len(rows))], isHeader)
}

// section tracks the account of the current rows.
type section struct {
	columns
	accounts []string // of the rows that are read
	currency string   // their currency
	ofOther  bool     // the current rows are another account's
	inOther  bool     // or in another currency
	begun    bool     // rows were read before
}

func (c columns) sections(rows [][]string, currency string) *section {
	s := &section{columns: c, currency: cmp.Or(currency, Singapore)}
	for _, row := range rows[:min(max(c.HeaderRow, 0), len(rows))] {
		if number := accountOf(row); number != "" {
			s.accounts = append(s.accounts, number)
		}
	}
	return s
}

// begins returns whether a row starts another section.
func (s *section) begins(rows [][]string, i int) bool {
	number, currency := accountOf(rows[i]), currencyAbove(rows[i])
	if number == "" && currency == "" || !s.isCaption(rows, i) {
		s.begun = true
		return false
	}
	if number != "" {
		if len(s.accounts) == 0 && !s.begun {
			s.accounts = append(s.accounts, number)
		}
		s.ofOther, s.inOther = !isOneOf(s.accounts, number), false
	}
	if currency != "" {
		s.inOther = currency != s.currency
	}
	return true
}

// currencyAbove is the currency named by a text row for the following ones; "" for none.
func currencyAbove(row []string) string {
	for i, cell := range row {
		label, value, ok := strings.Cut(strings.ReplaceAll(cell, "：", ":"), ":")
		if !ok || strings.TrimSpace(value) == "" {
			value = next(row, i)
		}
		if currencyWords.MatchString(strings.TrimSpace(label)) && value != "" {
			return currencyCode(value)
		}
	}
	return ""
}

// isOneOf returns whether an account number is among the file's own.
func isOneOf(numbers []string, number string) bool {
	return slices.ContainsFunc(numbers, func(known string) bool {
		return strings.Contains(known, number) || strings.Contains(number, known)
	})
}
