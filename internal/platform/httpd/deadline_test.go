package httpd_test

import (
	"fmt"
	"io"
	"log/slog"
	"net"
	"strings"
	"testing"
	"testing/synctest"
	"time"

	"shanmen/internal/platform/httpd"
)

// pipes is a listener with in-memory connections, so that their deadlines use the synctest bubble's clock.
type pipes struct {
	net.Listener
	in     chan net.Conn
	closed chan struct{}
}

func (p *pipes) Accept() (net.Conn, error) {
	select {
	case c := <-p.in:
		return c, nil
	case <-p.closed:
		return nil, net.ErrClosed
	}
}

func (p *pipes) Close() error   { close(p.closed); return nil }
func (p *pipes) Addr() net.Addr { return &net.TCPAddr{IP: net.IPv4(127, 0, 0, 1)} }

// drip sends the beginning of a request, then byte by byte, and returns when the connection was closed and the
// response.
func drip(t *testing.T, begin, drop string, every time.Duration) (took time.Duration, answer string) {
	t.Helper()
	synctest.Test(t, func(t *testing.T) {
		e := newEdgeAlone(t, nil)
		l := &pipes{in: make(chan net.Conn), closed: make(chan struct{})}
		srv := httpd.Listening(e.Handler(), slog.New(slog.DiscardHandler))
		served := make(chan error, 1)
		go func() { served <- srv.Serve(l) }()
		mine, theirs := net.Pipe()
		l.in <- theirs
		began, sent := time.Now(), make(chan struct{})
		go func() {
			defer close(sent)
			_, err := io.WriteString(mine, begin)
			for err == nil && drop != "" {
				time.Sleep(every)
				_, err = io.WriteString(mine, drop)
			}
		}()
		b, _ := io.ReadAll(mine)
		took, answer = time.Since(began), string(b)
		_ = mine.Close()
		_ = srv.Close()
		<-served
		<-sent
	})
	return took, answer
}

func TestAStalledConnectionIsClosedAfterFifteenSeconds(t *testing.T) {
	head := func(method, path, kind string, length int) string {
		return fmt.Sprintf("%s %s HTTP/1.1\r\nHost: temple.example\r\nContent-Type: %s\r\nContent-Length: %d\r\n\r\n", method, path, kind, length)
	}
	const form = "multipart/form-data; boundary=x"
	for name, c := range map[string]struct {
		begin, drop string
		every       time.Duration
		within      time.Duration
	}{
		"stalled headers":                          {"POST /api/large HTTP/1.1\r\nHost: temple.example\r\n", "", 0, 10 * time.Second},
		"slow headers":                             {"POST /api/large HTTP/1.1\r\nHost: temple.example\r\n", "A: b\r\n", time.Second, 10 * time.Second},
		"stalled JSON":                             {head("POST", "/api/large", "application/json", 60_000) + `{"name":`, "", 0, 15 * time.Second},
		"slow JSON":                                {head("POST", "/api/large", "application/json", 60_000) + `{"name":`, " ", time.Second, 15 * time.Second},
		"a visitor without the right":              {head("POST", "/api/member/echo", "application/json", 60) + "{", "", 0, 15 * time.Second},
		"an unknown call":                          {head("POST", "/api/none", "application/json", 60) + "{", "", 0, 15 * time.Second},
		"a body of a call without one":             {head("GET", "/api/user", "application/json", 60) + "{", "", 0, 15 * time.Second},
		"a stalled upload":                         {head("POST", "/api/upload", form, 1000) + "--x", "", 0, 15 * time.Second},
		"a slow upload":                            {head("POST", "/api/upload", form, 1000) + "--x", "y", 14 * time.Second, 31 * time.Second},
		"an upload of a visitor without the right": {head("POST", "/api/user/upload", form, 1000) + "--x", "y", time.Second, 15 * time.Second},
	} {
		t.Run(name, func(t *testing.T) {
			if took, answer := drip(t, c.begin, c.drop, c.every); took > c.within+time.Second {
				t.Errorf("closed after %v, having said %q", took, answer)
			}
		})
	}
}

// A slow upload is not a stalled one: it may take as long as it makes progress.
func TestAnUploadThatMakesProgressIsAccepted(t *testing.T) {
	const size = 900 << 10
	begin := fmt.Sprintf("POST /api/slow-upload HTTP/1.1\r\nHost: temple.example\r\nConnection: close\r\nContent-Type: multipart/form-data; boundary=x\r\nContent-Length: %d\r\n\r\n", size)
	took, answer := drip(t, begin, strings.Repeat("x", 9<<10), time.Second)
	if took < 95*time.Second || !strings.Contains(answer, "200 OK") || !strings.HasSuffix(answer, fmt.Sprint(size)) {
		t.Errorf("after %v: %q", took, answer)
	}
}

// Slow processing by the server does not count as the visitor stalling.
func TestACallMayTakeLongerThanItsRequest(t *testing.T) {
	for _, begin := range []string{
		"GET /api/takes-a-minute HTTP/1.1\r\nHost: temple.example\r\nConnection: close\r\n\r\n",
		"POST /api/takes-a-minute HTTP/1.1\r\nHost: temple.example\r\nConnection: close\r\nContent-Type: application/json\r\nContent-Length: 2\r\n\r\n{}",
	} {
		if took, answer := drip(t, begin, "", 0); took != time.Minute || !strings.Contains(answer, "200 OK") {
			t.Errorf("%.4s after %v: %q", begin, took, answer)
		}
	}
}
