package month_test

import (
	"go/ast"
	"go/parser"
	"go/token"
	"maps"
	"regexp"
	"slices"
	"strings"
	"testing"

	"shanmen/internal/testkit/source"
)

// dated are the tables from which the accounts of a month are computed.
var dated = regexp.MustCompile(`(?i)\b(?:INSERT INTO|UPDATE|DELETE FROM)\s+(payments|refunds|shifts|official_receipts|adjustments|adjustment_items|provider_payments)\b`)

var statementHead = regexp.MustCompile(`(?m)^-- name: (\w+) :\w+\n`)

// writers are the statements that write a table with dated money.
func writers(t *testing.T) map[string]bool {
	t.Helper()
	out := map[string]bool{}
	for _, file := range source.Queries(t) {
		text := string(source.Read(t, file))
		heads := statementHead.FindAllStringSubmatchIndex(text, -1)
		for i, h := range heads {
			end := len(text)
			if i+1 < len(heads) {
				end = heads[i+1][0]
			}
			body := regexp.MustCompile(`(?m)^--.*$`).ReplaceAllString(text[h[1]:end], "")
			if dated.MatchString(body) && !onlyLocks.MatchString(body) {
				out[text[h[2]:h[3]]] = true
			}
		}
	}
	return out
}

// onlyLocks is an update that stores what is there.
var onlyLocks = regexp.MustCompile(`UPDATE \w+ SET (\w+) = (\w+) WHERE [^;]* RETURNING \*`)

// place is a call of a statement: the statement, and the function that calls it.
type place struct{ statement, function string }

// callsOf finds the calls of statements, and the functions of package month that each caller has called before.
func callsOf(t *testing.T, statements map[string]bool) map[place][]string {
	t.Helper()
	out := map[place][]string{}
	for _, file := range source.Program(t) {
		f, err := parser.ParseFile(token.NewFileSet(), source.Path(t, file), nil, parser.SkipObjectResolution)
		if err != nil {
			t.Fatal(err)
		}
		for _, d := range f.Decls {
			fn, ok := d.(*ast.FuncDecl)
			if !ok || fn.Body == nil {
				continue
			}
			var guards []string
			ast.Inspect(fn.Body, func(n ast.Node) bool {
				call, ok := n.(*ast.CallExpr)
				if !ok {
					return true
				}
				switch to := call.Fun.(type) {
				case *ast.Ident:
					if f.Name.Name == "month" {
						guards = append(guards, "month."+to.Name)
					}
				case *ast.SelectorExpr:
					if x, ok := to.X.(*ast.Ident); ok && x.Name == "month" {
						guards = append(guards, "month."+to.Sel.Name)
					}
					if statements[to.Sel.Name] {
						at := place{to.Sel.Name, f.Name.Name + "." + fn.Name.Name}
						out[at] = append(out[at], guards...)
					}
				}
				return true
			})
		}
	}
	return out
}

// A new act cannot be forgotten: each call of a statement that writes dated money has a line in testdata/acts.txt, which
// names its guard, or says why it needs none; and the guard is called before the statement.
func TestEveryActThatDatesMoneyIsGuarded(t *testing.T) {
	t.Parallel()
	calls := callsOf(t, writers(t))
	listed := map[place]string{}
	for line := range strings.Lines(string(source.Read(t, "internal/sales/month/testdata/acts.txt"))) {
		f := strings.SplitN(strings.TrimSpace(line), " ", 3)
		if strings.HasPrefix(line, "#") || len(f) < 3 {
			continue
		}
		listed[place{f[0], f[1]}] = f[2]
	}
	guarded := 0
	for _, at := range slices.SortedFunc(maps.Keys(calls), func(a, b place) int {
		return strings.Compare(a.statement+a.function, b.statement+b.function)
	}) {
		by, known := listed[at]
		switch {
		case !known:
			t.Errorf("%s %s writes dated money and has no line: say what keeps it out of closed months", at.statement, at.function)
		case strings.HasPrefix(by, "month.") && !slices.Contains(calls[at], by):
			t.Errorf("%s: %s does not call %s before it", at.statement, at.function, by)
		case strings.HasPrefix(by, "month."):
			guarded++
		}
	}
	for at := range listed {
		if _, called := calls[at]; !called {
			t.Errorf("%s %s is listed and not called", at.statement, at.function)
		}
	}
	if guarded < 8 {
		t.Errorf("%d acts are guarded: the test reads less than it did", guarded)
	}
}
