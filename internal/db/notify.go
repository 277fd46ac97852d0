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
