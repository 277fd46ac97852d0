// Package share draws the picture that chats and search engines show beside a link to a page.
package share

import (
	"bytes"
	"context"
	"crypto/sha256"
	"encoding/hex"
	"encoding/json"
	"fmt"
	"image/png"
	"io/fs"
	"sync"

	"golang.org/x/sync/singleflight"

	"shanmen/internal/base/locale"
	"shanmen/internal/platform/admission"
)

// The size of every picture in pixels, as recommended for Open Graph.
const (
	Width  = 1200
	Height = 630
)

// MostBytes is the target size of a picture: some chats show none above that.
const MostBytes = 300_000

const (
	keepBytes = 24 << 20 // memory limit of the cache
	look      = "1"      // version of the design: change it with the design, so that no old pictures are shown
)

// Card is the content of a picture. Empty fields are left out.
type Card struct {
	Locale      locale.Locale `json:"l"`
	Temple      string        `json:"t"` // in the page's language
	ChineseName string        `json:"c"`
	Eyebrow     string        `json:"e"` // the kind of page
	Title       string        `json:"h"`
	Lines       []string      `json:"i"`           // place, time
	Price       string        `json:"p"`           // From S$28
	Art         string        `json:"a"`           // an offering's drawing; "" is the temple
	Day         *Day          `json:"d,omitempty"` // an event's date, instead of a drawing
	Photo       *Photo        `json:"f,omitempty"` // a photograph instead of everything else
}

// Photo is a photograph that fills the whole picture.
type Photo struct {
	Key  string `json:"k"` // storage key of the file
	X, Y int64  // focal point, in percent from the left and top
}

// Day is a calendar leaf.
type Day struct {
	Month   string `json:"m"` // November 2026, 2026年11月
	Number  string `json:"n"` // 24
	Weekday string `json:"w"`
	Lunar   string `json:"l"` // 十月十五, written from top to bottom
}

// Version is a hash of everything that a picture shows: 12 hexadecimal digits.
func (c Card) Version() string {
	b, err := json.Marshal(c)
	if err != nil {
		panic(err) // cannot fail: only texts
	}
	sum := sha256.Sum256(append([]byte(look), b...))
	return hex.EncodeToString(sum[:6])
}

// Painter draws pictures and caches the last ones. It is safe for concurrent use.
type Painter struct {
	photograph Photographer
	files      fs.FS // with the backgrounds
	faces      faces
	flights    singleflight.Group
	gate       *admission.Gate

	mu      sync.Mutex
	kept    map[string][]byte
	order   []string // oldest first
	bytes   int
	grounds map[string]func() (*canvas, error)
}

// Photographer crops a photograph to Width × Height, as a JPEG of at most MostBytes if possible.
type Photographer func(ctx context.Context, photo Photo) ([]byte, error)

// Open creates a painter, which draws as gate admits.
func Open(photograph Photographer, gate *admission.Gate) (*Painter, error) {
	f, err := openFaces()
	if err != nil {
		return nil, err
	}
	return &Painter{
		photograph: photograph, files: groundFiles, faces: f, gate: gate,
		kept: map[string][]byte{}, grounds: map[string]func() (*canvas, error){},
	}, nil
}

// Picture returns the picture of a card: a PNG, or a JPEG for a photograph. Concurrent requests for the same card share
// one drawing.
func (p *Painter) Picture(ctx context.Context, c Card) ([]byte, error) {
	key := c.Version()
	if b := p.find(key); b != nil {
		return b, nil
	}
	// The drawing continues after the first requester has disconnected: others may wait for it.
	done := p.flights.DoChan(key, func() (any, error) {
		leave, err := p.gate.Enter(context.WithoutCancel(ctx), admission.WorkOf(ctx))
		if err != nil {
			return nil, err
		}
		defer leave()
		if b := p.find(key); b != nil {
			return b, nil
		}
		b, err := p.draw(context.WithoutCancel(ctx), c)
		if err == nil {
			p.keep(key, b)
		}
		return b, err
	})
	select {
	case r := <-done:
		if r.Err != nil {
			return nil, fmt.Errorf("share: %w", r.Err)
		}
		return r.Val.([]byte), nil
	case <-ctx.Done():
		return nil, fmt.Errorf("share: %w", context.Cause(ctx))
	}
}

func (p *Painter) find(key string) []byte {
	p.mu.Lock()
	defer p.mu.Unlock()
	return p.kept[key]
}

// keep caches a picture and removes the oldest. They are small and quick to redraw, so usage does not matter.
func (p *Painter) keep(key string, b []byte) {
	p.mu.Lock()
	defer p.mu.Unlock()
	p.kept[key], p.order, p.bytes = b, append(p.order, key), p.bytes+len(b)
	for p.bytes > keepBytes && len(p.order) > 1 {
		oldest := p.order[0]
		p.order, p.bytes = p.order[1:], p.bytes-len(p.kept[oldest])
		delete(p.kept, oldest)
	}
}

func (p *Painter) draw(ctx context.Context, c Card) ([]byte, error) {
	if c.Photo != nil {
		return p.photograph(ctx, *c.Photo)
	}
	picture, err := p.compose(c)
	if err != nil {
		return nil, err
	}
	var b bytes.Buffer
	if err := png.Encode(&b, picture.Image); err != nil {
		return nil, err
	}
	return b.Bytes(), nil
}
