package editing_test

import (
	"go/ast"
	"go/parser"
	"go/token"
	"slices"
	"strconv"
	"strings"
	"testing"

	"shanmen/internal/offer/editing"
	"shanmen/internal/testkit/source"
)

// What differs between kinds of records is a field of editing.Kind: code that compares with a kind's name is forgotten when
// the next kind comes. The files of a kind itself, kind_<name>*.go, may ask for it.
func TestNothingButAKindAsksForItsName(t *testing.T) {
	t.Parallel()
	constant := map[string]string{} // KindPage: page
	for _, k := range editing.Kinds() {
		constant["Kind"+strings.ToUpper(k.Name[:1])+k.Name[1:]] = k.Name
	}
	if len(constant) < 11 {
		t.Fatalf("%d kinds are known, at least 11 are there", len(constant))
	}
	const here = "internal/offer/editing/"
	own := 0
	for _, path := range source.Program(t) {
		file, err := parser.ParseFile(token.NewFileSet(), source.Path(t, path), nil, 0)
		if err != nil {
			t.Fatal(err)
		}
		named := func(e ast.Expr) string {
			switch e := e.(type) {
			case *ast.Ident:
				if strings.HasPrefix(path, here) {
					return constant[e.Name]
				}
			case *ast.SelectorExpr:
				if x, ok := e.X.(*ast.Ident); ok && x.Name == "editing" {
					return constant[e.Sel.Name]
				}
			}
			return ""
		}
		spelled := func(e ast.Expr) string {
			text, _ := e.(*ast.BasicLit)
			for _, name := range constant {
				if text != nil && strings.HasPrefix(path, here) && text.Value == strconv.Quote(name) {
					return name
				}
			}
			return ""
		}
		refuse := func(name string) {
			switch {
			case name == "":
			case strings.HasPrefix(path, here+"kind_"+name):
				own++
			default:
				t.Errorf("%s compares with the name of the kind %s: make what it asks for a field of Kind", path, name)
			}
		}
		ast.Inspect(file, func(n ast.Node) bool {
			switch n := n.(type) {
			case *ast.BinaryExpr:
				if n.Op == token.EQL || n.Op == token.NEQ {
					refuse(named(n.X))
					refuse(named(n.Y))
					if ofKind(n.X) {
						refuse(spelled(n.Y))
					}
				}
			case *ast.SwitchStmt:
				for _, c := range n.Body.List {
					for _, e := range c.(*ast.CaseClause).List {
						refuse(named(e))
						if n.Tag != nil && ofKind(n.Tag) {
							refuse(spelled(e))
						}
					}
				}
			case *ast.KeyValueExpr: // of a map by kind
				refuse(named(n.Key))
			}
			return true
		})
	}
	if own < 2 {
		t.Errorf("%d comparisons of a kind with its own name are seen, at least 2 are there: the test sees too little", own)
	}
}

// ofKind tells whether an expression is called as what holds the name of a kind.
func ofKind(e ast.Expr) bool {
	switch e := e.(type) {
	case *ast.Ident:
		return slices.Contains([]string{"kind", "name", "space"}, e.Name)
	case *ast.SelectorExpr:
		return e.Sel.Name == "Kind" || e.Sel.Name == "Name"
	}
	return false
}
