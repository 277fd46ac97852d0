package checkout_test

import (
	"bufio"
	"encoding/json"
	"io"
	"net"
	"net/http"
	"net/http/cookiejar"
	"net/url"
	"strings"
	"testing"

	"shanmen/internal/sales/invoice"
	"shanmen/internal/testkit"
)

// losing forwards each request to the program, and never the response: the connection is reset when the response has
// begun, or (early) as soon as the request has been sent, which the program notices too.
func losing(t *testing.T, target string, early bool) string {
	t.Helper()
	l, err := net.Listen("tcp", "127.0.0.1:0")
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(func() { _ = l.Close() })
	to := strings.TrimPrefix(target, "http://")
	go func() {
		for {
			c, err := l.Accept()
			if err != nil {
				return
			}
			go lose(c.(*net.TCPConn), to, early)
		}
	}()
	return "http://" + l.Addr().String()
}

func lose(c *net.TCPConn, to string, early bool) {
	defer func() { _ = c.Close() }()
	_ = c.SetLinger(0) // closing resets
	req, err := http.ReadRequest(bufio.NewReader(c))
	if err != nil {
		return
	}
	up, err := net.Dial("tcp", to)
	if err != nil {
		return
	}
	defer func() { _ = up.Close() }()
	if req.Write(up) != nil || early {
		return
	}
	_, _ = io.ReadFull(up, make([]byte, 1))
}

// lost sends a payment whose response never arrives, from c's browser.
func lost(t *testing.T, a *testkit.App, c *testkit.Client, proxy, path string, body any) {
	t.Helper()
	b, err := json.Marshal(body)
	if err != nil {
		t.Fatal(err)
	}
	req, err := http.NewRequestWithContext(t.Context(), http.MethodPost, proxy+path, strings.NewReader(string(b)))
	if err != nil {
		t.Fatal(err)
	}
	req.Header = c.Header.Clone()
	req.Header.Set("Content-Type", "application/json")
	jar, _ := cookiejar.New(nil)
	u, _ := url.Parse(proxy)
	jar.SetCookies(u, c.Cookies())
	if res, err := (&http.Client{Jar: jar}).Do(req); err == nil {
		_ = res.Body.Close()
		t.Fatalf("an answer came: %s", res.Status)
	}
}

// M03: the response to a payment is lost, and the button is pressed again, perhaps for the other method. The second
// press gets the order that the first one made, and there is only one.
func TestM03ALostAnswerIsRepeated(t *testing.T) {
	testkit.Each(t, func(t *testing.T, a *testkit.App) {
		c := a.Member(t)
		late, early := losing(t, a.URL, false), losing(t, a.URL, true)
		orders := int64(0)
		for _, first := range []string{payNowPath, cashPath} {
			for _, again := range []string{payNowPath, cashPath} {
				for _, proxy := range []string{late, early} {
					c.Fill(a.Item(t, "lamp-oil", "bottle")).Want(200)
					bodies := map[string]any{payNowPath: payNow(1000, "fileId", c.SendReceipt(testkit.Screenshot(t)).FileID), cashPath: cash(1000)}
					lost(t, a, c, proxy, first, bodies[first])
					v := c.Post(again, bodies[again]).Order()
					if w := c.Post(first, bodies[first]).Order(); w.ID != v.ID || w.Status != v.Status {
						t.Errorf("%s again gives %s %s, not %s %s", first, w.Number, w.Status, v.Number, v.Status)
					}
					want := invoice.UnderVerification
					if first == cashPath {
						want = invoice.AwaitingPayment
					}
					if proxy == late && v.Status != want { // the first request had been carried out
						t.Errorf("%s, lost, then %s: %s", first, again, v.Status)
					}
					orders++
					if n := a.Count(t, "SELECT count(*) FROM invoices"); n != orders {
						t.Fatalf("%d orders of %d carts", n, orders)
					}
					if n := a.Count(t, "SELECT count(*) FROM payments"); n != orders {
						t.Errorf("%d payments of %d orders", n, orders)
					}
					c.Get("/api/cart/checkout").Want(404) // the cart has become the order
				}
			}
		}
	})
}
