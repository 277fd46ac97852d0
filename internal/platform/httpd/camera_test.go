package httpd_test

import "testing"

func TestOnlyOfficePagesMayUseTheCamera(t *testing.T) {
	t.Parallel()
	e := newEdge(t, nil)
	for path, want := range map[string]string{
		"/admin":            "camera=(self), geolocation=(), microphone=()",
		"/admin/counter":    "camera=(self), geolocation=(), microphone=()",
		"/administration":   "camera=(), geolocation=(), microphone=()",
		"/api/admin/echo":   "camera=(), geolocation=(), microphone=()",
		"/":                 "camera=(), geolocation=(), microphone=()",
		"/zh/cart/checkout": "camera=(), geolocation=(), microphone=()",
	} {
		if got := e.ask("GET", path, "", "Accept", "*/*").header.Get("Permissions-Policy"); got != want {
			t.Errorf("%s: %q", path, got)
		}
	}
}
