package db

import (
	"context"
	"errors"
	"fmt"
	"io"
	"net"
	"strings"
	"time"

	"github.com/jackc/pgx/v5"
	"github.com/jackc/pgx/v5/pgconn"
)

const (
	awaitTry   = 3 * time.Second // timeout of one connection attempt, because a machine that is off does not refuse it
	awaitPause = time.Second
)

// Await waits until the server at url accepts connections, because it may start together with the program. tell gets
// the reason once. A server that refuses, such as for a wrong password or a missing database, is not waited for. The
// built-in database has no server.
func Await(ctx context.Context, url string, most time.Duration, tell func(why string)) error {
	if strings.HasPrefix(url, sqliteScheme) {
		return nil
	}
	settings, err := pgx.ParseConfig(url)
	if err != nil {
		return err
	}
	settings.ConnectTimeout = awaitTry
	for end, told := time.Now().Add(most), false; ; told = true {
		conn, err := pgx.ConnectConfig(ctx, settings)
		switch {
		case err == nil:
			return conn.Close(ctx)
		case ctx.Err() != nil:
			return ctx.Err()
		case !serverAway(err):
			return fmt.Errorf("PostgreSQL refuses DATABASE_URL: %s", shortly(err))
		case time.Now().Add(awaitPause).After(end):
			return fmt.Errorf("PostgreSQL at DATABASE_URL has not answered for %v: %s", most, shortly(err))
		case !told:
			tell(shortly(err))
		}
		select {
		case <-time.After(awaitPause):
		case <-ctx.Done():
			return ctx.Err()
		}
	}
}

// serverAway returns whether an error means that no server answers yet, or that it is not ready.
func serverAway(err error) bool {
	var pg *pgconn.PgError
	if errors.As(err, &pg) {
		return unreachable(pg)
	}
	var network net.Error // includes a host name that does not resolve yet
	return errors.As(err, &network) || errors.Is(err, context.DeadlineExceeded) || errors.Is(err, io.EOF) || errors.Is(err, io.ErrUnexpectedEOF)
}

// shortly shortens an error to one line, because the library lists every attempt on its own line.
func shortly(err error) string {
	var pg *pgconn.PgError
	var network *net.OpError
	var name *net.DNSError
	switch {
	case errors.As(err, &pg):
		return pg.Message
	case errors.As(err, &name):
		return name.Error()
	case errors.As(err, &network):
		return network.Error()
	}
	return strings.Join(strings.Fields(err.Error()), " ")
}
