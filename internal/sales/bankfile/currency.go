package bankfile

import (
	"slices"
	"strings"

	textnorm "golang.org/x/text/unicode/norm"

	"shanmen/internal/base/lazyregexp"
)

// Singapore is the default currency of a line.
const Singapore = "SGD"

// Codes of currencies in which local accounts are kept, and other spellings.
const codes = `SGD|USD|EUR|GBP|AUD|NZD|CAD|CHF|JPY|CNY|CNH|RMB|HKD|TWD|MYR|IDR|THB|PHP|VND|INR|KRW|MMK|LKR|BND|AED|SAR|SEK|NOK|DKK|ZAR`

// codeLength is the length of each in bytes.
const codeLength = 3

var (
	codeInText  = lazyregexp.New(`\b(?:` + codes + `)\b`)
	codeBefore  = lazyregexp.New(`(?i)^[-+(]?\s*((?:` + codes + `)|US\$|A\$|AU\$|HK\$|NT\$|C\$|NZ\$|RM|RP|£|€|¥|฿)\s*`)
	codeAfter   = lazyregexp.New(`(?i)\s*\b(` + codes + `)\)?$`)
	singapores  = []string{"S$", "SINGAPORE DOLLAR", "SINGAPORE DOLLARS", "新币", "新元", "新加坡元"}
	signs       = map[string]string{"US$": "USD", "A$": "AUD", "AU$": "AUD", "HK$": "HKD", "NT$": "TWD", "C$": "CAD", "NZ$": "NZD", "RM": "MYR", "RP": "IDR", "£": "GBP", "€": "EUR", "¥": "JPY", "฿": "THB"}
	columnNames = []string{"currency", "ccy", "currency code", "account currency", "account ccy", "记账币种", "記賬幣種", "币种", "幣種", "货币", "貨幣", "transaction currency", "交易币种", "交易幣種"}
)

// currencyCode is the currency in a cell that contains nothing else; "" when it is empty.
func currencyCode(s string) string {
	s = strings.ToUpper(strings.TrimSpace(s))
	if slices.Contains(singapores, s) {
		return Singapore
	}
	if m := codeInText.FindString(s); m != "" {
		return m
	}
	if code, known := signs[s]; known {
		return code
	}
	return strings.ToValidUTF8(s[:min(len(s), 12)], "")
}

// currencyOf is the column with each row's currency, the account's before the transfer's; none without one.
func currencyOf(header []string) int {
	for _, name := range columnNames {
		if j := slices.IndexFunc(header, func(cell string) bool { return norm(cell) == name }); j >= 0 {
			return j
		}
	}
	return none
}

// currenciesIn is an unnamed column that contains only currencies; none without one.
func currenciesIn(rows [][]string, l Layout) int {
	var said, other [maxCells]int
	for _, row := range plainRows(rows, l) {
		for j, cell := range row[:min(len(row), maxCells)] {
			switch upper := strings.ToUpper(cell); {
			case cell == "":
			case len(upper) == codeLength && codeInText.MatchString(upper) || slices.Contains(singapores, upper):
				said[j]++
			default:
				other[j]++
			}
		}
	}
	for j, n := range said {
		if n > 0 && other[j] == 0 && at(headings(rows, l), j) == "" {
			return j
		}
	}
	return none
}

// currencyIn removes a currency from an amount: "USD 12.00", "US$12.00", "12.00 MYR". It converts full-width digits and
// signs.
func currencyIn(amount string) (code, number string) {
	if len(amount) > longestAmount {
		return "", amount
	}
	if strings.Trim(amount, "0123456789.,-+ ") == "" {
		return "", amount
	}
	amount = textnorm.NFKC.String(amount)
	if m := codeBefore.FindStringSubmatchIndex(amount); m != nil {
		return currencyCode(amount[m[2]:m[3]]), amount[:m[2]] + amount[m[1]:]
	}
	if m := codeAfter.FindStringSubmatchIndex(amount); m != nil {
		return currencyCode(amount[m[2]:m[3]]), amount[:m[0]] + amount[m[3]:]
	}
	return "", amount
}

// currencyOf is a row's currency: from its amount, its own column, or the heading above its amount; "" if none.
func (c columns) currencyOf(row []string) string {
	for _, j := range []int{c.Amount, c.Credit, c.Debit} {
		if code, _ := currencyIn(at(row, j)); code != "" {
			return code
		}
	}
	if code := currencyCode(at(row, c.currency)); code != "" {
		return code
	}
	return c.heading
}

// headingCurrency is the currency in an amount column's heading: "Deposits (USD)".
func headingCurrency(header []string, l Layout) string {
	for _, j := range []int{l.Amount, l.Credit, l.Debit} {
		if m := codeInText.FindString(strings.ToUpper(at(header, j))); m != "" {
			return m
		}
	}
	return ""
}

// scaledUnit matches units other than dollars.
var scaledUnit = lazyregexp.New(`(?i)\bcents?\b|[’']\s?000|\b(?:in )?(?:thousands?|millions?)\b|[(（]\s*(?:K|分|角|千|万|萬|百万|百萬|千元|万元|萬元)\s*[)）]|单位\s*[:：]?\s*[分角千万百]|單位\s*[:：]?\s*[分角千萬百]`)

// scaledIn returns whether a file's amounts are in cents or thousands.
func scaledIn(rows [][]string, l Layout) bool {
	for _, j := range []int{l.Amount, l.Credit, l.Debit} {
		if scaledUnit.MatchString(at(cellsOf(rows, l.HeaderRow), j)) {
			return true
		}
	}
	for _, row := range rows[:min(max(l.HeaderRow, 0), len(rows), headerWithin)] {
		if strings.Contains(strings.Join(row, " "), "位") && slices.ContainsFunc(row, scaledUnit.MatchString) {
			return true
		}
	}
	return false
}
