package httpd_test

import (
	"bytes"
	"compress/gzip"
	"fmt"
	"io"
	"net/http"
	"strings"
	"testing"
)

func TestAmbiguousJSONBodiesAreRefused(t *testing.T) {
	t.Parallel()
	e := newEdge(t, nil)
	deep := func(n int) string {
		return `{"name":"x","free":` + strings.Repeat("[", n) + strings.Repeat("]", n) + `}`
	}
	for name, body := range map[string]string{
		"OK":                        `{"name":"陈美玲"}`,
		"OK spaces around":          " \n{\"name\":\"x\"}\n\t ",
		"OK surrogate pair":         `{"name":"\ud842\udfb7 \\ud842"}`,
		"OK same key in siblings":   `{"name":"x","people":[{"name":"a"},{"name":"b"}]}`,
		"OK deep enough":            deep(20),
		"ErrMalformed":              `{"name":`,
		"ErrTrailingComma":          `{"name":"x",}`,
		"ErrSingleQuotes":           `{'name':'x'}`,
		"ErrNaN":                    `{"name":"x","amount":NaN}`,
		"ErrTwoValues":              `{"name":"x"}{"name":"y"}`,
		"ErrTwoScalars":             `"x" "y"`,
		"ErrTrailingBracket":        `{"name":"x"}]`,
		"ErrTrailingWord":           `{"name":"x"} x`,
		"ErrDuplicateKey":           `{"name":"x","name":"y"}`,
		"ErrDuplicateKeyInside":     `{"name":"x","people":[{"name":"a","name":"b"}]}`,
		"ErrDuplicateKeyAfterValue": `{"name":"x","free":{"a":[1,{"b":2}]},"name":"y"}`,
		"ErrDuplicateKeyEscaped":    `{"name":"x","\u006eame":"y"}`,
		"ErrInvalidUTF8":            "{\"name\":\"\xff\xfe\"}",
		"ErrOverlongUTF8":           "{\"name\":\"\xc0\xaf\"}",
		"ErrLoneHighSurrogate":      `{"name":"\ud842"}`,
		"ErrLoneLowSurrogate":       `{"name":"\udfb7"}`,
		"ErrSurrogatesSwapped":      `{"name":"\udfb7\ud842"}`,
		"ErrLoneSurrogateInKey":     `{"name":"x","free":{"\ud842":1}}`,
		"ErrNul":                    `{"name":"a\u0000b"}`,
		"ErrNulInKey":               `{"name":"x","free":{"\u0000":1}}`,
		"ErrDepth":                  deep(40),
		"ErrDepthOfBrackets":        strings.Repeat("[", 4000),
		"ErrByteOrderMark":          "\ufeff" + `{"name":"x"}`,
		"ErrOnlySpaces":             "   ",
	} {
		t.Run(name, func(t *testing.T) {
			r := e.ask("POST", "/api/echo", body)
			if strings.HasPrefix(name, "OK") {
				if r.status != 200 {
					t.Errorf("%d %s", r.status, r.body)
				}
				return
			}
			r.wants(t, body, 400, "invalid-json")
		})
	}
}

func TestBodiesOfTheWrongTypeAreRefused(t *testing.T) {
	t.Parallel()
	e := newEdge(t, nil)
	const body = `{"name":"x"}`
	for _, kind := range []string{"", "text/plain", "application/x-www-form-urlencoded", "multipart/form-data; boundary=x", "application/jsonp", "text/json"} {
		e.ask("POST", "/api/echo", body, "Content-Type", kind).wants(t, kind, 400, "invalid-request")
	}
	for _, kind := range []string{"application/json; charset=utf-8", "APPLICATION/JSON"} {
		if r := e.ask("POST", "/api/echo", body, "Content-Type", kind); r.status != 200 {
			t.Errorf("%s: %d %s", kind, r.status, r.body)
		}
	}
	var packed bytes.Buffer
	z := gzip.NewWriter(&packed)
	_, _ = z.Write([]byte(body))
	_ = z.Close()
	e.ask("POST", "/api/echo", packed.String(), "Content-Encoding", "gzip").wants(t, "compressed", 400, "invalid-request")
	e.ask("POST", "/api/echo", "").wants(t, "no body where one is needed", 400, "invalid-request")
	e.ask("POST", "/api/upload", body).wants(t, "JSON where files are wanted", 400, "invalid-request")
	e.ask("POST", "/api/echo", body, "Idempotency-Key", "\xff").wants(t, "a key that is not text", 400, "invalid-request")
	e.ask("POST", "/api/echo", body, "Idempotency-Key", strings.Repeat("k", 201)).wants(t, "a key without end", 400, "invalid-request")
}

// endless is a body without end that counts how much was read.
type endless struct{ taken int }

func (b *endless) Read(p []byte) (int, error) {
	if b.taken > 64<<20 {
		return 0, fmt.Errorf("the server read %d bytes", b.taken)
	}
	for i := range p {
		p[i] = ' '
	}
	b.taken += len(p)
	return len(p), nil
}

func TestTooLargeIsRefusedBeforeItIsRead(t *testing.T) {
	t.Parallel()
	e := newEdge(t, nil)
	e.ask("POST", "/api/echo", `{"name":"`+strings.Repeat("x", 4<<10)+`"}`).wants(t, "just above", 400, "too-large")
	if r := e.ask("POST", "/api/echo", `{"name":"x"`+strings.Repeat(" ", 4000)+`}`); r.status != 200 {
		t.Errorf("just below: %d %s", r.status, r.body)
	}
	for _, path := range []string{"/api/echo", "/api/upload"} {
		for _, length := range []int64{-1, 1 << 40} { // streamed, and announced
			b := &endless{}
			req, err := http.NewRequestWithContext(t.Context(), "POST", e.url+path, io.NopCloser(b))
			if err != nil {
				t.Fatal(err)
			}
			req.ContentLength = length
			req.Header.Set("Content-Type", "application/json")
			if path == "/api/upload" {
				req.Header.Set("Content-Type", "multipart/form-data; boundary=x")
			}
			res, err := http.DefaultTransport.RoundTrip(req)
			if err != nil { // the server may close the connection of a client that keeps sending
				t.Logf("%s %d: %v", path, length, err)
			} else {
				said, _ := io.ReadAll(res.Body)
				_ = res.Body.Close()
				if res.StatusCode != 400 || !strings.Contains(string(said), "too-large") {
					t.Errorf("%s %d: %d %s", path, length, res.StatusCode, said)
				}
			}
			if b.taken > 32<<20 {
				t.Errorf("%s: %d bytes were taken", path, b.taken)
			}
		}
	}
}

func TestWrongFieldsAreNamed(t *testing.T) {
	t.Parallel()
	e := newEdge(t, nil)
	for _, c := range []struct{ name, body, field, code, en, zh string }{
		{"ErrRequired", `{}`, "name", "required", "", ""},
		{"ErrRequiredInside", `{"name":"x","people":[{"name":"a"},{}]}`, "people[1].name", "required", "", ""},
		{"ErrRequiredBehindAWordOfOurs", `{"name":"x","query":{}}`, "query.name", "required", "", ""},
		{"ErrUnknown", `{"name":"x","price":1}`, "price", "unknown-field", "", ""},
		{"ErrUnknownInside", `{"name":"x","people":[{"name":"a","role":"admin"}]}`, "people[0].role", "unknown-field", "", ""},
		{"ErrUnknownCasing", `{"name":"x","Amount":1}`, "Amount", "unknown-field", "", ""},
		{"ErrType", `{"name":7}`, "name", "invalid-value", "", ""},
		{"ErrTypeInside", `{"name":"x","people":[{"name":"a","age":"old"}]}`, "people[0].age", "invalid-value", "", ""},
		{"ErrFraction", `{"name":"x","amount":1.5}`, "amount", "invalid-value", "", ""},
		{"ErrEnum", `{"name":"x","kind":"boat"}`, "kind", "not-a-choice", "", ""},
		{"ErrTooLong", `{"name":"` + strings.Repeat("陈", 21) + `"}`, "name", "too-long", "20", "20"},
		{"ErrNull", `{"name":null}`, "name", "invalid-value", "", ""},
	} {
		t.Run(c.name, func(t *testing.T) {
			titles := map[string]string{}
			for _, l := range []string{"en", "zh"} {
				r := e.ask("POST", "/api/echo?locale="+l, c.body)
				r.wants(t, c.body, 400, "invalid-fields")
				found := false
				for _, w := range r.Errors {
					if w.Field == c.field && w.Code == c.code {
						found, titles[l] = true, w.Title
					}
				}
				if !found {
					t.Fatalf("%s: want %s %s in %s", l, c.field, c.code, r.body)
				}
				if strings.ContainsAny(titles[l], "{}") || strings.HasPrefix(titles[l], "fault.") {
					t.Errorf("%s: a title that nobody can read: %q", l, titles[l])
				}
			}
			if titles["en"] == titles["zh"] {
				t.Errorf("one title for both languages: %q", titles["en"])
			}
			if !strings.Contains(titles["en"], c.en) || !strings.Contains(titles["zh"], c.zh) {
				t.Errorf("the bound is missing: %q", titles)
			}
		})
	}
	for _, body := range []string{`[]`, `"x"`, `7`, `null`, `{"name":"x","amount":1e30}`, `{"name":"x","amount":99999999999999999999}`} {
		r := e.ask("POST", "/api/echo", body)
		if r.status != 400 || r.Title == "" || len(r.Errors) > 0 && r.Errors[0].Field == "" {
			t.Errorf("%s: %d %s", body, r.status, r.body)
		}
		if strings.Contains(r.body, "Go ") || strings.Contains(r.body, "json:") {
			t.Errorf("%s: the program's own words: %s", body, r.body)
		}
	}
	for path, field := range map[string]string{"/api/list/x?page=0": "page", "/api/list/x?page=abc": "page", "/api/list/x?q=123456": "q", "/api/list/123456": "id"} {
		r := e.ask("GET", path, "")
		if r.wants(t, path, 400, "invalid-fields"); len(r.Errors) != 1 || r.Errors[0].Field != field {
			t.Errorf("%s: %s", path, r.body)
		}
	}
	for _, path := range []string{"/api/list/%ff", "/api/list/%00", "/api/list/x?q=%ff", "/api/list/x?q=%00", "/api/list/x?q=" + strings.Repeat("a", 9000)} {
		e.ask("GET", path, "").wants(t, path[:min(len(path), 40)], 400, "invalid-request")
	}
}
