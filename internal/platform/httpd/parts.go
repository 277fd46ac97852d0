package httpd

import (
	"io"
	"mime/multipart"
	"net/http"

	"shanmen/internal/base/fault"
)

// maxPartHead limits the header of a multipart part: its name and file name. The library would allow 10 MB and several
// times that in memory.
const maxPartHead = 16 << 10

// Parts reads the parts of an upload with limited headers. Each part must be read to its end before the next.
type Parts struct {
	parts *multipart.Reader
	head  *headReader
}

// PartsOf reads the parts of a request's body. A body that is no upload is "invalid-request".
func PartsOf(r *http.Request) (*Parts, error) {
	head := &headReader{ReadCloser: r.Body, left: -1}
	r.Body = head
	parts, err := r.MultipartReader()
	if err != nil {
		return nil, fault.Invalid("invalid-request")
	}
	return &Parts{parts, head}, nil
}

// Next returns the next part, and io.EOF after the last. A part with a too long header is "invalid-request".
func (p *Parts) Next() (*multipart.Part, error) {
	p.head.left = maxPartHead
	part, err := p.parts.NextPart()
	if p.head.left == 0 {
		return nil, fault.Invalid("invalid-request")
	}
	p.head.left = -1
	return part, err
}

// headReader reads up to left bytes; without limit if left is negative.
type headReader struct {
	io.ReadCloser
	left int
}

func (h *headReader) Read(p []byte) (int, error) {
	if h.left == 0 {
		return 0, fault.Invalid("invalid-request")
	}
	if h.left > 0 {
		p = p[:min(len(p), h.left)]
	}
	n, err := h.ReadCloser.Read(p)
	if h.left > 0 {
		h.left -= n
	}
	return n, err
}
