package bank

import (
	"context"
	"fmt"
	"slices"
	"strings"
	"time"
	"unicode"

	"shanmen/internal/base/clock"
	"shanmen/internal/base/fault"
	"shanmen/internal/base/id"
	"shanmen/internal/people/account"
	"shanmen/internal/platform/audit"
	"shanmen/internal/platform/db"
	"shanmen/internal/platform/db/query"
	"shanmen/internal/platform/httpd"
	"shanmen/internal/sales/bankfile"
	"shanmen/internal/sales/bankline"
)

// A bank rule classifies every line with the same words: interest, a fee, a known donor's gift. It applies only to
// lines without an order, and a person must settle what it classifies.

// standing are the reasons that a rule may have.
var standing = []string{reasonInterest, reasonFee, reasonDonation}

const (
	reasonInterest = "interest"
	reasonFee      = "fee"
)

// wordsOf are the recurring words of a line, letters only: its payer, or else its description. Numbers change each
// month and are left out.
func wordsOf(l query.BankLine) (words, shown string) {
	shown = strings.TrimSpace(l.Payer)
	if bankfile.Alphanumeric(shown) == "" {
		shown = strings.TrimSpace(l.Description)
	}
	words = strings.Map(func(r rune) rune {
		if unicode.IsDigit(r) {
			return -1
		}
		return r
	}, bankfile.Alphanumeric(shown))
	shown = strings.Join(strings.Fields(shown), " ")
	if r := []rune(shown); len(r) > 100 {
		shown = string(r[:100])
	}
	return words, shown
}

// ruleKey is the lookup key of a rule.
type ruleKey struct {
	account  string
	incoming bool
	words    string
}

type rules map[ruleKey]query.BankRule

func loadRules(ctx context.Context, r db.Reader) (rules, error) {
	all, err := r.BankRules(ctx)
	if err != nil {
		return nil, fmt.Errorf("rules: %w", err)
	}
	out := rules{}
	for _, rule := range all {
		out[ruleKey{rule.Account, rule.Incoming, rule.Words}] = rule
	}
	return out, nil
}

func (r rules) of(account string, l query.BankLine) (query.BankRule, bool) {
	words, _ := wordsOf(l)
	rule, found := r[ruleKey{account, l.Amount > 0, words}]
	return rule, found && words != ""
}

// name classifies a new outgoing line by its rule; returns are left to a person.
func (r rules) name(f *row, at clock.Millis) {
	if f.State != bankline.Debit || f.Reversal || f.Currency != "" {
		return
	}
	if rule, found := r.of(f.account, f.BankLine); found {
		f.State, f.Reason, f.RuleID, f.DecidedBy, f.DecidedAt = bankline.Ignored, rule.Reason, rule.ID, systemID, at
	}
}

// makeRule creates a rule from a line's words. It is idempotent.
func (s *Service) makeRule(ctx context.Context, tx *db.Tx, l query.BankLine, reason, actorID string) error {
	words, shown := wordsOf(l)
	if !slices.Contains(standing, reason) || len(words) < fewestLetters {
		return fault.Invalid("rule-not-standing")
	}
	st, err := tx.BankStatement(ctx, l.StatementID)
	if err != nil {
		return err
	}
	now := clock.MillisOf(s.Clock.Now())
	add := query.BankRuleAddParams{
		ID: id.New(), Account: AccountKey(st.Bank, st.Account), Incoming: l.Amount > 0, Words: words, Shown: shown, Reason: reason, MadeBy: actorID, MadeAt: now,
	}
	n, err := tx.BankRuleAdd(ctx, add)
	if err != nil || n == 0 {
		return err
	}
	if err := audit.Note(ctx, tx, "bank.rule", "bank-rule:"+add.ID, nil, map[string]any{"reason": reason}); err != nil {
		return err
	}
	return s.queue(ctx, tx, work{ActorID: actorID}) // to classify other lines with these words
}

// byRule settles a certain line by its rule, unless the rule has ended meanwhile.
func (s *Service) byRule(ctx context.Context, tx *db.Tx, statementID string, l query.BankLine, actorID string) error {
	rule, err := tx.BankRule(ctx, l.RuleID)
	if err != nil {
		return fmt.Errorf("rule of a line: %w", err)
	}
	if rule.EndedAt > 0 {
		if err := tx.BankLineClass(ctx, query.BankLineClassParams{Class: None, Why: whyChanged, ID: l.ID}); err != nil {
			return err
		}
		return tx.BankStatementLeftOut(ctx, statementID)
	}
	return s.nameLine(ctx, tx, l, rule.Reason, "", actorID)
}

// Rule is a rule as the office sees it.
type Rule struct {
	ID       string    `json:"id"`
	Words    string    `json:"words" doc:"Text of the lines that it applies to"`
	Incoming bool      `json:"incoming" doc:"Applies to incoming money; otherwise to outgoing money"`
	Reason   string    `json:"reason" doc:"A code of bank.ignore-*"`
	Uses     int64     `json:"uses" doc:"Number of lines classified by this rule"`
	MadeBy   string    `json:"madeBy"`
	MadeAt   time.Time `json:"madeAt"`
}

// RuleList lists the active rules.
type RuleList struct {
	Items []Rule `json:"items"`
}

// Rules lists the active rules, newest first.
func (s *Service) Rules(ctx context.Context, _ *nothing) (*RuleList, error) {
	r := s.DB.Read()
	rows, err := r.BankRules(ctx)
	if err != nil {
		return nil, fmt.Errorf("rules: %w", err)
	}
	out := &RuleList{Items: []Rule{}}
	for _, row := range rows {
		one := Rule{ID: row.ID, Words: row.Shown, Incoming: row.Incoming, Reason: row.Reason, MadeAt: row.MadeAt.Time()}
		if one.Uses, err = r.BankRuleUses(ctx, row.ID); err != nil {
			return nil, err
		}
		if one.MadeBy, err = account.NameOf(ctx, r, row.MadeBy); err != nil {
			return nil, err
		}
		out.Items = append(out.Items, one)
	}
	return out, nil
}

// EndRule ends a rule. Lines settled by it stay; open lines are matched again.
func (s *Service) EndRule(ctx context.Context, in *lineIn) (*RuleList, error) {
	actor := httpd.VisitorOf(ctx).UserID
	_, err := httpd.WriteOnce(ctx, s.DB, func(ctx context.Context, tx *db.Tx) (*struct{}, error) {
		if err := bankline.Turn(ctx, tx); err != nil {
			return nil, err
		}
		rule, err := tx.BankRule(ctx, in.ID)
		if err != nil {
			return nil, db.NotFound(err)
		}
		n, err := tx.BankRuleEnd(ctx, query.BankRuleEndParams{EndedBy: actor, EndedAt: clock.MillisOf(s.Clock.Now()), ID: rule.ID})
		if err != nil || n == 0 {
			return nil, err
		}
		if err := audit.Note(ctx, tx, "bank.rule-end", "bank-rule:"+rule.ID, nil, map[string]any{"reason": rule.Reason}); err != nil {
			return nil, err
		}
		return nil, s.queue(ctx, tx, work{ActorID: actor})
	})
	if err != nil {
		return nil, err
	}
	return s.Rules(ctx, nil)
}
