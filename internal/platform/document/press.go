package document

import (
	"bytes"
	"container/list"
	"context"
	"crypto/sha256"
	"encoding/json"
	"fmt"
	"runtime"
	"sync"
	"time"

	"shanmen/internal/base/fault"
)

// Limits of drawing documents. A document takes tens of milliseconds of a core: without limits, a few members who
// repeat requests would leave no time for pages.
const (
	keptBytes  = 16 << 20         // cache of the last documents, which are often requested more than once
	mostAsking = 40               // waiting requests; further ones are asked to retry
	mostOfOne  = 2                // of these, per visitor
	patience   = 10 * time.Second // maximum waiting time
)

// press draws documents, in parallel on all cores but one, and caches the last.
type press struct {
	turns    chan struct{}
	patience time.Duration

	mu     sync.Mutex
	asking map[string]int // requests waiting or being served, by visitor
	all    int
	kept   map[[sha256.Size]byte]*list.Element
	order  *list.List // of printed, most recently used first
	bytes  int
}

// printed is a drawn document.
type printed struct {
	key     [sha256.Size]byte
	pdf     []byte
	missing []rune
}

func newPress() *press {
	return &press{
		turns: make(chan struct{}, max(1, runtime.GOMAXPROCS(0)-1)), patience: patience,
		asking: map[string]int{}, kept: map[[sha256.Size]byte]*list.Element{}, order: list.New(),
	}
}

type askedBy struct{}

// AskedBy marks a context with the visitor who waits for documents drawn under it. A visitor waits at most ten seconds,
// and for at most two documents at once (fault "paper-busy"). Documents without a waiting visitor, such as those for
// mails and archives, wait without limit.
func AskedBy(ctx context.Context, visitor string) context.Context {
	return context.WithValue(ctx, askedBy{}, visitor)
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
	leave, err := p.enter(ctx)
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

// enter waits for a turn.
func (p *press) enter(ctx context.Context) (leave func(), err error) {
	var late <-chan time.Time
	quit := func() {}
	if visitor, ok := ctx.Value(askedBy{}).(string); ok {
		if !p.join(visitor) {
			return nil, p.busy()
		}
		quit = func() { p.quit(visitor) }
		timer := time.NewTimer(p.patience)
		defer timer.Stop()
		late = timer.C
	}
	select {
	case p.turns <- struct{}{}:
		return func() { <-p.turns; quit() }, nil
	case <-late:
		err = p.busy()
	case <-ctx.Done():
		err = fmt.Errorf("document: %w", context.Cause(ctx))
	}
	quit()
	return nil, err
}

func (p *press) busy() error { return fault.TooMany("paper-busy", int(patience/time.Second)) }

func (p *press) join(visitor string) bool {
	p.mu.Lock()
	defer p.mu.Unlock()
	if p.all >= mostAsking || p.asking[visitor] >= mostOfOne {
		return false
	}
	p.all++
	p.asking[visitor]++
	return true
}

func (p *press) quit(visitor string) {
	p.mu.Lock()
	defer p.mu.Unlock()
	p.all--
	if p.asking[visitor]--; p.asking[visitor] == 0 {
		delete(p.asking, visitor)
	}
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
