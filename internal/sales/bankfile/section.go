package bankfile

import (
	"cmp"
	"regexp"
	"slices"
	"strings"
)

// A file may have the transactions of several accounts, one after another, each under a row that names its account. A file
// has one account here: what stands under another one is not read, or it would count again with that account's own file.

var (
	accountIn = regexp.MustCompile(`(?i)\b(?:account|acct|a/c)\b|[账帳賬][户戶号號]`)
	accountNo = regexp.MustCompile(`\d(?:[ -]?\d){5,}`)
	ofName    = regexp.MustCompile(`(?i)^\s*(?:account |acct )?(?:holder|name)|^[账帳賬]?[户戶]名`)
	noDigits  = strings.NewReplacer(" ", "", "-", "")
)

// longestName is more bytes than a row has that says no more than whose rows follow.
const longestName = 160

// accountOf is the number of the account that a row names; "" for none.
func accountOf(row []string) string {
	text := strings.Join(row, " ")
	if len(text) > longestName || ofName.MatchString(text) || slices.ContainsFunc(row, isLabel) {
		return ""
	}
	at := accountIn.FindStringIndex(text)
	if at == nil {
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

// mostCaption is how many texts such a row has: "Account Number:", the number, the currency.
const mostCaption = 4

// nearHeader is how far above a header its account and currency stand.
const nearHeader = 4

// isCaption tells whether a row names whose rows follow: it has few texts, no sum among them, and no payer can have written it.
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

// section knows whose rows follow each other in a file.
type section struct {
	columns
	accounts []string // those whose rows are read
	currency string   // and in which currency
	ofOther  bool     // what follows is another account's
	inOther  bool     // or in another currency
	begun    bool     // rows stood above
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

// begins tells whether a row names whose rows follow.
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

// currencyAbove is the currency that a row of words names for what follows; "" for none.
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

// isOneOf tells whether an account's number is among those that were named before.
func isOneOf(numbers []string, number string) bool {
	return slices.ContainsFunc(numbers, func(known string) bool {
		return strings.Contains(known, number) || strings.Contains(number, known)
	})
}
