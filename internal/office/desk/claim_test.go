package desk_test

import (
	"testing"
	"time"

	claims "shanmen/internal/office/claim"
	"shanmen/internal/office/desk"
	"shanmen/internal/testkit"
	"shanmen/internal/testkit/officekit"
)

func TestAPaymentShowsWhichColleagueHasItOpen(t *testing.T) {
	testkit.Each(t, func(t *testing.T, a *testkit.App) {
		_, id := officekit.Lamp{Picture: officekit.Receipt(t, 1, 0)}.Pay(t, a)
		mine, other := a.Staff(t, "treasurer"), a.Staff(t, "admin")
		path := "/api/admin/payment/" + id
		claim := func(c *testkit.Client, take bool) (out claims.Claim) {
			t.Helper()
			c.Post(path+"/claim", map[string]any{"take": take}).Want(200).JSON(&out)
			return out
		}
		shown := func(c *testkit.Client) string {
			var d desk.PaymentDetail
			c.Get(path).Want(200).JSON(&d)
			if row := queue(t, c, "").Items[0].ClaimedBy; row != d.ClaimedBy {
				t.Errorf("the list says %q, the payment %q", row, d.ClaimedBy)
			}
			return d.ClaimedBy
		}
		if got := claim(mine, false); !got.Mine {
			t.Fatalf("the first: %+v", got)
		}
		got := claim(other, false)
		if got.Mine || got.By == "" || got.By != shown(other) || shown(mine) != "" {
			t.Errorf("the second: %+v, shown %q and %q", got, shown(other), shown(mine))
		}
		a.Clock.Advance(90 * time.Second) // the page is still open and renews the claim
		claim(mine, false)
		a.Clock.Advance(90 * time.Second)
		if claim(other, false).Mine {
			t.Error("a renewed claim has ended")
		}
		a.Clock.Advance(time.Minute)
		if shown(other) != "" || !claim(other, false).Mine {
			t.Error("a claim that nobody renewed stands")
		}
		if claim(mine, false).Mine || !claim(mine, true).Mine || shown(other) == "" {
			t.Error("it cannot be taken over")
		}
		other.Post(path+"/release", nil).Want(200) // of another's claim nothing
		if shown(other) == "" {
			t.Error("somebody else's claim was released")
		}
		// A claim does not prevent others from deciding.
		other.Post(path+"/reject", map[string]any{"reason": "unreadable"}).Want(200)
		if claim(mine, true).Mine {
			t.Error("what is decided is claimed")
		}
		other.Post(path+"/undo", nil).Want(200)
		mine.Post(path+"/release", nil).Want(200)
		if shown(other) != "" {
			t.Error("the claim outlasts its release")
		}
		mine.Post("/api/admin/payment/none/claim", map[string]any{}).Want(404)
	})
}
