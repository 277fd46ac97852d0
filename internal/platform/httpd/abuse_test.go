package httpd_test

import (
	"io"
	"log/slog"
	"net"
	"strings"
	"testing"
	"time"
)

// H01: whatever host a request or a proxy names, no response links to it.
func TestH01AForeignHostHeaderIsRefused(t *testing.T) {
	t.Parallel()
	e := newEdge(t, nil)
	for _, header := range []string{"X-Forwarded-Host", "X-Host", "X-Original-URL", "X-Rewrite-URL", "Forwarded"} {
		for _, path := range []string{"/", "/about-us/", "/zh//event", "/api/list/x", "/api/none"} {
			r := e.ask("GET", path, "", header, "host=evil.example", "Referer", "https://evil.example/")
			if said := r.body + strings.Join(r.header["Location"], "") + strings.Join(r.header["Set-Cookie"], ""); strings.Contains(said, "evil.example") {
				t.Errorf("%s with %s: %s", path, header, said)
			}
		}
	}
	for _, head := range []string{"GET /about-us/ HTTP/1.1\r\nHost: evil.example", "GET http://evil.example/about-us/ HTTP/1.1\r\nHost: evil.example"} {
		if said := e.raw(t, head+"\r\nConnection: close\r\n\r\n"); strings.Contains(said, "//evil.example") {
			t.Errorf("%s: %s", head, said)
		}
	}
}

// raw sends bytes unchanged, and returns the whole response.
func (e *edge) raw(t *testing.T, bytes string) string {
	t.Helper()
	c, err := net.Dial("tcp", strings.TrimPrefix(e.url, "http://"))
	if err != nil {
		t.Fatal(err)
	}
	defer func() { _ = c.Close() }()
	_ = c.SetDeadline(time.Now().Add(10 * time.Second))
	if _, err := io.WriteString(c, bytes); err != nil {
		t.Fatal(err)
	}
	_ = c.(*net.TCPConn).CloseWrite()
	said, _ := io.ReadAll(c)
	return string(said)
}

// H06: a request with an ambiguous length is refused, or ends at its declared length; hidden content is not treated as
// a second request.
func TestH06RequestSmugglingIsRefused(t *testing.T) {
	t.Parallel()
	e := newEdge(t, nil)
	const hidden = "GET /api/list/smug HTTP/1.1\r\nHost: t\r\n\r\n"
	const post = "POST /api/echo HTTP/1.1\r\nHost: t\r\nContent-Type: application/json\r\n"
	for name, request := range map[string]string{
		"ErrLengths":       post + "Content-Length: 0\r\nContent-Length: 40\r\n\r\n" + hidden,
		"ErrLengthList":    post + "Content-Length: 0, 40\r\n\r\n" + hidden,
		"ErrLengthPlus":    post + "Content-Length: +40\r\n\r\n" + hidden,
		"ErrSpaceBefore":   post + "Content-Length : 40\r\n\r\n" + hidden,
		"ErrHosts":         "GET /api/none HTTP/1.1\r\nHost: a\r\nHost: b\r\nContent-Length: 40\r\n\r\n" + hidden,
		"ErrUnknownCoding": post + "Transfer-Encoding: xchunked\r\nContent-Length: 40\r\n\r\n" + hidden,
		"ErrTwoCodings":    post + "Transfer-Encoding: gzip, chunked\r\n\r\n0\r\n\r\n" + hidden,
		"ErrFolded":        post + "Transfer-Encoding:\r\n chunked, x\r\n\r\n" + hidden,
		"ErrChunkSize":     post + "Transfer-Encoding: chunked\r\n\r\n-1\r\n\r\n0\r\n\r\n" + hidden,
	} {
		if said := e.raw(t, request); strings.Contains(said, "smug") || strings.Contains(said, "HTTP/1.1 200") {
			t.Errorf("%s: %s", name, said)
		}
	}
}

// I07: input never creates a log line of its own.
func TestI07LogEntriesCannotContainLineBreaks(t *testing.T) {
	t.Parallel()
	e := newEdge(t, nil)
	e.ask("GET", "/api/defect?q=a%0atime=now%20level=ERROR%20msg=forged&x=%1b%5b2J", "", "Referer", "a level=ERROR msg=forged")
	said := strings.TrimSpace(e.log.String())
	for _, line := range strings.Split(said, "\n") {
		if !strings.HasPrefix(line, slog.TimeKey+"=") || strings.HasPrefix(line, "time=now") || strings.ContainsAny(line, "\x1b\r") {
			t.Errorf("a line that nobody wrote: %q", line)
		}
	}
	if !strings.Contains(said, "secret-of-the-program") {
		t.Errorf("the defect is not in the log: %s", said)
	}
}

// I08: a body cannot set anything that is not one of its fields, whatever the name.
func TestI08PrototypeNamesAreRefusedAsFields(t *testing.T) {
	t.Parallel()
	e := newEdge(t, nil)
	for _, name := range []string{"__proto__", "constructor", "prototype", "toString"} {
		r := e.ask("POST", "/api/echo", `{"name":"x","`+name+`":{"admin":true}}`)
		if r.status != 400 {
			t.Errorf("%s: %d %s", name, r.status, r.body)
		}
		if r := e.ask("GET", "/api/list/x?"+name+"[admin]=true&"+name+"=1", ""); r.status != 200 && r.status != 400 {
			t.Errorf("%s in an address: %d %s", name, r.status, r.body)
		}
	}
}
