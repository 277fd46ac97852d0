//go:build linux

package main

import (
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"net/http"
	"sync"
	"syscall"
	"time"

	"shanmen/bench/temple"
)

// ledger records what the program acknowledged, to be compared with what it stored.
type ledger struct {
	mu        sync.Mutex
	numbers   map[string]int // acknowledged orders: how many requests were answered with this number
	outside   int            // requests refused because nothing was listening
	cut       int            // requests that were sent and never answered
	refused   map[int]int    // answers other than 200, by status
	strange   []string       // refusals that the fault does not explain
	slowest   time.Duration
	lastTaken time.Time
}

func newLedger() *ledger { return &ledger{numbers: map[string]int{}, refused: map[int]int{}} }

func (l *ledger) heard(a temple.Answer, err error, took time.Duration) {
	l.mu.Lock()
	defer l.mu.Unlock()
	switch {
	case errors.Is(err, syscall.ECONNREFUSED):
		l.outside++
		return
	case err != nil:
		l.cut++
		return
	case a.Status != http.StatusOK:
		l.refused[a.Status]++
		if a.Status < http.StatusInternalServerError && len(l.strange) < 5 {
			l.strange = append(l.strange, fmt.Sprintf("%d %s", a.Status, a.Body))
		}
	}
	l.slowest = max(l.slowest, took)
}

func (l *ledger) acknowledge(number string) {
	l.mu.Lock()
	defer l.mu.Unlock()
	l.numbers[number]++
	l.lastTaken = time.Now()
}

// taken returns how many orders were acknowledged so far, and when the last one was.
func (l *ledger) taken() (int, time.Time) {
	l.mu.Lock()
	defer l.mu.Unlock()
	return len(l.numbers), l.lastTaken
}

// devotee is a member who orders one bottle of lamp oil after another, and retries with the same key after a failure or
// no answer.
type devotee struct {
	*temple.Visitor
	item   map[string]any
	ledger *ledger
}

// order places one order and retries until it succeeds or ctx ends.
func (d *devotee) order(ctx context.Context) error {
	key := temple.Key()
	fill, err := d.press(ctx, "/api/cart", map[string]any{"currency": "SGD", "items": []any{d.item}}, "fill "+key)
	if err != nil {
		return err
	}
	var cart struct{ SubTotal int64 }
	if err := json.Unmarshal(fill.Body, &cart); err != nil {
		return err
	}
	paid, err := d.press(ctx, "/api/payment/new/cash", map[string]any{"paymentAmount": cart.SubTotal, "currency": "SGD"}, key)
	if err != nil {
		return err
	}
	var placed struct{ Invoice struct{ Number string } }
	if err := json.Unmarshal(paid.Body, &placed); err != nil {
		return err
	}
	d.ledger.acknowledge(placed.Invoice.Number)
	return nil
}

func (d *devotee) press(ctx context.Context, path string, body any, key string) (temple.Answer, error) {
	for {
		began := time.Now()
		a, err := d.Call(ctx, http.MethodPost, path, body, key)
		if ctx.Err() != nil {
			return a, ctx.Err()
		}
		d.ledger.heard(a, err, time.Since(began))
		switch {
		case err == nil && a.Status == http.StatusOK:
			return a, nil
		case err == nil && a.Status < http.StatusInternalServerError:
			return a, fmt.Errorf("%s: %d %s", path, a.Status, a.Code())
		}
		select {
		case <-ctx.Done():
			return a, ctx.Err()
		case <-time.After(50 * time.Millisecond):
		}
	}
}
