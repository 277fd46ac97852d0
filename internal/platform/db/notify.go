package db

import (
	"slices"
	"sync"
)

// Notify wakes a topic's listeners in this process after the commit, not after a failed transaction.
func (t *Tx) Notify(topic string) {
	t.AfterCommit(func() { t.listeners.notify(topic) })
}

// Listen returns a channel that receives after commits that notified the topic. Unreceived notifications are merged.
// stop removes the listener.
func (d *DB) Listen(topic string) (notices <-chan struct{}, stop func()) {
	c := make(chan struct{}, 1)
	d.listeners.add(topic, c)
	return c, func() { d.listeners.remove(topic, c) }
}

// listeners maps topics to channels.
type listeners struct {
	mu sync.Mutex
	of map[string][]chan struct{}
	to map[string][]func(any)
}

func (l *listeners) on(topic string, fn func(any)) {
	l.mu.Lock()
	defer l.mu.Unlock()
	if l.to == nil {
		l.to = map[string][]func(any){}
	}
	l.to[topic] = append(l.to[topic], fn)
}

func (l *listeners) emit(topic string, what any) {
	l.mu.Lock()
	handlers := l.to[topic]
	l.mu.Unlock()
	for _, fn := range handlers {
		fn(what)
	}
}

func (l *listeners) add(topic string, c chan struct{}) {
	l.mu.Lock()
	defer l.mu.Unlock()
	if l.of == nil {
		l.of = map[string][]chan struct{}{}
	}
	l.of[topic] = append(l.of[topic], c)
}

func (l *listeners) remove(topic string, c chan struct{}) {
	l.mu.Lock()
	defer l.mu.Unlock()
	l.of[topic] = slices.DeleteFunc(l.of[topic], func(other chan struct{}) bool { return other == c })
}

func (l *listeners) notify(topic string) {
	l.mu.Lock()
	defer l.mu.Unlock()
	for _, c := range l.of[topic] {
		select {
		case c <- struct{}{}:
		default: // it has an unreceived notification already
		}
	}
}

// Emit calls a topic's handlers with a value after the commit (see On).
func (t *Tx) Emit(topic string, what any) {
	t.AfterCommit(func() { t.listeners.emit(topic, what) })
}

// On registers a handler for a topic's values emitted in this process. It runs after the commit and before Write
// returns, so it must be fast and not use the database. Register before using the database.
func (d *DB) On(topic string, fn func(what any)) { d.listeners.on(topic, fn) }
