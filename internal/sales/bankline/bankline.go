// Package bankline stores the lines of bank statements, and the orders and payments that they are matched with. Package
// bank reads statements and matches; lower packages change a line only through here.
package bankline

import (
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"strconv"

	"shanmen/internal/base/fault"
	"shanmen/internal/platform/db"
	"shanmen/internal/platform/db/query"
)

// The states of a line.
const (
	Debit    = "debit"    // outgoing
	Known    = "known"    // in another statement already
	Open     = "open"     // needs a decision
	Matched  = "matched"  // matched to orders
	Ignored  = "ignored"  // needs no order
	Resolved = "resolved" // decided as late money
)

// The states of a match.
const (
	Proposed = "proposed" // likely an order's money
	Settled  = "settled"  // a payment was made from it
	Seen     = "seen"     // linked to a payment approved before
)

// WasUnseen marks a match with a payment that had been approved without a bank line.
const WasUnseen = "unseen"

// Turn blocks all other changes of lines and matches until the transaction ends. Take it before locking an order.
func Turn(ctx context.Context, tx *db.Tx) error {
	if _, err := tx.BankTurn(ctx); err != nil {
		return fmt.Errorf("turn of the bank's lines: %w", err)
	}
	return nil
}

// Lock takes the Turn and reads a line, which nobody else changes until the transaction ends.
func Lock(ctx context.Context, tx *db.Tx, lineID string) (query.BankLine, error) {
	if err := Turn(ctx, tx); err != nil {
		return query.BankLine{}, err
	}
	l, err := tx.BankLineLock(ctx, lineID)
	if errors.Is(err, db.ErrNoRows) {
		return l, fault.NotFound()
	}
	return l, err
}

// Add adds lines, and returns the ids of those that were added: a line with the hash of a valid one is not.
func Add(ctx context.Context, tx *db.Tx, lines ...query.BankLine) (added map[string]bool, err error) {
	byID := make(map[string]query.BankLine, len(lines))
	for _, l := range lines {
		byID[l.ID] = l
	}
	all, err := json.Marshal(byID)
	if err != nil {
		return nil, fmt.Errorf("lines: %w", err)
	}
	ids, err := tx.BankLinesAdd(ctx, string(all))
	if err != nil {
		return nil, fmt.Errorf("add lines: %w", err)
	}
	added = make(map[string]bool, len(ids))
	for _, id := range ids {
		added[id] = true
	}
	return added, nil
}

// Propose adds the orders that lines probably pay.
func Propose(ctx context.Context, tx *db.Tx, proposals ...query.BankMatch) error {
	byKey := make(map[string]query.BankMatch, len(proposals))
	for i, p := range proposals {
		byKey[strconv.Itoa(i)] = p
	}
	all, err := json.Marshal(byKey)
	if err != nil {
		return fmt.Errorf("proposals: %w", err)
	}
	if err := tx.BankMatchesAdd(ctx, string(all)); err != nil {
		return fmt.Errorf("add proposals: %w", err)
	}
	return nil
}

// Decide stores the result of an open line. Refusal: "already-decided".
func Decide(ctx context.Context, tx *db.Tx, d query.BankLineDecideParams) error {
	d.Was = Open
	rows, err := tx.BankLineDecide(ctx, d)
	if err != nil {
		return fmt.Errorf("decide a line: %w", err)
	}
	if rows == 0 {
		return fault.Invalid("already-decided").With("who", "").With("when", "")
	}
	return nil
}

// Match links a line to one payment only.
func Match(ctx context.Context, tx *db.Tx, m query.BankMatchAddParams) error {
	if err := tx.BankMatchesForget(ctx, m.LineID); err != nil {
		return err
	}
	if err := tx.BankMatchAdd(ctx, m); err != nil {
		return fmt.Errorf("line of a payment: %w", err)
	}
	return nil
}

// Reopen reopens the line of a payment, for another decision. A line for several orders, or decided as late money,
// would lose a part of its money: "undo-overtaken".
func Reopen(ctx context.Context, tx *db.Tx, paymentID string) error {
	m, err := tx.BankMatchTo(ctx, paymentID)
	if errors.Is(err, db.ErrNoRows) {
		return nil
	}
	if err != nil {
		return fmt.Errorf("line of a payment: %w", err)
	}
	if m.LineState != Matched || m.Others > 0 {
		return fault.Invalid("undo-overtaken")
	}
	if err := tx.BankMatchAgain(ctx, query.BankMatchAgainParams{LineID: m.LineID, InvoiceID: m.InvoiceID}); err != nil {
		return err
	}
	_, err = tx.BankLineDecide(ctx, query.BankLineDecideParams{State: Open, ID: m.LineID, Was: Matched})
	return err
}
