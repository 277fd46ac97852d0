package app_test

import (
	"fmt"
	"go/parser"
	"go/token"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"testing"

	"shanmen/internal/testkit/source"
)

// group is a folder of internal: its name and its packages by layer, the lowest first.
type group struct {
	name, holds string
	rows        [][]string
}

// groups say which packages may import which, the lowest first. A package may import those of lower groups, and lower
// layers of its own group, never its own layer. docs/architecture.md shows this table.
var groups = []group{
	{"base", "values and pure functions: clock, money, languages, calendar, PayNow codes, refusals; no HTTP, no database", [][]string{
		{"clock", "etag", "fault", "id", "lazyregexp", "licences", "money", "pinyin", "uses", "writing"}, {"keyset", "locale"}, {"lunar", "markup", "paynow"},
	}},
	{"platform", "what every feature stands on: database, HTTP, rendering, outbox, files; no rule of a temple", [][]string{
		{"admission", "db/query", "doctor", "job"}, {"db", "ssr"},
		{"document", "httpd", "lookup", "media/heif", "media/webp", "table"},
		{"media", "outbox", "share"}, {"audit", "backup", "picture"},
	}},
	{"people", "accounts, members and how they are reached", [][]string{
		{"account/factor", "account/otp", "account/password"}, {"account"}, {"account/staff", "chat", "member"},
	}},
	{"offer", "what the temple offers and writes: offerings, events, pages, forms, and their drafts", [][]string{
		{"content", "event/rule", "offering/search", "redirect/address"}, {"form"},
		{"editing/firstdraft", "library", "offering", "redirect", "words"}, {"event", "family", "position"}, {"editing"},
	}},
	{"sales", "from the cart to the report: orders, money, the bank, what renews itself", [][]string{
		{"bankfile", "month", "provider", "subscription/term"}, {"bankline", "cart", "till"}, {"invoice"}, {"payment", "report"}, {"journal", "late", "subscription"}, {"bank", "checkout", "payrequest"},
	}},
	{"rites", "what becomes of a name that was paid for: lists, tablets, print, the wall", [][]string{
		{"tablet"}, {"ceremony", "wall"}, {"correction", "print"},
	}},
	{"office", "the screens of the office that are of no one feature, what is read in, what is given back", [][]string{
		{"claim", "contact", "export", "imports"}, {"trail"},
		{"counter", "desk", "inbox", "letters", "members", "order", "settings"}, {"personal", "today"},
	}},
	{"site", "the public pages without a feature, the head of every page, what search engines read", [][]string{{"."}}},
}

// rows are the layers of all groups as one list.
var rows = func() (all [][]string) {
	for _, g := range groups {
		for _, row := range g.rows {
			var full []string
			for _, p := range row {
				full = append(full, filepath.ToSlash(filepath.Join(g.name, p)))
			}
			all = append(all, full)
		}
	}
	return all
}()

// aside lists packages that may import anything: they wire the program, or are for tests.
var aside = []string{"app", "app/demo", "app/testclock", "people/account/password/leakgen", "platform/db/readergen", "ledger/mutants", "platform/document/fontgen", "base/licences/licencegen", "base/pinyin/pinyingen", "platform/ssr/pack"}

// packageOf returns the package of a file, given relative to the root, as the layers name it.
func packageOf(file string) string {
	return strings.TrimPrefix(filepath.ToSlash(filepath.Dir(file)), "internal/")
}

func TestPackagesImportOnlyLowerLayers(t *testing.T) {
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

func TestArchitectureShowsTheGroups(t *testing.T) {
	t.Parallel()
	const file, begins, ends = "docs/architecture.md", "<!-- groups: written by a test -->\n", "<!-- end of the groups -->\n"
	text := source.Read(t, file)
	before, rest, found := strings.Cut(string(text), begins)
	_, after, ended := strings.Cut(rest, ends)
	if !found || !ended {
		t.Fatal("the document has no place for the table")
	}
	var table strings.Builder
	table.WriteString("| `internal/` | what it holds | packages, each row imports those before it |\n|---|---|---|\n| `app` | the wiring of all below, every address, start and stop, the demonstration temple | `demo` `testclock` |\n")
	for _, g := range slices.Backward(groups) {
		var cells []string
		for _, row := range g.rows {
			if row[0] != "." {
				cells = append(cells, "`"+strings.Join(row, "` `")+"`")
			}
		}
		fmt.Fprintf(&table, "| `%s` | %s | %s |\n", g.name, g.holds, strings.Join(cells, " · "))
	}
	want := before + begins + table.String() + ends + after
	if os.Getenv("WRITE") == "1" {
		if err := os.WriteFile(source.Path(t, file), []byte(want), 0o600); err != nil {
			t.Fatal(err)
		}
		return
	}
	if string(text) != want {
		t.Errorf("%s has another table than this test: WRITE=1 writes it", file)
	}
}

// A test inside a package of the program makes Go recompile every package in between for tests that need the whole
// program. Only these few do so; other tests use the exported API or a separate package.
func TestOnlyListedPackagesForceRecompilingTheProgramForTests(t *testing.T) {
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
