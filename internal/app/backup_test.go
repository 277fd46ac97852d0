package app_test

import (
	"fmt"
	"os"
	"path/filepath"
	"strings"
	"sync"
	"sync/atomic"
	"testing"

	"shanmen/internal/testkit"
	"shanmen/internal/testkit/bucket"
)

// order buys a bottle of oil and uploads a picture of the transfer; it returns the order's number once the server has
// answered.
func order(t *testing.T, a *testkit.App, c *testkit.Client) string {
	t.Helper()
	c.Fill(a.Item(t, "lamp-oil", "bottle")).Want(200)
	u := c.SendReceipt(testkit.Screenshot(t))
	return c.OrderByPayNow(1000, "fileId", u.FileID, "transactionDateTime", "2026-11-21T11:58:03+08:00").Order().Number
}

// The disk is lost on a busy day. A backup made while members were ordering, restored into an empty folder, has every
// order that was acknowledged before the backup began, with its picture, and no partial order.
func TestABackupUnderLoadHasEveryOrderConfirmedBeforeIt(t *testing.T) {
	t.Parallel()
	for name, where := range map[string]func(t *testing.T) string{
		"folder": func(t *testing.T) string { return filepath.Join(t.TempDir(), "backups") },
		"S3":     func(t *testing.T) string { return bucket.New(t, "backups").URL() },
	} {
		t.Run(name, func(t *testing.T) {
			t.Parallel()
			const members, each, before = 6, 4, 8
			a, to := testkit.New(t, "sqlite"), where(t)
			clients := make([]*testkit.Client, members)
			for i := range clients {
				clients[i] = a.NewMember(t, "Member", fmt.Sprintf("+65977700%02d", i))
			}
			var mu sync.Mutex
			var answered []string
			var n atomic.Int64
			enough := make(chan struct{})
			var load sync.WaitGroup
			for _, c := range clients {
				load.Go(func() {
					for range each {
						number := order(t, a, c)
						mu.Lock()
						answered = append(answered, number)
						mu.Unlock()
						if n.Add(1) == before {
							close(enough)
						}
					}
				})
			}
			<-enough
			mu.Lock()
			must := append([]string(nil), answered...)
			mu.Unlock()
			said, err := verb(t, a.Place(), "backup "+to)
			if err != nil || !strings.Contains(said, "read again") {
				t.Fatalf("%q %v", said, err)
			}
			atEnd := n.Load()
			load.Wait()
			if atEnd == members*each {
				t.Log("the load ended before the backup did")
			}

			place := testkit.EmptyPlace(t, "sqlite")
			said, err = verb(t, place, "restore "+to)
			if err != nil || !strings.Contains(said, "1 backups") || !strings.Contains(said, place.Dir) || strings.Contains(said, "secret") {
				t.Fatalf("%q %v", said, err)
			}
			b := testkit.At(t, place)
			for _, number := range must {
				if b.Count(t, "SELECT count(*) FROM invoices WHERE number = $1", number) != 1 {
					t.Errorf("%s was answered and is lost", number)
				}
			}
			orders := b.Count(t, "SELECT count(*) FROM invoices")
			t.Logf("%d answered before, %d in the backup, %d in all", len(must), orders, n.Load())
			if b.Count(t, "SELECT last FROM number_series WHERE series = 'INV'") != orders || b.Count(t, "SELECT count(DISTINCT invoice_id) FROM payments") != orders {
				t.Error("an order is there by half")
			}
			rows, err := b.DB.SQL().QueryContext(t.Context(), "SELECT storage_key FROM upload_images")
			if err != nil {
				t.Fatal(err)
			}
			defer func() { _ = rows.Close() }()
			pictures := 0
			for rows.Next() {
				var key string
				if err := rows.Scan(&key); err != nil {
					t.Fatal(err)
				}
				f, err := b.Files.Open(t.Context(), key)
				if err != nil {
					t.Fatalf("a picture is lost: %v", err)
				}
				_ = f.Close()
				pictures++
			}
			if rows.Err() != nil || pictures < len(must) {
				t.Errorf("%d pictures of %d orders", pictures, len(must))
			}
			if r := b.Guest().Get("/readyz"); r.Status != 200 {
				t.Errorf("ready: %d", r.Status)
			}
			order(t, b, b.Member(t)) // orders continue with the next number
		})
	}
}

// A second backup copies only new files; a restore uses the backup that was asked for.
func TestASecondBackupCopiesOnlyNewFiles(t *testing.T) {
	t.Parallel()
	a, to := testkit.New(t, "sqlite"), filepath.Join(t.TempDir(), "backups")
	c := a.Member(t)
	var names []string
	for range 2 {
		order(t, a, c)
		said, err := verb(t, a.Place(), "backup", "BACKUP_TO", to)
		if err != nil {
			t.Fatal(err)
		}
		names = append(names, strings.TrimSuffix(strings.Fields(said)[1], ":"))
	}
	files, err := filepath.Glob(filepath.Join(to, "files", "receipt", "*"))
	if err != nil || len(files) != 2 {
		t.Errorf("%v %v", files, err)
	}
	for i, name := range names {
		place := testkit.EmptyPlace(t, "sqlite")
		if said, err := verb(t, place, "restore --at "+name, "BACKUP_TO", to); err != nil || !strings.Contains(said, "2 backups") {
			t.Fatalf("%q %v", said, err)
		}
		if n := testkit.At(t, place).Count(t, "SELECT count(*) FROM invoices"); n != int64(i+1) {
			t.Errorf("%s has %d orders", name, n)
		}
	}
	_, err = verb(t, testkit.EmptyPlace(t, "sqlite"), "restore --at 20200101-030000", "BACKUP_TO", to)
	refused(t, "a name that is none", err, "20200101-030000")
}

func TestARestoreRefusesUnusableTargets(t *testing.T) {
	t.Parallel()
	a, to := testkit.New(t, "sqlite"), filepath.Join(t.TempDir(), "backups")
	order(t, a, a.Member(t))
	if _, err := verb(t, a.Place(), "backup "+to); err != nil {
		t.Fatal(err)
	}
	t.Run("ErrInUse", func(t *testing.T) {
		place := testkit.EmptyPlace(t, "sqlite")
		b := testkit.At(t, place) // the program opens although its files were removed
		for _, f := range []string{"shanmen.db", "shanmen.db-wal", "shanmen.db-shm", "database-id"} {
			if err := os.Rename(filepath.Join(place.Dir, f), filepath.Join(t.TempDir(), f)); err != nil {
				t.Fatal(err)
			}
		}
		_, err := verb(t, place, "restore "+to)
		refused(t, "in use", err, place.Dir, "in use")
		_ = b
	})
	t.Run("ErrFolderAlreadyHasATemple", func(t *testing.T) {
		place := testkit.EmptyPlace(t, "sqlite")
		if _, err := verb(t, place, "migrate"); err != nil {
			t.Fatal(err)
		}
		_, err := verb(t, place, "restore "+to)
		refused(t, "holds a temple", err, place.Dir, "move the folder away")
	})
	t.Run("ErrNoBackup", func(t *testing.T) {
		empty := t.TempDir()
		_, err := verb(t, testkit.EmptyPlace(t, "sqlite"), "restore "+empty)
		refused(t, "nothing there", err, "no backup", empty)
	})
	t.Run("ErrPostgres", func(t *testing.T) {
		place := testkit.EmptyPlace(t, "postgres")
		for _, v := range []string{"restore ", "backup "} {
			_, err := verb(t, place, v+to)
			refused(t, v, err, "pg_dump", "docs/operations.md")
		}
	})
	t.Run("ErrBackupFolderInsideTheData", func(t *testing.T) {
		_, err := verb(t, a.Place(), "backup "+filepath.Join(a.Config.DataDir, "backups"))
		refused(t, "inside", err, "lies in DATA_DIR")
	})
	t.Run("ErrBackupFolderOfAnotherTemple", func(t *testing.T) {
		b := testkit.EmptyPlace(t, "sqlite")
		if _, err := verb(t, b, "migrate"); err != nil {
			t.Fatal(err)
		}
		_, err := verb(t, b, "backup "+to)
		refused(t, "another's", err, "another temple")
	})
	t.Run("ErrDamaged", func(t *testing.T) {
		databases, err := filepath.Glob(filepath.Join(to, "databases", "*"))
		if err != nil || len(databases) != 1 {
			t.Fatal(databases, err)
		}
		flip(t, databases[0])
		place := testkit.EmptyPlace(t, "sqlite")
		_, err = verb(t, place, "restore "+to)
		refused(t, "damaged", err, "is not what was written", filepath.Base(databases[0]))
		if _, err := os.Stat(databaseFile(place)); err == nil {
			t.Error("half a temple was left, which would start")
		}
		_, err = verb(t, place, "migrate")
		refused(t, "half a temple", err, "missing or empty")
		flip(t, databases[0])
		if _, err = verb(t, place, "restore "+to); err != nil {
			t.Errorf("once mended it goes on: %v", err)
		}
	})
}
