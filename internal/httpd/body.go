package httpd

import (
	"bytes"
	"crypto/hmac"
	"crypto/sha256"
	"encoding/hex"
	"encoding/json"
	"errors"
	"io"
	"mime"
	"net/http"
	"strings"
	"unicode/utf8"

	"shanmen/internal/fault"
)

const maxDepth = 24 // of nested JSON; our deepest form has 7

// checkText refuses what the database would not take: paths, queries and keys that are not UTF-8 or
// hold a NUL.
func checkText(r *http.Request) error {
	key := r.Header.Get("Idempotency-Key")
	if !storable(r.URL.Path) || len(r.URL.RawQuery) > 8<<10 || !storable(key) || len(key) > 200 {
		return fault.Invalid("invalid-request")
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

// checkBody bounds the body before it is read whole, and refuses what decoders differ about:
// invalid UTF-8, repeated keys, lone surrogates, great depth. NUL has no place in any text of ours,
// and PostgreSQL cannot store it.
func checkBody(r *http.Request, x *exchange, c Call) (*http.Request, error) {
	limit := c.MaxBody
	if limit == 0 {
		limit = defaultMaxBody
	}
	if r.ContentLength > limit {
		return r, fault.Invalid("too-large")
	}
	kind, _, _ := mime.ParseMediaType(r.Header.Get("Content-Type"))
	if c.Multipart {
		if kind != "multipart/form-data" {
			return r, fault.Invalid("invalid-request")
		}
		r.Body = http.MaxBytesReader(x.w, r.Body, limit)
		return r, nil
	}
	if r.Header.Get("Content-Encoding") != "" {
		return r, fault.Invalid("invalid-request") // nothing of ours sends compressed requests
	}
	body, err := io.ReadAll(http.MaxBytesReader(x.w, r.Body, limit))
	if err != nil {
		var big *http.MaxBytesError
		if errors.As(err, &big) {
			return r, fault.Invalid("too-large")
		}
		return r, fault.Invalid("invalid-request")
	}
	if len(body) > 0 {
		if kind != "application/json" {
			return r, fault.Invalid("invalid-request")
		}
		if err := checkJSON(body); err != nil {
			return r, err
		}
		r.Header.Set("Content-Type", kind) // however it was written
	}
	sum := sha256.New()
	if c.Secret { // by the session's token, which is stored nowhere: else a copy of the row would tell a password
		sum = hmac.New(sha256.New, []byte(x.server.sessionToken(r)))
	}
	_, _ = sum.Write(append([]byte(r.Method+" "+r.URL.Path+"\n"), body...))
	x.bodyHash = hex.EncodeToString(sum.Sum(nil))
	r.Body = io.NopCloser(bytes.NewReader(body))
	r.ContentLength = int64(len(body))
	return r, nil
}

func checkJSON(body []byte) error {
	bad := fault.Invalid("invalid-json")
	if !utf8.Valid(body) || loneSurrogate(body) {
		return bad
	}
	d := json.NewDecoder(bytes.NewReader(body))
	d.UseNumber()
	type level struct {
		keys map[string]bool // nil in an array
		key  bool            // the next string is a key
	}
	var open []level
	for some := false; ; some = true {
		tok, err := d.Token()
		if err == io.EOF && len(open) == 0 && some {
			return nil
		}
		if err != nil {
			return bad
		}
		top := len(open) - 1
		if delim, ok := tok.(json.Delim); ok {
			switch delim {
			case '{':
				open = append(open, level{map[string]bool{}, true})
			case '[':
				open = append(open, level{})
			default:
				open = open[:top]
				if top > 0 && open[top-1].keys != nil {
					open[top-1].key = true
				}
				if top == 0 && d.More() {
					return bad
				}
			}
			if len(open) > maxDepth {
				return bad
			}
			continue
		}
		if text, ok := tok.(string); ok && strings.IndexByte(text, 0) >= 0 {
			return bad
		}
		if top < 0 {
			if d.More() {
				return bad
			}
			continue
		}
		if open[top].keys == nil {
			continue
		}
		if open[top].key {
			name, _ := tok.(string)
			if open[top].keys[name] {
				return bad
			}
			open[top].keys[name] = true
			open[top].key = false
		} else {
			open[top].key = true
		}
	}
}

// loneSurrogate finds \ud800-\udfff escapes that have no partner: Go would turn them into U+FFFD,
// and a name would be mangled silently.
func loneSurrogate(b []byte) bool {
	hexAt := func(i int) (v uint32, ok bool) {
		if i+6 > len(b) || b[i] != '\\' || b[i+1] != 'u' {
			return 0, false
		}
		for _, c := range b[i+2 : i+6] {
			switch {
			case c >= '0' && c <= '9':
				v = v<<4 | uint32(c-'0')
			case c|0x20 >= 'a' && c|0x20 <= 'f':
				v = v<<4 | uint32(c|0x20-'a'+10)
			default:
				return 0, false
			}
		}
		return v, true
	}
	for i := 0; i < len(b); i++ {
		if b[i] != '\\' {
			continue
		}
		v, ok := hexAt(i)
		switch {
		case !ok:
			i++ // another escape
		case v >= 0xdc00 && v <= 0xdfff:
			return true
		case v >= 0xd800 && v <= 0xdbff:
			low, ok := hexAt(i + 6)
			if !ok || low < 0xdc00 || low > 0xdfff {
				return true
			}
			i += 11
		default:
			i += 5
		}
	}
	return false
}
