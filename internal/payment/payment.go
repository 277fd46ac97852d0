// Package payment keeps the attempts to settle an invoice, the pictures of transfers that members
// send, and what the office decides about them.
package payment

import (
	"context"
	"errors"
	"fmt"
	"log/slog"
	"time"

	"shanmen/internal/clock"
	"shanmen/internal/db"
	"shanmen/internal/db/query"
	"shanmen/internal/document"
	"shanmen/internal/fault"
	"shanmen/internal/id"
	"shanmen/internal/locale"
	"shanmen/internal/media"
)

// The methods, with the numbers that API and column carry.
const (
	MethodCash   int64 = 1
	MethodPayNow int64 = 2001
)

// The statuses of a payment.
const (
	Pending  = "pending"
	Approved = "approved"
	Rejected = "rejected"
	Voided   = "voided"
)

// Service is what the office decides, what the counter takes, and the pictures that members send.
type Service struct {
	DB       *db.DB
	Clock    clock.Clock
	Files    media.Store
	Messages *locale.Messages
	Printer  *document.Printer
	Log      *slog.Logger
}

// New is an attempt to settle an invoice.
type New struct {
	InvoiceID      string
	First          bool // the invoice has just been made: there is no attempt before this one
	Method         int64
	Amount         int64     // cents due now
	DeclaredAmount *int64    // cents that the member says to have transferred
	TransactionAt  time.Time // zero: unknown
	TransactionRaw string    // as sent, with its zone
	UserID         string    // whose upload it is
	UploadID       string    // "" without a picture
}

// Open records an attempt; an invoice has at most one that is pending. A pending one of the same
// method is completed; one of another method is voided. The picture must be the member's and free:
// else "receipt-unknown", with no hint whether it exists.
func Open(ctx context.Context, tx *db.Tx, clk clock.Clock, n New) (paymentID string, err error) {
	now := clk.Now().UnixMilli()
	var at *int64
	if !n.TransactionAt.IsZero() {
		ms := n.TransactionAt.UnixMilli()
		at = &ms
	}
	var pending query.Payment
	there := false
	if !n.First {
		pending, err = tx.PaymentPending(ctx, n.InvoiceID)
		if there = err == nil; err != nil && !errors.Is(err, db.ErrNoRows) {
			return "", fmt.Errorf("pending payment: %w", err)
		}
	}
	if there && pending.Method == n.Method && pending.UploadID == "" {
		paymentID = pending.ID
		err = tx.PaymentDeclare(ctx, query.PaymentDeclareParams{
			Amount: n.Amount, DeclaredAmount: n.DeclaredAmount, TransactionAt: at, TransactionRaw: n.TransactionRaw,
			UploadID: n.UploadID, ID: paymentID,
		})
	} else {
		if there {
			if err := tx.PaymentVoid(ctx, query.PaymentVoidParams{Reason: ReasonReplaced, DecidedAt: now, ID: pending.ID}); err != nil {
				return "", fmt.Errorf("void payment: %w", err)
			}
		}
		paymentID = id.New()
		err = tx.PaymentAdd(ctx, query.PaymentAddParams{
			ID: paymentID, InvoiceID: n.InvoiceID, Method: n.Method, Amount: n.Amount, DeclaredAmount: n.DeclaredAmount,
			TransactionAt: at, TransactionRaw: n.TransactionRaw, UploadID: n.UploadID, CreatedAt: now,
		})
	}
	if err != nil {
		return "", fmt.Errorf("open payment: %w", err)
	}
	if n.UploadID == "" {
		return paymentID, nil
	}
	rows, err := tx.UploadClaim(ctx, query.UploadClaimParams{PaymentID: paymentID, ID: n.UploadID, UserID: n.UserID})
	if err == nil && rows == 0 {
		err = fault.Invalid("receipt-unknown")
	}
	return paymentID, err
}

// ReasonReplaced stands on a payment that another one took the place of.
const ReasonReplaced = "replaced"

// CheckUpload refuses pictures that are not the member's, or that a payment carries already, with
// "receipt-unknown".
func CheckUpload(ctx context.Context, r db.Reader, userID, uploadID string) error {
	_, err := r.UploadFree(ctx, query.UploadFreeParams{ID: uploadID, UserID: userID})
	if errors.Is(err, db.ErrNoRows) {
		return fault.Invalid("receipt-unknown")
	}
	return err
}
