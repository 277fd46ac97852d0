package officekit

import (
	"bytes"
	"context"
	"image"
	"image/color"
	"image/png"
	"math/rand/v2"
	"testing"
	"time"

	"shanmen/internal/base/clock"
	"shanmen/internal/base/money"
	"shanmen/internal/platform/db"
	"shanmen/internal/platform/db/query"
	"shanmen/internal/sales/bankline"
	"shanmen/internal/sales/invoice"
	"shanmen/internal/testkit"
)

// Receipt is a picture of random blocks: no two are similar. The same seed gives the same picture, and touch changes it
// a little, as a chat's compression does.
func Receipt(t *testing.T, seed uint64, touch uint8) testkit.File {
	t.Helper()
	r := rand.New(rand.NewPCG(seed, 7))
	img := image.NewGray(image.Rect(0, 0, 90, 80))
	for by := range 8 {
		for bx := range 9 {
			c := color.Gray{uint8(r.IntN(200) + 20)}
			for y := range 10 {
				for x := range 10 {
					img.SetGray(bx*10+x, by*10+y, c)
				}
			}
		}
	}
	img.SetGray(1, 1, color.Gray{img.GrayAt(1, 1).Y + touch})
	var b bytes.Buffer
	if err := png.Encode(&b, img); err != nil {
		t.Fatal(err)
	}
	return testkit.File{Name: "receipt.png", Data: b.Bytes()}
}

// Lamp is an order of the lamp for a family, under verification.
type Lamp struct {
	Payer, Mobile string // a new member, else the demonstration's
	Picture       testkit.File
	Says          int64         // cents; 0 is what is due
	Ago           time.Duration // when it was transferred
}

// Pay orders it and sends the picture.
func (l Lamp) Pay(t *testing.T, a *testkit.App) (v *invoice.View, paymentID string) {
	t.Helper()
	c := a.Member(t)
	if l.Payer != "" {
		c = a.NewMember(t, l.Payer, l.Mobile)
	}
	c.Fill(a.Item(t, "light-lamp", "family", "form", map[string]any{"people": []map[string]any{{"name": "Tan"}}})).Want(200)
	more := []any{"fileId", c.SendReceipt(l.Picture).FileID, "transactionDateTime", a.Clock.Now().Add(-l.Ago).Format(time.RFC3339)}
	if l.Says > 0 {
		more = append(more, "declaredAmount", l.Says)
	}
	v = c.OrderByPayNow(8800, more...).Order()
	return v, v.Payments[0].ID
}

// Statement is today's bank statement with one line, which likely pays the invoice.
func Statement(t *testing.T, a *testkit.App, invoiceID, class string, cents money.Cents) {
	t.Helper()
	now := a.Clock.Now()
	a.Write(t, func(ctx context.Context, tx *db.Tx) error {
		_, err := tx.BankStatementAdd(ctx, query.BankStatementAddParams{
			ID: "statement", Sha256: "x", State: "ready", Total: 1, FromAt: clock.MillisOf(now.Add(-time.Hour)), ThroughAt: clock.MillisOf(now), CreatedAt: clock.MillisOf(now),
		})
		if err != nil {
			return err
		}
		if _, err := bankline.Add(ctx, tx, query.BankLine{ID: "line", StatementID: "statement", State: "open", Class: class, BookedAt: clock.MillisOf(now), Amount: cents}); err != nil {
			return err
		}
		return tx.BankMatchAdd(ctx, query.BankMatchAddParams{LineID: "line", InvoiceID: invoiceID, State: "proposed", Amount: cents})
	})
}
