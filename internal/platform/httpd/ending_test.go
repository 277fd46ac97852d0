package httpd_test

import (
	"bufio"
	"encoding/json"
	"io"
	"net"
	"net/http"
	"net/http/httptest"
	"strings"
	"testing"
	"time"

	"shanmen/internal/platform/httpd"
)

// An upload that outlasts the program's shutdown gets a message in the visitor's language, however the handler reacts
// to the end.
func TestARefusedUploadGetsAnAnswer(t *testing.T) {
	t.Parallel()
	began := make(chan struct{}, 1)
	e := newEdge(t, nil)
	httpd.Raw(e.Server, httpd.Call{Method: "POST", Path: "/api/pictures", Access: httpd.Open, Multipart: true, MaxBody: 1 << 20}, func(_ http.ResponseWriter, r *http.Request) error {
		b := make([]byte, 1)
		_, err := io.ReadFull(r.Body, b)
		began <- struct{}{}
		if err == nil {
			_, err = io.ReadAll(r.Body)
		}
		return err
	})
	srv := httptest.NewServer(e.Handler())
	defer srv.Close()
	send := func(end bool) (res *http.Response, said httpd.Refusal) {
		t.Helper()
		c, err := net.Dial("tcp", strings.TrimPrefix(srv.URL, "http://"))
		if err != nil {
			t.Fatal(err)
		}
		defer func() { _ = c.Close() }()
		_, _ = io.WriteString(c, "POST /api/pictures?locale=zh HTTP/1.1\r\nHost: temple.example\r\nContent-Type: multipart/form-data; boundary=x\r\nContent-Length: 100\r\n\r\n--x")
		<-began
		if end {
			e.EndUploads()
		}
		_ = c.SetReadDeadline(time.Now().Add(3 * time.Second)) // the refusal comes before the rest of its body is read
		if res, err = http.ReadResponse(bufio.NewReader(c), nil); err == nil {
			err = json.NewDecoder(res.Body).Decode(&said)
		}
		if err != nil {
			t.Fatal(err)
		}
		return res, said
	}
	for _, name := range []string{"under way", "that begins later"} {
		res, said := send(name == "under way")
		if res.StatusCode != http.StatusServiceUnavailable || said.Code != "stopping" || !strings.Contains(said.Title, "重新") || res.Header.Get("Retry-After") == "" {
			t.Errorf("%s: %d %+v", name, res.StatusCode, said)
		}
	}
}
