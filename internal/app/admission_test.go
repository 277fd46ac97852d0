package app_test

import (
	"context"
	"crypto/sha256"
	"encoding/base64"
	"fmt"
	"runtime"
	"strconv"
	"strings"
	"sync"
	"testing"

	"shanmen/internal/platform/admission"
	"shanmen/internal/testkit"
)

// saturate takes all slots of a class and all places in its queue until free is called.
func saturate(t *testing.T, g *admission.Gate) (free func()) {
	t.Helper()
	var held []func()
	hold := func(leave func(), err error) {
		if err != nil {
			t.Fatal(err)
		}
		held = append(held, leave)
	}
	for range g.Limit().Running {
		hold(g.Enter(t.Context(), admission.Work{}))
	}
	for i := range g.Limit().Coming {
		hold(g.Announce(fmt.Sprint(i)))
	}
	ctx, cancel := context.WithCancel(t.Context())
	var queue sync.WaitGroup
	for i := range g.Limit().Waiting {
		queue.Go(func() { _, _ = g.Enter(ctx, admission.Work{Owner: fmt.Sprint(i)}) })
	}
	for g.Stats().Waiting < g.Limit().Waiting {
		runtime.Gosched()
	}
	return func() {
		cancel()
		queue.Wait()
		for _, leave := range held {
			leave()
		}
	}
}

// While every class but payments is saturated, cached pages are served and people order and pay; everything else is
// refused in the form that its client understands, and works again afterwards.
func TestAPaymentWaitsForNoOtherClass(t *testing.T) {
	t.Parallel()
	a := testkit.New(t, "sqlite")
	c := a.Member(t)
	c.Header.Set("Cookie", "i18n_redirected=zh")
	item, order := a.Item(t, "lamp-oil", "bottle"), c.Buy(a.Item(t, "lamp-oil", "bottle"))
	for _, path := range []string{"/about-us/history", "/cart"} {
		c.Get(path).Want(200)
	}
	all := []func(){}
	for _, class := range admission.Classes {
		if class != admission.Payments {
			all = append(all, saturate(t, a.Admission.Gate(class)))
		}
	}
	free := func() {
		for _, one := range all {
			one()
		}
	}

	c.Get("/about-us/history").Want(200)
	c.Get("/cart").Want(200)
	c.Fill(item).Want(200)
	c.Get("/cart/_payload.json").Want(200)
	c.Get("/cart/checkout/_payload.json").Want(200)
	c.OrderInCash(1000).Want(200)
	c.Get("/api/invoice?id=" + order.ID).Want(200)

	for name, refused := range map[string]func() *testkit.Response{
		"reading": func() *testkit.Response { return c.Get("/api/invoice/list/member") },
		"payload": func() *testkit.Response { return c.Get("/member/profile/_payload.json") },
		"logins": func() *testkit.Response {
			return a.Guest().Post("/api/auth/authentication", map[string]string{"identifier": "91234567", "password": "lotus-lamp-88"})
		},
		"pictures": func() *testkit.Response {
			return c.Upload("/api/upload/receipt", testkit.File{Name: "a.png", Data: []byte("none")})
		},
		"papers":  func() *testkit.Response { return c.Get("/api/invoice/" + order.ID + "/invoice.pdf") },
		"exports": func() *testkit.Response { return c.Get("/api/member/export") },
	} {
		r := refused()
		var body struct {
			Code, Title string
			RetryAfter  int
		}
		if r.Status != 503 {
			t.Errorf("%s: %d %.200s", name, r.Status, r.Body)
			continue
		}
		r.JSON(&body)
		if body.Code != "busy" || body.RetryAfter < 1 || r.Header.Get("Retry-After") != strconv.Itoa(body.RetryAfter) || !strings.Contains(body.Title, strconv.Itoa(body.RetryAfter)) {
			t.Errorf("%s: %v %+v", name, r.Header, body)
		}
	}
	for _, path := range []string{"/zh/event", "/member/profile", "/misc/faq"} { // never opened before, or with a guard
		r := c.Get(path)
		again, _ := strconv.Atoi(r.Header.Get("Refresh"))
		if r.Status != 503 || again < 2 || r.Header.Get("Retry-After") == "" || r.Header.Get("Cache-Control") == "" || !strings.HasPrefix(r.Header.Get("Content-Type"), "text/html") ||
			!strings.Contains(string(r.Body), "One moment, please") || !strings.Contains(string(r.Body), "请稍候") || len(r.Body) > 2000 {
			t.Errorf("%s: %d %v %s", path, r.Status, r.Header, r.Body)
		}
		_, style, _ := strings.Cut(string(r.Body), "<style>")
		style, _, _ = strings.Cut(style, "</style>")
		hash := sha256.Sum256([]byte(style))
		if policy := r.Header.Get("Content-Security-Policy"); !strings.Contains(policy, "'sha256-"+base64.StdEncoding.EncodeToString(hash[:])+"'") {
			t.Errorf("%s: the policy %s forbids the page's style", path, policy)
		}
	}

	free()
	a.LogIn(t, "+6591234567", "lotus-lamp-88").Get("/misc/faq").Want(200)
	c.Get("/api/invoice/" + order.ID + "/invoice.pdf").Want(200)
	for _, class := range admission.Classes {
		if s := a.Admission.Gate(class).Stats(); s.Running+s.Waiting+s.Coming != 0 {
			t.Errorf("%s keeps %+v", class, s)
		}
	}
}
