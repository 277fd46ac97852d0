// Package template gives each test its own pre-filled database: filling takes as long as ten tests, copying almost
// nothing.
package template

import (
	"context"
	"crypto/sha256"
	"encoding/hex"
	"errors"
	"io"
	"io/fs"
	"os"
	"path/filepath"
	"strings"
	"sync"
	"testing"

	"shanmen/internal/platform/db"
	"shanmen/internal/testkit/pg"
	"shanmen/internal/testkit/source"
)

// Template fills a database once per `pgserver run`, or per process.
type Template struct {
	name string
	fill func(url string) error

	mu   sync.Mutex
	file string // of SQLite, once filled
}

// New returns a template with that name. fill must close what it opens.
func New(name string, fill func(url string) error) *Template {
	return &Template{name: name, fill: fill}
}

// Tables is a template with the program's empty tables.
var Tables = New("tables", func(url string) error {
	d, err := db.Open(context.Background(), url)
	if err != nil {
		return err
	}
	return d.Close()
})

// Each runs test on SQLite and PostgreSQL (Engines) in parallel, each with the URL of a copy.
func (m *Template) Each(t *testing.T, test func(t *testing.T, url string)) {
	t.Helper()
	for _, engine := range Engines(t) {
		t.Run(engine, func(t *testing.T) {
			t.Parallel()
			test(t, m.URL(t, engine, t.TempDir()))
		})
	}
}

// URL returns the URL of a copy for an engine, "sqlite" or "postgres". SQLite's file is in dir, with the program's file
// name.
func (m *Template) URL(t testing.TB, engine, dir string) string {
	t.Helper()
	if engine == "postgres" {
		return pg.FromTemplate(t, m.name+"_"+fingerprint(), m.fill)
	}
	from, err := m.filled()
	var b []byte
	if err == nil {
		b, err = os.ReadFile(from)
	}
	to := filepath.Join(dir, "shanmen.db")
	if err == nil {
		err = os.WriteFile(to, b, 0o600)
	}
	if err != nil {
		t.Fatalf("the template %q: %v", m.name, err)
	}
	return "sqlite:" + to
}

// filled is the template's file. Two packages that start together may both fill one; the later replaces the first.
func (m *Template) filled() (string, error) {
	m.mu.Lock()
	defer m.mu.Unlock()
	if m.file != "" {
		return m.file, nil
	}
	shared := os.Getenv(pg.Templates)
	file := filepath.Join(shared, m.name+"_"+fingerprint()+".db")
	if _, err := os.Stat(file); shared == "" || errors.Is(err, fs.ErrNotExist) {
		dir, err := os.MkdirTemp(shared, "shanmen-template-")
		if err != nil {
			return "", err
		}
		own := filepath.Join(dir, "shanmen.db")
		if err := m.fill("sqlite:" + own); err != nil {
			return "", err
		}
		if shared == "" {
			file = own
		} else if err := os.Rename(own, file); err != nil {
			return "", err
		}
	}
	m.file = file
	return file, nil
}

// fingerprint changes with the program, so that no outdated template is used. Packages of one run share templates by a
// hash of the sources; without a run the test binary is hashed.
var fingerprint = sync.OnceValue(func() string {
	h := sha256.New()
	root := ""
	if os.Getenv(pg.Templates) != "" {
		root, _ = source.Root()
	}
	if root != "" {
		for _, dir := range []string{"internal", "locales", "go.sum"} {
			_ = filepath.WalkDir(filepath.Join(root, dir), func(path string, e fs.DirEntry, err error) error {
				if err == nil && !e.IsDir() && fills(path) {
					_, _ = io.WriteString(h, path+"\n")
					read(h, path)
				}
				return err
			})
		}
	} else if exe, err := os.Executable(); err == nil {
		read(h, exe)
	}
	return hex.EncodeToString(h.Sum(nil)[:8])
})

// fills returns whether a source file affects a filled database: tests, fonts and drawings do not.
func fills(path string) bool {
	switch filepath.Ext(path) {
	case ".ttf", ".png":
		return false
	}
	return !strings.HasSuffix(path, "_test.go") && !strings.Contains(path, "/testdata/")
}

func read(w io.Writer, path string) {
	if f, err := os.Open(path); err == nil {
		_, _ = io.Copy(w, f)
		_ = f.Close()
	}
}
