package app

import (
	"fmt"
	"go/ast"
	"go/constant"
	"go/parser"
	"go/token"
	"os"
	"strings"
	"testing"
	"time"

	"shanmen/internal/testkit/source"
)

// limits are the rows of docs/limits.md: %d is the constant's value, %b as bytes, %t as a duration, %s as an amount in
// cents.
var limits = []struct{ what, limit, file, constant string }{
	{"JSON body: nesting", "%d levels", "platform/httpd/json.go", "maxDepth"},
	{"JSON body: values in all", "%d", "platform/httpd/json.go", "maxValues"},
	{"one form of a cart item", "%b", "offer/form/validate.go", "MaxBytes"},
	{"items of a cart", "%d", "sales/cart/cart.go", "MaxItems"},
	{"sum of a cart", "%s", "sales/cart/cart.go", "MaxAmount"},
	{"fields named in one refusal", "%d", "base/fault/fault.go", "MaxFields"},
	{"new guests of a network address", "%d an hour", "people/account/guest.go", "guestsAnHour"},
	{"payment provider's codes of a member", "%d an hour", "sales/payrequest/payrequest.go", "codesAnHour"},
	{"idempotency keys kept of a member", "%d", "platform/httpd/idempotency.go", "keysOfAMember"},
	{"requests of a network address at once", "%d", "platform/httpd/flood.go", "callsInHand"},
	{"changing calls of guests behind one address at once", "%d", "platform/httpd/turns.go", "callsOfAnAddress"},
	{"payments at once", "%d", "platform/admission/admission.go", "paymentsRunning"},
	{"payments that wait", "%d", "platform/admission/admission.go", "paymentsWaiting"},
	{"uncached reads at once, of each core", "%d", "platform/admission/admission.go", "readsPerCore"},
	{"uncached reads that wait", "%d", "platform/admission/admission.go", "readsWaiting"},
	{"logins that wait", "%d", "platform/admission/admission.go", "loginsWaiting"},
	{"received pictures that wait", "%d", "platform/admission/admission.go", "picturesWaiting"},
	{"PDFs that wait", "%d", "platform/admission/admission.go", "papersWaiting"},
	{"exports at once", "%d", "platform/admission/admission.go", "exportsRunning"},
	{"waiting of a call for these together, from when it may begin", "%t", "platform/admission/admission.go", "patience"},
	{"the same, of a login", "%t", "platform/admission/admission.go", "loginsPatience"},
	{"waiting of a received picture", "%t", "platform/admission/admission.go", "picturesPatience"},
	{"upload without a byte", "%t", "platform/httpd/steady.go", "uploadStall"},
	{"screenshots of a payment", "%d", "sales/payment/upload.go", "MaxFiles"},
	{"screenshots kept of a member", "%b", "sales/payment/upload.go", "keptBytes"},
	{"pixels of a picture", "%d", "platform/media/sanitize.go", "MaxPixels"},
	{"decoding a picture", "%t", "platform/media/process.go", "decodeTime"},
	{"wrong passwords of one account from one address", "%d in 15 minutes", "people/account/login.go", "triesPerAccount"},
	{"pages in the page cache", "%d", "platform/ssr/cache.go", "maxEntries"},
	{"memory of the page cache: an eighth of the program's own", "at most %b", "app/memory.go", "mostPages"},
	{"connections to PostgreSQL of a replica, for writes", "%d", "platform/db/postgres.go", "writeConnections"},
	{"a transaction on PostgreSQL", "%t", "platform/db/postgres.go", "writeTimeout"},
	{"people in a family book", "%d", "offer/family/family.go", "MaxPeople"},
	{"pieces of a print run", "%d", "rites/print/print.go", "mostPieces"},
	{"file of a print run", "%t", "rites/print/print.go", "KeptFor"},
	{"redirects", "%d", "offer/redirect/act.go", "MostEntries"},
	{"imported list: file", "%b", "sales/bankfile/cells.go", "MaxListBytes"},
	{"imported list: rows", "%d", "sales/bankfile/cells.go", "MaxListRows"},
	{"imported list: undo", "%t", "office/imports/imports.go", "UndoFor"},
	{"float of a cash box", "%s", "sales/till/till.go", "MostFloat"},
	{"kiosks", "%d", "offer/position/kiosk.go", "mostKiosks"},
}

func TestLimitsAreThoseOfTheConstants(t *testing.T) {
	t.Parallel()
	const file, begins, ends = "docs/limits.md", "<!-- limits: written by a test -->\n", "<!-- end of the limits -->\n"
	text := string(source.Read(t, file))
	before, rest, found := strings.Cut(text, begins)
	_, after, ended := strings.Cut(rest, ends)
	if !found || !ended {
		t.Fatal("the document has no place for the table")
	}
	var table strings.Builder
	table.WriteString("| what | limit | constant |\n|---|---|---|\n")
	for _, l := range limits {
		fmt.Fprintf(&table, "| %s | %s | `%s` in `%s` |\n", l.what, limitText(l.limit, constantOf(t, l.file, l.constant)), l.constant, l.file)
	}
	want := before + begins + table.String() + ends + after
	if os.Getenv("WRITE") == "1" {
		if err := os.WriteFile(source.Path(t, file), []byte(want), 0o600); err != nil {
			t.Fatal(err)
		}
		return
	}
	if text != want {
		t.Errorf("%s has another table than the constants: WRITE=1 writes it", file)
	}
}

// constantOf reads the value of a constant from the source, as nearly all are private to their packages.
func constantOf(t *testing.T, file, name string) int64 {
	t.Helper()
	f, err := parser.ParseFile(token.NewFileSet(), source.Path(t, "internal/"+file), nil, 0)
	if err != nil {
		t.Fatal(err)
	}
	for _, d := range f.Decls {
		g, ok := d.(*ast.GenDecl)
		if !ok || g.Tok != token.CONST {
			continue
		}
		for _, s := range g.Specs {
			v, ok := s.(*ast.ValueSpec)
			if !ok {
				continue
			}
			for i, n := range v.Names {
				if n.Name == name && i < len(v.Values) {
					value, exact := constant.Int64Val(valueOf(t, v.Values[i]))
					if !exact {
						t.Fatalf("%s in %s is no whole number", name, file)
					}
					return value
				}
			}
		}
	}
	t.Fatalf("%s has no constant %s", file, name)
	return 0
}

// valueOf evaluates a product or shift of numbers and time units.
func valueOf(t *testing.T, e ast.Expr) constant.Value {
	t.Helper()
	switch e := e.(type) {
	case *ast.BasicLit:
		return constant.MakeFromLiteral(e.Value, e.Kind, 0)
	case *ast.BinaryExpr:
		x, y := valueOf(t, e.X), valueOf(t, e.Y)
		if e.Op == token.SHL {
			n, _ := constant.Uint64Val(y)
			return constant.Shift(x, token.SHL, uint(n)) //nolint:gosec // the few bits of a constant
		}
		return constant.BinaryOp(x, e.Op, y)
	case *ast.SelectorExpr:
		unit := map[string]time.Duration{"Millisecond": time.Millisecond, "Second": time.Second, "Minute": time.Minute, "Hour": time.Hour}[e.Sel.Name]
		if unit != 0 {
			return constant.MakeInt64(int64(unit))
		}
	}
	t.Fatalf("a limit is written as %T, which this test does not compute", e)
	return nil
}

// limitText formats a value for readers.
func limitText(form string, value int64) string {
	d := time.Duration(value)
	bytes, long := fmt.Sprintf("%d KiB", value>>10), d.String()
	if value >= 1<<20 {
		bytes = fmt.Sprintf("%d MiB", value>>20)
	}
	if day := 24 * time.Hour; d >= day {
		long = fmt.Sprintf("%d days", d/day)
	}
	return strings.NewReplacer("%d", grouped(value), "%b", bytes, "%t", long, "%s", "S$"+grouped(value/100)).Replace(form)
}

// grouped formats a number with thousands separators.
func grouped(n int64) string {
	s := fmt.Sprint(n)
	for i := len(s) - 3; i > 0; i -= 3 {
		s = s[:i] + "," + s[i:]
	}
	return s
}
