package db_test

import (
	"context"
	"errors"
	"fmt"
	"path/filepath"
	"slices"
	"strconv"
	"strings"
	"sync"
	"sync/atomic"
	"testing"

	"shanmen/internal/platform/db"
	"shanmen/internal/platform/db/query"
	"shanmen/internal/testkit/pg"
	"shanmen/internal/testkit/template"
	"shanmen/internal/testkit/together"
)

// each runs test on a database of either engine that contains only its tables.
func each(t *testing.T, test func(t *testing.T, d *db.DB)) {
	t.Helper()
	for _, engine := range []string{"sqlite", "postgres"} {
		t.Run(engine, func(t *testing.T) {
			t.Parallel()
			test(t, open(t, template.Tables.URL(t, engine, t.TempDir())))
		})
	}
}

// address is that of a database that does not exist yet, or is empty.
func address(t testing.TB, engine string) string {
	t.Helper()
	if engine == "postgres" {
		return pg.URL(t)
	}
	return "sqlite:" + filepath.Join(t.TempDir(), "shanmen.db")
}

func open(t testing.TB, url string) *db.DB {
	t.Helper()
	d, err := db.Open(t.Context(), url)
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(func() {
		if err := d.Close(); err != nil {
			t.Errorf("close: %v", err)
		}
	})
	return d
}

func put(ctx context.Context, tx *db.Tx, key, value string) error {
	return tx.PutSetting(ctx, query.PutSettingParams{Key: key, Value: value})
}

// setting is the committed value, "" when there is none.
func setting(t testing.TB, d *db.DB, key string) string {
	t.Helper()
	v, err := d.Read().Setting(context.WithoutCancel(t.Context()), key)
	if err != nil && !errors.Is(err, db.ErrNoRows) {
		t.Fatal(err)
	}
	return v
}

func increment(ctx context.Context, tx *db.Tx) (int64, error) {
	return tx.NextNumber(ctx, query.NextNumberParams{Series: "TEST", Year: 2026})
}

func TestWriteIsAtomic(t *testing.T) {
	t.Parallel()
	each(t, func(t *testing.T, d *db.DB) {
		var after []string
		err := d.Write(t.Context(), func(ctx context.Context, tx *db.Tx) error {
			tx.AfterCommit(func() { after = append(after, "kept "+setting(t, d, "kept")) })
			if err := put(ctx, tx, "kept", "yes"); err != nil {
				return err
			}
			if got := setting(t, d, "kept"); got != "" {
				return fmt.Errorf("a reader sees %q before the commit", got)
			}
			got, err := tx.Setting(ctx, "kept")
			if err == nil && got != "yes" {
				err = fmt.Errorf("the transaction does not see its own row: %q", got)
			}
			return err
		})
		if err != nil || !slices.Equal(after, []string{"kept yes"}) {
			t.Fatalf("after commit: %q, %v", after, err)
		}

		no := errors.New("no")
		err = d.Write(t.Context(), func(ctx context.Context, tx *db.Tx) error {
			tx.AfterCommit(func() { t.Error("AfterCommit ran for what was rolled back") })
			return errors.Join(put(ctx, tx, "kept", "changed"), put(ctx, tx, "dropped", "yes"), no)
		})
		if !errors.Is(err, no) {
			t.Errorf("the callback's error is lost: %v", err)
		}
		if setting(t, d, "dropped") != "" || setting(t, d, "kept") != "yes" {
			t.Error("a failed transaction left something")
		}

		n, err := db.WriteValue(t.Context(), d, increment)
		if err != nil || n != 1 {
			t.Errorf("WriteValue: %d, %v", n, err)
		}
	})
}

// A callback that breaks a constraint, fails, or panics takes nothing from those that share its commit.
// A refusal that leaves something behind commits, and its caller has the refusal itself.
func TestARefusalMayCommit(t *testing.T) {
	t.Parallel()
	each(t, func(t *testing.T, d *db.DB) {
		no, after := errors.New("no"), false
		_, err := db.WriteValue(t.Context(), d, func(ctx context.Context, tx *db.Tx) (int, error) {
			tx.AfterCommit(func() { after = true })
			if err := put(ctx, tx, "left", "behind"); err != nil {
				return 0, err
			}
			return 1, db.CommitWith(no)
		})
		if err != no || !after || setting(t, d, "left") != "behind" { //nolint:errorlint // without its wrapper
			t.Errorf("%v, committed: %v, %q", err, after, setting(t, d, "left"))
		}
	})
}

func TestGroupedTransactionsFailIndependently(t *testing.T) {
	t.Parallel()
	each(t, func(t *testing.T, d *db.DB) {
		var wrong atomic.Int64
		together.AtOnce(120, func(i int) {
			err := d.Write(t.Context(), func(ctx context.Context, tx *db.Tx) error {
				if err := put(ctx, tx, fmt.Sprint("row ", i), "x"); err != nil {
					return err
				}
				switch i % 4 {
				case 1:
					return errors.New("refused")
				case 2:
					panic("defect")
				case 3: // a statement that fails in the database
					_ = tx.OfferingAddCategory(ctx, query.OfferingAddCategoryParams{ID: "same", Key: fmt.Sprint("a", i)})
					return tx.OfferingAddCategory(ctx, query.OfferingAddCategoryParams{ID: "same", Key: fmt.Sprint("b", i)})
				}
				return nil
			})
			if (err == nil) != (i%4 == 0) {
				wrong.Add(1)
				t.Errorf("callback %d: %v", i, err)
			}
		})
		for i := range 120 {
			if got, want := setting(t, d, fmt.Sprint("row ", i)) != "", i%4 == 0; got != want {
				t.Errorf("row %d is there: %v", i, got)
			}
		}
		if err := d.Write(t.Context(), func(ctx context.Context, tx *db.Tx) error { return put(ctx, tx, "alive", "yes") }); err != nil {
			t.Errorf("the writer died: %v", err)
		}
	})
}

func TestAPanicReportsItsSourceLine(t *testing.T) {
	t.Parallel()
	each(t, func(t *testing.T, d *db.DB) {
		err := d.Write(t.Context(), func(context.Context, *db.Tx) error { panic("a defect") })
		if err == nil || !strings.Contains(err.Error(), "a defect") || !strings.Contains(err.Error(), "db_test.go") {
			t.Errorf("got %v", err)
		}
	})
}

func TestCancelledRequestsWriteNothing(t *testing.T) {
	t.Parallel()
	each(t, func(t *testing.T, d *db.DB) {
		ctx, leave := context.WithCancel(t.Context())
		err := d.Write(ctx, func(ctx context.Context, tx *db.Tx) error {
			leave()
			if ctx.Err() != nil {
				return fmt.Errorf("the callback ends with its request: %w", ctx.Err())
			}
			return put(ctx, tx, "begun", "finished")
		})
		if err != nil || setting(t, d, "begun") != "finished" {
			t.Errorf("who left during the callback: %q, %v", setting(t, d, "begun"), err)
		}
		err = d.Write(ctx, func(context.Context, *db.Tx) error {
			t.Error("a callback ran for a visitor who had left")
			return nil
		})
		if !errors.Is(err, context.Canceled) {
			t.Errorf("who left before: %v", err)
		}
	})
}

func TestNothingIsLostAmongManyWriters(t *testing.T) {
	t.Parallel()
	each(t, func(t *testing.T, d *db.DB) {
		const n = 200
		seen := make([]atomic.Int64, n+1)
		together.AtOnce(n, func(int) {
			v, err := db.WriteValue(t.Context(), d, increment)
			if err != nil {
				t.Error(err)
				return
			}
			seen[v].Add(1)
		})
		for i := 1; i <= n; i++ {
			if c := seen[i].Load(); c != 1 {
				t.Errorf("number %d was given %d times", i, c)
			}
		}
	})
}

func TestUniqueViolationsAreRecognised(t *testing.T) {
	t.Parallel()
	each(t, func(t *testing.T, d *db.DB) {
		add := func(id, key string) error {
			return d.Write(t.Context(), func(ctx context.Context, tx *db.Tx) error {
				err := tx.OfferingAddCategory(ctx, query.OfferingAddCategoryParams{ID: id, Key: key})
				if err != nil {
					err = fmt.Errorf("wrapped: %w", err)
				}
				return err
			})
		}
		if err := add("1", "lamps"); err != nil {
			t.Fatal(err)
		}
		if err := add("1", "prayers"); !db.IsUnique(err) {
			t.Errorf("the same primary key: %v", err)
		}
		if err := add("2", "lamps"); !db.IsUnique(err) {
			t.Errorf("the same unique key: %v", err)
		}
		orphan := d.Write(t.Context(), func(ctx context.Context, tx *db.Tx) error {
			return tx.AddUserRole(ctx, query.AddUserRoleParams{UserID: "nobody", Role: "admin"})
		})
		if orphan == nil || db.IsUnique(orphan) {
			t.Errorf("a broken foreign key: %v", orphan)
		}
		if db.IsUnique(nil) || db.IsUnique(errors.New("UNIQUE constraint failed")) {
			t.Error("an error is judged by its words")
		}
	})
}

// Some drivers bind $2 to the second parameter in the text, whatever its number.
func TestParametersAreBoundByNumber(t *testing.T) {
	t.Parallel()
	each(t, func(t *testing.T, d *db.DB) {
		var a, b, c string
		const text = `SELECT CAST($3 AS TEXT), CAST($1 AS TEXT), CAST($2 AS TEXT) WHERE $3 = 'third' AND $1 = 'first'`
		for _, run := range []func() error{
			func() error {
				return d.SQL().QueryRowContext(t.Context(), text, "first", "second", "third").Scan(&a, &b, &c)
			},
			func() error {
				st, err := d.SQL().PrepareContext(t.Context(), text)
				if err != nil {
					return err
				}
				return errors.Join(st.QueryRowContext(t.Context(), "first", "second", "third").Scan(&a, &b, &c), st.Close())
			},
		} {
			if err := run(); err != nil || a != "third" || b != "first" || c != "second" {
				t.Errorf("$3, $1, $2 = %q, %q, %q, %v", a, b, c, err)
			}
		}
	})
}

func TestWriteInsideAWriteIsRefused(t *testing.T) {
	t.Parallel()
	each(t, func(t *testing.T, d *db.DB) {
		err := d.Write(t.Context(), func(ctx context.Context, _ *db.Tx) error {
			return d.Write(ctx, func(ctx context.Context, tx *db.Tx) error { return put(ctx, tx, "inner", "x") })
		})
		if err == nil || !strings.Contains(err.Error(), "Write inside a Write") || setting(t, d, "inner") != "" {
			t.Errorf("got %v", err)
		}
	})
}

func TestCloseWaitsForRunningWrites(t *testing.T) {
	t.Parallel()
	for _, engine := range []string{"sqlite", "postgres"} {
		t.Run(engine, func(t *testing.T) {
			t.Parallel()
			url := template.Tables.URL(t, engine, t.TempDir())
			d := open(t, url)
			inside, release := make(chan struct{}), make(chan struct{})
			var written, closed error
			var order []string
			var mu sync.Mutex
			say := func(s string) {
				mu.Lock()
				defer mu.Unlock()
				order = append(order, s)
			}
			var wg sync.WaitGroup
			wg.Go(func() {
				written = d.Write(t.Context(), func(ctx context.Context, tx *db.Tx) error {
					close(inside)
					<-release
					say("written")
					return put(ctx, tx, "last", "word")
				})
			})
			<-inside
			closing := make(chan struct{})
			wg.Go(func() {
				close(closing)
				closed = d.Close()
				say("closed")
			})
			<-closing
			close(release)
			wg.Wait()
			if written != nil || closed != nil || !slices.Equal(order, []string{"written", "closed"}) {
				t.Errorf("%v, write: %v, close: %v", order, written, closed)
			}
			if err := d.Write(t.Context(), func(context.Context, *db.Tx) error { return nil }); err == nil {
				t.Error("a closed database takes a write")
			}
			if got := setting(t, open(t, url), "last"); got != "word" {
				t.Errorf("after opening again: %q", got)
			}
		})
	}
}

func TestInvalidDatabaseAddressesAreRefused(t *testing.T) {
	t.Parallel()
	for _, url := range []string{"", "mysql://x", "shanmen.db"} {
		if _, err := db.Open(t.Context(), url); err == nil || !strings.Contains(err.Error(), "postgres://") {
			t.Errorf("%q: %v", url, err)
		}
	}
}

// Names, numbers and times are read back as written.
func TestTextRoundTrips(t *testing.T) {
	t.Parallel()
	each(t, func(t *testing.T, d *db.DB) {
		for i, text := range []string{"陈𠮷𠀋", "e\u0301", "'; DROP TABLE settings; --", `\u0041 "quoted"`, "   ", "\t\n", "👨\u200d👩\u200d👧"} {
			key := "text " + strconv.Itoa(i)
			err := d.Write(t.Context(), func(ctx context.Context, tx *db.Tx) error { return put(ctx, tx, key, text) })
			if got := setting(t, d, key); err != nil || got != text {
				t.Errorf("%q came back as %q, %v", text, got, err)
			}
		}
	})
}
