package desk_test

import (
	"context"
	"fmt"
	"testing"
	"time"

	"shanmen/internal/base/clock"
	"shanmen/internal/base/money"
	paymentdesk "shanmen/internal/office/desk"
	"shanmen/internal/platform/db"
	"shanmen/internal/platform/db/query"
	"shanmen/internal/sales/bankline"
	"shanmen/internal/testkit"
	"shanmen/internal/testkit/officekit"
)

// booked is a statement line: days ago, cents, its state, and the payment it belongs to.
type booked struct {
	ago       int
	cents     money.Cents
	state     string
	paymentID string
}

// account imports a finished statement of an account, covering the days from so many ago to so many ago.
func account(t *testing.T, a *testkit.App, number string, from, through int, lines ...booked) {
	t.Helper()
	day := func(ago int) int64 {
		return a.Clock.Now().Truncate(24*time.Hour).AddDate(0, 0, -ago).Add(-8 * time.Hour).UnixMilli()
	}
	a.Write(t, func(ctx context.Context, tx *db.Tx) error {
		id := fmt.Sprintf("%s of %d to %d", number, from, through)
		_, err := tx.BankStatementAdd(ctx, query.BankStatementAddParams{
			ID: id, Sha256: id, State: "ready", Bank: "DBS", Account: number, FromAt: clock.Millis(day(from)), ThroughAt: clock.Millis(day(through - 1)), CreatedAt: clock.MillisOf(a.Clock.Now()),
		})
		if err != nil {
			return err
		}
		for i, l := range lines {
			lineID := fmt.Sprintf("%s line %d", id, i)
			_, err := bankline.Add(ctx, tx, query.BankLine{
				ID: lineID, StatementID: id, Position: int64(i), Hash: lineID, State: l.state, Class: "none", BookedAt: clock.Millis(day(l.ago)), Amount: l.cents,
			})
			if err != nil {
				return err
			}
			if l.paymentID == "" {
				continue
			}
			p, err := tx.Payment(ctx, l.paymentID)
			if err != nil {
				return err
			}
			if err := tx.BankMatchAdd(ctx, query.BankMatchAddParams{LineID: lineID, InvoiceID: p.InvoiceID, State: "seen", Amount: l.cents, PaymentID: p.ID}); err != nil {
				return err
			}
		}
		return nil
	})
}

// Another account of the temple's, an overlapping file and a day without a file make no difference.
func TestBankFiguresCompareByAccountAndCoveredDays(t *testing.T) {
	testkit.Each(t, func(t *testing.T, a *testkit.App) {
		desk := a.Staff(t, "treasurer")
		var ids []string
		for i := range 2 {
			_, id := officekit.Lamp{Picture: officekit.Receipt(t, uint64(i), 0), Ago: time.Hour}.Pay(t, a)
			desk.Approve(id).Want(200)
			ids = append(ids, id)
		}
		a.Clock.Advance(24 * time.Hour)
		desk = a.Staff(t, "treasurer")
		account(t, a, "111-1111111", 2, 1, booked{1, 8800, "matched", ids[0]}, booked{1, 500, "open", ""}, booked{1, -300, "debit", ""})
		account(t, a, "1111111111", 1, 0, booked{1, 8800, "known", ""}, booked{1, 500, "known", ""}, booked{0, 700, "ignored", ""})
		account(t, a, "111-1111111", 9, 8, booked{9, 4_000_00, "matched", ""})
		account(t, a, "222-2222222", 3, 0, booked{2, 9_000_00, "open", ""})
		var got paymentdesk.Figures
		desk.Get("/api/admin/payment/figures").Want(200).JSON(&got)
		said := map[string]string{}
		for _, s := range got.Statements {
			said[s.Account] = fmt.Sprintf("%d days: %d %d, %d %d, %d", int(s.Through.Sub(s.From).Hours()/24), s.Credits.Count, s.Credits.Sum, s.Approved.Count, s.Approved.Sum, s.Difference)
		}
		want := map[string]string{
			"1111111111":  "3 days: 3 10000, 2 17600, -7600", // the second transfer is in no line: it should have arrived by now
			"222-2222222": "4 days: 1 900000, 0 0, 900000",
		}
		if len(got.Statements) != 2 || said["222-2222222"] != want["222-2222222"] || said["1111111111"]+said["111-1111111"] != want["1111111111"] {
			t.Errorf("%v, want %v", said, want)
		}
	})
}
