package db

import (
	"slices"
	"sync"
)

// Notify tells those who listen to a topic that the transaction is safely on disk. It says nothing when the
// transaction fails. Listeners in other processes do not hear it.
func (t *Tx) Notify(topic string) {
	t.AfterCommit(func() { t.listeners.notify(topic) })
}

// Listen returns a channel that receives after commits of transactions that notified the topic. Several notices that
// nobody has received yet are one. stop ends it.
func (d *DB) Listen(topic string) (heard <-chan struct{}, stop func()) {
	c := make(chan struct{}, 1)
	d.listeners.add(topic, c)
	return c, func() { d.listeners.remove(topic, c) }
}

// listeners are the channels of each topic.
type listeners struct {
	mu sync.Mutex
	of map[string][]chan struct{}
	to map[string][]func(any)
}

func (l *listeners) hear(topic string, fn func(any)) {
	l.mu.Lock()
	defer l.mu.Unlock()
	if l.to == nil {
		l.to = map[string][]func(any){}
	}
	l.to[topic] = append(l.to[topic], fn)
}

func (l *listeners) tell(topic string, what any) {
	l.mu.Lock()
	hearers := l.to[topic]
	l.mu.Unlock()
	for _, fn := range hearers {
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
		default: // it has not received the last notice yet
		}
	}
}

// Tell is Notify with a word of what happened, for those who Hear of it.
func (t *Tx) Tell(topic string, what any) {
	t.AfterCommit(func() { t.listeners.tell(topic, what) })
}

// Hear calls fn with what every transaction of this process tells about a topic, after its commit and before its Write
// returns. fn must be quick, and touch no database. Call it before the database is used.
func (d *DB) Hear(topic string, fn func(what any)) { d.listeners.hear(topic, fn) }
