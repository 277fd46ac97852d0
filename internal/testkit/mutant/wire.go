package mutant

import (
	"bufio"
	"bytes"
	"context"
	"encoding/binary"
	"fmt"
	"io"
	"net"
	"net/url"
	"strings"
	"sync/atomic"
	"testing"

	"github.com/jackc/pgx/v5"
)

// Through returns the URL of a test's PostgreSQL database or, under proof, of a proxy that applies the mutants.
func Through(t testing.TB, target string) string {
	t.Helper()
	changes := map[string]Mutant{}
	for _, m := range declaredFor(t.Name()) {
		if m.statement != "" {
			changes[m.statement] = m
		}
	}
	if len(changes) == 0 {
		return target
	}
	return through(t, target, func() *wire { return &wire{changes: changes} })
}

// Twice returns a URL through which every transaction fails at its first commit with a serialization failure and is
// retried, so that a callback that keeps state of its first run fails the test.
func Twice(t testing.TB, target string) string {
	t.Helper()
	return through(t, target, func() *wire { return &wire{twice: true} })
}

func through(t testing.TB, target string, one func() *wire) string {
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
	server := u.Host
	go func() {
		for {
			client, err := l.Accept()
			if err != nil {
				return
			}
			go one().carry(client, server)
		}
	}()
	u.Host = l.Addr().String()
	return u.String()
}

// Drop drops the constraints removed by the test's mutants, after the tables are created.
func Drop(t testing.TB, target string) {
	t.Helper()
	for _, m := range declaredFor(t.Name()) {
		if m.constraint == "" {
			continue
		}
		c, err := pgx.Connect(t.Context(), target)
		if err != nil {
			t.Fatal(err)
		}
		_, err = c.Exec(t.Context(), m.constraint)
		_ = c.Close(context.WithoutCancel(t.Context()))
		if err != nil {
			broken(t, fmt.Errorf("%s: %w", m.constraint, err))
		}
		m.met.Store(true)
	}
}

// wire is one proxied connection in PostgreSQL's protocol: messages of a letter, a length and a body.
type wire struct {
	changes map[string]Mutant
	parsed  atomic.Value // name of the mutant parsed last; "": an unchanged statement
	twice   bool         // fail the first commit of each pair
	failed  bool         // the last commit was failed
}

func (w *wire) carry(client net.Conn, server string) {
	defer func() { _ = client.Close() }()
	s, err := net.Dial("tcp", server)
	if err != nil {
		return
	}
	go func() {
		defer func() { _ = s.Close() }()
		from := bufio.NewReader(client)
		for { // the first message of a connection has no letter
			first, err := message(from, nil)
			if err != nil {
				return
			}
			if _, err := s.Write(first); err != nil {
				return
			}
			if binary.BigEndian.Uint16(first[4:]) == 3 { // the protocol version: neither a TLS nor a cancel request
				break
			}
		}
		pass(from, s, w.change)
	}()
	pass(bufio.NewReader(s), client, w.look)
}

// pass forwards messages, changed by fit.
func pass(from *bufio.Reader, to io.Writer, fit func(letter byte, whole []byte) []byte) {
	out := bufio.NewWriter(to)
	for {
		letter, err := from.ReadByte()
		if err != nil {
			return
		}
		whole, err := message(from, []byte{letter})
		if err != nil {
			return
		}
		if _, err := out.Write(fit(letter, whole)); err != nil {
			return
		}
		if from.Buffered() == 0 && out.Flush() != nil {
			return
		}
	}
}

// message reads a length and a body, and returns them after head.
func message(from io.Reader, head []byte) ([]byte, error) {
	var length [4]byte
	if _, err := io.ReadFull(from, length[:]); err != nil {
		return nil, err
	}
	body := make([]byte, binary.BigEndian.Uint32(length[:])-4)
	if _, err := io.ReadFull(from, body); err != nil {
		return nil, err
	}
	return append(append(head, length[:]...), body...), nil
}

// change replaces a statement by its mutant: P is a name, a zero, the text, a zero and parameter types; Q is the text
// of one without parameters, and a zero.
func (w *wire) change(letter byte, whole []byte) []byte {
	if letter != 'P' && letter != 'Q' {
		return whole
	}
	parts := bytes.SplitN(whole[5:], []byte{0}, 3)
	at := 0
	if letter == 'P' {
		at = 1
	}
	text := string(parts[at])
	if w.twice && text == "commit" {
		if w.failed = !w.failed; w.failed {
			return query(tooLate)
		}
	}
	m, there := w.changes[nameOf(text)]
	w.parsed.Store(m.statement)
	if !there {
		return whole
	}
	changed, err := m.of(text)
	if err != nil {
		panic(err)
	}
	m.met.Store(true)
	parts[at] = []byte(changed)
	return framed(letter, bytes.Join(parts, []byte{0}))
}

// tooLate is PostgreSQL's serialization failure message.
const tooLate = "ROLLBACK; DO $$ BEGIN RAISE 'another was faster' USING ERRCODE = 'serialization_failure'; END $$"

func query(text string) []byte { return framed('Q', append([]byte(text), 0)) }

func framed(letter byte, body []byte) []byte {
	return append(binary.BigEndian.AppendUint32([]byte{letter}, uint32(len(body)+4)), body...)
}

// nameOf is the name in sqlc's comment: "-- name: InvoiceLock :one".
func nameOf(text string) string {
	line, _, _ := strings.Cut(text, "\n")
	if word := strings.Fields(line); len(word) == 4 && word[0] == "--" && word[1] == "name:" {
		return word[2]
	}
	return ""
}

// look exits if PostgreSQL refuses a mutant: a test failing because of that proves nothing.
func (w *wire) look(letter byte, whole []byte) []byte {
	if name, _ := w.parsed.Load().(string); letter == 'E' && name != "" && bytes.Contains(whole, []byte("\x00C42")) {
		panic(fmt.Errorf("the mutant of %s is no SQL: %s", name, bytes.ReplaceAll(whole[5:], []byte{0}, []byte{' '})))
	}
	return whole
}
