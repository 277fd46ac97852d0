// Package bankline keeps the lines of bank statements, and the orders and payments that they are matched with. Package bank
// reads statements and compares; what lies below it changes a line only through here.
package bankline

import (
	"context"
	"errors"
	"fmt"

	"shanmen/internal/base/fault"
	"shanmen/internal/platform/db"
	"shanmen/internal/platform/db/query"
)

// The states of a line.
const (
	Debit    = "debit"    // it went out
	Known    = "known"    // another statement has told of it
	Open     = "open"     // it waits for a decision
	Matched  = "matched"  // it is the money of orders
	Ignored  = "ignored"  // it needs no order
	Resolved = "resolved" // it was decided among the late money
)

// The states of a match.
const (
	Proposed = "proposed" // a line is likely an order's
	Settled  = "settled"  // a payment was made of it
	Seen     = "seen"     // a payment that was approved before
)

// WasUnseen is what a match notes of a payment that had been approved without the bank's word.
const WasUnseen = "unseen"

// Turn makes everybody else who changes lines or matches wait until the transaction ends. It is taken before an order is
// locked.
func Turn(ctx context.Context, tx *db.Tx) error {
	if _, err := tx.BankTurn(ctx); err != nil {
		return fmt.Errorf("turn of the bank's lines: %w", err)
	}
	return nil
}

// Lock takes the Turn and reads a line: nobody else changes it until the transaction ends.
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

// Decide writes what became of an open line. Refusal: "already-decided".
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

// Match makes a line the money of one payment, and of nothing else.
func Match(ctx context.Context, tx *db.Tx, m query.BankMatchAddParams) error {
	if err := tx.BankMatchesForget(ctx, m.LineID); err != nil {
		return err
	}
	if err := tx.BankMatchAdd(ctx, m); err != nil {
		return fmt.Errorf("line of a payment: %w", err)
	}
	return nil
}

// Reopen lets the line wait again that is the money of a payment: whoever decides next may decide otherwise. A line that
// is for other orders too, or was decided among the late money, would lose a part of what came in: "undo-overtaken".
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
