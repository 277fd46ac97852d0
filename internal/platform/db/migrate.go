package db

import (
	"context"
	"database/sql"
	"embed"
	"errors"
	"fmt"
	"io/fs"
	"path"
	"slices"
	"strconv"
	"strings"
)

//go:embed migrations/*.sql
var migrations embed.FS

// firstMigration is the first of 0.1.0. Programs before it gave their migrations lower numbers.
const firstMigration = 100

// migrationLock is PostgreSQL's advisory lock for migrations. The library that did so up to 0.2.0 took the same one,
// so that an old and a new program that start together wait for each other.
const migrationLock = 5887940537704921958

// migration is one step of the schema.
type migration struct {
	number int64
	run    func(ctx context.Context, tx *sql.Tx) error
}

// steps are all migrations of this program, in order: the common texts, and those that an engine has words of its own for.
func steps(e sqlDialect) ([]migration, error) {
	names, err := fs.Glob(migrations, "migrations/*.sql")
	if err != nil {
		return nil, err
	}
	out := inGo(e)
	for _, name := range names {
		text, err := migrations.ReadFile(name)
		if err != nil {
			return nil, err
		}
		number, _, _ := strings.Cut(path.Base(name), "_")
		n, err := strconv.ParseInt(number, 10, 64)
		if err != nil {
			return nil, fmt.Errorf("migrations: %s has no number", name)
		}
		out = append(out, migration{n, func(ctx context.Context, tx *sql.Tx) error {
			_, err := tx.ExecContext(ctx, string(text))
			return err
		}})
	}
	slices.SortFunc(out, func(a, b migration) int { return int(a.number - b.number) })
	return out, nil
}

// migrate brings the tables up to date in one transaction: a program that is killed amid it, or a step that fails, leaves
// the database as the older program left it, and that one starts. Of several replicas that start together one migrates
// and the others wait. A database newer than this program is refused, and so is one from before 0.1.0.
func migrate(ctx context.Context, pool *sql.DB, e sqlDialect) error {
	all, err := steps(e)
	if err != nil {
		return err
	}
	return migrateBy(ctx, pool, e, all)
}

// migrateTries is how often a migration runs anew after a deadlock with calls of an older replica. Each try costs
// PostgreSQL's deadlock_timeout, one second, so a busy temple's migration waits half a minute at most.
const migrateTries = 30

func migrateBy(ctx context.Context, pool *sql.DB, e sqlDialect, all []migration) (err error) {
	for range migrateTries {
		if err = migrateOnce(ctx, pool, e, all); !isRetryable(err) {
			break
		}
	}
	return err
}

func migrateOnce(ctx context.Context, pool *sql.DB, e sqlDialect, all []migration) error {
	tx, err := pool.BeginTx(ctx, nil)
	if err != nil {
		return fmt.Errorf("migrate: %w", err)
	}
	defer func() { _ = tx.Rollback() }()
	for _, text := range e.beforeMigrations() {
		if _, err := tx.ExecContext(ctx, text); err != nil {
			return fmt.Errorf("migrate: %w", err)
		}
	}
	done, err := appliedIn(ctx, tx)
	if err != nil {
		return fmt.Errorf("migrate: %w", err)
	}
	have, want := slices.Max(append([]int64{0}, done...)), all[len(all)-1].number
	switch {
	case have > want:
		return fmt.Errorf("this database was made by a newer Shanmen (schema %d, this program knows %d): start the newer program, or go back as docs/upgrade.md shows", have, want)
	case have > 0 && have < firstMigration:
		return fmt.Errorf("this database was made by a Shanmen before 0.1.0 (schema %d), which this program cannot read: start with another DATA_DIR or an empty database, and keep this one for the old program", have)
	}
	for _, m := range all {
		if slices.Contains(done, m.number) {
			continue
		}
		if m.number < have {
			return fmt.Errorf("migrate: the database has schema %d without %d, which comes before: it was made by a program that was never released", have, m.number)
		}
		if err := m.apply(ctx, tx); err != nil {
			return fmt.Errorf("migrate: step %d: %w (the database is as it was: the older program starts with it)", m.number, err)
		}
	}
	if err := tx.Commit(); err != nil {
		return fmt.Errorf("migrate: %w", err)
	}
	return nil
}

func (m migration) apply(ctx context.Context, tx *sql.Tx) error {
	_, err := tx.ExecContext(ctx, `INSERT INTO goose_db_version (version_id, is_applied) VALUES ($1, $2)`, m.number, true)
	return errors.Join(err, m.run(ctx, tx))
}

// appliedIn are the numbers of the migrations that a database has had.
func appliedIn(ctx context.Context, tx *sql.Tx) ([]int64, error) {
	rows, err := tx.QueryContext(ctx, `SELECT version_id FROM goose_db_version WHERE is_applied`)
	if err != nil {
		return nil, err
	}
	defer func() { _ = rows.Close() }()
	var out []int64
	for rows.Next() {
		var n int64
		if err := rows.Scan(&n); err != nil {
			return nil, err
		}
		out = append(out, n)
	}
	return out, rows.Err()
}
