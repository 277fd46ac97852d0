package app_test

import (
	"go/ast"
	"go/parser"
	"go/token"
	"regexp"
	"testing"

	"shanmen/internal/testkit/source"
)

var (
	statement = regexp.MustCompile(`(?m)^-- name: (\w+) :`)
	sqlNote   = regexp.MustCompile(`(?m)^--.*$`)
	sqlWrites = regexp.MustCompile(`\b(INSERT|UPDATE|DELETE)\b`)
)

// owners tells of each statement that writes in which package it stands.
func owners(t *testing.T) map[string]string {
	t.Helper()
	owner := map[string]string{}
	for _, file := range source.Queries(t) {
		text := source.Read(t, file)
		at := statement.FindAllSubmatchIndex(text, -1)
		for i, m := range at {
			end := len(text)
			if i+1 < len(at) {
				end = at[i+1][0]
			}
			if sqlWrites.Match(sqlNote.ReplaceAll(text[m[1]:end], nil)) {
				owner[string(text[m[2]:m[3]])] = packageOf(file)
			}
		}
	}
	return owner
}

// A row is written by the package in which the statement stands, and by those above it, which know its rules.
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
	calls := 0
	for _, file := range source.Program(t) {
		pkg := packageOf(file)
		mine, known := rank[pkg]
		if !known {
			continue
		}
		f, err := parser.ParseFile(token.NewFileSet(), source.Path(t, file), nil, 0)
		if err != nil {
			t.Fatal(err)
		}
		ast.Inspect(f, func(n ast.Node) bool {
			call, ok := n.(*ast.CallExpr)
			if !ok {
				return true
			}
			if to, ok := call.Fun.(*ast.SelectorExpr); ok && onTransaction(to.X) {
				whose, writes := owner[to.Sel.Name]
				if writes {
					calls++
				}
				theirs, known := rank[whose]
				if writes && !known {
					t.Errorf("%s stands in %s, which has no row", to.Sel.Name, whose)
				}
				if writes && whose != pkg && theirs >= mine {
					t.Errorf("%s writes by %s, a statement of %s, which is not below it", file, to.Sel.Name, whose)
				}
			}
			return true
		})
	}
	if len(owner) < 515 || calls < 647 {
		t.Errorf("%d statements that write are found, and %d calls of them: the test reads less than it did", len(owner), calls)
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
