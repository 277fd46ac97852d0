// Package money has the type of amounts, and their formatting.
package money

import (
	"fmt"
	"strconv"
	"strings"
)

// Cents is an amount in Singapore cents, negative for outgoing money.
type Cents int64

// Method is how money is paid or refunded. The numbers are those of the API and the columns; 0 is undecided.
type Method int64

// The methods.
const (
	Cash   Method = 1
	PayNow Method = 2001 // any bank transfer
)

// Currency is the only currency.
const Currency = "SGD"

// Format formats cents as people in Singapore read them: S$1,288.50, in both languages.
func Format(cents Cents) string {
	if cents < 0 {
		return "−S$" + plain(cents)
	}
	return "S$" + plain(cents)
}

// Decimal formats cents without currency or grouping, as PayNow payloads need it: 1288.50.
func Decimal(cents Cents) string {
	u := abs(cents)
	return sign(cents) + strconv.FormatUint(u/100, 10) + "." + two(u%100)
}

func plain(cents Cents) string {
	u := abs(cents)
	whole := strconv.FormatUint(u/100, 10)
	out := make([]byte, 0, len(whole)+len(whole)/3+3)
	for i := range len(whole) {
		if i > 0 && (len(whole)-i)%3 == 0 {
			out = append(out, ',')
		}
		out = append(out, whole[i])
	}
	return string(out) + "." + two(u%100)
}

func sign(cents Cents) string {
	if cents < 0 {
		return "-"
	}
	return ""
}

func abs(cents Cents) uint64 {
	if cents < 0 {
		return uint64(-(cents + 1)) + 1 // the smallest int64 cannot be negated
	}
	return uint64(cents)
}

func two(u uint64) string { return string([]byte{'0' + byte(u/10), '0' + byte(u%10)}) }

// ParseDecimal reads what Decimal writes, and shorter forms such as 900 or 70.5. More than two decimals must be zeros,
// because nothing is rounded.
func ParseDecimal(text string) (Cents, error) {
	whole, part, _ := strings.Cut(text, ".")
	part = strings.TrimRight(part, "0")
	sign := Cents(1)
	if digits, is := strings.CutPrefix(whole, "-"); is {
		sign, whole = -1, digits
	}
	digits := whole + (part + "00")[:max(2, len(part))]
	n, err := strconv.ParseUint(digits, 10, 53)
	if err != nil || whole == "" || len(part) > 2 {
		return 0, fmt.Errorf("%q is no amount", text)
	}
	return sign * Cents(n), nil
}
