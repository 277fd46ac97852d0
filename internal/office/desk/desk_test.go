package desk_test

import (
	"bytes"
	"image"
	"image/color"
	"image/png"
	"net/url"
	"slices"
	"testing"
	"time"

	"github.com/google/go-cmp/cmp"

	"shanmen/internal/base/money"
	paymentdesk "shanmen/internal/office/desk"
	"shanmen/internal/sales/payment"
	"shanmen/internal/testkit"
	"shanmen/internal/testkit/officekit"
)

// numbered is a receipt whose transaction number differs, at 60 to 70 of 90 and 62 to 65 of 80.
func numbered(t *testing.T, seed uint64) testkit.File {
	t.Helper()
	m, err := png.Decode(bytes.NewReader(officekit.Receipt(t, seed, 0).Data))
	if err != nil {
		t.Fatal(err)
	}
	img := m.(*image.Gray)
	for y := 62; y < 65; y++ {
		for x := 60; x < 70; x += 2 {
			img.SetGray(x, y, color.Gray{255 - img.GrayAt(x, y).Y})
		}
	}
	var b bytes.Buffer
	if err := png.Encode(&b, img); err != nil {
		t.Fatal(err)
	}
	return testkit.File{Name: "receipt.png", Data: b.Bytes()}
}

// Two families transfer the same amount in the same minute with one bank: the transaction number that distinguishes
// them is shown.
func TestDifferencesBetweenSimilarScreenshotsAreShown(t *testing.T) {
	testkit.One(t, func(t *testing.T, a *testkit.App) {
		desk := a.Staff(t, "treasurer")
		officekit.Lamp{Picture: officekit.Receipt(t, 1, 0), Ago: time.Hour}.Pay(t, a)
		v, id := officekit.Lamp{Picture: numbered(t, 1), Ago: time.Hour, Payer: "Lim Siew Hoon", Mobile: "+6581112222"}.Pay(t, a)
		var d paymentdesk.PaymentDetail
		desk.Get("/api/admin/payment/" + id).Want(200).JSON(&d)
		if len(d.Lookalikes) != 1 || !cmp.Equal(d.Lookalikes[0].Kinds, []string{"transfer"}) {
			t.Fatalf("look-alikes: %+v", d.Lookalikes)
		}
		around := func(d *payment.Differing, picture string) {
			t.Helper()
			if d == nil || d.PictureID != picture || len(d.Areas) != 1 {
				t.Fatalf("where they differ: %+v", d)
			}
			if n := d.Areas[0]; n.X < 600 || n.X > 680 || n.X+n.Width < 740 || n.X+n.Width > 840 || n.Y < 740 || n.Y > 780 || n.Y+n.Height < 810 || n.Y+n.Height > 850 {
				t.Errorf("it stands elsewhere: %+v", n)
			}
		}
		around(d.Lookalikes[0].Differs, d.Pictures[0].ID)
		// The same order's own rejected picture is compared in this way too.
		desk.Reject(id, "unreadable").Want(200)
		c := a.Guest()
		c.Post("/api/auth/authentication", map[string]any{"identifier": "+6581112222", "password": "incense at dawn 18"}).Want(200)
		sent := c.PayByTransfer(v.ID, 8800, officekit.Receipt(t, 1, 0)).Order()
		var again paymentdesk.PaymentDetail
		desk.Get("/api/admin/payment/" + sent.Payments[1].ID).Want(200).JSON(&again)
		if len(again.Earlier) != 1 {
			t.Fatalf("earlier pictures: %+v", again.Earlier)
		}
		around(again.Earlier[0].Differs, again.Pictures[0].ID)
		for _, l := range again.Lookalikes {
			if l.Kinds[0] == "file" && l.Differs != nil {
				t.Errorf("the very same picture differs: %+v", l.Differs)
			}
		}
	})
}

func queue(t *testing.T, desk *testkit.Client, search string) paymentdesk.Queue {
	t.Helper()
	var q paymentdesk.Queue
	desk.Get("/api/admin/payment?" + search).Want(200).JSON(&q)
	return q
}

func idsOf(q paymentdesk.Queue) (ids []string) {
	for _, row := range q.Items {
		ids = append(ids, row.ID)
	}
	return ids
}

func TestThePaymentListIsKeyPaged(t *testing.T) {
	testkit.Each(t, func(t *testing.T, a *testkit.App) {
		desk := a.Staff(t, "treasurer")
		var want []string
		for i := range 5 {
			_, id := officekit.Lamp{Picture: officekit.Receipt(t, uint64(i+1), 0)}.Pay(t, a)
			want = append(want, id)
			a.Clock.Advance(time.Minute)
		}
		first := queue(t, desk, "limit=2")
		if first.Total != 5 || first.Sum != 5*8800 || first.More || first.Through != nil {
			t.Errorf("total: %+v", first)
		}
		// A payment of the first page is decided before the second page is requested: none is left out.
		desk.Approve(want[0]).Want(200)
		got := idsOf(first)
		for next := first.Next; next != ""; {
			page := queue(t, desk, "limit=2&after="+next)
			got, next = append(got, idsOf(page)...), page.Next
		}
		if diff := cmp.Diff(want, got); diff != "" {
			t.Error(diff)
		}
		a.Clock.Advance(time.Second)
		for _, id := range want[1:3] {
			desk.Approve(id).Want(200)
			a.Clock.Advance(time.Second)
		}
		newest := queue(t, desk, "status=approved&limit=2")
		older := queue(t, desk, "status=approved&limit=2&after="+newest.Next)
		if diff := cmp.Diff([]string{want[2], want[1], want[0]}, append(idsOf(newest), idsOf(older)...)); diff != "" || older.Next != "" {
			t.Errorf("decided, newest first: %s", diff)
		}
		if codes := desk.Get("/api/admin/payment?after=nonsense").Want(400).FieldCodes(); codes["after"] != "invalid-value" {
			t.Errorf("a broken key: %v", codes)
		}
	})
}

func TestThePaymentListIsSearchedWithinItsStatus(t *testing.T) {
	testkit.Each(t, func(t *testing.T, a *testkit.App) {
		desk := a.Staff(t, "treasurer")
		tan, tanID := officekit.Lamp{Picture: officekit.Receipt(t, 1, 0)}.Pay(t, a)
		lim, limID := officekit.Lamp{Payer: "Lim Siew Hoon", Mobile: "+6581112222", Picture: officekit.Receipt(t, 2, 0)}.Pay(t, a)
		for q, want := range map[string][]string{
			"siew": {limID}, "hoon LIM": {limID}, "陈": {tanID}, "cml": {tanID}, "8111 2222": {limID}, lim.Number: {limID},
			tan.PaymentReference[:4]: {tanID}, "zhang": nil, "%": nil, "_": nil, " ": {tanID, limID},
		} {
			if diff := cmp.Diff(want, idsOf(queue(t, desk, "q="+url.QueryEscape(q)))); diff != "" {
				t.Errorf("%q: %s", q, diff)
			}
		}
		desk.Reject(limID, "unreadable").Want(200)
		for search, want := range map[string][]string{
			"q=siew": nil, "status=rejected&q=siew": {limID}, "status=rejected&q=siew+ho": {limID}, "status=rejected&q=siew+tan": nil, "status=rejected&q=tan": nil, "status=approved&q=siew": nil,
		} {
			got := queue(t, desk, search)
			if diff := cmp.Diff(want, idsOf(got)); diff != "" || got.Total != int64(len(want)) {
				t.Errorf("%s: %d, %s", search, got.Total, diff)
			}
		}
	})
}

// A search is counted exactly if few orders or few payments may match; otherwise in part, which is said.
func TestASearchThatManyOrdersMatchIsCountedInPart(t *testing.T) {
	testkit.Each(t, func(t *testing.T, a *testkit.App) {
		a.Crowd(t, 2300)
		desk := a.Staff(t, "treasurer")
		const everybody = "&q=8100" // all mobile numbers begin with it
		if approved, found := queue(t, desk, "status=approved"), queue(t, desk, "status=approved"+everybody); approved.Total <= 1000 || found.Total == 0 || found.Total > 1000 || !found.More {
			t.Errorf("approved: %d, found: %d, more: %t", approved.Total, found.Total, found.More)
		}
		if rejected, found := queue(t, desk, "status=rejected"), queue(t, desk, "status=rejected"+everybody); rejected.Total == 0 || found.Total != rejected.Total || found.Sum != rejected.Sum || found.More {
			t.Errorf("rejected: %+v, found: %+v", rejected, found)
		}
	})
}

func TestThePaymentListIsFiltered(t *testing.T) {
	testkit.Each(t, func(t *testing.T, a *testkit.App) {
		_, plain := officekit.Lamp{Picture: officekit.Receipt(t, 1, 0)}.Pay(t, a)
		_, less := officekit.Lamp{Picture: officekit.Receipt(t, 2, 0), Says: 8000}.Pay(t, a)
		_, again := officekit.Lamp{Picture: officekit.Receipt(t, 1, 9), Payer: "Lim Siew Hoon", Mobile: "+6581112222"}.Pay(t, a)
		a.Clock.Advance(24 * time.Hour)
		desk := a.Staff(t, "treasurer")
		seen, seenID := officekit.Lamp{Picture: officekit.Receipt(t, 4, 0)}.Pay(t, a)
		officekit.Statement(t, a, seen.ID, "likely", 8800)
		for search, want := range map[string][]string{
			"":                                    {plain, less, again, seenID},
			"differs=true":                        {less},
			"alike=true":                          {plain, again},
			"bank=seen":                           {seenID},
			"bank=absent":                         {plain, less, again},
			"bank=absent&differs=true":            {less},
			"from=2026-11-22":                     {seenID},
			"to=2026-11-21":                       {plain, less, again},
			"from=2026-11-21&to=2026-11-21&q=lim": {again},
		} {
			got := queue(t, desk, search)
			if diff := cmp.Diff(want, idsOf(got)); diff != "" || got.Total != int64(len(want)) || got.Through == nil {
				t.Errorf("%s: %d of %s", search, got.Total, diff)
			}
		}
		if codes := desk.Get("/api/admin/payment?from=yesterday").Want(400).FieldCodes(); len(codes) != 1 {
			t.Errorf("a day that is none: %v", codes)
		}
		// A payment approved without viewing its picture is marked, until the decision is undone.
		for _, id := range []string{plain, seenID} {
			desk.Approve(id, "despite", "compared").Want(200)
		}
		if diff := cmp.Diff([]string{plain}, idsOf(queue(t, desk, "status=approved&bank=absent"))); diff != "" {
			t.Errorf("approved unseen: %s", diff)
		}
		desk.Post("/api/admin/payment/"+plain+"/undo", nil).Want(200)
		if n := a.Count(t, "SELECT count(*) FROM payments WHERE unseen = 1"); n != 0 {
			t.Errorf("%d are marked after undo", n)
		}
	})
}

func TestThePaymentListIsSortedByCutOff(t *testing.T) {
	testkit.Each(t, func(t *testing.T, a *testkit.App) {
		desk, member := a.Staff(t, "treasurer"), a.Member(t)
		pay := func(key, option string, seed uint64) string {
			member.Fill(a.Item(t, key, option)).Want(200)
			u := member.SendReceipt(officekit.Receipt(t, seed, 0))
			total := a.Count(t, "SELECT price FROM offering_options WHERE id = $1", a.Option(t, key, option))
			return member.OrderByPayNow(money.Cents(total), "fileId", u.FileID).Order().Payments[0].ID
		}
		days := func(n int) int64 { return a.Clock.Now().AddDate(0, 0, n).UnixMilli() }
		a.Exec(t, "UPDATE offerings SET closes_at = 0")
		a.Exec(t, "UPDATE events SET offering = ''")
		a.Exec(t, "UPDATE offerings SET closes_at = $1 WHERE key = 'lamp-oil'", days(9))
		_, lampID := officekit.Lamp{Picture: officekit.Receipt(t, 1, 0)}.Pay(t, a)
		oil := pay("lamp-oil", "bottle", 2)
		if got := queue(t, desk, "order=cut-off"); !cmp.Equal(idsOf(got), []string{oil, lampID}) || got.Items[0].CutOff.UnixMilli() != days(9) || got.Items[1].CutOff != nil {
			t.Errorf("by cut-off: %+v", got.Items)
		}
		// The lamp gets a day; the list is sorted by it, page by page.
		a.Exec(t, "UPDATE events SET offering = 'light-lamp' WHERE key = (SELECT MIN(key) FROM events)")
		a.Exec(t, "UPDATE event_dates SET starts_at = $1, ends_at = $1 WHERE event_id = (SELECT id FROM events WHERE offering = 'light-lamp')", days(3))
		a.Write(t, payment.RefreshCutOffs)
		first := queue(t, desk, "order=cut-off&limit=1")
		then := queue(t, desk, "order=cut-off&limit=1&after="+first.Next)
		if got := append(idsOf(first), idsOf(then)...); !cmp.Equal(got, []string{lampID, oil}) || then.Next != "" {
			t.Errorf("after a change: %v", got)
		}
		editor, lampOffering := a.Staff(t, "editor"), a.Record(t, "offering", "light-lamp")
		editor.Type(lampOffering, map[string]string{"closes": a.Clock.Now().AddDate(0, 0, 30).Format(time.DateOnly)}).Want(200)
		editor.Publish(lampOffering, "en", "zh").Want(200)
		if got := idsOf(queue(t, desk, "order=cut-off")); !cmp.Equal(got, []string{oil, lampID}) {
			t.Errorf("after the office set another day: %v", got)
		}
	})
}

func TestPaymentFiguresAreSummed(t *testing.T) {
	testkit.Each(t, func(t *testing.T, a *testkit.App) {
		desk := a.Staff(t, "treasurer")
		var ids []string
		for i := range 4 {
			_, id := officekit.Lamp{Picture: officekit.Receipt(t, uint64(i), 0)}.Pay(t, a)
			ids = append(ids, id)
		}
		desk.Approve(ids[0]).Want(200)
		a.Clock.Advance(24 * time.Hour)
		desk = a.Staff(t, "treasurer")
		v, today := officekit.Lamp{Picture: officekit.Receipt(t, 9, 0)}.Pay(t, a)
		officekit.Statement(t, a, v.ID, "certain", 10000)
		desk.Approve(today, "amountReceived", 9000).Want(200)
		desk.Reject(ids[1], "unreadable").Want(200)
		var got paymentdesk.Figures
		desk.Get("/api/admin/payment/figures").Want(200).JSON(&got)
		want := paymentdesk.Figures{
			Waiting: paymentdesk.Figure{Count: 2, Sum: 17600}, ApprovedToday: paymentdesk.Figure{Count: 1, Sum: 9000}, RejectedToday: paymentdesk.Figure{Count: 1, Sum: 8800},
			Approved: paymentdesk.Figure{Count: 2, Sum: 17800}, Rejected: paymentdesk.Figure{Count: 1, Sum: 8800},
			NotInBank: paymentdesk.Figure{Count: 2, Sum: 17800}, Undecided: paymentdesk.Figure{Count: 1, Sum: 10000}, Through: new(a.Clock.Now()),
			Statements: []paymentdesk.StatementFigures{{
				From: a.Clock.Now().Add(-time.Hour), Through: a.Clock.Now(),
				Credits: paymentdesk.Figure{Count: 1, Sum: 10000}, Approved: paymentdesk.Figure{Count: 1, Sum: 9000}, Difference: 1000,
			}},
		}
		if diff := cmp.Diff(want, got); diff != "" {
			t.Error(diff)
		}
	})
}

func TestSimilarTransfersShowWhatIsAlike(t *testing.T) {
	testkit.Each(t, func(t *testing.T, a *testkit.App) {
		desk := a.Staff(t, "treasurer")
		ago := func(d time.Duration, l officekit.Lamp) officekit.Lamp { l.Ago = d; return l }
		old, oldID := ago(time.Hour, officekit.Lamp{Picture: officekit.Receipt(t, 1, 0)}).Pay(t, a)
		_, touched := ago(2*time.Hour, officekit.Lamp{Picture: officekit.Receipt(t, 1, 4)}).Pay(t, a)
		ago(3*time.Hour, officekit.Lamp{Picture: officekit.Receipt(t, 2, 0)}).Pay(t, a)
		lim := officekit.Lamp{Picture: officekit.Receipt(t, 1, 0), Payer: "Lim Siew Hoon", Mobile: "+6581112222"}
		v, limID := ago(3*time.Hour, lim).Pay(t, a)
		kindsOf := func(id string) map[string][]string {
			var d paymentdesk.PaymentDetail
			desk.Get("/api/admin/payment/" + id).Want(200).JSON(&d)
			out := map[string][]string{}
			for _, l := range d.Lookalikes {
				out[l.PaymentID+l.Reference] = l.Kinds
				if l.URL == "" || desk.Get(l.URL).Status != 200 {
					t.Errorf("no picture of %+v", l)
				}
			}
			return out
		}
		// The payment in between has another screen, with the same amount in the same minute: of another bank and
		// another family.
		want := map[string][]string{oldID: {"file"}, touched: {"picture"}}
		if diff := cmp.Diff(want, kindsOf(limID)); diff != "" {
			t.Error(diff)
		}
		// The same picture causes a warning, recompressed or not; rejected pictures of others do not.
		if diff := cmp.Diff([]string{limID, touched}, stopping(t, desk, oldID)); diff != "" {
			t.Error(diff)
		}
		if diff := cmp.Diff([]string{oldID, touched}, stopping(t, desk, limID)); diff != "" {
			t.Error(diff)
		}
		// Sent again after a rejection: it is shown as the order's own earlier attempt.
		desk.Reject(limID, "used-before").Want(200)
		if diff := cmp.Diff([]string{touched}, stopping(t, desk, oldID)); diff != "" {
			t.Error(diff)
		}
		c := a.Guest()
		c.Post("/api/auth/authentication", map[string]any{"identifier": "+6581112222", "password": "incense at dawn 18"}).Want(200)
		sent := c.PayByTransfer(v.ID, 8800, officekit.Receipt(t, 1, 0)).Order()
		second := sent.Payments[1].ID
		if diff := cmp.Diff(want, kindsOf(second)); diff != "" {
			t.Error(diff)
		}
		var again paymentdesk.PaymentDetail
		desk.Get("/api/admin/payment/" + second).Want(200).JSON(&again)
		if len(again.Earlier) != 1 || again.Earlier[0].PaymentID != limID || again.Earlier[0].Reason != "used-before" || again.Earlier[0].DecidedBy == "" || desk.Get(again.Earlier[0].URL).Status != 200 {
			t.Errorf("the earlier picture: %+v", again.Earlier)
		}
		if again.Member == nil || again.Member.Orders != 0 {
			t.Errorf("who ordered: %+v", again.Member)
		}
		// A transfer whose cart never became an order is found by its picture and its reference.
		a.Exec(t, `INSERT INTO unclaimed_transfers (id, user_id, origin_id, reference, amount, created_at) SELECT 'lost', id, 'lost', $1, 8800, 5 FROM users WHERE mobile = '+6581112222'`, old.PaymentReference)
		var d paymentdesk.PaymentDetail
		desk.Get("/api/admin/payment/" + oldID).Want(200).JSON(&d)
		if !slices.ContainsFunc(d.Lookalikes, func(l paymentdesk.Lookalike) bool {
			return l.Status == "unclaimed" && l.Reference == old.PaymentReference && cmp.Equal(l.Kinds, []string{"reference"})
		}) {
			t.Errorf("the unclaimed transfer is missing: %+v", d.Lookalikes)
		}
	})
}

// stopping are the payments whose similarity makes the desk ask for a reason before approving another.
func stopping(t *testing.T, desk *testkit.Client, id string) (ids []string) {
	t.Helper()
	var d paymentdesk.PaymentDetail
	desk.Get("/api/admin/payment/" + id).Want(200).JSON(&d)
	for _, l := range d.Lookalikes {
		if l.Stops {
			ids = append(ids, l.PaymentID)
		}
	}
	return ids
}

func TestTheReasonForApprovingASuspiciousTransferIsStored(t *testing.T) {
	testkit.Each(t, func(t *testing.T, a *testkit.App) {
		desk := a.Staff(t, "treasurer")
		officekit.Lamp{Picture: officekit.Receipt(t, 1, 0)}.Pay(t, a)
		_, id := officekit.Lamp{Picture: officekit.Receipt(t, 1, 0), Payer: "Lim Siew Hoon", Mobile: "+6581112222"}.Pay(t, a)
		if r := desk.Approve(id, "despite", "  "); r.Code() != "despite-missing" {
			t.Errorf("without a reason: %d %s", r.Status, r.Code())
		}
		desk.Approve(id, "despite", "Mdm Lim pays for both").Want(200)
		var d paymentdesk.PaymentDetail
		desk.Get("/api/admin/payment/" + id).Want(200).JSON(&d)
		if d.Despite != "Mdm Lim pays for both" {
			t.Errorf("kept: %q", d.Despite)
		}
		if n := a.Count(t, `SELECT COUNT(*) FROM audit_entries WHERE action = 'payment.approve' AND after LIKE '%"despite":true%' AND after NOT LIKE '%Lim%'`); n != 1 {
			t.Errorf("%d entries say that there is a reason, without its words", n)
		}
		desk.Post("/api/admin/payment/"+id+"/undo", nil).Want(200)
		d = paymentdesk.PaymentDetail{}
		if desk.Get("/api/admin/payment/" + id).Want(200).JSON(&d); d.Despite != "" {
			t.Errorf("after it was taken back: %q", d.Despite)
		}
	})
}

func TestAPaymentShowsItsBankLine(t *testing.T) {
	testkit.Each(t, func(t *testing.T, a *testkit.App) {
		desk := a.Staff(t, "treasurer")
		v, id := officekit.Lamp{Picture: officekit.Receipt(t, 1, 0)}.Pay(t, a)
		_, other := officekit.Lamp{Picture: officekit.Receipt(t, 2, 0)}.Pay(t, a)
		state := func(id string) string {
			var d paymentdesk.PaymentDetail
			desk.Get("/api/admin/payment/" + id).Want(200).JSON(&d)
			return d.Bank.State
		}
		if got := state(id); got != "none" {
			t.Errorf("without a statement: %s", got)
		}
		officekit.Statement(t, a, v.ID, "certain", 8800)
		if got := state(id) + " " + state(other); got != "seen absent" {
			t.Errorf("with one: %s", got)
		}
	})
}
