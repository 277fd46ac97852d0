package httpd

import (
	"encoding/json"
	"strings"
	"testing"
	"unicode/utf8"
)

// FuzzJSONBody: what passes the check is JSON that every decoder reads alike, of bounded depth.
func FuzzJSONBody(f *testing.F) {
	for _, seed := range []string{
		`{"items":[{"name":"陈𠮷","n":1e3}]}`, `[]`, `null`, `{"a":1,"a":2}`, `"\ud800"`, "\"\xff\"", `{"a":"\u0000"}`, `1 2`, `{"a":{}}}`,
		strings.Repeat("[", maxDepth+1), `{"":{"":[]}}`, `{"\u0061":1,"a":2}`,
	} {
		f.Add([]byte(seed))
	}
	f.Fuzz(func(t *testing.T, body []byte) {
		if checkJSON(body) != nil {
			return
		}
		var v any
		if err := json.Unmarshal(body, &v); err != nil || !utf8.Valid(body) {
			t.Fatalf("let through: %v", err)
		}
		again, err := json.Marshal(v)
		if err != nil || checkJSON(again) != nil {
			t.Errorf("written anew it is refused: %s", again)
		}
	})
}
