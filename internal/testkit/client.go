package testkit

import (
	"bytes"
	"cmp"
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"io"
	"mime/multipart"
	"net/http"
	"net/http/cookiejar"
	"regexp"
	"strings"
	"testing"
	"time"

	"shanmen/internal/base/fault"
	"shanmen/internal/base/id"
	"shanmen/internal/platform/audit"
	"shanmen/internal/platform/db"
	"shanmen/internal/sales/till"
)

// Client is one browser: it keeps cookies and does not follow redirects.
type Client struct {
	app    *App
	t      testing.TB
	http   *http.Client
	Locale string // sent as ?locale, as the product's own client does; "" sends none
	Header http.Header
}

// Response is an answer, read whole.
type Response struct {
	Status int
	Header http.Header
	Body   []byte
	t      testing.TB
}

// Guest is a browser without a session, with its own address.
func (a *App) Guest() *Client {
	jar, _ := cookiejar.New(nil)
	n := a.guests.Add(1)
	from := fmt.Sprintf("10.%d.%d.%d", n>>16&255, n>>8&255, n&255)
	return &Client{app: a, t: a.t, Header: http.Header{"X-Forwarded-For": {from}}, http: &http.Client{
		Jar: jar, CheckRedirect: func(*http.Request, []*http.Request) error { return http.ErrUseLastResponse },
	}}
}

// Get asks for a path.
func (c *Client) Get(path string) *Response { return c.Do(http.MethodGet, path, nil) }

// Post sends body as JSON; a string or []byte is sent unchanged.
func (c *Client) Post(path string, body any) *Response { return c.Do(http.MethodPost, path, body) }

// Put sends body as JSON.
func (c *Client) Put(path string, body any) *Response { return c.Do(http.MethodPut, path, body) }

// Delete asks to delete.
func (c *Client) Delete(path string) *Response { return c.Do(http.MethodDelete, path, nil) }

// Do sends one request.
func (c *Client) Do(method, path string, body any) *Response {
	c.t.Helper()
	return c.send(c.json(method, path, body))
}

func (c *Client) json(method, path string, body any) *http.Request {
	c.t.Helper()
	var r io.Reader
	switch b := body.(type) {
	case nil:
	case string:
		r = strings.NewReader(b)
	case []byte:
		r = bytes.NewReader(b)
	default:
		raw, err := json.Marshal(b)
		if err != nil {
			c.t.Fatal(err)
		}
		r = bytes.NewReader(raw)
	}
	req := c.request(method, path, r)
	if r != nil {
		req.Header.Set("Content-Type", "application/json")
	}
	if method == http.MethodPost && strings.HasPrefix(path, "/api/admin/") && c.Header.Values("Idempotency-Key") == nil {
		req.Header.Set("Idempotency-Key", id.New()) // as the office's own client does
	}
	return req
}

// Send is Do with a raw body, whose Content-Type is among the client's headers.
func (c *Client) Send(method, path, body string) *Response {
	c.t.Helper()
	return c.send(c.request(method, path, strings.NewReader(body)))
}

// File is one part of an upload. Its field is "file" unless it says another.
type File struct {
	Name  string
	Data  []byte
	Field string
}

// Upload posts files as multipart.
func (c *Client) Upload(path string, files ...File) *Response {
	c.t.Helper()
	var b bytes.Buffer
	w := multipart.NewWriter(&b)
	for _, f := range files {
		part, err := w.CreateFormFile(cmp.Or(f.Field, "file"), f.Name)
		if err == nil {
			_, err = part.Write(f.Data)
		}
		if err != nil {
			c.t.Fatal(err)
		}
	}
	_ = w.Close()
	req := c.request(http.MethodPost, path, &b)
	req.Header.Set("Content-Type", w.FormDataContentType())
	return c.send(req)
}

func (c *Client) request(method, path string, body io.Reader) *http.Request {
	c.t.Helper()
	if c.Locale != "" {
		sep := "?"
		if strings.Contains(path, "?") {
			sep = "&"
		}
		path += sep + "locale=" + c.Locale
	}
	req, err := http.NewRequestWithContext(c.t.Context(), method, c.app.URL+path, body)
	if err != nil {
		c.t.Fatal(err)
	}
	for k, v := range c.Header {
		req.Header[k] = v
	}
	return req
}

func (c *Client) send(req *http.Request) *Response {
	c.t.Helper()
	res, err := c.read(req)
	if err != nil {
		c.t.Fatal(err)
	}
	return res
}

// Leave is Post by a browser that disconnects after a while.
func (c *Client) Leave(path string, body any, after time.Duration) {
	c.t.Helper()
	ctx, cancel := context.WithTimeout(c.t.Context(), after)
	defer cancel()
	_, _ = c.read(c.json(http.MethodPost, path, body).WithContext(ctx))
}

func (c *Client) read(req *http.Request) (*Response, error) {
	res, err := c.http.Do(req)
	if err != nil {
		return nil, err
	}
	defer res.Body.Close()
	b, err := io.ReadAll(res.Body)
	return &Response{Status: res.StatusCode, Header: res.Header, Body: b, t: c.t}, err
}

// Want fails the test on another status, and returns the response.
func (r *Response) Want(status int) *Response {
	r.t.Helper()
	if r.Status != status {
		r.t.Fatalf("status %d, want %d: %s", r.Status, status, r.Body)
	}
	return r
}

// JSON reads the body into v.
func (r *Response) JSON(v any) *Response {
	r.t.Helper()
	if err := json.Unmarshal(r.Body, v); err != nil {
		r.t.Fatalf("not JSON: %v: %s", err, r.Body)
	}
	return r
}

// Code is the refusal's code, "" for a success.
func (r *Response) Code() string {
	var v struct {
		Code string `json:"code"`
	}
	_ = json.Unmarshal(r.Body, &v)
	return v.Code
}

// FieldCodes are the refusal's fields with their codes.
func (r *Response) FieldCodes() map[string]string {
	var v struct {
		Errors []struct{ Field, Code string } `json:"errors"`
	}
	_ = json.Unmarshal(r.Body, &v)
	out := map[string]string{}
	for _, e := range v.Errors {
		out[e.Field] = e.Code
	}
	return out
}

// Cookie is the value of a cookie that the browser holds for the app, "" when it has none.
func (c *Client) Cookie(name string) string {
	req := c.request(http.MethodGet, "/", nil)
	for _, k := range c.http.Jar.Cookies(req.URL) {
		if k.Name == name {
			return k.Value
		}
	}
	return ""
}

// Cookies are what the browser would send to the app.
func (c *Client) Cookies() []*http.Cookie {
	return c.http.Jar.Cookies(c.request(http.MethodGet, "/", nil).URL)
}

// Member is the demonstration's member, logged in.
func (a *App) Member(t testing.TB) *Client { return a.LogIn(t, "+6591234567", "lotus-lamp-88") }

// Staff is a demonstration account with a role, logged in: counter, treasurer, editor, ritual, admin. Roles that take
// cash have an open shift with an empty box.
func (a *App) Staff(t testing.TB, role string) *Client {
	t.Helper()
	c := a.StaffOffShift(t, role)
	if role == "counter" || role == "treasurer" {
		a.openShift(t, role)
	}
	return c
}

// StaffOffShift is Staff without an open shift.
func (a *App) StaffOffShift(t testing.TB, role string) *Client {
	t.Helper()
	return a.LogIn(t, role+"@temple.example", "temple-office-2026")
}

// UserID is the id of the demonstration account with a role.
func (a *App) UserID(t testing.TB, role string) (id string) {
	t.Helper()
	err := a.DB.SQL().QueryRowContext(t.Context(), "SELECT id FROM users WHERE email_key = $1", role+"@temple.example").Scan(&id)
	if err != nil {
		t.Fatal(err)
	}
	return id
}

func (a *App) openShift(t testing.TB, role string) {
	t.Helper()
	userID := a.UserID(t, role)
	a.Write(t, func(ctx context.Context, tx *db.Tx) error {
		_, err := till.Open(audit.As(ctx, userID), tx, a.Clock.Now(), userID, 0, nil)
		if errors.Is(err, fault.Invalid("shift-is-open")) {
			return nil
		}
		return err
	})
}

// LogIn is a browser in which an account has logged in.
func (a *App) LogIn(t testing.TB, identifier, password string) *Client {
	t.Helper()
	c := a.Guest()
	c.t = t
	c.Post("/api/auth/authentication", map[string]any{"identifier": identifier, "password": password}).Want(200)
	return c
}

var sixDigits = regexp.MustCompile(`\b\d{6}\b`)

// CodeFor is the newest one-time password sent to a mobile.
func (a *App) CodeFor(t testing.TB, mobile string) string {
	t.Helper()
	code := ""
	for _, m := range a.Texts(t) {
		if m.To == mobile {
			if found := sixDigits.FindString(m.Body); found != "" {
				code = found
			}
		}
	}
	return code
}

// NewMemberPassword is the password of all members registered by NewMember.
const NewMemberPassword = "incense at dawn 18"

// NewMember registers a member like a devotee does, including the code.
func (a *App) NewMember(t testing.TB, name, mobile string) *Client {
	t.Helper()
	c := a.Guest()
	c.t = t
	a.Register(t, c, name, mobile)
	return c
}

// Register registers within the browser's session, which keeps a guest's cart.
func (a *App) Register(t testing.TB, c *Client, name, mobile string) {
	t.Helper()
	c.Post("/api/auth/registration", map[string]any{
		"name": name, "mobile": mobile, "password": NewMemberPassword, "locale": "en", "acceptedPolicies": "2026-11",
	}).Want(200)
	c.Post("/api/auth/otp/verify", map[string]any{"otp": a.CodeFor(t, mobile)}).Want(200)
}
