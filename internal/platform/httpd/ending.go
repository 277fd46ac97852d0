package httpd

import (
	"net/http"
	"sync"
	"time"

	"shanmen/internal/base/fault"
	"shanmen/internal/platform/admission"
	"shanmen/internal/platform/db"
)

// uploads are the request bodies being read, to be aborted when the program stops.
type uploads struct {
	mu      sync.Mutex
	ended   bool
	reading map[*steady]bool
}

// EndUploads aborts each current and later upload; its visitor is told to send it again. Complete uploads are
// processed.
func (s *Server) EndUploads() {
	s.uploads.mu.Lock()
	defer s.uploads.mu.Unlock()
	s.uploads.ended = true
	for u := range s.uploads.reading {
		setReadDeadline(u.w, time.Now())
	}
}

// begin returns false once uploads have ended. It sets the deadline under the lock, so that a concurrent EndUploads is
// not undone.
func (u *uploads) begin(s *steady, deadline time.Time) bool {
	u.mu.Lock()
	defer u.mu.Unlock()
	if u.ended {
		return false
	}
	if u.reading == nil {
		u.reading = map[*steady]bool{}
	}
	u.reading[s] = true
	setReadDeadline(s.w, deadline)
	return true
}

// done returns whether the upload was aborted while being read.
func (u *uploads) done(s *steady) bool {
	u.mu.Lock()
	defer u.mu.Unlock()
	delete(u.reading, s)
	return u.ended
}

// stopRetry is the Retry-After, in seconds, of a stopping program: another one runs by then.
const stopRetry = 10

func stopping() error {
	return &fault.Error{Kind: fault.KindUnavailable, Code: "stopping", RetryAfter: stopRetry}
}

// Failed answers a failed request that is neither page nor call, such as for a picture or the sitemap: 503 while the
// database is unavailable or its class has no room, so that the client retries.
func Failed(w http.ResponseWriter, r *http.Request, err error) {
	status, code := failedStatus(w, err), "internal"
	var params map[string]any
	switch f, _ := fault.Of(err); {
	case db.Unavailable(err):
		code = "unavailable"
	case admission.Refused(err):
		exchangeOf(r.Context()).busy = true
		code, params = f.Code, f.Params
	}
	w.Header().Set("Cache-Control", "no-store")
	http.Error(w, Title(r.Context(), code, params), status)
}
