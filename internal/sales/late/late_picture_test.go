package late_test

import (
	"slices"
	"strconv"
	"strings"
	"testing"
	"time"

	"shanmen/internal/base/money"
	paymentdesk "shanmen/internal/office/desk"
	"shanmen/internal/sales/cart"
	"shanmen/internal/sales/invoice"
	"shanmen/internal/sales/late"
	"shanmen/internal/testkit"
)

// waiting is an order of one lamp that awaits its transfer.
func waiting(t *testing.T, a *testkit.App, c *testkit.Client) *invoice.View {
	t.Helper()
	c.Fill(grand(t, a)).Want(200)
	return orders(t, a, c, false)
}

// pictured sends a picture of a transfer for an order that already exists.
func pictured(t *testing.T, c *testkit.Client, v *invoice.View, picture testkit.File, at time.Time) *testkit.Response {
	t.Helper()
	return c.PayByTransfer(v.ID, grandCents, picture, "transactionDateTime", at.Format(time.RFC3339))
}

// keptLate is what a response or page says about a picture that came too late; "" when it says nothing.
func keptLate(t *testing.T, r *testkit.Response) string {
	t.Helper()
	body := string(r.Want(200).Body)
	if _, after, found := strings.Cut(body, `"lateTransfer":`); found {
		return after[:min(60, len(after))]
	}
	return ""
}

func lateOne(t *testing.T, desk *testkit.Client) (d late.Detail) {
	t.Helper()
	l := lateRows(t, desk)
	if len(l.Items) != 1 || l.Items[0].Kind != "transfer" {
		t.Fatalf("late: %+v", l.Items)
	}
	desk.Get("/api/admin/late/transfer/" + l.Items[0].ID).Want(200).JSON(&d)
	return d
}

// A payer who transferred in time and sends the picture after the order has ended is told that it is kept, and the
// treasurer finds it among the late money.
func TestAPictureAfterExpiryBecomesLateMoney(t *testing.T) {
	ends := map[string]func(t *testing.T, a *testkit.App, c *testkit.Client, v *invoice.View){
		"Expired": func(t *testing.T, a *testkit.App, _ *testkit.Client, v *invoice.View) {
			a.Clock.Advance(v.ExpiresAt.Add(time.Minute).Sub(a.Clock.Now()))
			a.MustSweep(t)
		},
		"ExpiredAndNotYetSwept": func(t *testing.T, a *testkit.App, _ *testkit.Client, v *invoice.View) {
			a.Clock.Advance(v.ExpiresAt.Add(time.Second).Sub(a.Clock.Now()))
		},
		"CancelledByTheMember": func(t *testing.T, a *testkit.App, c *testkit.Client, v *invoice.View) {
			a.Clock.Advance(time.Hour)
			c.Post("/api/invoice/"+v.ID+"/cancel", nil).Want(200)
		},
		"CancelledByTheOffice": func(t *testing.T, a *testkit.App, _ *testkit.Client, v *invoice.View) {
			a.Clock.Advance(time.Hour)
			a.Staff(t, "treasurer").Post("/api/admin/invoice/"+v.ID+"/cancel", map[string]any{"reason": "asked-by-devotee", "method": 2001}).Want(200)
		},
		"PaidByCash": func(t *testing.T, a *testkit.App, _ *testkit.Client, v *invoice.View) {
			a.Clock.Advance(time.Hour)
			a.Staff(t, "counter").TakeCash(v.ID, grandCents).Want(200)
		},
	}
	for name, end := range ends {
		t.Run(name, func(t *testing.T) {
			testkit.Each(t, func(t *testing.T, a *testkit.App) {
				c := a.Member(t)
				v := waiting(t, a, c)
				made := a.Clock.Now().Add(-time.Minute)
				end(t, a, c, v)
				c = a.Member(t)
				if r := pictured(t, c, v, testkit.Screenshot(t), made); keptLate(t, r) == "" {
					t.Errorf("the answer does not say that the picture is kept: %s", r.Body)
				}
				for _, page := range []string{"/transaction/status/_payload.json?id=" + v.ID, "/member/profile/invoices/" + v.ID + "/_payload.json"} {
					if keptLate(t, c.Get(page)) == "" {
						t.Errorf("%s does not say that the picture is kept", page)
					}
				}
				a.MustSweep(t)
				desk := a.Staff(t, "treasurer")
				d := lateOne(t, desk)
				if d.InvoiceID != v.ID || len(d.Pictures) != 1 || d.Amount != grandCents || d.TransferredAt == nil || !d.TransferredAt.Equal(made.Truncate(time.Second)) {
					t.Errorf("late: %+v", d)
				}
				desk.Get(d.Pictures[0].URL).Want(200)
				a.Clock.Advance(25 * time.Hour) // unreferenced pictures are deleted by then
				a.MustSweep(t)
				a.Staff(t, "treasurer").Get(d.Pictures[0].URL).Want(200)
			})
		})
	}
}

func TestLatePicturesCanBeDecidedInEachWay(t *testing.T) {
	late := func(t *testing.T, a *testkit.App) (*testkit.Client, *invoice.View, late.Detail) {
		t.Helper()
		v := expired(t, a)
		pictured(t, a.Member(t), v, testkit.Screenshot(t), a.Clock.Now().Add(-8*24*time.Hour)).Want(200)
		desk := a.Staff(t, "treasurer")
		return desk, v, lateOne(t, desk)
	}
	now := func(t *testing.T, a *testkit.App, v *invoice.View) (w invoice.View) {
		t.Helper()
		a.Member(t).Get("/api/invoice?id=" + v.ID).Want(200).JSON(&w)
		return w
	}
	t.Run("Reopened", func(t *testing.T) {
		testkit.Each(t, func(t *testing.T, a *testkit.App) {
			desk, v, d := late(t, a)
			decide(desk, "transfer", d.ID, map[string]any{"as": "reopen", "received": grandCents}).Want(200)
			w := now(t, a, v)
			if p := w.Payments[len(w.Payments)-1]; w.Status != invoice.Paid || len(p.Images) != 1 || w.LateTransfer != nil {
				t.Errorf("reopened: %+v", w)
			}
			line := told(t, a, "paid", v.ID, v.PaymentReference, grandCents)
			if code := decide(desk, "line", line, giveItBack).Want(400).Code(); code != "late-counted" {
				t.Errorf("the bank's line is used again: %s", code)
			}
			decide(desk, "line", line, map[string]any{"as": "counted"}).Want(200)
		})
	})
	t.Run("ReopenedIsNotUndone", func(t *testing.T) { // its receipt was sent at once, and its picture would be kept nowhere
		testkit.Each(t, func(t *testing.T, a *testkit.App) {
			desk, v, d := late(t, a)
			decide(desk, "transfer", d.ID, map[string]any{"as": "reopen", "received": grandCents}).Want(200)
			w := now(t, a, v)
			path := "/api/admin/payment/" + w.Payments[len(w.Payments)-1].ID
			var p paymentdesk.PaymentDetail
			if desk.Get(path).Want(200).JSON(&p); p.UndoUntil != nil {
				t.Errorf("an undo is offered until %v", p.UndoUntil)
			}
			if code := desk.Post(path+"/undo", nil).Want(400).Code(); code != "undo-too-late" {
				t.Errorf("undone: %s", code)
			}
			if w = now(t, a, v); w.Status != invoice.Paid || w.OfficialReceipt == nil {
				t.Errorf("reopened: %+v", w)
			}
		})
	})
	t.Run("Refunded", func(t *testing.T) {
		testkit.Each(t, func(t *testing.T, a *testkit.App) {
			desk, v, d := late(t, a)
			decide(desk, "transfer", d.ID, giveItBack).Want(200)
			if w := now(t, a, v); w.Status != invoice.Expired || len(w.Refunds) != 1 || w.LateTransfer != nil {
				t.Errorf("given back: %+v", w)
			}
			line := told(t, a, "expired", v.ID, v.PaymentReference, grandCents)
			if code := decide(desk, "line", line, giveItBack).Want(400).Code(); code != "late-counted" {
				t.Errorf("given back twice: %s", code)
			}
		})
	})
	t.Run("Donated", func(t *testing.T) {
		testkit.Each(t, func(t *testing.T, a *testkit.App) {
			desk, _, d := late(t, a)
			decide(desk, "transfer", d.ID, map[string]any{"as": "donation", "received": grandCents}).Want(200)
			if n := a.Count(t, "SELECT count(*) FROM invoices WHERE status = 'paid' AND user_id IS NOT NULL"); n != 1 {
				t.Errorf("%d donations", n)
			}
		})
	})
	t.Run("NotArrivedAndSentAgain", func(t *testing.T) {
		testkit.Each(t, func(t *testing.T, a *testkit.App) {
			desk, v, d := late(t, a)
			decide(desk, "transfer", d.ID, map[string]any{"as": "not-arrived"}).Want(200)
			if w := now(t, a, v); w.LateTransfer != nil {
				t.Errorf("decided, and the page still waits: %+v", w.LateTransfer)
			}
			pictured(t, a.Member(t), v, testkit.Screenshot(t), a.Clock.Now().Add(-time.Hour)).Want(200)
			if again := lateOne(t, desk); again.ID == d.ID {
				t.Error("the second picture is nowhere")
			}
		})
	})
	t.Run("TheBankLineArrivesLater", func(t *testing.T) {
		testkit.Each(t, func(t *testing.T, a *testkit.App) {
			desk, v, d := late(t, a)
			line := told(t, a, "expired", v.ID, v.PaymentReference, grandCents)
			again := lateOne(t, desk) // one row shows both
			if again.ID != d.ID || again.Bank == nil || again.Arrived == nil {
				t.Fatalf("with its line: %+v", again)
			}
			if code := decide(desk, "transfer", d.ID, map[string]any{"as": "not-arrived"}).Want(400).Code(); code != "transfer-arrived" {
				t.Errorf("not arrived: %s", code)
			}
			decide(desk, "transfer", d.ID, map[string]any{"as": "reopen"}).Want(200)
			if code := decide(desk, "line", line, giveItBack).Want(400).Code(); code != "already-decided" {
				t.Errorf("used twice: %s", code)
			}
			if w := now(t, a, v); w.Status != invoice.Paid || w.Paid != grandCents {
				t.Errorf("reopened: %+v", w)
			}
		})
	})
	t.Run("DecidedThroughItsBankLine", func(t *testing.T) {
		testkit.Each(t, func(t *testing.T, a *testkit.App) {
			desk, v, d := late(t, a)
			line := told(t, a, "expired", v.ID, v.PaymentReference, grandCents)
			decide(desk, "line", line, giveItBack).Want(200)
			if code := decide(desk, "transfer", d.ID, giveItBack).Want(400).Code(); code != "already-decided" {
				t.Errorf("given back twice: %s", code)
			}
		})
	})
}

// The bank line of an ended order is decided first, and the picture of that transfer arrives afterwards: its money is
// used already. Another line is another transfer.
func TestAPictureOfCountedMoneyIsRecognised(t *testing.T) {
	spend := map[string]map[string]any{"GivenBack": giveItBack, "Donated": {"as": "donation"}}
	for name, as := range spend {
		t.Run(name, func(t *testing.T) {
			testkit.Each(t, func(t *testing.T, a *testkit.App) {
				v := expired(t, a)
				desk := a.Staff(t, "treasurer")
				decide(desk, "line", told(t, a, "expired", v.ID, v.PaymentReference, grandCents), as).Want(200)
				pictured(t, a.Member(t), v, testkit.Screenshot(t), a.Clock.Now().Add(-time.Hour)).Want(200)
				d := lateOne(t, desk)
				if !slices.Equal(d.Decisions, []string{"counted", "not-arrived"}) || d.Bank == nil {
					t.Errorf("it can be used again: %v, line %v", d.Decisions, d.Bank)
				}
				for _, twice := range []string{"refund", "donation", "reopen"} {
					body := map[string]any{"as": twice, "received": grandCents, "method": 2001, "reason": "mistake"}
					if code := decide(desk, "transfer", d.ID, body).Want(400).Code(); code != "late-counted" {
						t.Errorf("%s: %s", twice, code)
					}
				}
				decide(desk, "transfer", d.ID, map[string]any{"as": "counted"}).Want(200)
				if l := lateRows(t, desk); len(l.Items) != 0 {
					t.Errorf("late: %+v", l.Items)
				}
				// The next picture is of another transfer: the first line already has its picture.
				pictured(t, a.Member(t), v, testkit.Screenshot(t), a.Clock.Now()).Want(200)
				d = lateOne(t, desk)
				if slices.Contains(d.Decisions, "counted") {
					t.Errorf("a second transfer: %v", d.Decisions)
				}
				if code := decide(desk, "transfer", d.ID, map[string]any{"as": "counted"}).Want(400).Code(); code != "invalid-fields" {
					t.Errorf("counted, and no line tells of it: %s", code)
				}
				told(t, a, "expired", v.ID, v.PaymentReference, grandCents)
				decide(desk, "transfer", d.ID, giveItBack).Want(200)
				if n := a.Count(t, "SELECT count(*) FROM refunds WHERE transfer_id <> '' AND line_id <> ''"); name == "GivenBack" && n != 2 {
					t.Errorf("%d refunds know their line and their picture", n)
				}
			})
		})
	}
}

// A member whose order ended sends the screenshot for it, orders again and sends it for the new order, which is approved:
// the money is used, and the late transfer and its bank line can only be counted.
func TestAPictureCountedForAnotherOrderIsRecognised(t *testing.T) {
	// again is an approved order paid with the picture of the late transfer of an ended one.
	again := func(t *testing.T, a *testkit.App, sameUpload bool) (desk *testkit.Client, ended *invoice.View, d late.Detail, paymentID string) {
		t.Helper()
		v, picture := expired(t, a), testkit.Screenshot(t)
		c := a.Member(t)
		pictured(t, c, v, picture, a.Clock.Now().Add(-8*24*time.Hour)).Want(200)
		c.Fill(grand(t, a)).Want(200)
		fileID := c.SendReceipt(picture).FileID
		if sameUpload {
			a.Exec(t, "UPDATE unclaimed_transfers SET upload_id = $1", fileID)
		}
		paymentID = c.OrderByPayNow(grandCents, "fileId", fileID).Order().Payments[0].ID
		desk = a.Staff(t, "treasurer")
		var p paymentdesk.PaymentDetail
		desk.Get("/api/admin/payment/" + paymentID).Want(200).JSON(&p)
		if len(p.Lookalikes) != 1 || !p.Lookalikes[0].Stops || p.Lookalikes[0].Status != "unclaimed" || p.Lookalikes[0].Kinds[0] != "file" {
			t.Errorf("the desk does not warn: %+v", p.Lookalikes)
		}
		desk.Approve(paymentID, "despite", "she ordered again").Want(200)
		return desk, v, lateOne(t, desk), paymentID
	}
	onlyCounted := func(t *testing.T, desk *testkit.Client, kind, id string) {
		t.Helper()
		var d late.Detail
		if desk.Get("/api/admin/late/" + kind + "/" + id).Want(200).JSON(&d); !slices.Equal(d.Decisions, []string{"counted"}) {
			t.Errorf("the %s can be used again: %v", kind, d.Decisions)
		}
		for _, twice := range []string{"refund", "donation", "reopen"} {
			body := map[string]any{"as": twice, "received": grandCents, "method": 2001, "reason": "mistake"}
			if code := decide(desk, kind, id, body).Want(400).Code(); code != "late-counted" {
				t.Errorf("%s: %s", twice, code)
			}
		}
		decide(desk, kind, id, map[string]any{"as": "counted"}).Want(200)
		if l := lateRows(t, desk); len(l.Items) != 0 {
			t.Errorf("late: %+v", l.Items)
		}
	}
	seen := func(t *testing.T, a *testkit.App, paymentID string) {
		t.Helper()
		if n := a.Count(t, "SELECT count(*) FROM payments p JOIN bank_matches m ON m.payment_id = p.id WHERE p.id = $1 AND p.unseen = 0", paymentID); n != 1 {
			t.Errorf("the payment has %d lines", n)
		}
	}
	for _, kind := range []string{"transfer", "line"} {
		t.Run("ItsLineByThe"+kind, func(t *testing.T) {
			testkit.Each(t, func(t *testing.T, a *testkit.App) {
				desk, v, d, paymentID := again(t, a, false)
				ids := map[string]string{"transfer": d.ID, "line": told(t, a, "expired", v.ID, v.PaymentReference, grandCents)}
				onlyCounted(t, desk, kind, ids[kind])
				seen(t, a, paymentID)
			})
		})
	}
	for name, sameUpload := range map[string]bool{"BeforeItsLine": false, "OneUpload": true} {
		t.Run(name, func(t *testing.T) {
			testkit.Each(t, func(t *testing.T, a *testkit.App) {
				desk, v, d, paymentID := again(t, a, sameUpload)
				onlyCounted(t, desk, "transfer", d.ID)
				onlyCounted(t, desk, "line", told(t, a, "expired", v.ID, v.PaymentReference, grandCents))
				seen(t, a, paymentID)
			})
		})
	}
	t.Run("ASecondTransfer", func(t *testing.T) { // a second line is other money
		testkit.Each(t, func(t *testing.T, a *testkit.App) {
			desk, v, d, paymentID := again(t, a, false)
			onlyCounted(t, desk, "line", told(t, a, "expired", v.ID, v.PaymentReference, grandCents))
			second := told(t, a, "expired", v.ID, v.PaymentReference, grandCents)
			decide(desk, "line", second, giveItBack).Want(200)
			if code := decide(desk, "transfer", d.ID, giveItBack).Want(400).Code(); code != "already-decided" {
				t.Errorf("the picture's money goes back: %s", code)
			}
			seen(t, a, paymentID)
		})
	})
}

// A cart's transfer was refunded, and its member orders the cart after all: the reviewer is warned that the picture may
// show that money.
func TestAPictureForARefundedOrderIsDoubted(t *testing.T) {
	cases := []struct {
		as     string
		byBank bool // it was on a bank statement
		doubt  bool
	}{{"refund", true, true}, {"refund", false, true}, {"donation", true, true}, {"donation", false, true}, {"not-arrived", false, false}}
	testkit.Each(t, func(t *testing.T, a *testkit.App) {
		for i, of := range cases {
			c := a.NewMember(t, "Tan Mei Ling", "+658111000"+strconv.Itoa(i))
			transferID, cartID := declared(t, a, c)
			if of.byBank {
				told(t, a, "cart", cartID, "K7Q4X9TM2P", grandCents)
			}
			desk := a.Staff(t, "treasurer")
			decide(desk, "transfer", transferID, map[string]any{"as": of.as, "method": 2001, "reason": "mistake", "received": grandCents}).Want(200)
			setLampPrice(t, a, grandCents)
			v := orders(t, a, c, true)
			var p paymentdesk.PaymentDetail
			desk.Get("/api/admin/payment/" + v.Payments[0].ID).Want(200).JSON(&p)
			if (p.Bank.State == "spent") != of.doubt {
				t.Errorf("%+v: %s", of, p.Bank.State)
			}
		}
	})
}

// One transfer is one row: sending its picture again, before or after the decision, adds nothing.
func TestTheSamePictureAfterExpiryIsKeptOnce(t *testing.T) {
	testkit.Each(t, func(t *testing.T, a *testkit.App) {
		v := expired(t, a)
		c, picture := a.Member(t), testkit.Screenshot(t)
		for i := range 3 {
			pictured(t, c, v, picture, a.Clock.Now().Add(time.Duration(i-8)*time.Hour)).Want(200)
		}
		desk := a.Staff(t, "treasurer")
		decide(desk, "transfer", lateOne(t, desk).ID, giveItBack).Want(200)
		if r := pictured(t, c, v, picture, a.Clock.Now().Add(-time.Hour)); keptLate(t, r) != "" {
			t.Error("money that went back is said to wait again")
		}
		if n := a.Count(t, "SELECT count(*) FROM unclaimed_transfers"); n != 1 {
			t.Errorf("%d transfers are kept", n)
		}
		a.Clock.Advance(25 * time.Hour)
		a.MustSweep(t)
		if n := a.Count(t, "SELECT count(*) FROM uploads"); n != 1 {
			t.Errorf("%d uploads are kept for one transfer", n)
		}
		stranger := a.NewMember(t, "Lim", "+6581110009")
		if code := pictured(t, stranger, v, testkit.Screenshot(t), a.Clock.Now().Add(-time.Hour)).Want(404).Code(); code == "" {
			t.Error("another's order")
		}
	})
}

// A transfer that was booked automatically from the statement is paid: the picture of that transfer is not late money.
func TestAPictureOfABankSettledOrderIsNotLateMoney(t *testing.T) {
	testkit.Each(t, func(t *testing.T, a *testkit.App) {
		v := waiting(t, a, a.Member(t))
		a.Clock.Advance(8 * 24 * time.Hour)
		a.MustSweep(t)
		desk := a.Staff(t, "treasurer")
		desk.Post("/api/admin/invoice/"+v.ID+"/reopen", map[string]any{"received": grandCents}).Want(200)
		if code := pictured(t, a.Member(t), v, testkit.Screenshot(t), a.Clock.Now().Add(-time.Hour)).Want(400).Code(); code != "invoice-not-payable" {
			t.Errorf("refused with %s", code)
		}
		if l := lateRows(t, desk); len(l.Items) != 0 {
			t.Errorf("late: %+v", l.Items)
		}
	})
}

// The clerk photographs the phone of a payer who comes too late, with or without an account.
func TestAPictureAtTheCounterAfterExpiryBecomesLateMoney(t *testing.T) {
	testkit.Each(t, func(t *testing.T, a *testkit.App) {
		walkIn := a.Staff(t, "counter").Post("/api/admin/walk-in", map[string]any{
			"locale": "en", "payer": map[string]any{"name": "Aunt Mei", "mobile": "91234567"}, "items": []any{grand(t, a)},
			"paymentAmount": grandCents, "method": money.PayNow,
		}).Order()
		member := waiting(t, a, a.Member(t))
		a.Clock.Advance(8 * 24 * time.Hour)
		a.MustSweep(t)
		counter, desk := a.Staff(t, "counter"), a.Staff(t, "treasurer")
		for _, id := range []string{walkIn.ID, member.ID} {
			if keptLate(t, counter.Upload("/api/admin/walk-in/"+id+"/picture", testkit.Screenshot(t))) == "" {
				t.Error("the clerk is not told that it is kept")
			}
		}
		l := lateRows(t, desk)
		if len(l.Items) != 2 {
			t.Fatalf("late: %+v", l.Items)
		}
		for _, row := range l.Items {
			var d late.Detail
			desk.Get("/api/admin/late/transfer/" + row.ID).Want(200).JSON(&d)
			if len(d.Pictures) != 1 || d.Payer == "" || row.Payer == "" {
				t.Errorf("late: %+v", d)
			}
			decide(desk, "transfer", row.ID, map[string]any{"as": "reopen", "received": row.Amount}).Want(200)
		}
		if n := a.Count(t, "SELECT count(*) FROM invoices v JOIN payments p ON p.invoice_id = v.id WHERE v.status = 'paid' AND p.status = 'approved' AND p.upload_id <> ''"); n != 2 {
			t.Errorf("%d orders are opened with their pictures", n)
		}
		if kept, err := a.Payments.ExportPictures(t.Context(), a.UserID(t, "counter")); err != nil || kept != nil {
			t.Errorf("the clerk's archive: %v %v", kept, err)
		}
	})
}

// A transfer was settled with its order, whose picture was then refused: after the order's expiry another picture of it is
// kept, because the money may be there.
func TestARefusedPictureIsKeptAfterExpiry(t *testing.T) {
	testkit.Each(t, func(t *testing.T, a *testkit.App) {
		c := a.Member(t)
		declared(t, a, c)
		at := a.Clock.Now().Add(-time.Hour) // as declared says
		setLampPrice(t, a, grandCents)
		c.Cart() // today's price
		v := orders(t, a, c, true)
		if n := len(lateRows(t, a.Staff(t, "treasurer")).Items); n != 0 {
			t.Fatalf("%d transfers wait, and the order has its picture", n)
		}
		a.Staff(t, "treasurer").Reject(a.PendingPayment(t, v.ID), "not-received").Want(200)
		a.Clock.Advance(8 * 24 * time.Hour)
		a.MustSweep(t)
		c = a.Member(t)
		if r := pictured(t, c, v, testkit.Screenshot(t), at); keptLate(t, r) == "" {
			t.Errorf("the answer does not say that the picture is kept: %s", r.Body)
		}
		if d := lateOne(t, a.Staff(t, "treasurer")); d.InvoiceID != v.ID || len(d.Pictures) != 1 {
			t.Errorf("late: %+v", d)
		}
	})
}

// A cart that was emptied, cancelled or expired is not an order, and its owner may have transferred money with its
// code.
func TestAPictureForACartThatIsGoneBecomesLateMoney(t *testing.T) {
	ends := map[string]func(t *testing.T, a *testkit.App, c *testkit.Client, v cart.View){
		"Emptied": func(t *testing.T, a *testkit.App, c *testkit.Client, v cart.View) {
			c.Do("PUT", "/api/cart/remove/"+v.Items[0].ID, nil).Want(200)
		},
		"GivenUp": func(t *testing.T, a *testkit.App, c *testkit.Client, _ cart.View) {
			c.Post("/api/cart/cancel", nil).Want(200)
		},
		"Ended": func(t *testing.T, a *testkit.App, _ *testkit.Client, _ cart.View) {
			a.Clock.Advance(31 * 24 * time.Hour)
			a.MustSweep(t)
		},
	}
	for name, end := range ends {
		t.Run(name, func(t *testing.T) {
			testkit.Each(t, func(t *testing.T, a *testkit.App) {
				c := a.Member(t)
				c.Fill(grand(t, a)).Want(200)
				c.Post("/api/payment/pay-now/qr", nil).Want(200)
				v := c.Cart()
				made := a.Clock.Now()
				end(t, a, c, v)
				c = a.Member(t)
				u := c.SendReceipt(testkit.Screenshot(t))
				for range 2 {
					if code := c.OrderByPayNow(grandCents, "fileId", u.FileID, "transactionDateTime", made.Format(time.RFC3339)).Want(400).Code(); code != "transfer-kept" {
						t.Errorf("told %s", code)
					}
				}
				if page := string(c.Get("/cart/_payload.json").Want(200).Body); !strings.Contains(page, `"kept":{`) || !strings.Contains(page, v.PaymentReference) {
					t.Errorf("the page does not say that the picture is kept: %s", page)
				}
				desk := a.Staff(t, "treasurer")
				d := lateOne(t, desk)
				if d.For != "cart" || d.Reference != v.PaymentReference || len(d.Pictures) != 1 || d.Asked != grandCents {
					t.Errorf("late: %+v", d)
				}
				decide(desk, "transfer", d.ID, giveItBack).Want(200)
				if page := string(c.Get("/cart/_payload.json").Want(200).Body); strings.Contains(page, `"kept":{`) {
					t.Error("decided, and the page still waits")
				}
			})
		})
	}
}
