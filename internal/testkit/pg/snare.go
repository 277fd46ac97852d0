package pg

import (
	"bytes"
	"net"
	"net/url"
	"sync/atomic"
	"testing"
)

// Snare is a proxy between a program and its server. Armed, it passes a commit and breaks the connection instead of
// answering, like a primary dying at that moment. Frozen, it withholds every answer.
type Snare struct {
	Armed, Frozen atomic.Bool
	to            string
}

// SnareBefore puts a Snare before the server of a postgres:// URL, and returns its URL.
func SnareBefore(t testing.TB, target string) (*Snare, string) {
	t.Helper()
	u, err := url.Parse(target)
	if err != nil {
		t.Fatal(err)
	}
	l, err := net.Listen("tcp", "127.0.0.1:0")
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(func() { _ = l.Close() })
	s := &Snare{to: u.Host}
	go func() {
		for {
			from, err := l.Accept()
			if err != nil {
				return
			}
			go s.carry(from)
		}
	}()
	u.Host = l.Addr().String()
	return s, u.String()
}

func (s *Snare) carry(from net.Conn) {
	to, err := net.Dial("tcp", s.to)
	if err != nil {
		_ = from.Close()
		return
	}
	var caught atomic.Bool
	go func() {
		b := make([]byte, 64<<10)
		for {
			n, err := from.Read(b)
			if n > 0 {
				if s.Armed.Load() && bytes.Contains(bytes.ToLower(b[:n]), []byte("commit")) {
					caught.Store(true)
				}
				_, _ = to.Write(b[:n])
			}
			if err != nil {
				_ = to.Close()
				return
			}
		}
	}()
	b := make([]byte, 64<<10)
	for {
		n, err := to.Read(b)
		if caught.Load() { // the server has answered, so it is committed
			_, _ = from.Close(), to.Close()
			return
		}
		if n > 0 && !s.Frozen.Load() {
			_, _ = from.Write(b[:n])
		}
		if err != nil {
			_ = from.Close()
			return
		}
	}
}
