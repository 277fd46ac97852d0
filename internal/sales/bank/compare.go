package bank

import (
	"context"
	"errors"
	"maps"
	"slices"
	"time"

	"shanmen/internal/base/clock"
	"shanmen/internal/base/money"
	"shanmen/internal/platform/audit"
	"shanmen/internal/platform/db"
	"shanmen/internal/platform/db/query"
	"shanmen/internal/platform/httpd"
	"shanmen/internal/sales/bankline"
)

type nothing struct{}

// Queued is the answer when a job was enqueued.
type Queued struct {
	At int64 `json:"at" doc:"Unix milliseconds; the job is done when the statement's matchedAt is not earlier"`
}

// Compare enqueues matching all open lines against the current orders.
func (s *Service) Compare(ctx context.Context, _ *nothing) (*Queued, error) {
	actor := httpd.VisitorOf(ctx).UserID
	err := s.DB.Write(ctx, func(ctx context.Context, tx *db.Tx) error { return s.queue(ctx, tx, work{ActorID: actor}) })
	return &Queued{s.Clock.Now().UnixMilli()}, err
}

// compare matches every open line, and again after some were linked to payments, so that proposals do not depend on how
// often this ran.
func (s *Service) compare(ctx context.Context) error {
	for {
		tied, err := s.compareOnce(ctx)
		if err != nil || tied == 0 {
			return err
		}
	}
}

func (s *Service) compareOnce(ctx context.Context) (tied int64, err error) {
	at := clock.MillisOf(s.Clock.Now())
	all, err := s.load(ctx, nil)
	if err != nil {
		return 0, err
	}
	if err := s.classify(ctx, all); err != nil {
		return 0, err
	}
	if err := s.refresh(ctx, all.changed); err != nil {
		return 0, err
	}
	return db.WriteValue(ctx, s.DB, func(ctx context.Context, tx *db.Tx) (int64, error) {
		if err := bankline.Turn(ctx, tx); err != nil {
			return 0, err
		}
		tied, err := s.markSeen(ctx, tx, all.approved)
		if err != nil {
			return 0, err
		}
		return tied, tx.BankStatementsMatched(ctx, at)
	})
}

// classify stores for each open line which orders it likely pays, and how certain that is.
func (s *Service) classify(ctx context.Context, all *ledger) error {
	verdicts := Match(all.credits(), all.targets)
	if err := s.doubtNames(ctx, all.targets, verdicts); err != nil {
		return err
	}
	if err := proposePayouts(ctx, s.DB.Read(), all.lines, verdicts); err != nil {
		return err
	}
	all.write(verdicts)
	return nil
}

// openAgain undoes what a line paid, and reopens it with the same proposals.
func (s *Service) openAgain(ctx context.Context, tx *db.Tx, l query.BankLine, actorID string) error {
	matches, err := tx.BankMatchesOf(ctx, l.ID)
	if err != nil {
		return err
	}
	for _, m := range matches {
		if err := s.takeBack(ctx, tx, m, actorID); err != nil {
			return err
		}
		again := query.BankMatchAddParams{LineID: m.LineID, InvoiceID: m.InvoiceID, Position: m.Position, State: bankline.Proposed, Amount: m.Amount}
		if err := tx.BankMatchAdd(ctx, again); err != nil {
			return err
		}
	}
	_, err = tx.BankLineDecide(ctx, query.BankLineDecideParams{State: bankline.Open, ID: l.ID, Was: l.State})
	return err
}

// refresh stores the current classification of lines that are still open.
func (s *Service) refresh(ctx context.Context, rows []*row) error {
	for from := 0; from < len(rows); from += chunk {
		part := rows[from:min(from+chunk, len(rows))]
		err := s.DB.Write(ctx, func(ctx context.Context, tx *db.Tx) error {
			if err := bankline.Turn(ctx, tx); err != nil {
				return err
			}
			for _, r := range part {
				if err := renew(ctx, tx, r); err != nil {
					return err
				}
			}
			return nil
		})
		if err != nil {
			return err
		}
	}
	return nil
}

func renew(ctx context.Context, tx *db.Tx, r *row) error {
	now, err := tx.BankLineLock(ctx, r.ID)
	if errors.Is(err, db.ErrNoRows) || err == nil && now.State != bankline.Open {
		return nil
	}
	if err != nil {
		return err
	}
	err = tx.BankLineClass(ctx, query.BankLineClassParams{Class: r.Class, Why: r.Why, Late: r.Late, LateID: r.LateID, RuleID: r.RuleID, ID: r.ID})
	if err != nil {
		return err
	}
	if err := tx.BankMatchesForget(ctx, r.ID); err != nil {
		return err
	}
	for _, p := range r.parts {
		if err := tx.BankMatchAdd(ctx, query.BankMatchAddParams(p)); err != nil {
			return err
		}
	}
	return nil
}

// actionSeen is the audit action of linking statement lines to payments approved before.
const actionSeen = "bank.seen"

// markSeen links lines to payments that were approved before the bank line arrived. There is one audit entry per
// statement; the matches with the entry's time tell which payments. It returns the number of linked lines.
func (s *Service) markSeen(ctx context.Context, tx *db.Tx, rows []*row) (lines int64, err error) {
	now := s.Clock.Now()
	type sum struct {
		count  int64
		amount money.Cents
	}
	sums := map[string]sum{}
	for _, r := range rows {
		l, err := tx.BankLineLock(ctx, r.ID)
		if errors.Is(err, db.ErrNoRows) || err == nil && l.State != bankline.Open {
			continue
		}
		if err != nil {
			return lines, err
		}
		tied, err := s.markSeenOne(ctx, tx, l, r.parts[0].InvoiceID, l.Amount, systemID, 0, now)
		if err != nil {
			return lines, err
		}
		if tied {
			was := sums[l.StatementID]
			lines++
			sums[l.StatementID] = sum{was.count + 1, was.amount + l.Amount}
		}
	}
	for _, id := range slices.Sorted(maps.Keys(sums)) {
		after := map[string]any{"count": sums[id].count, "sum": sums[id].amount}
		err := audit.Note(ctx, tx, actionSeen, "bank-statement:"+id, nil, after)
		if err != nil {
			return lines, err
		}
	}
	return lines, nil
}

// systemID is the actor of automatic results.
const systemID = audit.System

// markSeenOne links a line, or a part of it, to an approved payment of exactly this amount. It returns whether there is
// one.
func (s *Service) markSeenOne(ctx context.Context, tx *db.Tx, l query.BankLine, invoiceID string, amount money.Cents, actorID string, position int64, at time.Time) (bool, error) {
	p, err := tx.BankPaymentOfInvoice(ctx, query.BankPaymentOfInvoiceParams{InvoiceID: invoiceID, Received: &amount})
	if errors.Is(err, db.ErrNoRows) {
		return false, nil
	}
	if err != nil {
		return false, err
	}
	m := query.BankMatch{LineID: l.ID, InvoiceID: invoiceID, Position: position, State: bankline.Seen, Amount: amount, PaymentID: p.ID}
	if p.Unseen {
		m.Was = bankline.WasUnseen
	}
	if err := tx.BankMatchForget(ctx, query.BankMatchForgetParams{LineID: l.ID, InvoiceID: invoiceID}); err != nil {
		return false, err
	}
	if err := tx.BankMatchAdd(ctx, query.BankMatchAddParams(m)); err != nil {
		return false, err
	}
	if err := tx.BankPaymentSeen(ctx, query.BankPaymentSeenParams{ID: p.ID}); err != nil {
		return false, err
	}
	return true, s.matched(ctx, tx, l, actorID, at)
}

func (s *Service) matched(ctx context.Context, tx *db.Tx, l query.BankLine, actorID string, at time.Time) error {
	_, err := tx.BankLineDecide(ctx, query.BankLineDecideParams{
		State: bankline.Matched, DecidedBy: actorID, DecidedAt: clock.MillisOf(at), ID: l.ID, Was: bankline.Open,
	})
	return err
}
