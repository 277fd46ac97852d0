package testkit

import (
	"bytes"
	"context"
	"fmt"
	"image"
	"image/color"
	"image/draw"
	"image/png"
	"math/rand/v2"
	"sync"
	"testing"
	"time"

	"shanmen/internal/base/money"
	"shanmen/internal/offer/offering"
	"shanmen/internal/platform/db"
)

// Item is an item for POST /api/cart with an option of the demonstration's catalogue, by its keys. More pairs of key
// and value change it: "quantity", 2, "form", ….
func (a *App) Item(t testing.TB, offeringKey, optionKey string, more ...any) map[string]any {
	t.Helper()
	optionID := a.Option(t, offeringKey, optionKey)
	f, err := offering.Price(t.Context(), a.DB.Read(), a.Clock.Now(), optionID)
	if err != nil {
		t.Fatal(err)
	}
	return with(map[string]any{"offeringId": f.OfferingID, "optionId": optionID, "quantity": 1}, more)
}

// People is an offering's form with people of these Chinese names.
func People(names ...string) map[string]any {
	list := make([]map[string]any, 0, len(names))
	for _, n := range names {
		list = append(list, map[string]any{"chineseName": n})
	}
	return map[string]any{"people": list}
}

// with sets more pairs of key and value in a request.
func with(body map[string]any, more []any) map[string]any {
	for i := 0; i+1 < len(more); i += 2 {
		body[more[i].(string)] = more[i+1]
	}
	return body
}

// Option is the id of an option by its keys.
func (a *App) Option(t testing.TB, offeringKey, optionKey string) string {
	t.Helper()
	id, err := offering.FindOption(t.Context(), a.DB.Read(), offeringKey, optionKey)
	if err != nil {
		t.Fatalf("%s/%s: %v", offeringKey, optionKey, err)
	}
	return id
}

// Remaining is an option's stock.
func (a *App) Remaining(t testing.TB, optionID string) int64 {
	t.Helper()
	return a.Count(t, "SELECT remaining FROM offering_options WHERE id = $1", optionID)
}

// SetRemaining sets an option's stock.
func (a *App) SetRemaining(t testing.TB, optionID string, n int64) {
	t.Helper()
	a.Write(t, func(ctx context.Context, tx *db.Tx) error { return offering.SetRemaining(ctx, tx, optionID, &n) })
}

// SetPrice publishes another price (cents) of an option.
func (a *App) SetPrice(t testing.TB, optionID string, cents money.Cents) {
	t.Helper()
	a.Write(t, func(ctx context.Context, tx *db.Tx) error { return SetPrice(ctx, tx, optionID, cents) })
}

// Fill adds items to the browser's cart and returns the answer.
func (c *Client) Fill(items ...map[string]any) *Response {
	c.t.Helper()
	return c.Post("/api/cart", map[string]any{"currency": "SGD", "items": items})
}

// Write runs fn in a transaction.
func (a *App) Write(t testing.TB, fn func(ctx context.Context, tx *db.Tx) error) {
	t.Helper()
	if err := a.DB.Write(t.Context(), fn); err != nil {
		t.Fatal(err)
	}
}

// Text is the text returned by a query.
func (a *App) Text(t testing.TB, sql string, args ...any) (out string) {
	t.Helper()
	if err := a.DB.SQL().QueryRowContext(t.Context(), sql, args...).Scan(&out); err != nil {
		t.Fatalf("%s: %v", sql, err)
	}
	return out
}

// Count is the number returned by a query.
func (a *App) Count(t testing.TB, sql string, args ...any) int64 {
	t.Helper()
	var n int64
	if err := a.DB.SQL().QueryRowContext(t.Context(), sql, args...).Scan(&n); err != nil {
		t.Fatalf("%s: %v", sql, err)
	}
	return n
}

// MustSweep is a Sweep in which no step fails.
func (a *App) MustSweep(t testing.TB) {
	t.Helper()
	if err := a.Sweep(t.Context()); err != nil {
		t.Fatal(err)
	}
}

// Screenshot is a small picture, different at each call.
func Screenshot(t testing.TB) File {
	t.Helper()
	shots.Lock()
	shots.n++
	n := shots.n
	shots.Unlock()
	img := image.NewRGBA(image.Rect(0, 0, 90, 160))
	r := rand.New(rand.NewPCG(uint64(n), 23)) // unique blocks, so that no two seem to be one transfer
	for by := range 16 {
		for bx := range 9 {
			grey := color.Gray{Y: uint8(r.IntN(200) + 20)}
			draw.Draw(img, image.Rect(bx*10, by*10, bx*10+10, by*10+10), image.NewUniform(grey), image.Point{}, draw.Src)
		}
	}
	var b bytes.Buffer
	if err := png.Encode(&b, img); err != nil {
		t.Fatal(err)
	}
	return File{Name: fmt.Sprintf("transfer-%d.png", n), Data: b.Bytes()}
}

var shots struct {
	sync.Mutex
	n int
}

// UserID is the id of a mobile number's user. r is a transaction's Queries, or DB.Read.
func UserID(ctx context.Context, r db.Reader, mobile string) (string, error) {
	u, err := r.AccountByMobile(ctx, mobile)
	return u.User.ID, err
}

// EraseAccount closes a member's account, and lets the days of grace pass.
func (a *App) EraseAccount(t testing.TB, c *Client) {
	t.Helper()
	c.Post("/api/member/close", map[string]any{"password": "lotus-lamp-88", "confirm": true}).Want(200)
	a.Clock.Advance(31 * 24 * time.Hour)
	a.MustSweep(t)
	if n := a.Count(t, "SELECT count(*) FROM users WHERE status = 'closed'"); n != 1 {
		t.Fatalf("%d accounts are erased", n)
	}
}
