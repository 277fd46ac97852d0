package httpd

import (
	"io"
	"net"
	"net/http"
	"time"
)

const (
	restLimit = 64 << 20 // what docs/operations.md lets a proxy pass
	restTime  = 5 * time.Second
)

// takeRest reads what is left of a body that was refused before its end. A proxy such as nginx sends all of it before it
// looks at the answer, and makes a 502 of an answer whose connection was closed meanwhile. A stranger's is not read, nor what
// no proxy should let through.
func (s *Server) takeRest(w http.ResponseWriter, r *http.Request, body io.Reader) {
	peer, _, err := net.SplitHostPort(r.RemoteAddr)
	if err != nil || !s.trusted(peer) || r.ContentLength <= 0 || r.ContentLength > restLimit || r.Header.Get("Expect") != "" {
		return
	}
	setReadDeadline(w, time.Now().Add(restTime))
	if _, err := io.Copy(io.Discard, body); err == nil { // else the server itself would wait for a rest that never comes
		setReadDeadline(w, time.Time{})
	}
}
