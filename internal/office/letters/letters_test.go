package letters_test

import (
	"context"
	"testing"
	"time"

	"shanmen/internal/base/locale"
	"shanmen/internal/office/letters"
	"shanmen/internal/platform/db"
	"shanmen/internal/platform/outbox"
	"shanmen/internal/testkit"
)

// A message that could not be sent is in the office's list with the reason, and is sent when somebody presses "send
// again".
func TestAnUndeliveredLetterIsListedAndResent(t *testing.T) {
	testkit.Each(t, func(t *testing.T, a *testkit.App) {
		desk := a.Staff(t, "treasurer")
		a.Write(t, func(ctx context.Context, tx *db.Tx) error {
			for _, to := range []string{"not an address", "devotee@example.sg"} {
				m := outbox.Mail{To: to, Name: "陈居士", Locale: locale.ZH, Template: "order-cancelled", Params: map[string]string{"number": "INV-2026-000009"}}
				if err := outbox.AddMail(ctx, tx, m, "", a.Clock.Now()); err != nil {
					return err
				}
			}
			return nil
		})
		a.Drain(t)
		list := func() (l letters.Letters) {
			desk.Get("/api/admin/letter").Want(200).JSON(&l)
			return l
		}
		l := list()
		if l.Total != 1 || len(l.Items) != 1 {
			t.Fatalf("%+v", l)
		}
		got := l.Items[0]
		if got.To != "not an address" || !got.Dead || got.NextAt != nil || got.Name != "陈居士" || got.Subject == "" || got.Error == "" || got.Tries != 1 {
			t.Errorf("%+v", got)
		}
		a.Exec(t, "UPDATE outbox SET args = replace(args, 'not an address', 'right@example.sg') WHERE id = $1", got.ID)
		before := len(a.Mails(t))
		desk.Header.Set("Idempotency-Key", "one press")
		desk.Post("/api/admin/letter/"+got.ID+"/again", nil).Want(200)
		desk.Post("/api/admin/letter/"+got.ID+"/again", nil).Want(200)
		a.Clock.Advance(time.Second)
		if n := len(a.Mails(t)); n != before+1 || list().Total != 0 {
			t.Errorf("%d letters left, %d in the list", n-before, list().Total)
		}
		desk.Header.Del("Idempotency-Key")
		desk.Post("/api/admin/letter/"+got.ID+"/again", nil).Want(404)
		if n := a.Count(t, "SELECT count(*) FROM audit_entries WHERE action = 'letter.again'"); n != 1 {
			t.Errorf("%d entries", n)
		}
	})
}
