package media

import (
	"bufio"
	"errors"
	"io"
	"io/fs"
	"net/http"
	"path"
	"strconv"

	"shanmen/internal/base/fault"
)

// Serve sends a stored file so that it cannot act as a page of the site: our own content type, no sniffing, a sandbox,
// no caching. Download saves it under name; otherwise it is shown inline. The error is fault.NotFound for an unknown
// key; after the first byte errors can only be logged, because headers are sent.
func Serve(w http.ResponseWriter, r *http.Request, store Store, key, name string, download bool) error {
	return serve(w, r, store, key, func(h http.Header) {
		kind := "inline"
		if download {
			kind = "attachment"
		}
		h.Set("Content-Disposition", disposition(kind, CleanName(name)))
		h.Set("Cross-Origin-Resource-Policy", "same-origin")
		h.Set("Cache-Control", "private, no-store")
	})
}

// ServeForever is Serve for public, immutable files: browsers and caches keep them.
func ServeForever(w http.ResponseWriter, r *http.Request, store Store, key string) error {
	return serve(w, r, store, key, func(h http.Header) { h.Set("Cache-Control", "public, max-age=31536000, immutable") })
}

func serve(w http.ResponseWriter, r *http.Request, store Store, key string, more func(h http.Header)) error {
	file, err := store.Open(r.Context(), key)
	if errors.Is(err, fs.ErrNotExist) {
		return fault.NotFound()
	}
	if err != nil {
		return err
	}
	defer func() { _ = file.Close() }()
	body := bufio.NewReader(file)
	if r.Method != http.MethodHead {
		if _, err := body.Peek(1); err != nil && err != io.EOF { // if the storage fails here, the response can still be an error
			return err
		}
	}
	h := w.Header()
	more(h)
	h.Set("Content-Type", typeOf(key))
	h.Set("Content-Length", strconv.FormatInt(file.Size, 10))
	h.Set("X-Content-Type-Options", "nosniff")
	h.Set("Content-Security-Policy", "default-src 'none'; sandbox")
	w.WriteHeader(http.StatusOK)
	if r.Method == http.MethodHead {
		return nil
	}
	_, err = io.Copy(w, body)
	return err
}

// typeOf uses the key's extension, which NewKey wrote and no visitor chose.
func typeOf(key string) string {
	switch path.Ext(key) {
	case ".jpg":
		return "image/jpeg"
	case ".webp":
		return "image/webp"
	case ".png":
		return "image/png"
	case ".pdf":
		return "application/pdf"
	}
	return "application/octet-stream"
}
