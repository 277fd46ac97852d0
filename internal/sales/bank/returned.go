package bank

import (
	"context"
	"fmt"
	"strings"
	"time"

	"shanmen/internal/base/money"
	"shanmen/internal/platform/db/query"
	"shanmen/internal/sales/bankfile"
	"shanmen/internal/sales/bankline"
)

// returnsWithin is how long after a transfer its bank may return it.
const returnsWithin = 14 * 24 * time.Hour

// pairReturns finds credits that a debit returns: "RETURNED", a credit below 0, or the same amount outgoing to the same
// payer or with the same reference. They pay for nothing until a person has checked.
func (s *Service) pairReturns(ctx context.Context, l *ledger, fresh []*row) error {
	low := l.lines[0].BookedAt
	high := l.lines[len(l.lines)-1].BookedAt.Add(returnsWithin)
	old, err := s.DB.Read().BankLinesBack(ctx, query.BankLinesBackParams{Low: low, High: high})
	if err != nil {
		return fmt.Errorf("money that went out: %w", err)
	}
	back := make([]*row, 0, len(old))
	for _, d := range old {
		back = append(back, &row{BankLine: d.BankLine, account: AccountKey(d.Bank, d.Account)})
	}
	for _, f := range fresh {
		if f.State == bankline.Debit && f.Currency == "" {
			back = append(back, f)
		}
	}
	type sum struct {
		account string
		amount  money.Cents
	}
	credits := map[sum][]*row{}
	for _, r := range l.lines {
		credits[sum{r.account, r.Amount}] = append(credits[sum{r.account, r.Amount}], r)
	}
	for _, d := range back {
		named, may := []*row{}, []*row{}
		for _, c := range credits[sum{d.account, -d.Amount}] {
			if days := dayOf(d.BookedAt.Time()) - dayOf(c.BookedAt.Time()); days < 0 || days > int64(returnsWithin/(24*time.Hour)) {
				continue
			}
			if sameWords(d.BankLine, c.BankLine) {
				named = append(named, c)
			} else if d.Reversal {
				may = append(may, c)
			}
		}
		if len(named) > 0 {
			may = named
		}
		for _, c := range may { // only a person can tell which one
			c.returned = true
		}
	}
	return nil
}

// fewestLetters of a payer or reference show that two lines belong together.
const fewestLetters = 5

func sameWords(debit, credit query.BankLine) bool {
	says := bankfile.Alphanumeric(debit.Description + debit.Payer + debit.Reference)
	for _, word := range []string{credit.Reference, credit.Payer} {
		if w := bankfile.Alphanumeric(word); len(w) >= fewestLetters && strings.Contains(says, w) {
			return true
		}
	}
	return false
}
