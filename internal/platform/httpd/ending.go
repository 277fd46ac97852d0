package httpd

import (
	"net/http"
	"sync"
	"time"

	"shanmen/internal/base/fault"
	"shanmen/internal/platform/db"
)

// uploads are the bodies that are being read, to be ended when the program stops.
type uploads struct {
	mu      sync.Mutex
	ended   bool
	reading map[*steady]bool
}

// EndUploads ends each upload that is under way, and each that begins later: its visitor reads that it is to be sent
// again. What has arrived whole is done.
func (s *Server) EndUploads() {
	s.uploads.mu.Lock()
	defer s.uploads.mu.Unlock()
	s.uploads.ended = true
	for u := range s.uploads.reading {
		setReadDeadline(u.w, time.Now())
	}
}

// begin is false once uploads have ended. Its deadline is set under the lock, so that an end meanwhile is not undone.
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

// done tells whether the upload was ended while it was read.
func (u *uploads) done(s *steady) bool {
	u.mu.Lock()
	defer u.mu.Unlock()
	delete(u.reading, s)
	return u.ended
}

// stopRetry is the Retry-After, in seconds, of a program that stops: another one runs by then.
const stopRetry = 10

func stopping() error {
	return &fault.Error{Kind: fault.KindUnavailable, Code: "stopping", RetryAfter: stopRetry}
}

// Failed answers for what is neither a page nor a call, such as a picture or the sitemap, when it could not be made: 503
// while the database is away, so that the client retries.
func Failed(w http.ResponseWriter, r *http.Request, err error) {
	status, code := failedStatus(w, err), "internal"
	if db.Unavailable(err) {
		code = "unavailable"
	}
	w.Header().Set("Cache-Control", "no-store")
	http.Error(w, Title(r.Context(), code, nil), status)
}
