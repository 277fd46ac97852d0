package httpd

import (
	"encoding/json"
	"net/http"
)

// WritePrivateJSON answers a raw call with JSON that is not cached. An error means that nothing was written.
func WritePrivateJSON(w http.ResponseWriter, v any) error {
	b, err := json.Marshal(v)
	if err != nil {
		return err
	}
	w.Header().Set("Content-Type", "application/json; charset=utf-8")
	w.Header().Set("Cache-Control", "private, no-store")
	_, _ = w.Write(b)
	return nil
}
