package desk

import (
	"context"
	"slices"
	"time"

	"shanmen/internal/base/clock"
	"shanmen/internal/platform/db"
	"shanmen/internal/platform/db/query"
	"shanmen/internal/sales/bank"
)

// StatementFigures compares an account's incoming money with approved transfers, for the days that its statements cover
// without a gap.
type StatementFigures struct {
	Bank       string    `json:"bank"`
	Account    string    `json:"account"`
	From       time.Time `json:"from"`
	Through    time.Time `json:"through"`
	Credits    Figure    `json:"credits"`
	Approved   Figure    `json:"approved" doc:"Approved amount of these credits and, for the account that receives transfers, of payments without a statement line, by the transfer time declared by the payer"`
	Difference int64     `json:"difference" doc:"Cents received minus cents approved"`
}

// furthestBack is how many days are compared at most: older ones were reviewed.
const furthestBack = 31 * 24 * time.Hour

// accountDays is an account with the latest days that its statements cover without a gap.
type accountDays struct {
	bank, account string
	from, through clock.Millis // Unix milliseconds
	statements    []string
	credits, tied Figure
}

// statementFigures has one row per account with a statement.
func statementFigures(ctx context.Context, r db.Reader) ([]StatementFigures, error) {
	out := []StatementFigures{}
	accounts, err := coveredDays(ctx, r)
	if err != nil || len(accounts) == 0 {
		return out, err
	}
	since, through := accounts[0].from, accounts[0].through
	of := map[string]*accountDays{} // by statement
	for _, a := range accounts {
		since, through = min(since, a.from), max(through, a.through)
		for _, id := range a.statements {
			of[id] = a
		}
	}
	credits, err := r.DeskCredits(ctx, query.DeskCreditsParams{Since: since, Through: through})
	if err != nil {
		return nil, err
	}
	for _, c := range credits {
		if a := of[c.StatementID]; a != nil && a.covers(c.Day) {
			a.credits.Count += c.Lines
			a.credits.Sum += c.Amount
		}
	}
	tied, err := r.DeskTied(ctx, query.DeskTiedParams{Since: since, Through: through})
	if err != nil {
		return nil, err
	}
	for _, p := range tied {
		if a := of[p.StatementID]; a != nil && a.covers(p.Day) {
			a.tied.Count += p.Payments
			a.tied.Sum += p.Amount
		}
	}
	// A transfer without a bank line is attributed to the account that got the other transfers.
	main := slices.MaxFunc(accounts, func(a, b *accountDays) int { return int(a.tied.Count - b.tied.Count) })
	for _, a := range accounts {
		one := StatementFigures{
			Bank: a.bank, Account: a.account, From: a.from.Time(), Through: a.through.Time(), Credits: a.credits, Approved: a.tied,
		}
		if a == main {
			untied, err := r.DeskUntied(ctx, query.DeskUntiedParams{Since: int64(a.from), Through: int64(a.through)})
			if err != nil {
				return nil, err
			}
			one.Approved.Count += untied.Count
			one.Approved.Sum += untied.Amount
		}
		one.Difference = one.Credits.Sum - one.Approved.Sum
		out = append(out, one)
	}
	return out, nil
}

// coveredDays finds for each account the latest gapless period of its statements, the one that ends last first. Files
// may overlap.
func coveredDays(ctx context.Context, r db.Reader) (out []*accountDays, err error) {
	rows, err := r.DeskStatements(ctx)
	if err != nil {
		return nil, err
	}
	by := map[string]*accountDays{}
	for _, st := range rows { // from the earliest
		key := bank.AccountKey(st.Bank, st.Account)
		a := by[key]
		stands := st.State == bank.Ready || st.State == bank.Approving
		switch {
		case a == nil && stands:
			a = &accountDays{bank: st.Bank, account: st.Account, from: st.FromAt, through: st.ThroughAt}
			by[key], out = a, append(out, a)
		case a == nil:
			continue
		case stands && st.ThroughAt >= a.from:
			a.from = min(a.from, st.FromAt)
		}
		a.statements = append(a.statements, st.ID)
	}
	for _, a := range out {
		if first := a.through.Add(-furthestBack); a.from < first {
			a.from = midnightOf(first)
		}
	}
	return out, nil
}

func midnightOf(at clock.Millis) clock.Millis {
	y, m, d := at.Time().In(clock.Singapore).Date()
	return clock.MillisOf(time.Date(y, m, d, 0, 0, 0, 0, clock.Singapore))
}

func (a *accountDays) covers(day int64) bool {
	begins := (day*24 - 8) * time.Hour.Milliseconds()
	return clock.Millis(begins) >= midnightOf(a.from) && clock.Millis(begins) <= a.through
}
