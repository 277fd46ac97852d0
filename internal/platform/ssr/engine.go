// Package ssr turns a page's data into a whole HTML document: a pool of JavaScript engines runs the front end's server
// bundle, and a cache keeps the documents. It knows no page by name.
//
// The page is painted before its scripts are requested (document.go): they are in a template that a first inline script
// activates after the paint. This script also removes secrets of a link from the address, so that they reach no log,
// Referer or history.
package ssr

import (
	"context"
	"errors"
	"fmt"
	"runtime"
	"strings"
	"time"

	"modernc.org/quickjs"
)

const (
	engineMemory  = 64 << 20 // bytes that one engine may use
	engineTimeout = 2 * time.Second
	engineUses    = 500 // renders before an engine is replaced, which limits the effect of leaks
	// engineRest is how long engines without work are kept. An idle one holds 4 MB; the
	// first page of a new one takes 0.1 s longer.
	engineRest = 30 * time.Second
)

// ErrEngineClosed is what Render returns after Close.
var ErrEngineClosed = errors.New("ssr: the engine is closed")

// Engine runs the server bundle. It is safe for concurrent use.
type Engine struct {
	program *Program
	slots   chan struct{} // one for each possible engine
	idle    chan *machine
	closed  chan struct{}
	rest    *time.Timer // ends idle machines when none has been used for engineRest
	memory  uintptr
	timeout time.Duration
}

type machine struct {
	vm   *quickjs.VM
	uses int
}

// Program is a compiled server bundle.
type Program struct{ bytecode []byte }

// Compile compiles a classic script that defines __render(json: string): string.
func Compile(script []byte) (*Program, error) {
	vm, err := quickjs.NewVM()
	if err != nil {
		return nil, fmt.Errorf("ssr: start an engine: %w", err)
	}
	defer vm.Close()
	code, err := vm.Compile(string(script), quickjs.EvalGlobal)
	if err != nil {
		return nil, fmt.Errorf("ssr: compile the server bundle: %w", err)
	}
	return &Program{code}, nil
}

// NewEngine creates an engine pool for a program. Virtual machines start on demand, at most one per core,
// and end when no page was rendered for half a minute.
func NewEngine(p *Program) *Engine {
	n := runtime.GOMAXPROCS(0)
	e := &Engine{
		program: p, slots: make(chan struct{}, n), idle: make(chan *machine, n),
		closed: make(chan struct{}), memory: engineMemory, timeout: engineTimeout,
	}
	e.rest = time.AfterFunc(engineRest, e.endIdle)
	return e
}

// Render passes the JSON text to __render and returns its result: the HTML inside the root element. It waits for a free
// engine. A render that throws, takes longer than 2 seconds, needs more than 64 MB or outlives ctx is an error, and its
// engine is discarded.
//
// Text is UTF-8: a lone surrogate in the result becomes U+FFFD, as in HTML.
func (e *Engine) Render(ctx context.Context, payload []byte) (html string, err error) {
	select {
	case e.slots <- struct{}{}:
	case <-ctx.Done():
		return "", fmt.Errorf("ssr: wait for an engine: %w", context.Cause(ctx))
	case <-e.closed:
		return "", ErrEngineClosed
	}
	defer func() { <-e.slots }()
	m, err := e.take()
	if err != nil {
		return "", err
	}
	reusable := false
	defer func() {
		if v := recover(); v != nil { // a bug of the engine itself: discard this machine
			html, err, reusable = "", fmt.Errorf("ssr: the engine failed: %v", v), false
		}
		e.release(m, reusable)
	}()
	stop := context.AfterFunc(ctx, m.vm.Interrupt)
	result, err := m.vm.Call("__render", string(payload))
	// A late interrupt could stop the next render on this machine.
	inTime := stop()
	if err != nil {
		if !inTime {
			return "", fmt.Errorf("ssr: render: %w", context.Cause(ctx))
		}
		return "", scriptError(err)
	}
	html, ok := result.(string)
	if !ok {
		return "", fmt.Errorf("ssr: __render returned %T, not a string", result)
	}
	// Jobs that the render left pending must neither accumulate nor run inside another page's render.
	if _, err := m.vm.ExecutePendingJobs(); err == nil {
		reusable = inTime
	}
	return html, nil
}

// take returns an idle machine, or starts one. The caller holds a slot.
func (e *Engine) take() (*machine, error) {
	select {
	case m := <-e.idle:
		return m, nil
	default:
	}
	vm, err := quickjs.NewVM()
	if err != nil {
		return nil, fmt.Errorf("ssr: start an engine: %w", err)
	}
	vm.SetMemoryLimit(e.memory)
	if err := vm.SetEvalTimeout(e.timeout); err != nil {
		vm.Close()
		return nil, fmt.Errorf("ssr: limit an engine: %w", err)
	}
	if _, err := vm.EvalBytecode(e.program.bytecode); err != nil {
		vm.Close()
		return nil, fmt.Errorf("ssr: load the server bundle: %w", scriptError(err))
	}
	return &machine{vm: vm}, nil
}

func (e *Engine) release(m *machine, reusable bool) {
	if m.uses++; reusable && m.uses < engineUses {
		select {
		case <-e.closed:
		default:
			e.idle <- m // never blocks: its capacity equals the slots
			e.rest.Reset(engineRest)
			return
		}
	}
	m.vm.Close()
}

// Close refuses new renders, waits for running ones, and frees the engines. Call it once.
func (e *Engine) Close() {
	close(e.closed)
	for range cap(e.slots) {
		e.slots <- struct{}{}
	}
	e.rest.Stop()
	e.endIdle()
}

// endIdle frees the machines that are not rendering.
func (e *Engine) endIdle() {
	for {
		select {
		case m := <-e.idle:
			m.vm.Close()
		default:
			return
		}
	}
}

// top is the first lines of a stack; the hundred below are React's.
func top(stack string) string {
	lines := strings.Split(strings.TrimSpace(stack), "\n")
	return strings.Join(lines[:min(len(lines), 4)], " <")
}

// scriptError includes the script's stack, which is needed to debug a failed render.
func scriptError(err error) error {
	var js *quickjs.Error
	if errors.As(err, &js) && js.Stack != "" {
		return fmt.Errorf("ssr: script: %w, at %s", err, top(js.Stack))
	}
	return fmt.Errorf("ssr: script: %w", err)
}
