//go:build linux

package main

import (
	"context"
	"fmt"
	"io"
	"math/rand/v2"
	"net/http"
	"strings"

	"shanmen/bench/temple"
)

// person comes a number of times, and waits for each answer.
type person struct {
	name   string
	visits int
	act    func(ctx context.Context, n int) error
}

// people are the visitors of the evening: per second of the measured one (docs/performance.md) 300 pages, 330 reads, 10
// orders, 5 pictures and 5 logins, in similar shares.
func (s *scene) people() ([]person, error) {
	if err := s.program.AllowManyOrders(); err != nil {
		return nil, err
	}
	oil, err := s.program.Oil()
	if err != nil {
		return nil, err
	}
	var all []person
	for range 4 {
		all = append(all, person{"reader", 1500, s.page})
	}
	for i := range 2 {
		all = append(all,
			person{"member", 750, func(ctx context.Context, n int) error { return s.read(ctx, s.member(2*n+i)) }},
			person{"buyer", 60, func(ctx context.Context, n int) error { return s.order(ctx, s.member(2*n+i), oil) }},
			person{"sender", 20, func(ctx context.Context, n int) error { return s.upload(ctx, s.member(2*n+i)) }})
	}
	return append(all, person{"login", 40, s.login}), nil
}

func (s *scene) member(n int) *temple.Visitor { return s.members[n%members] }

var paths = []string{
	"/", "/about-us/history", "/blessing-service", "/blessing-service/light-lamp", "/blessing-service/lamp-oil",
	"/blessing-service/permanent-tablet", "/event", "/event/winter-solstice", "/contact-us", "/find-my-lamp", "/misc/faq",
	"/misc/privacy-policy", "/misc/service-policy", "/misc/term-and-condition", "/cart", "/member/login",
	"/member/registration", "/member/forgot-password", "/lamp",
}

// codings are what browsers over TLS, browsers without it, and programs accept, as often as they come.
var codings = []string{"gzip, deflate, br, zstd", "gzip, deflate, br, zstd", "gzip, deflate, br, zstd", "gzip, deflate", "identity"}

// page requests a page or its payload without decompressing it.
func (s *scene) page(ctx context.Context, n int) error {
	path := paths[rand.IntN(len(paths))]
	if rand.IntN(2) == 0 {
		path = "/zh" + strings.TrimSuffix(path, "/")
	}
	if n%8 == 7 {
		path = strings.TrimSuffix(path, "/") + "/_payload.json"
	}
	req, err := http.NewRequestWithContext(ctx, http.MethodGet, s.program.URL+path, nil)
	if err != nil {
		return err
	}
	req.Header.Set("Accept-Encoding", codings[rand.IntN(len(codings))])
	res, err := http.DefaultClient.Do(req)
	if err != nil {
		return err
	}
	_, err = io.Copy(io.Discard, res.Body)
	_ = res.Body.Close()
	if err == nil && res.StatusCode != http.StatusOK {
		err = fmt.Errorf("%s: %d", path, res.StatusCode)
	}
	return err
}

func right(a temple.Answer, err error) error {
	if err == nil && a.Status != http.StatusOK {
		err = fmt.Errorf("%d %s", a.Status, a.Body)
	}
	return err
}

var reads = []string{"/api/_auth/session", "/api/about-us/title", "/api/_auth/session", "/api/offering", "/api/invoice/list/member"}

func (s *scene) read(ctx context.Context, v *temple.Visitor) error {
	return right(v.Call(ctx, http.MethodGet, reads[rand.IntN(len(reads))], nil, ""))
}

// order orders a bottle of oil, paid in cash.
func (s *scene) order(ctx context.Context, v *temple.Visitor, oil map[string]any) error {
	if err := right(v.Call(ctx, http.MethodPost, "/api/cart", map[string]any{"currency": "SGD", "items": []any{oil}}, temple.Key())); err != nil {
		return err
	}
	return right(v.Call(ctx, http.MethodPost, "/api/payment/new/cash", map[string]any{"paymentAmount": 1000, "currency": "SGD"}, temple.Key()))
}

func (s *scene) upload(ctx context.Context, v *temple.Visitor) error {
	return right(v.Upload(ctx, "/api/upload/receipt", "transfer.png", temple.Screenshot()))
}

func (s *scene) login(ctx context.Context, n int) error {
	v := s.program.Visit()
	defer v.Close()
	return right(v.LogInAs(ctx, number(n%members)))
}
