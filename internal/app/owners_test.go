package app_test

import (
	"go/ast"
	"go/parser"
	"go/token"
	"os"
	"path/filepath"
	"regexp"
	"strings"
	"testing"
)

var (
	statement = regexp.MustCompile(`(?m)^-- name: (\w+) :`)
	sqlNote   = regexp.MustCompile(`(?m)^--.*$`)
	sqlWrites = regexp.MustCompile(`\b(INSERT|UPDATE|DELETE)\b`)
)

// queryFiles are the files in which statements stand, of packages and of those within them.
func queryFiles(t *testing.T) (files []string) {
	t.Helper()
	for _, pattern := range []string{"../*/query.sql", "../*/*/query.sql"} {
		some, err := filepath.Glob(pattern)
		if err != nil || len(some) == 0 {
			t.Fatalf("no query.sql: %v", err)
		}
		files = append(files, some...)
	}
	return files
}

// owners tells of each statement that writes in which package's query.sql it stands.
func owners(t *testing.T) map[string]string {
	t.Helper()
	files := queryFiles(t)
	owner := map[string]string{}
	for _, path := range files {
		text, err := os.ReadFile(path)
		if err != nil {
			t.Fatal(err)
		}
		at := statement.FindAllSubmatchIndex(text, -1)
		for i, m := range at {
			end := len(text)
			if i+1 < len(at) {
				end = at[i+1][0]
			}
			if sqlWrites.Match(sqlNote.ReplaceAll(text[m[1]:end], nil)) {
				owner[string(text[m[2]:m[3]])] = filepath.ToSlash(strings.TrimPrefix(filepath.Dir(path), "../"))
			}
		}
	}
	return owner
}

// A row is written by the package whose query.sql has the statement, and by those above it, which know its rules.
func TestRowsAreWrittenByTheirOwner(t *testing.T) {
	rank := map[string]int{"db": -1}
	for i, row := range rows {
		for _, p := range row {
			if p != "db" {
				rank[p] = i
			}
		}
	}
	owner := owners(t)
	err := filepath.WalkDir("..", func(path string, e os.DirEntry, err error) error {
		pkg := filepath.ToSlash(filepath.Dir(strings.TrimPrefix(path, "../")))
		mine, known := rank[pkg]
		if err != nil || e.IsDir() || !known || !strings.HasSuffix(path, ".go") || strings.HasSuffix(path, "_test.go") || pkg == "db/query" {
			return err
		}
		f, err := parser.ParseFile(token.NewFileSet(), path, nil, 0)
		if err != nil {
			return err
		}
		ast.Inspect(f, func(n ast.Node) bool {
			call, ok := n.(*ast.CallExpr)
			if !ok {
				return true
			}
			if to, ok := call.Fun.(*ast.SelectorExpr); ok && onTransaction(to.X) {
				whose, writes := owner[to.Sel.Name]
				if writes && whose != pkg && rank[whose] >= mine {
					t.Errorf("%s writes by %s, a statement of %s, which is not below it", path, to.Sel.Name, whose)
				}
			}
			return true
		})
		return nil
	})
	if err != nil {
		t.Fatal(err)
	}
}

// onTransaction tells whether a call is on a transaction: tx.Name() or, in a struct, d.tx.Name().
func onTransaction(x ast.Expr) bool {
	switch x := x.(type) {
	case *ast.Ident:
		return x.Name == "tx"
	case *ast.SelectorExpr:
		return x.Sel.Name == "tx" || x.Sel.Name == "Queries"
	}
	return false
}
