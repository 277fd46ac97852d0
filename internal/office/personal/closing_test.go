package personal_test

import (
	"context"
	"net/http"
	"slices"
	"strconv"
	"strings"
	"testing"
	"time"

	"github.com/wneessen/go-mail"

	"shanmen/internal/base/keyset"
	"shanmen/internal/base/money"
	"shanmen/internal/office/personal"
	"shanmen/internal/platform/db"
	"shanmen/internal/platform/lookup"
	"shanmen/internal/sales/invoice"
	"shanmen/internal/testkit"
	"shanmen/internal/testkit/mutant"
	"shanmen/internal/testkit/together"
)

const (
	closePath = "/api/member/close"
	keepPath  = "/api/member/keep"
	dataPath  = "/api/member/data"
	sessions  = "/api/_auth/session"
	day       = 24 * time.Hour
)

var yes = fields{"password": password, "confirm": true}

func overview(c *testkit.Client) (v personal.Overview) {
	c.Get(dataPath).Want(200).JSON(&v)
	return v
}

// letters are the subjects of the mails to an address, and the texts to a number.
func letters(t *testing.T, a *testkit.App, to string) (out []string) {
	t.Helper()
	for _, m := range a.Mails(t) {
		if strings.Contains(strings.Join(m.GetToString(), " "), to) {
			out = append(out, strings.Join(m.GetGenHeader(mail.HeaderSubject), ""))
		}
	}
	for _, s := range a.Texts(t) {
		if s.To == to {
			out = append(out, s.Body)
		}
	}
	return out
}

func TestAClosedAccountCanBeReopenedWithoutLoss(t *testing.T) {
	t.Parallel()
	testkit.Each(t, func(t *testing.T, a *testkit.App) {
		who := everything(t, a)
		elsewhere := login(t, a, email)
		before := mentions(t, a, words)
		if r := who.Post(closePath, fields{"password": password, "confirm": false}).Want(400); r.FieldCodes()["confirm"] != "consent-required" {
			t.Errorf("without a tick: %s", r.Body)
		}
		if r := who.Post(closePath, fields{"password": "not this one", "confirm": true}).Want(400); r.FieldCodes()["password"] != "wrong-password" {
			t.Errorf("with a wrong password: %s", r.Body)
		}
		a.Guest().Post(closePath, yes).Want(401)
		if v := overview(who.Client); v.ClosesAt != nil || v.Grace != 30 || len(v.Unpaid) != 2 || len(v.Open) != 0 {
			t.Fatalf("before: %+v", v)
		}

		var closing personal.Closing
		who.Post(closePath, yes).Want(200).JSON(&closing)
		ends := a.Clock.Now().AddDate(0, 0, 30)
		if !closing.ClosesAt.Equal(ends) {
			t.Errorf("closes at %v", closing.ClosesAt)
		}
		if r := elsewhere.Get("/api/auth/identity"); r.Status != http.StatusUnauthorized {
			t.Errorf("a session elsewhere goes on: %d", r.Status)
		}
		if mails, texts := letters(t, a, email), letters(t, a, mobile); !anyHas(mails, "2026") || !anyHas(texts, "2026年12月21日") {
			t.Errorf("told by %q and %q", mails, texts)
		}
		a.Clock.Advance(time.Hour)
		who.Post(closePath, yes).Want(200).JSON(&closing)
		if !closing.ClosesAt.Equal(ends) {
			t.Errorf("asking again moved the day to %v", closing.ClosesAt)
		}

		// During the grace period they can log in, see a notice on every page, and everything works.
		a.Clock.Set(ends.Add(-time.Second))
		a.Drain(t)
		a.MustSweep(t)
		again := login(t, a, mobile)
		var session struct{ Notice struct{ ClosesAt time.Time } }
		if again.Get(sessions).Want(200).JSON(&session); !session.Notice.ClosesAt.Equal(ends) {
			t.Errorf("the session tells of %v", session.Notice.ClosesAt)
		}
		if v := overview(again); v.ClosesAt == nil || !v.ClosesAt.Equal(ends) {
			t.Errorf("the page tells of %v", v.ClosesAt)
		}
		again.Post(keepPath, fields{}).Want(200)
		again.Post(keepPath, fields{}).Want(200) // pressed twice
		if v := overview(again); v.ClosesAt != nil {
			t.Error("it is still closing")
		}
		if texts := letters(t, a, mobile); len(texts) == 0 || !anyHas(texts, "已保留") {
			t.Errorf("told by %q", texts)
		}
		a.Clock.Advance(2 * day)
		a.MustSweep(t)
		after := mentions(t, a, words)
		for _, w := range before {
			table, _, _ := strings.Cut(w, ".")
			if short := []string{"sessions", "idempotency_keys", "throttles", "tickets", "otp_states", "passkey_ceremonies", "outbox", "cart_items", "holds", "upload_images"}; !slices.Contains(short, table) && !slices.Contains(after, w) {
				t.Errorf("lost: %s", w)
			}
		}
		for _, action := range []string{"account.close", "account.keep"} {
			if n := a.Count(t, "SELECT count(*) FROM audit_entries WHERE action = $1 AND subject = $2", action, "user:"+who.id); n != 1 {
				t.Errorf("%s is in the audit trail %d times", action, n)
			}
		}
	})
}

func anyHas(all []string, part string) bool {
	return slices.ContainsFunc(all, func(s string) bool { return strings.Contains(s, part) })
}

func TestAfterTheDaysOfGraceNoPersonalDataRemains(t *testing.T) {
	t.Parallel()
	testkit.Each(t, func(t *testing.T, a *testkit.App) {
		who := everything(t, a)
		other := a.NewMember(t, "Lim Ah Seng", "+6598333444")
		other.Post("/api/family", fields{"kind": "living", "name": "Lim Junior"}).Want(200)
		other.Fill(a.Item(t, "lamp-oil", "bottle")).Want(200)
		theirs := mentions(t, a, []string{"Lim Ah Seng", "Lim Junior", "98333444"})
		files := a.Count(t, "SELECT count(*) FROM upload_images")

		who.Post(closePath, yes).Want(200)
		a.Clock.Advance(30*day - time.Second)
		a.MustSweep(t)
		login(t, a, mobile)
		a.Clock.Advance(time.Hour) // the login rate limits have expired too
		a.MustSweep(t)
		told := letters(t, a, mobile)
		a.MustSweep(t)

		kept := []string{
			"ceremony_entries.original: 吴小弟", // it is still being offered, and its printed sheet names the giver
			"ceremony_entries.sponsor: Goh Ah Moi",
			"ceremony_entries.text: 吴小弟",
			"invoice_items.form: 吴小弟", // the lamp that is paid
			"invoices.payer_chinese: 吴阿妹",
			"invoices.payer_name: Goh Ah Moi",
		}
		if got := mentions(t, a, words); !slices.Equal(got, kept) {
			t.Errorf("what still tells of the member:\n%s\nwant\n%s", strings.Join(got, "\n"), strings.Join(kept, "\n"))
		}
		if n := a.Count(t, "SELECT count(*) FROM invoices WHERE payer_name <> '' AND user_id = $1", who.id); n != 2 {
			t.Errorf("%d invoices bear the name: only the two that were paid may", n)
		}
		if n := a.Count(t, "SELECT count(*) FROM official_receipts"); n != 2 {
			t.Errorf("%d official receipts are left", n)
		}
		if v, err := a.DB.Read().Invoice(t.Context(), who.unpaid.ID); err != nil || v.Status != invoice.Expired && v.Status != invoice.Cancelled {
			t.Errorf("the unpaid order is %s, %v", v.Status, err)
		}
		if n := a.Count(t, "SELECT count(*) FROM subscriptions WHERE status = 3"); n != 1 {
			t.Errorf("%d subscriptions were cancelled", n)
		}
		if n := a.Count(t, "SELECT count(*) FROM upload_images"); n != 1 || files < 3 {
			t.Errorf("%d of %d pictures are left: only the one that proves a payment may", n, files)
		}
		if n := a.Count(t, "SELECT count(*) FROM holds"); n != 0 {
			t.Error("a hold outlived its cart")
		}
		for table, where := range owned {
			if left := []string{"users", "invoices", "invoice_items", "invoice_events", "payments", "official_receipts", "uploads", "upload_images", "unclaimed_transfers", "subscriptions", "subscription_terms", "imported_lamps", "position_uses", "search_terms", "refunds", "audit_entries", "ceremony_entries", "entry_signs"}; slices.Contains(left, table) {
				continue
			}
			if n := len(selectAll(t, a, "SELECT * FROM "+table+" WHERE "+where, who.id)); n != 0 {
				t.Errorf("%d rows of %s are left", n, table)
			}
		}
		if !anyHas(told, "已关闭") {
			t.Errorf("the last letter: %q", told)
		}
		who.Get("/api/auth/identity").Want(401)
		a.Guest().Post("/api/auth/authentication", fields{"identifier": mobile, "password": password}).Want(401)
		if got := mentions(t, a, []string{"Lim Ah Seng", "Lim Junior", "98333444"}); len(got) == 0 || !slices.Equal(without(got, "throttles", "outbox"), without(theirs, "throttles", "outbox")) {
			t.Errorf("another member has lost something:\n%q\n%q", got, theirs)
		}
		if n := a.Count(t, "SELECT count(*) FROM audit_entries WHERE action = 'account.erase' AND subject = $1", "user:"+who.id); n != 1 {
			t.Errorf("erased %d times", n)
		}

		// Number and address are free, and a new account has nothing of the old one.
		fresh := a.NewMember(t, "Somebody Else", mobile)
		if id := userID(t, a, mobile); id == who.id {
			t.Error("the old account came back")
		}
		fresh.Get("/api/invoice?id=" + who.paid.ID).Want(404)

		// After the ceremony the names are no longer needed, and the accounting period ends too.
		a.Clock.Advance(401 * day)
		a.MustSweep(t)
		if got := mentions(t, a, words[:2]); !slices.Equal(got, kept[4:]) {
			t.Errorf("after the lamp's year: %q", got)
		}
		if got := mentions(t, a, []string{"吴小弟"}); len(got) != 0 {
			t.Errorf("after the lamp's year: %q", got)
		}
		a.Clock.Set(time.Date(2032, 12, 31, 15, 59, 59, 0, time.UTC))
		a.MustSweep(t)
		if got := mentions(t, a, words[:2]); !slices.Equal(got, kept[4:]) {
			t.Errorf("at the end of the sixth year: %q", got)
		}
		a.Clock.Set(time.Date(2032, 12, 31, 16, 0, 0, 0, time.UTC).Add(time.Hour))
		a.MustSweep(t)
		if got := mentions(t, a, words[:2]); len(got) != 0 {
			t.Errorf("after the sixth year: %q", got)
		}
		if n := a.Count(t, "SELECT count(*) FROM invoices WHERE user_id = $1", who.id); n != 4 {
			t.Errorf("%d invoices are left: numbers have no gaps", n)
		}
	})
}

func without(all []string, tables ...string) (out []string) {
	for _, s := range all {
		if table, _, _ := strings.Cut(s, "."); !slices.Contains(tables, table) {
			out = append(out, s)
		}
	}
	return out
}

// Words are stored in an encoded form that a plain text search does not find.
func TestAnErasedMemberCannotBeSearched(t *testing.T) {
	t.Parallel()
	testkit.Each(t, func(t *testing.T, a *testkit.App) {
		who := everything(t, a)
		find := func(kind lookup.Kind, q string) (n int) {
			search, _, err := lookup.For(t.Context(), a.DB.Read(), kind, q)
			if err != nil {
				t.Fatal(err)
			}
			hits, err := search.Newest(t.Context(), a.DB.Read(), keyset.Key{}, 100)
			if err != nil {
				t.Fatal(err)
			}
			return len(hits)
		}
		for _, q := range []string{"Goh Ah Moi", "吴阿妹", "wam", "gou aamui", "98111222", "1222"} {
			if find(lookup.Member, q) != 1 || find(lookup.Invoice, q) != 4 {
				t.Errorf("before, %q finds %d accounts and %d orders", q, find(lookup.Member, q), find(lookup.Invoice, q))
			}
		}
		who.Post(closePath, yes).Want(200)
		a.Clock.Advance(31 * day)
		if err := a.Personal.EraseClosed(t.Context()); err != nil {
			t.Fatal(err)
		}
		for _, q := range []string{"98111222", "1222", "moi.goh", "gou aamui"} {
			if find(lookup.Member, q) != 0 || find(lookup.Invoice, q) != 0 {
				t.Errorf("%q finds %d accounts and %d orders", q, find(lookup.Member, q), find(lookup.Invoice, q))
			}
		}
		// Accounting keeps the name where money was paid: of the lamp, and of the approved transfer.
		if find(lookup.Member, "Goh Ah Moi") != 0 || find(lookup.Invoice, "Goh Ah Moi") != 2 || find(lookup.Invoice, who.paid.Number) != 1 || find(lookup.Invoice, who.unpaid.Number) != 1 {
			t.Errorf("by name %d accounts and %d orders", find(lookup.Member, "Goh Ah Moi"), find(lookup.Invoice, "Goh Ah Moi"))
		}
	})
}

func TestUnsettledMoneyBlocksClosingAnAccount(t *testing.T) {
	t.Parallel()
	testkit.Each(t, func(t *testing.T, a *testkit.App) {
		who := somebody{Client: a.NewMember(t, "Goh Ah Moi", mobile), id: userID(t, a, mobile)}
		waiting := who.transferred(t, a)
		number := overview(who.Client).Open[0].Number
		if r := who.Post(closePath, yes).Want(400); r.Code() != "closing-unsettled" || !strings.Contains(string(r.Body), number) {
			t.Errorf("under verification: %s", r.Body)
		}
		a.Staff(t, "treasurer").Approve(waiting).Want(200)
		a.Exec(t, `INSERT INTO unclaimed_transfers (id, user_id, origin_id, reference, amount, created_at) VALUES ('t1', $1, 'c1', 'MKTREF2345', 6500, $2)`, who.id, a.Clock.Now().UnixMilli())
		if r := who.Post(closePath, yes).Want(400); !strings.Contains(string(r.Body), "MKTREF2345") {
			t.Errorf("a transfer without an order: %s", r.Body)
		}
		a.Clock.Advance(60 * day) // the time to claim it has passed
		who.Client = login(t, a, mobile)
		who.Post(closePath, yes).Want(200)

		// An order placed during the grace period must be processed first: closing the account waits for it.
		waiting = who.transferred(t, a)
		a.Clock.Advance(31 * day)
		a.MustSweep(t)
		who.Client = login(t, a, mobile)
		a.Staff(t, "treasurer").Reject(waiting, "not-received").Want(200)
		a.MustSweep(t)
		who.Get("/api/auth/identity").Want(401)
		if n := a.Count(t, "SELECT count(*) FROM users WHERE id = $1 AND status = 'closed' AND name = ''", who.id); n != 1 {
			t.Error("the account was not erased when all was settled")
		}
		if n := a.Count(t, "SELECT count(*) FROM invoices WHERE user_id = $1 AND status = 'cancelled'", who.id); n != 1 {
			t.Error("the rejected order was not given up")
		}
	})
}

// An account is kept until its refunds are sent, because they need its contact data.
func TestMoneyThatGoesBackKeepsAnAccount(t *testing.T) {
	t.Parallel()
	testkit.Each(t, func(t *testing.T, a *testkit.App) {
		who := somebody{Client: a.NewMember(t, "Goh Ah Moi", mobile), id: userID(t, a, mobile)}
		refused := func(status, number string, cents money.Cents) {
			t.Helper()
			v := overview(who.Client)
			if len(v.Open) != 1 || v.Open[0].Status != status || v.Open[0].Number != number || v.Open[0].Amount != cents {
				t.Errorf("open: %+v", v.Open)
			}
			if r := who.Post(closePath, yes).Want(400); r.Code() != "closing-unsettled" || !strings.Contains(string(r.Body), number) {
				t.Errorf("%s: %s", status, r.Body)
			}
		}
		over := who.transferred(t, a)
		a.Staff(t, "treasurer").Approve(over, "amountReceived", 5000).Want(200)
		p, err := a.DB.Read().Payment(t.Context(), over)
		if err != nil {
			t.Fatal(err)
		}
		number := who.Order(p.InvoiceID).Number
		refused("excess", number, 1200)
		a.Staff(t, "treasurer").Refund(p.InvoiceID, money.PayNow, 1200, "overpaid").Want(200)
		refused("refund", number, 1200)
		sendRefund(t, a)

		a.Exec(t, `INSERT INTO unclaimed_transfers (id, user_id, origin_id, reference, amount, transaction_at, created_at) VALUES ('t1', $1, 'c1', 'MKTREF2345', 6500, 1, $2)`, who.id, a.Clock.Now().UnixMilli())
		a.Staff(t, "treasurer").Post("/api/admin/late/transfer/t1", fields{"as": "refund", "received": 6500, "method": money.PayNow, "reason": "mistake"}).Want(200)
		refused("refund", "MKTREF2345", 6500)
		sendRefund(t, a)

		a.Exec(t, `INSERT INTO pay_requests (id, provider, request_id, invoice_id, amount, qr, created_at, expires_at, state, look_at) VALUES ('q1', 'hitpay', 'r1', $1, 700, '', 1, 1, 'paid', 0)`, p.InvoiceID)
		a.Exec(t, `INSERT INTO provider_payments (id, provider, payment_id, pay_request_id, amount, currency, paid_at, seen_at, transfer_id) VALUES ('p1', 'hitpay', 'p1', 'q1', 700, 'SGD', 1, 1, 't2')`)
		a.Exec(t, `INSERT INTO unclaimed_transfers (id, user_id, origin_id, reference, amount, created_at) VALUES ('t2', $1, 'provider:p1', 'MKTREF9999', 700, 1)`, who.id)
		refused("unclaimed", "MKTREF9999", 700)
		a.Exec(t, "UPDATE unclaimed_transfers SET resolved_at = 1 WHERE id = 't2'")
		who.Post(closePath, yes).Want(200)

		// An order is partly paid during the days of grace, and cancelled by the office: the refund is sent first, and the
		// name stays in the accounts.
		v := who.BuyFor(3800, a.Item(t, "light-lamp", "one", "form", testkit.People("吴小弟")))
		a.Staff(t, "counter").TakeCash(v.ID, 1000).Want(200)
		a.Staff(t, "treasurer").Post("/api/admin/invoice/"+v.ID+"/cancel", fields{"reason": "asked-by-devotee", "method": money.PayNow}).Want(200)
		a.Clock.Advance(31 * day)
		a.MustSweep(t)
		if n := a.Count(t, "SELECT count(*) FROM invoices WHERE id = $1 AND payer_mobile <> ''", v.ID); n != 1 {
			t.Error("nobody knows where the refund goes")
		}
		sendRefund(t, a)
		a.MustSweep(t)
		if n := a.Count(t, "SELECT count(*) FROM users WHERE id = $1 AND status = 'closed'", who.id); n != 1 {
			t.Error("the account was not erased after all was sent")
		}
		if n := a.Count(t, "SELECT count(*) FROM invoices WHERE id = $1 AND status = 'cancelled' AND payer_mobile = '' AND payer_name <> ''", v.ID); n != 1 {
			t.Error("money moved, and nobody knows whose")
		}
	})
}

func TestStaffCannotCloseTheirOwnAccount(t *testing.T) {
	t.Parallel()
	testkit.Each(t, func(t *testing.T, a *testkit.App) {
		c := a.Staff(t, "admin")
		if v := overview(c); !v.Staff {
			t.Errorf("overview: %+v", v)
		}
		if r := c.Post(closePath, fields{"password": "temple-office-2026", "confirm": true}).Want(400); r.Code() != "closing-staff" {
			t.Errorf("an administrator: %s", r.Body)
		}
		c.Get("/api/auth/identity").Want(200)
	})
}

// Replicas erase at the same time, in parallel with each other and with an owner who cancels at the last moment: each
// account is erased once and completely, or not at all.
func TestRaceReplicasEraseAccounts(t *testing.T) {
	t.Parallel()
	mutant.Declare(t, mutant.NoLock("LockUser"), mutant.Slow("Account"))
	testkit.Each(t, func(t *testing.T, a *testkit.App) {
		who := everything(t, a)
		late := a.NewMember(t, "Lim Ah Seng", "+6598333444")
		who.Post(closePath, yes).Want(200)
		late.Post(closePath, yes).Want(200)
		a.Drain(t)
		a.Clock.Advance(30 * day)
		late = a.Guest()
		late.Post("/api/auth/authentication", fields{"identifier": "+6598333444", "password": password}).Want(200)
		lateID := userID(t, a, "+6598333444")
		a.Warm(t)
		kept := 0
		together.AtOnce(5, func(i int) {
			if i == 4 {
				if late.Post(keepPath, fields{}).Status == http.StatusOK {
					kept = 1
				}
				return
			}
			if err := a.Personal.EraseClosed(context.WithoutCancel(t.Context())); err != nil {
				t.Errorf("erase: %v", err)
			}
		})
		if n := a.Count(t, "SELECT count(*) FROM audit_entries WHERE action = 'account.erase' AND subject = $1", "user:"+who.id); n != 1 {
			t.Errorf("erased %d times", n)
		}
		erased := a.Count(t, "SELECT count(*) FROM users WHERE id = $1 AND status = 'closed'", lateID)
		named := a.Count(t, "SELECT count(*) FROM users WHERE id = $1 AND name = 'Lim Ah Seng' AND status = 'active' AND closes_at = 0", lateID)
		if erased+named != 1 || int(named) != kept {
			t.Errorf("kept %d, erased %d, named %d", kept, erased, named)
		}
	})
}

// An account whose erasure fails does not delay others, and is retried.
func TestOneFailedErasureDoesNotBlockOthers(t *testing.T) {
	t.Parallel()
	a := testkit.New(t, "sqlite")
	first, second := a.NewMember(t, "Lim", "+6598333444"), a.NewMember(t, "Goh Ah Moi", mobile)
	stuck := userID(t, a, "+6598333444")
	first.Post(closePath, yes).Want(200)
	second.Post(closePath, yes).Want(200)
	a.Clock.Advance(31 * day)
	keepers := a.Personal.DataSources
	a.Personal.DataSources = append(slices.Clone(keepers), personal.DataSource{Name: "broken", Erase: func(_ context.Context, _ *db.Tx, userID string) error {
		if userID == stuck {
			return context.DeadlineExceeded
		}
		return nil
	}})
	if err := a.Personal.EraseClosed(t.Context()); err == nil {
		t.Error("nobody hears of the failure")
	}
	if n := a.Count(t, "SELECT count(*) FROM users WHERE status = 'closed'"); n != 1 {
		t.Errorf("%d accounts are erased", n)
	}
	if n := a.Count(t, "SELECT count(*) FROM users WHERE name = 'Lim'"); n != 1 {
		t.Error("half an account was erased")
	}
	a.Personal.DataSources = keepers
	if err := a.Personal.EraseClosed(t.Context()); err != nil {
		t.Fatal(err)
	}
	if n := a.Count(t, "SELECT count(*) FROM users WHERE status = 'closed'"); n != 2 {
		t.Errorf("%d accounts are erased", n)
	}
}

// A hundred and twenty accounts whose erasure always fails, first in the queue, do not delay the others.
func TestManyFailedErasuresDoNotBlockOthers(t *testing.T) {
	t.Parallel()
	testkit.Each(t, func(t *testing.T, a *testkit.App) {
		c := a.NewMember(t, "Goh Ah Moi", mobile)
		c.Post(closePath, yes).Want(200)
		ends := a.Clock.Now().AddDate(0, 0, 20).UnixMilli()
		for i := range 120 {
			a.Exec(t, `INSERT INTO users (id, name, password_hash, locale, closes_at, created_at, updated_at) VALUES ($1, 'Stuck', '-', 'en', $2, 0, 0)`, "stuck-"+strconv.Itoa(i), ends)
		}
		a.Clock.Advance(31 * day)
		a.Personal.DataSources = append(slices.Clone(a.Personal.DataSources), personal.DataSource{Name: "broken", Erase: func(_ context.Context, _ *db.Tx, userID string) error {
			if strings.HasPrefix(userID, "stuck-") {
				return context.DeadlineExceeded
			}
			return nil
		}})
		if err := a.Personal.EraseClosed(t.Context()); err == nil {
			t.Error("nobody hears of the failures")
		}
		if n := a.Count(t, "SELECT count(*) FROM users WHERE status = 'closed'"); n != 1 {
			t.Errorf("%d accounts are erased", n)
		}
	})
}
