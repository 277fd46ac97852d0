package httpd_test

import (
	"errors"
	"io"
	"net/http"
	"net/http/httptest"
	"strings"
	"testing"

	"shanmen/internal/base/fault"
	"shanmen/internal/platform/httpd"
)

// countingReader counts how much of a body was read.
type countingReader struct {
	io.Reader
	n int
}

func (c *countingReader) Read(p []byte) (int, error) {
	n, err := c.Reader.Read(p)
	c.n += n
	return n, err
}

// The header of each part is limited before it is in memory, wherever it is in the upload; the part's content is not.
func TestMultipartHeadersAreLimited(t *testing.T) {
	t.Parallel()
	long := strings.Repeat("n", 9<<20)
	const good = "--x\r\nContent-Disposition: form-data; name=\"file\"; filename=\"a.png\"\r\n\r\n"
	picture := strings.Repeat("p", 1<<20)
	for name, c := range map[string]struct {
		body  string
		parts int // before the refused one
		read  int // bytes, at most
	}{
		"ErrName":         {"--x\r\nContent-Disposition: form-data; name=\"" + long + "\"\r\n\r\np\r\n--x--\r\n", 0, 17 << 10},
		"ErrFileName":     {"--x\r\nContent-Disposition: form-data; name=\"file\"; filename=\"" + long + "\"\r\n\r\np\r\n--x--\r\n", 0, 17 << 10},
		"ErrManyFields":   {"--x\r\n" + strings.Repeat("A: b\r\n", 1<<20) + "\r\np\r\n--x--\r\n", 0, 17 << 10},
		"ErrSecondPart":   {good + picture + "\r\n--x\r\nA: " + long + "\r\n\r\np\r\n--x--\r\n", 1, 1<<20 + 26<<10},
		"OK":              {good + picture + "\r\n" + good + picture + "\r\n--x--\r\n", 2, 3 << 20},
		"OKALongFileName": {"--x\r\nContent-Disposition: form-data; name=\"file\"; filename=\"" + strings.Repeat("陈", 1000) + "\"\r\n\r\np\r\n--x--\r\n", 1, 5 << 10},
	} {
		t.Run(name, func(t *testing.T) {
			body := &countingReader{Reader: strings.NewReader(c.body)}
			r := httptest.NewRequest(http.MethodPost, "/", body)
			r.Header.Set("Content-Type", "multipart/form-data; boundary=x")
			parts, err := httpd.PartsOf(r)
			if err != nil {
				t.Fatal(err)
			}
			for range c.parts {
				part, err := parts.Next()
				if err != nil {
					t.Fatal(err)
				}
				if b, err := io.ReadAll(part); err != nil || len(b) != 1 && len(b) != len(picture) {
					t.Errorf("%d bytes of a part: %v", len(b), err)
				}
			}
			_, err = parts.Next()
			if strings.HasPrefix(name, "OK") {
				if !errors.Is(err, io.EOF) {
					t.Error(err)
				}
			} else if refused := new(fault.Error); !errors.As(err, &refused) || refused.Code != "invalid-request" {
				t.Errorf("not refused: %v", err)
			}
			if body.n > c.read {
				t.Errorf("%d bytes were read", body.n)
			}
		})
	}
}
