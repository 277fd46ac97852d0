package payment_test

import (
	"context"
	"strings"
	"testing"
	"time"

	"shanmen/internal/base/money"
	counterdesk "shanmen/internal/office/counter"
	"shanmen/internal/platform/db"
	"shanmen/internal/sales/invoice"
	"shanmen/internal/sales/payment"
	"shanmen/internal/testkit"
)

// A receipt shows how much of the money the temple kept: a partial refund is on every document, with its day.
func TestAReceiptShowsRefundsWithDates(t *testing.T) {
	t.Parallel()
	testkit.Each(t, func(t *testing.T, a *testkit.App) {
		c, counter := a.Member(t), a.Staff(t, "counter")
		v := paidInCash(t, a, c)
		path := "/api/admin/invoice/" + v.ID + "/paper"
		var slip counterdesk.ReceiptPaper
		counter.Get(path).Want(200).JSON(&slip)
		if len(slip.Backs) != 0 {
			t.Errorf("nothing went back: %+v", slip.Backs)
		}
		a.Write(t, func(ctx context.Context, tx *db.Tx) error { // late money is not part of the receipt
			row, err := tx.Invoice(ctx, v.ID)
			if err != nil {
				return err
			}
			_, err = a.Payments.GiveTransferBack(ctx, tx, payment.Return{LineID: "a line", Order: &row,
				Refund: payment.Refund{Method: money.PayNow, Amount: 700, Reason: "paid-twice", ActorID: a.UserID(t, "treasurer")}})
			return err
		})
		a.Clock.Set(time.Date(2026, 11, 24, 10, 0, 0, 0, time.UTC))
		counter = a.Staff(t, "treasurer")
		c = a.Member(t)
		counter.Refund(v.ID, money.PayNow, 3000, "mistake").Want(200)
		counter.Get(path).Want(200).JSON(&slip)
		if len(slip.Backs) != 1 || slip.Backs[0].Amount != 3000 || !slip.Backs[0].At.Equal(a.Clock.Now()) || slip.Received != lampCents {
			t.Errorf("the slip: %+v of %d", slip.Backs, slip.Received)
		}
		for language, words := range map[string][]string{
			"en": {"Refunded on 24 Nov 2026", "Kept by the temple"}, "zh": {"2026年11月24日退还", "实际留存"},
			"both": {"Refunded on 24 Nov 2026", "2026年11月24日退还", "Kept by the temple 实际留存"},
		} {
			for _, paper := range []string{invoice.ReceiptURL(v.ID) + "?language=" + language, "/api/invoice/" + v.ID + "/invoice.pdf?language=" + language} {
				text := testkit.PDFText(t, c.Get(paper).Want(200).Body)
				for _, want := range append(words, money.Format(-3000), money.Format(lampCents-3000)) {
					if !strings.Contains(text, want) {
						t.Errorf("%s lacks %q: %s", paper, want, text)
					}
				}
				if strings.Contains(text, money.Format(-700)) {
					t.Errorf("%s: the late transfer was no part of it", paper)
				}
			}
		}
	})
}
