package httpd

import (
	"errors"
	"io"
	"net/http"
	"time"
)

// ExtendDeadline gives each write of a long download a minute: a large file on a slow line may take long, and a
// download that nobody reads still ends.
func ExtendDeadline(w http.ResponseWriter) io.Writer {
	return &deadlineWriter{w, http.NewResponseController(w)}
}

type deadlineWriter struct {
	io.Writer
	control *http.ResponseController
}

func (w *deadlineWriter) Write(b []byte) (int, error) {
	// Deadlines of connections use the machine's clock.
	if err := w.control.SetWriteDeadline(time.Now().Add(time.Minute)); err != nil && !errors.Is(err, http.ErrNotSupported) {
		return 0, err
	}
	return w.Writer.Write(b)
}
