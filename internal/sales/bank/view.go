package bank

import (
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"slices"
	"strings"
	"time"

	"shanmen/internal/base/clock"
	"shanmen/internal/base/keyset"
	"shanmen/internal/base/money"
	"shanmen/internal/people/account"
	"shanmen/internal/platform/db"
	"shanmen/internal/platform/db/query"
	"shanmen/internal/sales/bankfile"
	"shanmen/internal/sales/bankline"
	"shanmen/internal/sales/invoice"
)

// Tally is the count and sum of a class of lines.
type Tally struct {
	Count int64 `json:"count"`
	Sum   int64 `json:"sum" doc:"Cents; negative for outgoing money"`
}

// Tallies are the counts of a statement's tabs.
type Tallies struct {
	Certain  Tally `json:"certain"`
	Likely   Tally `json:"likely"`
	Several  Tally `json:"several"`
	None     Tally `json:"none"`
	Matched  Tally `json:"matched"`
	Ignored  Tally `json:"ignored"`
	Resolved Tally `json:"resolved" doc:"Decided in the list of late money"`
	Debit    Tally `json:"debit"`
	In       Tally `json:"in" doc:"All incoming money"`
	Out      Tally `json:"out" doc:"All outgoing money"`
}

// Statement is one statement with its counts.
type Statement struct {
	ID            string     `json:"id"`
	Name          string     `json:"name" doc:"Name of the file"`
	State         string     `json:"state" enum:"unmapped,reading,ready,failed,approving,undoing,undone"`
	Problem       string     `json:"problem,omitempty" doc:"Error code"`
	Stuck         bool       `json:"stuck" doc:"Its background job failed and can be restarted"`
	Bank          string     `json:"bank"`
	Account       string     `json:"account"`
	From          *time.Time `json:"from,omitempty"`
	Through       *time.Time `json:"through,omitempty"`
	Total         int64      `json:"total" doc:"Number of lines of the running job"`
	Done          int64      `json:"done" doc:"Number of these that are done"`
	Skipped       int64      `json:"skipped" doc:"Number of rows of the file that could not be read"`
	SkippedSeen   string     `json:"skippedSeen,omitempty" doc:"Who confirmed having checked the unread rows"`
	SkippedSeenAt *time.Time `json:"skippedSeenAt,omitempty" doc:"When"`
	Known         int64      `json:"known" doc:"Number of lines already contained in an earlier statement"`
	Lines         int64      `json:"lines" doc:"Number of all other lines"`
	Recognised    int64      `json:"recognised" doc:"Number of these for which an order or rule was found"`
	LeftOut       int64      `json:"leftOut" doc:"Certain matches that the last bulk approval skipped, because somebody else decided them or they could not be settled"`
	UploadedBy    string     `json:"uploadedBy"`
	CreatedAt     time.Time  `json:"createdAt"`
	MatchedAt     *time.Time `json:"matchedAt,omitempty"`
	UndoneBy      string     `json:"undoneBy,omitempty"`
	UndoneAt      *time.Time `json:"undoneAt,omitempty"`
	Tallies       Tallies    `json:"tallies"`
	Columns       *shown     `json:"columns,omitempty" doc:"Columns of a statement whose columns are not assigned yet"`

	Unread []bankfile.Unread `json:"unread,omitempty" doc:"The first 100 rows that could not be read; only when a single statement is requested"`
}

// Statements is a page of statements, the newest first.
type Statements struct {
	Items []Statement `json:"items"`
	Next  string      `json:"next,omitempty"`
	Total int64       `json:"total" doc:"At most 10,000"`
	More  bool        `json:"more"`
}

type listIn struct{ keyset.Ask }

// Statements lists the uploaded statements.
func (s *Service) Statements(ctx context.Context, in *listIn) (*Statements, error) {
	after, err := keyset.Parse(in.After)
	if err != nil {
		return nil, err
	}
	r := s.DB.Read()
	out := &Statements{Items: []Statement{}}
	if in.Total() {
		n, err := r.BankStatementsCount(ctx)
		if err != nil {
			return nil, err
		}
		out.Total, out.More = keyset.Total(n)
	}
	if !in.Rows() {
		return out, nil
	}
	rows, err := r.BankStatements(ctx, query.BankStatementsParams{At: int64(after.At), ID: after.ID, Most: in.Limit + 1})
	if err != nil {
		return nil, fmt.Errorf("statements: %w", err)
	}
	if int64(len(rows)) > in.Limit {
		rows = rows[:in.Limit]
		last := rows[len(rows)-1]
		out.Next = keyset.Key{At: last.CreatedAt, ID: last.ID}.String()
	}
	for _, row := range rows {
		one, err := s.describe(ctx, row)
		if err != nil {
			return nil, err
		}
		out.Items = append(out.Items, *one)
	}
	return out, nil
}

// Statement answers with one statement.
func (s *Service) Statement(ctx context.Context, in *statementIn) (*Statement, error) {
	row, err := s.statement(ctx, in.ID)
	if err != nil {
		return nil, err
	}
	out, err := s.describe(ctx, row)
	if err == nil && row.State == Unmapped {
		out.Columns = &shown{}
		err = json.Unmarshal([]byte(row.Header), out.Columns)
	}
	if err == nil && row.Unread != "" {
		err = json.Unmarshal([]byte(row.Unread), &out.Unread)
	}
	return out, err
}

func (s *Service) describe(ctx context.Context, row query.BankStatement) (*Statement, error) {
	r := s.DB.Read()
	out := &Statement{
		ID: row.ID, Name: row.Name, State: row.State, Problem: row.Problem, Bank: row.Bank, Account: row.Account,
		From: row.FromAt.Moment(), Through: row.ThroughAt.Moment(), Total: row.Total, Done: row.Done, Skipped: row.Skipped, Known: row.Known,
		LeftOut: row.LeftOut, SkippedSeenAt: row.UnreadSeenAt.Moment(), CreatedAt: row.CreatedAt.Time(), MatchedAt: row.MatchedAt.Moment(), UndoneAt: row.UndoneAt.Moment(),
	}
	var err error
	if out.Stuck, err = isStuck(ctx, r, row); err != nil {
		return nil, err
	}
	counts, err := r.BankCounts(ctx, row.ID)
	if err != nil {
		return nil, fmt.Errorf("count lines: %w", err)
	}
	for _, c := range counts {
		if c.State != bankline.Known {
			out.Lines += c.Lines
		}
		if c.Class == Certain || c.Class == Likely || c.Ruled > 0 {
			out.Recognised += c.Lines
		}
		out.Tallies.In.Sum, out.Tallies.In.Count = out.Tallies.In.Sum+c.CameIn, out.Tallies.In.Count+c.Came
		out.Tallies.Out.Sum, out.Tallies.Out.Count = out.Tallies.Out.Sum+c.Amount-c.CameIn, out.Tallies.Out.Count+c.Lines-c.Came
		if t := out.Tallies.of(c.State, c.Class); t != nil {
			t.Count += c.Lines
			t.Sum += c.Amount
		}
	}
	if out.UploadedBy, err = account.NameOf(ctx, r, row.UploadedBy); err != nil {
		return nil, err
	}
	if row.UnreadSeenBy != "" {
		if out.SkippedSeen, err = account.NameOf(ctx, r, row.UnreadSeenBy); err != nil {
			return nil, err
		}
	}
	if row.UndoneBy != "" {
		out.UndoneBy, err = account.NameOf(ctx, r, row.UndoneBy)
	}
	return out, err
}

func (t *Tallies) of(state, class string) *Tally {
	if state == bankline.Open {
		return map[string]*Tally{Certain: &t.Certain, Likely: &t.Likely, Several: &t.Several, None: &t.None}[class]
	}
	return map[string]*Tally{bankline.Matched: &t.Matched, bankline.Ignored: &t.Ignored, bankline.Resolved: &t.Resolved, bankline.Debit: &t.Debit}[state]
}

// Candidate is an order that a line pays for, or may pay for.
type Candidate struct {
	InvoiceID     string      `json:"invoiceId"`
	Number        string      `json:"number"`
	Reference     string      `json:"paymentReference"`
	Payer         string      `json:"payer"`
	PayerChinese  string      `json:"payerChinese"`
	Status        string      `json:"status"`
	Due           money.Cents `json:"due" doc:"Cents still due for the order"`
	Amount        money.Cents `json:"amount" doc:"Cents of the statement line to book on this order"`
	State         string      `json:"state" enum:"proposed,settled,seen" doc:"settled: the line paid the order; seen: the payment had been approved before the line arrived"`
	PaymentID     string      `json:"paymentId,omitempty"`
	TransactionAt *time.Time  `json:"transactionDateTime,omitempty" doc:"Time of the transfer, as stated by the payer"`
	CreatedAt     time.Time   `json:"createdAt"`
	Unseen        bool        `json:"unseen" doc:"Paid by a transfer that is not on a bank statement yet"`
}

// LikeLine is the existing line that a new one seems to be.
type LikeLine struct {
	StatementID string    `json:"statementId"`
	Position    int64     `json:"position" doc:"Row number in the statement file"`
	UploadedAt  time.Time `json:"uploadedAt" doc:"When its statement was uploaded"`
}

// Line is one line of a statement.
type Line struct {
	ID          string      `json:"id"`
	StatementID string      `json:"statementId"`
	Position    int64       `json:"position" doc:"Row number in the file"`
	State       string      `json:"state" enum:"debit,known,open,matched,ignored,resolved"`
	Class       string      `json:"class" doc:"certain, likely, several, none, or empty"`
	Why         []string    `json:"why" doc:"Codes (bank.mark-*) of what matches and what does not"`
	Booked      time.Time   `json:"booked"`
	HasTime     bool        `json:"hasTime" doc:"The booking time is known; otherwise booked is only a day"`
	Amount      money.Cents `json:"amount" doc:"Cents"`
	Currency    string      `json:"currency,omitempty" doc:"Foreign currency; such a line cannot settle an order"`
	Problem     string      `json:"problem,omitempty" doc:"Error code: why the line could not be settled or its settlement undone"`
	Description string      `json:"description"`
	Payer       string      `json:"payer"`
	Reference   string      `json:"reference"`
	Code        string      `json:"code"`
	Raw         string      `json:"raw"`
	Late        string      `json:"late,omitempty" doc:"State of what the reference belongs to: cart, expired, cancelled, paid or refunded"`
	Reason      string      `json:"reason,omitempty"`
	Rule        *RuleOfLine `json:"rule,omitempty" doc:"Kind of line according to a saved rule"`
	Like        *LikeLine   `json:"like,omitempty" doc:"The line of another statement that this is probably a duplicate of"`
	PaidOut     *PaidOut    `json:"paidOut,omitempty" doc:"What a payment provider pays out in this line"`
	TakesBack   *TakenBack  `json:"takesBack,omitempty" doc:"For outgoing money: the incoming transfer that it returns"`
	Note        string      `json:"note,omitempty"`
	DecidedBy   string      `json:"decidedBy,omitempty"`
	DecidedAt   *time.Time  `json:"decidedAt,omitempty"`
	Waivable    money.Cents `json:"waivable" doc:"Cents that may be waived if the transfer is short by them"`
	Candidates  []Candidate `json:"candidates"`
}

// RuleOfLine is the rule that classifies a line.
type RuleOfLine struct {
	ID     string `json:"id"`
	Words  string `json:"words"`
	Reason string `json:"reason" doc:"A code of bank.ignore-*"`
}

// TakenBack is the transfer that a line returns.
type TakenBack struct {
	LineID    string      `json:"lineId"`
	Amount    money.Cents `json:"amount"`
	Booked    time.Time   `json:"booked"`
	Payer     string      `json:"payer"`
	InvoiceID string      `json:"invoiceId,omitempty" doc:"Invoice id of the order that the line paid"`
	Number    string      `json:"number,omitempty"`
}

// Lines is a page of lines, in file order.
type Lines struct {
	Items []Line `json:"items"`
	Next  string `json:"next,omitempty"`
	Total int64  `json:"total" doc:"At most 10,000"`
	More  bool   `json:"more"`
}

type linesIn struct {
	keyset.Ask
	ID  string `path:"id"`
	Tab string `query:"tab" default:"certain" enum:"certain,likely,several,none,matched,ignored,resolved,debit"`
}

// Lines lists a statement's lines of a class.
func (s *Service) Lines(ctx context.Context, in *linesIn) (*Lines, error) {
	if _, err := s.statement(ctx, in.ID); err != nil {
		return nil, err
	}
	key, err := keyset.Parse(in.After)
	if err != nil {
		return nil, err
	}
	r := s.DB.Read()
	classed := slices.Contains([]string{Certain, Likely, Several, None}, in.Tab)
	out := &Lines{Items: []Line{}}
	if in.Total() {
		var n int64
		if classed {
			n, err = r.BankLinesCount(ctx, query.BankLinesCountParams{StatementID: in.ID, State: bankline.Open, Class: in.Tab})
		} else {
			n, err = r.BankLinesInCount(ctx, query.BankLinesInCountParams{StatementID: in.ID, State: in.Tab})
		}
		if err != nil {
			return nil, fmt.Errorf("lines: %w", err)
		}
		out.Total, out.More = keyset.Total(n)
	}
	if !in.Rows() {
		return out, nil
	}
	var rows []query.BankLine
	if classed {
		rows, err = r.BankLines(ctx, query.BankLinesParams{StatementID: in.ID, State: bankline.Open, Class: in.Tab, After: int64(key.At), Most: in.Limit + 1})
	} else {
		rows, err = r.BankLinesIn(ctx, query.BankLinesInParams{StatementID: in.ID, State: in.Tab, After: int64(key.At), Most: in.Limit + 1})
	}
	if err != nil {
		return nil, fmt.Errorf("lines: %w", err)
	}
	if int64(len(rows)) > in.Limit {
		rows = rows[:in.Limit]
		last := rows[len(rows)-1]
		out.Next = keyset.Key{At: clock.Millis(last.Position), ID: last.ID}.String()
	}
	for _, row := range rows {
		one, err := s.view(ctx, row)
		if err != nil {
			return nil, err
		}
		out.Items = append(out.Items, *one)
	}
	return out, nil
}

func (s *Service) view(ctx context.Context, l query.BankLine) (*Line, error) {
	r := s.DB.Read()
	out := &Line{
		ID: l.ID, StatementID: l.StatementID, Position: l.Position, State: l.State, Class: l.Class, Why: strings.Fields(l.Why),
		Booked: l.BookedAt.Time(), HasTime: l.HasTime, Amount: l.Amount, Currency: l.Currency, Problem: l.Problem, Description: l.Description, Payer: l.Payer,
		Reference: l.Reference, Code: l.Code, Raw: l.Raw, Late: l.Late, Reason: l.Reason, Note: l.Note,
		DecidedAt: l.DecidedAt.Moment(), Candidates: []Candidate{},
	}
	var err error
	if l.DecidedBy != "" && l.DecidedBy != systemID {
		if out.DecidedBy, err = account.NameOf(ctx, r, l.DecidedBy); err != nil {
			return nil, err
		}
	}
	if out.Waivable, err = s.waivable(ctx, r); err != nil {
		return nil, err
	}
	if l.LikeID != "" && l.State == bankline.Open {
		like, err := r.BankLineLike(ctx, l.LikeID)
		switch {
		case err == nil:
			out.Like = &LikeLine{like.StatementID, like.Position, like.CreatedAt.Time()}
		case !errors.Is(err, db.ErrNoRows): // the other one may have been deleted after its retention period
			return nil, fmt.Errorf("line that it seems to be: %w", err)
		}
	}
	if l.RuleID != "" {
		rule, err := r.BankRule(ctx, l.RuleID)
		if err != nil {
			return nil, fmt.Errorf("rule of a line: %w", err)
		}
		out.Rule = &RuleOfLine{rule.ID, rule.Shown, rule.Reason}
	}
	if out.PaidOut, err = paidOutOf(ctx, r, l); err != nil {
		return nil, err
	}
	if l.State == bankline.Debit {
		if out.TakesBack, err = takenBack(ctx, r, l); err != nil {
			return nil, err
		}
	}
	rows, err := r.BankMatchViews(ctx, l.ID)
	if err != nil {
		return nil, fmt.Errorf("matches: %w", err)
	}
	for _, m := range rows {
		out.Candidates = append(out.Candidates, Candidate{
			InvoiceID: m.InvoiceID, Number: m.Number, Reference: m.PaymentReference, Payer: m.PayerName, PayerChinese: m.PayerChinese,
			Status: m.Status, Due: invoice.DueOf(m.Status, m.SubTotal, m.Paid), Amount: m.Amount, State: m.State, PaymentID: m.PaymentID,
			CreatedAt: m.CreatedAt.Time(), TransactionAt: clock.Millis(m.TransactionAt).Moment(), Unseen: m.Unseen > 0,
		})
	}
	return out, nil
}
