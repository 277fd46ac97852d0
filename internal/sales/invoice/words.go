package invoice

import (
	"context"
	"fmt"

	"shanmen/internal/platform/db"
	"shanmen/internal/platform/db/query"
	"shanmen/internal/platform/lookup"
)

// FindByReceipt lets the office find an invoice by the number of an official receipt that it got.
func FindByReceipt(ctx context.Context, tx *db.Tx, v query.Invoice, number string) error {
	return lookup.Add(ctx, tx, lookup.Invoice, v.ID, v.CreatedAt, lookup.Words{Numbers: []string{number}})
}

// wordsOf is what the office finds a new invoice by; reading is how its user's Chinese name is read, where the office has
// said so.
func wordsOf(v query.Invoice, reading string) lookup.Words {
	return lookup.Words{
		Numbers: []string{v.Number}, Names: []string{v.PayerName, v.PayerChinese, reading},
		Mobiles: []string{v.PayerMobile}, Others: []string{v.PaymentReference},
	}
}

// Reword writes anew what a user's invoices are found by: after their payer's name or number was erased nobody
// finds them by it any more, and still by the numbers of the invoice and its receipts. reading is as wordsOf has it.
func Reword(ctx context.Context, tx *db.Tx, userID, reading string) error {
	all, err := tx.InvoicesOfUser(ctx, &userID)
	if err != nil {
		return fmt.Errorf("invoices of a user: %w", err)
	}
	for _, one := range all {
		v, err := tx.Invoice(ctx, one.ID)
		if err != nil {
			return fmt.Errorf("words of invoice: %w", err)
		}
		words := wordsOf(v, reading)
		receipts, err := tx.ReceiptsOfInvoice(ctx, v.ID)
		if err != nil {
			return fmt.Errorf("words of invoice: %w", err)
		}
		for _, o := range receipts {
			words.Numbers = append(words.Numbers, o.Number)
		}
		if err := lookup.Put(ctx, tx, lookup.Invoice, v.ID, v.CreatedAt, words); err != nil {
			return err
		}
	}
	return nil
}
