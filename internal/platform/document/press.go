package document

import (
	"bytes"
	"container/list"
	"context"
	"crypto/sha256"
	"encoding/json"
	"fmt"
	"sync"

	"shanmen/internal/platform/admission"
)

// keptBytes limits the cache of the last documents, which are often requested more than once.
const keptBytes = 16 << 20

// press draws documents as its gate admits them, because each takes tens of milliseconds of a core, and caches the last.
type press struct {
	gate *admission.Gate

	mu    sync.Mutex
	kept  map[[sha256.Size]byte]*list.Element
	order *list.List // of printed, most recently used first
	bytes int
}

// printed is a drawn document.
type printed struct {
	key     [sha256.Size]byte
	pdf     []byte
	missing []rune
}

func newPress(gate *admission.Gate) *press {
	return &press{gate: gate, kept: map[[sha256.Size]byte]*list.Element{}, order: list.New()}
}

// paper returns the document identified by key, from the cache or drawn now.
func (p *press) paper(ctx context.Context, content any, draw func(*bytes.Buffer) ([]rune, error)) (printed, error) {
	text, err := json.Marshal(content)
	if err != nil {
		return printed{}, fmt.Errorf("document: %w", err)
	}
	key := sha256.Sum256(text)
	if out, ok := p.find(key); ok {
		return out, nil
	}
	leave, err := p.gate.Enter(ctx, admission.WorkOf(ctx))
	if err != nil {
		return printed{}, err
	}
	defer leave()
	if out, ok := p.find(key); ok { // the previous request drew the same document
		return out, nil
	}
	var b bytes.Buffer
	missing, err := draw(&b)
	if err != nil {
		return printed{}, err
	}
	out := printed{key, b.Bytes(), missing}
	p.keep(out)
	return out, nil
}

func (p *press) find(key [sha256.Size]byte) (printed, bool) {
	p.mu.Lock()
	defer p.mu.Unlock()
	e, ok := p.kept[key]
	if !ok {
		return printed{}, false
	}
	p.order.MoveToFront(e)
	return e.Value.(printed), true
}

func (p *press) keep(out printed) {
	p.mu.Lock()
	defer p.mu.Unlock()
	if _, there := p.kept[out.key]; there {
		return
	}
	p.kept[out.key] = p.order.PushFront(out)
	p.bytes += len(out.pdf)
	for p.bytes > keptBytes {
		last := p.order.Back()
		old := p.order.Remove(last).(printed)
		delete(p.kept, old.key)
		p.bytes -= len(old.pdf)
	}
}
