package app_test

import (
	"go/parser"
	"go/token"
	"path/filepath"
	"slices"
	"strings"
	"testing"

	"shanmen/internal/testkit/source"
)

// Who may import whom, lowest first. A package may import those of lower rows, never its own row.
var rows = [][]string{
	{"base/fault", "base/clock", "base/id", "base/money", "base/writing", "base/uses", "base/licences"},
	{"base/locale", "base/keyset", "sales/bankfile", "platform/job"},
	{"base/lunar", "base/markup", "base/paynow", "platform/db/query", "platform/ssr", "platform/doctor"},
	{"platform/db", "people/account/password", "offer/event/rule", "offer/offering/search"},
	{"platform/httpd", "platform/media/heif", "platform/media/webp", "platform/document", "platform/lookup", "platform/table"},
	{"platform/media", "platform/share", "platform/outbox", "rites/tablet"},
	{"platform/audit", "platform/backup", "platform/picture"}, {"people/account"},
	{"offer/content", "people/account/staff", "offer/redirect/address", "people/chat"}, {"offer/form"}, {"offer/offering", "offer/event", "offer/redirect", "offer/words", "offer/library", "offer/editing/firstdraft"}, {"offer/editing"},
	{"people/member", "offer/family", "offer/position"}, {"sales/cart"}, {"sales/invoice", "sales/till", "sales/bankline"},
	{"sales/payment", "sales/report", "sales/subscription/term"}, {"sales/subscription", "sales/late"}, {"office/imports", "rites/ceremony", "rites/wall"}, {"sales/bank", "sales/checkout", "site", "rites/print", "rites/correction"}, {"office", "office/personal"},
}

// aside are free in what they import: they put things together, or are for tests.
var aside = []string{"app", "app/demo", "app/testclock", "people/account/password/leakgen", "platform/db/readergen", "ledger/mutants", "platform/document/fontgen", "base/licences/licencegen"}

// packageOf is the package of a file that is named from the root, as the rows name it.
func packageOf(file string) string {
	return strings.TrimPrefix(filepath.ToSlash(filepath.Dir(file)), "internal/")
}

func TestImportsPointDownwards(t *testing.T) {
	rank := map[string]int{}
	for i, row := range rows {
		for _, p := range row {
			rank[p] = i
		}
	}
	seen := map[string]bool{}
	for _, file := range append(source.Program(t), source.Statements(t)...) {
		pkg := packageOf(file)
		if slices.Contains(aside, pkg) {
			continue
		}
		mine, known := rank[pkg]
		if !known {
			t.Errorf("package %s has no row in this test: say who may import it", pkg)
			continue
		}
		seen[pkg] = true
		f, err := parser.ParseFile(token.NewFileSet(), source.Path(t, file), nil, parser.ImportsOnly)
		if err != nil {
			t.Fatal(err)
		}
		for _, im := range f.Imports {
			name, ours := strings.CutPrefix(strings.Trim(im.Path.Value, `"`), "shanmen/internal/")
			if !ours {
				continue
			}
			if theirs, ok := rank[name]; !ok || theirs >= mine {
				t.Errorf("%s imports %s, which is not below it", file, name)
			}
		}
	}
	for p := range rank {
		if !seen[p] {
			t.Errorf("package %s is in the rows but does not exist", p)
		}
	}
}

// A test inside a package of the program makes Go compile anew, for the tests of that package that need the program, each
// package between the two. These few are worth it; any other tests what it can see from outside, or a package of its own.
func TestTheProgramIsCompiledOnceForItsTests(t *testing.T) {
	t.Parallel()
	worth := []string{"app", "platform/backup", "sales/checkout", "offer/editing", "office/imports", "site"}
	inside, whole := map[string]bool{}, map[string]bool{}
	for _, file := range source.Files(t, 512, "internal", func(path string) bool { return strings.HasSuffix(path, "_test.go") }) {
		f, err := parser.ParseFile(token.NewFileSet(), source.Path(t, file), nil, parser.ImportsOnly)
		if err != nil {
			t.Fatal(err)
		}
		pkg := packageOf(file)
		inside[pkg] = inside[pkg] || !strings.HasSuffix(f.Name.Name, "_test")
		for _, im := range f.Imports {
			whole[pkg] = whole[pkg] || im.Path.Value == `"shanmen/internal/testkit"` || im.Path.Value == `"shanmen/internal/app"`
		}
	}
	for pkg, needs := range whole {
		if needs && inside[pkg] && !slices.Contains(worth, pkg) {
			t.Errorf("%s has tests inside it and tests of the whole program", pkg)
		}
	}
}
