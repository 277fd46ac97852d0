// Package mutant proves that a race test would fail without its lock. Next to the test it is declared what to remove: a
// lock, an update's condition, a constraint. `make prove` (PROVE: number of the try) runs the test without it and
// expects it to fail. The program is unchanged: its SQL statements are changed on their way to PostgreSQL (see
// wire.go).
package mutant

import (
	"fmt"
	"os"
	"path/filepath"
	"regexp"
	"slices"
	"strconv"
	"strings"
	"sync"
	"sync/atomic"
	"testing"

	"shanmen/internal/testkit/source"
)

// moment is how many seconds a statement without its lock waits after reading, so that concurrent ones can proceed;
// otherwise the gap is too narrow to hit in every run. Each try waits longer, for busy machines.
func moment() string {
	moments := []string{"0.1", "0.3", "0.9", "2", "4"}
	try, err := strconv.Atoi(os.Getenv("PROVE"))
	if err != nil {
		try = 1
	}
	return moments[min(max(try, 1), len(moments))-1]
}

// Mutant is one removal.
type Mutant struct {
	statement  string                            // the statement's name in SQL; "": a constraint
	change     func(text string) (string, error) // applied to the statement, without its first line
	constraint string                            // the SQL that drops the constraint
	met        *atomic.Bool                      // the program has executed it
}

// NoLock replaces an UPDATE that only locks by a SELECT of the same rows without lock, followed by a wait.
func NoLock(statement string) Mutant {
	return Mutant{statement: statement, change: func(text string) (string, error) {
		read, err := unlocked(text)
		return slow(read), err
	}}
}

// ReadOnly is NoLock without the wait, for tests where another statement makes one side slower.
func ReadOnly(statement string) Mutant {
	return Mutant{statement: statement, change: unlocked}
}

// unlocked is the SELECT of the rows that an UPDATE locks.
func unlocked(text string) (string, error) {
	m := lockShape.FindStringSubmatch(text)
	if m == nil || !strings.HasPrefix(m[3], m[2]) {
		return "", fmt.Errorf("it is no lock: UPDATE t SET c = c WHERE …")
	}
	columns := m[5]
	if columns == "" {
		columns = "1"
	}
	return "SELECT " + columns + " FROM " + m[1] + " WHERE " + m[4], nil
}

var lockShape = regexp.MustCompile(`(?s)^\s*UPDATE (\w+) SET (\w+) = (.*?) WHERE (.*?)(?: RETURNING (.*?))?\s*$`)

// NoShare replaces a SELECT that shares the lock of its rows (/*share*/) by one without lock, followed by a wait.
func NoShare(statement string) Mutant {
	return Mutant{statement: statement, change: func(text string) (string, error) {
		read := shares.ReplaceAllString(text, "")
		if read == text {
			return "", fmt.Errorf("it shares no lock")
		}
		return slow(read), nil
	}}
}

// shares is the mark in the source, and what the program sends for it.
var shares = regexp.MustCompile(`/\*share\*/|FOR SHARE`)

// Slow waits after a SELECT, so that decisions based on its result are late.
func Slow(statement string) Mutant {
	return Mutant{statement: statement, change: func(text string) (string, error) {
		if !strings.HasPrefix(strings.TrimSpace(text), "SELECT ") {
			return "", fmt.Errorf("it is no SELECT")
		}
		return slow(text), nil
	}}
}

// slow reads, waits, and then answers.
func slow(text string) string {
	return "WITH read AS MATERIALIZED (" + text + "), " +
		"moment AS MATERIALIZED (SELECT pg_sleep(" + moment() + ") AS m FROM (SELECT count(*) FROM read) AS c) " +
		"SELECT answer.* FROM moment, LATERAL (SELECT read.* FROM read WHERE moment.m IS NOT NULL OFFSET 0) AS answer"
}

// ReadFirst answers a DELETE with the rows that existed at its start, even if they were deleted concurrently.
func ReadFirst(statement string) Mutant {
	return Mutant{statement: statement, change: func(text string) (string, error) {
		m := deleteShape.FindStringSubmatch(text)
		if m == nil {
			return "", fmt.Errorf("it is no DELETE of one table")
		}
		columns := m[3]
		if columns == "" {
			columns = "1"
		}
		read := slow("SELECT " + columns + " FROM " + m[1] + " WHERE " + m[2])
		return strings.Replace(read, "WITH ", "WITH gone AS (DELETE FROM "+m[1]+" WHERE "+m[2]+"), ", 1), nil
	}}
}

var deleteShape = regexp.MustCompile(`(?s)^\s*DELETE FROM (\w+) WHERE (.*?)(?: RETURNING (.*?))?\s*$`)

// Change replaces a part of a statement's text that occurs once.
func Change(statement, from, to string) Mutant {
	return Mutant{statement: statement, change: func(text string) (string, error) {
		if n := strings.Count(text, from); n != 1 {
			return "", fmt.Errorf("%q stands %d times in it", from, n)
		}
		return strings.Replace(text, from, to, 1), nil
	}}
}

// Nothing replaces a statement without values by one that does nothing.
func Nothing(statement string) Mutant {
	return Mutant{statement: statement, change: func(string) (string, error) { return "SELECT 1", nil }}
}

// NoConstraint drops a constraint of a table.
func NoConstraint(table, name string) Mutant {
	return Mutant{constraint: "ALTER TABLE " + table + " DROP CONSTRAINT " + name}
}

// NoIndex drops a UNIQUE index.
func NoIndex(name string) Mutant { return Mutant{constraint: "DROP INDEX " + name} }

// of changes a statement's text and keeps its parameters.
func (m Mutant) of(text string) (string, error) {
	head, body, _ := strings.Cut(text, "\n")
	changed, err := m.change(strings.TrimRight(body, " ;\n"))
	if err == nil && values(changed) != values(body) {
		err = fmt.Errorf("it has %d values, and then %d", values(body), values(changed))
	}
	if err != nil {
		return "", fmt.Errorf("the mutant of %s: %w", m.statement, err)
	}
	return head + "\n" + changed, nil
}

var value = regexp.MustCompile(`\$(\d+)`)

// values is the number of a statement's parameters.
func values(text string) (most int) {
	for _, m := range value.FindAllStringSubmatch(text, -1) {
		n, _ := strconv.Atoi(m[1])
		most = max(most, n)
	}
	return most
}

// declared are the mutants of running tests, by test name.
var declared sync.Map

func on() bool { return os.Getenv("PROVE") != "" }

// Declare declares what is removed from a test and its subtests under proof. Call it before the test opens its
// database. An unknown or unsuitable statement fails every run of the test; a mutant that the test does not execute
// ends the proof.
func Declare(t testing.TB, mutants ...Mutant) {
	t.Helper()
	for _, m := range mutants {
		if err := m.check(); err != nil {
			broken(t, err)
		}
	}
	if !on() {
		return
	}
	mine := slices.Clone(mutants)
	for i := range mine {
		mine[i].met = &atomic.Bool{}
	}
	declared.Store(t.Name(), mine)
	t.Cleanup(func() {
		declared.Delete(t.Name())
		for _, m := range mine {
			if !m.met.Load() {
				broken(t, fmt.Errorf("the mutant of %s is not met by %s", m.statement+m.constraint, t.Name()))
			}
		}
	})
}

func (m Mutant) check() error {
	if m.statement == "" {
		return nil
	}
	texts, err := statements()
	if err != nil {
		return err
	}
	text, there := texts[m.statement]
	if !there {
		return fmt.Errorf("the mutant of %s: there is no such statement", m.statement)
	}
	_, err = m.of(text)
	return err
}

// broken exits: where a test is expected to fail, its failure would look like a proof.
func broken(t testing.TB, err error) {
	t.Helper()
	if on() {
		panic(err)
	}
	t.Fatal(err)
}

// declaredFor are the mutants of a test or its parent test.
func declaredFor(name string) []Mutant {
	for {
		if m, ok := declared.Load(name); ok {
			return m.([]Mutant)
		}
		at := strings.LastIndex(name, "/")
		if at < 0 {
			return nil
		}
		name = name[:at]
	}
}

var statementText = regexp.MustCompile("(?s)`(-- name: (\\w+) :\\w+\n.*?)`")

// statements are the program's SQL statements by name, as generated by sqlc.
var statements = sync.OnceValues(func() (map[string]string, error) {
	root, err := source.Root()
	if err != nil {
		return nil, err
	}
	files, err := filepath.Glob(filepath.Join(root, source.Generated+"*.sql.go"))
	if err != nil {
		return nil, err
	}
	texts := map[string]string{}
	for _, file := range files {
		text, err := os.ReadFile(file)
		if err != nil {
			return nil, err
		}
		for _, m := range statementText.FindAllStringSubmatch(string(text), -1) {
			texts[m[2]] = m[1]
		}
	}
	return texts, nil
})
