// Package source finds the files of this repository for tests that hold a rule over its sources and documents. They name
// every file by its path from the root, so that a test reads the same files wherever its own package lies.
package source

import (
	"errors"
	"io/fs"
	"os"
	"path/filepath"
	"strings"
	"testing"
)

// Root is the absolute path of the folder of go.mod, at or above the working folder.
func Root() (string, error) {
	dir, err := os.Getwd()
	for err == nil {
		if _, err := os.Stat(filepath.Join(dir, "go.mod")); err == nil {
			return dir, nil
		}
		if dir == filepath.Dir(dir) {
			return "", errors.New("no go.mod above the working folder")
		}
		dir = filepath.Dir(dir)
	}
	return "", err
}

// Path is the absolute path of a file that is named from the root: "docs/settings.md".
func Path(t testing.TB, name string) string {
	t.Helper()
	root, err := Root()
	if err != nil {
		t.Fatal(err)
	}
	return filepath.Join(root, filepath.FromSlash(name))
}

// Read is the content of a file that is named from the root.
func Read(t testing.TB, name string) []byte {
	t.Helper()
	b, err := os.ReadFile(Path(t, name))
	if err != nil {
		t.Fatal(err)
	}
	return b
}

// Files are the files under a folder that keep accepts, all named from the root, in the order of their names. It fails
// where there are fewer than least, the number on the day of the test's last change: a rule over all files must not stay
// green because it sees fewer of them.
func Files(t testing.TB, least int, folder string, keep func(path string) bool) (files []string) {
	t.Helper()
	root, err := Root()
	if err != nil {
		t.Fatal(err)
	}
	err = filepath.WalkDir(filepath.Join(root, folder), func(path string, e fs.DirEntry, err error) error {
		if err != nil {
			return err
		}
		if e.IsDir() {
			if e.Name() == "node_modules" {
				return filepath.SkipDir
			}
			return nil
		}
		if path = filepath.ToSlash(strings.TrimPrefix(path, root+string(filepath.Separator))); keep(path) {
			files = append(files, path)
		}
		return nil
	})
	if err != nil || len(files) < least {
		t.Fatalf("%s: %d files are found, at least %d are there: %v", folder, len(files), least, err)
	}
	return files
}

// Generated is the folder of the statements in Go, written by sqlc.
const Generated = "internal/platform/db/query/"

// Statements are the files of Go that sqlc has written, named from the root.
func Statements(t testing.TB) []string {
	t.Helper()
	return Files(t, 48, Generated, func(path string) bool { return strings.HasSuffix(path, ".sql.go") })
}

// Program are the Go files of the program, named from the root: no tests, no kit of tests, nothing that is generated from SQL.
func Program(t testing.TB) []string {
	t.Helper()
	return Files(t, 718, "internal", func(path string) bool {
		return filepath.Ext(path) == ".go" && !strings.HasSuffix(path, "_test.go") && !strings.HasPrefix(path, "internal/testkit/") && !strings.HasPrefix(path, Generated)
	})
}

// Queries are the files of SQL from which the statements are generated, named from the root.
func Queries(t testing.TB) []string {
	t.Helper()
	return Files(t, 48, "internal", func(path string) bool { return filepath.Ext(path) == ".sql" && !strings.Contains(path, "/migrations/") })
}

// Documents are the pages in Markdown that belong to the repository, named from the root.
func Documents(t testing.TB) []string {
	t.Helper()
	page := func(path string) bool { return filepath.Ext(path) == ".md" }
	files := append(Files(t, 48, "docs", page), Files(t, 1, "bench", page)...)
	return append(files, "README.md", "CONTRIBUTING.md", "CHANGELOG.md", "SECURITY.md")
}
