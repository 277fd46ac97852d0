package payment

import (
	"context"

	"shanmen/internal/db"
	"shanmen/internal/db/query"
	"shanmen/internal/fault"
	"shanmen/internal/outbox"
)

// The letters about a payment, each known by the payment's id: those of its decision go to the payer by mail
// or text; the receipt once more, to the payer or to an address that was given at the counter.
const (
	letterReceipt  = "official-receipt:"
	letterPartly   = "payment-partly:"
	letterRejected = "payment-rejected:"
	letterAgain    = "receipt-again:"
	letterCopy     = "receipt-copy:"
)

// withdrawn takes all letters about a payment back; told means that one had left already. Their keys are
// free then, for the payment may be settled once more. Whatever undoes a payment or its receipt calls it.
func withdrawn(ctx context.Context, tx *db.Tx, paymentID string) (told bool, err error) {
	keys := []string{letterCopy + paymentID}
	for _, letter := range []string{letterReceipt, letterPartly, letterRejected, letterAgain} {
		for _, kind := range []string{outbox.KindMail, outbox.KindSMS} {
			keys = append(keys, letter+paymentID+":"+kind)
		}
	}
	for _, key := range keys {
		left, err := anew(ctx, tx, key)
		if err != nil {
			return false, err
		}
		told = told || left
	}
	return told, nil
}

// anew makes room for another letter of a key; left means that one had left already.
func anew(ctx context.Context, tx *db.Tx, key string) (left bool, err error) {
	if _, err := outbox.Withdraw(ctx, tx, key); err != nil {
		return false, err
	}
	return outbox.Release(ctx, tx, key)
}

// followed refuses to take a payment back that another has followed: a picture or money that came in since has
// built on it. What was undone itself has not, such as cash to which this payment had given way, nor has cash that is
// only announced: whoever takes the payment back voids it.
func followed(ctx context.Context, tx *db.Tx, p query.Payment) error {
	all, err := tx.InvoicePayments(ctx, p.InvoiceID)
	if err != nil {
		return err
	}
	later := false
	for _, o := range all {
		announced := o.Status == Pending && o.Method == MethodCash
		if later && o.Status != Voided && !announced {
			return fault.Invalid("undo-overtaken")
		}
		later = later || o.ID == p.ID
	}
	return nil
}
