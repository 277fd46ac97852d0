package subscription_test

import (
	"context"
	"strings"
	"testing"
	"time"

	"shanmen/internal/base/locale"
	"shanmen/internal/base/lunar"
	"shanmen/internal/base/money"
	"shanmen/internal/offer/offering"
	"shanmen/internal/platform/db"
	"shanmen/internal/platform/db/query"
	"shanmen/internal/sales/invoice"
	"shanmen/internal/sales/subscription"
	"shanmen/internal/testkit"
)

const member, mobile = "member@temple.example", "+6591234567"

func setSetting(t *testing.T, a *testkit.App, key, value string) {
	t.Helper()
	a.Write(t, func(ctx context.Context, tx *db.Tx) error {
		return tx.PutSetting(ctx, query.PutSettingParams{Key: key, Value: value})
	})
}

// The whole life of a yearly lamp: invoice and reminders in time, paid, and the next year.
func TestAYearlyLampIsRenewed(t *testing.T) {
	testkit.Each(t, func(t *testing.T, a *testkit.App) {
		lamp := grandLamp(t, a, a.Member(t))
		grand := a.Option(t, "light-lamp", "grand")
		goTo(t, a, 2027, 10, 21)
		if s := detail(a.Member(t), lamp.ID).State; s != "running" {
			t.Errorf("31 days before the end it is %s", s)
		}
		if n := a.Count(t, "SELECT count(*) FROM invoices"); n != 1 {
			t.Fatalf("%d invoices 31 days before the end", n)
		}
		a.SetPrice(t, grand, 20000)
		a.Clock.Set(lunar.Day{Year: 2027, Month: 10, Day: 22}.Time(0, 1)) // midnight: the invoice is made, no message is sent at night
		a.MustSweep(t)
		a.MustSweep(t)
		d := detail(a.Member(t), lamp.ID)
		if d.Renewal == nil || d.Renewal.Amount != 20000 || d.Renewal.Status != invoice.AwaitingPayment || len(d.Terms) != 2 || d.State != "due" {
			t.Fatalf("30 days before the end: %+v", d)
		}
		if want := (lunar.Day{Year: 2027, Month: 12, Day: 6}).Time(0, 0).Add(-time.Millisecond); !d.Renewal.PayUntil.Equal(want) {
			t.Errorf("to be paid until %v", d.Renewal.PayUntil)
		}
		v := a.Member(t).Order(d.Renewal.InvoiceID)
		if len(v.Items) != 1 || v.Items[0].Term != "yearly" || v.Items[0].FormVersion != 1 || !strings.Contains(string(v.Items[0].Form), "陈大文") || v.Payer.ChineseName != "陈美玲" {
			t.Errorf("the invoice of the next term: %+v", v)
		}
		if n := a.Remaining(t, grand); n != 247 {
			t.Errorf("stock %d: whoever has a place keeps it", n)
		}
		if n := count(subjects(t, a, member), "renew"); n != 0 {
			t.Fatalf("%d reminders at midnight", n)
		}
		for _, at := range [][3]int{{2027, 10, 22}, {2027, 10, 30}, {2027, 11, 6}, {2027, 11, 13}, {2027, 11, 14}, {2027, 11, 14}, {2027, 11, 20}} {
			goTo(t, a, at[0], at[1], at[2])
			a.MustSweep(t)
		}
		if n := count(subjects(t, a, member), "please renew"); n != 3 {
			t.Errorf("%d reminders before the last day: 30, 15 and 7 days are three", n)
		}
		goTo(t, a, 2027, 11, 21)
		if n := count(subjects(t, a, member), "the term ends"); n != 1 {
			t.Errorf("%d reminders on the last day", n)
		}
		texts := 0
		for _, sms := range a.Texts(t) {
			if sms.To == mobile && strings.Contains(sms.Body, "/member/renewal?ticket=") {
				texts++
			}
		}
		if texts != 4 {
			t.Errorf("%d texts", texts)
		}
		goTo(t, a, 2027, 11, 25) // within the days of grace
		a.Staff(t, "counter").TakeCash(v.ID, 20000).Want(200)
		goTo(t, a, 2027, 12, 20)
		d = detail(a.Member(t), lamp.ID)
		if d.Status != subscription.Active || d.Renewal != nil || !d.EndsAt.Equal((lunar.Day{Year: 2028, Month: 11, Day: 21}).Time(0, 0)) || d.Terms[1].PaidAt == nil {
			t.Errorf("after it was paid: %+v", d)
		}
		if got := subjects(t, a, member); count(got, "renew")+count(got, "the term ends") != 4 {
			t.Errorf("reminders after it was paid: %v", got)
		}
	})
}

// A payer whose price changed is told both prices, by each channel and in each language; others are not.
func TestAReminderNamesBothPricesOfATermThatChanged(t *testing.T) {
	for name, c := range map[string]struct {
		locale locale.Locale
		price  money.Cents
		told   bool
	}{
		"dearer": {locale.EN, 20000, true}, "dearer in Chinese": {locale.ZH, 20000, true},
		"cheaper": {locale.EN, 15000, true}, "as before": {locale.EN, 18800, false},
	} {
		t.Run(name, func(t *testing.T) {
			testkit.Each(t, func(t *testing.T, a *testkit.App) {
				grandLamp(t, a, a.Member(t))
				a.Member(t).Post("/api/member/update/profile", map[string]any{"locale": c.locale}).Want(200)
				a.SetPrice(t, a.Option(t, "light-lamp", "grand"), c.price)
				goTo(t, a, 2027, 10, 22)
				goTo(t, a, 2027, 11, 21) // the last day has a message of its own
				letters := remindersTo(t, a)
				if len(letters) != 4 {
					t.Fatalf("%d letters: two mails and two texts", len(letters))
				}
				for _, body := range letters {
					if !strings.Contains(body, money.Format(c.price)) || strings.Contains(body, "{") {
						t.Errorf("what is to be paid: %s", body)
					}
					if named := strings.Contains(body, money.Format(18800)); c.told && !named || strings.Contains(body, "price") && !c.told {
						t.Errorf("%d cents: %s", c.price, body)
					}
				}
			})
		})
	}
}

// remindersTo are the bodies of all e-mails and SMS with a renewal link.
func remindersTo(t *testing.T, a *testkit.App) (out []string) {
	t.Helper()
	for _, m := range a.Mails(t) {
		if body := testkit.MailText(t, m); strings.Contains(body, "/member/renewal?ticket=") {
			out = append(out, body)
		}
	}
	for _, sms := range a.Texts(t) {
		if strings.Contains(sms.Body, "/member/renewal?ticket=") {
			out = append(out, sms.Body)
		}
	}
	return out
}

func TestAMonthlyTermIsRenewedAWeekBefore(t *testing.T) {
	testkit.Each(t, func(t *testing.T, a *testkit.App) {
		c := a.Member(t)
		flowers := bought(t, a, c, 6800, a.Item(t, "incense", "monthly-flowers", "term", "monthly", "form", testkit.People("陈大文")))
		goTo(t, a, 2026, 12, 13)
		c = a.Member(t)
		if d := detail(c, flowers.ID); d.Renewal != nil || d.InvoiceAt == nil || !d.InvoiceAt.Equal(lunar.Day{Year: 2026, Month: 12, Day: 14}.Time(0, 0)) {
			t.Fatalf("eight days before: %+v", d.View)
		}
		goTo(t, a, 2026, 12, 14)
		goTo(t, a, 2026, 12, 15)
		c = a.Member(t)
		d := detail(c, flowers.ID)
		if d.Renewal == nil || d.Renewal.Amount != 6800 {
			t.Fatalf("seven days before: %+v", d.View)
		}
		if n := count(subjects(t, a, member), "please renew"); n != 1 { // those of 30 and 15 days come before the invoice
			t.Errorf("%d reminders", n)
		}
		a.Staff(t, "counter").TakeCash(d.Renewal.InvoiceID, 6800).Want(200)
		goTo(t, a, 2026, 12, 21)
		c = a.Member(t)
		if d = detail(c, flowers.ID); !d.EndsAt.Equal(lunar.Day{Year: 2027, Month: 1, Day: 21}.Time(0, 0)) || len(d.Terms) != 2 {
			t.Errorf("paid: %+v", d)
		}
		if got := subjects(t, a, member); count(got, "the term ends") != 0 {
			t.Errorf("reminded of what is paid: %v", got)
		}
	})
}

func TestAnUnpaidSubscriptionCompletesAfterTheDaysOfGrace(t *testing.T) {
	testkit.Each(t, func(t *testing.T, a *testkit.App) {
		lamp := grandLamp(t, a, a.Member(t))
		grand := a.Option(t, "light-lamp", "grand")
		goTo(t, a, 2027, 10, 22)
		goTo(t, a, 2027, 12, 5) // the fourteenth day, until its end
		d := detail(a.Member(t), lamp.ID)
		if d.Status != subscription.Active || !d.CanRenew || d.State != "late" || d.Renewal.Status != invoice.AwaitingPayment || a.Remaining(t, grand) != 247 {
			t.Fatalf("on the last day of grace: %+v", d.View)
		}
		goTo(t, a, 2027, 12, 6)
		a.MustSweep(t)
		d = detail(a.Member(t), lamp.ID)
		if d.Status != subscription.Completed || d.State != "over" || d.EndedBy != "system" || d.Renewal.Status != invoice.Expired || a.Remaining(t, grand) != 248 {
			t.Errorf("after the last day of grace: %+v, stock %d", d.View, a.Remaining(t, grand))
		}
		if n := count(subjects(t, a, member), "has come to its end"); n != 1 {
			t.Errorf("%d mails tell that it has ended", n)
		}
		// The counter may still take the money: it starts a new subscription, with its own position.
		a.Staff(t, "counter").TakeCash(d.Renewal.InvoiceID, 18800).Want(200)
		list := listed(a.Member(t))
		if len(list) != 2 || list[0].Status != subscription.Active || list[0].ID == lamp.ID ||
			list[1].Status != subscription.Completed || a.Remaining(t, grand) != 247 {
			t.Errorf("paid after the end: %+v", list)
		}
		if want := (lunar.Day{Year: 2028, Month: 12, Day: 6}).Time(0, 0); !list[0].EndsAt.Equal(want) {
			t.Errorf("the new one ends %v", list[0].EndsAt)
		}
	})
}

func TestASubscriptionWithAPaymentUnderReviewIsNotCompleted(t *testing.T) {
	testkit.Each(t, func(t *testing.T, a *testkit.App) {
		lamp := familyLamp(t, a, a.Member(t))
		goTo(t, a, 2027, 12, 5)
		c := a.Member(t)
		d := detail(c, lamp.ID)
		paymentID := transfer(t, c, d.Renewal.InvoiceID, 8800)
		if r := c.Post("/api/subscription/"+lamp.ID+"/cancel", nil); r.Status != 400 || r.Code() != "renewal-in-office" {
			t.Errorf("cancelled with a payment in the office: %d %s", r.Status, r.Body)
		}
		goTo(t, a, 2027, 12, 20)
		if d = detail(a.Member(t), lamp.ID); d.Status != subscription.Active || d.CanCancel || d.State != "checking" {
			t.Errorf("under verification: %+v", d.View)
		}
		a.Staff(t, "treasurer").Reject(paymentID, "unreadable").Want(200)
		goTo(t, a, 2027, 12, 22) // rejected invoices have their seven days
		if d = detail(a.Member(t), lamp.ID); d.Renewal.Status != invoice.Rejected || d.State != "rejected" || d.Status != subscription.Active {
			t.Errorf("rejected: %+v", d.View)
		}
	})
}

// An early rejection of a picture leaves the member the whole time until the grace period ends.
func TestARejectedRenewalKeepsItsDays(t *testing.T) {
	testkit.Each(t, func(t *testing.T, a *testkit.App) {
		lamp := familyLamp(t, a, a.Member(t))
		goTo(t, a, 2027, 10, 22)
		c := a.Member(t)
		d := detail(c, lamp.ID)
		paymentID := transfer(t, c, d.Renewal.InvoiceID, 8800)
		a.Staff(t, "treasurer").Reject(paymentID, "unreadable").Want(200)
		if v := c.Order(d.Renewal.InvoiceID); v.Status != invoice.Rejected || v.ExpiresAt == nil || !v.ExpiresAt.Equal(*d.PayUntil) {
			t.Errorf("expires %v, want %v", v.ExpiresAt, d.PayUntil)
		}
	})
}

func TestAWithdrawnOfferingsSubscriptionEndsAfterADay(t *testing.T) {
	testkit.Each(t, func(t *testing.T, a *testkit.App) {
		lamp := familyLamp(t, a, a.Member(t))
		option := a.Option(t, "light-lamp", "family")
		withdraw(t, a, option, false)
		goTo(t, a, 2027, 10, 21)
		goTo(t, a, 2027, 10, 22)
		if d := detail(a.Member(t), lamp.ID); d.Status != subscription.Active || d.Renewal != nil || d.CanRenew {
			t.Fatalf("withdrawn within the hour: %+v", d.View)
		}
		withdraw(t, a, option, true) // it was a mistake
		goTo(t, a, 2027, 10, 23)
		d := detail(a.Member(t), lamp.ID)
		if d.Status != subscription.Active || d.Renewal == nil {
			t.Fatalf("offered again: %+v", d.View)
		}
		withdraw(t, a, option, false)
		goTo(t, a, 2027, 10, 24)
		goTo(t, a, 2027, 10, 25)
		goTo(t, a, 2027, 10, 26)
		d = detail(a.Member(t), lamp.ID)
		if d.Status != subscription.Completed || d.Renewal.Status != invoice.Expired || !d.EndsAt.Equal(lunar.Day{Year: 2027, Month: 11, Day: 21}.Time(0, 0)) {
			t.Errorf("withdrawn for good: %+v", d.View)
		}
		if n := count(subjects(t, a, member), "no longer offered"); n != 1 {
			t.Errorf("%d mails tell of it", n)
		}
	})
}

func TestACancelledSubscriptionRunsToTheEndOfItsTerm(t *testing.T) {
	testkit.Each(t, func(t *testing.T, a *testkit.App) {
		lamp := grandLamp(t, a, a.Member(t))
		grand := a.Option(t, "light-lamp", "grand")
		goTo(t, a, 2027, 10, 25)
		c := a.Member(t)
		invoiceID := detail(c, lamp.ID).Renewal.InvoiceID
		c.OrderInCash(18800, "invoiceId", invoiceID).Want(200)
		var d subscription.Detail
		c.Post("/api/subscription/"+lamp.ID+"/cancel", nil).Want(200).JSON(&d)
		if d.Status != subscription.Cancelled || d.State != "lasting" || d.EndedBy != "member" || !d.EndsAt.Equal(lamp.EndsAt) {
			t.Errorf("cancelled: %+v", d.View)
		}
		if v := c.Order(invoiceID); v.Status != invoice.Cancelled || v.Payments[len(v.Payments)-1].Status != "voided" {
			t.Errorf("its open invoice: %+v", v)
		}
		a.MustSweep(t)
		if n := a.Remaining(t, grand); n != 247 {
			t.Errorf("stock %d: it is lit till the end of its year", n)
		}
		goTo(t, a, 2027, 11, 21)
		a.MustSweep(t)
		if n := a.Remaining(t, grand); n != 248 {
			t.Errorf("stock %d: the place is free", n)
		}
		got := subjects(t, a, member)
		if count(got, "will not be renewed") != 1 || count(got, "the term ends") != 0 {
			t.Errorf("mails: %v", got)
		}
	})
}

func TestAMemberRenewsEarlyOnce(t *testing.T) {
	testkit.Each(t, func(t *testing.T, a *testkit.App) {
		lamp := familyLamp(t, a, a.Member(t))
		a.Clock.Set(lunar.Day{Year: 2027, Month: 3, Day: 1}.Time(22, 0))
		c := a.Member(t)
		var first, second subscription.Renewed
		c.Post("/api/subscription/"+lamp.ID+"/renew", nil).Want(200).JSON(&first)
		c.Post("/api/subscription/"+lamp.ID+"/renew", nil).Want(200).JSON(&second)
		if first != second || first.InvoiceID == "" {
			t.Errorf("two invoices for one term: %v %v", first, second)
		}
		if v := c.Order(first.InvoiceID); v.Timeline[0].By != "member" || v.ExpiresAt == nil {
			t.Errorf("the invoice: %+v", v)
		}
		a.Staff(t, "counter").TakeCash(first.InvoiceID, 8800).Want(200)
		if r := c.Post("/api/subscription/"+lamp.ID+"/renew", nil); r.Status != 400 || r.Code() != "renewed-already" {
			t.Errorf("two terms ahead: %d %s", r.Status, r.Body)
		}
		goTo(t, a, 2027, 10, 22)
		c = a.Member(t)
		if d := detail(c, lamp.ID); len(d.Terms) != 2 || d.CanRenew || d.Renewal != nil || !d.EndsAt.Equal(lunar.Day{Year: 2028, Month: 11, Day: 21}.Time(0, 0)) {
			t.Errorf("paid ahead: %+v", d)
		}
	})
}

// An invoice that the member cancelled is not made again by the job, but on request.
func TestACancelledRenewalInvoiceIsRecreatedOnlyOnRequest(t *testing.T) {
	testkit.Each(t, func(t *testing.T, a *testkit.App) {
		lamp := familyLamp(t, a, a.Member(t))
		goTo(t, a, 2027, 10, 22)
		c := a.Member(t)
		old := detail(c, lamp.ID).Renewal.InvoiceID
		a.Write(t, func(ctx context.Context, tx *db.Tx) error {
			return invoice.Move(ctx, tx, a.Clock.Now(), invoice.Transition{InvoiceID: old, To: invoice.Cancelled, By: invoice.ByMember})
		})
		goTo(t, a, 2027, 10, 23)
		if n := a.Count(t, "SELECT count(*) FROM invoices"); n != 2 {
			t.Fatalf("%d invoices", n)
		}
		c = a.Member(t)
		if d := detail(c, lamp.ID); !d.CanRenew {
			t.Fatalf("cannot be asked for again: %+v", d.View)
		}
		var again subscription.Renewed
		c.Post("/api/subscription/"+lamp.ID+"/renew", nil).Want(200).JSON(&again)
		if r := a.Staff(t, "counter").TakeCash(old, 8800); r.Status != 400 || r.Code() != "renewal-replaced" {
			t.Errorf("the old one is paid: %d %s", r.Status, r.Body)
		}
		a.Staff(t, "counter").TakeCash(again.InvoiceID, 8800).Want(200)
		if d := detail(c, lamp.ID); len(d.Terms) != 2 || d.Terms[1].InvoiceID != again.InvoiceID || d.Terms[1].PaidAt == nil {
			t.Errorf("terms: %+v", d.Terms)
		}
	})
}

func TestNamesOfTheNextTermAreEditableUntilTheCutOff(t *testing.T) {
	testkit.Each(t, func(t *testing.T, a *testkit.App) {
		lamp := familyLamp(t, a, a.Member(t))
		path := "/api/subscription/" + lamp.ID + "/form"
		goTo(t, a, 2027, 10, 22)
		c := a.Member(t)
		c.Put(path, map[string]any{"form": testkit.People("陈𠮷䶮", "林新生")}).Want(200)
		d := detail(c, lamp.ID)
		if d.Names[1] != "林新生" || d.Terms[0].Names[1] != "陈美玲" || d.Terms[1].Names[1] != "林新生" {
			t.Errorf("names: %v, of the terms %v %v", d.Names, d.Terms[0].Names, d.Terms[1].Names)
		}
		if v := c.Order(d.Renewal.InvoiceID); !strings.Contains(string(v.Items[0].Form), "林新生") {
			t.Errorf("the open invoice has other names: %s", v.Items[0].Form)
		}
		r := c.Put(path, map[string]any{"form": map[string]any{"people": []any{}, "wish": 1}})
		if got := r.FieldCodes(); r.Status != 400 || got["form.people"] != "required" || got["form.wish"] != "invalid-value" {
			t.Errorf("wrong names: %d %s", r.Status, r.Body)
		}
		a.Staff(t, "counter").TakeCash(d.Renewal.InvoiceID, 8800).Want(200)
		c.Put(path, map[string]any{"form": testkit.People("陈𠮷䶮", "林又生")}).Want(200) // the receipt is written, the list is not
		if d = detail(c, lamp.ID); d.Terms[1].Names[1] != "林又生" {
			t.Errorf("paid ahead: %v", d.Terms[1].Names)
		}
		if v := c.Order(d.Terms[1].InvoiceID); strings.Contains(string(v.Items[0].Form), "林又生") {
			t.Error("a paid invoice was changed")
		}
		goTo(t, a, 2027, 11, 18) // three days before
		c = a.Member(t)
		if r := c.Put(path, map[string]any{"form": testkit.People("陈大文")}); r.Status != 400 || r.Code() != "names-closed" || !strings.Contains(string(r.Body), "21 November 2027") {
			t.Errorf("after the cut-off: %d %s", r.Status, r.Body)
		}
		goTo(t, a, 2027, 11, 21)
		c = a.Member(t)
		c.Put(path, map[string]any{"form": testkit.People("陈大文")}).Want(200) // for the year after
		if d = detail(c, lamp.ID); d.Terms[1].Names[1] != "林又生" || d.Names[0] != "陈大文" {
			t.Errorf("the term that runs has other names: %v %v", d.Terms[1].Names, d.Names)
		}
	})
}

func TestRemindersFollowMemberAndOfficeSettings(t *testing.T) {
	testkit.Each(t, func(t *testing.T, a *testkit.App) {
		familyLamp(t, a, a.Member(t))
		setSetting(t, a, "renewal-days-yearly", "60")
		setSetting(t, a, "renewal-reminder-days", "60,5")
		a.Member(t).Post("/api/member/update/profile", map[string]any{"reminders": "sms"}).Want(200)
		goTo(t, a, 2027, 9, 22)
		goTo(t, a, 2027, 10, 22)
		goTo(t, a, 2027, 11, 16)
		goTo(t, a, 2027, 11, 21)
		texts := 0
		for _, sms := range a.Texts(t) {
			if strings.Contains(sms.Body, "/member/renewal") {
				texts++
			}
		}
		if mails := count(subjects(t, a, member), "renew"); texts != 2 || mails != 0 {
			t.Errorf("%d texts and %d mails", texts, mails)
		}
	})
}

func TestSubscriptionsAreExportedAndErased(t *testing.T) {
	testkit.Each(t, func(t *testing.T, a *testkit.App) {
		lamp := familyLamp(t, a, a.Member(t))
		goTo(t, a, 2027, 10, 22)
		invoiceID := detail(a.Member(t), lamp.ID).Renewal.InvoiceID
		var userID string
		a.Write(t, func(ctx context.Context, tx *db.Tx) (err error) {
			userID, err = testkit.UserID(ctx, tx.Queries, mobile)
			return err
		})
		out, err := a.Subscriptions.Export(t.Context(), userID)
		if list, ok := out.([]*subscription.Detail); err != nil || !ok || len(list) != 1 || len(list[0].Terms) != 2 || list[0].Names[0] != "陈𠮷䶮" {
			t.Errorf("export: %+v %v", out, err)
		}
		a.Write(t, func(ctx context.Context, tx *db.Tx) error {
			if err := a.Subscriptions.Erase(ctx, tx, userID); err == nil {
				t.Error("an active subscription was erased")
			}
			if err := a.Subscriptions.CancelAll(ctx, tx, userID); err != nil {
				return err
			}
			return a.Subscriptions.Erase(ctx, tx, userID)
		})
		if v := a.Member(t).Order(invoiceID); v.Status != invoice.Cancelled {
			t.Errorf("the open invoice is %s", v.Status)
		}
		d := detail(a.Member(t), lamp.ID)
		if d.Status != subscription.Cancelled || len(d.Names) != 0 || len(d.Terms[0].Names) != 0 || d.Terms[0].Invoice == "" {
			t.Errorf("erased: %+v", d)
		}
		none, err := a.Subscriptions.Export(t.Context(), "nobody")
		if none != nil || err != nil {
			t.Errorf("nobody's: %v %v", none, err)
		}
	})
}

// A member who closes the account has still paid for the coming year, with its names.
func TestErasingKeepsTheNamesOfAPaidTerm(t *testing.T) {
	testkit.Each(t, func(t *testing.T, a *testkit.App) {
		c := a.Member(t)
		lamp := familyLamp(t, a, c)
		var next subscription.Renewed
		c.Post("/api/subscription/"+lamp.ID+"/renew", nil).Want(200).JSON(&next)
		a.Staff(t, "counter").TakeCash(next.InvoiceID, 8800).Want(200)
		c.Put("/api/subscription/"+lamp.ID+"/form", map[string]any{"form": testkit.People("林又生")}).Want(200)
		a.Write(t, func(ctx context.Context, tx *db.Tx) error {
			userID, err := testkit.UserID(ctx, tx.Queries, mobile)
			if err != nil {
				return err
			}
			if err := a.Subscriptions.CancelAll(ctx, tx, userID); err != nil {
				return err
			}
			return a.Subscriptions.Erase(ctx, tx, userID)
		})
		for invoiceID, name := range map[string]string{next.InvoiceID: "林又生", detail(c, lamp.ID).Terms[0].InvoiceID: "陈𠮷䶮"} {
			if v := c.Order(invoiceID); !strings.Contains(string(v.Items[0].Form), name) {
				t.Errorf("paid for %s, and kept: %s", name, v.Items[0].Form)
			}
		}
	})
}

// Neither a full hall nor a closed list takes away the position of an existing lamp.
func TestARenewalKeepsItsPositionWhenSoldOut(t *testing.T) {
	testkit.Each(t, func(t *testing.T, a *testkit.App) {
		lamp := grandLamp(t, a, a.Member(t))
		grand := a.Option(t, "light-lamp", "grand")
		f, err := offering.Price(t.Context(), a.DB.Read(), a.Clock.Now(), grand)
		if err != nil {
			t.Fatal(err)
		}
		none := int64(0)
		a.Write(t, func(ctx context.Context, tx *db.Tx) error {
			if err := offering.SetRemaining(ctx, tx, grand, &none); err != nil {
				return err
			}
			return testkit.CloseOffering(ctx, tx, f.OfferingID, a.Clock.Now())
		})
		goTo(t, a, 2027, 10, 22)
		d := detail(a.Member(t), lamp.ID)
		if d.State != "due" {
			t.Fatalf("sold out and closed: %+v", d.View)
		}
		a.Staff(t, "counter").TakeCash(d.Renewal.InvoiceID, 18800).Want(200)
		if n := a.Remaining(t, grand); n != 0 {
			t.Errorf("stock %d", n)
		}
	})
}

// An amount chosen by the donor is kept on renewal, within the present limits.
func TestAnOpenAmountIsRenewed(t *testing.T) {
	testkit.Each(t, func(t *testing.T, a *testkit.App) {
		c := a.Member(t)
		gift := bought(t, a, c, 2500, a.Item(t, "donation", "open", "term", "monthly", "amount", 2500, "form", map[string]any{"fund": "upkeep"}))
		goTo(t, a, 2026, 12, 14)
		c = a.Member(t)
		d := detail(c, gift.ID)
		if d.Renewal == nil || d.Renewal.Amount != 2500 {
			t.Fatalf("the next month: %+v", d.View)
		}
		c.Put("/api/subscription/"+gift.ID+"/form", map[string]any{"form": map[string]any{"fund": "care"}}).Want(200)
		a.Staff(t, "counter").TakeCash(d.Renewal.InvoiceID, 2500).Want(200)
		if n := a.Count(t, "SELECT count(*) FROM invoice_items WHERE fund = 'care' AND invoice_id = $1", d.Renewal.InvoiceID); n != 1 {
			t.Error("the money of the next month is not for what was chosen anew")
		}
		goTo(t, a, 2027, 1, 14)
		if d = detail(a.Member(t), gift.ID); d.Renewal == nil || d.Renewal.Amount != 2500 || !d.EndsAt.Equal(lunar.Day{Year: 2027, Month: 1, Day: 21}.Time(0, 0)) {
			t.Errorf("the month after: %+v", d.View)
		}
	})
}
