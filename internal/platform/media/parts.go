package media

import (
	"context"
	"errors"
	"io"
	"net/http"

	"shanmen/internal/base/fault"
	"shanmen/internal/platform/httpd"
)

// KindForgetFiles is the outbox job that deletes stored files whose rows are gone. Its arguments are their keys.
const KindForgetFiles = "forget-files"

// ReceiveAll receives the pictures of a multipart request, parts named file, up to a maximum. It reads the request
// completely before decoding: only then does the server notice that the visitor disconnects, and the connection does
// not wait for turns. The caller closes what it returns, even with an error.
func (s *Sanitizer) ReceiveAll(ctx context.Context, r *http.Request, most int) (out []*Upload, err error) {
	parts, err := httpd.PartsOf(r)
	if err != nil {
		return nil, err
	}
	for {
		part, err := parts.Next()
		if errors.Is(err, io.EOF) {
			break
		}
		var big *http.MaxBytesError
		_, refused := fault.Of(err)
		switch {
		case refused:
			return out, err
		case errors.As(err, &big):
			return out, fault.Invalid("too-large")
		case err != nil:
			return out, fault.Invalid("upload-interrupted")
		case part.FormName() != "file":
			return out, fault.At(part.FormName(), "unknown-field")
		case len(out) == most:
			return out, fault.Invalid("too-many-files").With("max", most)
		}
		u, err := s.Receive(ctx, part, part.FileName())
		if err != nil {
			return out, err
		}
		out = append(out, u)
	}
	if _, err := io.Copy(io.Discard, r.Body); err != nil {
		return out, fault.Invalid("upload-interrupted")
	}
	if len(out) == 0 {
		return nil, fault.At("file", "required")
	}
	return out, nil
}
