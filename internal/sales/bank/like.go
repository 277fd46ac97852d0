package bank

import (
	"slices"
	"strconv"
	"strings"

	"shanmen/internal/base/clock"
	"shanmen/internal/base/money"
	"shanmen/internal/platform/db/query"
	"shanmen/internal/sales/bankfile"
	"shanmen/internal/sales/bankline"
)

// A bank may write one transaction in two ways: without the file header, with a name in the account number, with a
// truncated payer, or with more text a day later. The line's hash then differs; what remains equal is the day, the
// amount and much of the text.

// likeLines marks new lines that seem to be a line of another statement. Each existing line matches at most one new
// line, so two equal transfers of a day stay two.
func likeLines(rows []*row, told []query.BankLinesToldRow) {
	taken := make(map[string]bool, len(told))
	for _, r := range rows {
		if r.State == bankline.Known {
			taken[r.Hash] = true
		}
	}
	byMoney := map[string][]candidate{}
	for i := range told {
		if l := &told[i]; !taken[l.Hash] {
			key := moneyKey(l.BookedAt, l.Amount, l.Currency)
			if len(byMoney[key]) < mostLike {
				byMoney[key] = append(byMoney[key], candidate{l.ID, AccountKey(l.Bank, l.Account), bankfile.Alphanumeric(l.Reference), tokensOf(l.Description, l.Payer, l.Reference)})
			}
		}
	}
	for _, r := range rows {
		key := moneyKey(r.BookedAt, r.Amount, r.Currency)
		if r.State == bankline.Known || len(byMoney[key]) == 0 {
			continue
		}
		reference, words := bankfile.Alphanumeric(r.Reference), tokensOf(r.Description, r.Payer, r.Reference)
		at := slices.IndexFunc(byMoney[key], func(c candidate) bool {
			return sameAccount(r.account, c.account) && (strings.Contains(reference, c.reference) || strings.Contains(c.reference, reference)) &&
				mostlySame(words, c.words, reference != "" && reference == c.reference)
		})
		if at >= 0 {
			r.LikeID = byMoney[key][at].id
			byMoney[key] = slices.Delete(byMoney[key], at, at+1)
		}
	}
}

// candidate is an existing line that a new one may be.
type candidate struct {
	id, account, reference string
	words                  []string
}

// mostLike is how many lines of one day and amount are compared with a new one.
const mostLike = 200

func moneyKey(booked clock.Millis, amount money.Cents, currency string) string {
	return strconv.FormatInt(dayOf(booked.Time()), 10) + " " + strconv.FormatInt(int64(amount), 10) + " " + currency
}

// sameAccount returns whether two account keys may be one account: a file may omit the account, or have more digits
// next to the number.
func sameAccount(a, b string) bool {
	digits := func(s string) string {
		return strings.Map(func(r rune) rune {
			if r >= '0' && r <= '9' {
				return r
			}
			return -1
		}, s)
	}
	x, y := digits(a), digits(b)
	return len(x) < fewestDigits || len(y) < fewestDigits || strings.Contains(x, y) || strings.Contains(y, x)
}

// tokensOf splits a line's texts into upper-case words.
func tokensOf(texts ...string) []string {
	var out []string
	for _, word := range strings.Fields(strings.Join(texts, " ")) {
		if w := bankfile.Alphanumeric(word); w != "" {
			out = append(out, w)
		}
	}
	return out
}

// fewestShared is the fraction, in tenths, of the shorter text's words that must be in the longer one.
const fewestShared = 7

// mostlySame returns whether most words of the shorter text are in the longer one, including truncated words. If each
// text has a word that the other lacks, they are two transfers, even by one payer; with equal references only numbers
// distinguish them, because other words may be the bank's. A text without words matches any.
func mostlySame(a, b []string, oneReference bool) bool {
	if len(a) > len(b) {
		a, b = b, a
	}
	missing, number := notIn(a, b)
	others, otherNumber := notIn(b, a)
	two := missing > 0 && others > 0
	if oneReference {
		two = number && otherNumber
	}
	return missing*10 <= len(a)*(10-fewestShared) && !two
}

// notIn counts words missing among others, and whether one of them has digits.
func notIn(words, others []string) (missing int, number bool) {
	for _, word := range words {
		if slices.ContainsFunc(others, func(other string) bool {
			return word == other || isCut(word, other) || isCut(other, word)
		}) {
			continue
		}
		missing++
		number = number || strings.ContainsAny(word, "0123456789")
	}
	return missing, number
}

// isCut returns whether a word may be a truncated one. One or two digits are a separate number.
func isCut(word, whole string) bool {
	return strings.HasPrefix(whole, word) && (len(word) >= 3 || !strings.ContainsAny(whole, "0123456789"))
}
