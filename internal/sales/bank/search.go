package bank

import (
	"context"
	"errors"
	"fmt"
	"slices"
	"strings"

	"shanmen/internal/base/keyset"
	"shanmen/internal/base/money"
	"shanmen/internal/platform/db"
	"shanmen/internal/platform/db/query"
	"shanmen/internal/platform/lookup"
	"shanmen/internal/sales/bankline"
	"shanmen/internal/sales/invoice"
)

// Candidates are orders to choose from, likeliest first.
type Candidates struct {
	Items []Candidate `json:"items"`
}

type searchIn struct {
	ID string `path:"id"`
	Q  string `query:"q" maxLength:"100" doc:"A number, reference, name or mobile number; empty: suggested orders"`
}

// mostFound is how many orders are offered.
const mostFound = 12

// Search finds orders that a line may pay for: by the typed query, otherwise the proposals, orders with the same amount
// due, and those of somebody with the payer's name.
func (s *Service) Search(ctx context.Context, in *searchIn) (*Candidates, error) {
	r := s.DB.Read()
	l, err := r.BankLine(ctx, in.ID)
	if err != nil {
		return nil, db.NotFound(err)
	}
	if q := strings.TrimSpace(in.Q); q != "" {
		return s.found(ctx, r, l, []string{q})
	}
	v, err := s.view(ctx, l)
	if err != nil {
		return nil, err
	}
	out := &Candidates{Items: v.Candidates}
	same, err := r.BankInvoicesOfAmount(ctx, int64(l.Amount))
	if err != nil {
		return nil, fmt.Errorf("orders of the amount: %w", err)
	}
	var words []string
	for _, p := range persons(l.Payer) {
		words = append(words, strings.Join(p, " "))
	}
	more, err := s.found(ctx, r, l, words)
	if err != nil {
		return nil, err
	}
	dict := newDictionary()
	payers := dict.people(l.Payer)
	slices.SortStableFunc(same, func(a, b query.Invoice) int {
		return dict.agree(dict.spell(b.PayerName, b.PayerChinese), payers) - dict.agree(dict.spell(a.PayerName, a.PayerChinese), payers)
	})
	for _, v := range same {
		out.add(candidateOf(v, l.Amount, false))
	}
	for _, c := range more.Items {
		out.add(c)
	}
	return out, nil
}

func (c *Candidates) add(one Candidate) {
	there := slices.ContainsFunc(c.Items, func(o Candidate) bool { return o.InvoiceID == one.InvoiceID })
	if !there && len(c.Items) < mostFound {
		c.Items = append(c.Items, one)
	}
}

// found searches orders that wait for money, or that were paid by a transfer without a bank line.
func (s *Service) found(ctx context.Context, r db.Reader, l query.BankLine, queries []string) (*Candidates, error) {
	out := &Candidates{Items: []Candidate{}}
	for _, q := range queries {
		search, _, err := lookup.For(ctx, r, lookup.Invoice, q)
		if err != nil {
			return nil, err
		}
		hits, err := search.Newest(ctx, r, keyset.Key{}, 60)
		if err != nil {
			return nil, err
		}
		for _, h := range hits {
			v, err := r.Invoice(ctx, h.ID)
			if err != nil {
				return nil, err
			}
			switch v.Status {
			case invoice.AwaitingPayment, invoice.UnderVerification, invoice.Rejected:
				out.add(candidateOf(v, min(l.Amount, v.SubTotal-v.Paid), false))
			case invoice.Paid:
				_, err := r.BankPaymentOfInvoice(ctx, query.BankPaymentOfInvoiceParams{InvoiceID: v.ID, Received: &l.Amount})
				if err == nil {
					out.add(candidateOf(v, l.Amount, true))
				} else if !errors.Is(err, db.ErrNoRows) {
					return nil, err
				}
			}
		}
	}
	return out, nil
}

func candidateOf(v query.Invoice, amount money.Cents, unseen bool) Candidate {
	return Candidate{
		InvoiceID: v.ID, Number: v.Number, Reference: v.PaymentReference, Payer: v.PayerName, PayerChinese: v.PayerChinese,
		Status: v.Status, Due: invoice.DueOf(v.Status, v.SubTotal, v.Paid), Amount: amount, State: bankline.Proposed, CreatedAt: v.CreatedAt.Time(), Unseen: unseen,
	}
}
