package db

import (
	"context"
	"errors"
	"fmt"
	"io"
	"net"
	"strings"
	"testing"
	"time"

	"github.com/jackc/pgx/v5/pgconn"

	"shanmen/internal/testkit/pg"
)

// The server starts after the program.
func TestADatabaseServerThatStartsLaterIsAwaited(t *testing.T) {
	t.Parallel()
	r, target := roadTo(t, pg.URL(t))
	r.close()
	told := 0
	err := Await(t.Context(), target, time.Minute, func(why string) {
		told++
		if !strings.Contains(why, "connection refused") || strings.Contains(why, "\n") {
			t.Errorf("%q", why)
		}
		r.open()
	})
	if err != nil || told != 1 {
		t.Errorf("%v, told %d times", err, told)
	}
	if err := Await(t.Context(), target, time.Minute, func(why string) { t.Errorf("it is there: %s", why) }); err != nil {
		t.Error(err)
	}
}

func TestWaitingForADatabaseServerTimesOut(t *testing.T) {
	t.Parallel()
	r, target := roadTo(t, pg.URL(t))
	r.close()
	err := Await(t.Context(), target, 0, func(string) {})
	if err == nil || !strings.Contains(err.Error(), "has not answered") || strings.Contains(err.Error(), "\n") {
		t.Errorf("%v", err)
	}
	ctx, cancel := context.WithCancel(t.Context())
	if err := Await(ctx, target, time.Hour, func(string) { cancel() }); !errors.Is(err, context.Canceled) {
		t.Errorf("a signal amid it: %v", err)
	}
}

// A server that refuses the login is not retried.
func TestAPermanentConnectionErrorIsNotRetried(t *testing.T) {
	t.Parallel()
	none := pg.URL(t)
	none = none[:strings.LastIndex(none, "/")] + "/there_is_no_such_database"
	err := Await(t.Context(), none, time.Hour, func(why string) { t.Errorf("it waits: %s", why) })
	if err == nil || !strings.Contains(err.Error(), "there_is_no_such_database") || strings.Contains(err.Error(), "\n") {
		t.Errorf("%v", err)
	}
	for _, c := range []struct {
		err  error
		away bool
	}{
		{&pgconn.PgError{Code: "57P03", Message: "the database system is starting up"}, true},
		{&pgconn.PgError{Code: "53300", Message: "too many clients"}, true},
		{&pgconn.PgError{Code: "28P01", Message: "password authentication failed"}, false},
		{&pgconn.PgError{Code: "28000", Message: "role does not exist"}, false},
		{&pgconn.PgError{Code: "3D000", Message: "database does not exist"}, false},
		{&net.DNSError{Err: "no such host", Name: "db"}, true},
		{&net.OpError{Op: "dial", Err: errors.New("connection refused")}, true},
		{context.DeadlineExceeded, true}, {io.EOF, true}, {io.ErrUnexpectedEOF, true},
		{errors.New("server refused TLS connection"), false},
	} {
		if got := serverAway(fmt.Errorf("connect: %w", errors.Join(errors.New("first try"), c.err))); got != c.away {
			t.Errorf("%v: %v", c.err, got)
		}
	}
}
