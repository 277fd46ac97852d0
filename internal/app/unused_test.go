package app_test

import (
	"encoding/json"
	"go/ast"
	"go/parser"
	"go/token"
	"maps"
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

// composed are the namespaces whose keys the code puts together whole, "fault." + code: each word that comes from the server or
// a list of the page is a key. Elsewhere the beginning of the key's own name is written too.
var composed = []string{
	"accounts", "ceremonies", "chat", "checkout", "common", "data", "document", "family", "fault", "form", "invoice", "late", "mail", "member", "meta", "payments",
	"print", "profile", "records", "records-offering", "sms", "subscription", "today", "walk-in",
}

// keysOfCode are the keys of messages that the code writes, and the beginnings of those that it composes, `bank.tab-${tab}`.
func keysOfCode(t *testing.T) (written map[string]bool, begun []string) {
	t.Helper()
	pages := source.Files(t, 1138, "web/src", func(path string) bool {
		return slices.Contains([]string{".ts", ".tsx"}, filepath.Ext(path)) && !strings.Contains(path, ".test.") && !strings.Contains(path, ".gen.")
	})
	text := texts(t, append(source.Program(t), pages...))
	written = map[string]bool{}
	for _, m := range regexp.MustCompile("[\"'`]([a-z0-9-]+\\.[A-Za-z0-9_.-]*)").FindAllStringSubmatch(text, -1) {
		key := m[1]
		if written[key] {
			continue
		}
		written[key] = true
		namespace, name, _ := strings.Cut(key, ".")
		if strings.HasSuffix(key, "-") || strings.HasSuffix(name, ".") || name == "" && slices.Contains(composed, namespace) {
			begun = append(begun, key)
		}
	}
	return written, begun
}

var counted = regexp.MustCompile(`_(zero|one|two|few|many|other)$`)

// messagesOf are the messages of a language, by the name of their file and their key.
func messagesOf(t *testing.T, language string) map[string]map[string]string {
	t.Helper()
	out := map[string]map[string]string{}
	for _, file := range source.Files(t, 67, "locales/"+language, func(path string) bool { return filepath.Ext(path) == ".json" }) {
		var messages map[string]string
		if err := json.Unmarshal(source.Read(t, file), &messages); err != nil {
			t.Fatal(err)
		}
		out[filepath.Base(file)] = messages
	}
	return out
}

// A message is used where its key is written, or the beginning of its key up to what is put together there.
func TestEveryMessageIsUsed(t *testing.T) {
	t.Parallel()
	written, begun := keysOfCode(t)
	for file, messages := range messagesOf(t, "en") {
		for key := range messages {
			if written[key] || written[counted.ReplaceAllString(key, "")] {
				continue
			}
			if !slices.ContainsFunc(begun, func(beginning string) bool { return strings.HasPrefix(key, beginning) }) {
				t.Errorf("%s: nothing says %s", file, key)
			}
		}
	}
}

// A label needed in three places has one key, in common.json or office.json. Only keys written out in code are counted,
// not composed ones. E-mails, SMS, documents and the offline page have their own texts.
func TestNoLabelHasAThirdCopy(t *testing.T) {
	t.Parallel()
	written, begun := keysOfCode(t)
	says := map[string]string{} // by key, without the form that a number chooses: the texts of both languages
	for _, language := range []string{"en", "zh"} {
		for _, messages := range messagesOf(t, language) {
			for _, key := range slices.Sorted(maps.Keys(messages)) {
				base := counted.ReplaceAllString(key, "")
				says[base] += language + key[len(base):] + ": " + messages[key] + "\n"
			}
		}
	}
	copies, compared := map[string][]string{}, 0
	for _, key := range slices.Sorted(maps.Keys(says)) {
		namespace, _, _ := strings.Cut(key, ".")
		if slices.Contains([]string{"mail", "sms", "document", "offline"}, namespace) {
			continue
		}
		isComposed := func(beginning string) bool { return beginning != namespace+"." && strings.HasPrefix(key, beginning) }
		if written[key] && !slices.ContainsFunc(begun, isComposed) {
			copies[says[key]] = append(copies[says[key]], key)
			compared++
		}
	}
	if compared < 3100 {
		t.Fatalf("%d keys are written out", compared)
	}
	for text, keys := range copies {
		if len(keys) > 2 {
			t.Errorf("%v say the same:\n%s", keys, text)
		}
	}
}

// A context belongs to a call, so that nobody acts under that of another request. A struct hands on a function instead.
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
