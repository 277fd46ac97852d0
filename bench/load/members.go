//go:build linux

package main

import (
	"context"
	"encoding/json"
	"fmt"
	"math/rand/v2"
	"net/http"
	"sync"
	"time"

	"shanmen/bench/temple"
)

// member is a registered devotee.
type member struct {
	*temple.Visitor
	mobile string
}

// own says what is wrong with an answer that names its member.
func (m *member) own(a temple.Answer, err error) string {
	wrong := wrongAnswer(a, err)
	var v struct{ User struct{ Mobile string } }
	if wrong == "" && (json.Unmarshal(a.Body, &v) != nil || v.User.Mobile != m.mobile) {
		wrong = "another member's session"
	}
	return wrong
}

// reads are what members ask for, half of it their session.
var reads = []string{"/api/_auth/session", "/api/about-us/title", "/api/_auth/session", "/api/offering"}

func (m *member) read(t *tally, due time.Time) {
	path := reads[rand.IntN(len(reads))]
	a, err := m.Call(context.Background(), http.MethodGet, path, nil, "")
	took, wrong := time.Since(due), wrongAnswer(a, err)
	if path == reads[0] {
		wrong = m.own(a, err)
	}
	t.heard(a.Status, a.Header, wrong, took)
}

// logIn logs in with another browser at another address.
func (m *member) logIn(t *tally, due time.Time) {
	v := temple.Visit(m.Programs()...)
	defer v.Close()
	a, err := v.LogInAs(context.Background(), m.mobile)
	t.heard(a.Status, a.Header, m.own(a, err), time.Since(due))
}

func (m *member) upload(t *tally, picture []byte, due time.Time) {
	a, err := m.Upload(context.Background(), "/api/upload/receipt", "transfer.png", picture)
	took, wrong := time.Since(due), wrongAnswer(a, err)
	var v struct {
		FileID string
		Files  []struct{}
	}
	if wrong == "" && (json.Unmarshal(a.Body, &v) != nil || v.FileID == "" || len(v.Files) != 1) {
		wrong = "no picture"
	}
	t.heard(a.Status, a.Header, wrong, took)
}

// shop is what checkouts share: what is bought, and which orders were acknowledged.
type shop struct {
	item  map[string]any
	price int64 // cents

	mu      sync.Mutex
	numbers map[string]int
}

// order fills the cart and pays in cash. The time of the payment begins when the cart is filled. A refused step is
// repeated with its idempotency key after Retry-After, as the browser does; only the first answer counts.
func (m *member) order(cart, pay *tally, s *shop, due time.Time) {
	fill := map[string]any{"currency": "SGD", "items": []any{s.item}}
	if !m.step(cart, "/api/cart", fill, due, func(a temple.Answer) string {
		var v struct {
			SubTotal int64
			Items    []struct{}
		}
		if json.Unmarshal(a.Body, &v) != nil || v.SubTotal != s.price || len(v.Items) != 1 {
			return fmt.Sprintf("a cart of %d items for %d", len(v.Items), v.SubTotal)
		}
		return ""
	}) {
		return
	}
	m.step(pay, "/api/payment/new/cash", map[string]any{"paymentAmount": s.price, "currency": "SGD"}, time.Now(), func(a temple.Answer) string {
		var v struct {
			Invoice struct {
				Number   string
				SubTotal int64
			}
		}
		if json.Unmarshal(a.Body, &v) != nil || v.Invoice.Number == "" || v.Invoice.SubTotal != s.price {
			return fmt.Sprintf("order %q for %d", v.Invoice.Number, v.Invoice.SubTotal)
		}
		s.mu.Lock()
		s.numbers[v.Invoice.Number]++
		s.mu.Unlock()
		return ""
	})
}

// step sends a call until it is not refused, and returns whether it was right in the end.
func (m *member) step(t *tally, path string, body any, due time.Time, wrongIn func(temple.Answer) string) bool {
	key := temple.Key()
	for try := 0; ; try++ {
		a, err := m.Call(context.Background(), http.MethodPost, path, body, key)
		took, wrong := time.Since(due), wrongAnswer(a, err)
		if wrong == "" {
			wrong = wrongIn(a)
		}
		if try == 0 || wrong != "" && !refusal(a.Status, a.Header) {
			t.heard(a.Status, a.Header, wrong, took)
		}
		if !refusal(a.Status, a.Header) {
			return wrong == ""
		}
		time.Sleep(again(a.Header) + rand.N(time.Second))
	}
}
