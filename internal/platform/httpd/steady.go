package httpd

import (
	"io"
	"log/slog"
	"net/http"
	"time"
)

// Listening is the HTTP server with its timeouts. A request's headers have 15 seconds to arrive. readBody sets the
// deadline for the body of a call, steadily that of an upload.
func Listening(h http.Handler, log *slog.Logger) *http.Server {
	return &http.Server{
		Handler:           h,
		ReadHeaderTimeout: 10 * time.Second,
		ReadTimeout:       bodyTime,
		WriteTimeout:      answerTime,
		IdleTimeout:       90 * time.Second,
		MaxHeaderBytes:    32 << 10,
		ErrorLog:          slog.NewLogLogger(log.Handler(), slog.LevelDebug),
	}
}

// An upload may take as long as it makes progress: no chunk may stall longer than uploadStall, and after uploadGrace
// the average must be uploadPace. Single bytes cannot keep a connection for hours.
const (
	uploadStall = 15 * time.Second
	uploadGrace = 30 * time.Second
	uploadPace  = 8 << 10         // bytes a second: a slow phone connection
	answerTime  = 2 * time.Minute // to compute and write the response after an upload
)

// steadily reads the body of an upload as long as it makes progress.
func steadily(x *exchange, body io.ReadCloser) io.ReadCloser {
	return &steady{ReadCloser: body, w: x.w, x: x, began: time.Now()}
}

type steady struct {
	io.ReadCloser
	w     http.ResponseWriter
	x     *exchange
	began time.Time
	got   int64
}

func (s *steady) Read(p []byte) (int, error) {
	latest := s.began.Add(uploadGrace + time.Duration(s.got)*time.Second/uploadPace)
	next := time.Now().Add(uploadStall)
	if latest.Before(next) {
		next = latest
	}
	if !s.x.server.uploads.begin(s, next) {
		s.x.stopped = true
		return 0, stopping()
	}
	n, err := s.ReadCloser.Read(p)
	if s.x.server.uploads.done(s) && err != nil && err != io.EOF {
		s.x.stopped, err = true, stopping()
	}
	s.got += int64(n)
	if err == io.EOF { // the rest is our own processing time
		setReadDeadline(s.w, time.Time{})
	}
	if err != nil {
		_ = http.NewResponseController(s.w).SetWriteDeadline(time.Now().Add(answerTime))
	}
	return n, err
}

// setReadDeadline sets the connection's read deadline; zero: none. Test writers may not support one, and on a closed
// connection the next read fails.
func setReadDeadline(w http.ResponseWriter, at time.Time) {
	_ = http.NewResponseController(w).SetReadDeadline(at)
}
