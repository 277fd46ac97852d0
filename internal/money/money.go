// Package money writes amounts. Every amount in the product is an int64 of Singapore cents.
package money

import "strconv"

// Currency is the only one there is.
const Currency = "SGD"

// Format writes cents as people in Singapore read them: S$1,288.50, in both languages.
func Format(cents int64) string { return sign(cents) + "S$" + plain(cents) }

// Formal writes cents for documents and exports: SGD 1,288.50.
func Formal(cents int64) string { return Currency + " " + sign(cents) + plain(cents) }

// Decimal writes cents without currency or grouping, as PayNow payloads need it: 1288.50.
func Decimal(cents int64) string {
	u := abs(cents)
	return sign(cents) + strconv.FormatUint(u/100, 10) + "." + two(u%100)
}

func plain(cents int64) string {
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

func sign(cents int64) string {
	if cents < 0 {
		return "-"
	}
	return ""
}

func abs(cents int64) uint64 {
	if cents < 0 {
		return uint64(-(cents + 1)) + 1 // the smallest int64 has no positive twin
	}
	return uint64(cents)
}

func two(u uint64) string { return string([]byte{'0' + byte(u/10), '0' + byte(u%10)}) }
