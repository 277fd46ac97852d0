package db

import (
	"context"
	"database/sql"
	"errors"
	"sync"

	"shanmen/internal/platform/db/query"
)

// statements prepares each statement at its first use and keeps it, because parsing is half the cost of a small query
// in SQLite. The texts are generated queries, so their number is limited.
type statements struct {
	on     query.DBTX
	byText sync.Map // text → *sql.Stmt
}

func (s *statements) prepared(ctx context.Context, text string) (*sql.Stmt, error) {
	if known, ok := s.byText.Load(text); ok {
		return known.(*sql.Stmt), nil
	}
	made, err := s.on.PrepareContext(ctx, text)
	if err != nil {
		return nil, err
	}
	if known, lost := s.byText.LoadOrStore(text, made); lost {
		return known.(*sql.Stmt), made.Close()
	}
	return made, nil
}

// close closes the prepared statements; nothing may be running.
func (s *statements) close() (err error) {
	s.byText.Range(func(_, stmt any) bool {
		err = errors.Join(err, stmt.(*sql.Stmt).Close())
		return true
	})
	s.byText.Clear()
	return err
}

func (s *statements) ExecContext(ctx context.Context, text string, args ...any) (sql.Result, error) {
	stmt, err := s.prepared(ctx, text)
	if err != nil {
		return nil, err
	}
	return stmt.ExecContext(ctx, args...)
}

func (s *statements) QueryContext(ctx context.Context, text string, args ...any) (*sql.Rows, error) {
	stmt, err := s.prepared(ctx, text)
	if err != nil {
		return nil, err
	}
	return stmt.QueryContext(ctx, args...)
}

// QueryRowContext passes a statement that cannot be prepared to the connection, which alone can return a row with an
// error.
func (s *statements) QueryRowContext(ctx context.Context, text string, args ...any) *sql.Row {
	stmt, err := s.prepared(ctx, text)
	if err != nil {
		return s.on.QueryRowContext(ctx, text, args...)
	}
	return stmt.QueryRowContext(ctx, args...)
}

// PrepareContext is required by query.DBTX; generated queries do not call it.
func (s *statements) PrepareContext(ctx context.Context, text string) (*sql.Stmt, error) {
	return s.on.PrepareContext(ctx, text)
}
