package app_test

import (
	"fmt"
	"net/http"
	"testing"

	"shanmen/internal/base/id"
	"shanmen/internal/office/desk"
	"shanmen/internal/sales/invoice"
	"shanmen/internal/testkit"
	"shanmen/internal/testkit/bucket"
)

// Two programs on one PostgreSQL and one S3 store serve one temple: each act of a visitor goes to one of them at random,
// and each read to both, whose answers are equal to the byte, pictures and PDFs included. The models of money, lists and
// drafts do the same with random acts.
func TestReplicasServeOneTemple(t *testing.T) {
	t.Parallel()
	a := testkit.NewReplicas(t, bucket.New(t, "temple").URL())
	treasurer, editor, admin := a.Staff(t, "treasurer"), a.Staff(t, "editor"), a.Staff(t, "admin")
	page := a.Record(t, "page", "history")
	for round := range 6 {
		member := a.NewMember(t, fmt.Sprintf("Lim %d", round), fmt.Sprintf("+658200%04d", round))
		member.Fill(a.Item(t, "lamp-oil", "bottle")).Want(200)
		sent := member.SendReceipt(testkit.Screenshot(t))
		member.Get(sent.Files[0].URL).Want(200)

		member.Header.Set("Idempotency-Key", id.New())
		order := member.OrderByPayNow(1000, "fileId", sent.FileID).Order()
		if again := member.OrderByPayNow(1000, "fileId", sent.FileID).Order(); again.ID != order.ID || again.Number != order.Number {
			t.Errorf("the same key made %s, then %s", order.Number, again.Number)
		}
		member.Header.Del("Idempotency-Key")

		var seen desk.PaymentDetail
		treasurer.Get("/api/admin/payment/" + order.Payments[0].ID).Want(200).JSON(&seen)
		treasurer.Get("/api/admin/receipt-image/" + sent.Files[0].ID).Want(200)
		treasurer.Post("/api/admin/payment/"+order.Payments[0].ID+"/approve", map[string]any{}).Want(200)
		if paid := member.Order(order.ID); paid.Status != invoice.Paid || paid.OfficialReceipt == nil {
			t.Errorf("%s is %s", paid.Number, paid.Status)
		}
		member.Get("/api/invoice/" + order.ID + "/receipt.pdf").Want(200)
		member.Get("/api/invoice/list/member").Want(200)

		editor.Type(page, map[string]string{"html.en": fmt.Sprintf("<p>Built %d times.</p>", round)}).Want(200)
		editor.Publish(page, "en").Want(200)
		editor.Get("/api/admin/record/" + page).Want(200)
		hours := fmt.Sprintf("%d", 20+round)
		admin.Put("/api/admin/setting", map[string]any{"values": map[string]string{"refund-limit": hours}}).Want(200)
		admin.Get("/api/admin/setting").Want(200)

		copied := a.Guest() // a visitor with the cookie of a session that has ended
		copied.Header.Set("Cookie", "shanmen="+member.Cookie("shanmen"))
		copied.Get("/api/auth/identity").Want(200)
		member.Do(http.MethodDelete, "/api/_auth/session", nil).Want(200)
		copied.Get("/api/auth/identity").Want(401)
		a.LogIn(t, fmt.Sprintf("+658200%04d", round), testkit.NewMemberPassword).Get("/api/invoice?id=" + order.ID).Want(200)
	}
}
