// Package mutant shows that a test of a race would notice if its lock were gone. Beside the test stands what is taken
// away: a lock, the condition of an update, a constraint. `make prove` (PROVE: which try it is) runs the test without it and expects it
// to fail. The program knows nothing of this: its statements are changed on their way to PostgreSQL (see wire.go).
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

// moment is how long, in seconds, a statement without its lock lasts after it has read: others get on meanwhile.
// Without it the gap is too narrow to be met in every run. On a busy machine the other may need longer to arrive: each
// try takes longer than the one before.
func moment() string {
	moments := []string{"0.1", "0.3", "0.9", "2", "4"}
	try, err := strconv.Atoi(os.Getenv("PROVE"))
	if err != nil {
		try = 1
	}
	return moments[min(max(try, 1), len(moments))-1]
}

// Mutant is one thing that is taken away.
type Mutant struct {
	statement  string                            // its name in SQL; "": a constraint
	change     func(text string) (string, error) // of the statement, without its first line
	constraint string                            // the SQL that drops it
	met        *atomic.Bool                      // the program has met it
}

// NoLock reads the rows of an UPDATE that only locks, does not lock them, and waits a moment.
func NoLock(statement string) Mutant {
	return Mutant{statement: statement, change: func(text string) (string, error) {
		read, err := unlocked(text)
		return slow(read), err
	}}
}

// ReadOnly reads the rows of an UPDATE that only locks, does not lock them, and goes on at once: for where one of two
// must be the slower one, and another statement makes it so.
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

// Slow waits a moment after a SELECT: what is decided by its answer is decided late.
func Slow(statement string) Mutant {
	return Mutant{statement: statement, change: func(text string) (string, error) {
		if !strings.HasPrefix(strings.TrimSpace(text), "SELECT ") {
			return "", fmt.Errorf("it is no SELECT")
		}
		return slow(text), nil
	}}
}

// slow reads first, then waits, then answers.
func slow(text string) string {
	return "WITH read AS MATERIALIZED (" + text + "), " +
		"moment AS MATERIALIZED (SELECT pg_sleep(" + moment() + ") AS m FROM (SELECT count(*) FROM read) AS c) " +
		"SELECT answer.* FROM moment, LATERAL (SELECT read.* FROM read WHERE moment.m IS NOT NULL OFFSET 0) AS answer"
}

// ReadFirst answers a DELETE by what was there when it began, also when another has deleted it meanwhile.
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

// Change replaces a piece of a statement's text, that stands there once.
func Change(statement, from, to string) Mutant {
	return Mutant{statement: statement, change: func(text string) (string, error) {
		if n := strings.Count(text, from); n != 1 {
			return "", fmt.Errorf("%q stands %d times in it", from, n)
		}
		return strings.Replace(text, from, to, 1), nil
	}}
}

// Nothing does nothing in place of a statement that takes no values.
func Nothing(statement string) Mutant {
	return Mutant{statement: statement, change: func(string) (string, error) { return "SELECT 1", nil }}
}

// NoConstraint drops a constraint of a table.
func NoConstraint(table, name string) Mutant {
	return Mutant{constraint: "ALTER TABLE " + table + " DROP CONSTRAINT " + name}
}

// NoIndex drops a UNIQUE index.
func NoIndex(name string) Mutant { return Mutant{constraint: "DROP INDEX " + name} }

// of changes a statement, whose text keeps its values.
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

// values is how many values a statement takes.
func values(text string) (most int) {
	for _, m := range value.FindAllStringSubmatch(text, -1) {
		n, _ := strconv.Atoi(m[1])
		most = max(most, n)
	}
	return most
}

// declared are the mutants of the tests that run, by the test's name.
var declared sync.Map

func on() bool { return os.Getenv("PROVE") != "" }

// Declare says what is taken away from a test, and from its subtests, when it is proven. Call it before the test opens
// its database. A statement that is not there, or not as the mutant needs it, fails every run of the test; a mutant that
// the test does not meet ends the proof.
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

// broken ends the run: where a test is expected to fail, its failure would look like a proof.
func broken(t testing.TB, err error) {
	t.Helper()
	if on() {
		panic(err)
	}
	t.Fatal(err)
}

// declaredFor are the mutants of a test or of the test that it is part of.
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

// statements are the texts of the program's SQL by their names, as sqlc has written them.
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
