package db

import (
	"context"
	"database/sql"
	"errors"
	"fmt"
	"io/fs"
	"os"
	"strings"
	"time"

	"github.com/jackc/pgx/v5/pgconn"

	"shanmen/internal/platform/db/query"
)

// Peek is a database opened read-only, without migrating. Other processes may serve it.
type Peek struct {
	At      string    // its address for messages, without a password
	Schema  int64     // the number of its last migration; 0: no tables yet
	ID      string    // "" if an older version created it
	Server  int       // PostgreSQL's version, such as 150004; 0: the built-in database
	Time    time.Time // of the server's clock; zero for the built-in database
	pool    *sql.DB
	queries *query.Queries
}

// PeekAt opens the database at a URL, in the notation of Open. Errors contain no secret.
func PeekAt(ctx context.Context, url string) (*Peek, error) {
	p := &Peek{At: "DATABASE_URL"}
	path, lite := strings.CutPrefix(url, sqliteScheme)
	driver, source := "pgx", url
	if lite {
		p.At = absolute(path)
		driver, source = "sqlite", "file:"+path+"?mode=rw&_pragma=busy_timeout(5000)&_pragma=query_only(1)"
		info, err := os.Stat(path)
		switch {
		case errors.Is(err, fs.ErrNotExist), err == nil && info.Size() == 0:
			return p, nil
		case err != nil:
			return nil, fmt.Errorf("the database %s cannot be reached: %w", p.At, err)
		}
	} else if err := CheckURL(url); err != nil {
		return nil, err
	}
	var err error
	if p.pool, err = sql.Open(driver, source); err != nil {
		return nil, errors.New("the database cannot be opened")
	}
	p.queries = query.New(rewriting{p.pool})
	if err := p.read(ctx, lite); err != nil {
		return nil, errors.Join(worded(err), p.Close())
	}
	return p, nil
}

func (p *Peek) read(ctx context.Context, lite bool) error {
	if !lite {
		err := p.pool.QueryRowContext(ctx, `SELECT CAST(current_setting('server_version_num') AS INTEGER), clock_timestamp(), current_database()`).Scan(&p.Server, &p.Time, &p.At)
		if err != nil {
			return err
		}
		p.At = "PostgreSQL's " + p.At
	}
	err := p.pool.QueryRowContext(ctx, `SELECT COALESCE(max(version_id), 0) FROM goose_db_version WHERE is_applied`).Scan(&p.Schema)
	if err != nil && !isNoTable(err) {
		return err
	}
	err = p.pool.QueryRowContext(ctx, `SELECT id FROM database_identity`).Scan(&p.ID)
	if err != nil && !isNoTable(err) && !errors.Is(err, ErrNoRows) {
		return err
	}
	return nil
}

// Read returns the queries for plain reads, if the Schema is this program's.
func (p *Peek) Read() Reader { return p.queries }

// Close ends the connection.
func (p *Peek) Close() error {
	if p.pool == nil {
		return nil
	}
	return p.pool.Close()
}

// worded says why a database does not answer, without the user and address from the library's message.
func worded(err error) error {
	var refused *pgconn.PgError
	var connect *pgconn.ConnectError
	switch {
	case errors.As(err, &refused):
		return fmt.Errorf("PostgreSQL refuses: %s (%s)", refused.Message, refused.Code)
	case errors.As(err, &connect):
		return fmt.Errorf("PostgreSQL does not answer at %s:%d", connect.Config.Host, connect.Config.Port)
	case isDamage(err):
		return fmt.Errorf(`the database is damaged (%w): move it away and take a backup with "shanmen restore"`, err)
	}
	return err
}
