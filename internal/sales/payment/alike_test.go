package payment_test

import (
	"fmt"
	"math/rand/v2"
	"testing"

	"shanmen/internal/platform/db/query"
	"shanmen/internal/sales/payment"
	"shanmen/internal/testkit"
)

// A picture is found if at most three of its hash bits differ, whichever they are, with an index on four bands of which
// one must be equal.
func TestPicturesThatDifferInThreeFingerprintBitsAreFound(t *testing.T) {
	testkit.Each(t, func(t *testing.T, a *testkit.App) {
		c := a.Member(t)
		u := c.SendReceipt(testkit.Screenshot(t))
		images, err := a.DB.Read().UploadImages(t.Context(), u.FileID)
		if err != nil {
			t.Fatal(err)
		}
		was := images[0]
		r := rand.New(rand.NewPCG(3, 4))
		look := func(flips int) int {
			m := query.UploadImage{UploadID: "another", Sha256: "another", Dhash: was.Dhash, Detail: was.Detail}
			for _, bit := range r.Perm(64)[:flips] {
				m.Dhash ^= 1 << bit
			}
			found, err := payment.Alike(t.Context(), a.DB.Read(), m)
			if err != nil {
				t.Fatal(err)
			}
			return len(found)
		}
		for range 60 {
			for flips, want := range []int{1, 1, 1, 1, 0, 0} {
				if got := look(flips); got != want {
					t.Errorf("%d bits: %d found", flips, got)
				}
			}
		}
		if found, err := payment.Alike(t.Context(), a.DB.Read(), query.UploadImage{UploadID: "another", Sha256: "another", Dhash: was.Dhash}); err != nil || len(found) > 0 {
			t.Errorf("of one design, and no more is known: %v, %v", found, err)
		}
		m := was
		m.UploadID, m.Dhash = "another", ^was.Dhash
		if found, err := payment.Alike(t.Context(), a.DB.Read(), m); err != nil || fmt.Sprint(found) != fmt.Sprint([]payment.Match{{ImageID: was.ID, UploadID: was.UploadID, Same: true}}) {
			t.Errorf("the very same file: %v, %v", found, err)
		}
	})
}
