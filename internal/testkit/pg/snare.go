package pg

import (
	"bytes"
	"net"
	"net/url"
	"sync/atomic"
	"testing"
)

// Snare stands between a program and its server. Armed, it lets a commit through and breaks the connection in place of the
// answer, as a primary that dies at that moment. Frozen, it keeps every answer to itself.
type Snare struct {
	Armed, Frozen atomic.Bool
	to            string
}

// SnareBefore puts a snare before the server of a postgres:// URL, and returns the URL that leads through it.
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
		if caught.Load() { // the server has answered: it is committed
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
