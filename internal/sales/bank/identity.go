package bank

import (
	"context"
	"crypto/sha256"
	"encoding/hex"
	"fmt"
	"strconv"
	"strings"
	"time"

	"shanmen/internal/base/clock"
	"shanmen/internal/platform/db/query"
	"shanmen/internal/sales/bankfile"
	"shanmen/internal/sales/bankline"
)

// A line is the same in every file that tells of it: its account, day, amount and words are, and which of
// equal ones it is. Neither the balance beside it nor the file's format matters, nor the time of day, which
// some formats leave out. Hashes begin with identityMark, so that lines can be told apart should the rule change.
const identityMark = "2:"

// fewestDigits make an account's number; with less, the bank's name tells accounts apart as well.
const fewestDigits = 6

// AccountKey is whose lines a statement has: digits alone, for a bank words its numbers in several ways.
func AccountKey(bank, account string) string {
	digits := strings.Map(func(r rune) rune {
		if r >= '0' && r <= '9' {
			return r
		}
		return -1
	}, account)
	if len(digits) >= fewestDigits {
		return digits
	}
	return strings.ToUpper(bank) + digits
}

// plainOf is a line's identity but for its number among equals.
func plainOf(account string, l query.BankLine) string {
	words := bankfile.Letters(l.Description)
	for _, more := range []string{l.Payer, l.Reference} { // those with a column of their own; else they stand in the description
		if w := bankfile.Letters(more); !strings.Contains(words, w) {
			words += " " + w
		}
	}
	day := strconv.FormatInt(dayOf(l.BookedAt.Time()), 10)
	return strings.Join([]string{account, day, strconv.FormatInt(int64(l.Amount), 10), l.Currency, words}, "\x00")
}

func hashOf(plain string, ordinal int) string {
	sum := sha256.Sum256([]byte(plain + "\x00" + strconv.Itoa(ordinal)))
	return identityMark + hex.EncodeToString(sum[:])
}

// span is the days of lines, from the beginning of the first to the end of the last.
type span struct{ low, high clock.Millis }

func spanOf(rows []*row) (s span) {
	const day = 24 * time.Hour
	for i, r := range rows {
		n := dayOf(r.BookedAt.Time())
		from := time.Unix(n*int64(day/time.Second)-8*60*60, 0)
		if low := clock.MillisOf(from); i == 0 || low < s.low {
			s.low = low
		}
		s.high = max(s.high, clock.MillisOf(from.Add(day)))
	}
	return s
}

// rowsOf makes rows of a file's lines. Those that another statement has told of are known.
func (s *Service) rowsOf(ctx context.Context, st query.BankStatement, lines []bankfile.Line) (rows []*row, known int64, err error) {
	counts, account := map[string]int{}, AccountKey(st.Bank, st.Account)
	for _, l := range lines {
		r := newRow(st, l)
		plain := plainOf(account, r.BankLine)
		counts[plain]++
		r.Hash = hashOf(plain, counts[plain])
		rows = append(rows, r)
	}
	days := spanOf(rows)
	told, err := s.DB.Read().BankLinesTold(ctx, query.BankLinesToldParams{Low: days.low, High: days.high})
	if err != nil {
		return nil, 0, fmt.Errorf("known lines: %w", err)
	}
	there := make(map[string]bool, len(told))
	for _, l := range told {
		there[l.Hash] = true
	}
	for _, r := range rows {
		if there[r.Hash] {
			r.State, r.Class, r.Why = bankline.Known, "", ""
			known++
		}
	}
	likeLines(rows, told)
	return rows, known, nil
}
