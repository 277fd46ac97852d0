package order_test

import (
	"errors"
	"slices"
	"strings"
	"testing"
	"time"

	"shanmen/internal/base/money"
	"shanmen/internal/office/desk"
	orderdesk "shanmen/internal/office/order"
	"shanmen/internal/platform/db"
	"shanmen/internal/platform/db/query"
	"shanmen/internal/sales/payment"
	"shanmen/internal/testkit"
	"shanmen/internal/testkit/mutant"
	"shanmen/internal/testkit/officekit"
	"shanmen/internal/testkit/together"
)

// refundToTransfer makes a refund of S$100.00 that is to be transferred, and returns its path.
func refundToTransfer(t *testing.T, a *testkit.App, treasurer *testkit.Client) (orderID, path string) {
	t.Helper()
	v := dear(t, a, treasurer)
	refundOf(treasurer, v, 10000, money.PayNow).Want(200)
	var list orderdesk.RefundTransfers
	treasurer.Get("/api/admin/refund-transfer").Want(200).JSON(&list)
	i := slices.IndexFunc(list.Items, func(r orderdesk.RefundTransfer) bool { return r.Order.ID == v.ID })
	return v.ID, "/api/admin/refund-transfer/" + list.Items[i].ID
}

func TestAPictureProvesARefundByTransfer(t *testing.T) {
	t.Parallel()
	testkit.Each(t, func(t *testing.T, a *testkit.App) {
		treasurer, counter := a.Staff(t, "treasurer"), a.Staff(t, "counter")
		orderID, path := refundToTransfer(t, a, treasurer)
		if r := counter.Upload(path+"/proof", officekit.Receipt(t, 1, 0)); r.Status != 403 {
			t.Errorf("the counter: %d", r.Status)
		}
		treasurer.Upload("/api/admin/refund-transfer/nothing/proof", officekit.Receipt(t, 1, 0)).Want(404)
		if r := treasurer.Upload(path+"/proof", testkit.File{Name: "x.png", Data: []byte("no picture")}); r.Status != 400 {
			t.Errorf("no picture: %d %s", r.Status, r.Code())
		}
		treasurer.Post(path+"/done", officekit.Fields{"reference": " "}).Want(400) // neither words nor a picture
		var proof payment.RefundProof
		treasurer.Upload(path+"/proof", officekit.Receipt(t, 1, 0)).Want(200).JSON(&proof)
		treasurer.Upload(path+"/proof", officekit.Receipt(t, 1, 0)).Want(200).JSON(&proof) // its answer was lost
		if len(proof.Pictures) != 1 || treasurer.Get(proof.Pictures[0].URL).Status != 200 || counter.Get(proof.Pictures[0].URL).Status == 200 {
			t.Fatalf("the proof: %+v", proof)
		}
		if got := treasurer.Upload(path+"/proof", officekit.Receipt(t, 2, 0), officekit.Receipt(t, 3, 0), officekit.Receipt(t, 4, 0), officekit.Receipt(t, 5, 0), officekit.Receipt(t, 6, 0)).Code(); got != "too-many-files" {
			t.Errorf("six pictures: %q", got)
		}
		treasurer.Post(path+"/done", officekit.Fields{"reference": ""}).Want(200)
		if got := treasurer.Post(path+"/proof/"+proof.Pictures[0].ID+"/remove", officekit.Fields{}).Code(); got != "proof-needed" {
			t.Errorf("the only proof is taken away: %q", got)
		}
		treasurer.Upload(path+"/proof", officekit.Receipt(t, 2, 0)).Want(200).JSON(&proof)
		treasurer.Post(path+"/proof/"+proof.Pictures[0].ID+"/remove", officekit.Fields{}).Want(200).JSON(&proof)
		treasurer.Post(path+"/proof/gone/remove", officekit.Fields{}).Want(404)
		var list orderdesk.RefundTransfers
		treasurer.Get("/api/admin/refund-transfer?done=true").Want(200).JSON(&list)
		var order orderdesk.Order
		treasurer.Get("/api/admin/order/" + orderID).Want(200).JSON(&order)
		tr := order.Refunds[0].Transfer
		if len(proof.Pictures) != 1 || len(list.Items[0].Pictures) != 1 || tr == nil || tr.DoneAt == nil || tr.DoneBy == "" || len(tr.Pictures) != 1 || tr.Pictures[0] != proof.Pictures[0] {
			t.Errorf("shown: %+v, %+v, %+v", proof, list.Items[0], tr)
		}
		a.Drain(t)
		a.Clock.Advance(48 * time.Hour)
		if err := a.Payments.CollectUploads(t.Context()); err != nil {
			t.Fatal(err)
		}
		if n := a.Count(t, "SELECT count(*) FROM uploads WHERE refund_id <> ''"); n != 1 {
			t.Errorf("%d proofs are left after two days", n)
		}
		if n := a.Count(t, "SELECT count(*) FROM audit_entries WHERE action LIKE 'refund.proof%'"); n != 3 {
			t.Errorf("%d lines of the trail", n)
		}
	})
}

// The proof of a member's refund can be read by the member, does not count towards the member's storage, and cannot be
// used to pay.
func TestRefundProofIsReadableByItsMember(t *testing.T) {
	t.Parallel()
	testkit.Each(t, func(t *testing.T, a *testkit.App) {
		treasurer, m := a.Staff(t, "treasurer"), a.Member(t)
		_, id := officekit.Lamp{Picture: officekit.Receipt(t, 9, 0)}.Pay(t, a)
		treasurer.Approve(id).Want(200)
		a.Drain(t)
		var d desk.PaymentDetail
		treasurer.Get("/api/admin/payment/" + id).Want(200).JSON(&d)
		treasurer.Refund(d.Invoice.ID, money.PayNow, 1000, "asked-by-devotee").Want(200)
		var list orderdesk.RefundTransfers
		treasurer.Get("/api/admin/refund-transfer").Want(200).JSON(&list)
		before := a.Count(t, "SELECT count(*) FROM uploads WHERE refund_id = '' AND at_counter = 0")
		var proof payment.RefundProof
		treasurer.Upload("/api/admin/refund-transfer/"+list.Items[0].ID+"/proof", officekit.Receipt(t, 1, 0)).Want(200).JSON(&proof)
		own := strings.Replace(proof.Pictures[0].URL, "/api/admin/receipt-image/", "/api/upload/receipt/", 1)
		if m.Get(own).Status != 200 || a.Guest().Get(own).Status == 200 {
			t.Error("the member cannot read it, or others can")
		}
		row, err := a.DB.Read().UploadImage(t.Context(), proof.Pictures[0].ID)
		if err != nil {
			t.Fatal(err)
		}
		if _, err := a.DB.Read().UploadFree(t.Context(), query.UploadFreeParams{ID: row.UploadID, UserID: row.UserID}); !errors.Is(err, db.ErrNoRows) {
			t.Errorf("the temple's own picture can pay for another order: %v", err)
		}
		kept, err := a.Payments.ExportPictures(t.Context(), row.UserID)
		if err != nil {
			t.Fatal(err)
		}
		found := 0
		for _, p := range kept.([]payment.KeptPicture) {
			if p.Refund && p.Invoice == d.InvoiceNumber && strings.HasSuffix(p.File, "-refund.jpg") {
				found++
			}
		}
		if found != 1 || before != a.Count(t, "SELECT count(*) FROM uploads WHERE refund_id = '' AND at_counter = 0") {
			t.Errorf("in the archive: %+v", kept)
		}
	})
}

// Two people upload pictures of one refund at once: the maximum per refund is kept.
func TestRaceTwoProofUploadsForOneRefund(t *testing.T) {
	mutant.Declare(t, mutant.ReadOnly("RefundTransferLock"), mutant.Slow("RefundProofs"))
	testkit.Each(t, func(t *testing.T, a *testkit.App) {
		both := []*testkit.Client{a.Staff(t, "treasurer"), a.Staff(t, "admin")}
		_, path := refundToTransfer(t, a, both[0])
		together.AtOnce(2, func(i int) {
			seed := uint64(10 * (i + 1))
			both[i].Upload(path+"/proof", officekit.Receipt(t, seed, 0), officekit.Receipt(t, seed+1, 0), officekit.Receipt(t, seed+2, 0))
		})
		if n := a.Count(t, "SELECT count(*) FROM upload_images m JOIN uploads u ON u.id = m.upload_id WHERE u.refund_id <> ''"); n != 3 {
			t.Errorf("%d pictures", n)
		}
	})
}
