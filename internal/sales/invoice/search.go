package invoice

import (
	"context"
	"fmt"

	"shanmen/internal/platform/db"
	"shanmen/internal/platform/db/query"
	"shanmen/internal/platform/lookup"
)

// FindByReceipt makes an invoice searchable by the number of a new official receipt.
func FindByReceipt(ctx context.Context, tx *db.Tx, v query.Invoice, number string) error {
	return lookup.Add(ctx, tx, lookup.Invoice, v.ID, v.CreatedAt, lookup.Words{Numbers: []string{number}})
}

// wordsOf are the search words of a new invoice; reading is the office's pronunciation of its user's Chinese name, if
// set.
func wordsOf(v query.Invoice, reading string) lookup.Words {
	return lookup.Words{
		Numbers: []string{v.Number}, Names: []string{v.PayerName, v.PayerChinese, reading},
		Mobiles: []string{v.PayerMobile}, Others: []string{v.PaymentReference},
	}
}

// Reword rewrites the search words of a user's invoices: after the payer's name or number was erased they are found
// only by their own numbers. reading is as in wordsOf.
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
