package app_test

import (
	"bytes"
	"database/sql"
	"errors"
	"io/fs"
	"os"
	"path/filepath"
	"strings"
	"testing"

	"shanmen/internal/app"
	"shanmen/internal/testkit"
	"shanmen/internal/testkit/bucket"
)

// verb runs a verb of the program that ends by itself, at a place, with more settings in pairs.
func verb(t *testing.T, p testkit.Place, line string, more ...string) (string, error) {
	t.Helper()
	environ := []string{"DATA_DIR=" + p.Dir, "DATABASE_URL=" + p.URL, "LOG_LEVEL=error"}
	for i := 0; i < len(more); i += 2 {
		environ = append(environ, more[i]+"="+more[i+1]) // of two the later counts
	}
	var said bytes.Buffer
	err := app.Run(t.Context(), strings.Fields(line), environ, nil, &said)
	return said.String(), err
}

func databaseFile(p testkit.Place) string { return filepath.Join(p.Dir, "shanmen.db") }

// loseDatabase removes the database, and leaves an empty one where the engine needs one.
func loseDatabase(t *testing.T, p testkit.Place) {
	t.Helper()
	if p.URL == "" {
		if err := os.Remove(databaseFile(p)); err != nil {
			t.Fatal(err)
		}
		return
	}
	name := p.URL[strings.LastIndex(p.URL, "/")+1 : strings.LastIndex(p.URL, "?")]
	pool, err := sql.Open("pgx", strings.Replace(p.URL, "/"+name+"?", "/postgres?", 1))
	if err != nil {
		t.Fatal(err)
	}
	defer func() { _ = pool.Close() }()
	for _, s := range []string{`DROP DATABASE ` + name + ` WITH (FORCE)`, `CREATE DATABASE ` + name} {
		if _, err := pool.ExecContext(t.Context(), s); err != nil {
			t.Fatal(err)
		}
	}
}

func eachPlace(t *testing.T, test func(t *testing.T, p testkit.Place)) {
	t.Helper()
	for _, engine := range []string{"sqlite", "postgres"} {
		t.Run(engine, func(t *testing.T) {
			t.Parallel()
			test(t, testkit.EmptyPlace(t, engine))
		})
	}
}

// The program exits with one line that names the location.
func refused(t *testing.T, what string, err error, wants ...string) {
	t.Helper()
	if err == nil {
		t.Errorf("%s: not refused", what)
		return
	}
	for _, w := range wants {
		if !strings.Contains(err.Error(), w) || strings.Contains(err.Error(), "\n") {
			t.Errorf("%s: %q does not say %q in one line", what, err, w)
		}
	}
}

// A volume that was not mounted or a file that was deleted: the program creates no new temple beside the pictures of
// the old one unless it is told to.
func TestAnEmptyDatabaseWithExistingFilesIsRefused(t *testing.T) {
	t.Parallel()
	eachPlace(t, func(t *testing.T, p testkit.Place) {
		if _, err := verb(t, p, "migrate"); err != nil {
			t.Fatalf("a first start in an empty folder: %v", err)
		}
		if info, err := os.Stat(p.Dir); err != nil || info.Mode().Perm() != 0o700 {
			t.Errorf("the folder that we made: %v %v", info, err)
		}
		if _, err := verb(t, p, "migrate"); err != nil {
			t.Fatalf("the second: %v", err)
		}
		_, err := verb(t, p, "init")
		refused(t, "init where a temple is", err, "holds a temple already")

		loseDatabase(t, p)
		_, err = verb(t, p, "migrate")
		refused(t, "missing", err, "is missing or empty", p.Dir, "shanmen init")
		if p.URL == "" {
			refused(t, "missing", err, databaseFile(p))
			if _, err := os.Stat(databaseFile(p)); !errors.Is(err, fs.ErrNotExist) {
				t.Errorf("the refusal made a database: %v", err)
			}
			if err := os.WriteFile(databaseFile(p), nil, 0o600); err != nil {
				t.Fatal(err)
			}
			_, err = verb(t, p, "migrate")
			refused(t, "of no bytes", err, "is missing or empty", databaseFile(p))
		} else {
			refused(t, "missing", err, "pg_restore")
		}

		// A folder from a version without ids has only its pictures.
		if err := os.Remove(filepath.Join(p.Dir, "database-id")); err != nil {
			t.Fatal(err)
		}
		picture := filepath.Join(p.Dir, "files", "receipt", "a.jpg")
		if err := errors.Join(os.MkdirAll(filepath.Dir(picture), 0o700), os.WriteFile(picture, []byte("x"), 0o600)); err != nil {
			t.Fatal(err)
		}
		_, err = verb(t, p, "migrate")
		refused(t, "only pictures", err, "is missing or empty", p.Dir)

		if said, err := verb(t, p, "init"); err != nil || !strings.Contains(said, p.Dir) {
			t.Fatalf("init: %q %v", said, err)
		}
		if _, err := verb(t, p, "migrate"); err != nil {
			t.Errorf("after init: %v", err)
		}
		if _, err := os.Stat(picture); err != nil {
			t.Errorf("init touched a picture: %v", err)
		}
	})
}

func TestADatabaseOfAnotherTempleIsRefused(t *testing.T) {
	t.Parallel()
	eachPlace(t, func(t *testing.T, p testkit.Place) {
		if _, err := verb(t, p, "migrate"); err != nil {
			t.Fatal(err)
		}
		other := testkit.EmptyPlace(t, map[bool]string{true: "sqlite", false: "postgres"}[p.URL == ""])
		if _, err := verb(t, other, "migrate"); err != nil {
			t.Fatal(err)
		}
		mixed := testkit.Place{Dir: other.Dir, URL: p.URL}
		if p.URL == "" {
			b, err := os.ReadFile(databaseFile(p))
			if err == nil {
				err = os.WriteFile(databaseFile(other), b, 0o600)
			}
			if err != nil {
				t.Fatal(err)
			}
		}
		_, err := verb(t, mixed, "migrate")
		refused(t, "mixed", err, "is not the one that", mixed.Dir, filepath.Join(mixed.Dir, "database-id"))
		if err := os.Remove(filepath.Join(mixed.Dir, "database-id")); err != nil {
			t.Fatal(err)
		}
		if _, err := verb(t, mixed, "migrate"); err != nil {
			t.Errorf("somebody says that they belong together: %v", err)
		}
	})
}

// A copy of a database from a version without ids is restored beside a folder that has one.
func TestADatabaseWithoutAnIDTakesItsFoldersID(t *testing.T) {
	t.Parallel()
	testkit.Each(t, func(t *testing.T, a *testkit.App) {
		a.Exec(t, "DELETE FROM database_identity")
		before, err := os.ReadFile(filepath.Join(a.Config.DataDir, "database-id"))
		if err != nil {
			t.Fatal(err)
		}
		b := testkit.At(t, a.Place())
		if b.DB.ID() != strings.TrimSpace(string(before)) || b.DB.ID() != a.DB.ID() {
			t.Errorf("%q beside %q", b.DB.ID(), before)
		}
	})
}

// With S3 the local folder may be new at each start: the bucket identifies the temple.
func TestTheBucketRecordsItsDatabaseID(t *testing.T) {
	t.Parallel()
	store := bucket.New(t, "temple")
	s3 := store.URL()
	p, other := testkit.EmptyPlace(t, "sqlite"), testkit.EmptyPlace(t, "sqlite")
	for range 2 {
		if _, err := verb(t, p, "migrate", "S3_URL", s3); err != nil {
			t.Fatal(err)
		}
	}
	_, err := verb(t, other, "migrate", "S3_URL", s3)
	refused(t, "a new folder", err, databaseFile(other), "S3_URL", "shanmen init")
	if err := os.RemoveAll(other.Dir); err != nil {
		t.Fatal(err)
	}
	if _, err := verb(t, other, "migrate"); err != nil {
		t.Fatal(err)
	}
	_, err = verb(t, other, "migrate", "S3_URL", s3)
	refused(t, "another temple", err, databaseFile(other), "S3_URL", "database-id")

	// Unreachable storage does not keep an existing temple from starting, and never makes the program create one.
	store.Server.Close()
	if _, err := verb(t, p, "migrate", "S3_URL", s3); err != nil {
		t.Errorf("S3 is away: %v", err)
	}
	_, err = verb(t, testkit.EmptyPlace(t, "sqlite"), "migrate", "S3_URL", s3)
	refused(t, "S3 is away, and nothing is there", err, "S3_URL")
}

// The folder is deleted, or another database put in its place, while the program runs: it takes no more orders, reports
// this to the load balancer and in the log, and writes nothing into the new files.
func TestAProgramWhoseDatabaseWasReplacedStopsTakingOrders(t *testing.T) {
	t.Parallel()
	takes := map[string]map[string]func(t *testing.T, p testkit.Place){
		"sqlite": {
			"file deleted": loseDatabase,
			"folder deleted": func(t *testing.T, p testkit.Place) {
				if err := os.RemoveAll(p.Dir); err != nil {
					t.Fatal(err)
				}
			},
			"file replaced": func(t *testing.T, p testkit.Place) {
				b, err := os.ReadFile(databaseFile(p))
				if err == nil {
					err = errors.Join(os.Remove(databaseFile(p)), os.WriteFile(databaseFile(p), b, 0o600))
				}
				if err != nil {
					t.Fatal(err)
				}
			},
		},
		"postgres": {"database made anew": loseDatabase},
	}
	for engine, ways := range takes {
		for name, take := range ways {
			t.Run(engine+" "+name, func(t *testing.T) {
				t.Parallel()
				a := testkit.New(t, engine)
				c := a.Member(t)
				oil := a.Item(t, "lamp-oil", "bottle")
				c.Fill(oil).Want(200)
				if status := a.Guest().Get("/readyz").Status; status != 200 {
					t.Fatalf("ready: %d", status)
				}
				take(t, a.Place())
				if r := a.Guest().Get("/readyz"); r.Status != 503 {
					t.Errorf("ready: %d", r.Status)
				}
				if r := c.Fill(oil); r.Status != 503 || !strings.Contains(string(r.Body), "unavailable") {
					t.Errorf("a write: %d %s", r.Status, r.Body)
				}
				if status := a.Guest().Get("/healthz").Status; status != 200 {
					t.Errorf("alive: %d", status)
				}
			})
		}
	}
}
