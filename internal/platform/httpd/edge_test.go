package httpd_test

import (
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"io"
	"log/slog"
	"net/http"
	"net/http/httptest"
	"net/netip"
	"net/url"
	"strings"
	"testing"
	"time"

	"shanmen/internal/base/clock"
	"shanmen/internal/base/fault"
	"shanmen/internal/base/locale"
	"shanmen/internal/platform/httpd"
)

// edge is the HTTP layer alone, with dummy calls.
type edge struct {
	*httpd.Server
	url string
	t   testing.TB
	log *strings.Builder
}

// reply is a response, read completely.
type reply struct {
	status int
	header http.Header
	body   string
	refusal
}

type refusal struct {
	Code       string
	Title      string
	RetryAfter int
	Errors     []struct{ Field, Code, Title string }
}

type echoIn struct {
	Body struct {
		Name   string   `json:"name" maxLength:"20"`
		Amount int64    `json:"amount,omitempty"`
		Kind   string   `json:"kind,omitempty" enum:"lamp,prayer"`
		People []person `json:"people,omitempty"`
		Query  *person  `json:"query,omitempty"`
		Free   any      `json:"free,omitempty"`
	}
}

type person struct {
	Name string `json:"name"`
	Age  *int64 `json:"age,omitempty"`
}

type echoOut struct {
	Name   string `json:"name"`
	Amount int64  `json:"amount"`
	IP     string `json:"ip"`
	Locale string `json:"locale"`
	User   string `json:"user"`
}

func newEdge(t *testing.T, change func(*httpd.Config)) *edge {
	t.Helper()
	e := newEdgeAlone(t, change)
	srv := httptest.NewServer(e.Handler())
	t.Cleanup(srv.Close)
	e.url = srv.URL
	return e
}

// newEdgeAlone is the HTTP layer without a listener.
func newEdgeAlone(t testing.TB, change func(*httpd.Config)) *edge {
	t.Helper()
	messages, err := locale.Load()
	if err != nil {
		t.Fatal(err)
	}
	e := &edge{t: t, log: &strings.Builder{}}
	cfg := httpd.Config{
		BaseURL: &url.URL{Scheme: "http", Host: "temple.example"}, Clock: clock.Real{}, Messages: messages,
		Log: slog.New(slog.NewTextHandler(e.log, &slog.HandlerOptions{Level: slog.LevelWarn})), CSP: "default-src 'self'",
		TrustedProxies: []netip.Prefix{netip.MustParsePrefix("127.0.0.0/8")},
		Visitor: func(_ context.Context, token string) (httpd.Visitor, error) {
			switch token {
			case "member":
				return httpd.Visitor{SessionID: "1", UserID: "u1", MemberID: "m1", Name: "Tan"}, nil
			case "counter", "admin":
				return httpd.Visitor{SessionID: "2", UserID: "u2", Roles: []string{token}}, nil
			case "broken":
				return httpd.Visitor{}, errors.New("secret-of-the-database")
			}
			return httpd.Visitor{}, nil
		},
	}
	if change != nil {
		change(&cfg)
	}
	e.Server = httpd.New(cfg)
	echo := func(ctx context.Context, in *echoIn) (*echoOut, error) {
		return &echoOut{in.Body.Name, in.Body.Amount, httpd.ClientIP(ctx), string(httpd.LocaleOf(ctx)), httpd.VisitorOf(ctx).UserID}, nil
	}
	type none struct{}
	get := func(context.Context, *none) (*echoOut, error) { return &echoOut{}, nil }
	httpd.API(e.Server, httpd.Call{Method: "POST", Path: "/api/echo", Access: httpd.Open, MaxBody: 4 << 10}, echo)
	httpd.API(e.Server, httpd.Call{Method: "POST", Path: "/api/large", Access: httpd.Open, MaxBody: 64 << 10}, echo)
	httpd.API(e.Server, httpd.Call{Method: "POST", Path: "/api/user/echo", Access: httpd.User}, echo)
	httpd.API(e.Server, httpd.Call{Method: "POST", Path: "/api/member/echo", Access: httpd.Member}, echo)
	httpd.API(e.Server, httpd.Call{Method: "POST", Path: "/api/admin/echo", Access: httpd.Staff("counter", "treasurer")}, echo)
	httpd.API(e.Server, httpd.Call{Method: "GET", Path: "/api/list/{id}", Access: httpd.Open}, func(ctx context.Context, in *struct {
		ID   string `path:"id" maxLength:"5"`
		Page int64  `query:"page" minimum:"1" maximum:"9" default:"1"`
		Q    string `query:"q" maxLength:"5"`
	}) (*echoOut, error) {
		return &echoOut{Name: in.ID, Amount: in.Page, IP: httpd.ClientIP(ctx), Locale: string(httpd.LocaleOf(ctx))}, nil
	})
	httpd.API(e.Server, httpd.Call{Method: "GET", Path: "/api/panic", Access: httpd.Open}, func(context.Context, *none) (*echoOut, error) {
		panic("secret-of-the-program")
	})
	httpd.API(e.Server, httpd.Call{Method: "GET", Path: "/api/defect", Access: httpd.Open}, func(context.Context, *none) (*echoOut, error) {
		return nil, errors.New("secret-of-the-program")
	})
	httpd.API(e.Server, httpd.Call{Method: "GET", Path: "/api/changed", Access: httpd.Open}, func(context.Context, *none) (*echoOut, error) {
		return nil, fault.CartItemChanged()
	})
	httpd.API(e.Server, httpd.Call{Method: "GET", Path: "/api/slow-down", Access: httpd.Open}, func(context.Context, *none) (*echoOut, error) {
		return nil, fault.TooMany("flood", 40)
	})
	httpd.API(e.Server, httpd.Call{Method: "GET", Path: "/api/user", Access: httpd.User}, get)
	httpd.Raw(e.Server, httpd.Call{Method: "POST", Path: "/api/upload", Access: httpd.Open, MaxBody: 1 << 10, Multipart: true}, func(w http.ResponseWriter, r *http.Request) error {
		if _, err := io.Copy(io.Discard, r.Body); err != nil {
			return fault.Invalid("too-large")
		}
		_, err := w.Write([]byte("kept"))
		return err
	})
	httpd.Raw(e.Server, httpd.Call{Method: "POST", Path: "/api/user/upload", Access: httpd.User, MaxBody: 1 << 10, Multipart: true}, func(http.ResponseWriter, *http.Request) error {
		return nil
	})
	httpd.Raw(e.Server, httpd.Call{Method: "POST", Path: "/api/slow-upload", Access: httpd.Open, MaxBody: 1 << 20, Multipart: true}, func(w http.ResponseWriter, r *http.Request) error {
		n, err := io.Copy(io.Discard, r.Body)
		if err == nil {
			_, err = fmt.Fprint(w, n)
		}
		return err
	})
	for _, method := range []string{"GET", "POST"} {
		httpd.API(e.Server, httpd.Call{Method: method, Path: "/api/takes-a-minute", Access: httpd.Open}, func(ctx context.Context, _ *none) (*echoOut, error) {
			select {
			case <-time.After(time.Minute):
				return &echoOut{}, nil
			case <-ctx.Done():
				return nil, ctx.Err()
			}
		})
	}
	return e
}

// ask sends one request. Headers are pairs of name and value.
func (e *edge) ask(method, path, body string, headers ...string) reply {
	e.t.Helper()
	req, err := http.NewRequestWithContext(e.t.Context(), method, e.url+path, strings.NewReader(body))
	if err != nil {
		e.t.Fatal(err)
	}
	if body != "" {
		req.Header.Set("Content-Type", "application/json")
	}
	for i := 0; i+1 < len(headers); i += 2 {
		if headers[i+1] == "" {
			req.Header.Del(headers[i])
		} else {
			req.Header.Set(headers[i], headers[i+1])
		}
	}
	return e.send(req)
}

func (e *edge) send(req *http.Request) reply {
	e.t.Helper()
	res, err := http.DefaultTransport.RoundTrip(req)
	if err != nil {
		e.t.Fatal(err)
	}
	defer res.Body.Close()
	b, err := io.ReadAll(res.Body)
	if err != nil {
		e.t.Fatal(err)
	}
	r := reply{status: res.StatusCode, header: res.Header, body: string(b)}
	if res.StatusCode != 200 && strings.HasPrefix(res.Header.Get("Content-Type"), "application/json") {
		if err := json.Unmarshal(b, &r.refusal); err != nil {
			e.t.Errorf("%s %s: the refusal is not JSON: %s", req.Method, req.URL.Path, b)
		}
	}
	return r
}

// wants fails unless the response is a refusal in JSON with this status and code.
func (r reply) wants(t testing.TB, what string, status int, code string) {
	t.Helper()
	if r.status != status || r.Code != code || r.Title == "" || strings.HasPrefix(r.Title, "fault.") {
		t.Errorf("%s: %d %s, want %d %s", what, r.status, r.body, status, code)
	}
}
