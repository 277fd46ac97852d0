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

// settledSince is how long before its line a payment can have been made, longestPayout how many days a line can pay out.
const (
	settledSince  = 60 * 24 * time.Hour
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
	provider, day string
	payout
}

// unsettled are the days with money that no line has paid out, oldest first, by provider.
func unsettled(ctx context.Context, r db.Reader, booked clock.Millis) (map[string][]payoutDay, error) {
	since := int64(clock.MillisOf(booked.Time().Add(-settledSince)))
	payments, err := r.ProviderUnsettled(ctx, since)
	if err != nil {
		return nil, fmt.Errorf("payments of the provider: %w", err)
	}
	refunds, err := r.ProviderRefundsUnsettled(ctx, since)
	if err != nil {
		return nil, fmt.Errorf("refunds of the provider: %w", err)
	}
	days := map[[2]string]*payoutDay{}
	of := func(provider string, at clock.Millis) *payoutDay {
		key := [2]string{provider, at.Time().In(clock.Singapore).Format(time.DateOnly)}
		if days[key] == nil {
			days[key] = &payoutDay{provider: key[0], day: key[1]}
		}
		return days[key]
	}
	until := booked.Time().In(clock.Singapore).Format(time.DateOnly)
	for _, p := range payments {
		d := of(p.Provider, p.At)
		d.payments, d.amount, d.fee = append(d.payments, p.ID), d.amount+p.Amount, d.fee+p.Fee
	}
	for _, b := range refunds {
		d := of(b.Provider, b.At)
		d.refunds, d.back = append(d.refunds, b.RefundID), d.back+b.Amount
	}
	out := map[string][]payoutDay{}
	for _, d := range days {
		if d.day <= until {
			out[d.provider] = append(out[d.provider], *d)
		}
	}
	for _, all := range out {
		slices.SortFunc(all, func(a, b payoutDay) int { return cmp.Compare(a.day, b.day) })
	}
	return out, nil
}

// payoutOf finds the only consecutive days whose money, less fees and refunds, is exactly the line's amount. The line
// names the provider.
func payoutOf(ctx context.Context, r db.Reader, l query.BankLine) (found payout, is bool, err error) {
	if l.Amount <= 0 || l.Currency != "" {
		return found, false, nil
	}
	days, err := unsettled(ctx, r, l.BookedAt)
	if err != nil {
		return found, false, err
	}
	words, fits := wordsOfLine(l), 0
	for provider, all := range days {
		if !strings.Contains(words, strings.ToUpper(provider)) {
			continue
		}
		for from := range all {
			var sum payout
			for _, d := range all[from:min(from+longestPayout, len(all))] {
				sum.payments, sum.refunds = append(sum.payments, d.payments...), append(sum.refunds, d.refunds...)
				sum.amount, sum.fee, sum.back = sum.amount+d.amount, sum.fee+d.fee, sum.back+d.back
				if sum.net() == l.Amount && len(sum.payments) > 0 {
					fits++
					found = payout{slices.Clone(sum.payments), slices.Clone(sum.refunds), sum.amount, sum.fee, sum.back}
				}
			}
		}
	}
	return found, fits == 1, nil
}

func wordsOfLine(l query.BankLine) string {
	return bankfile.Alphanumeric(l.Payer + " " + l.Description + " " + l.Reference)
}

// proposePayouts makes lines without an order certain if they are exactly what a provider pays out.
func proposePayouts(ctx context.Context, r db.Reader, lines []*row, verdicts []Verdict) error {
	if len(lines) == 0 {
		return nil
	}
	waiting, err := r.ProviderUnsettled(ctx, int64(clock.MillisOf(lines[0].BookedAt.Time().Add(-settledSince))))
	if err != nil {
		return fmt.Errorf("payments of the provider: %w", err)
	}
	var names []string
	for _, p := range waiting {
		if name := strings.ToUpper(p.Provider); !slices.Contains(names, name) {
			names = append(names, name)
		}
	}
	for i, l := range lines {
		words := wordsOfLine(l.BankLine)
		if !slices.ContainsFunc(names, func(name string) bool { return strings.Contains(words, name) }) {
			continue
		}
		v := verdicts[i]
		if v.Class != None || v.Late >= 0 || l.Problem != "" || l.Reason == whyUndone || l.returned || l.LikeID != "" {
			continue
		}
		_, is, err := payoutOf(ctx, r, l.BankLine)
		if err != nil {
			return err
		}
		if is {
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
