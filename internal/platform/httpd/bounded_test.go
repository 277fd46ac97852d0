package httpd_test

import (
	"fmt"
	"strings"
	"testing"
)

// A request contains so many invalid values that reporting each would take a hundred times its size.
func TestListLengthsAreCheckedBeforeTheirItems(t *testing.T) {
	t.Parallel()
	e := newEdge(t, nil)
	keys := func(n int) string {
		var b strings.Builder
		for i := range n {
			fmt.Fprintf(&b, `%s"k%d":0`, map[bool]string{true: ",", false: ""}[i > 0], i)
		}
		return b.String()
	}
	list := func(n int, of string) string { return strings.TrimSuffix(strings.Repeat(of+",", n), ",") }
	for name, c := range map[string]struct{ body, field, code string }{
		"ErrList":         {`{"name":"x","people":[` + list(101, "{}") + `]}`, "people", "list-too-long"},
		"ErrListInside":   {`{"name":"x","free":{"a":[0,{"b":[` + list(900, "0") + `]}]}}`, "free.a[1].b", "list-too-long"},
		"ErrKeys":         {`{"name":"x","free":{"a":{` + keys(201) + `}}}`, "free.a", "list-too-long"},
		"ErrKeysAtTheTop": {`{"name":"x",` + keys(200) + `}`, "", "list-too-long"},
	} {
		t.Run(name, func(t *testing.T) {
			r := e.ask("POST", "/api/large", c.body)
			r.wants(t, name, 400, "invalid-fields")
			if len(r.Errors) != 1 || r.Errors[0].Field != c.field || r.Errors[0].Code != c.code {
				t.Errorf("%+v", r.Errors)
			}
		})
	}
	e.ask("POST", "/api/large", `{"name":"x","free":[`+list(90, "["+list(95, "0")+"]")+`]}`).wants(t, "lists of lists", 400, "too-large")
	e.ask("POST", "/api/large", `{"name":"x","free":[`+list(90, "{"+keys(90)+"}")+`]}`).wants(t, "lists of objects", 400, "too-large")
	if r := e.ask("POST", "/api/large", `{"name":"x","people":[`+list(100, `{"name":"a"}`)+`],"free":{`+keys(200)+`}}`); r.status != 200 {
		t.Errorf("as much as is allowed: %d %.300s", r.status, r.body)
	}
}

func TestAtMostFiftyErrorsAreReturned(t *testing.T) {
	t.Parallel()
	e := newEdge(t, nil)
	wrong := strings.TrimSuffix(strings.Repeat(`{"age":"old","a":1,"b":2},`, 100), ",")
	r := e.ask("POST", "/api/large", `{"name":"x","people":[`+wrong+`]}`)
	if r.wants(t, "400 wrong values", 400, "invalid-fields"); len(r.Errors) != 50 || len(r.body) > 12<<10 {
		t.Errorf("%d errors in %d bytes", len(r.Errors), len(r.body))
	}
	long := strings.Repeat("陈", 9000)
	r = e.ask("POST", "/api/large", `{"name":"x","`+long+`":1}`)
	if r.wants(t, "a key of 27 kB", 400, "invalid-fields"); len(r.Errors) != 1 || len(r.body) > 1<<10 {
		t.Errorf("%d bytes: %.200s", len(r.body), r.body)
	}
}
