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
	awaitTry   = 3 * time.Second // one try to connect: a machine that is away does not even refuse
	awaitPause = time.Second
)

// Await waits until the server at url takes connections: it starts beside the program, or is restarted. tell hears once
// why it has to wait. A server that answers and refuses, as for a wrong password or a database that is not there, is not
// waited for. The built-in database has no server.
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

// serverAway: nobody answers there yet, or says that it is not ready.
func serverAway(err error) bool {
	var pg *pgconn.PgError
	if errors.As(err, &pg) {
		return unreachable(pg)
	}
	var network net.Error // a name that nobody knows yet is one too
	return errors.As(err, &network) || errors.Is(err, context.DeadlineExceeded) || errors.Is(err, io.EOF) || errors.Is(err, io.ErrUnexpectedEOF)
}

// shortly is the reason in one line: the library tells each of its tries in lines of their own.
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
