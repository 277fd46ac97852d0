package bank

import (
	"context"
	"errors"
	"fmt"
	"strings"

	"shanmen/internal/base/fault"
	"shanmen/internal/platform/audit"
	"shanmen/internal/platform/db"
	"shanmen/internal/platform/db/query"
	"shanmen/internal/platform/httpd"
	"shanmen/internal/sales/bankline"
	"shanmen/internal/sales/invoice"
)

type certainIn struct {
	ID   string `path:"id"`
	Body struct {
		Count int64 `json:"count" minimum:"1" doc:"Number of certain lines shown to the user"`
		Sum   int64 `json:"sum" minimum:"1" doc:"Their sum in cents"`
	}
}

// Approve queues a job that settles all certain lines of a statement, if their count and sum are still what the
// treasurer saw: otherwise "certain-changed".
func (s *Service) Approve(ctx context.Context, in *certainIn) (*Statement, error) {
	actor := httpd.VisitorOf(ctx).UserID
	_, err := httpd.WriteOnce(ctx, s.DB, func(ctx context.Context, tx *db.Tx) (*struct{}, error) {
		return nil, s.beginApproval(ctx, tx, in, actor)
	})
	if err != nil {
		return nil, err
	}
	return s.Statement(ctx, &statementIn{ID: in.ID})
}

func (s *Service) beginApproval(ctx context.Context, tx *db.Tx, in *certainIn, actorID string) error {
	if err := bankline.Turn(ctx, tx); err != nil {
		return err
	}
	counts, err := tx.BankCounts(ctx, in.ID)
	if err != nil {
		return err
	}
	n, err := tx.BankStatementMove(ctx, query.BankStatementMoveParams{State: Approving, Total: in.Body.Count, ID: in.ID, Was: Ready})
	if err == nil && n == 0 {
		if _, err = tx.BankStatement(ctx, in.ID); errors.Is(err, db.ErrNoRows) {
			return fault.NotFound()
		} else if err == nil {
			err = fault.Invalid("statement-busy")
		}
	}
	if err != nil {
		return err
	}
	var certain Tally // matched to orders and by rules
	for _, c := range counts {
		if c.State == bankline.Open && c.Class == Certain {
			certain.Count, certain.Sum = certain.Count+c.Lines, certain.Sum+c.Amount
		}
	}
	if certain.Count != in.Body.Count || certain.Sum != in.Body.Sum {
		return fault.Invalid("certain-changed")
	}
	if err := s.queue(ctx, tx, work{in.ID, actorID}); err != nil {
		return err
	}
	return audit.Note(ctx, tx, "bank.approve", "bank-statement:"+in.ID, nil, map[string]any{"count": certain.Count, "sum": certain.Sum})
}

// few is how many lines one transaction settles: each numbers a receipt, and payments wait for that number.
const few = 20

// approve settles the certain lines of a statement in small batches.
func (s *Service) approve(ctx context.Context, st query.BankStatement, actorID string) error {
	for done := st.Done; ; {
		ids, err := s.DB.Read().BankLinesCertain(ctx, query.BankLinesCertainParams{StatementID: st.ID, Most: min(few, st.Total-done)})
		if err != nil {
			return fmt.Errorf("certain lines: %w", err)
		}
		if len(ids) == 0 {
			break
		}
		err = s.eachLine(ctx, batch{st.ID, Approving, int(done), ids}, func(ctx context.Context, tx *db.Tx, id string) error {
			return s.approveOne(ctx, tx, st.ID, id, actorID)
		}, s.noteFailure)
		if err != nil {
			return err
		}
		done += int64(len(ids))
	}
	return s.DB.Write(ctx, func(ctx context.Context, tx *db.Tx) error { return tx.BankStatementApproved(ctx, st.ID) })
}

// noteFailure stores why a line could not be settled: it waits for a person and does not block others.
func (s *Service) noteFailure(ctx context.Context, tx *db.Tx, statementID, lineID, problem string) error {
	l, err := bankline.Lock(ctx, tx, lineID)
	if err != nil || l.State != bankline.Open {
		return err
	}
	if err := tx.BankLineClass(ctx, query.BankLineClassParams{Class: Likely, Why: strings.TrimSpace(l.Why + " " + whyFailed), ID: l.ID}); err != nil {
		return err
	}
	if err := tx.BankLineProblem(ctx, query.BankLineProblemParams{Problem: problem, ID: l.ID}); err != nil {
		return err
	}
	return tx.BankStatementLeftOut(ctx, statementID)
}

// approveOne settles a certain line. If somebody has decided about one of its orders meanwhile, it is left out and no
// longer certain.
func (s *Service) approveOne(ctx context.Context, tx *db.Tx, statementID, lineID, actorID string) error {
	l, err := bankline.Lock(ctx, tx, lineID)
	if errors.Is(err, fault.NotFound()) || err == nil && (l.State != bankline.Open || l.Class != Certain) {
		return nil
	}
	if err != nil {
		return err
	}
	if l.RuleID != "" {
		return s.byRule(ctx, tx, statementID, l, actorID)
	}
	if strings.Contains(l.Why, whyPayout) {
		return s.settlePayout(ctx, tx, l, "", actorID)
	}
	parts, err := tx.BankMatchesOf(ctx, l.ID)
	if err != nil {
		return err
	}
	for _, p := range parts {
		ok, err := stillDue(ctx, tx, p)
		if err != nil {
			return err
		}
		if ok {
			continue
		}
		if len(parts) == 1 { // the same transfer was approved meanwhile
			tied, err := s.markSeenOne(ctx, tx, l, p.InvoiceID, p.Amount, actorID, 0, s.Clock.Now())
			if err == nil && tied {
				err = noteLine(ctx, tx, actionSeen, l, map[string]any{"amount": p.Amount})
			}
			if tied || err != nil {
				return err
			}
		}
		if err := tx.BankLineClass(ctx, query.BankLineClassParams{Class: Likely, Why: l.Why + " " + whyChanged, ID: l.ID}); err != nil {
			return err
		}
		return tx.BankStatementLeftOut(ctx, statementID)
	}
	if err := tx.BankMatchesForget(ctx, l.ID); err != nil {
		return err
	}
	for _, p := range parts {
		if err := s.matchPart(ctx, tx, l, part{invoiceID: p.InvoiceID, amount: p.Amount, position: p.Position}, actorID); err != nil {
			return err
		}
	}
	return nil
}

// stillDue locks an order and returns whether exactly this amount is due.
func stillDue(ctx context.Context, tx *db.Tx, p query.BankMatch) (bool, error) {
	v, err := invoice.Lock(ctx, tx, p.InvoiceID)
	if err != nil {
		return false, err
	}
	waits := v.Status == invoice.AwaitingPayment || v.Status == invoice.UnderVerification || v.Status == invoice.Rejected
	return waits && v.SubTotal-v.Paid == p.Amount, nil
}
