package httpd

import (
	"encoding/json"
	"net/http"
	"strconv"
)

// WriteJSON writes a JSON response outside API calls, such as a generated file. cache is the Cache-Control header.
func WriteJSON(w http.ResponseWriter, cache string, v any) {
	b, err := json.Marshal(v)
	if err != nil {
		http.Error(w, "Internal Server Error", http.StatusInternalServerError)
		return
	}
	WriteBytes(w, cache, b)
}

// WriteBytes writes prepared JSON.
func WriteBytes(w http.ResponseWriter, cache string, b []byte) {
	h := w.Header()
	h.Set("Content-Type", "application/json; charset=utf-8")
	h.Set("Cache-Control", cache)
	h.Set("Content-Length", strconv.Itoa(len(b)))
	_, _ = w.Write(b)
}
