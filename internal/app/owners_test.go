package app_test

import (
	"go/ast"
	"go/parser"
	"go/token"
	"regexp"
	"slices"
	"testing"

	"shanmen/internal/testkit/source"
)

var (
	statement = regexp.MustCompile(`(?m)^-- name: (\w+) :`)
	sqlNote   = regexp.MustCompile(`(?m)^--.*$`)
	sqlWrites = regexp.MustCompile(`\b(INSERT|UPDATE|DELETE)\b`)
)

// owners lists in which package each writing SQL statement is.
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

// A table's rows are written by the package that owns the statement, and by packages above it, which know its rules.
func TestTablesAreWrittenOnlyByTheirPackage(t *testing.T) {
	rank := map[string]int{"platform/db": -1}
	for i, row := range rows {
		for _, p := range row {
			if p != "platform/db" {
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
	if len(owner) < 511 || calls < 647 {
		t.Errorf("%d statements that write are found, and %d calls of them: the test reads less than it did", len(owner), calls)
	}
}

// onTransaction reports whether a call is on a transaction: tx.Name() or, in a struct, d.tx.Name().
func onTransaction(x ast.Expr) bool {
	switch x := x.(type) {
	case *ast.Ident:
		return x.Name == "tx"
	case *ast.SelectorExpr:
		return x.Sel.Name == "tx" || x.Sel.Name == "Queries"
	}
	return false
}

// shared are the queries that their own package does not run, only packages above it, each with its reason.
var shared = []string{
	"AnswerTexts", "AuditLastOf", "AuditTrailOfSubject", "BankLine", "FoundUser", "InvoiceSettledAt", "JobInHand", "JobTakenUp", "OfferingOptionsAll", "OfferingsAll",
	"PutSetting", "Setting", "Settings", "StaffAccounts", "ThrottleNow", "UserReading",
}

// upwards are queries owned by higher packages that position runs: a position belongs to an order or a subscription.
var upwards = []string{"Invoice", "InvoiceItems", "Subscription", "SubscriptionImported"}

// A query belongs to the package that runs it. Packages above may run it too, those below and beside may not. A query
// that nothing runs is dead code for both engines.
func TestQueriesAreDefinedInThePackageThatRunsThem(t *testing.T) {
	t.Parallel()
	owner := map[string]string{}
	for _, file := range source.Queries(t) {
		for _, m := range statement.FindAllSubmatch(source.Read(t, file), -1) {
			owner[string(m[1])] = packageOf(file)
		}
	}
	rank := map[string]int{"platform/db": -1}
	for i, row := range rows {
		for _, p := range row {
			if p != "platform/db" {
				rank[p] = i
			}
		}
	}
	runs := map[string][]string{} // the packages that run a query
	for _, file := range source.Program(t) {
		pkg := packageOf(file)
		f, err := parser.ParseFile(token.NewFileSet(), source.Path(t, file), nil, 0)
		if err != nil {
			t.Fatal(err)
		}
		ast.Inspect(f, func(n ast.Node) bool {
			s, ok := n.(*ast.SelectorExpr)
			if call, made := n.(*ast.CallExpr); made {
				s, ok = call.Fun.(*ast.SelectorExpr)
			} else if ok && lastName(s.X) == "r" {
				return true // a column of a row variable named r
			}
			if !ok || !slices.Contains([]string{"tx", "r", "Queries", "Read", "Reader"}, lastName(s.X)) {
				return true
			}
			whose, known := owner[s.Sel.Name]
			if !known {
				return true
			}
			if !slices.Contains(runs[s.Sel.Name], pkg) {
				runs[s.Sel.Name] = append(runs[s.Sel.Name], pkg)
			}
			if mine, ranked := rank[pkg]; ranked && pkg != whose && rank[whose] >= mine && !(pkg == "offer/position" && slices.Contains(upwards, s.Sel.Name)) {
				t.Errorf("%s runs %s, a query of %s, which is not below it", file, s.Sel.Name, whose)
			}
			return true
		})
	}
	for name, whose := range owner {
		switch own := slices.Contains(runs[name], whose); {
		case slices.Contains(shared, name):
			if own || len(runs[name]) < 2 {
				t.Errorf("%s is listed as shared and run by %v alone", name, runs[name])
			}
		case !own:
			t.Errorf("%s stands in %s and is run by %v", name, whose, runs[name])
		}
	}
	if len(runs) < 1117 {
		t.Errorf("the program runs %d queries: the test sees less than it did", len(runs))
	}
}

// lastName returns the last identifier of a query's receiver: tx, d.tx, r, s.DB.Read(), db.Reader.
func lastName(x ast.Expr) string {
	switch x := x.(type) {
	case *ast.Ident:
		return x.Name
	case *ast.SelectorExpr:
		return x.Sel.Name
	case *ast.CallExpr:
		return lastName(x.Fun)
	}
	return ""
}
