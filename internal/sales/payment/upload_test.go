package payment_test

import (
	"context"
	"os"
	"path/filepath"
	"strings"
	"testing"
	"time"

	"shanmen/internal/platform/db"
	"shanmen/internal/platform/db/query"
	"shanmen/internal/sales/payment"
	"shanmen/internal/testkit"
)

const uploadPath = "/api/upload/receipt"

// kept counts the stored files.
func kept(t *testing.T, a *testkit.App) (n int) {
	t.Helper()
	_ = filepath.WalkDir(filepath.Join(a.Config.DataDir, "files"), func(_ string, e os.DirEntry, err error) error {
		if err == nil && !e.IsDir() {
			n++
		}
		return nil
	})
	return n
}

func TestReceiptPicturesAreUploaded(t *testing.T) {
	testkit.Each(t, func(t *testing.T, a *testkit.App) {
		c := a.Member(t)
		shot := func() testkit.File { return testkit.Screenshot(t) }
		t.Run("OKSeveral", func(t *testing.T) {
			var u payment.Uploaded
			c.Upload(uploadPath, shot(), shot(), shot()).Want(200).JSON(&u)
			if len(u.Files) != 3 || u.FileID == "" || u.Files[0].MIME != "image/png" || u.Files[2].Height != 160 || u.Files[0].Size == 0 {
				t.Fatalf("upload: %+v", u)
			}
			if kept(t, a) != 3 {
				t.Errorf("%d files", kept(t, a))
			}
			r := c.Get(u.Files[1].URL).Want(200)
			if r.Header.Get("Content-Type") != "image/jpeg" || r.Header.Get("X-Content-Type-Options") != "nosniff" || r.Header.Get("Content-Security-Policy") != "default-src 'none'; sandbox" {
				t.Errorf("headers %v", r.Header)
			}
		})
		t.Run("ErrRefusedFilesAreNotStored", func(t *testing.T) {
			before := kept(t, a)
			for code, files := range map[string][]testkit.File{
				"too-many-files":   {shot(), shot(), shot(), shot(), shot(), shot()},
				"pdf-not-accepted": {shot(), {Name: "receipt.pdf", Data: []byte("%PDF-1.7\n1 0 obj")}},
				"file-empty":       {shot(), {Name: "a.png"}},
				"invalid-fields":   {},
				"invalid-request":  {shot(), {Field: strings.Repeat("n", 20<<10), Data: []byte("x")}},
			} {
				if r := c.Upload(uploadPath, files...).Want(400); r.Code() != code {
					t.Errorf("%s: got %s", code, r.Body)
				}
			}
			other := shot()
			other.Field = "receipt"
			if r := c.Upload(uploadPath, shot(), other).Want(400); r.FieldCodes()["receipt"] != "unknown-field" {
				t.Errorf("another field: got %s", r.Body)
			}
			if n := kept(t, a); n != before || a.Count(t, "SELECT count(*) FROM uploads") != 1 {
				t.Errorf("%d files, %d before", n, before)
			}
		})
		t.Run("ErrThirtyAnHour", func(t *testing.T) {
			var last *testkit.Response
			for range 30 {
				if last = c.Upload(uploadPath); last.Code() == "uploads-too-many" {
					break
				}
			}
			var f struct{ RetryAfter int }
			if last.JSON(&f); last.Code() != "uploads-too-many" || f.RetryAfter <= 0 || f.RetryAfter > 3601 {
				t.Errorf("got %s", last.Body)
			}
			a.Clock.Advance(time.Hour)
			c.Upload(uploadPath, shot()).Want(200)
		})
		t.Run("ErrFull", func(t *testing.T) {
			other := a.NewMember(t, "Collector", "+6598880005")
			other.Upload(uploadPath, shot()).Want(200)
			a.Write(t, func(ctx context.Context, tx *db.Tx) error {
				userID, err := testkit.UserID(ctx, tx.Queries, "+6598880005")
				if err != nil {
					return err
				}
				return tx.UploadAdd(ctx, query.UploadAddParams{ID: "large", UserID: userID, Bytes: 200<<20 - 50, CreatedAt: 1})
			})
			if r := other.Upload(uploadPath, shot()).Want(400); r.Code() != "uploads-full" {
				t.Errorf("got %s", r.Body)
			}
		})
	})
}

func TestUnusedPicturesAreDeleted(t *testing.T) {
	testkit.Each(t, func(t *testing.T, a *testkit.App) {
		waiting, paying, idle := a.NewMember(t, "Waiting", "+6598880001"), a.NewMember(t, "Paying", "+6598880002"), a.NewMember(t, "Idle", "+6598880003")
		waiting.Fill(a.Item(t, "lamp-oil", "bottle")).Want(200)
		waiting.SendReceipt(testkit.Screenshot(t))
		paying.Fill(a.Item(t, "lamp-oil", "bottle")).Want(200)
		u := paying.SendReceipt(testkit.Screenshot(t))
		paying.OrderByPayNow(1000, "fileId", u.FileID, "transactionDateTime", "2026-11-21T11:00:00+08:00").Want(200)
		idle.Upload(uploadPath, testkit.Screenshot(t), testkit.Screenshot(t)).Want(200)
		sweep := func() {
			t.Helper()
			a.MustSweep(t)
			a.Drain(t)
		}
		a.Clock.Advance(23 * time.Hour)
		if sweep(); kept(t, a) != 4 {
			t.Fatalf("%d files after a day", kept(t, a))
		}
		a.Clock.Advance(2 * time.Hour)
		if sweep(); kept(t, a) != 2 || a.Count(t, "SELECT count(*) FROM uploads") != 2 {
			t.Errorf("%d files, want those of a payment and of a cart", kept(t, a))
		}
	})
}

// Pictures for an invoice do not depend on the cart that the member fills meanwhile.
func TestUploadingForAnInvoiceLeavesTheCartUnchanged(t *testing.T) {
	testkit.Each(t, func(t *testing.T, a *testkit.App) {
		c := a.Member(t)
		c.Fill(a.Item(t, "lamp-oil", "bottle")).Want(200)
		c.Upload(uploadPath+"?invoiceId=0193", testkit.Screenshot(t)).Want(200)
		if v := c.Cart(); v.UploadID != "" {
			t.Errorf("the cart has %s", v.UploadID)
		}
	})
}
