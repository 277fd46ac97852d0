package httpd_test

import (
	"bufio"
	"bytes"
	"errors"
	"io"
	"log/slog"
	"net/http"
	"net/http/httptest"
	"strings"
	"testing"

	"shanmen/internal/platform/httpd"
)

// FuzzRequest: for any address, cookies and headers the HTTP layer responds; a redirect stays on the site, and no
// header contains a line break.
func FuzzRequest(f *testing.F) {
	for _, head := range []string{
		"GET /zh/list?locale=zh HTTP/1.1\r\nHost: temple.example\r\nCookie: shanmen=member; locale=zh\r\nAccept-Language: zh-CN,zh;q=0.9,en;q=0.8\r\n\r\n",
		"GET //evil.example/%2e%2e HTTP/1.1\r\nHost: evil.example\r\nX-Forwarded-For: 1.2.3.4, ::1\r\n\r\n",
		"GET /api/list/%ff?page=9&q=%00 HTTP/1.0\r\n\r\n",
		"POST /api/echo HTTP/1.1\r\nHost: t\r\nContent-Type: application/json\r\nIdempotency-Key: k\r\nContent-Length: 12\r\n\r\n{\"name\":\"x\"}",
		"POST /api/echo HTTP/1.1\r\nHost: t\r\nContent-Type: application/json\r\nTransfer-Encoding: chunked\r\n\r\n2\r\n{}\r\n0\r\n\r\n",
		"POST /api/upload HTTP/1.1\r\nHost: t\r\nContent-Type: multipart/form-data; boundary=x\r\nContent-Length: 3\r\n\r\n--x",
		"OPTIONS * HTTP/1.1\r\nHost: t\r\n\r\n", "TRACE / HTTP/1.1\r\nHost: t\r\nOrigin: null\r\nSec-Fetch-Site: cross-site\r\n\r\n",
	} {
		f.Add([]byte(head))
	}
	e := newEdgeAlone(f, func(c *httpd.Config) { c.Log = slog.New(slog.DiscardHandler) })
	handler := e.Handler()
	f.Fuzz(func(t *testing.T, raw []byte) {
		r, err := http.ReadRequest(bufio.NewReader(bytes.NewReader(raw)))
		if err != nil {
			return
		}
		r.RemoteAddr = "127.0.0.1:9"
		w := httptest.NewRecorder()
		handler.ServeHTTP(w, r)
		meant := r.URL.Path == "/api/panic" || r.URL.Path == "/api/defect" || r.URL.Path == "/api/changed" || strings.Contains(r.Header.Get("Cookie"), "broken")
		if w.Code == http.StatusInternalServerError && !meant {
			t.Errorf("%s %s: %d %s", r.Method, r.URL, w.Code, w.Body)
		}
		if to := w.Header().Get("Location"); to != "" && !strings.HasPrefix(to, "http://temple.example/") && (to[0] != '/' || strings.HasPrefix(to, "//") || strings.HasPrefix(to, `/\`)) {
			t.Errorf("%s leads to %q", r.URL, to)
		}
		for name, values := range w.Header() {
			if strings.ContainsAny(strings.Join(values, ""), "\r\n\x00") {
				t.Errorf("header %s: %q", name, values)
			}
		}
	})
}

// FuzzParts: reading an upload's parts terminates, whatever is between the boundaries.
func FuzzParts(f *testing.F) {
	const part = "--x\r\nContent-Disposition: form-data; name=\"file\"; filename=\"a.png\"\r\n\r\npicture\r\n"
	for _, body := range []string{part + "--x--\r\n", part + part, "--x\r\n\r\n--x", "--x\r\nA\r\n\r\n", strings.Repeat("A: b\r\n", 4000), "--x\n\n--x--"} {
		f.Add([]byte(body), "x")
	}
	f.Add([]byte("--x--"), `"x y"; charset=a`)
	f.Fuzz(func(t *testing.T, body []byte, boundary string) {
		r := httptest.NewRequest(http.MethodPost, "/", bytes.NewReader(body))
		r.Header.Set("Content-Type", "multipart/form-data; boundary="+boundary)
		parts, err := httpd.PartsOf(r)
		if err != nil {
			return
		}
		for range len(body) + 1 {
			p, err := parts.Next()
			if err != nil {
				if p != nil || errors.Is(err, io.ErrNoProgress) {
					t.Error(p, err)
				}
				return
			}
			_ = p.FileName()
			_, _ = io.Copy(io.Discard, p)
		}
		t.Error("more parts than bytes")
	})
}
