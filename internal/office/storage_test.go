package office_test

import (
	"net/http"
	"net/http/httptest"
	"strings"
	"testing"

	"shanmen/internal/platform/media"
	"shanmen/internal/testkit"
)

// brokenStorage gives the program an S3 server that responds as answer does.
func brokenStorage(t *testing.T, a *testkit.App, answer http.HandlerFunc) {
	t.Helper()
	server := httptest.NewServer(answer)
	t.Cleanup(server.Close)
	store, err := media.Open("s3://key:secret@"+strings.TrimPrefix(server.URL, "http://")+"/temple?tls=0&region=us-east-1", "")
	if err != nil {
		t.Fatal(err)
	}
	a.Payments.Files, a.Bank.Files, a.Office.Desk.Files = store, store, store
}

// wantAway fails unless r asks the visitor to retry, in their language and without the storage's error text.
func wantAway(t *testing.T, r *testkit.Response, sentence string) {
	t.Helper()
	var refusal struct {
		Code, Title string
		RetryAfter  int
	}
	r.Want(503).JSON(&refusal)
	if refusal.Code != "storage-away" || !strings.Contains(refusal.Title, sentence) || refusal.RetryAfter != 30 || r.Header.Get("Retry-After") != "30" {
		t.Errorf("%+v, Retry-After %q", refusal, r.Header.Get("Retry-After"))
	}
}

func TestFailingStorageIsReportedAsUnavailable(t *testing.T) {
	testkit.One(t, func(t *testing.T, a *testkit.App) {
		c, desk := a.Member(t), a.Staff(t, "treasurer")
		sent := c.SendReceipt(testkit.Screenshot(t))
		brokenStorage(t, a, func(w http.ResponseWriter, _ *http.Request) { w.WriteHeader(http.StatusForbidden) })
		const en, zh = "does not answer", "暂时没有回应"
		wantAway(t, c.Upload("/api/upload/receipt", testkit.Screenshot(t)), en)
		c.Locale = "zh"
		wantAway(t, c.Upload("/api/upload/receipt", testkit.Screenshot(t)), zh)
		c.Locale = ""
		wantAway(t, c.Get("/api/upload/receipt/"+sent.Files[0].ID), en)
		wantAway(t, desk.Get("/api/admin/receipt-image/"+sent.Files[0].ID), en)
		wantAway(t, desk.Upload("/api/admin/bank/statement", testkit.File{Name: "a.csv", Data: []byte("Date,Amount\n")}), en)
		if n := a.Count(t, "SELECT count(*) FROM uploads"); n != 1 {
			t.Errorf("%d uploads", n)
		}
	})
}

// The store gives up after eight seconds without a response.
func TestUnresponsiveStorageIsReportedAsUnavailable(t *testing.T) {
	t.Parallel()
	a := testkit.New(t, "sqlite")
	c := a.Member(t)
	hang := make(chan struct{})
	brokenStorage(t, a, func(http.ResponseWriter, *http.Request) { <-hang })
	t.Cleanup(func() { close(hang) }) // before the server is closed
	wantAway(t, c.Upload("/api/upload/receipt", testkit.Screenshot(t)), "does not answer")
}
