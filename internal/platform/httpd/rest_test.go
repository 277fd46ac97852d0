package httpd_test

import (
	"bufio"
	"fmt"
	"io"
	"net"
	"net/http"
	"strings"
	"testing"
	"time"
)

// A proxy such as nginx sends the whole body before it reads the response. When a request is refused early, at any
// layer, the proxy gets the refusal and not a closed connection.
func TestARefusalOfALargeBodyReachesAProxy(t *testing.T) {
	t.Parallel()
	e := newEdge(t, nil)
	for _, c := range []struct{ path, kind, want string }{
		{"/api/echo", "application/json", "too-large"},
		{"/api/large", "text/plain", "too-large"},
		{"/api/member/echo", "multipart/form-data; boundary=x", ""},
		{"/api/none", "multipart/form-data; boundary=x", ""},
	} {
		for _, size := range []int{100_000, 1_000_000, 30_000_000} {
			for range 3 {
				conn, err := net.Dial("tcp", strings.TrimPrefix(e.url, "http://"))
				if err != nil {
					t.Fatal(err)
				}
				fmt.Fprintf(conn, "POST %s HTTP/1.0\r\nHost: temple.example\r\nConnection: close\r\nContent-Type: %s\r\nContent-Length: %d\r\n\r\n", c.path, c.kind, size)
				if _, err := conn.Write(make([]byte, size)); err != nil {
					t.Errorf("%s, %d bytes: %v", c.path, size, err)
				} else if r, err := http.ReadResponse(bufio.NewReader(conn), nil); err != nil || r.StatusCode < 400 || r.StatusCode > 499 {
					t.Errorf("%s, %d bytes: %+v %v", c.path, size, r, err)
				} else if body, err := io.ReadAll(r.Body); err != nil || !strings.Contains(string(body), c.want) {
					t.Errorf("%s, %d bytes: %s %v", c.path, size, body, err)
				}
				_ = conn.Close()
			}
		}
	}
}

// A client that is refused and never sends the rest still gets the response, and its connection is closed.
func TestARefusalDoesNotWaitForTheRestOfTheBody(t *testing.T) {
	t.Parallel()
	e := newEdge(t, nil)
	conn, err := net.Dial("tcp", strings.TrimPrefix(e.url, "http://"))
	if err != nil {
		t.Fatal(err)
	}
	defer func() { _ = conn.Close() }()
	_, _ = io.WriteString(conn, "POST /api/none HTTP/1.1\r\nHost: temple.example\r\nContent-Type: text/plain\r\nContent-Length: 100\r\n\r\nx")
	_ = conn.SetReadDeadline(time.Now().Add(12 * time.Second))
	said, err := io.ReadAll(conn)
	if err != nil || !strings.HasPrefix(string(said), "HTTP/1.1 4") {
		t.Errorf("%v %q", err, said)
	}
}
