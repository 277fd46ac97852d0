package httpd

import (
	"io"
	"log/slog"
	"net/http"
	"strconv"
)

// Attachment sets the headers of a private download: its name, its type, and that nobody stores it.
func Attachment(w http.ResponseWriter, name, contentType string) {
	h := w.Header()
	h.Set("Content-Type", contentType)
	h.Set("Content-Disposition", `attachment; filename="`+name+`"`)
	h.Set("Cache-Control", "private, no-store")
}

// SendFile answers with a private download that is in memory.
func SendFile(w http.ResponseWriter, name, contentType string, content []byte) error {
	Attachment(w, name, contentType)
	w.Header().Set("Content-Length", strconv.Itoa(len(content)))
	_, err := w.Write(content)
	return err
}

// SendStream answers with a private download that write generates, each write within ExtendDeadline. A failure after the
// first byte is logged and cuts the connection, so that nobody takes half a file for a complete one.
func SendStream(w http.ResponseWriter, r *http.Request, log *slog.Logger, name, contentType string, write func(to io.Writer) error) error {
	Attachment(w, name, contentType)
	w.WriteHeader(http.StatusOK)
	if r.Method == http.MethodHead {
		return nil
	}
	if err := write(ExtendDeadline(w)); err != nil {
		if r.Context().Err() == nil {
			log.Error("export", "file", name, "request", RequestID(r.Context()), "error", err)
		}
		panic(http.ErrAbortHandler)
	}
	return nil
}
