package db_test

import (
	"database/sql"
	"strings"
	"testing"

	"shanmen/internal/platform/db"
)

// olderDatabase is a database without one migration, whose rows a test writes as a program before it did. The caller undoes
// what the migration does to the tables. apply runs the migration, and returns the database with all of them.
type olderDatabase struct {
	t      *testing.T
	engine string
	url    string
	number int64
	pool   *sql.DB
}

func before(t *testing.T, engine string, number int64) olderDatabase {
	t.Helper()
	o := olderDatabase{t: t, engine: engine, url: address(t, engine), number: number}
	if err := open(t, o.url).Close(); err != nil {
		t.Fatal(err)
	}
	driver, dsn := "pgx", o.url
	if engine == "sqlite" {
		driver, dsn = "sqlite", "file:"+strings.TrimPrefix(o.url, "sqlite:")+"?_pragma=foreign_keys(1)"
	}
	var err error
	if o.pool, err = sql.Open(driver, dsn); err != nil {
		t.Fatal(err)
	}
	o.exec(`DELETE FROM goose_db_version WHERE version_id = $1`, number)
	return o
}

func (o olderDatabase) exec(text string, args ...any) {
	o.t.Helper()
	if _, err := o.pool.ExecContext(o.t.Context(), text, args...); err != nil {
		o.t.Fatal(err)
	}
}

func (o olderDatabase) apply() *db.DB {
	o.t.Helper()
	if err := db.ApplyStep(o.t.Context(), o.pool, o.engine, o.number); err != nil { // later ones are applied already
		o.t.Fatal(err)
	}
	if err := o.pool.Close(); err != nil {
		o.t.Fatal(err)
	}
	return open(o.t, o.url)
}
