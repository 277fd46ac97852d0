package ssr

import (
	"bytes"
	"compress/gzip"
	"crypto/sha256"
	"encoding/base64"
	"io"
	"net/http"
	"strconv"
	"strings"
	"sync/atomic"

	"github.com/andybalholm/brotli"

	"shanmen/internal/base/etag"
)

// representation is one coding of a body with prepared headers, so that a hit only sets slices and writes.
type representation struct {
	body                   []byte
	from                   func(io.Writer) error // writes the body, if it is not kept in this form
	etag                   string
	hETag, hLength, hCoded []string
}

// variants are the codings of one body. Smaller ones are added later by the compressor. A compressed body is kept only
// in its codings: the few clients without any get it unpacked.
type variants struct {
	identity     representation
	gzip, brotli atomic.Pointer[representation]
	tag          string
	hQuick       []string // the ETag of the gzip served to the first visitors
	size         int      // bytes of the first and, estimated, of the second coding
	queued       atomic.Bool
}

// compressible is false for compressed formats, and for small bodies, which gain nothing.
func newVariants(body []byte, compressible bool) *variants {
	v := &variants{tag: tagOf(body), size: len(body)}
	v.identity = v.packed(body, "", "")
	if !compressible || len(body) < 256 {
		v.queued.Store(true) // nothing left to do
		return v
	}
	// The first visitor does not wait for the best compression, but gets a fast one.
	if r := v.packed(gzipped(body, gzip.BestSpeed), "gzip", "-f"); len(r.body) < len(body) {
		v.gzip.Store(&r)
		v.hQuick = r.hETag
		v.identity.body, v.size = nil, 2*len(r.body)
		v.identity.from = func(w io.Writer) error { return gunzip(w, bytes.NewReader(v.gzip.Load().body)) }
	}
	return v
}

func tagOf(body []byte) string {
	sum := sha256.Sum256(body)
	return base64.RawURLEncoding.EncodeToString(sum[:12])
}

// text is the body without a coding.
func (v *variants) text() []byte {
	if v.identity.body != nil {
		return v.identity.body
	}
	var b bytes.Buffer
	if err := v.identity.from(&b); err != nil {
		panic(err) // compressed by this process
	}
	return b.Bytes()
}

func gunzip(w io.Writer, packed io.Reader) error {
	r, err := gzip.NewReader(packed)
	if err != nil {
		return err
	}
	_, err = io.Copy(w, r)
	return err
}

func (v *variants) packed(body []byte, coding, suffix string) representation {
	r := v.represent(len(body), coding, suffix)
	r.body = body
	return r
}

func (v *variants) represent(length int, coding, suffix string) representation {
	r := representation{etag: `"` + v.tag + suffix + `"`, hLength: []string{strconv.Itoa(length)}}
	r.hETag = []string{r.etag}
	if coding != "" {
		r.hCoded = []string{coding}
	}
	return r
}

// compress creates the best codings with a Brotli writer.
func (v *variants) compress(w *brotli.Writer) {
	body := v.text()
	keep := func(to *atomic.Pointer[representation], small []byte, coding, suffix string) {
		if len(small) < len(body) {
			r := v.packed(small, coding, suffix)
			to.Store(&r)
		}
	}
	var b bytes.Buffer
	w.Reset(&b)
	w.Write(body) // a bytes.Buffer does not fail
	w.Close()
	keep(&v.brotli, b.Bytes(), "br", "-b")
	keep(&v.gzip, gzipped(body, gzip.BestCompression), "gzip", "-g")
}

func gzipped(body []byte, level int) []byte {
	var b bytes.Buffer
	w, err := gzip.NewWriterLevel(&b, level)
	if err != nil {
		panic(err) // the levels are constants
	}
	w.Write(body) // a bytes.Buffer does not fail
	w.Close()
	return b.Bytes()
}

// pick returns the smallest coding that the client accepts and that is ready.
func (v *variants) pick(accept string) *representation {
	if accept == "" {
		return &v.identity
	}
	best, top := &v.identity, 0
	for i, q := range accepted(accept) {
		coded := [...]*atomic.Pointer[representation]{&v.brotli, &v.gzip}[i]
		if r := coded.Load(); r != nil && q > top {
			best, top = r, q
		}
	}
	return best
}

// accepted parses an Accept-Encoding header: the weights, 0 to 1000, of br and gzip.
func accepted(header string) (qs [2]int) {
	qs = [2]int{-1, -1}
	rest := -1
	for len(header) > 0 {
		var part string
		part, header, _ = strings.Cut(header, ",")
		name, params, weighted := strings.Cut(part, ";")
		q := 1000
		if weighted {
			q = weight(params)
		}
		switch name = strings.TrimSpace(name); {
		case strings.EqualFold(name, "br"):
			qs[0] = q
		case strings.EqualFold(name, "gzip"), strings.EqualFold(name, "x-gzip"):
			qs[1] = q
		case name == "*":
			rest = q
		}
	}
	for i, q := range qs {
		if q < 0 {
			qs[i] = max(rest, 0)
		}
	}
	return qs
}

// weight parses "q=0.25" as 250. Invalid values are 0: better a large answer than an unreadable one.
func weight(params string) int {
	name, value, _ := strings.Cut(params, "=")
	if !strings.EqualFold(strings.TrimSpace(name), "q") {
		return 0
	}
	f, err := strconv.ParseFloat(strings.TrimSpace(value), 64)
	if err != nil || !(f > 0 && f <= 1) {
		return 0
	}
	return max(int(f*1000), 1)
}

// of picks the coding for a request.
func (v *variants) of(r *http.Request) *representation {
	return v.pick(first(r.Header["Accept-Encoding"]))
}

// known returns the ETag under which the client has the coding already, or nil. Early visitors have the same text under
// that of the quick coding.
func (v *variants) known(r *http.Request, rep *representation) []string {
	tags := first(r.Header["If-None-Match"])
	switch {
	case tags == "":
		return nil
	case etag.Matches(tags, rep.etag):
		return rep.hETag
	case v.hQuick != nil && etag.Matches(tags, v.hQuick[0]):
		return v.hQuick
	}
	return nil
}

var varyAcceptEncoding = []string{"Accept-Encoding"}

// write answers with the suitable variant, or 304. The header slices are shared and must not be appended to.
func (v *variants) write(w http.ResponseWriter, r *http.Request, status int, contentType, cacheControl []string) {
	h := w.Header()
	rep := v.of(r)
	h["Cache-Control"] = cacheControl
	h["Vary"] = varyAcceptEncoding
	h["Etag"] = rep.hETag
	if status == http.StatusOK {
		if tag := v.known(r, rep); tag != nil {
			h["Etag"] = tag
			w.WriteHeader(http.StatusNotModified)
			return
		}
	}
	h["Content-Type"] = contentType
	h["Content-Length"] = rep.hLength
	if rep.hCoded != nil {
		h["Content-Encoding"] = rep.hCoded
	}
	if status != http.StatusOK {
		w.WriteHeader(status)
	}
	if r.Method == http.MethodHead {
		return
	}
	// Errors of writing mean that the client has disconnected.
	if rep.from != nil {
		rep.from(w)
		return
	}
	w.Write(rep.body)
}

func first(values []string) string {
	switch len(values) {
	case 0:
		return ""
	case 1:
		return values[0]
	}
	return strings.Join(values, ",")
}
