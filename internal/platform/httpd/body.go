package httpd

import (
	"bytes"
	"crypto/hmac"
	"crypto/sha256"
	"encoding/hex"
	"errors"
	"io"
	"mime"
	"net/http"
	"os"
	"strings"
	"time"
	"unicode/utf8"

	"shanmen/internal/base/fault"
)

// checkText refuses text that the database would not accept: paths, queries and keys that are not UTF-8 or contain NUL.
func checkText(r *http.Request) error {
	key := r.Header.Get("Idempotency-Key")
	if !storable(r.URL.Path) || len(r.URL.RawQuery) > 8<<10 || !storable(key) || len(key) > 200 {
		return fault.Invalid("invalid-request")
	}
	if r.URL.RawQuery == "" {
		return nil
	}
	for _, values := range r.URL.Query() {
		for _, v := range values {
			if !storable(v) {
				return fault.Invalid("invalid-request")
			}
		}
	}
	return nil
}

func storable(s string) bool { return utf8.ValidString(s) && strings.IndexByte(s, 0) < 0 }

// bodyTime is the time limit for a JSON body: enough for the largest guest body at twice the time needed at 10 kB/s. A
// stalling client only keeps a connection for that long.
const bodyTime = 15 * time.Second

// takeBody reads the body up to its limit. The body of an upload is left to its handler.
func takeBody(r *http.Request, x *exchange, c Call) ([]byte, error) {
	limit := c.MaxBody
	if limit == 0 {
		limit = defaultMaxBody
	}
	if r.ContentLength > limit {
		return nil, fault.Invalid("too-large")
	}
	if c.Multipart {
		if contentKind(r) != "multipart/form-data" {
			return nil, fault.Invalid("invalid-request")
		}
		r.Body = http.MaxBytesReader(x.w, steadily(x, r.Body), limit)
		return nil, nil
	}
	if r.Header.Get("Content-Encoding") != "" {
		return nil, fault.Invalid("invalid-request") // our clients never send compressed requests
	}
	return readBody(x.w, r, limit)
}

func contentKind(r *http.Request) string {
	kind, _, _ := mime.ParseMediaType(r.Header.Get("Content-Type"))
	return kind
}

// checkBody refuses JSON that parsers interpret differently: invalid UTF-8, duplicate keys, lone surrogates, deep
// nesting. NUL is refused because PostgreSQL cannot store it.
func checkBody(r *http.Request, x *exchange, c Call, body []byte) error {
	if len(body) > 0 && !c.Verbatim {
		kind := contentKind(r)
		if kind != "application/json" {
			return fault.Invalid("invalid-request")
		}
		if err := x.server.decoding.enter(r.Context(), x, len(body)); err != nil {
			return err
		}
		if err := checkJSON(body); err != nil {
			return err
		}
		r.Header.Set("Content-Type", kind) // normalised
	}
	sum := sha256.New()
	if c.Secret { // keyed by the session token, which is not stored: otherwise a copy of the row would allow guessing a password
		sum = hmac.New(sha256.New, []byte(x.server.sessionToken(r)))
	}
	_, _ = io.WriteString(sum, r.Method+" "+r.URL.Path+"\n")
	_, _ = sum.Write(body)
	x.bodyHash = hex.EncodeToString(sum.Sum(nil))
	r.Body = io.NopCloser(bytes.NewReader(body))
	r.ContentLength = int64(len(body))
	return nil
}

// readBody reads a whole body within its time limit.
func readBody(w http.ResponseWriter, r *http.Request, limit int64) ([]byte, error) {
	setReadDeadline(w, time.Now().Add(bodyTime)) // deadlines of connections use the machine's clock
	body, err := io.ReadAll(http.MaxBytesReader(w, r.Body, limit))
	var big *http.MaxBytesError
	switch {
	case err == nil:
		setReadDeadline(w, time.Time{}) // the call itself may take longer
		return body, nil
	case errors.As(err, &big):
		return nil, fault.Invalid("too-large")
	case errors.Is(err, os.ErrDeadlineExceeded):
		return nil, fault.Invalid("too-slow")
	}
	return nil, fault.Invalid("invalid-request")
}
