package db

import (
	"context"
	"database/sql"
	"errors"
	"fmt"
	"io/fs"
	"os"
	"runtime"
	"strconv"
	"sync"
	"sync/atomic"
	"time"

	"modernc.org/sqlite"

	"shanmen/internal/platform/db/query"
)

// maxBatch limits how many callbacks share a commit, and so how long the first one waits.
const maxBatch = 64

// liteDB is SQLite with one writer that groups commits. Callbacks that arrive during a commit share the next one, each
// in its own savepoint; none returns before the fsync. Under load one fsync serves many checkouts; a single callback
// does not wait for others.
type liteDB struct {
	readers, writer *sql.DB
	reading         *statements
	writing         *statements
	conn            *sql.Conn // the writer's only connection: its statements need no lookup or binding
	reads, writes   *query.Queries
	verbs           verbs
	requests        chan *writeRequest
	inHand          atomic.Int64 // writes running and waiting
	stopped         chan struct{}
	openFiles       openFiles
	path            string
	mu              sync.RWMutex // read-locked while a request is handed over
	closed          bool
}

type writeRequest struct {
	gone func() error // returns an error if the caller has left before the callback started
	run  func(*Tx) error
	tx   *Tx
	done chan error
}

// maxLog is after how many bytes of the WAL its pages are copied into the database file, and how many of it remain then.
// Most checkouts change the same pages, so a longer log copies fewer of them.
const maxLog = 16 << 20

// pageSize is SQLite's default, in bytes.
const pageSize = 4096

// The page caches of connections, in KiB as SQLite counts them: each page takes twice as much, because the allocator
// rounds 4.3 kB up to 8. A reader maps the file into memory and needs its cache only for pages that are still in the
// log.
const (
	writerCache = 2 << 10
	readerCache = 1 << 10
)

func openSQLite(ctx context.Context, path string) (engine, error) {
	// Created by us as private; SQLite gives its WAL the same mode.
	if f, err := os.OpenFile(path, os.O_CREATE|os.O_EXCL|os.O_WRONLY, 0o600); err == nil {
		_ = f.Close()
	} else if !errors.Is(err, fs.ErrExist) {
		return nil, err
	}
	dsn := "file:" + path + "?_pragma=busy_timeout(10000)&_pragma=journal_mode(WAL)&_pragma=synchronous(FULL)" +
		"&_pragma=foreign_keys(1)&_pragma=temp_store(memory)"
	// secure_delete overwrites deleted data, such as the code of a sent letter, so that a stolen file does not reveal
	// it.
	w, err := sql.Open("sqlite", dsn+"&_pragma=cache_size(-"+strconv.Itoa(writerCache)+")&_txlock=immediate&_pragma=secure_delete(fast)&_pragma=journal_size_limit("+strconv.Itoa(maxLog)+")&_pragma=wal_autocheckpoint("+strconv.Itoa(maxLog/pageSize)+")")
	if err != nil {
		return nil, err
	}
	w.SetMaxOpenConns(1)
	w.SetConnMaxLifetime(0)
	if err := migrate(ctx, w, dialectSQLite); err != nil {
		return nil, errors.Join(err, w.Close())
	}
	r, err := sql.Open("sqlite", dsn+"&_pragma=cache_size(-"+strconv.Itoa(readerCache)+")&_pragma=query_only(1)&_pragma=mmap_size(268435456)")
	if err != nil {
		return nil, errors.Join(err, w.Close())
	}
	n := max(4, 2*runtime.GOMAXPROCS(0))
	r.SetMaxOpenConns(n)
	r.SetMaxIdleConns(n)
	l := &liteDB{readers: r, writer: w, requests: make(chan *writeRequest), stopped: make(chan struct{}), path: path}
	l.reading = &statements{on: r}
	l.reads = query.New(l.reading)
	if err = l.prepareWriter(ctx); err == nil {
		l.openFiles, err = openFilesAt(path)
	}
	if err != nil {
		return nil, errors.Join(err, r.Close(), w.Close())
	}
	go l.commitLoop()
	return l, nil
}

func (l *liteDB) prepareWriter(ctx context.Context) (err error) {
	if l.conn, err = l.writer.Conn(ctx); err != nil {
		return err
	}
	l.writing = &statements{on: l.conn}
	l.writes = query.New(l.writing)
	for text, stmt := range map[string]**sql.Stmt{
		"BEGIN IMMEDIATE": &l.verbs.begin, "COMMIT": &l.verbs.commit, "ROLLBACK": &l.verbs.rollback,
		"SAVEPOINT s": &l.verbs.save, "ROLLBACK TO s": &l.verbs.undo, "RELEASE s": &l.verbs.release,
	} {
		if *stmt, err = l.conn.PrepareContext(ctx, text); err != nil {
			return errors.Join(err, l.conn.Close())
		}
	}
	return nil
}

// verbs are the prepared statements around callbacks: begin, savepoint, commit, rollback.
type verbs struct{ begin, commit, rollback, save, undo, release *sql.Stmt }

func (l *liteDB) read() Reader  { return l.reads }
func (l *liteDB) raw() *sql.DB  { return l.readers }
func (l *liteDB) expect(string) {} // the file's identity is checked instead of the id inside it

func (l *liteDB) ping(ctx context.Context) error {
	if err := l.openFiles.check(); err != nil {
		return err
	}
	return l.readers.PingContext(ctx)
}

func (l *liteDB) close() error {
	l.mu.Lock()
	if l.closed {
		l.mu.Unlock()
		return nil
	}
	l.closed = true
	close(l.requests)
	l.mu.Unlock()
	<-l.stopped
	err := errors.Join(l.reading.close(), l.readers.Close())
	if l.openFiles.check() == nil {
		// From here on the database file alone is complete and can be copied.
		_, e := l.conn.ExecContext(context.Background(), `PRAGMA wal_checkpoint(TRUNCATE)`)
		err = errors.Join(err, e)
	} else {
		// The last connection to close would delete the WAL by name, which may now be another database's.
		err = errors.Join(err, l.conn.Raw(func(c any) error {
			_, err := c.(sqlite.FileControl).FileControlPersistWAL("main", 1)
			return err
		}))
	}
	v := l.verbs
	for _, s := range []*sql.Stmt{v.begin, v.commit, v.rollback, v.save, v.undo, v.release} {
		err = errors.Join(err, s.Close()) // SQLite keeps the file open for an unclosed statement
	}
	return errors.Join(err, l.writing.close(), l.conn.Close(), l.writer.Close())
}

// checkpoint uses a connection with a short timeout, because nobody can write while it waits.
func (l *liteDB) checkpoint(ctx context.Context) error {
	pool, err := sql.Open("sqlite", "file:"+l.path+"?mode=rw&_pragma=busy_timeout(200)")
	if err != nil {
		return err
	}
	defer func() { _ = pool.Close() }()
	for try := 0; ; try++ {
		if err := l.openFiles.check(); err != nil {
			return err
		}
		var busy, logged, done int
		err := pool.QueryRowContext(ctx, `PRAGMA wal_checkpoint(TRUNCATE)`).Scan(&busy, &logged, &done)
		if err != nil || busy == 0 {
			return err
		}
		if try == checkpointTries {
			return errors.New("the log could not be emptied: somebody reads from it for long")
		}
		select {
		case <-time.After(checkpointPause):
		case <-ctx.Done():
			return ctx.Err()
		}
	}
}

const (
	checkpointTries = 30
	checkpointPause = 2 * time.Second
)

func (l *liteDB) write(ctx context.Context, fn func(context.Context, *Tx) error) error {
	l.inHand.Add(1)
	defer l.inHand.Add(-1)
	r := &writeRequest{gone: ctx.Err, done: make(chan error, 1)}
	r.run = func(tx *Tx) error { return withoutPanic(context.WithoutCancel(ctx), tx, fn) }
	l.mu.RLock()
	if l.closed {
		l.mu.RUnlock()
		return errClosed
	}
	select {
	case l.requests <- r:
		l.mu.RUnlock()
	case <-ctx.Done():
		l.mu.RUnlock()
		return ctx.Err()
	}
	err := <-r.done
	if err == nil {
		r.tx.committed()
	}
	return err
}

func (l *liteDB) commitLoop() {
	defer close(l.stopped)
	for first := range l.requests {
		l.commitBatch(first)
	}
}

func (l *liteDB) commitBatch(first *writeRequest) {
	if err := l.openFiles.check(); err != nil {
		first.done <- err
		return
	}
	if _, err := l.verbs.begin.Exec(); err != nil {
		_, _ = l.verbs.rollback.Exec() // in case a transaction is still open, so that the next batch can begin
		first.done <- fmt.Errorf("begin: %w", err)
		return
	}
	var done []*writeRequest
	var lost error
	for r, n := first, 1; r != nil; n++ {
		err := l.runInSavepoint(r)
		if err == nil {
			done = append(done, r)
		} else {
			r.done <- err
		}
		if errors.Is(err, errTransactionLost) {
			lost = err // it may still contain the callback's writes: none may be kept
			break
		}
		if n == maxBatch {
			break
		}
		select {
		case r = <-l.requests: // nil when closing: then the loop ends
		default:
			r = nil
		}
	}
	err := lost
	if err == nil {
		err = l.openFiles.check() // a deleted file accepts writes and loses them
	}
	if err == nil {
		if _, err = l.verbs.commit.Exec(); err != nil {
			err = commitError{err}
		}
	}
	if err != nil {
		_, _ = l.verbs.rollback.Exec() // an error if SQLite has rolled back already
	}
	for _, r := range done {
		r.done <- err
	}
}

var errTransactionLost = errors.New("the transaction was lost")

func (l *liteDB) runInSavepoint(r *writeRequest) (err error) {
	if err := r.gone(); err != nil {
		return err // the caller has left before the callback started
	}
	if _, err := l.verbs.save.Exec(); err != nil {
		return errors.Join(errTransactionLost, err)
	}
	r.tx = &Tx{Queries: l.writes}
	defer func() { r.tx.Queries = nil }() // otherwise, used after its end, it would write into another callback's transaction
	if err = r.run(r.tx); err != nil {
		if _, e := l.verbs.undo.Exec(); e != nil {
			return errors.Join(errTransactionLost, err, e)
		}
	}
	if _, e := l.verbs.release.Exec(); e != nil {
		return errors.Join(errTransactionLost, err, e)
	}
	return err
}
