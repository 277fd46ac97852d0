package db

import (
	"context"
	"database/sql"
	"testing"

	"shanmen/internal/testkit/pg"
)

// An older replica serves while a newer one changes the tables: in a deadlock PostgreSQL aborts one of the two. The
// migration is retried, and the older one's visitors notice nothing.
func TestAMigrationBlockedByAnOlderReplicaIsRetried(t *testing.T) {
	t.Parallel()
	url := pg.URL(t)
	pool, err := sql.Open("pgx", url)
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(func() { _ = pool.Close() })
	ctx := t.Context()
	text := func(words string) func(context.Context, *sql.Tx) error {
		return func(ctx context.Context, tx *sql.Tx) error {
			_, err := tx.ExecContext(ctx, words)
			return err
		}
	}
	tables := migration{firstMigration, text(`CREATE TABLE carts (n INTEGER); CREATE TABLE orders (n INTEGER)`)}
	if err := migrateBy(ctx, pool, dialectPostgres, []migration{tables}); err != nil {
		t.Fatal(err)
	}
	older, err := pool.BeginTx(ctx, nil)
	if err != nil {
		t.Fatal(err)
	}
	// The older one's lock timeout is longer: PostgreSQL aborts the migration.
	if _, err := older.ExecContext(ctx, `SET LOCAL deadlock_timeout = '1min'; INSERT INTO orders (n) VALUES (1)`); err != nil {
		t.Fatal(err)
	}
	tries, left := 0, make(chan error, 1)
	err = migrateBy(ctx, pool, dialectPostgres, []migration{
		tables,
		{firstMigration + 1, func(ctx context.Context, tx *sql.Tx) error {
			_, err := tx.ExecContext(ctx, `ALTER TABLE carts ADD COLUMN more INTEGER`)
			if tries++; tries == 1 {
				go func() {
					_, err := older.ExecContext(ctx, `INSERT INTO carts (n) VALUES (1)`)
					if err == nil {
						err = older.Commit()
					}
					left <- err
				}()
			}
			return err
		}},
		{firstMigration + 2, text(`ALTER TABLE orders ADD COLUMN more INTEGER`)},
	})
	if err != nil || tries != 2 {
		t.Errorf("%d tries: %v", tries, err)
	}
	if err := <-left; err != nil {
		t.Errorf("the older replica: %v", err)
	}
	var rows int
	if err := pool.QueryRowContext(ctx, `SELECT count(carts.more) + count(*) FROM carts, orders`).Scan(&rows); err != nil || rows != 1 {
		t.Errorf("%d rows: %v", rows, err)
	}
}
