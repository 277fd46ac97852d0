package app_test

import (
	"encoding/json"
	"go/ast"
	"go/parser"
	"go/token"
	"io/fs"
	"os"
	"path/filepath"
	"regexp"
	"slices"
	"strings"
	"testing"
)

// programText is the source of the program under a folder: files of the endings, without tests and what is generated.
func programText(t *testing.T, folder string, endings ...string) string {
	t.Helper()
	var all strings.Builder
	err := filepath.WalkDir(folder, func(path string, e fs.DirEntry, err error) error {
		if err != nil {
			return err
		}
		name := e.Name()
		if e.IsDir() {
			if name == "testkit" || name == "node_modules" || path == filepath.Join("..", "db", "query") {
				return filepath.SkipDir
			}
			return nil
		}
		if !slices.Contains(endings, filepath.Ext(name)) || strings.HasSuffix(name, "_test.go") || strings.Contains(name, ".test.") || strings.Contains(name, ".gen.") {
			return nil
		}
		b, err := os.ReadFile(path)
		all.Write(b)
		all.WriteByte('\n')
		return err
	})
	if err != nil || all.Len() < 100_000 {
		t.Fatalf("%s has %d bytes of program: %v", folder, all.Len(), err)
	}
	return all.String()
}

// A query that only tests call, or nobody, is a statement that both engines keep for nothing.
func TestEveryQueryIsUsed(t *testing.T) {
	t.Parallel()
	used := map[string]bool{}
	for _, name := range regexp.MustCompile(`\.([A-Z]\w*)`).FindAllStringSubmatch(programText(t, "..", ".go"), -1) {
		used[name[1]] = true
	}
	named := regexp.MustCompile(`(?m)^-- name: (\w+) :`)
	files := queryFiles(t)
	for _, file := range files {
		b, err := os.ReadFile(file)
		if err != nil {
			t.Fatal(err)
		}
		for _, m := range named.FindAllStringSubmatch(string(b), -1) {
			if !used[m[1]] {
				t.Errorf("%s: nothing in the program calls %s", file, m[1])
			}
		}
	}
}

// A message is used where its key is written, or the beginning of its key up to what is put together there:
// "fault." + code, `bank.tab-${tab}`.
func TestEveryMessageIsUsed(t *testing.T) {
	t.Parallel()
	written := map[string]bool{}
	var begun []string
	text := programText(t, "..", ".go") + programText(t, "../../web/src", ".ts", ".tsx")
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
	files, err := filepath.Glob("../../locales/en/*.json")
	if err != nil || len(files) < 10 {
		t.Fatalf("%d files of messages: %v", len(files), err)
	}
	for _, file := range files {
		var messages map[string]string
		b, err := os.ReadFile(file)
		if err == nil {
			err = json.Unmarshal(b, &messages)
		}
		if err != nil {
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

// A context belongs to a call, so that nobody acts under that of another request. A struct hands on a function instead.
func TestNoStructKeepsAContext(t *testing.T) {
	t.Parallel()
	structs := 0
	err := filepath.WalkDir("..", func(path string, e fs.DirEntry, err error) error {
		if err != nil || e.IsDir() || !strings.HasSuffix(path, ".go") || strings.HasSuffix(path, "_test.go") {
			return err
		}
		file, err := parser.ParseFile(token.NewFileSet(), path, nil, parser.SkipObjectResolution)
		if err != nil {
			return err
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
		return nil
	})
	if err != nil || structs < 500 {
		t.Fatalf("%d structs: %v", structs, err)
	}
}
