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

// maxBatch bounds how many callbacks share one commit, and so how long the first of them waits.
const maxBatch = 64

// liteDB is SQLite with one writer that commits in groups. Callbacks that arrive while another
// commit is on its way share the next one, each in a savepoint of its own; none is told "done"
// before the fsync. Under load one fsync pays for many checkouts; alone, a callback pays nothing.
type liteDB struct {
	readers, writer *sql.DB
	reading         *statements
	writing         *statements
	conn            *sql.Conn // the one of writer: its statements need no look-up and no binding
	reads, writes   *query.Queries
	verbs           verbs
	requests        chan *writeRequest
	inHand          atomic.Int64 // writes, with those that wait
	stopped         chan struct{}
	openFiles       openFiles
	path            string
	mu              sync.RWMutex // held for reading while a request is handed over
	closed          bool
}

type writeRequest struct {
	gone func() error // says that who asked has left, before anything has begun
	run  func(*Tx) error
	tx   *Tx
	done chan error
}

// maxLog is how many bytes of the log stay on disk once they are in the database's file.
const maxLog = 16 << 20

func openSQLite(ctx context.Context, path string) (engine, error) {
	// Made by us, closed to others; SQLite gives its log the same mode.
	if f, err := os.OpenFile(path, os.O_CREATE|os.O_EXCL|os.O_WRONLY, 0o600); err == nil {
		_ = f.Close()
	} else if !errors.Is(err, fs.ErrExist) {
		return nil, err
	}
	dsn := "file:" + path + "?_pragma=busy_timeout(10000)&_pragma=journal_mode(WAL)&_pragma=synchronous(FULL)" +
		"&_pragma=foreign_keys(1)&_pragma=cache_size(-16384)&_pragma=temp_store(memory)"
	// What is blanked, as the code of a letter that has left, is overwritten: a stolen file does not tell it.
	w, err := sql.Open("sqlite", dsn+"&_txlock=immediate&_pragma=secure_delete(fast)&_pragma=journal_size_limit("+strconv.Itoa(maxLog)+")")
	if err != nil {
		return nil, err
	}
	w.SetMaxOpenConns(1)
	w.SetConnMaxLifetime(0)
	if err := migrate(ctx, w, dialectSQLite); err != nil {
		return nil, errors.Join(err, w.Close())
	}
	r, err := sql.Open("sqlite", dsn+"&_pragma=query_only(1)&_pragma=mmap_size(268435456)")
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

// verbs are the prepared statements around those of the callbacks.
type verbs struct{ begin, commit, rollback, save, undo, release *sql.Stmt }

func (l *liteDB) read() Reader  { return l.reads }
func (l *liteDB) raw() *sql.DB  { return l.readers }
func (l *liteDB) expect(string) {} // the file's identity says more than what stands in it

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
		// The file alone is complete from here on, for whoever copies it.
		_, e := l.conn.ExecContext(context.Background(), `PRAGMA wal_checkpoint(TRUNCATE)`)
		err = errors.Join(err, e)
	} else {
		// The last to close removes the log by its name, and that may be another database's by now.
		err = errors.Join(err, l.conn.Raw(func(c any) error {
			_, err := c.(sqlite.FileControl).FileControlPersistWAL("main", 1)
			return err
		}))
	}
	v := l.verbs
	for _, s := range []*sql.Stmt{v.begin, v.commit, v.rollback, v.save, v.undo, v.release} {
		err = errors.Join(err, s.Close()) // SQLite keeps the file open for a statement that is not closed
	}
	return errors.Join(err, l.writing.close(), l.conn.Close(), l.writer.Close())
}

// checkpoint uses a connection that hardly waits: while it does, nobody can write.
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
		_, _ = l.verbs.rollback.Exec() // should one be open still, the next batch can begin
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
			lost = err // what the callback wrote may still be in it: nothing of it may be kept
			break
		}
		if n == maxBatch {
			break
		}
		select {
		case r = <-l.requests: // nil when closing: the loop then ends by itself
		default:
			r = nil
		}
	}
	err := lost
	if err == nil {
		err = l.openFiles.check() // a file without a name takes everything, and loses it
	}
	if err == nil {
		if _, err = l.verbs.commit.Exec(); err != nil {
			err = commitError{err}
		}
	}
	if err != nil {
		_, _ = l.verbs.rollback.Exec() // refused where SQLite has done it already
	}
	for _, r := range done {
		r.done <- err
	}
}

var errTransactionLost = errors.New("the transaction was lost")

func (l *liteDB) runInSavepoint(r *writeRequest) (err error) {
	if err := r.gone(); err != nil {
		return err // the visitor has gone and nothing has begun
	}
	if _, err := l.verbs.save.Exec(); err != nil {
		return errors.Join(errTransactionLost, err)
	}
	r.tx = &Tx{Queries: l.writes}
	defer func() { r.tx.Queries = nil }() // used after its end it would write into a neighbour's transaction
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
