package invoice

import (
	"context"
	"fmt"

	"shanmen/internal/db"
	"shanmen/internal/db/query"
	"shanmen/internal/lookup"
)

// wordsOf is what the office finds an invoice by.
func wordsOf(v query.Invoice) lookup.Words {
	return lookup.Words{
		Numbers: []string{v.Number}, Names: []string{v.PayerName, v.PayerChinese},
		Mobiles: []string{v.PayerMobile}, Others: []string{v.PaymentReference},
	}
}

// Reword writes anew what a user's invoices are found by: after their payer's name or number was erased nobody
// finds them by it any more, and still by the invoice's own number.
func Reword(ctx context.Context, tx *db.Tx, userID string) error {
	all, err := tx.InvoicesOfUser(ctx, &userID)
	if err != nil {
		return fmt.Errorf("invoices of a user: %w", err)
	}
	for _, one := range all {
		v, err := tx.Invoice(ctx, one.ID)
		if err != nil {
			return fmt.Errorf("words of invoice: %w", err)
		}
		if err := lookup.Put(ctx, tx, lookup.Invoice, v.ID, v.CreatedAt, wordsOf(v)); err != nil {
			return err
		}
	}
	return nil
}
