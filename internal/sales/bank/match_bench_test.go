package bank_test

import (
	"context"
	"fmt"
	"math/rand/v2"
	"strings"
	"testing"
	"time"

	"shanmen/internal/base/clock"
	"shanmen/internal/base/id"
	"shanmen/internal/base/money"
	"shanmen/internal/platform/db"
	"shanmen/internal/platform/db/query"
	"shanmen/internal/sales/bank"
	"shanmen/internal/sales/invoice"
	"shanmen/internal/testkit"
)

// crowd is many unpaid orders, with realistic names and amounts: few amounts, few families.
func crowd(n int, at time.Time) []bank.Target {
	families := strings.Fields("Tan Lim Lee Ng Ong Wong Goh Chua Chan Koh Teo Ang Yeo Tay Ho Low Toh Sim Chong Chia Fong Seah Wee Quek Heng")
	given := strings.Fields("Bee Leng Ah Kow Siew Hoon Mei Ling Kim Seng Hock Chuan Geok Choo Swee Lian Boon Keng Wei Ming Hui Min Jia Hao Xin Yi Soo Peng Eng Huat Poh Gek Lay Hwa Cheng Kiat")
	pick := rand.New(rand.NewPCG(1, 2))
	prices := []int64{5_00, 8_80, 10_00, 18_00, 28_00, 38_00, 48_00, 50_00, 68_00, 88_00, 100_00, 108_00, 128_00, 168_00, 188_00, 280_00, 300_00, 388_00, 500_00, 888_00}
	out := make([]bank.Target, n)
	for i := range out {
		made := at.Add(-time.Duration(pick.IntN(14*24)) * time.Hour)
		out[i] = bank.Target{
			ID: fmt.Sprintf("invoice-%d", i), Number: fmt.Sprintf("INV-2026-%06d", i+1), Reference: id.Reference(), Amount: money.Cents(prices[pick.IntN(len(prices))] * int64(1+pick.IntN(2))),
			Payer: families[pick.IntN(len(families))] + " " + given[pick.IntN(len(given))] + " " + given[pick.IntN(len(given))], CreatedAt: clock.MillisOf(made), UserID: fmt.Sprintf("user-%d", i*2/3),
		}
		if pick.IntN(2) == 0 {
			out[i].TransactionAt = made.Add(time.Minute).UnixMilli()
		}
	}
	return out
}

// incoming is a statement with the crowd's payments: most lines have the reference, often misspelt; some only name the
// payer; some belong to nobody.
func incoming(n int, orders []bank.Target, at time.Time) []bank.Credit {
	pick := rand.New(rand.NewPCG(3, 4))
	out := make([]bank.Credit, n)
	for i := range out {
		o := orders[i*len(orders)/n]
		l := bank.Credit{ID: fmt.Sprintf("line-%d", i), Booked: o.CreatedAt.Time().Add(time.Minute), HasTime: i%3 == 0, Amount: o.Amount, Payer: strings.ToUpper(o.Payer)}
		ref := o.Reference
		switch pick.IntN(10) {
		case 0:
			ref = strings.ToLower(ref[:4]) + " " + ref[4:]
		case 1:
			ref = ref[:3] + "?" + ref[4:]
		case 2:
			ref = "PayNow transfer"
		case 3:
			ref, l.Payer = "", ""
		case 4:
			ref, l.Amount = "", money.Cents(1_234_56+int64(i))
		}
		l.Reference = ref
		l.Description = "Incoming PayNow Ref 8362514 From: " + l.Payer + " OTHR " + ref
		out[i] = l
	}
	return out
}

// 10,000 lines against 100,000 open orders.
func BenchmarkMatch(b *testing.B) {
	orders := crowd(100_000, time.Date(2026, 11, 21, 4, 0, 0, 0, time.UTC))
	lines := incoming(10_000, orders, time.Date(2026, 11, 21, 4, 0, 0, 0, time.UTC))
	for b.Loop() {
		got := bank.Match(lines, orders)
		classes := map[string]int{}
		for _, v := range got {
			classes[v.Class]++
		}
		for class, n := range classes {
			b.ReportMetric(float64(n), class)
		}
	}
}

// The whole processing of a statement on a database: read, matched with 100,000 open orders, stored.
func BenchmarkMatchStatement(b *testing.B) {
	for _, engine := range []string{"sqlite", "postgres"} {
		b.Run(engine, func(b *testing.B) {
			a := testkit.New(b, engine)
			orders := crowd(100_000, a.Clock.Now())
			a.Write(b, func(ctx context.Context, tx *db.Tx) error {
				for _, o := range orders {
					err := tx.InvoiceAdd(ctx, query.InvoiceAddParams{
						ID: o.ID, Number: o.Number, Origin: invoice.FromCart, OriginID: o.ID, Status: invoice.AwaitingPayment, Locale: "en", SubTotal: o.Amount,
						PaymentReference: o.Reference, PayerName: o.Payer, CreatedAt: o.CreatedAt, UpdatedAt: o.CreatedAt,
					})
					if err != nil {
						return err
					}
				}
				return nil
			})
			c := a.Staff(b, "treasurer")
			for n := 0; b.Loop(); n++ {
				var rows []credit
				for _, l := range incoming(10_000, orders, a.Clock.Now()) {
					rows = append(rows, credit{l.Amount, l.Payer, l.Reference, l.Booked.AddDate(0, 0, -n)})
				}
				s := bring(b, a, c, rows...)
				if s.State != bank.Ready {
					b.Fatal(s.State)
				}
				b.ReportMetric(float64(s.Tallies.Certain.Count), "certain")
			}
		})
	}
}
