// Package pg gives each test its own PostgreSQL database on a temporary server.
//
// The server is that of TEST_DATABASE_URL (a superuser's URL; `make test` starts one for the whole run) or, without it,
// one that this process starts and that dies with it.
package pg

import (
	"context"
	"crypto/rand"
	"database/sql"
	"encoding/hex"
	"errors"
	"fmt"
	"hash/fnv"
	"net/url"
	"os"
	"strings"
	"sync"
	"testing"
	"time"

	_ "github.com/jackc/pgx/v5/stdlib" // the "pgx" driver

	"shanmen/internal/testkit/mutant"
)

// Templates is the variable with the folder of filled SQLite files shared by all packages of one `pgserver run`.
const Templates = "TEST_TEMPLATES"

// patience is the timeout of every statement of this package: seconds suffice even on a loaded machine.
const patience = time.Minute

// URL returns the postgres:// URL of an empty database, dropped when the test ends. Without PostgreSQL the test fails
// rather than being skipped.
func URL(t testing.TB) string {
	t.Helper()
	return mutant.Through(t, fresh(t, "template0"))
}

// FromTemplate returns the URL of a copy of a database that prepare fills once per server; copying takes milliseconds.
// Equal names share one template, so include a hash of the migrations in the name.
func FromTemplate(t testing.TB, name string, prepare func(url string) error) string {
	t.Helper()
	s := connect(t)
	template, err := s.template(name, prepare)
	if err != nil {
		t.Fatalf("prepare the template database %q: %v", name, err)
	}
	own := fresh(t, template)
	mutant.Drop(t, own)
	return mutant.Through(t, own)
}

func fresh(t testing.TB, template string) string {
	t.Helper()
	s := connect(t)
	name, err := s.create(template)
	if err != nil {
		t.Fatalf("create a test database: %v", err)
	}
	t.Cleanup(func() {
		if err := s.exec(`DROP DATABASE IF EXISTS ` + name + ` WITH (FORCE)`); err != nil {
			t.Errorf("drop the test database: %v", err)
		}
	})
	return s.url(name)
}

// Create creates an empty database that stays until its server ends, for tests not in Go. TEST_DATABASE_URL must be
// set.
func Create() (url string, err error) {
	base := os.Getenv("TEST_DATABASE_URL")
	if base == "" {
		return "", errors.New("TEST_DATABASE_URL is not set: there is no server to create a database on")
	}
	s, err := dial(base)
	if err != nil {
		return "", err
	}
	defer func() { err = errors.Join(err, s.admin.Close()) }()
	name, err := s.create("template0")
	return s.url(name), err
}

// server is the connection to the maintenance database, one for the process.
type server struct {
	base  *url.URL
	admin *sql.DB

	mu        sync.Mutex
	templates map[string]bool // those known to be ready
}

var shared = sync.OnceValues(func() (*server, error) {
	base := os.Getenv("TEST_DATABASE_URL")
	if base == "" {
		own, err := Start()
		if err != nil {
			return nil, err
		}
		base = own.URL // ends with this process
	}
	return dial(base)
})

func dial(base string) (*server, error) {
	u, err := url.Parse(base)
	if err != nil || !strings.HasPrefix(u.Scheme, "postgres") {
		return nil, fmt.Errorf("TEST_DATABASE_URL is not a postgres:// URL")
	}
	admin, err := sql.Open("pgx", base)
	if err != nil {
		return nil, err
	}
	admin.SetMaxOpenConns(4)
	return &server{base: u, admin: admin, templates: map[string]bool{}}, nil
}

func connect(t testing.TB) *server {
	t.Helper()
	s, err := shared()
	if err != nil {
		t.Fatal(err)
	}
	return s
}

func (s *server) url(database string) string {
	u := *s.base
	u.Path = "/" + database
	return u.String()
}

func (s *server) create(template string) (name string, err error) {
	var b [8]byte
	_, _ = rand.Read(b[:])
	name = "test_" + hex.EncodeToString(b[:])
	// Copied as files: copying through the WAL, the default, takes twice the processor time (measured: 8 % of a run).
	return name, s.exec(`CREATE DATABASE ` + name + ` TEMPLATE ` + template + ` STRATEGY file_copy`)
}

func (s *server) exec(statement string) error {
	ctx, cancel := context.WithTimeout(context.Background(), patience)
	defer cancel()
	_, err := s.admin.ExecContext(ctx, statement)
	return err
}

// template returns the database name of a template, built under a lock that test processes of other packages wait for.
// It is renamed to its final name when complete.
func (s *server) template(name string, prepare func(url string) error) (string, error) {
	sum := fnv.New64a()
	_, _ = sum.Write([]byte(name))
	key := sum.Sum64()
	database := fmt.Sprintf("template_%016x", key)

	s.mu.Lock()
	defer s.mu.Unlock()
	if s.templates[database] {
		return database, nil
	}
	ctx, cancel := context.WithTimeout(context.Background(), 2*patience)
	defer cancel()
	conn, err := s.admin.Conn(ctx)
	if err != nil {
		return "", err
	}
	defer func() { _ = conn.Close() }()
	if _, err := conn.ExecContext(ctx, `SELECT pg_advisory_lock($1)`, int64(key)); err != nil {
		return "", err
	}
	defer func() {
		_, _ = conn.ExecContext(context.WithoutCancel(ctx), `SELECT pg_advisory_unlock($1)`, int64(key))
	}()

	var ready bool
	if err := conn.QueryRowContext(ctx, `SELECT EXISTS (SELECT FROM pg_database WHERE datname = $1)`, database).Scan(&ready); err != nil {
		return "", err
	}
	if !ready {
		unfinished := database + "_unfinished"
		for _, statement := range []string{
			`DROP DATABASE IF EXISTS ` + unfinished + ` WITH (FORCE)`,
			`CREATE DATABASE ` + unfinished + ` TEMPLATE template0`,
		} {
			if _, err := conn.ExecContext(ctx, statement); err != nil {
				return "", err
			}
		}
		if err := prepare(s.url(unfinished)); err != nil {
			return "", err
		}
		// A connection left behind by prepare would block copying.
		if _, err := conn.ExecContext(ctx, `SELECT pg_terminate_backend(pid) FROM pg_stat_activity WHERE datname = $1`, unfinished); err != nil {
			return "", err
		}
		if _, err := conn.ExecContext(ctx, `ALTER DATABASE `+unfinished+` RENAME TO `+database); err != nil {
			return "", err
		}
	}
	s.templates[database] = true
	return database, nil
}
