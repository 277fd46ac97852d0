// Package payment stores payments of invoices, the pictures of transfers that members send, and the office's decisions
// about them.
//
// A payment is approved (review.go) in one transaction: lock invoice and payment, decide, number the official receipt,
// write the audit entry, queue the mail for 30 seconds later. Within this time the decision can be undone; the receipt
// then keeps its number, voided, and its mail is withdrawn (reverse.go). Two treasurers who decide at once are ordered
// by the row's lock, and the second is refused.
//
// Refunds (refund.go) lock the invoice, add up what came in and went back, and refuse more than there is. A full refund
// voids the receipt and runs OnUnpaid, which ends subscriptions; stock goes back, except that of a subscription, which
// the sweep frees. Cancelling (cancel.go) takes the same lock as the counter, an upload and the sweep.
//
// Pictures are compared by four bands of their hash (alike.go): two pictures that differ in at most three bits share a
// band, and an index finds it.
package payment

import (
	"context"
	"errors"
	"fmt"
	"log/slog"
	"time"

	"shanmen/internal/base/clock"
	"shanmen/internal/base/fault"
	"shanmen/internal/base/id"
	"shanmen/internal/base/locale"
	"shanmen/internal/base/money"
	"shanmen/internal/people/account"
	"shanmen/internal/platform/db"
	"shanmen/internal/platform/db/query"
	"shanmen/internal/platform/document"
	"shanmen/internal/platform/media"
	"shanmen/internal/sales/cart"
)

// The statuses of a payment.
const (
	Pending  = "pending"
	Approved = "approved"
	Rejected = "rejected"
	Voided   = "voided"
)

// Service has the office's decisions, the counter's cash, and members' pictures.
type Service struct {
	DB       *db.DB
	Clock    clock.Clock
	Files    media.Store
	Pictures *media.Sanitizer
	Messages *locale.Messages
	Printer  *document.Printer
	Log      *slog.Logger

	Followers []Follower // called in this order
	// Tickets issues the links with which people without an account see an order.
	Tickets *account.Service
	Late    LateMoney
}

// Follower is a feature that reacts to an order's payment.
type Follower interface {
	// Paid runs in the transaction in which an invoice becomes paid.
	Paid(ctx context.Context, tx *db.Tx, invoiceID string) error
	// Unpaid runs in the transaction in which a payment is undone or refunded.
	Unpaid(ctx context.Context, tx *db.Tx, invoiceID string) error
}

// LateMoney stores money that no order waits for; implemented by the higher package late.
type LateMoney interface {
	// CloseSettled closes late money that a payment just booked has settled, in its transaction.
	CloseSettled(ctx context.Context, tx *db.Tx, b Booked) error
	// KeepPicture stores the picture of a transfer for a locked order that no longer waits for it. Refusal:
	// "invoice-not-payable".
	KeepPicture(ctx context.Context, tx *db.Tx, v query.Invoice, uploadID string) error
	// Waits is the undecided amount of a transfer or line, or not found.
	Waits(ctx context.Context, r db.Reader, kind, id string) (money.Cents, error)
	// Names lists the subjects that mean the same money: a declared transfer and its bank line.
	Names(ctx context.Context, r db.Reader, kind, id string) ([]string, error)
}

// Booked is a payment booked on its order.
type Booked struct {
	Invoice     query.Invoice
	Payment     query.Payment
	Received    money.Cents
	By, ActorID string // invoice.ByOffice, ByBank or ByProvider
}

// New is the input for a payment.
type New struct {
	InvoiceID      string
	First          bool // the invoice is new, so there is no earlier payment
	Method         money.Method
	Amount         money.Cents  // cents due now
	DeclaredAmount *money.Cents // cents as stated by the member
	TransactionAt  time.Time    // zero: unknown
	TransactionRaw string       // as sent, with its time zone
	UserID         string       // owner of the upload
	UploadID       string       // "" without a picture
	cart.Said
}

// Open inserts a payment; an invoice has at most one pending. A pending one of the same method is updated; one of
// another method is voided. The picture must be the member's and unused: otherwise "receipt-unknown", without revealing
// whether it exists. It returns the payment.
func Open(ctx context.Context, tx *db.Tx, clk clock.Clock, n New) (p query.Payment, err error) {
	now := clock.MillisOf(clk.Now())
	var at *clock.Millis
	if !n.TransactionAt.IsZero() {
		ms := clock.MillisOf(n.TransactionAt)
		at = &ms
	}
	there := false
	if !n.First {
		p, err = tx.PaymentPending(ctx, n.InvoiceID)
		if there = err == nil; err != nil && !errors.Is(err, db.ErrNoRows) {
			return p, fmt.Errorf("pending payment: %w", err)
		}
	}
	completes := there && p.Method == n.Method && p.UploadID == ""
	if there && !completes {
		if err := tx.PaymentVoid(ctx, query.PaymentVoidParams{Reason: ReasonReplaced, DecidedAt: now, ID: p.ID}); err != nil {
			return p, fmt.Errorf("void payment: %w", err)
		}
	}
	if !completes {
		p = query.Payment{ID: id.New(), InvoiceID: n.InvoiceID, Method: n.Method, Status: Pending, CreatedAt: now}
	}
	p.Amount, p.DeclaredAmount, p.TransactionAt, p.TransactionRaw, p.UploadID = n.Amount, n.DeclaredAmount, at, n.TransactionRaw, n.UploadID
	p.DeclaredPayer = n.DeclaredPayer
	if completes {
		err = tx.PaymentDeclare(ctx, query.PaymentDeclareParams{
			Amount: p.Amount, DeclaredAmount: p.DeclaredAmount, TransactionAt: p.TransactionAt, TransactionRaw: p.TransactionRaw,
			UploadID: p.UploadID, DeclaredPayer: p.DeclaredPayer, ID: p.ID,
		})
	} else {
		err = tx.PaymentAdd(ctx, query.PaymentAddParams{
			ID: p.ID, InvoiceID: p.InvoiceID, Method: p.Method, Status: p.Status, Amount: p.Amount, DeclaredAmount: p.DeclaredAmount,
			TransactionAt: p.TransactionAt, TransactionRaw: p.TransactionRaw, UploadID: p.UploadID, CreatedAt: p.CreatedAt, DeclaredPayer: p.DeclaredPayer,
		})
	}
	if err != nil {
		return p, fmt.Errorf("open payment: %w", err)
	}
	if n.UploadID == "" {
		return p, nil
	}
	rows, err := tx.UploadClaim(ctx, query.UploadClaimParams{PaymentID: p.ID, ID: n.UploadID, UserID: n.UserID})
	if err == nil && rows == 0 {
		err = fault.Invalid("receipt-unknown")
	}
	if err != nil {
		return p, err
	}
	return p, indexForDesk(ctx, tx, p)
}

// ReasonReplaced is the reason of a payment that another one replaced.
const ReasonReplaced = "replaced"

// CheckUpload refuses pictures of others or used by a payment with "receipt-unknown".
func CheckUpload(ctx context.Context, r db.Reader, userID, uploadID string) error {
	_, err := r.UploadFree(ctx, query.UploadFreeParams{ID: uploadID, UserID: userID})
	if errors.Is(err, db.ErrNoRows) {
		return fault.Invalid("receipt-unknown")
	}
	return err
}

// DeclaredOr is the declared amount in cents, or else the amount asked for.
func DeclaredOr(declared *money.Cents, asked money.Cents) money.Cents {
	if declared == nil {
		return asked
	}
	return *declared
}
