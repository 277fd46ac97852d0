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

// firstMigration is the first migration of 0.1.0. Earlier versions used lower numbers.
const firstMigration = 100

// migrationLock is PostgreSQL's advisory lock for migrations, the same as that of the library used up to 0.2.0, so that
// an old and a new version starting together wait for each other.
const migrationLock = 5887940537704921958

// migration is one schema change.
type migration struct {
	number int64
	run    func(ctx context.Context, tx *sql.Tx) error
}

// steps lists all migrations in order: the common SQL, and those that differ per engine.
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

// migrate applies migrations in one transaction: if the program is killed or a step fails, the database stays as the
// older version left it, and that version can start. Of several replicas that start together, one migrates and the
// others wait. A database newer than this program, or older than 0.1.0, is refused.
func migrate(ctx context.Context, pool *sql.DB, e sqlDialect) error {
	all, err := steps(e)
	if err != nil {
		return err
	}
	return migrateBy(ctx, pool, e, all)
}

// migrateTries is how often a migration is retried after a deadlock with an older replica's calls. Each try costs
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

// appliedIn lists the migrations applied to a database.
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
