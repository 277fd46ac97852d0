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

// A line is identified across files by account, day, amount and text, and its ordinal among equal ones. Balance, file
// format and time of day, which some formats omit, are ignored. Hashes start with identityMark, in case the rule
// changes.
const identityMark = "2:"

// fewestDigits are the digits of a real account number; with fewer, the bank's name is part of the key.
const fewestDigits = 6

// AccountKey identifies a statement's account by digits alone, because banks format numbers in several ways.
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

// plainOf is a line's identity without the ordinal.
func plainOf(account string, l query.BankLine) string {
	words := bankfile.Alphanumeric(l.Description)
	for _, more := range []string{l.Payer, l.Reference} { // if they have their own column; otherwise they are in the description
		if w := bankfile.Alphanumeric(more); !strings.Contains(words, w) {
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

// span is the period of lines, from the start of the first day to the end of the last.
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

// rowsOf converts a file's lines to rows. Lines in another statement are known.
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
