package httpd

import (
	"errors"
	"io"
	"net/http"
	"time"
)

// Patient gives every piece of a long download a minute of its own: a large file on a slow line takes
// longer than other answers may, and one that nobody reads still ends.
func Patient(w http.ResponseWriter) io.Writer { return &patient{w, http.NewResponseController(w)} }

type patient struct {
	io.Writer
	control *http.ResponseController
}

func (p *patient) Write(b []byte) (int, error) {
	// The deadline is the connection's: it goes by the machine's clock.
	if err := p.control.SetWriteDeadline(time.Now().Add(time.Minute)); err != nil && !errors.Is(err, http.ErrNotSupported) {
		return 0, err
	}
	return p.Writer.Write(b)
}
