package checkout_test

import (
	"bytes"
	"context"
	"image/png"
	"reflect"
	"strings"
	"testing"
	"time"

	"github.com/makiuchi-d/gozxing"
	"github.com/makiuchi-d/gozxing/qrcode"

	"shanmen/internal/base/money"
	"shanmen/internal/platform/db"
	"shanmen/internal/platform/db/query"
	"shanmen/internal/sales/cart"
	"shanmen/internal/sales/invoice"
	"shanmen/internal/sales/payment"
	"shanmen/internal/testkit"
	"shanmen/internal/testkit/paynowcode"
)

const when = "2026-11-21T11:58:03+08:00"

func cash(amount money.Cents) map[string]any {
	return map[string]any{"paymentAmount": amount, "currency": "SGD"}
}

func payNow(amount money.Cents, more ...any) map[string]any {
	m := map[string]any{"paymentAmount": amount, "currency": "SGD", "transactionDateTime": when}
	for i := 0; i+1 < len(more); i += 2 {
		m[more[i].(string)] = more[i+1]
	}
	return m
}

const (
	cashPath   = "/api/payment/new/cash"
	payNowPath = "/api/payment/new/pay-now"
	qrPath     = "/api/payment/pay-now/qr"
)

func wantChanged(t *testing.T, r *testkit.Response) {
	t.Helper()
	var f struct {
		Code string
		Type int
	}
	if r.Want(500).JSON(&f); f.Type != 44062 || f.Code != "cart-item-changed" {
		t.Fatalf("got %s", r.Body)
	}
}

func TestPayNowWithPicture(t *testing.T) {
	testkit.Each(t, func(t *testing.T, a *testkit.App) {
		c := a.Member(t)
		c.Locale = "zh"
		grand := a.Option(t, "light-lamp", "grand")
		left := a.Remaining(t, grand)
		c.Fill(
			a.Item(t, "light-lamp", "grand", "term", "yearly", "quantity", 2, "form", testkit.People("陈𠮷䶮", "㐂")),
			a.Item(t, "lamp-oil", "bottle"),
		).Want(200)
		before := c.Cart()
		fileID := c.SendReceipt(testkit.Screenshot(t)).FileID
		if v := c.Cart(); v.UploadID != fileID || len(v.Files) != 1 || v.Files[0].Width != 90 {
			t.Fatalf("the cart forgot the picture: %+v", v)
		}
		v := c.Post(payNowPath, payNow(before.SubTotal, "fileId", fileID, "declaredAmount", 100, "declaredPayer", " 陈𠮷\u200b祥 ")).Order()

		if v.Status != invoice.UnderVerification || v.SubTotal != 2*18800+1000 || v.Due != v.SubTotal || v.Paid != 0 || v.ExpiresAt != nil {
			t.Errorf("invoice: %+v", v)
		}
		if v.Number != "INV-2026-000001" || v.PaymentReference != before.PaymentReference || v.Locale != "zh" {
			t.Errorf("number %s, reference %s, locale %s", v.Number, v.PaymentReference, v.Locale)
		}
		if it := v.Items[0]; it.Quantity != 2 || it.Amount != 37600 || it.Term != "yearly" || string(it.Form) != `{"people":[{"chineseName":"陈𠮷䶮"},{"chineseName":"㐂"}]}` {
			t.Errorf("item: %+v", it)
		}
		p := v.Payments[0]
		if len(v.Payments) != 1 || p.Method != 2001 || p.Status != payment.Pending || p.Amount != v.SubTotal || *p.DeclaredAmount != 100 || p.DeclaredPayer != "陈𠮷祥" || p.TransactionDateTime != when || len(p.Images) != 1 {
			t.Errorf("payment: %+v", p)
		}
		if len(v.Timeline) != 1 || v.Timeline[0].By != invoice.ByMember || v.Timeline[0].Status != invoice.UnderVerification {
			t.Errorf("timeline: %+v", v.Timeline)
		}
		if got := a.Remaining(t, grand); got != left-2 {
			t.Errorf("stock %d, want %d", got, left-2)
		}
		c.Get("/api/cart/checkout").Want(404)
		if n := a.Count(t, "SELECT transaction_at FROM payments"); n != time.Date(2026, 11, 21, 3, 58, 3, 0, time.UTC).UnixMilli() {
			t.Errorf("transfer at %d", n)
		}
		var same invoice.View
		if c.Get("/api/invoice").Want(200).JSON(&same); same.ID != v.ID || same.Items[0].Title != v.Items[0].Title {
			t.Errorf("latest invoice: %+v", same)
		}
		mails := a.Mails(t)
		if len(mails) != 1 || !strings.Contains(mails[0].GetToString()[0], "member@temple.example") {
			t.Fatalf("%d mails", len(mails))
		}
		if text := testkit.MailText(t, mails[0]); !strings.Contains(text, "http://temple.example/zh/member/profile/invoices/"+v.ID) || !strings.Contains(text, "陈美玲") {
			t.Errorf("mail: %s", text)
		}

		t.Run("PictureIsPrivate", func(t *testing.T) {
			url := p.Images[0].URL
			r := c.Get(url).Want(200)
			if r.Header.Get("Content-Type") != "image/jpeg" || r.Header.Get("Cache-Control") != "private, no-store" {
				t.Errorf("headers %v", r.Header)
			}
			a.Guest().Get(url).Want(401)
			a.NewMember(t, "Nosy", "+6598880009").Get(url).Want(404)
			a.Staff(t, "treasurer").Get(url).Want(200)
			a.Staff(t, "ritual").Get(url).Want(404)
		})
		t.Run("OtherMembersSeeNothing", func(t *testing.T) {
			other := a.NewMember(t, "Other", "+6598880008")
			other.Get("/api/invoice?id=" + v.ID).Want(404)
			other.Get("/api/invoice").Want(404)
			a.Guest().Get("/api/invoice?id=" + v.ID).Want(401)
			var list invoice.List
			if other.Get("/api/invoice/list/member").Want(200).JSON(&list); list.Total != 0 || len(list.Items) != 0 {
				t.Errorf("list: %+v", list)
			}
			if c.Get("/api/invoice/list/member?year=2026&status=under-verification").Want(200).JSON(&list); list.Total != 1 || list.Items[0].ItemCount != 2 || list.Items[0].Number != v.Number {
				t.Errorf("list: %+v", list)
			}
			if c.Get("/api/invoice/list/member?year=2025").Want(200).JSON(&list); list.Total != 0 {
				t.Errorf("list: %+v", list)
			}
			c.Get("/api/invoice/list/member?status=nonsense").Want(400)
		})
	})
}

func TestCashOrdersWaitForTheCounter(t *testing.T) {
	testkit.Each(t, func(t *testing.T, a *testkit.App) {
		c := a.NewMember(t, "Ah Poh", "+6598880001") // has no e-mail address: gets an SMS
		c.Fill(a.Item(t, "lamp-oil", "bottle")).Want(200)
		texts := len(a.Texts(t))
		v := c.OrderInCash(1000).Order()
		if v.Status != invoice.AwaitingPayment || v.Payments[0].Method != 1 || !v.ExpiresAt.Equal(testkit.Start.AddDate(0, 0, 7)) {
			t.Errorf("invoice: %+v", v)
		}
		read := c.Order(v.ID)
		for i := range read.Items { // only the order's own page shows each item's progress
			read.Items[i].Steps = nil
		}
		if !reflect.DeepEqual(v, read) {
			t.Errorf("the answer is not what was written:\n%+v\n%+v", v, read)
		}
		if got := a.Texts(t); len(got) != texts+1 || got[texts].To != "+6598880001" || !strings.Contains(got[texts].Body, v.PaymentReference) || !strings.Contains(got[texts].Body, "/member/profile/invoices/"+v.ID) {
			t.Errorf("texts: %+v", got)
		}
		if got := decode(t, c.Get(v.CodeURL).Want(200).Body); got != v.PaymentReference {
			t.Errorf("the counter's code says %q", got)
		}
		a.Member(t).Get(v.CodeURL).Want(404)
	})
}

func decode(t *testing.T, picture []byte) string {
	t.Helper()
	img, err := png.Decode(bytes.NewReader(picture))
	if err != nil {
		t.Fatal(err)
	}
	bmp, err := gozxing.NewBinaryBitmapFromImage(img)
	if err != nil {
		t.Fatal(err)
	}
	// The detector for photographs misjudges the size of some codes that are exactly on the pixel grid.
	out, err := qrcode.NewQRCodeReader().Decode(bmp, map[gozxing.DecodeHintType]any{gozxing.DecodeHintType_PURE_BARCODE: true})
	if err != nil {
		t.Fatal(err)
	}
	return out.GetText()
}

// M23 of docs/reliability.md, and the guarantees of a hold.
func TestTheQRCodeHoldsPriceAndStock(t *testing.T) {
	testkit.Each(t, func(t *testing.T, a *testkit.App) {
		c := a.Member(t)
		whole := a.Option(t, "sangha-meal", "whole")
		a.SetRemaining(t, whole, 1)
		c.Post(qrPath, nil).Want(400) // nothing to pay
		c.Fill(a.Item(t, "sangha-meal", "whole", "form", testkit.People("陈"))).Want(200)
		v := c.Cart()
		var h cart.HoldView
		c.Post(qrPath, nil).Want(200).JSON(&h)
		if h.Amount != 38800 || h.Reference != v.PaymentReference || !h.HeldUntil.Equal(testkit.Start.Add(time.Hour)) || !h.QRExpiresAt.Equal(testkit.Start.Add(45*time.Minute)) {
			t.Errorf("hold: %+v", h)
		}
		if got := a.Remaining(t, whole); got != 0 {
			t.Errorf("stock %d while held", got)
		}

		t.Run("QRSaysAmountAndReference", func(t *testing.T) {
			r := c.Get(h.ImageURL).Want(200)
			if r.Header.Get("Content-Type") != "image/png" || r.Header.Get("Cache-Control") != "private, no-store" {
				t.Errorf("headers %v", r.Header)
			}
			text := decode(t, r.Body)
			code, err := paynowcode.Parse(text)
			if err != nil || text != h.Payload {
				t.Fatalf("%v: %s", err, text)
			}
			if code.UEN != "T08SS0001L" || code.Cents != 38800 || code.Editable || code.Currency != "702" || code.Reference != v.PaymentReference || !code.Expires.Equal(h.QRExpiresAt) {
				t.Errorf("code: %+v", code)
			}
			a.NewMember(t, "Nosy", "+6598880003").Get(h.ImageURL).Want(404)
			a.Guest().Get(h.ImageURL).Want(401)
			c.Get(qrPath + "/nothing.png").Want(404)
		})
		t.Run("ARepeatedCallReturnsTheSameCode", func(t *testing.T) {
			var again cart.HoldView
			if c.Post(qrPath, nil).Want(200).JSON(&again); again != h {
				t.Errorf("another hold: %+v", again)
			}
			if w := c.Cart(); w.Hold == nil || *w.Hold != h || w.Method != 2001 {
				t.Errorf("the cart lacks the hold: %+v", w)
			}
		})
		t.Run("ErrSoldOutForOthersBeforeTheyTransfer", func(t *testing.T) {
			other := a.NewMember(t, "Late", "+6598880004")
			if r := other.Fill(a.Item(t, "sangha-meal", "whole", "form", testkit.People("林"))).Want(400); r.FieldCodes()["items[0].optionId"] != "item-sold-out" {
				t.Errorf("got %s", r.Body)
			}
		})
		t.Run("PriceChangesAndClosingDoNotAffectTheHold", func(t *testing.T) {
			a.SetPrice(t, whole, 99900)
			a.Write(t, func(ctx context.Context, tx *db.Tx) error {
				return testkit.ShowOffering(ctx, tx, v.Items[0].OfferingID, false)
			})
			a.Clock.Advance(59 * time.Minute)
			c.Get(h.ImageURL).Want(404) // its code has expired, the hold has not
			if w := c.Cart(); w.Items[0].State != cart.StateOK || w.SubTotal != 38800 {
				t.Errorf("held item: %+v", w.Items[0])
			}
			inv := c.Post(payNowPath, payNow(38800)).Order()
			if inv.SubTotal != 38800 || inv.Status != invoice.AwaitingPayment || inv.ExpiresAt == nil {
				t.Errorf("invoice: %+v", inv)
			}
			if got := a.Remaining(t, whole); got != 0 || a.Count(t, "SELECT count(*) FROM holds") != 0 {
				t.Errorf("stock %d", got)
			}
		})
	})
}

func TestAHoldExpires(t *testing.T) {
	testkit.Each(t, func(t *testing.T, a *testkit.App) {
		c := a.Member(t)
		whole := a.Option(t, "sangha-meal", "whole")
		a.SetRemaining(t, whole, 5)
		hold := func(left int64) {
			t.Helper()
			c.Post(qrPath, nil).Want(200)
			if got := a.Remaining(t, whole); got != left {
				t.Fatalf("stock %d while held, want %d", got, left)
			}
		}
		free := func(why string) {
			t.Helper()
			if got := a.Remaining(t, whole); got != 5 || a.Count(t, "SELECT count(*) FROM holds") != 0 || a.Count(t, "SELECT count(*) FROM hold_items") != 0 {
				t.Fatalf("%s: stock %d", why, got)
			}
		}
		c.Fill(a.Item(t, "sangha-meal", "whole", "quantity", 3, "form", testkit.People("陈"))).Want(200)
		v := c.Cart()
		hold(2)
		c.Fill(a.Item(t, "sangha-meal", "whole", "quantity", 4, "id", v.Items[0].ID)).Want(200) // the stock it holds counts as available to itself
		free("changed")
		hold(1)
		c.Fill(a.Item(t, "lamp-oil", "bottle", "quantity", 0)).Want(400)
		if c.Cart().Hold == nil {
			t.Error("a refusal ended the hold")
		}
		c.Put("/api/cart/method", map[string]any{"method": 1}).Want(200)
		if w := c.Cart(); w.Hold == nil || w.Method != 1 {
			t.Errorf("choosing a method ended the hold: %+v", w)
		}
		a.Clock.Advance(time.Hour)
		a.MustSweep(t)
		free("its hour is over")
		hold(1)
		c.Put("/api/cart/remove/"+v.Items[0].ID, nil).Want(200)
		free("removed")
		c.Fill(a.Item(t, "sangha-meal", "whole", "form", testkit.People("陈"))).Want(200)
		hold(4)
		c.Post("/api/cart/cancel", nil).Want(200)
		free("cancelled")
	})
}

// M17, M18 of docs/reliability.md: an empty cart, or one whose owner's session has ended, cannot be paid for.
func TestM17M18EmptyCartsAndGuestsCannotPay(t *testing.T) {
	testkit.Each(t, func(t *testing.T, a *testkit.App) {
		c := a.Member(t)
		for _, step := range []func(){
			func() {},
			func() {
				c.Fill(a.Item(t, "lamp-oil", "bottle")).Want(200)
				c.Post("/api/cart/cancel", nil).Want(200)
			},
		} {
			step()
			for path, body := range map[string]map[string]any{cashPath: cash(0), payNowPath: payNow(1000)} {
				if r := c.Post(path, body).Want(400); r.Code() != "cart-empty" {
					t.Errorf("got %s", r.Body)
				}
			}
		}
		guest := a.Guest()
		guest.Fill(a.Item(t, "lamp-oil", "bottle")).Want(200)
		guest.OrderInCash(1000).Want(401)
		guest.Post(qrPath, nil).Want(401)
		guest.Upload("/api/upload/receipt", testkit.Screenshot(t)).Want(401)
		staff := a.Staff(t, "counter")
		staff.Fill(a.Item(t, "lamp-oil", "bottle")).Want(200)
		staff.OrderInCash(1000).Want(403)

		c.Fill(a.Item(t, "lamp-oil", "bottle")).Want(200)
		a.Write(t, func(ctx context.Context, tx *db.Tx) error {
			u, err := testkit.UserID(ctx, tx.Queries, "+6591234567")
			if err != nil {
				return err
			}
			return tx.EndSessionsOfUser(ctx, query.EndSessionsOfUserParams{UserID: &u})
		})
		c.OrderInCash(1000).Want(401)
		if n := a.Count(t, "SELECT count(*) FROM invoices"); n != 0 {
			t.Errorf("%d invoices", n)
		}
		if v := a.Member(t).Cart(); len(v.Items) != 1 {
			t.Errorf("the cart was lost: %+v", v)
		}

		// The office disables the account while its owner is about to pay, and enables it again.
		c = a.Member(t)
		active := func(is bool) {
			a.Write(t, func(ctx context.Context, tx *db.Tx) error {
				u, err := testkit.UserID(ctx, tx.Queries, "+6591234567")
				if err != nil {
					return err
				}
				return a.Accounts.SetActive(ctx, tx, u, is)
			})
		}
		active(false)
		c.OrderInCash(1000).Want(401)
		c.Post(payNowPath, payNow(1000)).Want(401)
		if n := a.Count(t, "SELECT count(*) FROM invoices"); n != 0 {
			t.Errorf("%d invoices of an account that is not in use", n)
		}
		active(true)
		if v := a.Member(t).Cart(); len(v.Items) != 1 {
			t.Errorf("the cart was lost: %+v", v)
		}
	})
}

// The button is pressed again, perhaps for the other method; for lost responses see M03.
func TestPayingTwiceWithOneKeyMakesOneOrder(t *testing.T) {
	testkit.Each(t, func(t *testing.T, a *testkit.App) {
		c := a.Member(t)
		c.Fill(a.Item(t, "lamp-oil", "bottle")).Want(200)
		fileID := c.SendReceipt(testkit.Screenshot(t)).FileID
		v := c.Post(payNowPath, payNow(1000, "fileId", fileID)).Order()
		for path, body := range map[string]map[string]any{
			payNowPath: payNow(1000, "fileId", fileID), cashPath: cash(1000),
		} {
			if w := c.Post(path, body).Order(); w.ID != v.ID || w.Status != v.Status {
				t.Errorf("another invoice: %+v", w)
			}
		}
		if r := a.Member(t).OrderInCash(1000).Want(400); r.Code() != "cart-empty" { // another browser has no session with that invoice
			t.Errorf("got %s", r.Body)
		}
		a.Clock.Advance(24*time.Hour - time.Minute)
		if n := a.Count(t, "SELECT count(*) FROM invoices"); n != 1 {
			t.Errorf("%d invoices", n)
		}
	})
}
