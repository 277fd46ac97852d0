//go:build html

package app_test

import (
	"encoding/json"
	"fmt"
	"os"
	"os/exec"
	"path/filepath"
	"regexp"
	"testing"

	"shanmen/internal/base/locale"
	"shanmen/internal/testkit"
	"shanmen/internal/testkit/source"
)

// checker is the Nu HTML checker, from npm.
const checker = "node_modules/vnu-jar/build/dist/vnu.jar"

// style matches errors about CSS features that the checker does not know yet (@property, @layer).
var style = regexp.MustCompile(`(?s)<style[^>]*>.*?</style>`)

// Every page is valid HTML, in both languages: the pages of the table, the 404 and error pages, the error responses for
// robots, and the office's. One run of Java checks all, as it takes seconds to start.
func TestPagesAreValidHTML(t *testing.T) {
	a := testkit.New(t, "sqlite")
	pages := everyPage(t, a)
	guest, robot := a.Guest(), a.Guest()
	robot.Header.Set("User-Agent", "Mozilla/5.0 (compatible; Googlebot/2.1; +http://www.google.com/bot.html)")
	// status is the first digit of the response's status.
	add := func(c *testkit.Client, name, path string, l locale.Locale, status int) {
		r := c.Get(path)
		if r.Status/100 != status {
			t.Errorf("%s %s: %d", name, path, r.Status)
		}
		pages = append(pages, rendered{path: name + " " + path, as: c, locale: l, html: string(r.Body)})
	}
	add(guest, "office", "/admin", locale.EN, 2)
	for _, l := range locale.All {
		add(guest, "unknown", l.Path("/nowhere"), l, 4)
	}
	if err := a.DB.Close(); err != nil {
		t.Fatal(err)
	}
	for _, l := range locale.All {
		add(guest, "error", l.Path("/event/never-seen"), l, 5)
		add(robot, "error for robots", l.Path("/event/never-seen"), l, 5)
	}

	dir := t.TempDir()
	names := map[string]string{}
	for i, p := range pages {
		file := filepath.Join(dir, fmt.Sprintf("%03d.html", i))
		names["file:"+file] = p.path
		if err := os.WriteFile(file, []byte(style.ReplaceAllString(p.html, "<style></style>")), 0o600); err != nil {
			t.Fatal(err)
		}
	}
	told := map[string]bool{}
	for _, m := range check(t, dir) {
		if what := m.Message + m.Extract; !told[what] { // report an error common to all pages once
			told[what] = true
			t.Errorf("%s: %s\n\t%s", names[m.URL], m.Message, m.Extract)
		}
	}
	t.Logf("%d pages", len(pages))

	// A checker that never finds an error would pass too.
	broken := t.TempDir()
	if err := os.WriteFile(filepath.Join(broken, "a.html"), []byte(`<!doctype html><html lang="en"><head><title>a</title></head><body><p><div></div></p></body></html>`), 0o600); err != nil {
		t.Fatal(err)
	}
	if len(check(t, broken)) == 0 {
		t.Error("the checker does not find a </p> without its <p>")
	}
}

type finding struct {
	Type, Message, URL, Extract string
}

// check runs the checker over a folder's pages and returns the errors.
func check(t *testing.T, dir string) (wrong []finding) {
	t.Helper()
	cmd := exec.CommandContext(t.Context(), "java", "-Xmx512m", "-jar", source.Path(t, checker), "--format", "json", "--stdout", "--exit-zero-always", "--errors-only", "--skip-non-html", dir)
	cmd.Stderr = os.Stderr
	out, err := cmd.Output()
	if err != nil {
		t.Fatalf("the checker did not run (npm ci, and a Java runtime): %v", err)
	}
	var result struct{ Messages []finding }
	if err := json.Unmarshal(out, &result); err != nil {
		t.Fatalf("%v: %.400s", err, out)
	}
	for _, m := range result.Messages {
		if m.Type == "error" || m.Type == "non-document-error" {
			wrong = append(wrong, m)
		}
	}
	return wrong
}
