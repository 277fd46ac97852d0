package db

import (
	"context"
	"database/sql"
	"errors"
	"slices"
)

// ApplyStep runs one migration on a database that does not have it yet.
func ApplyStep(ctx context.Context, pool *sql.DB, engine string, number int64) error {
	all, err := steps(sqlDialect(engine))
	if err != nil {
		return err
	}
	i := slices.IndexFunc(all, func(m migration) bool { return m.number == number })
	tx, err := pool.BeginTx(ctx, nil)
	if err != nil {
		return err
	}
	if err := all[i].apply(ctx, tx); err != nil {
		return errors.Join(err, tx.Rollback())
	}
	return tx.Commit()
}

// StepNumbers are the numbers of all migrations, in order.
func StepNumbers() (out []int64) {
	all, _ := steps(dialectSQLite)
	for _, m := range all {
		out = append(out, m.number)
	}
	return out
}

var ErrStep = errors.New("this step fails")

// MigrateBroken migrates with a program whose migration of that number fails after its work.
func MigrateBroken(ctx context.Context, pool *sql.DB, engine string, number int64) error {
	all, err := steps(sqlDialect(engine))
	if err != nil {
		return err
	}
	i := slices.IndexFunc(all, func(m migration) bool { return m.number == number })
	whole := all[i].run
	all[i].run = func(ctx context.Context, tx *sql.Tx) error { return errors.Join(whole(ctx, tx), ErrStep) }
	return migrateBy(ctx, pool, sqlDialect(engine), all)
}

func Migrate(ctx context.Context, pool *sql.DB, engine string) error {
	return migrate(ctx, pool, sqlDialect(engine))
}

// MigrateTo migrates with an older program, whose last migration has that number.
func MigrateTo(ctx context.Context, pool *sql.DB, engine string, number int64) error {
	all, err := steps(sqlDialect(engine))
	if err != nil {
		return err
	}
	return migrateBy(ctx, pool, sqlDialect(engine), slices.DeleteFunc(all, func(m migration) bool { return m.number > number }))
}
