// Package share draws the picture that a chat or a search shows beside a link to a page.
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
)

// The size of every picture in pixels, which Open Graph's readers ask for.
const (
	Width  = 1200
	Height = 630
)

// MostBytes is how large a picture should be: some chats show none above that.
const MostBytes = 300_000

const (
	atOnce    = 2        // how many pictures are drawn at the same time: each takes a core for a moment
	keepBytes = 24 << 20 // how much is kept in memory
	look      = "1"      // of the pictures: another look needs another number, so that nobody shows old ones
)

// Card is what a picture says. Empty fields leave their place empty.
type Card struct {
	Locale      locale.Locale `json:"l"`
	Temple      string        `json:"t"` // in the page's language
	ChineseName string        `json:"c"`
	Eyebrow     string        `json:"e"` // what kind of page it is
	Title       string        `json:"h"`
	Lines       []string      `json:"i"`           // place, time
	Price       string        `json:"p"`           // From S$28
	Art         string        `json:"a"`           // the drawing of an offering; "" is the temple itself
	Day         *Day          `json:"d,omitempty"` // an event's, in place of a drawing
	Photo       *Photo        `json:"f,omitempty"` // a photograph in place of all that
}

// Photo is a file of a photograph that fills the whole picture.
type Photo struct {
	Key  string `json:"k"` // of the file
	X, Y int64  // percent from the left and from the top: what must not be cut
}

// Day is a leaf of the almanac.
type Day struct {
	Month   string `json:"m"` // November 2026, 2026年11月
	Number  string `json:"n"` // 24
	Weekday string `json:"w"`
	Lunar   string `json:"l"` // 十月十五, set from top to bottom
}

// Version changes with everything that a picture shows: 12 hexadecimal digits.
func (c Card) Version() string {
	b, err := json.Marshal(c)
	if err != nil {
		panic(err) // texts alone
	}
	sum := sha256.Sum256(append([]byte(look), b...))
	return hex.EncodeToString(sum[:6])
}

// Painter draws pictures and keeps the last ones. It is safe for concurrent use.
type Painter struct {
	photograph Photographer
	files      fs.FS // of the grounds
	faces      faces
	flights    singleflight.Group
	places     chan struct{}

	mu      sync.Mutex
	kept    map[string][]byte
	order   []string // oldest first
	bytes   int
	grounds map[string]func() (*canvas, error)
}

// Photographer cuts a photograph to Width × Height, as a JPEG of at most MostBytes where that can be.
type Photographer func(ctx context.Context, photo Photo) ([]byte, error)

// Open prepares a painter.
func Open(photograph Photographer) (*Painter, error) {
	f, err := openFaces()
	if err != nil {
		return nil, err
	}
	return &Painter{
		photograph: photograph, files: groundFiles, faces: f, places: make(chan struct{}, atOnce),
		kept: map[string][]byte{}, grounds: map[string]func() (*canvas, error){},
	}, nil
}

// Picture returns the picture of a card: a PNG, or a JPEG of a card with a photograph. Those who ask for the same one at
// once wait for one drawing.
func (p *Painter) Picture(ctx context.Context, c Card) ([]byte, error) {
	key := c.Version()
	if b := p.find(key); b != nil {
		return b, nil
	}
	// The drawing goes on when the first who asked has left: others may wait for it.
	done := p.flights.DoChan(key, func() (any, error) {
		p.places <- struct{}{}
		defer func() { <-p.places }()
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

// keep adds a picture and lets the oldest go. They are small and quick to draw again: how often
// each is asked for does not matter.
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
