package httpd

import (
	"encoding/json"
	"net/http"
	"strconv"
)

// WriteJSON answers with a value that is no call's answer, such as a file that is made anew for each request. cache is
// the Cache-Control header.
func WriteJSON(w http.ResponseWriter, cache string, v any) {
	b, err := json.Marshal(v)
	if err != nil {
		http.Error(w, "Internal Server Error", http.StatusInternalServerError)
		return
	}
	WriteBytes(w, cache, b)
}

// WriteBytes answers with JSON that was written before.
func WriteBytes(w http.ResponseWriter, cache string, b []byte) {
	h := w.Header()
	h.Set("Content-Type", "application/json; charset=utf-8")
	h.Set("Cache-Control", cache)
	h.Set("Content-Length", strconv.Itoa(len(b)))
	_, _ = w.Write(b)
}
