package temple

import (
	"bytes"
	"context"
	"crypto/rand"
	"encoding/json"
	"errors"
	"fmt"
	"io"
	mathrand "math/rand/v2"
	"mime/multipart"
	"net/http"
	"net/http/cookiejar"
	"os"
	"path/filepath"
	"regexp"
	"strings"
	"sync/atomic"
	"time"
)

// Visitor is one browser with its own address.
type Visitor struct {
	programs []*Program
	http     http.Client
	from     string
}

// Answer is a whole response.
type Answer struct {
	Status int
	Body   []byte
	Header http.Header
}

// Code is the code of a refusal.
func (a Answer) Code() string {
	var v struct{ Code string }
	_ = json.Unmarshal(a.Body, &v)
	return v.Code
}

const password = "incense at dawn 18"

var visitors atomic.Int64

// Visit opens a new browser.
func (p *Program) Visit() *Visitor { return Visit(p) }

// Visit opens a new browser in front of replicas: each request goes to one of them at random.
func Visit(programs ...*Program) *Visitor {
	jar, _ := cookiejar.New(nil)
	n := visitors.Add(1)
	return &Visitor{programs: programs, from: fmt.Sprintf("10.%d.%d.%d", n>>16&255, n>>8&255, n&255), http: http.Client{
		Jar: jar, Timeout: 30 * time.Second, Transport: &http.Transport{MaxIdleConnsPerHost: 4},
		CheckRedirect: func(*http.Request, []*http.Request) error { return http.ErrUseLastResponse },
	}}
}

// Programs are the replicas that the browser's requests go to.
func (v *Visitor) Programs() []*Program { return v.programs }

// Call sends a body as JSON; a key, if given, is the idempotency key.
func (v *Visitor) Call(ctx context.Context, method, path string, body any, key string) (Answer, error) {
	var r io.Reader
	if body != nil {
		b, err := json.Marshal(body)
		if err != nil {
			return Answer{}, err
		}
		r = bytes.NewReader(b)
	}
	return v.send(ctx, method, path, r, "application/json", key)
}

// Upload sends a file as a multipart form.
func (v *Visitor) Upload(ctx context.Context, path, name string, data []byte) (Answer, error) {
	var b bytes.Buffer
	w := multipart.NewWriter(&b)
	part, err := w.CreateFormFile("file", name)
	if err == nil {
		_, err = part.Write(data)
	}
	if err = errors.Join(err, w.Close()); err != nil {
		return Answer{}, err
	}
	return v.send(ctx, http.MethodPost, path, &b, w.FormDataContentType(), "")
}

func (v *Visitor) send(ctx context.Context, method, path string, body io.Reader, kind, key string) (Answer, error) {
	req, err := http.NewRequestWithContext(ctx, method, v.programs[mathrand.IntN(len(v.programs))].URL+path, body)
	if err != nil {
		return Answer{}, err
	}
	req.Header.Set("X-Forwarded-For", v.from)
	if body != nil {
		req.Header.Set("Content-Type", kind)
	}
	if key != "" {
		req.Header.Set("Idempotency-Key", key)
	}
	res, err := v.http.Do(req)
	if err != nil {
		return Answer{}, err
	}
	defer func() { _ = res.Body.Close() }()
	b, err := io.ReadAll(res.Body)
	return Answer{res.StatusCode, b, res.Header}, err
}

// Must makes a call that has to answer 200, and decodes the answer into out unless it is nil.
func (v *Visitor) Must(method, path string, body, out any, key string) error {
	a, err := v.Call(context.Background(), method, path, body, key)
	if err != nil {
		return err
	}
	if a.Status != http.StatusOK {
		return fmt.Errorf("%s %s: %d %s", method, path, a.Status, a.Body)
	}
	if out == nil {
		return nil
	}
	return json.Unmarshal(a.Body, out)
}

// LogIn logs in a demonstration account of the office.
func (v *Visitor) LogIn(role string) error {
	return v.Must(http.MethodPost, "/api/auth/authentication",
		map[string]any{"identifier": role + "@temple.example", "password": "temple-office-2026"}, nil, "")
}

// LogInAs logs in the member who registered with that number.
func (v *Visitor) LogInAs(ctx context.Context, mobile string) (Answer, error) {
	return v.Call(ctx, http.MethodPost, "/api/auth/authentication", map[string]any{"identifier": mobile, "password": password}, "")
}

// Close closes the browser and its connections.
func (v *Visitor) Close() { v.http.CloseIdleConnections() }

// Register makes the visitor a member, with the code from the SMS.
func (v *Visitor) Register(mobile string) error {
	if err := v.Must(http.MethodPost, "/api/auth/registration", map[string]any{
		"name": "Devotee of the bench", "mobile": mobile, "password": password, "locale": "en", "acceptedPolicies": "2026-11",
	}, nil, ""); err != nil {
		return err
	}
	code, err := v.programs[0].code(mobile)
	if err != nil {
		return err
	}
	return v.Must(http.MethodPost, "/api/auth/otp/verify", map[string]any{"otp": code}, nil, "")
}

var sixDigits = regexp.MustCompile(`\b\d{6}\b`)

// code waits for the SMS with a code to a number, in the folder where the program keeps unsent messages.
func (p *Program) code(mobile string) (string, error) {
	for began := time.Now(); time.Since(began) < patience; time.Sleep(20 * time.Millisecond) {
		files, _ := filepath.Glob(filepath.Join(p.Dir, "sms", "*.txt"))
		for _, f := range files {
			text, _ := os.ReadFile(f)
			if rest, is := strings.CutPrefix(string(text), mobile+"\n"); is {
				if code := sixDigits.FindString(rest); code != "" {
					return code, nil
				}
			}
		}
	}
	return "", fmt.Errorf("no code came to %s", mobile)
}

// AllowManyOrders raises the limit of waiting orders, so that one member can order as much as a hundred.
func (p *Program) AllowManyOrders() error {
	office := p.Visit()
	if err := office.LogIn("admin"); err != nil {
		return err
	}
	return office.Must(http.MethodPut, "/api/admin/setting", map[string]any{"values": map[string]string{"open-orders": "100"}}, nil, "")
}

// Oil is a cart item with unlimited stock and no form.
func (p *Program) Oil() (item map[string]any, err error) {
	var o struct {
		ID      string
		Options []struct{ ID, Key string }
	}
	if err := p.Visit().Must(http.MethodGet, "/api/offering/lamp-oil", nil, &o, ""); err != nil {
		return nil, err
	}
	for _, option := range o.Options {
		if option.Key == "bottle" {
			return map[string]any{"offeringId": o.ID, "optionId": option.ID, "quantity": 1}, nil
		}
	}
	return nil, errors.New("the demonstration sells no bottle of lamp oil")
}

// Key returns a unique idempotency key.
func Key() string { return rand.Text() }
