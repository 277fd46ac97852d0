package app_test

import (
	"encoding/json"
	"go/ast"
	"go/parser"
	"go/token"
	"path/filepath"
	"regexp"
	"slices"
	"strings"
	"testing"

	"shanmen/internal/testkit/source"
)

// texts are the contents of files named relative to the root.
func texts(t *testing.T, files []string) string {
	t.Helper()
	var all strings.Builder
	for _, file := range files {
		all.Write(source.Read(t, file))
		all.WriteByte('\n')
	}
	return all.String()
}

// A message is used where its key is written, or the beginning of its key up to a variable part: "fault." + code,
// `bank.tab-${tab}`.
func TestEveryLocaleMessageIsUsed(t *testing.T) {
	t.Parallel()
	written := map[string]bool{}
	var begun []string
	pages := source.Files(t, 1138, "web/src", func(path string) bool {
		return slices.Contains([]string{".ts", ".tsx"}, filepath.Ext(path)) && !strings.Contains(path, ".test.") && !strings.Contains(path, ".gen.")
	})
	text := texts(t, append(source.Program(t), pages...))
	for _, m := range regexp.MustCompile("[\"'`]([a-z0-9-]+\\.[A-Za-z0-9_.-]*)").FindAllStringSubmatch(text, -1) {
		if written[m[1]] {
			continue
		}
		written[m[1]] = true
		if strings.HasSuffix(m[1], "-") || strings.HasSuffix(m[1], ".") {
			begun = append(begun, m[1])
		}
	}
	counted := regexp.MustCompile(`_(zero|one|two|few|many|other)$`)
	for _, file := range source.Files(t, 57, "locales/en", func(path string) bool { return filepath.Ext(path) == ".json" }) {
		var messages map[string]string
		if err := json.Unmarshal(source.Read(t, file), &messages); err != nil {
			t.Fatal(err)
		}
		for key := range messages {
			if written[key] || written[counted.ReplaceAllString(key, "")] {
				continue
			}
			if !slices.ContainsFunc(begun, func(beginning string) bool { return strings.HasPrefix(key, beginning) }) {
				t.Errorf("%s: nothing says %s", filepath.Base(file), key)
			}
		}
	}
}

// A context belongs to a call, so that nobody acts with another request's context. A struct field holds a function
// instead.
func TestNoStructKeepsAContext(t *testing.T) {
	t.Parallel()
	structs := 0
	for _, path := range source.Program(t) {
		file, err := parser.ParseFile(token.NewFileSet(), source.Path(t, path), nil, parser.SkipObjectResolution)
		if err != nil {
			t.Fatal(err)
		}
		ast.Inspect(file, func(n ast.Node) bool {
			s, ok := n.(*ast.StructType)
			if !ok {
				return true
			}
			structs++
			for _, field := range s.Fields.List {
				kind, ok := field.Type.(*ast.SelectorExpr)
				if !ok || kind.Sel.Name != "Context" {
					continue
				}
				if from, ok := kind.X.(*ast.Ident); ok && from.Name == "context" {
					t.Errorf("%s: a struct keeps a context", path)
				}
			}
			return true
		})
	}
	if structs < 1696 {
		t.Fatalf("%d structs are found", structs)
	}
}
