package bank

import (
	"cmp"
	"context"
	"fmt"
	"slices"
	"strings"
	"time"

	"shanmen/internal/base/clock"
	"shanmen/internal/base/fault"
	"shanmen/internal/base/money"
	"shanmen/internal/platform/db"
	"shanmen/internal/platform/db/query"
	"shanmen/internal/sales/bankfile"
)

// A payout is a line in which a payment provider pays out what it has received: one sum for whole days, less its fees
// and what it has given back. Its payments are booked already, so the line is not for an order; it says that the money has
// reached the temple's account, and how much the provider kept. Like a rule it is proposed, and a person settles it.

const (
	whyPayout    = "payout"
	reasonPayout = "payout"
)

// settledDays is how many days before its line a payment can have been made, longestPayout how many a line can pay out.
const (
	settledDays   = 60
	longestPayout = 40
)

// payout is what a line may consist of.
type payout struct {
	payments, refunds []string // ids
	amount, fee, back money.Cents
}

func (p payout) net() money.Cents { return p.amount - p.fee - p.back }

// payoutDay is what a provider received and gave back on a day of Singapore.
type payoutDay struct {
	day int64
	payout
}

// unsettled are the days with money that no line has paid out, oldest first, by provider: those that a line booked at a
// moment, or later, can pay out.
func unsettled(ctx context.Context, r db.Reader, booked clock.Millis) (map[string][]payoutDay, error) {
	first := booked.Time().In(clock.Singapore)
	since := time.Date(first.Year(), first.Month(), first.Day()-settledDays, 0, 0, 0, 0, clock.Singapore).UnixMilli()
	payments, err := r.ProviderUnsettled(ctx, since)
	if err != nil {
		return nil, fmt.Errorf("payments of the provider: %w", err)
	}
	refunds, err := r.ProviderRefundsUnsettled(ctx, since)
	if err != nil {
		return nil, fmt.Errorf("refunds of the provider: %w", err)
	}
	type key struct {
		provider string
		day      int64
	}
	days := map[key]*payoutDay{}
	of := func(provider string, at clock.Millis) *payoutDay {
		k := key{provider, dayOf(at.Time())}
		if days[k] == nil {
			days[k] = &payoutDay{day: k.day}
		}
		return days[k]
	}
	for _, p := range payments {
		d := of(p.Provider, p.At)
		d.payments, d.amount, d.fee = append(d.payments, p.ID), d.amount+p.Amount, d.fee+p.Fee
	}
	for _, b := range refunds {
		d := of(b.Provider, b.At)
		d.refunds, d.back = append(d.refunds, b.RefundID), d.back+b.Amount
	}
	out := map[string][]payoutDay{}
	for k, d := range days {
		out[k.provider] = append(out[k.provider], *d)
	}
	for _, all := range out {
		slices.SortFunc(all, func(a, b payoutDay) int { return cmp.Compare(a.day, b.day) })
	}
	return out, nil
}

// payoutOf is fits for one line.
func payoutOf(ctx context.Context, r db.Reader, l query.BankLine) (found payout, is bool, err error) {
	days, err := unsettled(ctx, r, l.BookedAt)
	if err != nil {
		return found, false, err
	}
	found, is = fits(days, l)
	return found, is, nil
}

// fits finds the only consecutive days whose money, less fees and refunds, is exactly the line's amount. The line names
// the provider.
func fits(days map[string][]payoutDay, l query.BankLine) (found payout, is bool) {
	if l.Amount <= 0 || l.Currency != "" {
		return found, false
	}
	words, n := wordsOfLine(l), 0
	until := dayOf(l.BookedAt.Time())
	for provider, all := range days {
		if !strings.Contains(words, strings.ToUpper(provider)) {
			continue
		}
		all = slices.DeleteFunc(slices.Clone(all), func(d payoutDay) bool { return d.day < until-settledDays || d.day > until })
		for i := range all {
			var sum payout
			for _, d := range all[i:min(i+longestPayout, len(all))] {
				sum.payments, sum.refunds = append(sum.payments, d.payments...), append(sum.refunds, d.refunds...)
				sum.amount, sum.fee, sum.back = sum.amount+d.amount, sum.fee+d.fee, sum.back+d.back
				if sum.net() == l.Amount && len(sum.payments) > 0 {
					n++
					found = payout{slices.Clone(sum.payments), slices.Clone(sum.refunds), sum.amount, sum.fee, sum.back}
				}
			}
		}
	}
	return found, n == 1
}

func wordsOfLine(l query.BankLine) string {
	return bankfile.Alphanumeric(l.Payer + " " + l.Description + " " + l.Reference)
}

// proposePayouts makes lines without an order certain if they are exactly what a provider pays out.
func proposePayouts(ctx context.Context, r db.Reader, lines []*row, verdicts []Verdict) error {
	if len(lines) == 0 {
		return nil
	}
	oldest := slices.MinFunc(lines, func(a, b *row) int { return cmp.Compare(a.BookedAt, b.BookedAt) })
	days, err := unsettled(ctx, r, oldest.BookedAt)
	if err != nil || len(days) == 0 {
		return err
	}
	for i, l := range lines {
		v := verdicts[i]
		if v.Class != None || v.Late >= 0 || l.Problem != "" || l.Reason == whyUndone || l.returned || l.LikeID != "" {
			continue
		}
		if _, is := fits(days, l.BankLine); is {
			verdicts[i] = Verdict{Class: Certain, Why: []string{whyPayout}, Late: -1}
		}
	}
	return nil
}

// settlePayout marks what a locked line pays out. If it is no longer exactly that: "payout-differs".
func (s *Service) settlePayout(ctx context.Context, tx *db.Tx, l query.BankLine, note, actorID string) error {
	p, is, err := payoutOf(ctx, tx.Queries, l)
	if err != nil {
		return err
	}
	if !is {
		return fault.Invalid("payout-differs")
	}
	for _, id := range p.payments {
		if n, err := tx.ProviderSettle(ctx, query.ProviderSettleParams{LineID: l.ID, ID: id}); err != nil || n != 1 {
			return fmt.Errorf("payment of a payout: %d rows: %w", n, err)
		}
	}
	for _, id := range p.refunds {
		if n, err := tx.ProviderRefundSettle(ctx, query.ProviderRefundSettleParams{LineID: l.ID, RefundID: id}); err != nil || n != 1 {
			return fmt.Errorf("refund of a payout: %d rows: %w", n, err)
		}
	}
	return s.decideName(ctx, tx, l, reasonPayout, note, actorID)
}

// unsettle makes what a line paid out wait for another line.
func unsettle(ctx context.Context, tx *db.Tx, lineID string) error {
	if err := tx.ProviderUnsettle(ctx, lineID); err != nil {
		return fmt.Errorf("undo a payout: %w", err)
	}
	return tx.ProviderRefundUnsettle(ctx, lineID)
}

// PaidOut is what a payment provider paid out in a line, in cents.
type PaidOut struct {
	Payments int64       `json:"payments" doc:"Number of payments"`
	Amount   money.Cents `json:"amount" doc:"What their payers paid"`
	Fee      money.Cents `json:"fee" doc:"What the provider kept"`
	Refunded money.Cents `json:"refunded" doc:"What it gave back"`
}

// paidOutOf is what a line pays out, as proposed or settled; nil: nothing.
func paidOutOf(ctx context.Context, r db.Reader, l query.BankLine) (*PaidOut, error) {
	if l.Reason == reasonPayout {
		row, err := r.ProviderSettled(ctx, l.ID)
		return &PaidOut{row.Payments, money.Cents(row.Amount), money.Cents(row.Fee), money.Cents(row.Refunded)}, err
	}
	if !strings.Contains(l.Why, whyPayout) {
		return nil, nil
	}
	p, is, err := payoutOf(ctx, r, l)
	if err != nil || !is {
		return nil, err
	}
	return &PaidOut{int64(len(p.payments)), p.amount, p.fee, p.back}, nil
}
