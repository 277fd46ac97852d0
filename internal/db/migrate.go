package db

import (
	"context"
	"database/sql"
	"embed"
	"fmt"
	"io/fs"

	"github.com/pressly/goose/v3"
	"github.com/pressly/goose/v3/lock"
)

//go:embed migrations/*.sql
var migrations embed.FS

// firstMigration is the first of 0.1.0. Programs before it gave their migrations lower numbers.
const firstMigration = 100

// migrate brings the tables up to date. Of several replicas that start together one migrates and
// the others wait. A database newer than this program is refused, and so is one from before 0.1.0.
func migrate(ctx context.Context, pool *sql.DB, dialect goose.Dialect) error {
	dir, err := fs.Sub(migrations, "migrations")
	if err != nil {
		return err
	}
	var opts []goose.ProviderOption
	if dialect == goose.DialectPostgres {
		locker, err := lock.NewPostgresSessionLocker()
		if err != nil {
			return err
		}
		opts = append(opts, goose.WithSessionLocker(locker))
	}
	opts = append(opts, goose.WithGoMigrations(inGo(dialect)...))
	p, err := goose.NewProvider(dialect, pool, dir, opts...)
	if err != nil {
		return fmt.Errorf("migrations: %w", err)
	}
	have, want, err := p.GetVersions(ctx)
	if err != nil {
		return fmt.Errorf("migrations: %w", err)
	}
	if have > want {
		return fmt.Errorf("this database was made by a newer Shanmen (schema %d, this program knows %d): start the newer program", have, want)
	}
	if have > 0 && have < firstMigration {
		return fmt.Errorf("this database was made by a Shanmen before 0.1.0 (schema %d), which this program cannot read: start with another DATA_DIR or an empty database, and keep this one for the old program", have)
	}
	if _, err := p.Up(ctx); err != nil {
		return fmt.Errorf("migrate: %w", err)
	}
	return nil
}
