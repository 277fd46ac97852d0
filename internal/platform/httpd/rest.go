package httpd

import (
	"io"
	"net"
	"net/http"
	"time"
)

const (
	restLimit = 64 << 20 // the limit for proxies in docs/operations.md
	restTime  = 5 * time.Second
)

// takeRest reads the rest of a body that was refused early. A proxy such as nginx sends the whole body before it reads
// the response, and answers 502 if the connection was closed. Bodies of strangers, or above the proxies' limit, are not
// read.
func (s *Server) takeRest(w http.ResponseWriter, r *http.Request, body io.Reader) {
	if r.ContentLength <= 0 || r.ContentLength > restLimit || r.Header.Get("Expect") != "" {
		return
	}
	if peer, _, err := net.SplitHostPort(r.RemoteAddr); err != nil || !s.trusted(peer) {
		return
	}
	setReadDeadline(w, time.Now().Add(restTime))
	if _, err := io.Copy(io.Discard, body); err == nil { // otherwise the server itself would wait for the rest
		setReadDeadline(w, time.Time{})
	}
}
