package ledger_test

import (
	"archive/tar"
	"bytes"
	"compress/gzip"
	"encoding/json"
	"errors"
	"io"
	"net/http"
	"os"
	"path/filepath"
	"strings"
	"testing"
	"time"

	"github.com/jackc/pgx/v5"

	"shanmen/internal/base/money"
	"shanmen/internal/testkit"
)

// keptDatabases contains databases as released versions left them, a folder for each version. `make keep-database` adds
// one.
const keptDatabases = "testdata/kept"

// dumpName is the output of pg_dump for PostgreSQL, beside the data directory's files; modelName is the model's saved
// memory.
const (
	dumpName  = "dump.sql"
	modelName = "model.json"
)

// memory is what the model knows of a temple: the play continues with it where it stopped.
type memory struct {
	At         time.Time
	Keys       int
	Lamp       string
	Transfers  []rememberedTransfer
	Statements []string
	Members    map[string][]rememberedOrder // by name
}

type rememberedTransfer struct {
	Serial           int
	Cents            money.Cents
	At               time.Time
	Reference, Payer string
	Meant            []string
	Uploads, ByHand  []string
}

type rememberedOrder struct{ ID, Reference string }

// eachKept runs test on the saved database of each released version, on both engines.
func eachKept(t *testing.T, test func(t *testing.T, version, engine, archive string)) {
	t.Helper()
	versions, err := os.ReadDir(keptDatabases)
	if err != nil || len(versions) == 0 {
		t.Fatalf("no version is kept: %v", err)
	}
	for _, version := range versions {
		for _, engine := range []string{"sqlite", "postgres"} {
			t.Run(version.Name()+" "+engine, func(t *testing.T) {
				t.Parallel()
				test(t, version.Name(), engine, filepath.Join(keptDatabases, version.Name(), engine+".tar.gz"))
			})
		}
	}
}

// TestADatabaseOfAnEarlierVersionStillWorks starts the program on the saved database of each released version and
// continues the play: every rule about money holds before the first action and after each, and members find their
// orders and documents.
func TestADatabaseOfAnEarlierVersionStillWorks(t *testing.T) {
	t.Parallel()
	eachKept(t, func(t *testing.T, version, engine, archive string) {
		place, known := unpack(t, engine, archive)
		w := resume(t, testkit.At(t, place), known)
		w.Begin("begin")
		w.Doing = "the start of a newer program"
		eventsKeepTheirDates(t, w.a, version)
		w.check()
		w.checkAccounts()
		walk(w)
		for range 2 {
			for range actsOfSequence {
				w.step()
				if t.Failed() {
					t.Fatalf("the last acts:\n%s", w.Last())
				}
			}
			w.endSequence()
		}
	})
}

// walk checks what each member and the office had before the new version: orders, their documents, subscriptions,
// pictures.
func walk(w *world) {
	w.t.Helper()
	seen := 0
	for _, m := range w.members {
		w.keepIn(&m.visitor)
		for _, id := range w.column("SELECT v.id FROM invoices v JOIN users u ON u.id = v.user_id WHERE u.name = $1 ORDER BY v.created_at", m.name) {
			var v struct{ Status string }
			w.get(&m.visitor, "/api/invoice?id="+id, &v)
			paper := m.client.Do(http.MethodGet, "/api/invoice/"+id+"/invoice.pdf", nil)
			if paper.Status != 200 || !bytes.HasPrefix(paper.Body, []byte("%PDF")) {
				w.t.Errorf("the invoice %s of %s: %d", id, m.name, paper.Status)
			}
			seen++
		}
	}
	if seen < 10 {
		w.t.Errorf("only %d orders were kept", seen)
	}
	for _, key := range w.column("SELECT m.storage_key FROM upload_images m ORDER BY m.id LIMIT 20") {
		f, err := w.a.Files.Open(w.t.Context(), key)
		if err != nil {
			w.t.Errorf("a picture of a payment: %v", err)
			continue
		}
		_ = f.Close()
	}
	for _, table := range w.lacking() {
		w.t.Errorf("the kept temple has no %s: nothing of them is proven", table)
	}
}

// lacking lists tables without rows that a saved database should have.
func (w *world) lacking() (none []string) {
	for _, table := range []string{"refunds", "official_receipts", "subscriptions", "upload_images", "bank_lines", "unclaimed_transfers", "audit_entries", "shifts"} {
		if w.a.Count(w.t, "SELECT count(*) FROM "+table) == 0 {
			none = append(none, table)
		}
	}
	return none
}

// resume is a world that continues with a saved temple.
func resume(t *testing.T, a *testkit.App, known memory) *world {
	t.Helper()
	a.Clock.Set(known.At)
	w := worldOf(t, a, 1)
	w.lamp, w.keys, w.statements = known.Lamp, known.Keys, known.Statements
	for _, x := range known.Transfers {
		w.transfers = append(w.transfers, &transfer{x.Serial, x.Cents, x.At, x.Reference, x.Payer, x.Meant, x.Uploads, x.ByHand, "", time.Time{}})
	}
	for _, m := range w.members {
		for _, o := range known.Members[m.name] {
			m.orders = append(m.orders, &order{o.ID, o.Reference, m})
		}
	}
	return w
}

// unpack copies a saved temple into a folder of its own.
func unpack(t *testing.T, engine, archive string) (testkit.Place, memory) {
	t.Helper()
	place := testkit.EmptyPlace(t, engine)
	if err := os.MkdirAll(place.Dir, 0o700); err != nil {
		t.Fatal(err)
	}
	f, err := os.Open(archive)
	if err != nil {
		t.Fatal(err)
	}
	defer f.Close()
	z, err := gzip.NewReader(f)
	if err != nil {
		t.Fatal(err)
	}
	var known memory
	for r := tar.NewReader(z); ; {
		h, err := r.Next()
		if errors.Is(err, io.EOF) {
			return place, known
		}
		if err != nil {
			t.Fatal(err)
		}
		content, err := io.ReadAll(r)
		if err != nil {
			t.Fatal(err)
		}
		switch h.Name {
		case dumpName:
			load(t, place.URL, string(content))
		case modelName:
			err = json.Unmarshal(content, &known)
		default:
			name := filepath.Join(place.Dir, filepath.FromSlash(h.Name))
			if err = os.MkdirAll(filepath.Dir(name), 0o700); err == nil {
				err = os.WriteFile(name, content, 0o600)
			}
		}
		if err != nil {
			t.Fatal(err)
		}
	}
}

// load restores a dump into an empty database. Settings of the newer pg_dump and psql commands are left out: an older
// server does not know them.
func load(t *testing.T, url, dump string) {
	t.Helper()
	var statements strings.Builder
	for line := range strings.Lines(dump) {
		if !strings.HasPrefix(line, "SET ") && !strings.HasPrefix(line, `\`) && !strings.HasPrefix(line, "SELECT pg_catalog.set_config") {
			statements.WriteString(line)
		}
	}
	c, err := pgx.Connect(t.Context(), url)
	if err != nil {
		t.Fatal(err)
	}
	defer c.Close(t.Context())
	if _, err := c.PgConn().Exec(t.Context(), statements.String()).ReadAll(); err != nil {
		t.Fatal(err)
	}
}

// eventsKeepTheirDates: an event that an older program stored with one day is on that day, with the UID that calendars
// know.
func eventsKeepTheirDates(t *testing.T, a *testkit.App, version string) {
	t.Helper()
	dated := "SELECT count(DISTINCT event_id) FROM event_dates WHERE ends_at > starts_at"
	if version == "0.1.0" { // whose events had one date each, with the event's id as UID
		dated += " AND uid = event_id"
	}
	events, dates := a.Count(t, "SELECT count(*) FROM events"), a.Count(t, dated)
	if events == 0 || dates != events {
		t.Fatalf("%d of %d events have dates", dates, events)
	}
	var list struct{ Items []struct{ Key string } }
	a.Guest().Get("/api/event?from=2020-01-01").Want(http.StatusOK).JSON(&list)
	shown := map[string]bool{}
	for _, e := range list.Items {
		shown[e.Key] = true
	}
	if int64(len(shown)) != events {
		t.Fatalf("%d events are shown of %d", len(shown), events)
	}
}
