package bank

import (
	"context"
	"fmt"
	"slices"
	"strings"
	"time"

	"shanmen/internal/base/clock"
	"shanmen/internal/base/id"
	"shanmen/internal/base/money"
	"shanmen/internal/platform/db/query"
	"shanmen/internal/sales/bankfile"
	"shanmen/internal/sales/bankline"
	"shanmen/internal/sales/invoice"
)

// endedSince is how long references of orders that no longer wait for money are searched.
const endedSince = 180 * 24 * time.Hour

// newRow is a line of a file before matching.
func newRow(st query.BankStatement, l bankfile.Line) *row {
	r := &row{account: AccountKey(st.Bank, st.Account), BankLine: query.BankLine{
		ID: id.New(), StatementID: st.ID, Position: int64(l.Row), State: bankline.Open,
		BookedAt: clock.MillisOf(l.Booked), HasTime: l.HasTime, Reversal: l.Reversal, Amount: l.Amount, Description: l.Description, Payer: l.Payer, Reference: l.Reference, Code: l.Code, Raw: l.Raw,
	}}
	if l.Currency != bankfile.Singapore {
		r.Currency, r.Class, r.Why = l.Currency, None, whyCurrency
	}
	if l.Amount < 0 {
		r.State, r.Class, r.Why = bankline.Debit, "", ""
	}
	return r
}

// ledger has all open lines, old and new, and everything they may pay for.
type ledger struct {
	lines    []*row // ordered by time
	fresh    map[*row]bool
	was      map[string][]query.BankMatch
	targets  []Target
	changed  []*row // old ones with a new classification
	rules    rules
	approved []*row // certainly the money of a payment approved before
}

func (s *Service) load(ctx context.Context, fresh []*row) (*ledger, error) {
	r := s.DB.Read()
	out := &ledger{fresh: map[*row]bool{}, was: map[string][]query.BankMatch{}}
	var err error
	if out.rules, err = loadRules(ctx, r); err != nil {
		return nil, err
	}
	at := clock.MillisOf(s.Clock.Now())
	for _, f := range fresh {
		out.rules.name(f, at)
	}
	open, err := r.BankLinesOpen(ctx)
	if err != nil {
		return nil, fmt.Errorf("open lines: %w", err)
	}
	known := map[string]bool{}
	for _, l := range open {
		known[l.BankLine.Hash] = true
		out.lines = append(out.lines, &row{BankLine: l.BankLine, account: AccountKey(l.Bank, l.Account)})
	}
	for _, f := range fresh {
		if known[f.Hash] { // a concurrently read statement contains it: not a second transfer
			f.Class = None
			continue
		}
		if f.State == bankline.Open && f.Currency == "" {
			out.lines = append(out.lines, f)
			out.fresh[f] = true
		}
	}
	slices.SortStableFunc(out.lines, func(a, b *row) int {
		if a.BookedAt != b.BookedAt {
			return int(a.BookedAt/1000 - b.BookedAt/1000)
		}
		return int(a.Position - b.Position)
	})
	if len(open) > 0 {
		proposals, err := r.BankProposals(ctx)
		if err != nil {
			return nil, fmt.Errorf("proposals: %w", err)
		}
		for _, p := range proposals {
			out.was[p.LineID] = append(out.was[p.LineID], p)
		}
	}
	if len(out.lines) == 0 {
		return out, nil
	}
	if err := s.pairReturns(ctx, out, fresh); err != nil {
		return nil, err
	}
	out.targets, err = s.targets(ctx, clock.MillisOf(out.lines[0].BookedAt.Time().Add(-endedSince)))
	return out, err
}

// targets lists everything that waits for money, approved transfers without a bank line, and, younger than since,
// references that no longer wait.
func (s *Service) targets(ctx context.Context, since clock.Millis) ([]Target, error) {
	r := s.DB.Read()
	open, err := r.BankInvoicesOpen(ctx)
	if err != nil {
		return nil, fmt.Errorf("open invoices: %w", err)
	}
	out := make([]Target, 0, len(open))
	for _, v := range open {
		out = append(out, Target{
			Kind: Open, ID: v.ID, Number: v.Number, Reference: v.PaymentReference, Amount: v.SubTotal - v.Paid, Payer: v.PayerName,
			PayerChinese: v.PayerChinese, TransactionAt: v.TransactionAt, CreatedAt: v.CreatedAt, UserID: v.UserID,
		})
	}
	approved, err := r.BankPaymentsUnmatched(ctx, since)
	if err != nil {
		return nil, fmt.Errorf("approved payments: %w", err)
	}
	for _, p := range approved {
		out = append(out, Target{
			Kind: Approved, ID: p.InvoiceID, PaymentID: p.ID, Number: p.Number, Reference: p.PaymentReference, Amount: money.Cents(p.Received), Payer: p.PayerName,
			PayerChinese: p.PayerChinese, TransactionAt: p.TransactionAt, CreatedAt: p.CreatedAt, UserID: p.UserID,
		})
	}
	for _, status := range []string{invoice.Expired, invoice.Cancelled, invoice.Paid, invoice.Refunded} {
		ended, err := r.BankInvoicesEnded(ctx, query.BankInvoicesEndedParams{Status: status, Since: since})
		if err != nil {
			return nil, fmt.Errorf("ended invoices: %w", err)
		}
		for _, v := range ended {
			out = append(out, Target{Kind: Ended, ID: v.ID, Status: v.Status, Number: v.Number, Reference: v.PaymentReference})
		}
	}
	carts, err := r.BankCartsEnded(ctx, since)
	if err != nil {
		return nil, fmt.Errorf("ended carts: %w", err)
	}
	for _, c := range carts {
		out = append(out, Target{Kind: Cart, ID: c.ID, Reference: c.PaymentReference})
	}
	shown, err := r.BankCartsOpen(ctx, since)
	if err != nil {
		return nil, fmt.Errorf("open carts: %w", err)
	}
	for _, c := range shown {
		out = append(out, Target{Kind: Cart, ID: c.ID, Reference: c.PaymentReference})
	}
	return out, nil
}

// lateCart is the bank_lines.late value for a reference whose code was shown but that became no order.
const lateCart = "cart"

func (l *ledger) credits() []Credit {
	out := make([]Credit, len(l.lines))
	for i, r := range l.lines {
		out[i] = Credit{
			ID: r.ID, Booked: r.BookedAt.Time(), HasTime: r.HasTime, Amount: r.Amount,
			Description: r.Description, Payer: r.Payer, Reference: r.Reference, Undone: r.Reason == whyUndone,
			Returned: r.returned, Failed: r.Problem != "", Like: r.LikeID != "",
		}
	}
	return out
}

// write stores the lines' verdicts, and collects changed old ones.
func (l *ledger) write(verdicts []Verdict) {
	for i, r := range l.lines {
		v := verdicts[i]
		before := r.BankLine
		r.RuleID = ""
		if v.Class == None && v.Late < 0 && r.Problem == "" && r.Reason != whyUndone && !r.returned && r.LikeID == "" {
			if rule, found := l.rules.of(r.account, r.BankLine); found {
				v.Class, v.Why, r.RuleID = Certain, []string{whyRule}, rule.ID
			}
		}
		r.Class, r.Why, r.Late, r.LateID = v.Class, strings.Join(v.Why, " "), "", ""
		if v.Late >= 0 {
			t := l.targets[v.Late]
			r.LateID, r.Late = t.ID, t.Status
			if t.Kind == Cart {
				r.Late = lateCart
			}
		}
		r.parts = nil
		for n, p := range v.Parts {
			t := l.targets[p.Target]
			r.parts = append(r.parts, query.BankMatch{LineID: r.ID, InvoiceID: t.ID, Position: int64(n), State: bankline.Proposed, Amount: p.Amount})
		}
		if v.Class == Certain && len(v.Parts) == 1 && l.targets[v.Parts[0].Target].Kind == Approved {
			l.approved = append(l.approved, r)
		}
		same := before.Class == r.Class && before.Why == r.Why && before.Late == r.Late && before.LateID == r.LateID && before.RuleID == r.RuleID
		if !l.fresh[r] && (!same || !slices.Equal(l.was[r.ID], r.parts)) {
			l.changed = append(l.changed, r)
		}
	}
}
